//! A run whose method is known by name only.

use super::driver::RunDriver;
use super::stepper::{MethodStepper, Stepper, on_branch};
use super::{Motion, StepInterpolant, Stopped, SwitchCount, SwitchRecord};
use crate::body::{Body, Invariants, State};
use crate::error::Error;
use crate::geometry::{Attitude, Rotation};
use crate::method::Method;
use crate::real::Real;
use crate::resolution::TorqueResolution;
use crate::torque::Torque;
use alloc::boxed::Box;
use alloc::vec::Vec;

/// A run whose method is known by name only: one call advances many steps, so
/// that the choice costs nothing.
pub trait Run<R: Real, A: Attitude<R> = Rotation<R>>: Send {
    /// Takes equal steps; see [`Motion::advance`].
    ///
    /// # Errors
    /// Where a step could not be taken.
    fn advance(&mut self, h: R, steps: u64) -> Result<(), Stopped<R>>;
    /// Takes one step and shows the way that it went; see [`Motion::step_seen`].
    ///
    /// # Errors
    /// Where the step could not be taken.
    fn step_seen(
        &mut self,
        h: R,
        see: &mut dyn FnMut(&dyn StepInterpolant<R, A>),
    ) -> Result<(), Stopped<R>>;
    /// Where it is.
    fn state(&self) -> &State<R, A>;
    /// The state at a time not far from now; see [`Motion::state_near`].
    ///
    /// # Errors
    /// Where the step that leads there could not be taken.
    fn state_near(&self, time: R) -> Result<State<R, A>, Stopped<R>>;
    /// What a free body would keep.
    fn invariants(&self) -> Invariants<R>;
    /// Shows every number that the method remembers, to read or to overwrite.
    fn visit_memory(&mut self, slot: &mut dyn FnMut(&mut R));
    /// Goes on from where a run with the same start was; see [`Motion::restore`].
    fn restore(&mut self, state: State<R, A>, h: R, steps: u64);
    /// Returns what has switched in the torque, and the total length of the sliding intervals of all
    /// switching functions, up to the present time or up to one within the last step.
    fn switches_until(&self, time: R) -> (SwitchCount, R) {
        let _ = time;
        (SwitchCount::default(), R::zero())
    }
    /// Returns the index of the first function of the state in the torque, such as a square root, that may have been at the
    /// end of its domain, where it is not smooth, if one may have been. Such points are not located
    /// ([`SwitchKind::Boundary`](crate::torque::SwitchKind)).
    fn boundary_reached(&self) -> Option<u16> {
        None
    }
    /// Selects whether each switch is recorded for [`take_switches`](Run::take_switches); default: no.
    fn record_switches(&mut self, record: bool) {
        let _ = record;
    }
    /// Selects whether steps are to resolve the torque: docs/taylor.md, Features within a step; default: no. Set
    /// before the first step, and before [`visit_memory`](Run::visit_memory) of a run that is resumed.
    fn resolve_torque(&mut self, resolve: bool) {
        let _ = resolve;
    }
    /// Returns how well the steps resolved the torque, where that is watched.
    fn torque_resolution(&self) -> Option<TorqueResolution<R>> {
        None
    }
    /// Returns the switches recorded since the last call, in order.
    fn take_switches(&mut self) -> Vec<SwitchRecord<R>> {
        Vec::new()
    }
}

/// The run of any method on any torque: compiled once for a number, however many methods there
/// are.
pub(crate) struct AnyMotion<R: Real, A: Attitude<R>> {
    stepper: Box<dyn Stepper<R, A>>,
    course: RunDriver<R, A>,
}

/// A method on a body.
pub(crate) fn stepper<M: Method, R: Real, A: Attitude<R>, T: Torque<R>>(
    method: M,
    body: Body<R, T>,
    start: &State<R, A>,
) -> Result<Box<dyn Stepper<R, A>>, Error> {
    Ok(Box::new(MethodStepper::called(method, on_branch(body), start)?))
}

