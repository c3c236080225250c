//! What a method is, and what makes methods out of methods.
//!
//! Chains read in the order of time: what stands first happens first.

mod composition;
mod drift;
mod energy;
mod gradient;
mod kicked;
mod split;
mod splitting;
mod step_control;
mod tilt;
mod wrapped;

use crate::body::{Body, State};
use crate::clock::Clock;
use crate::error::Error;
use crate::geometry::{Attitude, Vec3};
use crate::inertia::Inertia;
use crate::real::Real;
use crate::torque::Torque;
use core::fmt::Debug;

pub use crate::failure::Failure;
pub use crate::memory::Memory;
pub use composition::Composition;
pub use drift::Drift;
pub use energy::EnergyPreservation;
pub use kicked::{KickMemory, Kicked};
pub use split::{Split, SplitMemory};
pub use splitting::{Splitting, SplittingKind};
pub use step_control::StepControl;
pub use tilt::with_energy;
pub(crate) use wrapped::Wrapping;
pub use wrapped::{Wrapped, WrappedMemory};

/// Turns a torque-free body: a paper's core formula.
pub trait FreeFlow: Copy + Debug + Send + Sync + 'static {
    /// Moves attitude and momentum of a free body by the time `h`.
    ///
    /// # Errors
    /// Where an equation has no solution or its solution was not found; the state is then left as it was.
    fn flow<R: Real, A: Attitude<R>>(
        &self,
        inertia: &Inertia<R>,
        state: &mut State<R, A>,
        h: R,
    ) -> Result<(), Failure>;
}

