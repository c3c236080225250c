//! A method on a body, whatever their types: all that a driver asks of them.

use super::resolved::{is_sampled, unresolved_part};
use crate::body::{Body, State};
use crate::clock::Clock;
use crate::error::Error;
use crate::geometry::{Attitude, Rotation, Vec3};
use crate::inertia::Inertia;
use crate::method::{Failure, Memory, Method};
use crate::real::Real;
use crate::resolution::TorqueResolution;
use crate::torque::{Discontinuity, OnBranch, Switch, Torque, TorqueInput};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::Any;

/// What a driver asks of a method on a body. One call takes many steps, so that it costs nothing
/// that their types are not known.
pub(crate) trait Stepper<R: Real, A: Attitude<R>>: Send {
    /// Takes equal steps on which nothing jumps. Where one fails, the state is that before it.
    fn steps(
        &mut self,
        state: &mut State<R, A>,
        clock: &mut Clock<R>,
        h: R,
        count: u64,
    ) -> Result<(), Failure>;
    /// What kind of method it is, on this torque.
    fn kind(&self) -> StepperKind;
    /// The body, of which inertia, impulses and switches are asked.
    fn body(&self) -> &dyn AnyBody<R>;
    /// Selects the branches of the torque. What is remembered of another branch is out of date:
    /// [`begin`](Stepper::begin) anew.
    fn set_branches(&mut self, branches: &[f64]);
    /// Prepares the torque for the selected branches.
    fn prepare(&mut self);

    /// Begins anew from this state.
    fn begin(&mut self, state: &State<R, A>);
    /// Someone else has changed the state.
    fn renew(&mut self, state: &State<R, A>);
    /// Of a method whose steps vary: are the next ones to have the size that is asked for?
    fn take_exactly(&mut self, exactly: bool);
    /// The state inside of the last step, where the method knows it.
    fn within(&self, state: &State<R, A>, time: R) -> Option<State<R, A>>;
    /// See [`Method::enter`].
    fn enter(&self, state: &mut State<R, A>, h: R) -> Result<(), Failure>;
    /// See [`Method::leave`].
    fn leave(&self, state: &mut State<R, A>, h: R) -> Result<(), Failure>;

    /// Another one that remembers the same.
    fn fork(&self) -> Box<dyn Stepper<R, A>>;
    /// What it remembers, for [`recall`](Stepper::recall).
    fn memory(&self) -> &dyn Any;
    /// Remembers what a fork of it did.
    fn recall(&mut self, memory: &dyn Any);
    /// See [`Memory::resolution`].
    fn resolution(&self) -> Option<TorqueResolution<R>>;
    /// See [`Memory::watch_resolution`].
    fn watch_resolution(&mut self, resolution: Option<TorqueResolution<R>>) -> bool;
    /// Shows every number that it remembers.
    fn visit_memory(&mut self, slot: &mut dyn FnMut(&mut R));
}

/// What a driver must know of a method.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StepperKind {
    /// It chooses its step sizes and sets the time of the state.
    pub(super) keeps_time: bool,
    /// It has dense output within its last step.
    pub(super) knows_inside: bool,
    /// Its internal states differ from the states that it returns (a processed method).
    pub(super) is_processed: bool,
    /// The torque contains impulses.
    pub(super) has_impulses: bool,
    /// The torque has switching functions.
    pub(super) has_switches: bool,
}

