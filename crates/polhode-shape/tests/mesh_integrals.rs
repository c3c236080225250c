//! The integrals of a mesh against another formula in double-double, and against the bodies that
//! meshes approach.

mod support;

use polhode::real::DoubleDouble;
use polhode::{Real, Vec3};
use polhode_shape::{Amount, Format, MassProperties, Mesh, Solid};
use support::*;

type Double = DoubleDouble;

/// Volume, centre and tensor for density 1 by Gauss's theorem about the origin: integrals of x,
/// x^2/2, x^3/3, x^2 y/2, ... times the normal over each triangle, by a rule that is exact for
/// cubic polynomials: 3/60 at the corners, 8/60 in the middles of the sides, 27/60 in the centre.
fn by_the_surface(faces: &Faces) -> (f64, [f64; 3], [[f64; 3]; 3]) {
    let of = Double::from_f64;
    let mut volume = of(0.0);
    let mut first = [of(0.0); 3];
    let mut second = [[of(0.0); 3]; 3];
    for triangle in &faces.triangles {
        let [a, b, c] = triangle.map(|k| Vec3::<Double>::from_f64(faces.vertices[k]));
        let normal = ((b - a).cross(c - a) * of(0.5)).to_array();
        let half = of(0.5);
        let third = of(1.0) / of(3.0);
        let places = [
            (3.0, a),
            (3.0, b),
            (3.0, c),
            (8.0, (a + b) * half),
            (8.0, (b + c) * half),
            (8.0, (c + a) * half),
            (27.0, (a + b + c) * third),
        ];
        for (weight, x) in places {
            let (weight, x) = (of(weight) / of(60.0), x.to_array());
            volume += weight * x[0] * normal[0];
            for i in 0..3 {
                first[i] += weight * x[i] * x[i] * normal[i] * half;
                for j in 0..3 {
                    second[i][j] += if i == j {
                        weight * x[i] * x[i] * x[i] * normal[i] * third
                    } else {
                        weight * x[i] * x[i] * x[j] * normal[i] * half
                    };
                }
            }
        }
    }
    let centre = first.map(|sum| sum / volume);
    let p: [[Double; 3]; 3] =
        std::array::from_fn(|i| std::array::from_fn(|j| second[i][j] - first[i] * centre[j]));
    let tensor = std::array::from_fn(|i| {
        std::array::from_fn(|j| {
            let others = p[(i + 1) % 3][(i + 1) % 3] + p[(i + 2) % 3][(i + 2) % 3];
            if i == j { others.hi } else { -p[i][j].hi }
        })
    });
    (volume.hi, centre.map(|x| x.hi), tensor)
}

fn properties_at_density_one(faces: &Faces) -> MassProperties {
    faces.mesh().properties(Amount::Density(1.0)).unwrap()
}

/// The 3:2:1 ellipsoid, 10 away along each axis.
fn displaced(sides: usize, rings: usize) -> Faces {
    ellipsoid([3.0, 2.0, 1.0], sides, rings).moved([10.0, 10.0, 10.0])
}

#[test]
fn a_displaced_ellipsoid_of_16_128_triangles_has_the_moments_of_its_polyhedron() {
    let faces = displaced(128, 64);
    assert_eq!(faces.triangles.len(), 16_128);
    let found = properties_at_density_one(&faces);
    let (volume, centre, tensor) = by_the_surface(&faces);
    // Measured: all equal but for the last bit.
    assert!((found.mass / volume - 1.0).abs() < 3e-16, "{} {volume}", found.mass);
    assert!(distance(found.centre, centre) < 4e-15, "{:?} {centre:?}", found.centre);
    let error = difference(found.tensor.to_rows(), tensor);
    println!("tensor differs by {error:e}");
    assert!(error < 3e-16, "{error:e}");
    // About its own axes the polyhedron is symmetric, and so are its moments.
    let moments = found.principal().unwrap().0.moments().to_array();
    for (moment, entry) in moments.into_iter().zip([tensor[0][0], tensor[1][1], tensor[2][2]]) {
        assert!((moment / entry - 1.0).abs() < 1e-15, "{moment} {entry}");
    }
}