/// Advances the state of a body.
pub trait Method: Copy + Debug + Send + Sync + 'static {
    /// What it remembers between steps: made from a start state, saved with
    /// every checkpoint.
    type Memory<R: Real>: Memory<R>;

    /// May it be composed? A method that is not symmetric gains nothing by it, and says no, so
    /// that its step is compiled once only.
    const COMPOSES: bool = true;

    /// Is a step half a kick, a torque-free step and half a kick?
    const KICKS: bool = false;

    /// Do its steps vary, so that it keeps the time itself, and whoever drives it leaves the
    /// time alone?
    #[inline(always)]
    fn keeps_time(&self) -> bool {
        false
    }

    /// Does it know every state inside of its last step, so that
    /// [`state_within`](Method::state_within) gives them?
    #[inline(always)]
    fn knows_inside(&self) -> bool {
        false
    }

    /// The memory with which a run from this state begins.
    fn begin<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &State<R, A>,
    ) -> Self::Memory<R>;

    /// Can it take this torque?
    ///
    /// # Errors
    /// - [`Error::NeedsDerivatives`] where the method needs time derivatives of the
    ///   torque and the torque has none;
    /// - [`Error::DependsOnMomentum`] where it may not depend on the momentum and does;
    /// - [`Error::TakesNoTorque`] where it is for free bodies only;
    /// - [`Error::TakesNoImpulses`] where its steps cannot end at given times.
    fn accepts<R: Real, T: Torque<R>>(&self, torque: &T) -> Result<(), Error> {
        let _ = torque;
        Ok(())
    }

    /// Someone else has changed the state: what the memory knows of it is out of
    /// date.
    fn renew<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &State<R, A>,
        memory: &mut Self::Memory<R>,
    ) {
        let _ = (body, state, memory);
    }

    /// The torque on the body now, from memory where that has it.
    #[inline]
    fn torque_now<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &State<R, A>,
        memory: &Self::Memory<R>,
    ) -> Vec3<R> {
        let _ = memory;
        body.torque_at(state)
    }

    /// The state at a time inside of the last step, where the method knows it without
    /// another step.
    fn state_within<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &State<R, A>,
        memory: &Self::Memory<R>,
        time: R,
    ) -> Option<State<R, A>> {
        let _ = (body, state, memory, time);
        None
    }

    /// Are the states that it goes through others than those it shows? Then a run
    /// is [`enter`](Method::enter), any number of steps of the same size, and
    /// [`leave`](Method::leave).
    #[inline(always)]
    fn is_processed(&self) -> bool {
        false
    }

    /// From a state that is shown to the one from which steps of size h start. Its time
    /// may be another.
    ///
    /// # Errors
    /// As [`step`](Method::step).
    fn enter<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &mut State<R, A>,
        h: R,
    ) -> Result<(), Failure> {
        let _ = (body, state, h);
        Ok(())
    }

    /// The inverse of [`enter`](Method::enter).
    ///
    /// # Errors
    /// As [`step`](Method::step).
    fn leave<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &mut State<R, A>,
        h: R,
    ) -> Result<(), Failure> {
        let _ = (body, state, h);
        Ok(())
    }

    /// Many steps, the time by the clock: what a driver calls.
    ///
    /// # Errors
    /// As [`step`](Method::step); the state is that before the step.
    #[inline(always)]
    fn steps<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &mut State<R, A>,
        memory: &mut Self::Memory<R>,
        clock: &mut Clock<R>,
        h: R,
        count: u64,
    ) -> Result<(), Failure> {
        equal_steps(self, body, state, memory, clock, h, count)
    }

    /// [`begin`](Method::begin) as a function. Compiled with the module of the implementing type, as
    /// the next three are: a change of one method then compiles few others again.
    #[doc(hidden)]
    #[inline(never)]
    fn begin_called<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &State<R, A>,
    ) -> Self::Memory<R> {
        self.begin(body, state)
    }

    /// [`steps`](Method::steps) as a function, compiled once per method, scalar type and torque. The
    /// separate references tell the compiler that a step does not change the body.
    #[doc(hidden)]
    #[inline(never)]
    fn steps_called<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &mut State<R, A>,
        memory: &mut Self::Memory<R>,
        clock: &mut Clock<R>,
        h: R,
        count: u64,
    ) -> Result<(), Failure> {
        self.steps(body, state, memory, clock, h, count)
    }

    /// The step loop of the method with its wrappers, as a function.
    #[doc(hidden)]
    #[inline(never)]
    fn wrapped_steps_called<R: Real, A: Attitude<R>, T: Torque<R>>(
        wrapped: &Wrapped<Self>,
        body: &Body<R, T>,
        state: &mut State<R, A>,
        memory: &mut WrappedMemory<R, Self::Memory<R>>,
        clock: &mut Clock<R>,
        h: R,
        count: u64,
    ) -> Result<(), Failure> {
        wrapped.wrapped_steps(body, state, memory, clock, h, count)
    }

    /// [`step`](Method::step) as a function.
    #[doc(hidden)]
    #[inline(never)]
    fn step_called<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &mut State<R, A>,
        memory: &mut Self::Memory<R>,
        h: R,
    ) -> Result<(), Failure> {
        self.step(body, state, memory, h)
    }

    /// One step. Time advances with the state, by plain addition: whoever
    /// drives many steps knows better and overwrites it.
    ///
    /// # Errors
    /// Where an equation has no solution or its solution was not found; the state
    /// is then left as it was.
    fn step<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &mut State<R, A>,
        memory: &mut Self::Memory<R>,
        h: R,
    ) -> Result<(), Failure>;
}

/// What [`Method::steps`] does unless a method has better. On the stack the state stays in
/// registers; the clock is left where it is.
#[inline(always)]
pub(crate) fn equal_steps<M: Method, R: Real, A: Attitude<R>, T: Torque<R>>(
    method: &M,
    body: &Body<R, T>,
    state: &mut State<R, A>,
    memory: &mut M::Memory<R>,
    clock: &mut Clock<R>,
    h: R,
    count: u64,
) -> Result<(), Failure> {
    let mut next = *state;
    let mut taken = Ok(());
    if T::NONE && !method.keeps_time() {
        // What no torque sees is set after the last step.
        let mut done = 0;
        while done < count {
            taken = method.step(body, &mut next, memory, h);
            if taken.is_err() {
                break;
            }
            done += 1;
        }
        clock.pass_many(&mut next.time, done);
    } else {
        for _ in 0..count {
            taken = method.step(body, &mut next, memory, h);
            if taken.is_err() {
                break;
            }
            clock.pass_or_tick(&mut next.time, method.keeps_time());
        }
    }
    *state = next;
    taken
}