/// A body of which the type of the torque is not known.
pub(crate) trait AnyBody<R: Real>: Sync {
    fn inertia(&self) -> &Inertia<R>;
    /// See [`Discontinuity::Impulse`].
    fn next_impulse(&self, from: R, including: bool, until: R) -> Option<R>;
    /// See [`Torque::impulse`].
    fn impulse(&self, time: R, attitude: Rotation<R>) -> Vec3<R>;
    /// See [`Discontinuity::Kink`].
    fn next_kink(&self, from: R, until: R) -> Option<R>;
    /// See [`Torque::switches`].
    fn switches(&self, list: &mut Vec<Switch>);
    /// The branches that are selected; empty before a run has begun.
    fn branches(&self) -> &[f64];
    /// See [`Torque::natural_branches`].
    fn natural_branches(&self, state: &State<R>, branches: &mut Vec<f64>);
    /// See [`Torque::switching_values`].
    fn switching_values(&self, state: &State<R>, values: &mut Vec<R>);
    /// Values of the switching functions, and their rates along the motion.
    fn switching_rates(&self, state: &State<R>, rates: &mut Vec<[R; 2]>);
    /// The part of the torque, if there is one, that a step between these states does not resolve.
    fn unresolved_part(&self, from: &State<R>, to: &State<R>) -> Option<usize>;
    /// Whether only values of the torque are known.
    fn is_sampled(&self) -> bool;
}

impl<R: Real, T: Torque<R>> AnyBody<R> for Body<R, OnBranch<T>> {
    fn inertia(&self) -> &Inertia<R> {
        &self.inertia
    }
    fn next_impulse(&self, from: R, including: bool, until: R) -> Option<R> {
        self.torque.next_discontinuity(Discontinuity::Impulse { including }, from, until)
    }
    fn impulse(&self, time: R, attitude: Rotation<R>) -> Vec3<R> {
        self.torque.impulse(time, attitude)
    }
    fn next_kink(&self, from: R, until: R) -> Option<R> {
        self.torque.torque.next_discontinuity(Discontinuity::Kink, from, until)
    }
    fn switches(&self, list: &mut Vec<Switch>) {
        Torque::<R>::switches(&self.torque, list);
    }
    fn branches(&self) -> &[f64] {
        &self.torque.branches
    }
    fn natural_branches(&self, state: &State<R>, branches: &mut Vec<f64>) {
        self.torque.natural_branches(&self.torque_input(state), branches);
    }
    fn switching_values(&self, state: &State<R>, values: &mut Vec<R>) {
        self.torque.switching_values(&self.torque_input(state), values);
    }
    fn switching_rates(&self, state: &State<R>, rates: &mut Vec<[R; 2]>) {
        rates.clear();
        let at = self.torque_input(state);
        let moving: TorqueInput<'_, R, _> = at.moving(self.torque.torque(&at));
        let mut values = Vec::new();
        self.torque.switching_values(&moving, &mut values);
        rates.extend(values.into_iter().map(|value| value.coefficients));
    }
    fn unresolved_part(&self, from: &State<R>, to: &State<R>) -> Option<usize> {
        unresolved_part(self, from, to)
    }
    fn is_sampled(&self) -> bool {
        is_sampled(self)
    }
}

/// A method on a body, of known types. Runs have torques [`OnBranch`], lanes have no branches.
#[derive(Clone, Debug)]
pub(crate) struct MethodStepper<M: Method, R: Real, T> {
    pub(crate) method: M,
    pub(crate) body: Body<R, T>,
    pub(crate) memory: M::Memory<R>,
}

#[inline(always)]
pub(super) fn on_branch<R: Real, T>(body: Body<R, T>) -> Body<R, OnBranch<T>> {
    Body { inertia: body.inertia, torque: OnBranch::new(body.torque) }
}

impl<M: Method, R: Real, T: Torque<R>> MethodStepper<M, R, T> {
    #[inline(always)]
    pub(crate) fn new<A: Attitude<R>>(
        method: M,
        body: Body<R, T>,
        start: &State<R, A>,
    ) -> Result<Self, Error> {
        method.accepts(&body.torque)?;
        let memory = method.begin(&body, start);
        Ok(Self { method, body, memory })
    }

    /// The same as functions that a driver calls.
    pub(super) fn called<A: Attitude<R>>(
        method: M,
        body: Body<R, T>,
        start: &State<R, A>,
    ) -> Result<Self, Error> {
        method.accepts(&body.torque)?;
        let memory = method.begin_called(&body, start);
        Ok(Self { method, body, memory })
    }

