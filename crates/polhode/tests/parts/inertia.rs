//! Moments of inertia: what is accepted, principal axes, single precision.

use polhode::geometry::{Axis, Mat3, Rotation, Vec3};
use polhode::real::{DoubleDouble, F32x8, F64x4, Lanes, Real};
use polhode::{Error, Inertia};
use proptest::prelude::*;

fn new(moments: [f64; 3]) -> Result<Inertia<f64>, Error> {
    Inertia::new(moments)
}
fn message<T: core::fmt::Debug>(result: Result<T, Error>) -> String {
    result.expect_err("should have been refused").to_string()
}

#[test]
fn rates_momentum_and_energy_are_the_textbook_ones() {
    let inertia = new([2.0, 4.0, 5.0]).unwrap();
    let momentum = Vec3::new(2.0, 8.0, -10.0);
    assert_eq!(inertia.moments(), Vec3::new(2.0, 4.0, 5.0));
    assert_eq!(inertia.inverse(), Vec3::new(0.5, 0.25, 0.2));
    assert_eq!(inertia.rates(momentum), Vec3::new(1.0, 2.0, -2.0));
    assert_eq!(inertia.momentum(Vec3::new(1.0, 2.0, -2.0)), momentum);
    // (2 * 1^2 + 4 * 2^2 + 5 * 2^2) / 2
    assert_eq!(inertia.kinetic_energy(momentum), 19.0);
}

#[test]
fn moments_must_be_positive_and_finite() {
    for value in [0.0, -0.0, -1.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN] {
        for constructor in [Inertia::new, Inertia::new_without_triangle_check] {
            let error = constructor([1.0, value, 1.0]).unwrap_err();
            assert!(matches!(error, Error::MomentNotPositive { axis: Axis::Y, .. }), "{value}");
        }
    }
    assert_eq!(
        message(new([1.0, 1.0, -2.5])),
        "the moment of inertia about z is -2.5; it must be positive and finite; a body without \
         extent about an axis needs a small moment there"
    );
}

#[test]
fn moments_out_of_range_ask_for_another_unit_of_mass() {
    assert!(new([1e-50; 3]).is_ok() && new([1e40; 3]).is_ok());
    assert_eq!(
        message(new([1e-51, 1e-49, 1e-49])),
        "the moment of inertia about x is 1e-51; it must be between 1e-50 and 1e40, else \
         products overflow; change the unit of mass"
    );
    assert!(matches!(
        new([1e40, 1e40, 1.1e40]),
        Err(Error::MomentOutOfRange { axis: Axis::Z, .. })
    ));
    assert!(Inertia::new_without_triangle_check([1e-60; 3]).is_ok());
    assert!(matches!(
        Inertia::new([1e-13_f32; 3]),
        Err(Error::MomentOutOfRange { smallest: 1e-12, largest: 1e12, .. })
    ));
    assert!(Inertia::new([DoubleDouble::from_f64(1e-50); 3]).is_ok());
    assert!(Inertia::new([DoubleDouble::from_f64(1e-51); 3]).is_err());
}

#[test]
fn moments_of_no_body_are_refused_but_published_ones_have_a_way() {
    let water = [0.345, 0.653, 1.0];
    assert_eq!(
        message(new(water)),
        "the moments of inertia are 0.345, 0.653, 1.0; the one about z must not exceed the sum \
         of the two others, no body has such moments; check their order and units, or take \
         published moments as they are with `Inertia::new_without_triangle_check`"
    );
    assert_eq!(Inertia::new_without_triangle_check(water).unwrap().moments(), Vec3::from(water));
    for (moments, largest) in [([3.0, 1.0, 1.0], Axis::X), ([1.0, 3.0, 1.0], Axis::Y)] {
        assert_eq!(new(moments), Err(Error::TriangleInequality { axis: largest, moments }));
    }
}

