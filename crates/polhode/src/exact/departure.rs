//! Start of a motion on a polhode.

use super::polhode::Polhode;
use crate::geometry::Vec3;
use crate::real::Real;

/// Momentum at the start, and the functions of its phase after Landen's transformation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Departure<R> {
    pub(super) momentum: Vec3<R>,
    /// Momentum in the renamed axes of the polhode.
    pub(super) named: Vec3<R>,
    pub(super) s1: R,
    pub(super) c1d1: R,
    pub(super) d1_squared: R,
    /// kap^2 c1^2.
    pub(super) c1_squared: R,
}

impl<R: Real> Departure<R> {
    #[inline(always)]
    pub(crate) fn new(polhode: &Polhode<R>, momentum: Vec3<R>) -> Self {
        let named = polhode.names.apply(momentum);
        let [s0, c0, d0] = polhode.phase(named);
        // From the modulus k to kap: docs/exact-rotation.md, Landen, solved for the functions of
        // the modulus kap.
        let below = (R::one() + d0).recip();
        Self {
            momentum,
            named,
            s1: (R::one() + polhode.k_prime) * s0 * below,
            c1d1: c0.twice() * below,
            d1_squared: (polhode.k_prime + d0).twice() * below * polhode.over_more,
            // From cn^2 = (dn^2 - k'^2)/k^2: near the separatrix 1 - s1^2 would cancel.
            c1_squared: polhode.to_cosine * (d0 - polhode.k_prime) * below,
        }
    }
}
