//! A step in the body axes at its start.
//!
//! Attitude and momentum within the step are relative to the body at the start of the
//! step: the rotation from there, and the spatial momentum in those axes. For a free
//! body this spatial momentum is constant, and equal to the body momentum at the start.
//! The rounding of these methods does not depend on the choice of space axes
//! (docs/papers/classical.md, The equations).

use crate::body::{Body, State};
use crate::geometry::{Attitude, Rotation, Vec3};
use crate::real::Real;
use crate::torque::Torque;

/// Start of a step of size `h`.
pub(super) struct StepStart<'a, R, A, T> {
    pub(super) body: &'a Body<R, T>,
    pub(super) state: &'a State<R, A>,
    pub(super) h: R,
}

impl<R: Real, A: Attitude<R>, T: Torque<R>> StepStart<'_, R, A, T> {
    /// Returns the spatial momentum at a fraction of the step: the prescribed one if there is
    /// one, else the integrated one.
    #[inline]
    fn momentum(&self, part: R, integrated: Vec3<R>) -> Vec3<R> {
        let prescribed = self.body.torque.prescribed_momentum(self.state.time + self.h * part);
        prescribed.map_or(integrated, |momentum| self.state.attitude.apply_inverse(momentum))
    }

    /// Returns the body rates nu = I^-1 R^T L, and the torque in the axes of the start.
    #[inline]
    pub(super) fn ask(&self, part: R, turn: Rotation<R>, momentum: Vec3<R>) -> (Vec3<R>, Vec3<R>) {
        let momentum = turn.apply_inverse(self.momentum(part, momentum));
        let rates = self.body.inertia.rates(momentum);
        if T::NONE {
            return (rates, Vec3::zero());
        }
        let time = self.state.time + self.h * part;
        let there = State { time, attitude: self.state.attitude.turned(turn), momentum };
        (rates, turn.apply(self.body.torque_at(&there)))
    }

    /// Returns the state at the end of the step.
    #[inline]
    pub(super) fn end(&self, turn: Rotation<R>, momentum: Vec3<R>) -> State<R, A> {
        State {
            time: self.state.time + self.h,
            attitude: self.state.attitude.turned(turn),
            momentum: turn.apply_inverse(self.momentum(R::one(), momentum)),
        }
    }
}
