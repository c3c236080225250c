//! A torque on the branch that a run has selected.

use super::{Discontinuity, Pull, Switch, Torque, TorqueInput, TorqueProperties};
use crate::failure::Failure;
use crate::geometry::{Rotation, Vec3};
use crate::inertia::Inertia;
use crate::real::{Over, Real};
use crate::resolution::NearTimes;
use alloc::vec::Vec;

/// A torque with the branch of each of its switching functions: what a method sees within a step. The
/// torque itself has no state.
#[derive(Clone, Debug)]
pub(crate) struct OnBranch<T> {
    pub(crate) torque: T,
    /// Empty for smooth torques.
    pub(crate) branches: Vec<f64>,
}

impl<T> OnBranch<T> {
    pub(crate) const fn new(torque: T) -> Self {
        Self { torque, branches: Vec::new() }
    }
    /// The same input, on the branch.
    #[inline(always)]
    fn frozen<'a, R: Real, S: Over<R>>(
        &'a self,
        at: &TorqueInput<'a, R, S>,
    ) -> TorqueInput<'a, R, S> {
        TorqueInput { branches: &self.branches, ..*at }
    }
}

#[warn(clippy::missing_trait_methods)]
impl<R: Real, T: Torque<R>> Torque<R> for OnBranch<T> {
    const NONE: bool = T::NONE;

    #[inline(always)]
    fn torque<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Vec3<S> {
        self.torque.torque(&self.frozen(at))
    }
    #[inline(always)]
    fn potential<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Option<S> {
        self.torque.potential(&self.frozen(at))
    }
    #[inline(always)]
    fn properties(&self) -> TorqueProperties {
        self.torque.properties()
    }
    #[inline(always)]
    fn kick(&self, at: &TorqueInput<'_, R>, h: R) -> Result<Vec3<R>, Failure> {
        self.torque.kick(&self.frozen(at), h)
    }
    #[inline(always)]
    fn prescribed_momentum(&self, time: R) -> Option<Vec3<R>> {
        self.torque.prescribed_momentum(time)
    }
    /// On a branch there are no kinks: the driver of the run ends steps at its borders.
    #[inline(always)]
    fn next_discontinuity(&self, kind: Discontinuity, from: R, until: R) -> Option<R> {
        if kind == Discontinuity::Kink && !self.branches.is_empty() {
            return None;
        }
        self.torque.next_discontinuity(kind, from, until)
    }
    #[inline(always)]
    fn impulse(&self, time: R, attitude: Rotation<R>) -> Vec3<R> {
        self.torque.impulse(time, attitude)
    }
    #[inline(always)]
    fn pull(&self, inertia: &Inertia<R>, time: R) -> Option<Pull<R>> {
        self.torque.pull(inertia, time)
    }
    #[inline(always)]
    fn is_axisymmetric_about(&self, inertia: &Inertia<R>, axis: Vec3<R>) -> R::Mask {
        self.torque.is_axisymmetric_about(inertia, axis)
    }
    #[inline(always)]
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
        self.torque.switching_values(&self.frozen(at), values);
    }
    fn natural_branches(&self, at: &TorqueInput<'_, R>, branches: &mut Vec<f64>) {
        self.torque.natural_branches(&self.frozen(at), branches);
    }
    fn least_resolved_part(&self, at: &TorqueInput<'_, R, NearTimes<R>>) -> usize {
        self.torque.least_resolved_part(&self.frozen(at))
    }
}