#[test]
fn facets_err_by_the_square_of_their_size() {
    let truth = Solid::Ellipsoid { semi_axes: [3.0, 2.0, 1.0] };
    let truth = truth.properties(Amount::Density(1.0)).unwrap();
    let error = |sides, rings| {
        let found = properties_at_density_one(&displaced(sides, rings));
        [
            found.mass / truth.mass - 1.0,
            found.tensor.x.x / truth.tensor.x.x - 1.0,
            found.tensor.z.z / truth.tensor.z.z - 1.0,
        ]
    };
    let (coarse, fine) = (error(64, 32), error(128, 64));
    println!("{coarse:?} {fine:?}");
    // Inscribed, hence smaller; a volume loses 1.0e-3, a moment 1.7e-3 of itself.
    for (coarse, fine) in coarse.into_iter().zip(fine) {
        assert!((-2e-3..-9e-4).contains(&fine), "{fine}");
        // Measured: 3.9895 to 3.9951; the rest is of fourth order.
        assert!((coarse / fine - 4.0).abs() < 0.02, "{}", coarse / fine);
    }
}

#[test]
fn a_mesh_of_a_box_is_the_box() {
    let sides = [1.0, 2.0, 3.0];
    let truth = Solid::Box { sides }.properties(Amount::Mass(4.0)).unwrap();
    let found = brick(sides).mesh().properties(Amount::Mass(4.0)).unwrap();
    assert_eq!(found, truth);
    let moved = brick(sides).moved([-7.0, 100.0, 0.5]).mesh();
    let moved = moved.properties(Amount::Mass(4.0)).unwrap();
    assert!(distance(moved.centre, [-7.0, 100.0, 0.5]) < 1e-14);
    assert!(difference(moved.tensor.to_rows(), truth.tensor.to_rows()) < 1e-15);
}

/// A regular polygon of n sides in the unit circle has the mean of x^2 (2 + cos(2 pi/n))/12.
#[test]
fn prisms_and_pyramids_have_their_formulas_and_approach_cylinder_and_cone() {
    let (r, h, m) = (2.0_f64, 3.0, 5.0);
    let error_to = |solid: Solid, found: &MassProperties| {
        let truth = solid.properties(Amount::Mass(m)).unwrap();
        assert!(distance(found.centre, truth.centre.to_array()) < 2e-15, "{:?}", found.centre);
        difference(found.tensor.to_rows(), truth.tensor.to_rows())
    };
    let mut errors = Vec::new();
    for n in [100, 200] {
        let mean = r * r * (2.0 + (std::f64::consts::TAU / n as f64).cos()) / 12.0;
        let prism = prism(r, h, n).mesh().properties(Amount::Mass(m)).unwrap();
        let across = m * (mean + h * h / 12.0);
        let truth = diagonal([across, across, 2.0 * m * mean]);
        assert!(difference(prism.tensor.to_rows(), truth) < 1e-14);
        // Of a pyramid the section at height z is (1 - z/h) as wide: means of x^2 are 3/5 of
        // those of its base, that of (z - h/4)^2 is 3/80 h^2.
        let pyramid = pyramid(r, h, n).mesh().properties(Amount::Mass(m)).unwrap();
        let across = m * (0.6 * mean + 3.0 / 80.0 * h * h);
        let truth = diagonal([across, across, 1.2 * m * mean]);
        assert!(difference(pyramid.tensor.to_rows(), truth) < 1e-14);
        errors.push([
            error_to(Solid::Cylinder { radius: r, height: h }, &prism),
            error_to(Solid::Cone { radius: r, height: h }, &pyramid),
        ]);
    }
    for k in 0..2 {
        assert!(errors[1][k] < 4e-4, "{errors:?}");
        assert!((errors[0][k] / errors[1][k] - 4.0).abs() < 0.01, "{errors:?}");
    }
}

#[test]
fn a_needle_far_away_keeps_its_small_moment() {
    // About the origin the moments are 1e12 times larger than the small one.
    let faces = brick([1.0, 1.0, 1024.0]).moved([4096.0, 65536.0, -512.0]);
    let found = properties_at_density_one(&faces).tensor.z.z;
    let truth = 1024.0 / 6.0;
    assert!((found / truth - 1.0_f64).abs() < 3e-16, "{found} {truth}");
}

