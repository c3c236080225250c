//! Legendre's integrals from Carlson's, each a sum of positive terms.

use super::{e_complete, k, pi_complete, rc, rd, rf, rj};
use crate::real::Real;

/// An angle as a whole number of half turns and the rest, from -pi/2 to pi/2, by
/// sine and cosine.
struct ReducedAmplitude<R> {
    halves: R,
    sin: R,
    cos: R,
}

impl<R: Real> ReducedAmplitude<R> {
    #[inline]
    fn new(phi: R) -> Self {
        let halves = (phi / R::pi()).round();
        let odd = !(halves.half().round().twice()).equals(halves);
        let (sin, cos) = phi.sin_cos();
        let (sin, cos) = (R::select(odd, -sin, sin), R::select(odd, -cos, cos));
        // The quotient was rounded over the edge: one half turn more or less.
        let over = cos.lt(R::zero());
        Self {
            halves: R::select(over, halves + R::one().with_sign_of(sin), halves),
            sin: R::select(over, -sin, sin),
            cos: cos.abs(),
        }
    }
    /// The integral from its value over a quarter turn and over the rest.
    #[inline]
    fn integral(&self, quarter: R, rest: R) -> R {
        let none = self.halves.equals(R::zero());
        R::select(none, rest, self.halves.twice() * quarter + rest)
    }
    /// cos^2 and 1 - m sin^2.
    #[inline]
    fn squares(&self, m1: R) -> (R, R) {
        let cos2 = self.cos.squared();
        (cos2, cos2 + m1 * self.sin.squared())
    }
}

/// F(phi, m), the integral of the first kind: of (1 - m sin^2)^(-1/2) from 0 to phi.
#[must_use]
pub fn f<R: Real>(phi: R, _m: R, m1: R) -> R {
    let at = ReducedAmplitude::new(phi);
    let (c2, d2) = at.squares(m1);
    at.integral(k(m1), at.sin * rf(c2, d2, R::one()))
}

/// E(phi, m), the integral of the second kind: of (1 - m sin^2)^(1/2) from 0 to phi.
#[must_use]
pub fn e<R: Real>(phi: R, m: R, m1: R) -> R {
    let at = ReducedAmplitude::new(phi);
    let (s, s3, one) = (at.sin, at.sin * at.sin.squared(), R::one());
    let (c2, d2) = at.squares(m1);
    // DLMF 19.25.10
    let curved = m1 * (s * rf(c2, d2, one) + m * s3 * rd(c2, one, d2) * ratio!(1 / 3));
    let rest = curved + m * s * at.cos / d2.sqrt();
    at.integral(e_complete(m, m1), R::select(m1.equals(R::zero()), s, rest))
}

/// Pi(n, phi, m), the integral of the third kind: of
/// 1/((1 - n sin^2) (1 - m sin^2)^(1/2)) from 0 to phi, for n < 1. From n = 1 on it
/// is defined up to the pole, n sin^2 phi < 1, and not a number beyond it: no
/// principal value is taken.
#[must_use]
pub fn pi<R: Real>(n: R, phi: R, m: R, m1: R) -> R {
    let (zero, one) = (R::zero(), R::one());
    let at = ReducedAmplitude::new(phi);
    let (s, s2) = (at.sin, at.sin.squared());
    let (c2, d2) = at.squares(m1);
    let negative = n.lt(zero);
    // n < 0 is taken to N = (m - n)/(1 - n), between m and 1; with v = -n
    let v = R::select(negative, -n, zero);
    let more = one + v;
    let p = c2 + s2 * R::select(negative, m1 / more, one - n);
    let factor = R::select(negative, m1 * v / more.squared(), n);
    let third = factor * s * s2 * rj(c2, d2, one, p) * ratio!(1 / 3);
    let slope = s * at.cos / d2.sqrt();
    let arc = v / more * slope * rc(one, one + v * (m + v) / more * slope.squared());
    let rest = s * rf(c2, d2, one) / more + third + arc;
    at.integral(pi_complete(n, m, m1), rest)
}
