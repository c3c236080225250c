//! Carlson's symmetric integrals.
//!
//! Duplication brings the arguments together by a factor of 4 a round, whatever
//! they are; a series of degree 7 about their mean does the rest. Everything is a
//! sum of positive terms. The theorems and the series are in B. C. Carlson,
//! *Numerical computation of real or complex elliptic integrals*, Numer. Algorithms
//! 10 (1995) 13-26, and in the DLMF, 19.26 and 19.36.

use crate::real::{Mask, Real};

/// What the distances from the mean may be, relative to it: their eighth power is
/// left out.
#[inline]
fn tolerance<R: Real>() -> R {
    R::from_f64(R::EPSILON * 0.25).sqrt().sqrt().sqrt()
}

/// Numbers that come together, their mean with some weights, and 4^-rounds.
struct Duplication<R, const N: usize> {
    at: [R; N],
    mean: R,
    first: R,
    quarter: R,
    reach: R,
}

impl<R: Real, const N: usize> Duplication<R, N> {
    #[inline]
    fn new(at: [R; N], mean: R) -> Self {
        let farthest = at.iter().fold(R::zero(), |far, &x| far.max((mean - x).abs()));
        Self { at, mean, first: mean, quarter: R::one(), reach: farthest / tolerance() }
    }
    /// Where are the numbers still too far apart?
    #[inline]
    fn apart(&self) -> R::Mask {
        self.mean.lt(self.reach * self.quarter)
    }
    /// One round, where the mask is true.
    #[inline]
    fn closer(&mut self, here: R::Mask, lambda: R) {
        let step = |x: R| R::select(here, (x + lambda) * R::from_f64(0.25), x);
        self.at = self.at.map(step);
        self.mean = step(self.mean);
        self.quarter = R::select(here, self.quarter * R::from_f64(0.25), self.quarter);
    }
    /// How far one of the first numbers is from the mean now, relative to it.
    #[inline]
    fn distance(&self, first: R) -> R {
        (self.first - first) * self.quarter / self.mean
    }
}

#[inline]
fn two_vanish<R: Real>(x: R, y: R, z: R) -> R::Mask {
    let [x, y, z] = [x, y, z].map(|x| x.equals(R::zero()));
    (x & y) | (y & z) | (z & x)
}

/// R_F(x, y, z), the integral of the first kind: half the integral over t > 0 of
/// ((t + x)(t + y)(t + z))^(-1/2). None may be negative; infinite if two are zero.
#[must_use]
pub fn rf<R: Real>(x: R, y: R, z: R) -> R {
    let infinite = two_vanish(x, y, z);
    let mut d = Duplication::new([x, y, z], (x + y + z) * ratio!(1 / 3));
    loop {
        let here = d.apart() & !infinite;
        if !here.any() {
            break;
        }
        let [x, y, z] = d.at.map(R::sqrt);
        d.closer(here, x * (y + z) + y * z);
    }
    let (x, y) = (d.distance(x), d.distance(y));
    let z = -(x + y);
    let (e2, e3) = (x * y - z.squared(), x * y * z);
    let c = |value: R, factor: R| value * factor;
    let series = R::one() - c(e2, ratio!(1 / 10))
        + c(e3, ratio!(1 / 14))
        + e2 * (c(e2, ratio!(1 / 24)) - c(e3, ratio!(3 / 44)) - c(e2.squared(), ratio!(5 / 208)))
        + e3 * (c(e3, ratio!(3 / 104)) + c(e2.squared(), ratio!(1 / 16)));
    R::select(infinite, R::from_f64(f64::INFINITY), series / d.mean.sqrt())
}

/// R_C(x, y) = R_F(x, y, y), an arc tangent or a logarithm: x >= 0, y > 0;
/// infinite for y = 0.
#[must_use]
pub fn rc<R: Real>(x: R, y: R) -> R {
    let infinite = y.equals(R::zero());
    let mut d = Duplication::new([x, y], (x + y.twice()) * ratio!(1 / 3));
    loop {
        let here = d.apart() & !infinite;
        if !here.any() {
            break;
        }
        let [root_x, root_y] = d.at.map(R::sqrt);
        let lambda = (root_x * root_y).twice() + d.at[1];
        d.closer(here, lambda);
    }
    let s = -d.distance(y);
    let coefficients: [R; 6] = [
        ratio!(9 / 8),
        ratio!(159 / 208),
        ratio!(9 / 22),
        ratio!(3 / 8),
        ratio!(1 / 7),
        ratio!(3 / 10),
    ];
    let tail = coefficients.into_iter().fold(R::zero(), |sum, c| sum * s + c);
    let series = R::one() + s.squared() * tail;
    R::select(infinite, R::from_f64(f64::INFINITY), series / d.mean.sqrt())
}

