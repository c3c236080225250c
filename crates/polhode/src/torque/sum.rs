//! Several torques at once.

use super::{
    Discontinuity, Pull, Switch, Torque, TorqueInput, TorqueProperties, axisymmetric_by_pull,
    kick_of_any, sooner,
};
use crate::failure::Failure;
use crate::geometry::{Rotation, Vec3};
use crate::inertia::Inertia;
use crate::real::{Mask, Over, Real};
use crate::resolution::{NearTimes, reach};
use alloc::vec::Vec;

/// Two torques that add up; either may be a sum again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sum<A, B>(pub A, pub B);

impl<A, B> Sum<A, B> {
    /// Each torque with its own branches.
    fn inputs<'a, R, S>(&self, at: &TorqueInput<'a, R, S>) -> [TorqueInput<'a, R, S>; 2]
    where
        R: Real,
        S: Over<R>,
        A: Torque<R>,
    {
        at.split(self.0.properties().switch_count)
    }
}

#[warn(clippy::missing_trait_methods)]
impl<R: Real, A: Torque<R>, B: Torque<R>> Torque<R> for Sum<A, B> {
    const NONE: bool = A::NONE && B::NONE;

    #[inline]
    fn torque<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Vec3<S> {
        if at.branches.is_empty() {
            return self.0.torque(at) + self.1.torque(at);
        }
        let [first, second] = self.inputs(at);
        self.0.torque(&first) + self.1.torque(&second)
    }
    /// The sum of what comes from a potential.
    fn potential<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Option<S> {
        let [first, second] = self.inputs(at);
        match (self.0.potential(&first), self.1.potential(&second)) {
            (Some(a), Some(b)) => Some(a + b),
            (one, None) | (None, one) => one,
        }
    }
    #[inline]
    fn properties(&self) -> TorqueProperties {
        self.0.properties().and(self.1.properties())
    }
    #[inline]
    fn kick(&self, at: &TorqueInput<'_, R>, h: R) -> Result<Vec3<R>, Failure> {
        kick_of_any(self, at, h)
    }
    /// Of a sum with [`Free`](super::Free) only: a prescribed momentum leaves no room for another torque.
    fn prescribed_momentum(&self, time: R) -> Option<Vec3<R>> {
        match (A::NONE, B::NONE) {
            (_, true) => self.0.prescribed_momentum(time),
            (true, _) => self.1.prescribed_momentum(time),
            _ => None,
        }
    }
    fn next_discontinuity(&self, kind: Discontinuity, from: R, until: R) -> Option<R> {
        let times = [
            self.0.next_discontinuity(kind, from, until),
            self.1.next_discontinuity(kind, from, until),
        ];
        sooner(from, times)
    }
    fn impulse(&self, time: R, attitude: Rotation<R>) -> Vec3<R> {
        self.0.impulse(time, attitude) + self.1.impulse(time, attitude)
    }
    fn pull(&self, inertia: &Inertia<R>, time: R) -> Option<Pull<R>> {
        match (A::NONE, B::NONE) {
            (_, true) => self.0.pull(inertia, time),
            (true, _) => self.1.pull(inertia, time),
            _ => self.0.pull(inertia, time)?.and(self.1.pull(inertia, time)?),
        }
    }
    /// Of two torques by their common [`Pull`].
    fn is_axisymmetric_about(&self, inertia: &Inertia<R>, axis: Vec3<R>) -> R::Mask {
        match (A::NONE, B::NONE) {
            (_, true) => self.0.is_axisymmetric_about(inertia, axis),
            (true, _) => self.1.is_axisymmetric_about(inertia, axis),
            _ => axisymmetric_by_pull(self, inertia, axis),
        }
    }
    fn count_coefficients(&self, coefficients: u64) {
        self.0.count_coefficients(coefficients);
        self.1.count_coefficients(coefficients);
    }
    fn prepare(&mut self, branches: &[f64]) {
        let own = usize::from(Torque::<R>::properties(&self.0).switch_count).min(branches.len());
        let (first, second) = branches.split_at(own);
        Torque::<R>::prepare(&mut self.0, first);
        Torque::<R>::prepare(&mut self.1, second);
    }
    fn switches(&self, list: &mut Vec<Switch>) {
        self.0.switches(list);
        self.1.switches(list);
    }
    fn switching_values<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>, values: &mut Vec<S>) {
        let [first, second] = self.inputs(at);
        self.0.switching_values(&first, values);
        self.1.switching_values(&second, values);
    }
    fn natural_branches(&self, at: &TorqueInput<'_, R>, branches: &mut Vec<f64>) {
        let [first, second] = self.inputs(at);
        self.0.natural_branches(&first, branches);
        self.1.natural_branches(&second, branches);
    }
    fn least_resolved_part(&self, at: &TorqueInput<'_, R, NearTimes<R>>) -> usize {
        let [first, second] = self.inputs(at);
        let reaches = [reach(self.0.torque(&first)), reach(self.1.torque(&second))];
        usize::from(!reaches[1].le(reaches[0]).all())
    }
}
