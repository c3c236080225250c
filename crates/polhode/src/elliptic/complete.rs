//! Complete integrals, by the arithmetic-geometric mean.

use crate::real::{Constant, Mask, Real};

/// K(m), the complete integral of the first kind, from m1 = 1 - m; infinite for
/// m1 = 0.
#[must_use]
pub fn k<R: Real>(m1: R) -> R {
    let flat = m1.equals(R::zero());
    let mean = mean_with_one(R::select(flat, R::one(), m1.sqrt()));
    R::select(flat, R::from_f64(f64::INFINITY), R::constant(Constant::HALF_PI) / mean)
}

/// E(m), the complete integral of the second kind, from m and m1 = 1 - m.
#[must_use]
pub fn e_complete<R: Real>(_m: R, m1: R) -> R {
    let flat = m1.equals(R::zero());
    let kc = R::select(flat, R::one(), m1.sqrt());
    R::select(flat, R::one(), cel(kc, R::one(), R::one(), m1))
}

/// Pi(n, m), the complete integral of the third kind, for n < 1; infinite for
/// n = 1 and for m1 = 0, not a number for n > 1: no principal value is taken.
#[must_use]
pub fn pi_complete<R: Real>(n: R, _m: R, m1: R) -> R {
    cel(m1.sqrt(), R::one() - n, R::one(), R::one())
}

/// Bulirsch's general complete integral,
///
/// ```text
/// integral from 0 to pi/2 of
///   (a cos^2 + b sin^2)/((cos^2 + p sin^2) sqrt(cos^2 + kc^2 sin^2))
/// ```
///
/// for kc >= 0, p > 0: a sum of positive terms where a, b >= 0. Infinite for kc = 0
/// with b > 0 and for p = 0, not a number for p < 0.
#[must_use]
pub fn cel<R: Real>(kc: R, p: R, a: R, b: R) -> R {
    let (zero, one) = (R::zero(), R::one());
    let infinite = (kc.equals(zero) & !b.equals(zero)) | p.equals(zero);
    let close = R::from_f64(R::EPSILON).sqrt();
    let root = p.sqrt();
    let (mut p, mut a, mut b) = (root, a, b / root);
    let (mut mean, mut other, mut product) = (one, kc, kc);
    let mut going = !infinite & !kc.equals(zero);
    loop {
        // One step of Bartky's transformation.
        let g = product / p;
        let (next_a, next_b, next_p) = (a + b / p, (b + a * g).twice(), p + g);
        let next_mean = mean + other;
        let choose = |yes, no| R::select(going, yes, no);
        (a, b, p) = (choose(next_a, a), choose(next_b, b), choose(next_p, p));
        let before = mean;
        mean = choose(next_mean, mean);
        going = going & (before * close).lt((before - other).abs());
        if !going.any() {
            break;
        }
        other = R::select(going, product.sqrt().twice(), other);
        product = R::select(going, other * mean, product);
    }
    let value = R::constant(Constant::HALF_PI) * (b + a * mean) / (mean * (mean + p));
    R::select(infinite, R::from_f64(f64::INFINITY), value)
}

/// The arithmetic-geometric mean of 1 and a number above 0.
#[inline]
fn mean_with_one<R: Real>(g: R) -> R {
    let close = R::from_f64(R::EPSILON).sqrt();
    let (mut a, mut g) = (R::one(), g);
    loop {
        let apart = (a * close).lt((a - g).abs());
        if !apart.any() {
            return (a + g).half();
        }
        let (next_a, next_g) = ((a + g).half(), (a * g).sqrt());
        (a, g) = (R::select(apart, next_a, a), R::select(apart, next_g, g));
    }
}
