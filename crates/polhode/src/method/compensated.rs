//! Sums that keep what rounding leaves.

use crate::real::Real;

/// Adds to a value what it is to gain and what earlier sums have left, and keeps what
/// this one leaves.
#[inline(always)]
pub(crate) fn add_with_rest<R: Real>(value: &mut R, rest: &mut R, gain: R) {
    let gain = gain + *rest;
    let before = *value;
    let sum = before + gain;
    let part = sum - before;
    *rest = (before - (sum - part)) + (gain - part);
    *value = sum;
}
