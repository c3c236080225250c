//! Steps on which the momentum jumps.

use super::driver::{RunDriver, part_of_a_step};
use super::stepper::{Stepper, StepperKind};
use crate::body::State;
use crate::clock::Clock;
use crate::geometry::Attitude;
use crate::method::Failure;
use crate::real::Real;

impl<R: Real, A: Attitude<R>> RunDriver<R, A> {
    /// A step with impulses on its way, from a shown state to a shown state.
    pub(super) fn shown_step(
        &mut self,
        stepper: &mut dyn Stepper<R, A>,
        kind: StepperKind,
        h: R,
    ) -> Result<(), Failure> {
        let (mut state, end) = (self.state, self.clock.ahead());
        step_with_impulses(stepper, kind, &mut state, h, end)?;
        state.time = self.clock.tick();
        self.state = state;
        Ok(())
    }

    /// Steps with impulses on their way.
    pub(super) fn advance_between_impulses(
        &mut self,
        stepper: &mut dyn Stepper<R, A>,
        kind: StepperKind,
        h: R,
        steps: u64,
    ) -> Result<(), Failure> {
        for _ in 0..steps {
            if kind.keeps_time {
                step_between_impulses(stepper, &mut self.state, h)?;
                self.clock.tick();
            } else {
                self.shown_step(stepper, kind, h)?;
            }
        }
        Ok(())
    }
}

/// A step that stops for every impulse on its way. Where it fails, nothing is changed.
fn step_with_impulses<R: Real, A: Attitude<R>>(
    stepper: &mut dyn Stepper<R, A>,
    kind: StepperKind,
    state: &mut State<R, A>,
    h: R,
    end: R,
) -> Result<(), Failure> {
    if stepper.body().next_impulse(state.time, true, end).is_none() {
        let rest = end - state.time;
        return part_of_a_step(stepper, kind, state, rest);
    }
    let (mut next, mut fork) = (*state, stepper.fork());
    parts_of_a_step(&mut *fork, kind, &mut next, h, end)?;
    stepper.recall(fork.memory());
    *state = next;
    Ok(())
}

/// A step of a size that the method chooses, which ends where an impulse is. Of its
/// ends the earlier one belongs to it: forwards it begins with the impulse there,
/// backwards it ends with it.
fn step_between_impulses<R: Real, A: Attitude<R>>(
    stepper: &mut dyn Stepper<R, A>,
    state: &mut State<R, A>,
    h: R,
) -> Result<(), Failure> {
    let from = state.time;
    let mut clock = Clock::starting(from);
    let hit = |stepper: &dyn Stepper<R, A>, including, until, at| {
        stepper.body().next_impulse(from, including, until) == Some(at)
    };
    let mut next = *state;
    if hit(stepper, true, from + h, from) {
        let mut fork = stepper.fork();
        apply_impulse(&mut *fork, &mut next, h);
        fork.steps(&mut next, &mut clock, h, 1)?;
        stepper.recall(fork.memory());
    } else {
        stepper.steps(&mut next, &mut clock, h, 1)?;
    }
    if hit(stepper, false, next.time, next.time) {
        apply_impulse(stepper, &mut next, h);
    }
    *state = next;
    Ok(())
}

pub(super) fn parts_of_a_step<R: Real, A: Attitude<R>>(
    stepper: &mut dyn Stepper<R, A>,
    kind: StepperKind,
    next: &mut State<R, A>,
    h: R,
    end: R,
) -> Result<(), Failure> {
    let mut including = true;
    while let Some(time) = stepper.body().next_impulse(next.time, including, end) {
        part_until(stepper, kind, next, time)?;
        apply_impulse(stepper, next, h);
        including = false;
    }
    let rest = end - next.time;
    part_of_a_step(stepper, kind, next, rest)
}

/// A part of a step that ends at an impulse.
pub(super) fn part_until<R: Real, A: Attitude<R>>(
    stepper: &mut dyn Stepper<R, A>,
    kind: StepperKind,
    next: &mut State<R, A>,
    time: R,
) -> Result<(), Failure> {
    if time != next.time {
        let part = time - next.time;
        part_of_a_step(stepper, kind, next, part)?;
        next.time = time;
    }
    Ok(())
}

/// The impulse at this time, in steps that go the way of h.
pub(super) fn apply_impulse<R: Real, A: Attitude<R>>(
    stepper: &mut dyn Stepper<R, A>,
    next: &mut State<R, A>,
    h: R,
) {
    let change = stepper.body().impulse(next.time, next.attitude.to_rotation());
    next.momentum += change * R::one().with_sign_of(h);
    stepper.begin(next);
}
