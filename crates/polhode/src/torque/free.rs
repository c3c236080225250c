//! No torque.

use super::{Torque, TorqueInput, TorqueProperties};
use crate::geometry::Vec3;
use crate::real::{Over, Real};

/// No torque: a torque-free body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Free;

impl<R: Real> Torque<R> for Free {
    const NONE: bool = true;

    #[inline]
    fn torque<S: Over<R>>(&self, _: &TorqueInput<'_, R, S>) -> Vec3<S> {
        Vec3::zero()
    }
    #[inline]
    fn properties(&self) -> TorqueProperties {
        TorqueProperties::FREE
    }
    fn potential<S: Over<R>>(&self, _: &TorqueInput<'_, R, S>) -> Option<S> {
        Some(S::zero())
    }
}
