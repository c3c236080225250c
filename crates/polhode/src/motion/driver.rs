//! The one driver: where a run is and how it goes on, for all methods and torques alike.

use super::Stopped;
use super::impulses::parts_of_a_step;
use super::step_interpolant::Forks;
use super::stepper::{Stepper, StepperKind};
use super::switching::Switching;
use crate::body::State;
use crate::clock::{Clock, TimeRule};
use crate::geometry::Attitude;
use crate::method::Failure;
use crate::real::{Mask, Real};
use crate::resolution::TorqueResolution;

/// Where a run is.
#[derive(Clone, Debug)]
pub(crate) struct RunDriver<R: Real, A: Attitude<R>> {
    pub(super) state: State<R, A>,
    pub(super) clock: Clock<R>,
    /// Of a method that shows other states than it goes through: the one it is in,
    /// for steps of this size.
    inside: Option<(R, State<R, A>)>,
    pub(super) forks: Forks<R, A>,
    pub(super) switching: Switching<R>,
    /// Where steps are to resolve the torque, of methods that do not see to it themselves.
    pub(super) resolution: Option<TorqueResolution<R>>,
}

impl<R: Real, A: Attitude<R>> RunDriver<R, A> {
    pub(super) fn starting(state: State<R, A>) -> Self {
        let clock = Clock::starting(state.time);
        let (forks, switching) = (Forks::default(), Switching::new());
        Self { state, clock, inside: None, forks, switching, resolution: None }
    }
    pub(super) fn restore(&mut self, state: State<R, A>, h: R, steps: u64) {
        self.clock.restore(h, steps);
        self.state = state;
        self.inside = None;
        self.switching.forget();
    }
    /// Of a method that shows other states than it goes through: begins anew from the state.
    pub(super) fn forget_inside(&mut self) {
        self.inside = None;
    }
    pub(super) fn stopped(&self, failure: Failure) -> Stopped<R> {
        Stopped { failure, time: self.state.time, steps: self.clock.count() }
    }

    pub(super) fn advance(
        &mut self,
        stepper: &mut dyn Stepper<R, A>,
        h: R,
        steps: u64,
    ) -> Result<(), Stopped<R>> {
        if self.resolution.is_some() {
            return self.advance_checked(stepper, h, steps);
        }
        self.advance_unchecked(stepper, h, steps)
    }

    pub(super) fn advance_unchecked(
        &mut self,
        stepper: &mut dyn Stepper<R, A>,
        h: R,
        steps: u64,
    ) -> Result<(), Stopped<R>> {
        let kind = stepper.kind();
        self.clock.set(h);
        let taken = if kind.has_switches && !R::IN_LANES {
            self.advance_between_switches(stepper, kind, h, steps, None)
        } else if kind.is_processed {
            self.advance_inside(stepper, kind, h, steps)
        } else if kind.has_impulses {
            self.advance_between_impulses(stepper, kind, h, steps)
        } else {
            stepper.steps(&mut self.state, &mut self.clock, h, steps)
        };
        if taken.is_err() && !kind.is_processed {
            // A part of the step may have moved on before another failed.
            stepper.renew(&self.state);
        }
        taken.map_err(|failure| self.stopped(failure))
    }

    /// Of a method that shows other states than it goes through.
    fn advance_inside(
        &mut self,
        stepper: &mut dyn Stepper<R, A>,
        kind: StepperKind,
        h: R,
        steps: u64,
    ) -> Result<(), Failure> {
        if !kind.has_impulses {
            return if steps > 0 { self.block_inside(stepper, h, steps) } else { Ok(()) };
        }
        (0..steps).try_for_each(|_| self.shown_step(stepper, kind, h))
    }

    /// Steps between two shown states.
    pub(super) fn block_inside(
        &mut self,
        stepper: &mut dyn Stepper<R, A>,
        h: R,
        steps: u64,
    ) -> Result<(), Failure> {
        let mut state = match self.inside {
            Some((size, inside)) if size == h => inside,
            _ => {
                let mut state = self.state;
                stepper.enter(&mut state, h)?;
                stepper.begin(&state);
                state
            }
        };
        // Inside it may be earlier or later.
        self.clock.rule = TimeRule::Later(state.time - self.clock.time());
        let taken = stepper.steps(&mut state, &mut self.clock, h, steps);
        self.clock.rule = TimeRule::Set;
        if taken.is_err() {
            stepper.renew(&state);
        }
        self.inside = Some((h, state));
        let left = stepper.leave(&mut state, h);
        if left.is_ok() {
            self.state = State { time: self.clock.time(), ..state };
        }
        taken.and(left)
    }

    /// The state at a time not far from now.
    pub(super) fn state_near(
        &self,
        stepper: &dyn Stepper<R, A>,
        time: R,
    ) -> Result<State<R, A>, Stopped<R>> {
        if let Some(state) = stepper.within(&self.state, time) {
            return Ok(state);
        }
        let (mut fork, mut state) = (stepper.fork(), self.state);
        let h = time - state.time;
        // The last step of a method that chooses its steps has one branch.
        let is_inside = stepper.kind().keeps_time && (h * self.clock.step()).lt(R::zero()).any();
        if stepper.kind().has_switches && !R::IN_LANES && !is_inside {
            return self.clone().state_between_switches(&mut *fork, time);
        }
        let taken = parts_of_a_step(&mut *fork, stepper.kind(), &mut state, h, time);
        taken.map_err(|failure| self.stopped(failure))?;
        Ok(State { time, ..state })
    }

    pub(super) fn visit_memory(
        &mut self,
        stepper: &mut dyn Stepper<R, A>,
        slot: &mut dyn FnMut(&mut R),
    ) {
        stepper.visit_memory(slot);
        if stepper.kind().has_switches {
            self.switching.visit(stepper, slot);
        }
        if let Some(resolution) = &mut self.resolution {
            resolution.visit(slot);
        }
        if stepper.kind().is_processed {
            let (mut h, mut state) = self.inside.unwrap_or((R::zero(), self.state));
            slot(&mut h);
            slot(&mut state.time);
            state.attitude.visit(slot);
            slot(&mut state.momentum.x);
            slot(&mut state.momentum.y);
            slot(&mut state.momentum.z);
            self.inside = if h == R::zero() { None } else { Some((h, state)) };
        }
    }
}

/// A part of a step on which nothing jumps, from a shown state to a shown state, of exactly this
/// size; the time is for the caller to set.
pub(super) fn part_of_a_step<R: Real, A: Attitude<R>>(
    stepper: &mut dyn Stepper<R, A>,
    kind: StepperKind,
    next: &mut State<R, A>,
    h: R,
) -> Result<(), Failure> {
    let mut clock = Clock::for_one_step(next.time, h);
    if kind.is_processed {
        clock.rule = TimeRule::Leave;
        stepper.enter(next, h)?;
        stepper.begin(next);
        stepper.steps(next, &mut clock, h, 1)?;
        return stepper.leave(next, h);
    }
    if !kind.keeps_time {
        return stepper.steps(next, &mut clock, h, 1);
    }
    stepper.take_exactly(true);
    let taken = stepper.steps(next, &mut clock, h, 1);
    stepper.take_exactly(false);
    taken
}
