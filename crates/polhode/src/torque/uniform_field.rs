//! A field that is the same everywhere: gravity on a top.

use super::{Pull, SpaceVector, Torque, TorqueInput, TorqueProperties, unit};
use crate::error::Error;
use crate::geometry::Vec3;
use crate::inertia::Inertia;
use crate::real::{Over, Real};

/// A uniform field: V = strength (R arm).direction.
///
/// With `strength` = mass g, `arm` from the fixed point to the centre of mass
/// and `direction` up, it is gravity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UniformField<R> {
    /// Force of the field.
    pub strength: R,
    /// Where it acts, in body components.
    pub arm: Vec3<R>,
    /// Against where it pulls: a unit vector of space.
    pub direction: Vec3<R>,
}

impl<R: Real<Mask = bool>> UniformField<R> {
    /// The direction may have any length.
    ///
    /// # Errors
    /// [`Error::NoDirection`] where the direction is null or not finite.
    pub fn new(strength: R, arm: Vec3<R>, direction: Vec3<R>) -> Result<Self, Error> {
        Ok(Self { strength, arm, direction: unit("the direction of a uniform field", direction)? })
    }
}

impl<R: Copy> UniformField<R> {
    /// The same torque, each number of it by what is made of it; always in the same order.
    pub fn map<Q>(&self, f: &mut impl FnMut(R) -> Q) -> UniformField<Q> {
        let Self { strength, arm, direction } = *self;
        UniformField { strength: f(strength), arm: arm.map(&mut *f), direction: direction.map(f) }
    }
}

impl<R: Real> Torque<R> for UniformField<R> {
    /// T = strength (R^T direction) x arm
    #[inline(always)]
    fn torque<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Vec3<S> {
        at.in_body(self.direction).cross(self.arm.map(S::lift)) * S::lift(self.strength)
    }
    #[inline]
    fn properties(&self) -> TorqueProperties {
        TorqueProperties { conserves_energy: true, ..TorqueProperties::default() }
    }
    #[inline(always)]
    fn potential<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Option<S> {
        Some(at.in_body(self.direction).dot(self.arm.map(S::lift)) * S::lift(self.strength))
    }
    fn pull(&self, _: &Inertia<R>, time: R) -> Option<Pull<R>> {
        let along = Pull::along(&SpaceVector::Fixed(self.direction), time);
        Some(Pull { arm: self.arm * self.strength, ..along })
    }
}
