//! The sum behind every recurrence.

use crate::real::Real;

/// The sum of `a_i b_(n-1-i)`; zero if there is nothing to sum.
///
/// Mirrored products are added to each other first, so that `x y` and `y x`
/// have the same bits, as those of plain numbers do (a cross product of a
/// vector with itself is zero, not nearly).
#[inline]
pub(crate) fn convolution<R: Real>(a: &[R], b: &[R]) -> R {
    let n = a.len().min(b.len());
    match n {
        0 => return R::zero(),
        1 => return a[0] * b[0],
        _ => {}
    }
    let mut sum = a[0] * b[n - 1] + a[n - 1] * b[0];
    for i in 1..n / 2 {
        sum += a[i] * b[n - 1 - i] + a[n - 1 - i] * b[i];
    }
    if n % 2 == 1 { sum + a[n / 2] * b[n / 2] } else { sum }
}
