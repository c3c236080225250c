//! What the closed form needs of a body, whatever its momentum.

use super::variation::with_variation;
use crate::axes::Renaming;
use crate::geometry::{Rotation, Vec3};
use crate::inertia::Inertia;
use crate::real::Real;

/// The principal axes by ascending moments, and the constants made of these.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame<R: Real> {
    pub(super) inertia: Inertia<R>,
    pub(super) order: Renaming<R>,
    /// 1/I3, the least of the inverse moments.
    pub(super) slowest: R,
    /// 1/I1 - 1/I3.
    pub(super) g2: R,
    pub(super) tau: R,
    pub(super) rho: R,
    pub(super) root_tau: R,
    pub(super) root_rho: R,
}

impl<R: Real> Frame<R> {
    #[inline(always)]
    pub(crate) fn new(inertia: &Inertia<R>) -> Self {
        let order = Renaming::sorting(inertia.moments());
        let i = order.reorder(inertia.moments());
        let inverse = order.reorder(inertia.inverse());
        let scale = (i.y * (i.z - i.x)).recip();
        let (tau, rho) = (i.x * (i.z - i.y) * scale, i.z * (i.y - i.x) * scale);
        Self {
            inertia: *inertia,
            order,
            slowest: inverse.z,
            g2: (i.z - i.x) * inverse.x * inverse.z,
            tau,
            rho,
            root_tau: tau.sqrt(),
            root_rho: rho.sqrt(),
        }
    }

    /// What another closed form says of the time t, with derivatives where numbers vary.
    #[inline(always)]
    pub(crate) fn with_variation(
        &self,
        momentum: Vec3<R>,
        t: R,
        turn: Rotation<R>,
        after: Vec3<R>,
    ) -> (Rotation<R>, Vec3<R>) {
        if R::VARIES {
            return with_variation(&self.inertia, momentum, t, turn, after);
        }
        (turn, after)
    }

    /// A1^2 and A3^2 of a momentum, by ascending moments.
    #[inline(always)]
    pub(crate) fn squares(&self, momentum: Vec3<R>) -> (R, R) {
        let Vec3 { x, y, z } = self.order.reorder(momentum.times(momentum));
        (x + self.tau * y, z + self.rho * y)
    }

    /// The same after a kick, from what it changes: what the squares themselves
    /// lose by rounding they lose once, not in every step.
    #[inline(always)]
    pub(crate) fn squares_after_kick(
        &self,
        (a1, a3): (R, R),
        before: Vec3<R>,
        after: Vec3<R>,
    ) -> (R, R) {
        let (before, change) =
            (self.order.apply(before), self.order.apply(after) - self.order.apply(before));
        let Vec3 { x, y, z } = change.times(before.map(R::twice) + change);
        (a1 + (x + self.tau * y), a3 + (z + self.rho * y))
    }
}
