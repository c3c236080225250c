//! What changes the momenta between turns: torques that know the attitude only.

use super::bodies::LatticeBodies;
use crate::geometry::{Attitude, Mat3, Vec3};
use crate::real::Single;
use crate::torque::Pull;

/// The torques on bodies, along axes in the order of the steps.
pub(super) trait LatticeKick: Copy {
    /// There are none, and nothing is asked for.
    const NONE: bool = false;
    /// What it needs to know of the bodies in a register.
    type Known<R: Single>: Copy;
    /// Of those from `first` on.
    fn know<R: Single>(self, bodies: &LatticeBodies, first: usize) -> Self::Known<R>;
    /// The torques at these attitudes.
    fn torque<R: Single>(
        self,
        bodies: &LatticeBodies,
        known: Self::Known<R>,
        attitude: Mat3<R>,
    ) -> Vec3<R>;
}

/// None.
#[derive(Clone, Copy, Debug)]
pub(super) struct NoKick;

impl LatticeKick for NoKick {
    const NONE: bool = true;
    type Known<R: Single> = ();
    #[inline(always)]
    fn know<R: Single>(self, _: &LatticeBodies, _: usize) {}
    #[inline(always)]
    fn torque<R: Single>(self, _: &LatticeBodies, (): (), _: Mat3<R>) -> Vec3<R> {
        Vec3::zero()
    }
}

/// Those that the bodies were pushed with.
#[derive(Clone, Copy, Debug)]
pub(super) struct PullKick;

impl LatticeKick for PullKick {
    type Known<R: Single> = Pull<R>;
    #[inline(always)]
    fn know<R: Single>(self, bodies: &LatticeBodies, first: usize) -> Pull<R> {
        bodies.pulls(first)
    }
    #[inline(always)]
    fn torque<R: Single>(self, _: &LatticeBodies, pull: Pull<R>, attitude: Mat3<R>) -> Vec3<R> {
        // Of the rows themselves, not of a rotation near them: the momentum about the vector stays.
        pull.torque(attitude.apply_inverse(pull.vector))
    }
}

/// A function that is asked about one body after the other, each in its own axes.
#[derive(Debug)]
pub(super) struct OneByOne<'a, F>(pub(super) &'a F);

impl<F> Clone for OneByOne<'_, F> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<F> Copy for OneByOne<'_, F> {}

impl<F: Fn(usize, Mat3<f32>) -> Vec3<f32>> LatticeKick for OneByOne<'_, F> {
    /// The first of them.
    type Known<R: Single> = usize;
    #[inline(always)]
    fn know<R: Single>(self, _: &LatticeBodies, first: usize) -> usize {
        first
    }
    #[inline(always)]
    fn torque<R: Single>(self, bodies: &LatticeBodies, first: usize, attitude: Mat3<R>) -> Vec3<R> {
        Vec3::from_lanes(|lane| {
            let body = (first + lane).min(bodies.len() - 1);
            let names = bodies.names(body);
            let own = attitude.lane(lane).map_rows(|row| names.undo(row));
            names.apply((self.0)(body, own))
        })
    }
}
