//! Free rotation between two kicks.

use super::{Failure, FreeFlow, Memory};
use crate::body::State;
use crate::geometry::{Attitude, Vec3};
use crate::inertia::Inertia;
use crate::real::Real;
use core::fmt::Debug;

/// Free rotation between kicks. A drift may carry numbers that only kicks change, so that
/// rounding errors of one drift do not affect the next.
pub trait Drift: Copy + Debug + Send + Sync + 'static {
    /// True if the drift is the exact flow, so that drifts of a and b compose to one of a + b.
    const IS_FLOW: bool;
    /// Constants of a body, computed once.
    type Constants<R: Real>: Clone + Debug + Send + 'static;
    /// Numbers carried from drift to drift.
    type Carried<R: Real>: Memory<R> + Copy;

    /// Returns the constants of a body.
    fn constants<R: Real>(&self, inertia: &Inertia<R>) -> Self::Constants<R>;

    /// Allows a step to omit the spin about an axis of symmetry about which the torque is
    /// axisymmetric, and to apply it once, by [`Drift::spin`].
    #[inline]
    fn postpone_spin<R: Real>(
        &self,
        of: &mut Self::Constants<R>,
        is_axisymmetric_about: impl FnOnce(Vec3<R>) -> R::Mask,
    ) {
        let _ = (of, is_axisymmetric_about);
    }

    /// Applies the spin that drifts of total time `h` have omitted, also to the vectors `seen`
    /// in body components.
    #[inline(always)]
    fn spin<R: Real, A: Attitude<R>>(
        &self,
        of: &Self::Constants<R>,
        carried: &Self::Carried<R>,
        state: &mut State<R, A>,
        seen: [&mut Vec3<R>; 2],
        h: R,
    ) {
        let _ = (of, carried, state, seen, h);
    }

    /// Returns the carried numbers for this momentum.
    fn carry<R: Real>(&self, of: &Self::Constants<R>, momentum: Vec3<R>) -> Self::Carried<R>;

    /// Updates the carried numbers after a kick.
    #[inline(always)]
    fn kicked<R: Real>(
        &self,
        of: &Self::Constants<R>,
        carried: &mut Self::Carried<R>,
        before: Vec3<R>,
        after: Vec3<R>,
    ) {
        let _ = (of, carried, before, after);
    }

    /// Advances attitude, momentum and time by `h`.
    ///
    /// # Errors
    /// As [`FreeFlow::flow`].
    fn drift<R: Real, A: Attitude<R>>(
        &self,
        of: &Self::Constants<R>,
        carried: &mut Self::Carried<R>,
        state: &mut State<R, A>,
        h: R,
    ) -> Result<(), Failure>;

    /// Applies a single drift without prepared constants.
    ///
    /// # Errors
    /// As [`drift`](Drift::drift).
    #[inline(always)]
    fn drift_once<R: Real, A: Attitude<R>>(
        &self,
        inertia: &Inertia<R>,
        state: &mut State<R, A>,
        h: R,
    ) -> Result<(), Failure> {
        let of = self.constants(inertia);
        let mut carried = self.carry(&of, state.momentum);
        self.drift(&of, &mut carried, state, h)
    }
}

/// Calls [`Drift::drift`]. One function for its many callers, because the closed form is
/// expensive to compile.
#[inline(never)]
pub(super) fn drift_called<D: Drift, R: Real, A: Attitude<R>>(
    drift: D,
    of: &D::Constants<R>,
    carried: &mut D::Carried<R>,
    state: &mut State<R, A>,
    h: R,
) -> Result<(), Failure> {
    drift.drift(of, carried, state, h)
}

/// A flow without carried numbers, assumed to be approximate.
impl<F: FreeFlow> Drift for F {
    const IS_FLOW: bool = false;
    type Constants<R: Real> = Inertia<R>;
    type Carried<R: Real> = ();

    #[inline(always)]
    fn constants<R: Real>(&self, inertia: &Inertia<R>) -> Inertia<R> {
        *inertia
    }
    #[inline(always)]
    fn carry<R: Real>(&self, _: &Inertia<R>, _: Vec3<R>) {}

    #[inline(always)]
    fn drift<R: Real, A: Attitude<R>>(
        &self,
        inertia: &Inertia<R>,
        (): &mut (),
        state: &mut State<R, A>,
        h: R,
    ) -> Result<(), Failure> {
        self.flow(inertia, state, h)?;
        state.time += h;
        Ok(())
    }
}
