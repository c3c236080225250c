//! Exponential function and logarithm.

use super::DoubleDouble;
use super::expansion::Expansion;
use super::functions::{by_power_of_two, exponent, power_of_two};
use super::series::{factorials, reciprocals, series};
use crate::real::{Constant, Real};

/// ln 2, to 160 bits: 2^10 of them leave more than a double-double holds.
const LN_2: [f64; 3] =
    [core::f64::consts::LN_2, 2.319_046_813_846_299_6e-17, 5.707_708_438_416_212e-34];
const LOG2_E: f64 = core::f64::consts::LOG2_E;

/// r^25/25! is below 2^-119 up to ln(2)/2.
const EXP: [Constant; 25] = factorials(0, 1);
/// s^44/45 is below 2^-112 up to 3 - 2 sqrt 2.
const ATANH: [Constant; 21] = reciprocals(3, 2);

/// e to the power x.
pub(super) fn exp(x: DoubleDouble) -> DoubleDouble {
    if x.hi.is_nan() {
        return f64::NAN.into();
    }
    if x.hi.abs() > 750.0 {
        return if x.hi > 0.0 { f64::INFINITY.into() } else { 0.0.into() };
    }
    let count = Real::round(x.hi * LOG2_E);
    let power = series::<14, _>(&EXP, Expansion::from(x).less(count, &LN_2).rounded());
    // Two factors, since 2^count alone may leave the range of a double.
    let first = Real::round(count * 0.5);
    let scaled = power.scaled(power_of_two(first)).scaled(power_of_two(count - first));
    if scaled.hi == f64::INFINITY { f64::INFINITY.into() } else { scaled }
}

/// Natural logarithm.
pub(super) fn ln(x: DoubleDouble) -> DoubleDouble {
    if x.hi <= 0.0 || !Real::is_finite(x.hi) {
        return Real::ln(x.hi).into();
    }
    // x = 2^exponent * part, the part between sqrt(1/2) and sqrt 2.
    let mut part = by_power_of_two(x, x.hi);
    let mut twos = exponent(x.hi);
    if part.hi > core::f64::consts::SQRT_2 {
        part = part.scaled(0.5);
        twos += 1.0;
    }
    let one = DoubleDouble::one();
    let slope = (part - one) / (part + one);
    let square = slope * slope;
    let logarithm = (slope + slope * (square * series::<11, _>(&ATANH, square))).twice();
    if twos == 0.0 { logarithm } else { Expansion::from(logarithm).less(-twos, &LN_2).rounded() }
}
