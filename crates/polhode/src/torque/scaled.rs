//! A torque times a number.

use super::{Discontinuity, Pull, Switch, Torque, TorqueInput, TorqueProperties};
use crate::failure::Failure;
use crate::geometry::{Rotation, Vec3};
use crate::inertia::Inertia;
use crate::real::{Over, Real};
use crate::resolution::NearTimes;
use alloc::vec::Vec;

/// A torque times a constant factor, with its potential, impulses and prescribed momentum.
///
/// ```
/// use polhode::{Body, Inertia, Rotation, State, Vec3};
/// use polhode::torque::{ConstantInBody, Scaled};
/// let torque = Scaled { factor: 3.0, torque: ConstantInBody(Vec3::new(0.0, 0.1, 0.0)) };
/// let body = Body { inertia: Inertia::new([1.0, 2.0, 2.0])?, torque };
/// let state: State<f64> = State::new(Rotation::identity(), Vec3::zero());
/// assert_eq!(body.torque_at(&state).y, 3.0 * 0.1);
/// # Ok::<(), polhode::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scaled<R, T> {
    /// The factor.
    pub factor: R,
    /// The torque.
    pub torque: T,
}

#[warn(clippy::missing_trait_methods)]
impl<R: Real, T: Torque<R>> Torque<R> for Scaled<R, T> {
    const NONE: bool = T::NONE;

    #[inline]
    fn torque<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Vec3<S> {
        self.torque.torque(at) * S::lift(self.factor)
    }
    fn potential<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Option<S> {
        self.torque.potential(at).map(|potential| potential * S::lift(self.factor))
    }
    #[inline]
    fn properties(&self) -> TorqueProperties {
        self.torque.properties()
    }
    /// A torque that is twice as strong does in half the time what it did.
    #[inline]
    fn kick(&self, at: &TorqueInput<'_, R>, h: R) -> Result<Vec3<R>, Failure> {
        self.torque.kick(at, h * self.factor)
    }
    fn prescribed_momentum(&self, time: R) -> Option<Vec3<R>> {
        self.torque.prescribed_momentum(time).map(|momentum| momentum * self.factor)
    }
    fn next_discontinuity(&self, kind: Discontinuity, from: R, until: R) -> Option<R> {
        self.torque.next_discontinuity(kind, from, until)
    }
    fn impulse(&self, time: R, attitude: Rotation<R>) -> Vec3<R> {
        self.torque.impulse(time, attitude) * self.factor
    }
    fn pull(&self, inertia: &Inertia<R>, time: R) -> Option<Pull<R>> {
        self.torque.pull(inertia, time).map(|pull| pull.scaled(self.factor))
    }
    fn is_axisymmetric_about(&self, inertia: &Inertia<R>, axis: Vec3<R>) -> R::Mask {
        self.torque.is_axisymmetric_about(inertia, axis)
    }
    fn count_coefficients(&self, coefficients: u64) {
        self.torque.count_coefficients(coefficients);
    }
    fn prepare(&mut self, branches: &[f64]) {
        Torque::<R>::prepare(&mut self.torque, branches);
    }
    fn switches(&self, list: &mut Vec<Switch>) {
        self.torque.switches(list);
    }
    fn switching_values<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>, values: &mut Vec<S>) {
        self.torque.switching_values(at, values);
    }
    fn natural_branches(&self, at: &TorqueInput<'_, R>, branches: &mut Vec<f64>) {
        self.torque.natural_branches(at, branches);
    }
    fn least_resolved_part(&self, at: &TorqueInput<'_, R, NearTimes<R>>) -> usize {
        self.torque.least_resolved_part(at)
    }
}
