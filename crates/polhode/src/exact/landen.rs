//! Constants of the phase on a polhode, independent of the time.

use super::polhode::Polhode;
use crate::real::Real;

/// Modulus after Landen's transformation, and constants of that modulus:
/// docs/exact-rotation.md, Landen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Landen<R> {
    /// 1 + k'.
    pub(super) more: R,
    /// kap = (1 - k')/(1 + k') and 1 - kap, without cancellation.
    pub(super) kap: R,
    pub(super) one_minus_kap: R,
    /// B, the largest mu3, and beta = (1 - B)/(1 + B).
    pub(super) b: R,
    pub(super) beta: R,
    /// Varying part of the rate of the phase, divided by 1 + B.
    pub(super) varying: R,
    /// kap beta, minus the characteristic of the integral, and the factor e2 of the addition
    /// theorem.
    pub(super) e1: R,
    pub(super) e2: R,
    pub(super) series: SineSquared<R>,
}

impl<R: Real> Landen<R> {
    #[inline(always)]
    pub(crate) fn new(polhode: &Polhode<R>) -> Self {
        let one = R::one();
        let (b, ratio) = polhode.tilt();
        let more = one + polhode.k_prime;
        // kap = k^2/(1 + k')^2, beta = (A1/G)^2/(1 + B)^2: docs/exact-rotation.md, Landen.
        let kap = polhode.k_squared / more.squared();
        let beta = ratio / (one + b).squared();
        let e1 = kap * beta;
        Self {
            more,
            kap,
            one_minus_kap: polhode.k_prime.twice() / more,
            b,
            beta,
            varying: polhode.varying / (one + b),
            e1,
            // delta = e2^2: DLMF 19.11(i); docs/exact-rotation.md, The addition theorem of the
            // phase.
            e2: kap * (beta * (one + e1) * (beta + kap)).sqrt(),
            series: SineSquared::new(kap),
        }
    }
}

/// Taylor coefficients of y = sn^2 from y'' = 2 - 4 (1 + kap^2) y + 6 kap^2 y^2:
/// docs/exact-rotation.md, Halving, doubling, adding, step 2.
#[derive(Clone, Copy, Debug)]
pub(super) struct SineSquared<R>([R; 6]);

impl<R: Real> SineSquared<R> {
    #[inline(always)]
    fn new(kap: R) -> Self {
        // y = x^2 (1 + c1 x^2 + c2 x^4 + ...) in y'' = 2 + a y + b y^2.
        let square = kap.squared();
        let a = -(R::one() + square) * R::from_f64(4.0);
        let b = square * R::from_f64(6.0);
        let c1: R = a * ratio!(1 / 12);
        let c2: R = (a * c1 + b) * ratio!(1 / 30);
        let c3: R = (a * c2 + b * c1.twice()) * ratio!(1 / 56);
        let c4: R = (a * c3 + b * (c2.twice() + c1.squared())) * ratio!(1 / 90);
        let c5: R = (a * c4 + b * (c3 + c1 * c2).twice()) * ratio!(1 / 132);
        let c6: R = (a * c5 + b * ((c4 + c1 * c3).twice() + c2.squared())) * ratio!(1 / 182);
        Self([c1, c2, c3, c4, c5, c6])
    }
    /// Returns sn^2(x)/x^2 for z = x^2.
    #[inline(always)]
    pub(super) fn share(&self, z: R) -> R {
        let [c1, c2, c3, c4, c5, c6] = self.0;
        let higher = z.times_plus(z.times_plus(z.times_plus(c6, c5), c4), c3);
        z.times_plus(z.times_plus(z.times_plus(higher, c2), c1), R::one())
    }
}
