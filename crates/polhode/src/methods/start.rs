//! A step as seen from the body at its start.
//!
//! Attitude and momentum on the way are given relative to the body as it stands
//! when the step begins: by the turn from there, and by the spatial momentum in
//! those axes, which for a free body is its momentum at the start and stays. No
//! method below depends on the choice of space axes, not even in its rounding.

use crate::body::{Body, State};
use crate::geometry::{Attitude, Rotation, Vec3};
use crate::real::Real;
use crate::torque::Torque;

/// Where a step of the size `h` begins.
pub(super) struct Start<'a, R, A, T> {
    pub(super) body: &'a Body<R, T>,
    pub(super) state: &'a State<R, A>,
    pub(super) h: R,
}

impl<R: Real, A: Attitude<R>, T: Torque<R>> Start<'_, R, A, T> {
    /// The spatial momentum at a part of the step: what was integrated, unless it
    /// is prescribed.
    #[inline]
    fn momentum(&self, part: R, integrated: Vec3<R>) -> Vec3<R> {
        let prescribed = self.body.torque.prescribed_momentum(self.state.time + self.h * part);
        prescribed.map_or(integrated, |momentum| self.state.attitude.apply_inverse(momentum))
    }

    /// The body rates, and the torque in the axes of the start.
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

    /// The state at the end of the step.
    #[inline]
    pub(super) fn end(&self, turn: Rotation<R>, momentum: Vec3<R>) -> State<R, A> {
        State {
            time: self.state.time + self.h,
            attitude: self.state.attitude.turned(turn),
            momentum: turn.apply_inverse(self.momentum(R::one(), momentum)),
        }
    }
}
