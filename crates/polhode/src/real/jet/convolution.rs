//! The sum behind every recurrence.

use crate::real::Real;

/// The sum of `a_i b_(n-1-i)`; zero if there is nothing to sum.
///
/// Mirrored products are added to each other first, so that `x y` and `y x`
/// have the same bits, as those of plain numbers do (a cross product of a
/// vector with itself is zero, not nearly). The sum goes from the inside out: the
/// ends have the latest coefficients, and all else can be summed while these are
/// still computed.
#[inline]
pub(crate) fn convolution<R: Real>(a: &[R], b: &[R]) -> R {
    let n = a.len().min(b.len());
    let both = |i: usize| a[i] * b[n - 1 - i] + a[n - 1 - i] * b[i];
    let (first, outer) = match n {
        0 => return R::zero(),
        n if n % 2 == 1 => (a[n / 2] * b[n / 2], n / 2),
        _ => (both(n / 2 - 1), n / 2 - 1),
    };
    (0..outer).rev().fold(first, |sum, i| sum + both(i))
}
