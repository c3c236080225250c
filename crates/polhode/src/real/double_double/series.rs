//! Taylor series.

use super::DoubleDouble;
use crate::real::{Constant, Real};

/// The coefficients, lowest first, at x. Those after the first `LONG` together
/// add less than 2^-53 of the sum: a double holds enough of them.
pub(super) fn series<const LONG: usize, const N: usize>(
    coefficients: &[Constant; N],
    x: DoubleDouble,
) -> DoubleDouble {
    let (long, short) = coefficients.split_at(LONG);
    let small = short.iter().rev().fold(0.0, |sum, coefficient| coefficient.hi + x.hi * sum);
    long.iter().rev().fold(DoubleDouble::from(small), |sum, &coefficient| {
        DoubleDouble::constant(coefficient) + x * sum
    })
}

/// 1/first!, 1/(first + step)!, ...
pub(super) const fn factorials<const N: usize>(first: u128, step: u128) -> [Constant; N] {
    let mut terms = [Constant { hi: 0.0, lo: 0.0 }; N];
    let (mut i, mut n, mut factorial) = (0, 0, 1);
    while i < N {
        while n < first + step * i as u128 {
            n += 1;
            factorial *= n;
        }
        terms[i] = Constant::ratio(1, factorial);
        i += 1;
    }
    terms
}

/// 1/first, 1/(first + step), ...
pub(super) const fn reciprocals<const N: usize>(first: u128, step: u128) -> [Constant; N] {
    let mut terms = [Constant { hi: 0.0, lo: 0.0 }; N];
    let mut i = 0;
    while i < N {
        terms[i] = Constant::ratio(1, first + step * i as u128);
        i += 1;
    }
    terms
}
