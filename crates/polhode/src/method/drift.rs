//! What happens between two kicks.

use super::{Failure, FreeFlow, Memory};
use crate::body::State;
use crate::geometry::{Attitude, Vec3};
use crate::inertia::Inertia;
use crate::real::Real;
use core::fmt::Debug;

/// Turns a body between kicks. It may carry numbers that only kicks change, so
/// that the rounding of one turn does not spoil the next.
pub trait Drift: Copy + Debug + Send + Sync + 'static {
    /// Is it the solution itself, so that a drift of a and one of b are one of a + b?
    const IS_FLOW: bool;
    /// What it needs of a body, made once.
    type Constants<R: Real>: Clone + Debug + Send + 'static;
    /// What it carries.
    type Carried<R: Real>: Memory<R> + Copy;

    /// What it needs of this body.
    fn constants<R: Real>(&self, inertia: &Inertia<R>) -> Self::Constants<R>;

    /// Leaves out the spin about an axis of symmetry about which the torque is axisymmetric; a step
    /// does it once, by [`Drift::spin`].
    #[inline]
    fn postpone_spin<R: Real>(
        &self,
        of: &mut Self::Constants<R>,
        is_axisymmetric_about: impl FnOnce(Vec3<R>) -> R::Mask,
    ) {
        let _ = (of, is_axisymmetric_about);
    }

    /// The spin that drifts of the time `h` in all have left out; what is seen from the body
    /// turns back.
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

    /// What is carried from this momentum on.
    fn carry<R: Real>(&self, of: &Self::Constants<R>, momentum: Vec3<R>) -> Self::Carried<R>;

    /// A kick has changed the momentum.
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

    /// Turns the body for the time `h`; time goes on with it.
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

    /// A single drift of a body, without anything that was prepared for it.
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

/// A function: the closed form is much to compile, and there are many places that drift.
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

/// A flow that carries nothing; it is taken to be an approximate one.
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
