//! A method on a body, whatever their types: all that a driver asks of them.

use crate::body::{Body, State};
use crate::clock::Clock;
use crate::error::Error;
use crate::geometry::{Attitude, Rotation, Vec3};
use crate::inertia::Inertia;
use crate::method::{Failure, Memory, Method};
use crate::real::Real;
use crate::torque::{Discontinuity, Torque};
use alloc::boxed::Box;
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
    /// The body, of which only inertia and impulses are asked.
    fn body(&self) -> &dyn AnyBody<R>;

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
}

/// A body of which the type of the torque is not known.
pub(crate) trait AnyBody<R: Real> {
    fn inertia(&self) -> &Inertia<R>;
    /// See [`Discontinuity::Impulse`].
    fn next_impulse(&self, from: R, including: bool, until: R) -> Option<R>;
    /// See [`Torque::impulse`].
    fn impulse(&self, time: R, attitude: Rotation<R>) -> Vec3<R>;
}

impl<R: Real, T: Torque<R>> AnyBody<R> for Body<R, T> {
    fn inertia(&self) -> &Inertia<R> {
        &self.inertia
    }
    fn next_impulse(&self, from: R, including: bool, until: R) -> Option<R> {
        self.torque.next_discontinuity(Discontinuity::Impulse { including }, from, until)
    }
    fn impulse(&self, time: R, attitude: Rotation<R>) -> Vec3<R> {
        self.torque.impulse(time, attitude)
    }
}

/// A method on a body, of known types.
#[derive(Clone, Debug)]
pub(crate) struct MethodStepper<M: Method, R: Real, T> {
    pub(crate) method: M,
    pub(crate) body: Body<R, T>,
    pub(crate) memory: M::Memory<R>,
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
        }
    }
}

impl<M: Method, R: Real, A: Attitude<R>, T: Torque<R>> Stepper<R, A> for MethodStepper<M, R, T> {
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
    fn begin(&mut self, state: &State<R, A>) {
        self.memory = self.method.begin_called(&self.body, state);
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
    fn visit_memory(&mut self, slot: &mut dyn FnMut(&mut R)) {
        self.memory.visit(slot);
    }
}
