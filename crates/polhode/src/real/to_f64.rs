//! From any scalar type to doubles.

use super::{DoubleDouble, Mask, Real};
use core::any::Any;

/// Returns the double nearest to a scalar, for messages and for the branches of torques. Formulas never go
/// this way, hence [`Real`] has no such method.
pub fn to_f64<R: Real>(value: R) -> f64 {
    let any: &dyn Any = &value;
    let double = any.downcast_ref::<f64>().copied();
    let single = any.downcast_ref::<f32>().map(|&x| f64::from(x));
    let pair = any.downcast_ref::<DoubleDouble>().map(|x| x.hi);
    double.or(single).or(pair).unwrap_or_else(|| by_comparisons(value))
}

/// The same of any scalar, one bit after the other: positive doubles are ordered as their bits are.
fn by_comparisons<R: Real>(value: R) -> f64 {
    if !value.is_finite().all() {
        return f64::NAN;
    }
    let size = value.abs();
    let found = (0..63).rev().map(|bit| 1u64 << bit).fold(0u64, |bits, one| {
        let fits = f64::from_bits(bits | one) < f64::INFINITY
            && R::from_f64(f64::from_bits(bits | one)).le(size).all();
        if fits { bits | one } else { bits }
    });
    f64::from_bits(found).copysign(if value.lt(R::zero()).any() { -1.0 } else { 1.0 })
}
