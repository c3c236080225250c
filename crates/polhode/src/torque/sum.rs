//! Several torques at once.

use super::{Pull, Torque, TorqueInput, sooner};
use crate::geometry::{Rotation, Vec3};
use crate::inertia::Inertia;
use crate::real::{Over, Real};

/// Two torques that add up; either may be a sum again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sum<A, B>(pub A, pub B);

impl<R: Real, A: Torque<R>, B: Torque<R>> Torque<R> for Sum<A, B> {
    const NONE: bool = A::NONE && B::NONE;

    #[inline]
    fn torque<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Vec3<S> {
        self.0.torque(at) + self.1.torque(at)
    }
    /// The sum of what comes from a potential.
    fn potential<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Option<S> {
        match (self.0.potential(at), self.1.potential(at)) {
            (Some(a), Some(b)) => Some(a + b),
            (one, None) | (None, one) => one,
        }
    }
    fn count_coefficients(&self, coefficients: u64) {
        self.0.count_coefficients(coefficients);
        self.1.count_coefficients(coefficients);
    }
    fn depends_on_momentum(&self) -> bool {
        self.0.depends_on_momentum() || self.1.depends_on_momentum()
    }
    fn conserves_energy(&self) -> bool {
        self.0.conserves_energy() && self.1.conserves_energy()
    }
    fn is_differentiable(&self) -> bool {
        self.0.is_differentiable() && self.1.is_differentiable()
    }
    fn prescribed_momentum(&self, time: R) -> Option<Vec3<R>> {
        // A prescribed momentum leaves no room for another torque.
        match (A::NONE, B::NONE) {
            (_, true) => self.0.prescribed_momentum(time),
            (true, _) => self.1.prescribed_momentum(time),
            _ => None,
        }
    }
    fn has_impulses(&self) -> bool {
        self.0.has_impulses() || self.1.has_impulses()
    }
    fn next_impulse(&self, from: R, including: bool, until: R) -> Option<R> {
        let times = [
            self.0.next_impulse(from, including, until),
            self.1.next_impulse(from, including, until),
        ];
        sooner(from, times)
    }
    fn next_kink(&self, from: R, until: R) -> Option<R> {
        sooner(from, [self.0.next_kink(from, until), self.1.next_kink(from, until)])
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
}
