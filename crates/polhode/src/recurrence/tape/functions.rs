//! Functions, coefficient by coefficient: what their derivatives say.

use super::{Rows, Slot};
use crate::real::{Mask, Real, convolution};
use crate::recurrence::inverse_of;

pub(super) fn root<R: Real>(all: &Rows<R>, a: Slot, to: Slot, k: usize) -> R {
    let (a, root) = (&all[a], &all[to]);
    if k == 0 {
        return a[0].sqrt();
    }
    let next = (a[k] - convolution(&root[1..k], &root[1..k])) / root[0].twice();
    // The root of what has been zero so far has been zero too.
    let resting = vanishing(&a[..=k]);
    if resting.any() { R::select(resting, R::zero(), next) } else { next }
}

/// `sin' = cos x'` and `cos' = -sin x'`.
pub(super) fn sine_and_cosine<R: Real>(all: &mut Rows<R>, a: Slot, to: Slot, k: usize) {
    let (slope, sin, cos) = (to, to + 1, to + 2);
    if k == 0 {
        (all[sin][0], all[cos][0]) = all[a][0].sin_cos();
        return;
    }
    all[slope][k - 1] = count::<R>(k) * all[a][k];
    all[sin][k] = convolution(&all[slope][..k], &all[cos][..k]) * inverse_of(k);
    all[cos][k] = -(convolution(&all[slope][..k], &all[sin][..k]) * inverse_of(k));
}

/// `tan' = (1 + tan^2) x'`.
pub(super) fn tangent<R: Real>(all: &mut Rows<R>, a: Slot, to: Slot, k: usize) {
    let (slope, growth, tan) = (to, to + 1, to + 2);
    if k == 0 {
        all[tan][0] = all[a][0].tan();
        all[growth][0] = R::one() + all[tan][0].squared();
        return;
    }
    all[slope][k - 1] = count::<R>(k) * all[a][k];
    all[tan][k] = convolution(&all[slope][..k], &all[growth][..k]) * inverse_of(k);
    all[growth][k] = convolution(&all[tan][..=k], &all[tan][..=k]);
}

/// `exp' = exp x'`.
pub(super) fn exponential<R: Real>(all: &mut Rows<R>, a: Slot, to: Slot, k: usize) {
    let (slope, exp) = (to, to + 1);
    if k == 0 {
        all[exp][0] = all[a][0].exp();
        return;
    }
    all[slope][k - 1] = count::<R>(k) * all[a][k];
    all[exp][k] = convolution(&all[slope][..k], &all[exp][..k]) * inverse_of(k);
}

/// `ln' = x' / x`.
pub(super) fn logarithm<R: Real>(all: &mut Rows<R>, a: Slot, to: Slot, k: usize) {
    let (slope, quotient, ln) = (to, to + 1, to + 2);
    if k == 0 {
        all[ln][0] = all[a][0].ln();
        return;
    }
    let rate = count::<R>(k) * all[a][k];
    all[slope][k - 1] = rate;
    let rest = rate - convolution(&all[a][1..k], &all[quotient][..k - 1]);
    all[quotient][k - 1] = rest / all[a][0];
    all[ln][k] = all[quotient][k - 1] * inverse_of(k);
}

/// `angle' = (x y' - y x') / (x^2 + y^2)`.
pub(super) fn angle<R: Real>(all: &mut Rows<R>, [y, x, square]: [Slot; 3], to: Slot, k: usize) {
    let (y_slope, x_slope, quotient, angle) = (to, to + 1, to + 2, to + 3);
    if k == 0 {
        all[angle][0] = all[y][0].atan2(all[x][0]);
        return;
    }
    all[y_slope][k - 1] = count::<R>(k) * all[y][k];
    all[x_slope][k - 1] = count::<R>(k) * all[x][k];
    let sweep = convolution(&all[x][..k], &all[y_slope][..k])
        - convolution(&all[y][..k], &all[x_slope][..k]);
    let rest = sweep - convolution(&all[square][1..k], &all[quotient][..k - 1]);
    all[quotient][k - 1] = rest / all[square][0];
    let next = all[quotient][k - 1] * inverse_of(k);
    let resting = vanishing(&all[y][..=k]) & vanishing(&all[x][..=k]);
    all[angle][k] = if resting.any() { R::select(resting, R::zero(), next) } else { next };
}

/// Are all of them zero?
fn vanishing<R: Real>(coefficients: &[R]) -> R::Mask {
    coefficients.iter().fold(R::Mask::splat(true), |all, c| all & c.equals(R::zero()))
}

#[expect(clippy::cast_precision_loss, reason = "the number of a coefficient is small")]
#[inline]
fn count<R: Real>(k: usize) -> R {
    R::from_f64(k as f64)
}
