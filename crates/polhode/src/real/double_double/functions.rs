//! Square root, rounding and powers of two.

use super::DoubleDouble;
use crate::real::Real;

/// One Newton step from the double's root; zero and infinity stay.
#[inline]
pub(super) fn sqrt(x: DoubleDouble) -> DoubleDouble {
    let root = Real::sqrt(x.hi);
    if x.hi == 0.0 || !root.is_finite() {
        return DoubleDouble::from(root);
    }
    let rest = x - DoubleDouble::from_product(root, root);
    DoubleDouble::from_sum(root, rest.hi / (root + root))
}

/// The nearest integer, ties to even.
pub(super) fn round(x: DoubleDouble) -> DoubleDouble {
    let hi = Real::round(x.hi);
    if hi == x.hi {
        // A tie of the second part means an even first part: it stays.
        return DoubleDouble::from_sum(hi, Real::round(x.lo));
    }
    // The second part decides between the neighbours of a tie.
    let tie = (x.hi - hi).abs() == 0.5 && x.lo != 0.0;
    DoubleDouble::from(if tie { x.hi + 0.5_f64.copysign(x.lo) } else { hi })
}

/// 2 to a whole power from -1022 to 1023.
pub(super) fn power_of_two(power: f64) -> f64 {
    // The power in the low bits.
    let shifted = (power + 6_755_399_441_055_744.0).to_bits() << 52;
    f64::from_bits(shifted.wrapping_add(1.0_f64.to_bits()))
}

/// The power of two at or below a positive number.
pub(super) fn exponent(x: f64) -> f64 {
    if x < f64::MIN_POSITIVE {
        return exponent(x * 18_014_398_509_481_984.0) - 54.0;
    }
    // The field in the low bits of 2^52.
    let field = (x.to_bits() >> 52) | 4_503_599_627_370_496.0_f64.to_bits();
    f64::from_bits(field) - 4_503_599_627_371_519.0 // 2^52 + 1023
}

/// Divided by the power of two at or below a positive, finite `size`.
pub(super) fn by_power_of_two(x: DoubleDouble, size: f64) -> DoubleDouble {
    let power = exponent(size);
    let first = Real::round(power * 0.5);
    x.scaled(power_of_two(-first)).scaled(power_of_two(first - power))
}