impl<R: Real, A: Attitude<R>> AnyMotion<R, A> {
    pub(crate) fn new(stepper: Box<dyn Stepper<R, A>>, start: State<R, A>) -> Self {
        Self { stepper, course: RunDriver::starting(start) }
    }
}

impl<R: Real, A: Attitude<R>> Run<R, A> for AnyMotion<R, A> {
    fn advance(&mut self, h: R, steps: u64) -> Result<(), Stopped<R>> {
        self.course.advance(&mut *self.stepper, h, steps)
    }
    fn step_seen(
        &mut self,
        h: R,
        see: &mut dyn FnMut(&dyn StepInterpolant<R, A>),
    ) -> Result<(), Stopped<R>> {
        self.course.step_seen(&mut *self.stepper, h, see)
    }
    fn state(&self) -> &State<R, A> {
        &self.course.state
    }
    fn state_near(&self, time: R) -> Result<State<R, A>, Stopped<R>> {
        self.course.state_near(&*self.stepper, time)
    }
    fn invariants(&self) -> Invariants<R> {
        self.course.state.invariants(self.stepper.body().inertia())
    }
    fn visit_memory(&mut self, slot: &mut dyn FnMut(&mut R)) {
        self.course.visit_memory(&mut *self.stepper, slot);
    }
    fn restore(&mut self, state: State<R, A>, h: R, steps: u64) {
        self.course.restore(state, h, steps);
    }
    fn switches_until(&self, time: R) -> (SwitchCount, R) {
        let RunDriver { state, clock, switching, .. } = &self.course;
        switching.until(time, state.time, clock.step())
    }
    fn boundary_reached(&self) -> Option<u16> {
        self.course.switching.ends.reached
    }
    fn resolve_torque(&mut self, resolve: bool) {
        self.course.resolve_torque(&mut *self.stepper, resolve);
    }
    fn torque_resolution(&self) -> Option<TorqueResolution<R>> {
        self.course.torque_resolution(&*self.stepper)
    }
    fn record_switches(&mut self, record: bool) {
        self.course.switching.recording = record;
    }
    fn take_switches(&mut self) -> Vec<SwitchRecord<R>> {
        core::mem::take(&mut self.course.switching.records)
    }
}

impl<M: Method, R: Real, A: Attitude<R>, T: Torque<R>> Run<R, A> for Motion<M, R, A, T> {
    fn advance(&mut self, h: R, steps: u64) -> Result<(), Stopped<R>> {
        self.course.advance(&mut self.stepper, h, steps)
    }
    fn step_seen(
        &mut self,
        h: R,
        see: &mut dyn FnMut(&dyn StepInterpolant<R, A>),
    ) -> Result<(), Stopped<R>> {
        Motion::step_seen(self, h, see)
    }
    fn state(&self) -> &State<R, A> {
        Motion::state(self)
    }
    fn state_near(&self, time: R) -> Result<State<R, A>, Stopped<R>> {
        Motion::state_near(self, time)
    }
    fn invariants(&self) -> Invariants<R> {
        Motion::invariants(self)
    }
    fn visit_memory(&mut self, slot: &mut dyn FnMut(&mut R)) {
        self.course.visit_memory(&mut self.stepper, slot);
    }
    fn restore(&mut self, state: State<R, A>, h: R, steps: u64) {
        Motion::restore(self, state, h, steps);
    }
    fn switches_until(&self, time: R) -> (SwitchCount, R) {
        let RunDriver { state, clock, switching, .. } = &self.course;
        switching.until(time, state.time, clock.step())
    }
    fn boundary_reached(&self) -> Option<u16> {
        self.course.switching.ends.reached
    }
    fn resolve_torque(&mut self, resolve: bool) {
        self.course.resolve_torque(&mut self.stepper, resolve);
    }
    fn torque_resolution(&self) -> Option<TorqueResolution<R>> {
        self.course.torque_resolution(&self.stepper)
    }
    fn record_switches(&mut self, record: bool) {
        self.course.switching.recording = record;
    }
    fn take_switches(&mut self) -> Vec<SwitchRecord<R>> {
        core::mem::take(&mut self.course.switching.records)
    }
}
