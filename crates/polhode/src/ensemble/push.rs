//! What pushes bodies that are held as matrices.

use super::block::load_vector;
use crate::axes::Renaming;
use crate::geometry::{Mat3, Vec3};
use crate::inertia::Inertia;
use crate::real::{Lanes, Real, Scalar};
use crate::torque::{Free, Pull};

/// Torques of many bodies, each of which sees one vector of space.
pub trait Pulls<S: Scalar> {
    /// There are none, and the compiler may leave out what asks for them.
    const NONE: bool = false;
    /// Those of the bodies from `first` on, at time zero.
    fn pull<R: Lanes<Scalar = S>>(&self, inertia: &Inertia<R>, first: usize) -> Pull<R>;
}

impl<S: Scalar> Pulls<S> for Free {
    const NONE: bool = true;
    #[inline(always)]
    fn pull<R: Lanes<Scalar = S>>(&self, _: &Inertia<R>, _: usize) -> Pull<R> {
        let zero = Vec3::zero();
        Pull { vector: zero, turning_rate: zero, couplings: zero, arm: zero }
    }
}

/// Torques, in body components, that someone else has computed: they change the momentum at once,
/// by so much as they do in the time `h`.
#[derive(Clone, Copy, Debug)]
pub struct Kick<'a, S> {
    /// The torque of each body.
    pub torque: [&'a [S]; 3],
    /// For how long.
    pub h: S,
}

impl<S: Scalar> Kick<'_, S> {
    /// The change of the momenta from `first` on.
    #[inline(always)]
    pub(super) fn change<R: Lanes<Scalar = S>>(&self, first: usize) -> Vec3<R> {
        load_vector::<R, _>(&self.torque, first) * R::from_lanes(|_| self.h)
    }
}

/// A pull on bodies whose axes are in order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pulled<R> {
    /// The vector is `along + across cos + beyond sin` of `rate` times the time.
    along: Vec3<R>,
    across: Vec3<R>,
    beyond: Vec3<R>,
    rate: R,
    pull: Pull<R>,
}

impl<R: Real> Pulled<R> {
    #[inline(always)]
    pub(super) fn new(pull: Pull<R>, names: &Renaming<R>) -> Self {
        let Pull { vector, turning_rate, .. } = pull;
        let rate = turning_rate.norm();
        let turns = R::zero().lt(rate);
        let axis = turning_rate / R::select(turns, rate, R::one());
        let along = Vec3::select(turns, axis * axis.dot(vector), vector);
        let (couplings, arm) = (names.apply(pull.couplings), names.apply(pull.arm));
        let pull = Pull { couplings, arm, ..pull };
        Self { along, across: vector - along, beyond: axis.cross(vector), rate, pull }
    }
    /// The torque, in body components.
    #[inline(always)]
    pub(super) fn torque(&self, time: R, attitude: &Mat3<R>) -> Vec3<R> {
        let Self { along, across, beyond, rate, pull } = *self;
        let mut vector = along;
        if rate != R::zero() {
            let (sin, cos) = (rate * time).sin_cos();
            vector = along + across * cos + beyond * sin;
        }
        pull.torque(attitude.x * vector.x + attitude.y * vector.y + attitude.z * vector.z)
    }
}
