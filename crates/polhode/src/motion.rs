//! A body on its way: method, state and memory together.

//!
//! A [`Motion`] knows its method, its torque and its numbers; a [`Run`] hides method and torque.
//! Both are driven by one `RunDriver`, which is compiled for the numbers only and asks a `Stepper`
//! for blocks of steps.

mod crossing;
mod domain_ends;
mod driver;
mod impulses;
mod resolved;
mod run;
mod settle;
mod step_interpolant;
mod stepper;
mod switches;
mod switching;
mod tally;

use crate::body::{Body, Invariants, State};
use crate::error::Error;
use crate::geometry::{Attitude, Rotation};
use crate::method::{Failure, Method};
use crate::real::Real;
use crate::torque::{Free, OnBranch, Torque};
use alloc::format;
use alloc::string::String;
use core::fmt::{self, Display};
use driver::RunDriver;

pub use crate::clock::Clock;
pub use run::Run;
pub(crate) use run::{AnyMotion, stepper};
pub use step_interpolant::StepInterpolant;
use stepper::on_branch;
pub(crate) use stepper::{MethodStepper, Stepper};
pub use switching::SwitchRecord;
pub use tally::SwitchCount;

/// Is shown states on the way.
pub trait Observer<R, A> {
    /// Sees one.
    fn see(&mut self, state: &State<R, A>);
}

impl<R, A, F: FnMut(&State<R, A>)> Observer<R, A> for F {
    fn see(&mut self, state: &State<R, A>) {
        self(state);
    }
}

/// A body on its way.
///
/// ```
/// use polhode::{Body, Inertia, Motion, State, Rotation, Vec3, methods::buss::Buss};
/// let inertia = Inertia::new([1.0, 2.0, 2.5])?;
/// let start = State::<f64>::new(Rotation::identity(), Vec3::new(0.01, 2.0, 0.01));
/// let mut motion = Motion::new(Buss::Fourth, Body::free(inertia), start)?;
/// motion.advance(0.01, 1000)?;
/// assert_eq!(motion.state().time, 10.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Motion<M: Method, R: Real, A: Attitude<R> = Rotation<R>, T = Free> {
    stepper: MethodStepper<M, R, OnBranch<T>>,
    course: RunDriver<R, A>,
    body: Body<R, T>,
}

impl<M: Method, R: Real, A: Attitude<R>, T: Torque<R>> Motion<M, R, A, T> {
    /// From a start.
    ///
    /// # Errors
    /// Where the method cannot take the torque.
    #[inline(always)]
    pub fn new(method: M, body: Body<R, T>, start: State<R, A>) -> Result<Self, Error> {
        let stepper = MethodStepper::new(method, on_branch(body.clone()), &start)?;
        Ok(Self { stepper, course: RunDriver::starting(start), body })
    }
    /// Where it is.
    pub fn state(&self) -> &State<R, A> {
        &self.course.state
    }
    /// What turns.
    pub fn body(&self) -> &Body<R, T> {
        &self.body
    }
    /// What a free body would keep.
    pub fn invariants(&self) -> Invariants<R> {
        self.state().invariants(&self.stepper.body.inertia)
    }
    /// Goes on from the state that a run with the same start had after so many
    /// steps of h. What the method remembered then is for the caller to put back,
    /// by [`Run::visit_memory`].
    pub fn restore(&mut self, state: State<R, A>, h: R, steps: u64) {
        self.course.restore(state, h, steps);
    }
    /// Takes equal steps. Time is that of the first of them plus n h, however
    /// many calls they are spread over; with another `h` than before it starts
    /// anew from where it is. A method whose steps vary takes as many of the sizes
    /// that it chooses, `h` being the largest or about that.
    ///
    /// # Errors
    /// Where a step could not be taken; the state is then that before it.
    #[inline(always)]
    pub fn advance(&mut self, h: R, steps: u64) -> Result<(), Stopped<R>> {
        let Self { stepper, course, .. } = self;
        let kind = stepper.kind_of();
        if kind.is_processed
            || kind.has_impulses
            || kind.has_switches
            || course.resolution.is_some()
        {
            return course.advance(stepper, h, steps);
        }
        course.clock.set(h);
        let RunDriver { state, clock, .. } = course;
        let taken = if R::INLINED {
            stepper.steps_inlined(state, clock, h, steps)
        } else {
            stepper.steps_called(state, clock, h, steps)
        };
        taken.map_err(|failure| {
            // A part of the step may have moved on before another failed.
            stepper.method.renew(&stepper.body, &course.state, &mut stepper.memory);
            course.stopped(failure)
        })
    }
    /// Takes one step, as [`advance`](Motion::advance) would, and shows the way that it
    /// went: one interpolant, or several where impulses are between them.
    ///
    /// # Errors
    /// As [`advance`](Motion::advance).
    pub fn step_seen(
        &mut self,
        h: R,
        see: &mut dyn FnMut(&dyn StepInterpolant<R, A>),
    ) -> Result<(), Stopped<R>> {
        self.course.step_seen(&mut self.stepper, h, see)
    }
    /// The state at a time not far from now, earlier or later: what the method knows of
    /// the last step, or else by one step from here, and as good as a step is. The run
    /// itself does not move.
    ///
    /// # Errors
    /// Where that step could not be taken.
    pub fn state_near(&self, time: R) -> Result<State<R, A>, Stopped<R>> {
        self.course.state_near(&self.stepper, time)
    }
    /// Takes equal steps and shows every `every`-th state to an observer.
    ///
    /// # Errors
    /// As [`advance`](Motion::advance).
    pub fn observe(
        &mut self,
        h: R,
        steps: u64,
        every: u64,
        observer: &mut impl Observer<R, A>,
    ) -> Result<(), Stopped<R>> {
        let every = every.max(1);
        for _ in 0..steps / every {
            self.advance(h, every)?;
            observer.see(self.state());
        }
        self.advance(h, steps % every)
    }
    /// Takes the steps that the caller gives.
    ///
    /// # Errors
    /// As [`advance`](Motion::advance).
    pub fn follow(&mut self, steps: impl IntoIterator<Item = R>) -> Result<(), Stopped<R>> {
        steps.into_iter().try_for_each(|h| self.advance(h, 1))
    }
}

/// A run that could not go on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stopped<R> {
    /// Why.
    pub failure: Failure,
    /// The time up to which it went.
    pub time: R,
    /// How many steps of this size it took.
    pub steps: u64,
}

impl<R: Real> Stopped<R> {
    /// When the run stopped, and why.
    #[must_use]
    pub fn message(&self) -> String {
        let Self { failure, time, steps } = self;
        format!("stopped at time {time:?} after {steps} steps: {}", failure.message())
    }
    /// What to do about it.
    #[must_use]
    pub fn remedy(&self) -> &'static str {
        self.failure.remedy()
    }
}

impl<R: Real> Display for Stopped<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.message(), self.remedy())
    }
}
impl<R: Real> core::error::Error for Stopped<R> {}
