//! A torque that does not change, seen from the body or from space.

use super::{Torque, TorqueInput, TorqueProperties};
use crate::geometry::Vec3;
use crate::real::{Over, Real};

/// A torque with fixed body components: a leaking thruster.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConstantInBody<R>(pub Vec3<R>);

impl<R: Copy> ConstantInBody<R> {
    pub(super) fn map<Q>(&self, f: &mut impl FnMut(R) -> Q) -> ConstantInBody<Q> {
        ConstantInBody(self.0.map(f))
    }
}

impl<R: Real> Torque<R> for ConstantInBody<R> {
    #[inline]
    fn torque<S: Over<R>>(&self, _: &TorqueInput<'_, R, S>) -> Vec3<S> {
        self.0.map(S::lift)
    }
    #[inline]
    fn properties(&self) -> TorqueProperties {
        TorqueProperties::default()
    }
}

/// A torque with fixed space components.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConstantInSpace<R>(pub Vec3<R>);

impl<R: Copy> ConstantInSpace<R> {
    pub(super) fn map<Q>(&self, f: &mut impl FnMut(R) -> Q) -> ConstantInSpace<Q> {
        ConstantInSpace(self.0.map(f))
    }
}

impl<R: Real> Torque<R> for ConstantInSpace<R> {
    #[inline]
    fn torque<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Vec3<S> {
        at.in_body(self.0)
    }
    #[inline]
    fn properties(&self) -> TorqueProperties {
        TorqueProperties::default()
    }
}