#[test]
fn a_flat_body_passes_up_to_rounding() {
    // 0.1 + 0.2 < 0.3 + 5.6e-17: flat but for rounding.
    assert!(new([0.1, 0.2, 0.3]).is_ok() && new([0.7, 0.8, 0.1]).is_ok());
    assert!(new([1.0, 1.0, 2.0 + 12.0 * f64::EPSILON]).is_ok());
    assert!(new([1.0, 1.0, 2.0 + 20.0 * f64::EPSILON]).is_err());
    assert!(Inertia::new([1.0, 1.0, 2.0 + 12.0 * f32::EPSILON]).is_ok());
    assert!(Inertia::new([1.0, 1.0, 2.0 + 20.0 * f32::EPSILON]).is_err());
    let excess = |units: f64| {
        DoubleDouble::from_f64(2.0) + DoubleDouble::from_f64(units * DoubleDouble::EPSILON)
    };
    let one = DoubleDouble::from_f64(1.0);
    assert!(Inertia::new([one, one, excess(12.0)]).is_ok());
    assert!(Inertia::new([one, one, excess(20.0)]).is_err());
}

fn lanes_hold_the_bits_of_scalars<R: Lanes>() {
    let of = |i: usize| {
        let i = R::Scalar::from_f64(i as f64);
        Inertia::new([
            R::Scalar::from_f64(3.0) + i,
            R::Scalar::from_f64(5.0),
            R::Scalar::from_f64(7.0),
        ])
        .expect("a body")
    };
    let together = Inertia::<R>::from_lanes(of);
    let momentum = Vec3::<R>::from_f64([0.1, 0.2, 0.3]);
    for i in 0..R::COUNT {
        let (alone, momentum_alone) = (of(i), momentum.lane(i));
        assert_eq!(together.lane(i), alone);
        assert_eq!(together.rates(momentum).lane(i), alone.rates(momentum_alone));
        assert_eq!(together.momentum(momentum).lane(i), alone.momentum(momentum_alone));
        let energy = together.kinetic_energy(momentum).lane(i);
        assert_eq!(energy, alone.kinetic_energy(momentum_alone));
    }
}

#[test]
fn a_lane_holds_the_bits_of_the_scalar() {
    lanes_hold_the_bits_of_scalars::<F64x4>();
    lanes_hold_the_bits_of_scalars::<F32x8>();
    lanes_hold_the_bits_of_scalars::<f64>();
}

