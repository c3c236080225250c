//! Solids with formulas, point masses, molecules.

mod support;

use polhode::Rotation;
use polhode_shape::{Amount, Error, PointMasses, Solid, atomic_weight};
use proptest::prelude::*;
use support::*;

fn points(rows: &str) -> PointMasses {
    PointMasses::from_csv(rows.as_bytes()).unwrap()
}

#[test]
fn solids_have_the_moments_of_the_textbook() {
    let cases = [
        (Solid::Box { sides: [1.0, 2.0, 3.0] }, 6.0, 6.0, 0.0, [6.5, 5.0, 2.5]),
        // 4/3 pi abc
        (
            Solid::Ellipsoid { semi_axes: [1.0, 2.0, 3.0] },
            5.0,
            25.132741228718345,
            0.0,
            [13.0, 10.0, 5.0],
        ),
        // m (3 r^2 + h^2)/12, m r^2/2
        (
            Solid::Cylinder { radius: 2.0, height: 6.0 },
            4.0,
            75.39822368615503,
            0.0,
            [16.0, 16.0, 8.0],
        ),
        // 3 m (4 r^2 + h^2)/80, 3 m r^2/10, and the centre at h/4
        (
            Solid::Cone { radius: 2.0, height: 8.0 },
            10.0,
            33.510321638291124,
            2.0,
            [30.0, 30.0, 12.0],
        ),
    ];
    for (solid, mass, volume, height, moments) in cases {
        let found = solid.properties(Amount::Mass(mass)).unwrap();
        assert!(difference(found.tensor.to_rows(), diagonal(moments)) < 3e-16, "{found:?}");
        assert!((found.volume.unwrap() / volume - 1.0).abs() < 3e-16, "{found:?}");
        assert_eq!((found.mass, found.centre.to_array()), (mass, [0.0, 0.0, height]));
        let (inertia, axes) = found.principal().unwrap();
        assert_eq!(
            (inertia.moments().to_array(), axes),
            ([found.tensor.x.x, found.tensor.y.y, found.tensor.z.z], Rotation::identity())
        );
        // By density: the same with its mass.
        let dense = solid.properties(Amount::Density(3.0)).unwrap();
        let same = solid.properties(Amount::Mass(3.0 * found.volume.unwrap())).unwrap();
        assert_eq!(dense, same);
    }
}

#[test]
fn what_is_no_length_mass_or_density_is_refused() {
    for bad in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let solids = [
            Solid::Box { sides: [1.0, bad, 1.0] },
            Solid::Ellipsoid { semi_axes: [1.0, 1.0, bad] },
            Solid::Cylinder { radius: bad, height: 1.0 },
            Solid::Cone { radius: 1.0, height: bad },
        ];
        for solid in solids {
            let refused = solid.properties(Amount::Mass(1.0));
            assert!(matches!(refused, Err(Error::NotPositive { .. })), "{solid:?}");
        }
        let unit = Solid::Box { sides: [1.0; 3] };
        assert!(matches!(unit.properties(Amount::Mass(bad)), Err(Error::NotPositive { .. })));
        assert!(matches!(unit.properties(Amount::Density(bad)), Err(Error::NotPositive { .. })));
    }
    assert_eq!(
        Solid::Box { sides: [1.0, -2.0, 1.0] }
            .properties(Amount::Mass(1.0))
            .unwrap_err()
            .to_string(),
        "the side along y is -2.0; it must be positive and finite; a body without extent or mass \
         does not turn"
    );
}

#[test]
fn points_have_their_sums_wherever_they_are() {
    // A cross with arms 1, 2, 3: I_x = 2 (4 + 9).
    let near = "mass, x, y, z\n1,1,0,0\n1,-1,0,0\n1,0,2,0\n1,0,-2,0\n1,0,0,3\n1,0,0,-3\n";
    let found = points(near).properties().unwrap();
    assert_eq!((found.mass, found.volume, found.centre.to_array()), (6.0, None, [0.0; 3]));
    assert_eq!(found.tensor.to_rows(), diagonal([26.0, 20.0, 10.0]));
    let far = "1 1048577 0 8\n1;1048575;0;8\n1\t1048576 2 8\n1 1048576 -2 8\n# the axis\n\
               1 1048576 0 11\n1 1048576 0 5 # below\n";
    let far = points(far).properties().unwrap();
    assert_eq!((far.tensor, far.centre.to_array()), (found.tensor, [1048576.0, 0.0, 8.0]));
}

/// O at the origin, H at (+-0.757, 0.587, 0): with m = 1.008, M = 15.999 and mu = 2 m M/(2 m + M)
/// the moments are mu y^2, 2 m x^2, and their sum.
#[test]
fn water_has_the_moments_that_a_hand_computes() {
    let text =
        "3\nwater, angstrom\nO 0.0 0.0 0.0\nH 0.757 0.587 0.0\nh -0.757 0.587 0.0 charge 0.4\n";
    let found = PointMasses::from_xyz(text.as_bytes()).unwrap().properties().unwrap();
    // 2.016 * 15.999/18.015 = 1.790396; * 0.344569 = 0.616915; 2.016 * 0.573049 = 1.155267
    assert!((found.mass - 18.015).abs() < 1e-14);
    for (entry, truth) in [
        (found.tensor.x.x, 0.6169149),
        (found.tensor.y.y, 1.1552668),
        (found.tensor.z.z, 1.7721817),
        // 2.016 * 0.587/18.015
        (found.centre.y, 0.06568926),
    ] {
        assert!((entry / truth - 1.0_f64).abs() < 1e-7, "{entry} {truth}");
    }
    assert_eq!((found.tensor.x.y, found.tensor.y.z, found.tensor.z.x), (0.0, 0.0, 0.0));
    assert!(found.principal().is_ok());
}

