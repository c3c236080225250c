//! A body on its way: method, state and memory together.

mod clock;
mod impulses;
mod passage;

use crate::body::{Body, Invariants, State};
use crate::error::Error;
use crate::geometry::{Attitude, Rotation};
use crate::method::{Failure, Memory, Method};
use crate::real::Real;
use crate::torque::{Free, Torque};
use clock::Clock;
use core::fmt::{self, Display};

pub use passage::Passage;

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
pub struct Motion<M: Method, R: Real, A = Rotation<R>, T = Free> {
    method: M,
    body: Body<R, T>,
    state: State<R, A>,
    memory: M::Memory<R>,
    clock: Clock<R>,
    /// Of a method that shows other states than it goes through: the one it is in,
    /// for steps of this size.
    inside: Option<(R, State<R, A>)>,
}

impl<M: Method, R: Real, A: Attitude<R>, T: Torque<R>> Motion<M, R, A, T> {
    /// From a start.
    ///
    /// # Errors
    /// Where the method cannot take the torque.
    #[inline(always)]
    pub fn new(method: M, body: Body<R, T>, start: State<R, A>) -> Result<Self, Error> {
        method.accepts(&body.torque)?;
        let memory = method.begin(&body, &start);
        let clock = Clock::starting(start.time);
        Ok(Self { method, body, state: start, memory, clock, inside: None })
    }
    /// Where it is.
    pub fn state(&self) -> &State<R, A> {
        &self.state
    }
    /// What turns.
    pub fn body(&self) -> &Body<R, T> {
        &self.body
    }
    /// What a free body would keep.
    pub fn invariants(&self) -> Invariants<R> {
        self.state.invariants(&self.body.inertia)
    }
    /// Goes on from the state that a run with the same start had after so many
    /// steps of h. What the method remembered then is for the caller to put back,
    /// by [`Run::visit_memory`].
    pub fn restore(&mut self, state: State<R, A>, h: R, steps: u64) {
        (self.clock.step, self.clock.count) = (h, steps);
        self.state = state;
        self.inside = None;
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
        self.advance_by::<false>(h, steps)
    }

    /// With the loop of the steps as a function, or as a part of the caller.
    #[inline(always)]
    fn advance_by<const CALLED: bool>(&mut self, h: R, steps: u64) -> Result<(), Stopped<R>> {
        self.clock.set(h);
        if M::MAY_BE_PROCESSED && self.method.is_processed() {
            return self.advance_inside(h, steps);
        }
        let Self { method, body, state, memory, clock, .. } = self;
        let taken = if T::JUMPS && body.torque.has_impulses() {
            self.advance_between_impulses(h, steps)
        } else if CALLED {
            Self::steps_called(method, body, state, memory, clock, h, steps)
        } else {
            Self::steps(method, body, state, memory, clock, h, steps)
        };
        if taken.is_err() {
            // A part of the step may have moved on before another failed.
            self.method.renew(&self.body, &self.state, &mut self.memory);
        }
        let (time, steps) = (self.state.time, self.clock.count);
        taken.map_err(|failure| Stopped { failure, time, steps })
    }

    /// Equal steps on which nothing jumps.
    #[inline(always)]
    fn steps(
        method: &M,
        body: &Body<R, T>,
        state: &mut State<R, A>,
        memory: &mut M::Memory<R>,
        clock: &mut Clock<R>,
        h: R,
        steps: u64,
    ) -> Result<(), Failure> {
        // On the stack the state stays in registers.
        let mut next = *state;
        let mut taken = Ok(());
        for _ in 0..steps {
            taken = method.step(body, &mut next, memory, h);
            if taken.is_err() {
                break;
            }
            let time = clock.tick();
            if !M::KEEPS_TIME {
                next.time = time;
            }
        }
        *state = next;
        taken
    }

    /// The same for all that need not have it inlined: a step of every method takes its time to
    /// compile.
    #[inline(never)]
    fn steps_called(
        method: &M,
        body: &Body<R, T>,
        state: &mut State<R, A>,
        memory: &mut M::Memory<R>,
        clock: &mut Clock<R>,
        h: R,
        steps: u64,
    ) -> Result<(), Failure> {
        Self::steps(method, body, state, memory, clock, h, steps)
    }