fn product<R: Real>(rotation: Rotation<R>, moments: Vec3<R>) -> Mat3<R> {
    let p = rotation.to_matrix();
    p * Mat3::diagonal(moments) * p.transpose()
}
fn largest<R: Real>(m: Mat3<R>) -> R {
    m.x.max_abs().max(m.y.max_abs()).max(m.z.max_abs())
}
/// The tensor of a turned body, each entry rounded once.
fn tensor_of(turn: Rotation<f64>, moments: Vec3<f64>) -> Mat3<f64> {
    let turn = Rotation::from_wxyz(turn.to_wxyz().map(DoubleDouble::from));
    product(turn, moments.map(DoubleDouble::from)).map_rows(|row| row.map(|x| x.hi))
}
/// Moments of a body: from positive sums of squares along three axes.
fn bodies() -> impl Strategy<Value = Vec3<f64>> {
    [0.0..1.0, 0.01..1.0, 0.01..1.0_f64].prop_map(|[a, b, c]| Vec3::new(b + c, c + a, a + b))
}
fn rotations() -> impl Strategy<Value = Rotation<f64>> {
    [-1.0..1.0, -1.0..1.0, -1.0..1.0, -1.0..1.0]
        .prop_filter("not null", |q| q.iter().map(|x: &f64| x * x).sum::<f64>() > 0.01)
        .prop_map(Rotation::from_wxyz)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2000, failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn principal_axes_rebuild_the_tensor(moments in bodies(), turn in rotations()) {
        let tensor = tensor_of(turn, moments);
        let (inertia, rotation) = Inertia::from_tensor(tensor).unwrap();
        let error = largest(product(rotation, inertia.moments()) - tensor);
        prop_assert!(error < 16.0 * f64::EPSILON * moments.max_abs(), "{error:e}");
        let mut found = inertia.moments().to_array();
        let mut given = moments.to_array();
        found.sort_by(f64::total_cmp);
        given.sort_by(f64::total_cmp);
        for (found, given) in found.into_iter().zip(given) {
            prop_assert!((found - given).abs() < 8.0 * f64::EPSILON * moments.max_abs());
        }
    }

    #[test]
    fn principal_axes_are_the_nearest_to_the_body_axes(moments in bodies(), turn in rotations()) {
        let (inertia, rotation) = Inertia::from_tensor(tensor_of(turn, moments)).unwrap();
        // No renaming of axes, i.e. no rotation of a cube, makes the angle smaller.
        let quarter = |axis| Rotation::about(axis, core::f64::consts::FRAC_PI_2);
        let third = Rotation::from_wxyz([0.5, 0.5, 0.5, 0.5]);
        let mut renamings = vec![Rotation::identity(), third, third * third];
        for axis in Axis::ALL {
            renamings = renamings.into_iter().flat_map(|q| [q, q * quarter(axis)]).collect();
        }
        let here = rotation.angle_to(Rotation::identity());
        for renaming in renamings {
            let there = (rotation * renaming).angle_to(Rotation::identity());
            prop_assert!(here <= there + 1e-14);
        }
        prop_assert!(inertia.moments().x > 0.0);
    }

    #[test]
    fn a_small_turn_keeps_the_order_of_the_moments(
        small in [-0.1..0.1, -0.1..0.1, -0.1..0.1_f64],
    ) {
        let (moments, turn) = (Vec3::new(3.0, 1.5, 2.2), Rotation::exp(Vec3::from(small)));
        let (inertia, rotation) = Inertia::from_tensor(tensor_of(turn, moments)).unwrap();
        prop_assert!((inertia.moments() - moments).max_abs() < 4e-15);
        prop_assert!(rotation.angle_to(turn) < 1e-14);
    }
}

#[test]
fn a_diagonal_tensor_keeps_its_bits_and_axes() {
    for moments in [[3.0, 1.0 / 3.0, 2.9], [1.0, 1.0, 1.0], [0.1, 0.3, 0.2], [1e-47, 2e-47, 3e-47]]
    {
        let (inertia, rotation) = Inertia::from_tensor(Mat3::diagonal(moments.into())).unwrap();
        assert_eq!(inertia, new(moments).unwrap());
        assert_eq!(rotation, Rotation::identity());
    }
}

#[test]
fn a_known_tensor_has_its_known_axes() {
    // Eigenvalues 5 and 3 about the diagonals of the x-y plane: an eighth of a turn.
    let tensor = Mat3::from_f64([[4.0, 1.0, 0.0], [1.0, 4.0, 0.0], [0.0, 0.0, 6.0]]);
    let (inertia, rotation) = Inertia::<f64>::from_tensor(tensor).unwrap();
    assert!((rotation.angle_to(Rotation::identity()) - core::f64::consts::FRAC_PI_4).abs() < 4e-16);
    let mut moments = inertia.moments().to_array();
    moments.sort_by(f64::total_cmp);
    for (found, known) in moments.into_iter().zip([3.0, 5.0, 6.0]) {
        assert!((found - known).abs() < 2e-15, "{found}");
    }
}

#[test]
fn tensors_are_diagonalised_in_every_precision() {
    let rows = [[4.0, 0.5, -0.25], [0.5, 5.0, 0.75], [-0.25, 0.75, 6.0]];
    let single = Mat3::<f32>::from_f64(rows);
    let (inertia, rotation) = Inertia::from_tensor(single).unwrap();
    assert!(largest(product(rotation, inertia.moments()) - single) < 16.0 * f32::EPSILON * 6.0);
    let double = Mat3::<DoubleDouble>::from_f64(rows);
    let (inertia, rotation) = Inertia::from_tensor(double).unwrap();
    let error = largest(product(rotation, inertia.moments()) - double).hi;
    assert!(error < 16.0 * DoubleDouble::EPSILON * 6.0, "{error:e}");
}

