//! Polynomials and quotients, in the order that leaves short chains.

use super::super::double_double::two_product;
use super::float64::Float64;

/// Estrin's scheme: neighbours are joined with x, then x^2, then x^4, so that
/// the chain grows with the logarithm of the number of coefficients. At most 16
/// coefficients, lowest first.
///
/// No loop, since the compiler would leave one, and the terms in memory.
#[inline(always)]
pub(super) fn polynomial<F: Float64, const N: usize>(coefficients: &[f64; N], x: F) -> F {
    const { assert!(0 < N && N <= 16) };
    let second = x.squared();
    let fourth = second.squared();
    let eighth = fourth.squared();
    let term = |i: usize| coefficients.get(i).map(|&coefficient| F::of(coefficient));
    let two = |i: usize| joined(term(2 * i), term(2 * i + 1), x);
    let four = |i: usize| joined(two(2 * i), two(2 * i + 1), second);
    let eight = |i: usize| joined(four(2 * i), four(2 * i + 1), fourth);
    joined(eight(0), eight(1), eighth).unwrap_or(F::zero())
}

/// `low + power * high`, as far as there are such.
#[inline(always)]
fn joined<F: Float64>(low: Option<F>, high: Option<F>, power: F) -> Option<F> {
    match (low, high) {
        (Some(low), Some(high)) => Some(low + power * high),
        _ => low,
    }
}

/// The quotient of two sums of a double and a small rest, as such a sum.
#[inline(always)]
pub(super) fn quotient<F: Float64>(numerator: (F, F), denominator: (F, F)) -> (F, F) {
    let quotient = numerator.0 / denominator.0;
    let (product, error) = two_product(quotient, denominator.0);
    let rest = ((numerator.0 - product) - error) + (numerator.1 - quotient * denominator.1);
    (quotient, rest / denominator.0)
}
