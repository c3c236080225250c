//! Exact changes of unit.

use super::Real;

/// A number near the smallest one with all its digits.
pub(crate) fn smallest<R: Real>() -> f64 {
    if R::EPSILON > 1e-10 { f64::from(f32::MIN_POSITIVE) } else { f64::MIN_POSITIVE }
}

/// The exponent of the largest power of two that is not above a positive finite number.
#[must_use]
pub fn binary_exponent(value: f64) -> i32 {
    let is_subnormal = value < f64::MIN_POSITIVE;
    let (value, shift) = if is_subnormal { (value * power_of_two(64), 64) } else { (value, 0) };
    let biased = i32::try_from(value.to_bits() >> 52).unwrap_or(1023);
    biased - 1023 - shift
}

/// A number times 2^exponent, exact wherever the result is neither subnormal nor infinite.
#[must_use]
pub fn times_power_of_two(value: f64, exponent: i32) -> f64 {
    // 2^1074 is no double, and a part may be one where the whole is none.
    let exponent = exponent.clamp(-4088, 4088);
    let quarter = exponent / 4;
    let rest = exponent - 3 * quarter;
    if (-1022..=1023).contains(&exponent) {
        return value * power_of_two(exponent);
    }
    [quarter, quarter, quarter, rest]
        .into_iter()
        .fold(value, |value, part| value * power_of_two(part))
}

/// 2^exponent, exponent within +-1022.
fn power_of_two(exponent: i32) -> f64 {
    let biased = u64::try_from(exponent + 1023).unwrap_or(1023);
    f64::from_bits(biased << 52)
}
