//! exp, log, cayley, dexp against power series summed in double-double.

use super::{difference, rotations, vectors, widened};
use core::f64::consts::{PI, TAU};
use polhode::Real;
use polhode::geometry::{Mat3, Rotation, Vec3, cayley, dexp, dexp_inverse};
use polhode::real::DoubleDouble;
use proptest::prelude::*;

/// sum of hat^k / (k + shift)!: exp for shift 0, dexp for shift 1. Up to
/// |v| = 2 pi rounding stays below 1e-28.
fn series(v: Vec3<DoubleDouble>, shift: u8) -> Mat3<DoubleDouble> {
    let hat = Mat3::hat(v);
    let (mut term, mut sum) = (Mat3::identity(), Mat3::identity());
    for k in 1..70_u8 {
        term = term * hat * DoubleDouble::from(f64::from(k + shift)).recip();
        sum = sum + term;
    }
    sum
}

fn as_f64(m: Mat3<f64>) -> Mat3<DoubleDouble> {
    m.map_rows(widened)
}
fn as_f32(m: Mat3<f32>) -> Mat3<DoubleDouble> {
    m.map_rows(|row| row.map(|x| DoubleDouble::from(f64::from(x))))
}
#[expect(clippy::cast_possible_truncation, reason = "rounding to f32 is the purpose")]
fn single(v: Vec3<f64>) -> Vec3<f32> {
    v.map(|x| x as f32)
}
fn double(v: Vec3<f32>) -> Vec3<DoubleDouble> {
    v.map(|x| DoubleDouble::from(f64::from(x)))
}

proptest! {
    #![proptest_config(super::cases())]

    #[test]
    fn exp_is_the_exponential_of_the_matrix(v in vectors(TAU)) {
        let error = difference(as_f64(Rotation::exp(v).to_matrix()), series(widened(v), 0));
        prop_assert!(error < 10.0 * f64::EPSILON, "{error:e}");
    }

    #[test]
    fn dexp_is_its_series_at_every_angle(v in vectors(TAU)) {
        let error = difference(as_f64(dexp(v)), series(widened(v), 1));
        prop_assert!(error < 5.0 * f64::EPSILON, "{error:e}");
        let v = single(v);
        let error = difference(as_f32(dexp(v)), series(double(v), 1));
        prop_assert!(error < 5.0 * f64::from(f32::EPSILON), "{error:e}");
    }

    #[test]
    fn dexp_in_double_double_is_as_good_as_its_sine(v in vectors(3.0)) {
        let v = widened(v);
        let error = difference(dexp_inverse(v) * series(v, 1), Mat3::identity());
        prop_assert!(error < double_double_tolerance(), "{error:e}");
        let error = difference(dexp(v), series(v, 1));
        prop_assert!(error < double_double_tolerance(), "{error:e}");
    }

    #[test]
    fn dexp_inverse_is_the_inverse_up_to_a_whole_turn(v in vectors(6.0)) {
        let product = as_f64(dexp_inverse(v)) * series(widened(v), 1);
        let size = as_f64(dexp_inverse(v));
        let error = difference(product, Mat3::identity());
        let scale = difference(size, Mat3::identity()).max(1.0);
        prop_assert!(error < 8.0 * f64::EPSILON * scale, "{error:e} {scale}");
    }

    #[test]
    fn dexp_of_minus_v_gives_the_angular_velocity_in_body_components(
        v in vectors(6.0), rate in vectors(2.0),
    ) {
        // Central differences: truncation h^2/6, rounding eps/h, hence h = 1e-5.
        let step = 1e-5;
        let relative = Rotation::exp(v - rate * step).inverse() * Rotation::exp(v + rate * step);
        let measured = relative.log() / (2.0 * step);
        prop_assert!((measured - dexp(-v) * rate).max_abs() < 1e-9);
        let in_space = Rotation::exp(v).apply(measured);
        prop_assert!((in_space - dexp(v) * rate).max_abs() < 1e-9);
    }

    #[test]
    fn log_undoes_exp_up_to_half_a_turn(v in vectors(0.9999 * PI)) {
        let error = (Rotation::exp(v).log() - v).max_abs();
        prop_assert!(error < 4.0 * f64::EPSILON * v.norm(), "{error:e}");
    }

    #[test]
    fn exp_undoes_log_of_every_rotation(q in rotations()) {
        prop_assert!(q.log().norm() < PI + 2e-15);
        prop_assert!(super::distance(Rotation::exp(q.log()), q) < 8.0);
    }

    #[test]
    fn cayley_turns_by_twice_the_arc_tangent_of_half_the_length(v in vectors(20.0)) {
        let angle = 2.0 * (v.norm() / 2.0).atan();
        let truth = Rotation::from_axis_angle(v, angle);
        prop_assert!(super::distance(cayley(v), truth) < 8.0);
    }
}

/// Nothing made of a sine is better than the sine: as long as that of
/// double-doubles is a double, so is dexp.
fn double_double_tolerance() -> f64 {
    let sine = Real::sin(DoubleDouble::from_f64(0.7));
    if sine.lo == 0.0 { 4e-16 } else { 64.0 * DoubleDouble::EPSILON }
}

#[test]
fn null_and_tiny_vectors_make_no_trouble() {
    for length in [0.0, 5e-324, 1e-310, 1e-200, 1e-160, 1e-154, 1e-20] {
        let v = Vec3::new(length, -length, 0.5 * length);
        assert_eq!(Rotation::exp(v), Rotation::from_parts(1.0, v * 0.5), "{length}");
        assert_eq!(cayley(v), Rotation::from_parts(1.0, v * 0.5), "{length}");
        assert_eq!(dexp(v), Mat3::identity() + Mat3::hat(v) * 0.5, "{length}");
        assert_eq!(dexp_inverse(v), Mat3::identity() - Mat3::hat(v) * 0.5, "{length}");
        let back = Rotation::from_parts(1.0, v).log();
        assert_eq!(back, v * 2.0, "{length}");
    }
    for length in [0.0_f32, 1e-45, 1e-30] {
        let v = Vec3::new(length, 0.0, -length);
        assert_eq!(Rotation::exp(v), Rotation::from_parts(1.0, v * 0.5), "{length}");
    }
    let v = Vec3::<DoubleDouble>::from_f64([1e-200, 0.0, -1e-200]);
    assert_eq!(
        Rotation::exp(v),
        Rotation::from_parts(DoubleDouble::from_f64(1.0), v.map(Real::half))
    );
}

#[test]
fn log_near_half_a_turn_keeps_the_angle() {
    let axis = Vec3::from_f64([2.0, -3.0, 6.0]) / 7.0;
    for below in [0.0, 1e-16, 1e-12, 1e-8, 1e-3] {
        let v = axis * (PI - below);
        let error = (Rotation::exp(v).log() - v).max_abs();
        assert!(error < 4.0 * f64::EPSILON * 3.2, "{below:e}: {error:e}");
    }
    let exactly = Rotation::from_parts(0.0, Vec3::from_f64([0.0, 1.0, 0.0])).log();
    assert_eq!(exactly, Vec3::new(0.0, PI, 0.0));
}