    /// One step of exactly this size; the time is for the caller to set.
    fn one_step(
        &self,
        memory: &mut M::Memory<R>,
        next: &mut State<R, A>,
        h: R,
    ) -> Result<(), Failure> {
        if M::KEEPS_TIME {
            return self.method.step_by(&self.body, next, memory, h);
        }
        let mut clock = Clock::starting(next.time);
        clock.set(h);
        Self::steps_called(&self.method, &self.body, next, memory, &mut clock, h, 1)
    }

    /// The same of a method that shows other states than it goes through.
    fn advance_inside(&mut self, h: R, steps: u64) -> Result<(), Stopped<R>> {
        let pushed = T::JUMPS && self.body.torque.has_impulses();
        let mut left = steps;
        let mut taken = Ok(());
        while left > 0 && taken.is_ok() {
            let block = if pushed { 1 } else { left };
            taken = if pushed { self.shown_step(h) } else { self.block_inside(h, block) };
            left -= block;
        }
        let (steps, time) = (self.clock.count, self.state.time);
        taken.map_err(|failure| Stopped { failure, time, steps })
    }

    /// Steps between two shown states.
    fn block_inside(&mut self, h: R, steps: u64) -> Result<(), Failure> {
        let mut state = match self.inside {
            Some((size, inside)) if size == h => inside,
            _ => {
                let mut state = self.state;
                self.method.enter(&self.body, &mut state, h)?;
                self.memory = self.method.begin(&self.body, &state);
                state
            }
        };
        // Inside it may be earlier or later.
        let offset = state.time - self.clock.time();
        let mut taken = Ok(());
        for _ in 0..steps {
            taken = self.method.step(&self.body, &mut state, &mut self.memory, h);
            if taken.is_err() {
                self.method.renew(&self.body, &state, &mut self.memory);
                break;
            }
            state.time = self.clock.tick() + offset;
        }
        self.inside = Some((h, state));
        let left = self.method.leave(&self.body, &mut state, h);
        if left.is_ok() {
            self.state = State { time: self.clock.time(), ..state };
        }
        taken.and(left)
    }

    /// The state at a time not far from now, earlier or later: what the method knows of
    /// the last step, or else by one step from here, and as good as a step is. The run
    /// itself does not move.
    ///
    /// # Errors
    /// Where that step could not be taken.
    pub fn state_near(&self, time: R) -> Result<State<R, A>, Stopped<R>> {
        let within = self.method.state_within(&self.body, &self.state, &self.memory, time);
        if let Some(state) = within {
            return Ok(state);
        }
        let h = time - self.state.time;
        let (mut memory, mut state) = (self.memory.clone(), self.state);
        self.parts_of_a_step(&mut memory, &mut state, h, time).map_err(|failure| Stopped {
            failure,
            time: self.state.time,
            steps: self.clock.count,
        })?;
        Ok(State { time, ..state })
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
            observer.see(&self.state);
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
        see: &mut dyn FnMut(&dyn Passage<R, A>),
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
}

impl<M: Method, R: Real, A: Attitude<R>, T: Torque<R>> Run<R, A> for Motion<M, R, A, T> {
    fn advance(&mut self, h: R, steps: u64) -> Result<(), Stopped<R>> {
        self.advance_by::<true>(h, steps)
    }
    fn step_seen(
        &mut self,
        h: R,
        see: &mut dyn FnMut(&dyn Passage<R, A>),
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
        self.memory.visit(slot);
        if M::MAY_BE_PROCESSED && self.method.is_processed() {
            let (mut h, mut state) = self.inside.unwrap_or((R::zero(), self.state));
            slot(&mut h);
            slot(&mut state.time);
            state.attitude.visit(slot);
            state.momentum.visit(slot);
            self.inside = if h == R::zero() { None } else { Some((h, state)) };
        }
    }
    fn restore(&mut self, state: State<R, A>, h: R, steps: u64) {
        Motion::restore(self, state, h, steps);
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

impl<R: Real> Display for Stopped<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "stopped at time {:?} after {} steps: {}", self.time, self.steps, self.failure)
    }
}
impl<R: Real> core::error::Error for Stopped<R> {}
