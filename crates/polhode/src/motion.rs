//! A body on its way: method, state and memory together.

use crate::body::{Body, Invariants, State};
use crate::error::Error;
use crate::geometry::{Attitude, Rotation};
use crate::method::{Failure, Memory, Method};
use crate::real::Real;
use crate::torque::{Free, Torque};
use core::fmt::{self, Display};

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
}

impl<M: Method, R: Real, A: Attitude<R>, T: Torque<R>> Motion<M, R, A, T> {
    /// From a start.
    ///
    /// # Errors
    /// Where the method cannot take the torque.
    pub fn new(method: M, body: Body<R, T>, start: State<R, A>) -> Result<Self, Error> {
        method.accepts(&body.torque)?;
        let memory = method.begin(&body, &start);
        Ok(Self { method, body, state: start, memory, clock: Clock::starting(start.time) })
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
    /// Takes equal steps. Time is that of the first of them plus n h, however
    /// many calls they are spread over; with another `h` than before it starts
    /// anew from where it is.
    ///
    /// # Errors
    /// Where a step could not be taken; the state is then that before it.
    pub fn advance(&mut self, h: R, steps: u64) -> Result<(), Stopped<R>> {
        self.clock.set(h);
        let pushed = !T::NONE && self.body.torque.has_impulses();
        // On the stack the state stays in registers.
        let mut state = self.state;
        let mut taken = Ok(());
        for _ in 0..steps {
            taken = if pushed {
                let end = self.clock.ahead();
                self.step_with_impulses(&mut state, h, end)
            } else {
                self.method.step(&self.body, &mut state, &mut self.memory, h)
            };
            if taken.is_err() {
                break;
            }
            state.time = self.clock.tick();
        }
        self.state = state;
        if taken.is_err() {
            // A part of the step may have moved on before another failed.
            self.method.renew(&self.body, &self.state, &mut self.memory);
        }
        let steps = self.clock.count;
        taken.map_err(|failure| Stopped { failure, time: state.time, steps })
    }

    /// A step that stops for every impulse on its way.
    #[cold]
    fn step_with_impulses(&mut self, state: &mut State<R, A>, h: R, end: R) -> Result<(), Failure> {
        let (mut next, memory) = (*state, self.memory.clone());
        let taken = self.parts_of_a_step(&mut next, h, end);
        if taken.is_ok() {
            *state = next;
        } else {
            self.memory = memory;
        }
        taken
    }

    fn parts_of_a_step(&mut self, next: &mut State<R, A>, h: R, end: R) -> Result<(), Failure> {
        let mut including = true;
        while let Some(time) = self.body.torque.next_impulse(next.time, including, end) {
            if time != next.time {
                let part = time - next.time;
                self.method.step(&self.body, next, &mut self.memory, part)?;
                next.time = time;
            }
            let change = self.body.torque.impulse(time, next.attitude.to_rotation());
            next.momentum += change * R::one().with_sign_of(h);
            self.memory = self.method.begin(&self.body, next);
            including = false;
        }
        let rest = end - next.time;
        self.method.step(&self.body, next, &mut self.memory, rest)
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
    /// Where it is.
    fn state(&self) -> &State<R, A>;
    /// What a free body would keep.
    fn invariants(&self) -> Invariants<R>;
    /// Shows every number that the method remembers, to read or to overwrite.
    fn visit_memory(&mut self, slot: &mut dyn FnMut(&mut R));
}

impl<M: Method, R: Real, A: Attitude<R>, T: Torque<R>> Run<R, A> for Motion<M, R, A, T> {
    fn advance(&mut self, h: R, steps: u64) -> Result<(), Stopped<R>> {
        Motion::advance(self, h, steps)
    }
    fn state(&self) -> &State<R, A> {
        Motion::state(self)
    }
    fn invariants(&self) -> Invariants<R> {
        Motion::invariants(self)
    }
    fn visit_memory(&mut self, slot: &mut dyn FnMut(&mut R)) {
        self.memory.visit(slot);
    }
}

/// Time as origin + n h, never accumulated.
#[derive(Clone, Copy, Debug)]
struct Clock<R> {
    origin: R,
    /// What rounding has left of the origin.
    rest: R,
    step: R,
    count: u64,
}

impl<R: Real> Clock<R> {
    fn starting(time: R) -> Self {
        Self { origin: time, rest: R::zero(), step: R::zero(), count: 0 }
    }
    /// What the steps so far add to the origin.
    #[inline]
    #[expect(clippy::cast_precision_loss, reason = "2^53 steps take a person's lifetime")]
    fn elapsed(&self) -> R {
        R::of(self.count as f64) * self.step + self.rest
    }
    fn set(&mut self, h: R) {
        if h != self.step {
            let elapsed = self.elapsed();
            let now = self.origin + elapsed;
            let part = now - self.origin;
            self.rest = (self.origin - (now - part)) + (elapsed - part);
            self.origin = now;
            self.step = h;
            self.count = 0;
        }
    }
    /// The time after the next step, to the bit: else an impulse at that time could
    /// fall into two steps, or between them.
    fn ahead(&self) -> R {
        Self { count: self.count + 1, ..*self }.time()
    }
    #[inline]
    fn time(&self) -> R {
        self.origin + self.elapsed()
    }
    #[inline]
    fn tick(&mut self) -> R {
        self.count += 1;
        self.time()
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
