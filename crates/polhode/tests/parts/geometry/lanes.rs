//! A lane holds the bits that the scalar would have held.

use polhode::geometry::{EulerSequence, Rotation, Vec3, cayley, dexp, dexp_inverse};
use polhode::real::{DoubleDouble, F32x8, F64x4, Lanes, Real};

/// Everything that can be made of a vector.
fn everything<R: Real>(v: Vec3<R>) -> Vec<R> {
    let q = Rotation::exp(v);
    let (axis, angle) = q.to_axis_angle();
    let mut numbers = vec![angle];
    for rotation in [
        q,
        cayley(v),
        Rotation::from_matrix(q.to_matrix()),
        Rotation::from_axis_angle(v, v.x),
        Rotation::from_mrp(v),
        Rotation::from_spice(q.to_ccsds()),
    ] {
        numbers.extend(rotation.to_wxyz());
    }
    for vector in [q.log(), axis, q.to_mrp()] {
        numbers.extend(vector.to_array());
    }
    for matrix in [dexp(v), dexp_inverse(v), q.to_matrix()] {
        numbers.extend(matrix.to_rows().concat());
    }
    for sequence in EulerSequence::ALL {
        numbers.extend(q.to_euler(sequence));
        numbers.extend(Rotation::from_euler(sequence, v.to_array()).to_wxyz());
    }
    numbers
}

/// Null, tiny, ordinary, near half a turn, beyond, locked.
const VECTORS: [[f64; 3]; 8] = [
    [0.0, 0.0, 0.0],
    [1e-30, -2e-30, 0.0],
    [0.3, -0.2, 0.9],
    [1.9, 0.0, 0.7],
    [0.0, core::f64::consts::PI, 0.0],
    [-3.0, 2.0, -4.0],
    [0.0, core::f64::consts::FRAC_PI_2, 0.0],
    [1e-3, 1e-9, 2.0],
];

fn lanes_hold_the_bits_of_scalars<R: Lanes>() {
    for start in 0..VECTORS.len() {
        let vector = |i: usize| Vec3::from_f64(VECTORS[(start + i) % VECTORS.len()]);
        let together = everything(Vec3::<R>::from_lanes(vector));
        for lane in 0..R::COUNT {
            let alone = everything(vector(lane));
            for (index, (together, alone)) in together.iter().zip(alone).enumerate() {
                // Debug writes the shortest digits that give the same bits, and -0.
                let (left, right) = (format!("{:?}", together.lane(lane)), format!("{alone:?}"));
                assert_eq!(left, right, "number {index} of vector {}", start + lane);
                assert!(alone.is_finite(), "number {index} of vector {}", start + lane);
            }
        }
    }
}

#[test]
fn four_doubles() {
    lanes_hold_the_bits_of_scalars::<F64x4>();
}
#[test]
fn eight_singles() {
    lanes_hold_the_bits_of_scalars::<F32x8>();
}
#[test]
fn double_doubles_are_finite_throughout() {
    lanes_hold_the_bits_of_scalars::<DoubleDouble>();
}
