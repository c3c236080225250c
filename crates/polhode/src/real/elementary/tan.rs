//! Tangent.

use super::super::Mask;
use super::super::double_double::quick_two_sum;
use super::float64::{Bits, Float64};
use super::polynomial::quotient;
use super::reduce::{Reduced, reduce, reduce_any};
use super::sin_cos::kernel;

/// Tangent: the quotient of sine and cosine before they are rounded.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(in super::super) fn tan<F: Float64>(x: F) -> F {
    let size = x.abs();
    if size.le(F::one()).all() {
        // What the rest of the function would give, with nothing to reduce.
        let (sin, cos) = kernel(size, None);
        return ratio(sin, cos).flipped(x.sign());
    }
    let (reduced, good) = reduce(size);
    if good.all() { turned(x, reduced) } else { tan_any(x) }
}

/// Apart, so that the usual way keeps its numbers in registers.
#[cold]
#[inline(never)]
fn tan_any<F: Float64>(x: F) -> F {
    turned(x, reduce_any(x.abs()))
}

/// From the reduced magnitude of x.
#[inline(always)]
fn turned<F: Float64>(x: F, reduced: Reduced<F>) -> F {
    let (sin, cos) = kernel(reduced.angle, Some(reduced.tail));

    let odd = reduced.quadrant & F::Bits::from_u64(1);
    let mask = F::Bits::from_u64(0).minus(odd);
    let pick =
        |even: F, other: F| F::from_bits(even.bits() ^ ((even.bits() ^ other.bits()) & mask));
    let numerator = (pick(sin.0, cos.0), pick(sin.1, cos.1));
    let denominator = (pick(cos.0, sin.0), pick(cos.1, sin.1));
    ratio(numerator, denominator).flipped(odd.up(63) ^ x.sign())
}

#[inline(always)]
fn ratio<F: Float64>(numerator: (F, F), denominator: (F, F)) -> F {
    let numerator = quick_two_sum(numerator.0, numerator.1);
    let denominator = quick_two_sum(denominator.0, denominator.1);
    let (hi, lo) = quotient(numerator, denominator);
    hi + lo
}
