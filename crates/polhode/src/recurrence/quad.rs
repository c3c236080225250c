//! Four series side by side.

use super::LENGTH;
use crate::geometry::Vec3;
use crate::real::{Four, Real};

/// One coefficient of each, as they lie in memory: so that one register loads them.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(crate) struct Quad<R>(pub(super) [R; 4]);

/// All coefficients.
pub(super) type Quads<R> = [Quad<R>; LENGTH];

impl<R: Real> Quad<R> {
    #[inline(always)]
    pub(crate) fn zero() -> Self {
        Self([R::zero(); 4])
    }
    #[inline(always)]
    pub(crate) fn load<F: Four<R>>(&self) -> F {
        F::from_array(self.0)
    }
    #[inline(always)]
    pub(crate) fn store<F: Four<R>>(&mut self, four: F) {
        self.0 = four.to_array();
    }
}

/// A vector and a zero.
#[inline(always)]
pub(crate) fn padded<R: Real, F: Four<R>>(Vec3 { x, y, z }: Vec3<R>) -> F {
    F::from_array([x, y, z, R::zero()])
}

/// Coefficient k of four products, each to the bit as
/// [`convolution`](crate::real::convolution) has it.
#[inline(always)]
pub(crate) fn product<R: Real, F: Four<R>, const N: usize>(
    a: &[Quad<R>; N],
    b: &[Quad<R>; N],
    k: usize,
) -> F {
    let term = |i: usize, j: usize| a[i].load::<F>() * b[j].load();
    match k {
        0 => term(0, 0),
        1 => term(0, 1) + term(1, 0),
        2 => term(1, 1) + (term(0, 2) + term(2, 0)),
        _ => long_product(a, b, k),
    }
}

#[inline(always)]
fn long_product<R: Real, F: Four<R>, const N: usize>(
    a: &[Quad<R>; N],
    b: &[Quad<R>; N],
    k: usize,
) -> F {
    let n = k.min(N - 1) + 1;
    let half = n / 2;
    let (a_low, a_high) = (&a[..half], &a[n - half..n]);
    let (b_low, b_high) = (&b[..half], &b[n - half..n]);
    let mut outward = a_low.iter().zip(b_low).rev().zip(a_high.iter().zip(b_high));
    let mut sum = if n % 2 == 1 {
        a[half].load::<F>() * b[half].load()
    } else if let Some(((a_low, b_low), (a_high, b_high))) = outward.next() {
        a_low.load::<F>() * b_high.load() + a_high.load::<F>() * b_low.load()
    } else {
        F::from_array([R::zero(); 4])
    };
    for ((a_low, b_low), (a_high, b_high)) in outward {
        sum = sum + (a_low.load::<F>() * b_high.load() + a_high.load::<F>() * b_low.load());
    }
    sum
}