#[test]
fn a_mesh_has_the_same_bits_in_every_format() {
    let faces = displaced(24, 12);
    let amount = Amount::Mass(1.0);
    let truth = faces.mesh().properties(amount).unwrap();
    let read =
        |bytes: &[u8], format| Mesh::read(bytes, format).unwrap().properties(amount).unwrap();
    assert_eq!(read(obj(&faces).as_bytes(), Format::Obj), truth);
    assert_eq!(read(stl_text(&faces).as_bytes(), Format::Stl), truth);
    for text in plates(&faces) {
        assert_eq!(read(text.as_bytes(), Format::PlateVertex), truth);
        assert_eq!(Format::detect("shape.txt", text.as_bytes()), Format::PlateVertex);
    }
    assert_eq!(Format::detect("toutatis.tab", obj(&faces).as_bytes()), Format::Obj);
    // As other systems write texts.
    let text = format!("\u{feff}{}", obj(&faces).replace('\n', "\r\n"));
    assert_eq!(read(text.as_bytes(), Format::Obj), truth);
    // Binary STL has single precision: it is the mesh of the rounded coordinates.
    let mut rounded = faces;
    for vertex in &mut rounded.vertices {
        *vertex = vertex.map(|x| f64::from(x as f32));
    }
    let truth = rounded.mesh().properties(amount).unwrap();
    assert_eq!(read(&stl_binary(&rounded), Format::Stl), truth);
    assert_eq!(read(obj(&rounded).as_bytes(), Format::Obj), truth);
}

#[test]
fn polygons_and_indices_from_the_end_are_read() {
    // A box of quadrilaterals, its vertices counted backwards in one of them.
    let text = "v 0 0 0\nv 1 0 0\nv 0 2 0\nv 1 2 0\nv 0 0 3\nv 1 0 3\nv 0 2 3\nv 1 2 3 0.5 0.5 0.5\n\
                f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf -7 -5 -1 -3\n";
    let mesh = Mesh::read(text.as_bytes(), Format::Obj).unwrap();
    assert_eq!((mesh.vertices().len(), mesh.triangles().len()), (8, 12));
    let found = mesh.properties(Amount::Mass(4.0)).unwrap();
    let truth = Solid::Box { sides: [1.0, 2.0, 3.0] }.properties(Amount::Mass(4.0)).unwrap();
    assert_eq!((found.tensor, found.volume), (truth.tensor, Some(6.0)));
    assert_eq!(found.centre, Vec3::new(0.5, 1.0, 1.5));
}

#[test]
fn a_polygon_with_a_notch_is_read_too() {
    // A prism over a hexagon that is the square (0, 2)^2 without (1, 2)^2.
    let base = [[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]];
    let mut text = String::new();
    for z in 0..2 {
        for [x, y] in base {
            text += &format!("v {x} {y} {z}\n");
        }
    }
    // The upper one from the first corner, the lower one from the notch's other side.
    text += "f 7 8 9 10 11 12\nf 3 2 1 6 5 4\n";
    for k in 0..6 {
        let next = (k + 1) % 6;
        text += &format!("f {} {} {} {}\n", k + 1, next + 1, next + 7, k + 7);
    }
    let found = Mesh::read(text.as_bytes(), Format::Obj).unwrap();
    let found = found.properties(Amount::Density(1.0)).unwrap();
    assert_eq!(found.volume, Some(3.0));
    // Three unit cubes.
    let centre = found.centre.to_array();
    for (x, truth) in centre.into_iter().zip([5.0 / 6.0, 5.0 / 6.0, 0.5]) {
        assert!((x - truth).abs() < 1e-15, "{centre:?}");
    }
    // sum of 1/6 + (x - cx)^2 + (y - cy)^2 with squares 1/9 + 1/9, 4/9 + 1/9, 1/9 + 4/9
    assert!((found.tensor.z.z - (0.5 + 12.0 / 9.0)).abs() < 1e-15, "{:?}", found.tensor);
}

#[test]
fn another_unit_of_length_scales_the_moments() {
    let mesh = displaced(16, 8).mesh();
    let metres = mesh.clone().scaled(1000.0).unwrap().properties(Amount::Density(2.0)).unwrap();
    let kilometres = mesh.properties(Amount::Density(2e9)).unwrap();
    assert!((metres.mass / kilometres.mass - 1.0).abs() < 1e-15);
    let scaled = kilometres.tensor.to_rows().map(|row| row.map(|x| x * 1e6));
    assert!(difference(metres.tensor.to_rows(), scaled) < 2e-15);
}
