//! Constants of a body in the closed form, independent of its momentum.

use super::variation::with_variation;
use crate::axes::Renaming;
use crate::geometry::{Rotation, Vec3};
use crate::inertia::Inertia;
use crate::real::Real;

/// Principal axes by ascending moments, and constants of the moments:
/// docs/exact-rotation.md, Euler's equations and two constants.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PrincipalFrame<R: Real> {
    pub(super) inertia: Inertia<R>,
    pub(super) order: Renaming<R>,
    /// 1/I3, the smallest inverse moment.
    pub(super) slowest: R,
    /// 1/I1 - 1/I3.
    pub(super) g2: R,
    pub(super) tau: R,
    pub(super) rho: R,
    pub(super) root_tau: R,
    pub(super) root_rho: R,
}

impl<R: Real> PrincipalFrame<R> {
    #[inline(always)]
    pub(crate) fn new(inertia: &Inertia<R>) -> Self {
        let order = Renaming::sorting(inertia.moments());
        let i = order.reorder(inertia.moments());
        let inverse = order.reorder(inertia.inverse());
        // tau = I1 (I3 - I2)/(I2 (I3 - I1)), rho = I3 (I2 - I1)/(I2 (I3 - I1)). Celledoni and
        // Safstrom 2006, eq. (12), has b_1^2 = I2 (I3 - I2) (corrected) and b_3^2 = I2 (I2 - I1).
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

    /// Returns the given rotation and momentum after the time t, with derivatives where the
    /// scalar type has them.
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

    /// Returns A1^2 and A3^2 of a momentum, by ascending moments. With g = 1/I1 - 1/I3 these are
    /// a_1^2/(g I3) and a_3^2/(g I1) of Celledoni and Safstrom 2006, eq. (12).
    #[inline(always)]
    pub(crate) fn squares(&self, momentum: Vec3<R>) -> (R, R) {
        let Vec3 { x, y, z } = self.order.reorder(momentum.component_mul(momentum));
        // A1^2 = m1^2 + tau m2^2, A3^2 = m3^2 + rho m2^2: sums for eq. (12)'s differences.
        (x + self.tau * y, z + self.rho * y)
    }

    /// Returns A1^2 and A3^2 after a kick, by their changes. The rounding of the squares then
    /// enters once and not in every step: docs/exact-rotation.md, What rounding leaves.
    #[inline(always)]
    pub(crate) fn squares_after_kick(
        &self,
        (a1, a3): (R, R),
        before: Vec3<R>,
        after: Vec3<R>,
    ) -> (R, R) {
        let (before, change) =
            (self.order.apply(before), self.order.apply(after) - self.order.apply(before));
        // d_i (2 m_i + d_i) for a kick d.
        let Vec3 { x, y, z } = change.component_mul(before.map(R::twice) + change);
        (a1 + (x + self.tau * y), a3 + (z + self.rho * y))
    }
}