#[test]
fn wrong_tensors_are_refused() {
    let with = |place: (usize, usize), value: f64| {
        let mut rows = [[4.0, 0.5, -0.25], [0.5, 5.0, 0.75], [-0.25, 0.75, 6.0]];
        rows[place.0][place.1] = value;
        Inertia::<f64>::from_tensor(Mat3::from_f64(rows))
    };
    assert_eq!(
        message(with((2, 0), 0.25)),
        "the inertia tensor has the entries xz = -0.25 and zx = 0.25; they must be equal; give \
         both the same value and sign (a product of inertia enters with a minus)"
    );
    assert!(with((0, 1), 0.5 + 5e-12).is_ok() && with((0, 1), 0.5 + 7e-12).is_err());
    assert_eq!(
        message(with((1, 2), f64::INFINITY)),
        "the inertia tensor has the entry yz = inf; entries must be finite; check what computed it"
    );
    assert!(matches!(with((0, 0), -4.0), Err(Error::MomentNotPositive { axis: Axis::X, .. })));
    assert!(matches!(with((2, 2), 60.0), Err(Error::TriangleInequality { axis: Axis::Z, .. })));
    let null = Inertia::<f64>::from_tensor(Mat3::diagonal(Vec3::zero()));
    assert_eq!(null, Err(Error::MomentNotPositive { axis: Axis::X, value: 0.0 }));
    let indefinite = Mat3::from_f64([[0.0, 1.0, 0.0], [1.0, 0.0, 1.0], [0.0, 1.0, 0.0]]);
    assert!(Inertia::<f64>::from_tensor(indefinite).is_err());
}

#[test]
fn a_molecule_fits_in_single_precision_and_comes_back() {
    let inertia = new([1.02e-47, 1.92e-47, 2.9e-47]).unwrap();
    let (single, unit) = inertia.to_f32();
    assert!((1.0..2.0).contains(&single.moments().z));
    let scale = 2f64.powi(unit.exponent());
    for axis in Axis::ALL {
        let back = f64::from(single.moments()[axis]) * scale / inertia.moments()[axis];
        assert!((back - 1.0).abs() < f64::from(f32::EPSILON) / 2.0);
    }
    // Multiples of powers of two have no rounding at all.
    let (momentum, energy) = (Vec3::new(0.75, -3.0, 0.0) * scale, 1.5 * scale);
    assert_eq!(unit.momentum_to_f32(momentum), Vec3::new(0.75, -3.0, 0.0));
    assert_eq!(unit.torque_to_f32(momentum), Vec3::new(0.75, -3.0, 0.0));
    assert_eq!(unit.energy_to_f32(energy), 1.5);
    assert_eq!(unit.momentum_to_f64(Vec3::new(0.75, -3.0, 0.0)), momentum);
    assert_eq!(unit.torque_to_f64(Vec3::new(0.75, -3.0, 0.0)), momentum);
    assert_eq!(unit.energy_to_f64(1.5), energy);
}

#[test]
fn any_body_fits_in_single_precision() {
    for size in [5e-324, 1e-310, 1e-300, 1e-50, 0.999, 1.0, 1.001, 8e37, 1e300, f64::MAX] {
        let (single, unit) = Inertia::new_without_triangle_check([size; 3]).unwrap().to_f32();
        let moment = single.moments().x;
        assert!((1.0..=2.0).contains(&moment), "{size:e} {moment}");
        assert_eq!(single, Inertia::new([moment; 3]).unwrap());
        if (1e-290..1e290).contains(&size) {
            let back = unit.energy_to_f64(moment) / size;
            assert!((back - 1.0).abs() < f64::from(f32::EPSILON) / 2.0, "{size:e}");
        }
    }
}
