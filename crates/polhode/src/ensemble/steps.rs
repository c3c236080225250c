//! Steps of any method, a register of bodies at a time.

use super::Block;
use super::block::load;
use crate::body::{Body, State};
use crate::error::Error;
use crate::geometry::{Rotation, Vec3};
use crate::inertia::Inertia;
use crate::method::{Memory, Method};
use crate::motion::{Clock, MethodStepper, Run, Stopped};
use crate::real::{LaneKernel, Lanes, Real, Scalar};
use crate::torque::{Free, Torque};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// Torques of many bodies.
pub trait TorqueColumns<S: Scalar> {
    /// Those of a register of bodies.
    type InLanes<R: Lanes<Scalar = S>>: Torque<R>;
    /// Of the bodies that are named, one for each lane.
    fn in_lanes<R: Lanes<Scalar = S>>(&self, body: impl Fn(usize) -> usize) -> Self::InLanes<R>;
}

impl<S: Scalar> TorqueColumns<S> for Free {
    type InLanes<R: Lanes<Scalar = S>> = Free;
    #[inline(always)]
    fn in_lanes<R: Lanes<Scalar = S>>(&self, _: impl Fn(usize) -> usize) -> Free {
        Free
    }
}

/// A body that could not go on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Failed<S> {
    /// Which one.
    pub body: usize,
    /// Why, when and after how many steps.
    pub stopped: Stopped<S>,
}

/// Bodies, quaternions for their attitudes, that are to take some steps.
#[derive(Debug)]
pub struct BlockRun<'a, S> {
    /// The bodies.
    pub block: Block<'a, S, 4>,
    /// What the method remembers of each, a column for every number.
    pub memory: Vec<&'a mut [S]>,
    /// Does it remember something yet?
    pub begun: bool,
    /// Steps are counted from here.
    pub origin: S,
    /// How many were taken since.
    pub taken: u64,
    /// Size of a step.
    pub h: S,
    /// How many.
    pub steps: u64,
    /// Those that cannot go on, by their place in the block; they stay where they are.
    pub failed: Vec<Failed<S>>,
}

/// A run of a register of bodies, as a voyage needs it.
pub trait RegisterRun<R: Real> {
    /// Goes on from a state after so many steps of h.
    fn restore(&mut self, state: State<R>, h: R, steps: u64);
    /// Shows every number that the method remembers.
    fn visit_memory(&mut self, slot: &mut dyn FnMut(&mut R));
    /// Takes equal steps.
    ///
    /// # Errors
    /// Where one could not be taken.
    fn advance(&mut self, h: R, steps: u64) -> Result<(), Stopped<R>>;
    /// Where it is.
    fn state(&self) -> State<R>;
}

/// A run of a register of bodies by a method whose type is known. The steps are a part of the
/// caller, which may know more instructions than others.
struct LaneRun<M: Method, R: Real, T> {
    stepper: MethodStepper<M, R, T>,
    state: State<R>,
    clock: Clock<R>,
}

impl<M: Method, R: Real, T: Torque<R>> RegisterRun<R> for LaneRun<M, R, T> {
    #[inline(always)]
    fn restore(&mut self, state: State<R>, h: R, steps: u64) {
        self.clock.restore(h, steps);
        self.state = state;
    }
    #[inline(always)]
    fn visit_memory(&mut self, slot: &mut dyn FnMut(&mut R)) {
        self.stepper.memory.visit(slot);
    }
    #[inline(always)]
    fn advance(&mut self, h: R, steps: u64) -> Result<(), Stopped<R>> {
        let Self { stepper, state, clock } = self;
        clock.set(h);
        // A body that failed does not go on, so that what is remembered of it need not be renewed.
        let taken = stepper.steps_inlined(state, clock, h, steps);
        taken.map_err(|failure| Stopped { failure, time: state.time, steps: clock.count() })
    }
    #[inline(always)]
    fn state(&self) -> State<R> {
        self.state
    }
}

/// Creates a run for the given bodies, one per lane.
pub type BeginRun<'a, R> =
    dyn Fn(Inertia<R>, State<R>, &[usize]) -> Result<Box<dyn Run<R>>, Error> + 'a;

/// A body alone, by a method that is known by name only.
impl<R: Real> RegisterRun<R> for Box<dyn Run<R>> {
    fn restore(&mut self, state: State<R>, h: R, steps: u64) {
        (**self).restore(state, h, steps);
    }
    fn visit_memory(&mut self, slot: &mut dyn FnMut(&mut R)) {
        (**self).visit_memory(slot);
    }
    fn advance(&mut self, h: R, steps: u64) -> Result<(), Stopped<R>> {
        (**self).advance(h, steps)
    }
    fn state(&self) -> State<R> {
        *(**self).state()
    }
}

