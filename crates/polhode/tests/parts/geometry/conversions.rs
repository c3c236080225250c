//! Matrix, axis and angle, modified Rodrigues parameters, SPICE, CCSDS.

use super::{distance, rotations};
use core::f64::consts::PI;
use polhode::geometry::{Mat3, Rotation, Vec3};
use proptest::prelude::*;

/// Axis (1, 2, 3)/sqrt 14, angle 0.7 rad, active, body to inertial; the same
/// attitude was given to SPICE and scipy, whose answers are below.
fn sample() -> Rotation<f64> {
    Rotation::from_axis_angle(Vec3::from_f64([1.0, 2.0, 3.0]), 0.7)
}

fn assert_close(left: [f64; 4], right: [f64; 4]) {
    for (a, b) in left.into_iter().zip(right) {
        assert!((a - b).abs() < 5e-9, "{left:?} {right:?}");
    }
}

#[test]
fn the_sample_has_the_components_that_other_programs_give() {
    let (w, x, y, z) = (0.939_372_71, 0.091_643_29, 0.183_286_59, 0.274_929_88);
    assert_close(sample().to_wxyz(), [w, x, y, z]);
    assert_close(sample().to_xyzw(), [x, y, z, w]); // scipy
    assert_close(sample().to_spice(), [w, -x, -y, -z]); // m2q of the C-matrix
    assert_close(sample().to_ccsds(), [x, y, z, w]); // A inertial, B body
    assert!(distance(Rotation::from_spice(sample().to_spice()), sample()) < 4.0);
    assert!(distance(Rotation::from_ccsds(sample().to_ccsds()), sample()) < 4.0);
}

#[test]
fn a_quarter_turn_about_z_takes_x_to_y() {
    let quarter = Rotation::from_axis_angle(Vec3::from_f64([0.0, 0.0, 5.0]), PI / 2.0);
    let truth = Mat3::from_f64([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]);
    let error = quarter.to_matrix() - truth;
    assert!(error.x.max_abs().max(error.y.max_abs()).max(error.z.max_abs()) < 4e-16);
    assert!((quarter.to_mrp() - Vec3::new(0.0, 0.0, (PI / 8.0).tan())).max_abs() < 2e-16);
}

#[test]
fn an_axis_may_have_any_length_but_null_is_no_rotation() {
    for length in [5e-324, 1e-200, 1.0, 1e200, 1e308] {
        let q = Rotation::from_axis_angle(Vec3::new(0.0, -length, 0.0), 1.0);
        assert_eq!(q, Rotation::from_parts(0.5_f64.cos(), Vec3::new(0.0, -(0.5_f64.sin()), 0.0)));
    }
    assert_eq!(Rotation::from_axis_angle(Vec3::zero(), 1.0_f64), Rotation::identity());
}

#[test]
fn without_rotation_the_axis_is_the_first_and_the_angle_zero() {
    let (axis, angle) = Rotation::<f64>::identity().to_axis_angle();
    assert_eq!((axis, angle), (Vec3::from_f64([1.0, 0.0, 0.0]), 0.0));
    let tiny = Rotation::from_parts(1.0, Vec3::from_f64([0.0, 3e-200, 4e-200]));
    assert_eq!(tiny.to_axis_angle().0, Vec3::from_f64([0.0, 0.6, 0.8]));
}

#[test]
fn mrp_of_half_a_turn_have_length_one_and_of_none_zero() {
    let half = Rotation::from_parts(0.0, Vec3::from_f64([0.6, 0.0, -0.8]));
    assert_eq!(half.to_mrp(), Vec3::from_f64([0.6, 0.0, -0.8]));
    assert_eq!(Rotation::<f64>::identity().to_mrp(), Vec3::zero());
    assert_eq!(Rotation::from_mrp(Vec3::<f64>::zero()), Rotation::identity());
}

proptest! {
    #![proptest_config(super::cases())]

    #[test]
    fn the_matrix_of_a_rotation_gives_it_back(q in rotations()) {
        let m = q.to_matrix();
        prop_assert!(m.orthogonality_error() < 4e-15 && (m.determinant() - 1.0).abs() < 4e-15);
        prop_assert!(distance(Rotation::from_matrix(m), q) < 12.0);
    }

    #[test]
    fn a_matrix_does_what_its_rotation_does(q in rotations(), v in super::vectors(10.0)) {
        let error = (q.to_matrix() * v - q.apply(v)).max_abs();
        prop_assert!(error < 8.0 * f64::EPSILON * v.norm());
        // Rodrigues' formula, from axis and angle.
        let (axis, angle) = q.to_axis_angle();
        let truth = v * angle.cos()
            + axis.cross(v) * angle.sin()
            + axis * (axis.dot(v) * (1.0 - angle.cos()));
        let error = (truth - q.apply(v)).max_abs();
        prop_assert!(error < 16.0 * f64::EPSILON * v.norm(), "{error:e}");
    }

    #[test]
    fn axis_and_angle_give_the_rotation_back(q in rotations()) {
        let (axis, angle) = q.to_axis_angle();
        prop_assert!((axis.norm() - 1.0).abs() < 4e-16 && (0.0..=PI).contains(&angle));
        prop_assert!(distance(Rotation::from_axis_angle(axis, angle), q) < 8.0);
    }

    #[test]
    fn mrp_are_short_and_the_shadow_set_is_the_same_rotation(q in rotations()) {
        let sigma = q.to_mrp();
        prop_assert!(sigma.norm() <= 1.0 + f64::EPSILON);
        prop_assert!(distance(Rotation::from_mrp(sigma), q) < 8.0);
        let (axis, angle) = q.to_axis_angle();
        prop_assert!((sigma - axis * (angle / 4.0).tan()).max_abs() < 8.0 * f64::EPSILON);
        prop_assume!(sigma.norm() > 1e-3);
        let shadow = -sigma / sigma.norm_squared();
        prop_assert!(distance(Rotation::from_mrp(shadow), q) < 16.0);
    }

    #[test]
    fn spice_and_ccsds_go_there_and_back(q in rotations()) {
        prop_assert!(distance(Rotation::from_spice(q.to_spice()), q) < 4.0);
        prop_assert!(distance(Rotation::from_ccsds(q.to_ccsds()), q) < 4.0);
        // The C-matrix is the transpose: inertial to body.
        let [w, x, y, z] = q.to_spice();
        let c = Rotation { w, x, y, z }.to_matrix();
        prop_assert_eq!(c, q.to_matrix().transpose());
    }
}
