//! Compensated summation.

use super::Real;

/// Adds `gain` and the compensation term `rest` to `value`, and stores the rounding error of
/// this sum in `rest`.
#[inline(always)]
pub(crate) fn add_with_rest<R: Real>(value: &mut R, rest: &mut R, gain: R) {
    let gain = gain + *rest;
    let before = *value;
    let sum = before + gain;
    // TwoSum: the rounding error of a sum is itself a floating-point number.
    let part = sum - before;
    *rest = (before - (sum - part)) + (gain - part);
    *value = sum;
}
