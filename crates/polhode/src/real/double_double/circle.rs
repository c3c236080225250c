//! Sine, cosine and their inverse.

use super::DoubleDouble;
use super::expansion::Expansion;
use super::functions::by_power_of_two;
use super::series::{factorials, series};
use crate::real::{Constant, Real, elementary};

/// pi/2, to 270 bits: a double-double may be within 2^-125 of a multiple.
const HALF_PI: [f64; 5] = [
    core::f64::consts::FRAC_PI_2,
    6.123_233_995_736_766e-17,
    -1.497_384_904_859_169_8e-33,
    5.562_271_104_316_826e-50,
    2.836_115_989_820_158e-66,
];
const TWO_OVER_PI: f64 = core::f64::consts::FRAC_2_PI;
const QUARTER_PI: f64 = Constant::QUARTER_PI.hi;
/// Up to here the count of quarter turns is exact.
const LIMIT: f64 = 1_125_899_906_842_624.0; // 2^50

/// x^28/29! is below 2^-112 up to pi/4.
const SIN: [Constant; 13] = factorials(3, 2);
const COS: [Constant; 14] = factorials(2, 2);

/// Sine and cosine; beyond 2^50 with the digits of a double.
pub(super) fn sin_cos(x: DoubleDouble) -> (DoubleDouble, DoubleDouble) {
    if x.hi.abs() <= QUARTER_PI {
        return kernel(x);
    }
    if x.hi.abs() > LIMIT || x.hi.is_nan() {
        return far(x);
    }
    let count = Real::round(x.hi * TWO_OVER_PI);
    let (sin, cos) = kernel(Expansion::from(x).less(count, &HALF_PI).rounded());
    // The count in the low bits.
    match (count + 6_755_399_441_055_744.0).to_bits() & 3 {
        0 => (sin, cos),
        1 => (cos, -sin),
        2 => (-sin, -cos),
        _ => (-cos, sin),
    }
}

/// Up to pi/4.
fn kernel(x: DoubleDouble) -> (DoubleDouble, DoubleDouble) {
    if x.hi == 0.0 {
        return (x, DoubleDouble::one());
    }
    let square = -(x * x);
    let sin = x + x * (square * series::<8, _>(&SIN, square));
    (sin, DoubleDouble::one() + square * series::<8, _>(&COS, square))
}

/// By the functions of doubles and the theorem of addition.
fn far(x: DoubleDouble) -> (DoubleDouble, DoubleDouble) {
    let (sin, cos) = elementary::sin_cos(x.hi);
    let (sin_lo, cos_lo) = elementary::sin_cos(x.lo);
    ((sin * cos_lo + cos * sin_lo).into(), (cos * cos_lo - sin * sin_lo).into())
}

/// The angle of the point (x, y): one Newton step from the double's.
pub(super) fn atan2(y: DoubleDouble, x: DoubleDouble) -> DoubleDouble {
    let near = elementary::atan2(y.hi, x.hi);
    let size = Real::max(y.hi.abs(), x.hi.abs());
    if y.hi == 0.0 || x.hi == 0.0 || !Real::is_finite(size) {
        return on_axis(near);
    }
    // No product may leave the range of a double.
    let (y, x) = (by_power_of_two(y, size), by_power_of_two(x, size));
    let (sin, cos) = sin_cos(near.into());
    DoubleDouble::from(near) + (y * cos - x * sin) / (x * cos + y * sin)
}

/// A multiple of pi/4 with all its digits; zeros keep their sign.
fn on_axis(near: f64) -> DoubleDouble {
    if near == 0.0 || near.is_nan() {
        return near.into();
    }
    DoubleDouble::constant(Constant::QUARTER_PI)
        * DoubleDouble::from(Real::round(near / QUARTER_PI))
}