    /// As a part of the caller, which may know more instructions than others.
    #[inline(always)]
    pub(crate) fn steps_inlined<A: Attitude<R>>(
        &mut self,
        state: &mut State<R, A>,
        clock: &mut Clock<R>,
        h: R,
        count: u64,
    ) -> Result<(), Failure> {
        let Self { method, body, memory } = self;
        method.steps(body, state, memory, clock, h, count)
    }

    #[inline(always)]
    pub(super) fn steps_called<A: Attitude<R>>(
        &mut self,
        state: &mut State<R, A>,
        clock: &mut Clock<R>,
        h: R,
        count: u64,
    ) -> Result<(), Failure> {
        let Self { method, body, memory } = self;
        method.steps_called(body, state, memory, clock, h, count)
    }

    #[inline(always)]
    pub(super) fn kind_of(&self) -> StepperKind {
        StepperKind {
            keeps_time: self.method.keeps_time(),
            knows_inside: self.method.knows_inside(),
            is_processed: self.method.is_processed(),
            has_impulses: !T::NONE && self.body.torque.properties().has_impulses,
            has_switches: !T::NONE && self.body.torque.properties().switch_count > 0,
        }
    }
}

impl<M: Method, R: Real, A: Attitude<R>, T: Torque<R>> Stepper<R, A>
    for MethodStepper<M, R, OnBranch<T>>
{
    fn steps(
        &mut self,
        state: &mut State<R, A>,
        clock: &mut Clock<R>,
        h: R,
        count: u64,
    ) -> Result<(), Failure> {
        self.steps_called(state, clock, h, count)
    }
    fn kind(&self) -> StepperKind {
        self.kind_of()
    }
    fn body(&self) -> &dyn AnyBody<R> {
        &self.body
    }
    fn set_branches(&mut self, branches: &[f64]) {
        self.body.torque.branches.clear();
        self.body.torque.branches.extend_from_slice(branches);
    }
    fn prepare(&mut self) {
        let OnBranch { torque, branches } = &mut self.body.torque;
        Torque::<R>::prepare(torque, branches);
    }
    fn begin(&mut self, state: &State<R, A>) {
        let resolution = self.memory.resolution();
        self.memory = self.method.begin_called(&self.body, state);
        self.memory.watch_resolution(resolution);
    }
    fn renew(&mut self, state: &State<R, A>) {
        self.method.renew(&self.body, state, &mut self.memory);
    }
    fn take_exactly(&mut self, exactly: bool) {
        self.memory.take_exactly(exactly);
    }
    fn within(&self, state: &State<R, A>, time: R) -> Option<State<R, A>> {
        self.method.state_within(&self.body, state, &self.memory, time)
    }
    fn enter(&self, state: &mut State<R, A>, h: R) -> Result<(), Failure> {
        self.method.enter(&self.body, state, h)
    }
    fn leave(&self, state: &mut State<R, A>, h: R) -> Result<(), Failure> {
        self.method.leave(&self.body, state, h)
    }
    fn fork(&self) -> Box<dyn Stepper<R, A>> {
        Box::new(self.clone())
    }
    fn memory(&self) -> &dyn Any {
        &self.memory
    }
    fn recall(&mut self, memory: &dyn Any) {
        if let Some(memory) = memory.downcast_ref() {
            self.memory.clone_from(memory);
        }
    }
    fn resolution(&self) -> Option<TorqueResolution<R>> {
        self.memory.resolution()
    }
    fn watch_resolution(&mut self, resolution: Option<TorqueResolution<R>>) -> bool {
        self.memory.watch_resolution(resolution)
    }
    fn visit_memory(&mut self, slot: &mut dyn FnMut(&mut R)) {
        self.memory.visit(slot);
    }
}