impl<S: Scalar> BlockRun<'_, S> {
    /// Takes the steps. `begin` makes a run of the bodies that it is told, one for each lane.
    ///
    /// Where a lane fails, each body of its register goes on alone: its neighbours cannot be told
    /// how far they came.
    ///
    /// # Errors
    /// Where a run cannot begin: the method does not take the torque.
    #[inline(always)]
    pub fn go<R: Lanes<Scalar = S>, X: RegisterRun<R>>(
        &mut self,
        begin: impl Fn(Inertia<R>, State<R>, &[usize]) -> Result<X, Error>,
    ) -> Result<(), Error> {
        let mut bodies = Vec::with_capacity(R::COUNT);
        let (mut first, mut alone) = (0, 0);
        while first < self.block.len() {
            let last = self.block.len().min(first + R::COUNT);
            if alone == 0 {
                bodies.clear();
                bodies.extend((first..last).filter(|&body| !self.has_failed(body)));
            }
            // One place from which steps are taken: they are inlined there.
            let group = if alone == 0 { &bodies[..] } else { &bodies[alone - 1..alone] };
            let went = if group.is_empty() { Ok(()) } else { self.together(group, &begin)? };
            if let (Err(stopped), true) = (went, alone > 0) {
                self.failed.push(Failed { body: group[0], stopped });
            }
            let failed_together = went.is_err() && alone == 0;
            if failed_together || (alone > 0 && alone < bodies.len()) {
                alone += 1;
            } else {
                (first, alone) = (last, 0);
            }
        }
        Ok(())
    }

    /// The same by runs whose methods are known by name only: compiled once for a number.
    ///
    /// # Errors
    /// As [`go`](Self::go).
    pub fn go_by_runs<R: Lanes<Scalar = S>>(
        &mut self,
        begin: &BeginRun<'_, R>,
    ) -> Result<(), Error> {
        self.go(begin)
    }

    /// The time that all bodies have.
    #[expect(clippy::cast_precision_loss, reason = "2^53 steps take a person's lifetime")]
    fn now(&self) -> S {
        self.origin + S::from_f64(self.taken as f64) * self.h
    }
    fn has_failed(&self, body: usize) -> bool {
        self.failed.iter().any(|failed| failed.body == body)
    }

    /// Bodies that are fewer than the lanes leave these to the last of them. Of several, one
    /// that fails leaves all where they were.
    #[inline(always)]
    fn together<R: Lanes<Scalar = S>, X: RegisterRun<R>>(
        &mut self,
        bodies: &[usize],
        begin: &impl Fn(Inertia<R>, State<R>, &[usize]) -> Result<X, Error>,
    ) -> Result<Result<(), Stopped<S>>, Error> {
        let whole = bodies.len() == R::COUNT;
        let body = |lane: usize| bodies[lane.min(bodies.len() - 1)];
        let column = |numbers: &[S]| {
            if whole { load(numbers, bodies[0]) } else { R::from_lanes(|i| numbers[body(i)]) }
        };
        let Block { moments, attitude, momentum } = &self.block;
        let [w, x, y, z] = [0, 1, 2, 3].map(|k| column(attitude[k]));
        let vector = |columns: [&[S]; 3]| Vec3::from(columns.map(column));
        let inertia = Inertia::from_moments(vector(*moments));
        let start = State {
            time: R::from_lanes(|_| self.origin),
            attitude: Rotation { w, x, y, z },
            momentum: vector([&*momentum[0], &*momentum[1], &*momentum[2]]),
        };
        let h = R::from_lanes(|_| self.h);
        let mut run = begin(inertia, start, bodies)?;
        run.restore(State { time: R::from_lanes(|_| self.now()), ..start }, h, self.taken);
        if self.begun {
            let mut columns = self.memory.iter();
            run.visit_memory(&mut |slot| {
                if let Some(numbers) = columns.next() {
                    *slot = column(numbers);
                }
            });
        }
        let went = run.advance(h, self.steps).map_err(alone);
        if went.is_ok() || bodies.len() == 1 {
            self.store(&mut run, bodies);
        }
        Ok(went)
    }

    #[inline(always)]
    fn store<R: Lanes<Scalar = S>>(&mut self, run: &mut impl RegisterRun<R>, bodies: &[usize]) {
        let Block { attitude, momentum, .. } = &mut self.block;
        let put = |number: R, column: &mut [S]| {
            if bodies.len() == R::COUNT {
                return number.put(&mut column[bodies[0]..]);
            }
            for (lane, &body) in bodies.iter().enumerate() {
                column[body] = number.lane(lane);
            }
        };
        let State { attitude: Rotation { w, x, y, z }, momentum: m, .. } = run.state();
        for (number, column) in [w, x, y, z].into_iter().zip(attitude) {
            put(number, column);
        }
        for (number, column) in m.to_array().into_iter().zip(momentum) {
            put(number, column);
        }
        let mut columns = self.memory.iter_mut();
        run.visit_memory(&mut |slot| {
            if let Some(column) = columns.next() {
                put(*slot, column);
            }
        });
    }
}

/// Of the first lane.
fn alone<R: Lanes>(stopped: Stopped<R>) -> Stopped<R::Scalar> {
    let Stopped { failure, time, steps } = stopped;
    Stopped { failure, time: time.lane(0), steps }
}

/// A method whose type is known: a [`BlockRun`] in whatever lanes there are.
#[derive(Debug)]
pub struct MethodSteps<'v, 'a, S, M, T> {
    /// The bodies.
    pub voyage: &'v mut BlockRun<'a, S>,
    /// How.
    pub method: M,
    /// What pushes them; the method takes it.
    pub torques: &'v T,
}

impl<S: Scalar, M: Method, T: TorqueColumns<S>> LaneKernel<S> for MethodSteps<'_, '_, S, M, T> {
    type Output = Result<(), Error>;
    #[inline(always)]
    fn run<R: Lanes<Scalar = S>>(self) -> Result<(), Error> {
        let Self { voyage, method, torques } = self;
        voyage.go::<R, _>(|inertia, start, bodies| {
            let torque = torques.in_lanes::<R>(|lane| bodies[lane.min(bodies.len() - 1)]);
            let stepper = MethodStepper::new(method, Body { inertia, torque }, &start)?;
            Ok(LaneRun { stepper, state: start, clock: Clock::starting(start.time) })
        })
    }
}
