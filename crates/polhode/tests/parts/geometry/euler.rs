//! Euler angles of all twelve sequences.

use super::{distance, rotations};
use core::f64::consts::{FRAC_PI_2, PI};
use polhode::Error;
use polhode::geometry::{Axis, EulerSequence, Mat3, Rotation};
use proptest::prelude::*;

/// The rotation about an axis as a textbook writes it.
fn matrix_about(axis: Axis, angle: f64) -> Mat3<f64> {
    let (s, c) = angle.sin_cos();
    Mat3::from_f64(match axis {
        Axis::X => [[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]],
        Axis::Y => [[c, 0.0, s], [0.0, 1.0, 0.0], [-s, 0.0, c]],
        Axis::Z => [[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]],
    })
}

fn largest(m: Mat3<f64>) -> f64 {
    m.x.max_abs().max(m.y.max_abs()).max(m.z.max_abs())
}

proptest! {
    #![proptest_config(super::cases())]

    #[test]
    fn angles_are_those_of_successive_turns_about_body_axes(
        angles in [-PI..PI, -PI..PI, -PI..PI],
    ) {
        for sequence in EulerSequence::ALL {
            let [a, b, c] = sequence.axes();
            let truth = matrix_about(a, angles[0])
                * matrix_about(b, angles[1])
                * matrix_about(c, angles[2]);
            let rotation = Rotation::from_euler(sequence, angles);
            prop_assert!(largest(rotation.to_matrix() - truth) < 8.0 * f64::EPSILON);
        }
    }

    #[test]
    fn every_rotation_comes_back_from_its_angles(q in rotations()) {
        for sequence in EulerSequence::ALL {
            let [first, second, third] = q.to_euler(sequence);
            let error = distance(Rotation::from_euler(sequence, [first, second, third]), q);
            prop_assert!(error < 16.0, "{sequence} {error}");
            prop_assert!(-PI < first && first <= PI && -PI < third && third <= PI);
            let range = if sequence.is_proper() { 0.0..=PI } else { -FRAC_PI_2..=FRAC_PI_2 };
            prop_assert!(range.contains(&second), "{sequence} {second}");
        }
    }

    #[test]
    fn angles_within_their_ranges_come_back_themselves(
        first in -3.1..3.1_f64, second in 0.05..1.5_f64, third in -3.1..3.1_f64,
    ) {
        for sequence in EulerSequence::ALL {
            let angles = [first, second, third];
            let back = Rotation::from_euler(sequence, angles).to_euler(sequence);
            // The outer angles lose digits as the sine (or cosine) of the middle one.
            for (angle, back) in angles.into_iter().zip(back) {
                prop_assert!((angle - back).abs() < 64.0 * f64::EPSILON / 0.05, "{sequence}");
            }
        }
    }

    #[test]
    fn near_gimbal_lock_the_rotation_still_comes_back(
        first in -3.1..3.1, third in -3.1..3.1, exponent in -18.0..-5.0, side in 0..4,
    ) {
        let near = 10f64.powf(exponent) * if side % 2 == 0 { 1.0 } else { -1.0 };
        for sequence in EulerSequence::ALL {
            let lock = match (sequence.is_proper(), side < 2) {
                (true, true) => 0.0,
                (true, false) => PI,
                (false, true) => FRAC_PI_2,
                (false, false) => -FRAC_PI_2,
            };
            let q = Rotation::from_euler(sequence, [first, lock + near, third]);
            let error = distance(Rotation::from_euler(sequence, q.to_euler(sequence)), q);
            prop_assert!(error < 32.0, "{sequence} {error}");
        }
    }
}

#[test]
fn in_gimbal_lock_the_third_angle_is_zero() {
    for sequence in EulerSequence::ALL {
        let locks = if sequence.is_proper() { [0.0, PI] } else { [FRAC_PI_2, -FRAC_PI_2] };
        for lock in locks {
            let q = Rotation::from_euler(sequence, [0.3, lock, 0.2]);
            let [first, second, third] = q.to_euler(sequence);
            assert_eq!(third, 0.0, "{sequence}");
            assert!((second - lock).abs() < 4.0 * f64::EPSILON, "{sequence} {second}");
            let other = if (first - 0.5).abs() < 0.1 { 0.5 } else { 0.1 };
            assert!((first - other).abs() < 4.0 * f64::EPSILON, "{sequence} {first}");
        }
    }
}

#[test]
fn small_angles_keep_their_digits_where_nothing_is_locked() {
    for sequence in EulerSequence::ALL.into_iter().filter(|s| !s.is_proper()) {
        let angles: [f64; 3] = [1e-20, -3e-20, 2e-20];
        let back = Rotation::from_euler(sequence, angles).to_euler(sequence);
        for (angle, back) in angles.into_iter().zip(back) {
            assert!((back / angle - 1.0).abs() < 1e-15, "{sequence} {back:e}");
        }
        assert_eq!(Rotation::<f64>::identity().to_euler(sequence), [0.0; 3], "{sequence}");
    }
}

#[test]
fn the_identity_has_no_angles_in_proper_sequences_either() {
    for sequence in EulerSequence::ALL {
        assert_eq!(Rotation::<f32>::identity().to_euler(sequence), [0.0; 3], "{sequence}");
    }
}

#[test]
fn names_are_read_and_written() {
    for sequence in EulerSequence::ALL {
        assert_eq!(sequence.to_string().parse(), Ok(sequence));
    }
    let names: Vec<String> = EulerSequence::ALL.iter().map(ToString::to_string).collect();
    assert_eq!(names.join(" "), "xyx xzx yxy yzy zxz zyz xyz xzy yxz yzx zxy zyx");
}

#[test]
fn wrong_names_are_refused_with_rule_and_remedy() {
    let message = |text: &str| text.parse::<EulerSequence>().unwrap_err().to_string();
    assert_eq!(
        message("ZXZ"),
        "letter 1 of the Euler sequence is 'Z'; letters must be x, y or z in lower case; \
         write for example \"zxz\""
    );
    assert_eq!(
        message("xy"),
        "the Euler sequence has 2 letters; it must have 3; write for example \"zxz\""
    );
    assert_eq!("xyzx".parse::<EulerSequence>(), Err(Error::EulerLength { length: 4 }));
    assert_eq!("".parse::<EulerSequence>(), Err(Error::EulerLength { length: 0 }));
    assert_eq!(
        message("xxz"),
        "the Euler sequence is xxz; neighbours must be different axes, two turns about one axis \
         are one turn; write for example \"zxz\""
    );
    assert_eq!(
        EulerSequence::new(Axis::X, Axis::Y, Axis::Y),
        Err(Error::EulerNeighbours { axes: [Axis::X, Axis::Y, Axis::Y] })
    );
}