/// R_D(x, y, z) = R_J(x, y, z, z), the integral of the second kind: x, y >= 0, not
/// both zero, z > 0; infinite otherwise.
#[must_use]
pub fn rd<R: Real>(x: R, y: R, z: R) -> R {
    let zero = R::zero();
    let infinite = (x.equals(zero) & y.equals(zero)) | z.equals(zero);
    let mut d = Duplication::new([x, y, z], (x + y + z * R::from_f64(3.0)) * ratio!(1 / 5));
    let mut sum = zero;
    loop {
        let here = d.apart() & !infinite;
        if !here.any() {
            break;
        }
        let [x, y, z] = d.at.map(R::sqrt);
        let lambda = x * (y + z) + y * z;
        let term = d.quarter / (z * (d.at[2] + lambda));
        sum = R::select(here, sum + term, sum);
        d.closer(here, lambda);
    }
    let (x, y) = (d.distance(x), d.distance(y));
    let z = -(x + y) * ratio!(1 / 3);
    let (xy, z2) = (x * y, z.squared());
    let e2 = xy - z2 * R::from_f64(6.0);
    let e3 = (xy * R::from_f64(3.0) - z2 * R::from_f64(8.0)) * z;
    let e4 = (xy - z2) * z2 * R::from_f64(3.0);
    let e5 = xy * z2 * z;
    let last = d.quarter * third_kind_series(e2, e3, e4, e5) / (d.mean * d.mean.sqrt());
    R::select(infinite, R::from_f64(f64::INFINITY), last + sum * R::from_f64(3.0))
}

/// R_J(x, y, z, p), the integral of the third kind: 3/2 times the integral over
/// t > 0 of ((t + x)(t + y)(t + z))^(-1/2)/(t + p). None of x, y, z may be negative,
/// at most one zero; p > 0. Infinite if two are zero or p is.
#[must_use]
pub fn rj<R: Real>(x: R, y: R, z: R, p: R) -> R {
    let zero = R::zero();
    let infinite = two_vanish(x, y, z) | p.equals(zero);
    let mut d = Duplication::new([x, y, z, p], (x + y + z + p.twice()) * ratio!(1 / 5));
    let mut sum = zero;
    loop {
        let here = d.apart() & !infinite;
        if !here.any() {
            break;
        }
        let [x, y, z, p] = d.at.map(R::sqrt);
        let lambda = x * (y + z) + y * z;
        let product = (p + x) * (p + y) * (p + z);
        // 1 + (p - x)(p - y)(p - z)/product of the roots, without the difference
        let argument = (p * (d.at[3] + lambda)).twice() / product;
        let term = d.quarter * rc(R::one(), argument) / product;
        sum = R::select(here, sum + term, sum);
        d.closer(here, lambda);
    }
    let (x, y, z) = (d.distance(x), d.distance(y), d.distance(z));
    let p = -(x + y + z).half();
    let (xyz, p2) = (x * y * z, p.squared());
    let e2 = x * (y + z) + y * z - p2 * R::from_f64(3.0);
    let e3 = xyz + (e2 + p2.twice()).twice() * p;
    let e4 = (xyz.twice() + (e2 + p2 * R::from_f64(3.0)) * p) * p;
    let e5 = xyz * p2;
    let last = d.quarter * third_kind_series(e2, e3, e4, e5) / (d.mean * d.mean.sqrt());
    R::select(infinite, R::from_f64(f64::INFINITY), last + sum * R::from_f64(6.0))
}

/// The series of R_J and R_D in the elementary symmetric functions of the distances.
#[inline]
fn third_kind_series<R: Real>(e2: R, e3: R, e4: R, e5: R) -> R {
    let c = |value: R, factor: R| value * factor;
    let second = c(e2, ratio!(9 / 88)) - c(e3, ratio!(9 / 52)) + c(e4, ratio!(3 / 20))
        - c(e2.squared(), ratio!(1 / 16))
        + c(e2 * e3, ratio!(45 / 272))
        - c(e5, ratio!(9 / 68));
    let third = c(e3, ratio!(3 / 40)) - c(e4, ratio!(9 / 68));
    R::one() - c(e2, ratio!(3 / 14)) + c(e3, ratio!(1 / 6)) - c(e4, ratio!(3 / 22))
        + c(e5, ratio!(3 / 26))
        + e2 * second
        + e3 * third
}
