//! What the phase needs of a polhode, whatever the time.

use super::polhode::Polhode;
use crate::real::Real;

/// The modulus that Landen's transformation leaves, and the constants made of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Landen<R> {
    /// 1 + k'.
    pub(super) more: R,
    /// (1 - k')/(1 + k') and 1 less this, without cancellation.
    pub(super) kap: R,
    pub(super) one_minus_kap: R,
    /// B, the largest mu3, and beta = (1 - B)/(1 + B).
    pub(super) b: R,
    pub(super) beta: R,
    /// What varies of the phase's rate, over 1 + B.
    pub(super) varying: R,
    /// kap beta, the characteristic but for its sign; and the factor of the addition
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
            e2: kap * (beta * (one + e1) * (beta + kap)).sqrt(),
            series: SineSquared::new(kap),
        }
    }
}

/// sn^2 of a small argument: y'' = 2 - 4 (1 + kap^2) y + 6 kap^2 y^2.
#[derive(Clone, Copy, Debug)]
pub(super) struct SineSquared<R>([R; 6]);

impl<R: Real> SineSquared<R> {
    #[inline(always)]
    fn new(kap: R) -> Self {
        let square = kap.squared();
        let a = -(R::one() + square) * R::of(4.0);
        let b = square * R::of(6.0);
        let c1: R = a * ratio!(1 / 12);
        let c2: R = (a * c1 + b) * ratio!(1 / 30);
        let c3: R = (a * c2 + b * c1.twice()) * ratio!(1 / 56);
        let c4: R = (a * c3 + b * (c2.twice() + c1.squared())) * ratio!(1 / 90);
        let c5: R = (a * c4 + b * (c3 + c1 * c2).twice()) * ratio!(1 / 132);
        let c6: R = (a * c5 + b * ((c4 + c1 * c3).twice() + c2.squared())) * ratio!(1 / 182);
        Self([c1, c2, c3, c4, c5, c6])
    }
    /// What the square of the argument, z, is multiplied with.
    #[inline(always)]
    pub(super) fn share(&self, z: R) -> R {
        let [c1, c2, c3, c4, c5, c6] = self.0;
        let higher = z.times_plus(z.times_plus(z.times_plus(c6, c5), c4), c3);
        z.times_plus(z.times_plus(z.times_plus(higher, c2), c1), R::one())
    }
}