/// Tetrahedral, so that all moments are 8/3 m r^2: with r^2 = 3 a^2 each is 8 m a^2.
#[test]
fn methane_is_a_spherical_top() {
    let a = 0.6276;
    let mut text = String::from("5\n\n  6  0.0 0.0 0.0\n");
    for [x, y, z] in [[a, a, a], [a, -a, -a], [-a, a, -a], [-a, -a, a]] {
        text += &format!("H  {x} {y} {z}\n");
    }
    let found = PointMasses::from_xyz(text.as_bytes()).unwrap().properties().unwrap();
    let truth = 8.0 * 1.008 * a * a;
    assert!(difference(found.tensor.to_rows(), diagonal([truth; 3])) < 3e-16, "{found:?}");
    assert!((found.mass - 16.043).abs() < 1e-14 && found.centre.norm() < 1e-16);
}

#[test]
fn lines_and_points_are_no_bodies() {
    let texts = [
        "3\n\nC 0 0 0\nO 0 0 1.16\nO 0 0 -1.16\n",
        "3\n\nC 0 0 0\nO 0.3 0.6 0.9\nO -0.3 -0.6 -0.9\n",
        "1\n\nHe 1 2 3\n",
    ];
    for text in texts {
        let found = PointMasses::from_xyz(text.as_bytes()).unwrap().properties().unwrap();
        let refused = found.principal().unwrap_err();
        assert!(matches!(refused, Error::NoExtent { .. }), "{text}: {refused}");
    }
}

#[test]
fn bad_tables_and_molecules_say_where() {
    let csv = |text: &str| PointMasses::from_csv(text.as_bytes()).unwrap_err().to_string();
    let xyz = |text: &str| PointMasses::from_xyz(text.as_bytes()).unwrap_err().to_string();
    let cases = [
        (csv(""), "there are no point masses; give at least three"),
        (
            csv("mass,x,y,z\n1,2,3\n"),
            "line 2: `1,2,3` has 3 numbers, not 4; each row is mass, x, y, z",
        ),
        (csv("1,0,0,inf\n"), "line 1: `inf` must be finite; check what computed it"),
        (
            csv("\n-1,0,0,0\n"),
            "line 2: the mass -1.0 must be positive; leave points without mass out",
        ),
        (csv("1,0,0,0\nm,x,y,z\n"), "line 2: `m` is no number; write it for example as 1.5e-3"),
        (
            xyz("H 0 0 0\n"),
            "line 1: an XYZ file begins with the number of its atoms alone; the second line is a \
             comment, then come the atoms",
        ),
        (xyz("2\n\nH 0 0 0\n"), "line 1: there are 1 atoms of 2; correct the number of atoms"),
        (
            xyz("1\n\nH 0 0 0\n1\n\nH 0 0 1\n"),
            "line 4: `1` stands behind the last of 1 atoms; correct the number of atoms, or keep one \
             frame",
        ),
        (
            xyz("1\n\nXx 0 0 0\n"),
            "line 3: `Xx` is no element with a standard atomic weight; write its symbol, or give \
             masses yourself in a table of points",
        ),
        (
            xyz("1\n\nH 0 0\n"),
            "line 3: `H 0 0` is no atom; write its symbol and x, y, z, as in \
             `O 0.0 0.0 0.117`",
        ),
    ];
    for (found, truth) in cases {
        assert_eq!(found, truth);
    }
}

#[test]
fn the_table_of_elements_ascends_but_for_the_known_exceptions() {
    let weights: Vec<f64> = (1..=118).filter_map(|z| atomic_weight(&z.to_string())).collect();
    // 34 elements have none: Tc, Pm, Po to Ac, Np to Og.
    assert_eq!(weights.len(), 118 - 34);
    let falls: Vec<f64> = weights.windows(2).filter(|w| w[1] < w[0]).map(|w| w[0]).collect();
    // Ar before K, Co before Ni, Te before I, Th before Pa.
    assert_eq!(falls, [39.95, 58.933, 127.6, 232.04]);
    assert_eq!(
        [atomic_weight("d"), atomic_weight("0"), atomic_weight("")].map(|w| w.is_some()),
        [true, false, false]
    );
}

proptest! {
    /// A planar molecule, however it lies in space, is a body: the largest moment is the sum of
    /// the others to rounding.
    #[test]
    fn flat_bodies_are_bodies_in_any_attitude(
        plane in prop::collection::vec((0.1..20.0_f64, -3.0..3.0_f64, -3.0..3.0_f64), 3..12),
        turn in prop::array::uniform3(-3.0..3.0_f64),
        shift in prop::array::uniform3(-100.0..100.0_f64),
    ) {
        let rotation = Rotation::exp(turn.into());
        let place = |x, y| rotation.apply([x, y, 0.0].into()) + shift.into();
        let points = plane.iter().map(|&(m, x, y)| (m, place(x, y))).collect();
        let found = PointMasses::new(points).unwrap().properties().unwrap();
        prop_assert!(found.principal().is_ok(), "{:?}", found.principal());
    }
}
