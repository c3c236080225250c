//! Polynomials and quotients, in the order that leaves short chains.

use super::super::double_double::two_product;
use super::float64::Float64;

/// Estrin's scheme: neighbours are joined with x, then x^2, then x^4, so that
/// the chain grows with the logarithm of the number of coefficients. At most 16
/// coefficients, lowest first.
///
/// No loop, since the compiler would leave one, and the terms in memory; and no
/// closures, which cannot be inlined always.
#[inline(always)]
pub(super) fn polynomial<F: Float64, const N: usize>(coefficients: &[f64; N], x: F) -> F {
    const { assert!(0 < N && N <= 16) };
    let second = x.squared();
    let fourth = second.squared();
    let eighth = fourth.squared();
    let powers = [x, second, fourth];
    joined(eight(coefficients, 0, powers), eight(coefficients, 1, powers), eighth)
        .unwrap_or(F::zero())
}

/// The i-th eight terms.
#[inline(always)]
fn eight<F: Float64, const N: usize>(c: &[f64; N], i: usize, powers: [F; 3]) -> Option<F> {
    joined(four(c, 2 * i, powers), four(c, 2 * i + 1, powers), powers[2])
}

/// The i-th four.
#[inline(always)]
fn four<F: Float64, const N: usize>(c: &[f64; N], i: usize, powers: [F; 3]) -> Option<F> {
    joined(two(c, 2 * i, powers), two(c, 2 * i + 1, powers), powers[1])
}

/// The i-th two.
#[inline(always)]
fn two<F: Float64, const N: usize>(c: &[f64; N], i: usize, powers: [F; 3]) -> Option<F> {
    joined(one(c, 2 * i), one(c, 2 * i + 1), powers[0])
}

#[inline(always)]
fn one<F: Float64, const N: usize>(c: &[f64; N], i: usize) -> Option<F> {
    if i < N { Some(F::from_f64(c[i])) } else { None }
}

/// `low + power * high`, as far as there are such.
#[inline(always)]
fn joined<F: Float64>(low: Option<F>, high: Option<F>, power: F) -> Option<F> {
    match (low, high) {
        (Some(low), Some(high)) => Some(power.times_plus(high, low)),
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
