//! Zeros, infinities, what is not a number, and the ends of the range.

use core::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};
use polhode::Real;

const INFINITY: f64 = f64::INFINITY;

#[track_caller]
fn same(got: f64, expected: f64) {
    assert!(
        got.to_bits() == expected.to_bits() || (got.is_nan() && expected.is_nan()),
        "{got:e} is not {expected:e}"
    );
}

#[test]
fn circular_functions_keep_signed_zeros_and_reject_infinity() {
    for zero in [0.0, -0.0] {
        same(Real::sin(zero), zero);
        same(Real::cos(zero), 1.0);
        same(Real::tan(zero), zero);
    }
    for x in [INFINITY, -INFINITY, f64::NAN] {
        same(Real::sin(x), f64::NAN);
        same(Real::cos(x), f64::NAN);
        same(Real::tan(x), f64::NAN);
    }
    for tiny in [5e-324, -5e-324, 2.3e-310, f64::MIN_POSITIVE, 1e-200] {
        same(Real::sin(tiny), tiny);
        same(Real::cos(tiny), 1.0);
        same(Real::tan(tiny), tiny);
    }
}

#[test]
fn the_exponential_ends_at_zero_and_infinity() {
    for (x, expected) in [
        (0.0, 1.0),
        (-0.0, 1.0),
        (INFINITY, INFINITY),
        (-INFINITY, 0.0),
        (f64::MAX, INFINITY),
        (-f64::MAX, 0.0),
        (709.782_712_893_384_1, INFINITY),
        (-745.133_219_101_941_2, 0.0),
        (-745.133_219_101_941_1, 5e-324),
        (5e-324, 1.0),
        (f64::NAN, f64::NAN),
    ] {
        same(Real::exp(x), expected);
    }
    assert!(Real::exp(709.782_712_893_384) < INFINITY);
}

#[test]
fn the_logarithm_of_what_is_not_positive_is_none() {
    for (x, expected) in [
        (0.0, -INFINITY),
        (-0.0, -INFINITY),
        (1.0, 0.0),
        (INFINITY, INFINITY),
        (-5e-324, f64::NAN),
        (-1.0, f64::NAN),
        (-INFINITY, f64::NAN),
        (f64::NAN, f64::NAN),
    ] {
        same(Real::ln(x), expected);
    }
}

#[test]
fn points_on_axes_and_at_infinity_have_the_known_angles() {
    for (y, x, expected) in [
        (0.0, 0.0, 0.0),
        (0.0, -0.0, PI),
        (0.0, 1.0, 0.0),
        (0.0, -1.0, PI),
        (1.0, 0.0, FRAC_PI_2),
        (1.0, -0.0, FRAC_PI_2),
        (5e-324, 0.0, FRAC_PI_2),
        (5e-324, -5e-324, 3.0 * FRAC_PI_4),
        (f64::MAX, f64::MAX, FRAC_PI_4),
        (1.0, INFINITY, 0.0),
        (1.0, -INFINITY, PI),
        (INFINITY, 1.0, FRAC_PI_2),
        (INFINITY, -1.0, FRAC_PI_2),
        (INFINITY, INFINITY, FRAC_PI_4),
        (INFINITY, -INFINITY, 3.0 * FRAC_PI_4),
        (5e-324, f64::MAX, 0.0),
        (5e-324, 1.0, 5e-324),
        (5e-324, -f64::MAX, PI),
        (f64::MAX, 5e-324, FRAC_PI_2),
    ] {
        same(Real::atan2(y, x), expected);
        same(Real::atan2(-y, x), -expected);
    }
    for other in [0.0, 1.0, INFINITY, f64::NAN] {
        same(Real::atan2(other, f64::NAN), f64::NAN);
        same(Real::atan2(f64::NAN, other), f64::NAN);
    }
}

#[test]
fn integers_are_nearest_with_ties_to_even() {
    for (x, expected) in [
        (0.5, 0.0),
        (-0.5, -0.0),
        (1.5, 2.0),
        (2.5, 2.0),
        (-0.3, -0.0),
        (2_251_799_813_685_249.5, 2_251_799_813_685_250.0),
        (4_503_599_627_370_497.0, 4_503_599_627_370_497.0),
        (INFINITY, INFINITY),
        (f64::NAN, f64::NAN),
    ] {
        same(Real::round(x), expected);
    }
}
