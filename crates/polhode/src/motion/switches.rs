//! Steps that end where a torque switches.
//!
//! Within a part of a step every branch is frozen, so that the method integrates a smooth torque. A switch
//! at a known time ends the part there, and one of the state where it is found (crossing.rs).

use super::Stopped;
use super::domain_ends::DomainEnds;
use super::driver::RunDriver;
use super::impulses::apply_impulse;
use super::settle::settle;
use super::step_interpolant::StepInterpolant;
use super::stepper::{Stepper, StepperKind};
use super::switching::{Horizon, is_before, is_close};
use crate::body::State;
use crate::error::to_f64;
use crate::failure::Failure;
use crate::geometry::Attitude;
use crate::real::{Mask, Real};

/// Steps to look ahead for switches in time, at first and at most.
const AHEAD: [f64; 2] = [16.0, 65536.0];

/// Shows the parts of a step as they are taken.
pub(super) type See<'a, R, A> = Option<&'a mut dyn FnMut(&dyn StepInterpolant<R, A>)>;

/// A step that may end where the torque switches.
#[derive(Clone, Copy)]
pub(super) struct Step<R> {
    pub(super) kind: StepperKind,
    pub(super) h: R,
    pub(super) end: R,
    /// Up to `end`, whatever steps the method would choose.
    pub(super) exactly: bool,
}

impl<R> Step<R> {
    /// Whether the step ends at the first switch.
    fn is_one_part(&self) -> bool {
        self.kind.keeps_time && !self.exactly
    }
}

impl<R: Real, A: Attitude<R>> RunDriver<R, A> {
    /// Takes equal steps under a torque that switches.
    pub(super) fn advance_between_switches(
        &mut self,
        stepper: &mut dyn Stepper<R, A>,
        kind: StepperKind,
        h: R,
        steps: u64,
        mut see: See<'_, R, A>,
    ) -> Result<(), Failure> {
        self.switching.list_those_of(stepper.body());
        let mut left = steps;
        while left > 0 {
            let smooth =
                if see.is_some() { 0 } else { self.steps_before_switch(stepper, kind, h, left)? };
            if smooth > 0 {
                if kind.is_processed {
                    self.block_inside(stepper, h, smooth)?;
                } else {
                    stepper.steps(&mut self.state, &mut self.clock, h, smooth)?;
                }
                left -= smooth;
                continue;
            }
            let mut before = core::mem::take(&mut self.switching.before);
            before.clear();
            before.extend_from_slice(stepper.body().branches());
            let pending = self.switching.pending.clone();
            let end = if kind.keeps_time { self.state.time + h } else { self.clock.ahead() };
            let (step, mut next) = (Step { kind, h, end, exactly: false }, self.state);
            let taken = self.step_to_switches(stepper, step, &mut next, &mut see);
            if taken.is_err() {
                stepper.set_branches(&before);
                self.switching.pending = pending;
                self.switching.forget_but_branches();
            }
            self.switching.before = before;
            taken?;
            let time = self.clock.tick();
            if !kind.keeps_time {
                next.time = time;
            }
            self.state = next;
            self.forget_inside();
            left -= 1;
        }
        Ok(())
    }

    /// One step, shown in its parts.
    pub(super) fn step_between_switches_seen(
        &mut self,
        stepper: &mut dyn Stepper<R, A>,
        kind: StepperKind,
        h: R,
        see: &mut dyn FnMut(&dyn StepInterpolant<R, A>),
    ) -> Result<(), Stopped<R>> {
        self.clock.set(h);
        let from = self.state;
        let taken = self.advance_between_switches(stepper, kind, h, 1, Some(see));
        self.check_step(stepper, &from);
        if taken.is_err() && !kind.is_processed {
            stepper.renew(&self.state);
        }
        taken.map_err(|failure| self.stopped(failure))
    }

    /// The state at a time near the present one, of a copy of this run.
    pub(super) fn state_between_switches(
        mut self,
        stepper: &mut dyn Stepper<R, A>,
        time: R,
    ) -> Result<State<R, A>, Stopped<R>> {
        let (h, mut state) = (time - self.state.time, self.state);
        self.switching.list_those_of(stepper.body());
        // Of the run only.
        self.switching.ends = DomainEnds::new();
        let at_switch =
            |horizon: Horizon<R>| horizon.is_switch && is_close(horizon.time, state.time, h);
        self.switching.settled &= !self.switching.horizon.is_some_and(at_switch);
        self.switching.horizon = None;
        let step = Step { kind: stepper.kind(), h, end: time, exactly: true };
        let taken = self.step_to_switches(stepper, step, &mut state, &mut None);
        taken.map_err(|failure| self.stopped(failure))?;
        Ok(state)
    }

    /// The number of whole steps on which nothing has to be watched, at most `most`.
    fn steps_before_switch(
        &mut self,
        stepper: &mut dyn Stepper<R, A>,
        kind: StepperKind,
        h: R,
        most: u64,
    ) -> Result<u64, Failure> {
        if kind.keeps_time || kind.has_impulses || !self.switching.of_time_alone() {
            return Ok(0);
        }
        let mut state = self.state;
        let next = self.clock.ahead();
        let horizon = self.look_ahead(stepper, &mut state, h, next)?;
        let whole = to_f64((horizon.time - self.state.time) / h);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count")]
        let mut steps = (Real::round(whole) as u64).min(most);
        #[expect(clippy::cast_precision_loss, reason = "a count")]
        while steps > 0 && is_before(horizon.time, self.clock.after(steps as f64), h) {
            steps -= 1;
        }
        Ok(if steps == 0 { 0 } else { self.steps_before_look(stepper, h, steps) })
    }

    /// Finds the next switch in time, or that there is none up to the end of a step, and settles the branches where one has been
    /// reached.
    fn look_ahead(
        &mut self,
        stepper: &mut dyn Stepper<R, A>,
        state: &mut State<R, A>,
        h: R,
        end_of_step: R,
    ) -> Result<Horizon<R>, Failure> {
        let mut steps = AHEAD[0];
        if let Some(horizon) = self.switching.horizon {
            let suffices = horizon.is_switch || !is_before(horizon.time, end_of_step, h);
            if self.switching.settled && suffices && is_before(state.time, horizon.time, h) {
                return Ok(horizon);
            }
            steps =
                if horizon.is_switch { horizon.steps } else { AHEAD[1].min(2.0 * horizon.steps) };
            if horizon.is_switch && !is_before(state.time, horizon.time, h) {
                // The border belongs to the next interval, to the last bit.
                state.time = horizon.time;
                self.switching.settled = false;
            }
        }
        let end = state.time + h * R::from_f64(steps);
        let mut from = state.time;
        let mut next = stepper.body().next_kink(from, end);
        while let Some(time) = next {
            // In single precision a switch may be where the last one was.
            if is_before(state.time, time, h) {
                break;
            }
            from = time;
            next = stepper.body().next_kink(from, end);
        }
        let horizon = Horizon { time: next.unwrap_or(end), is_switch: next.is_some(), steps };
        self.switching.horizon = Some(horizon);
        if !self.switching.settled {
            self.settle_at(stepper, state, h, &[])?;
        }
        Ok(horizon)
    }

    /// Finds the branches at a state: those of time by the middle of the interval up to the next switch in
    /// time, the others by values and rates.
    pub(super) fn settle_at(
        &mut self,
        stepper: &mut dyn Stepper<R, A>,
        state: &State<R, A>,
        h: R,
        decided: &[usize],
    ) -> Result<(), Failure> {
        let horizon = self.switching.horizon.map_or(state.time, |horizon| horizon.time);
        let middle = state.time + (horizon - state.time).half();
        settle(&mut self.switching, stepper, state, middle, h, decided)?;
        self.switching.ends.forget();
        stepper.prepare();
        stepper.begin(state);
        self.forget_inside();
        Ok(())
    }

    /// One step, in parts on which every branch is frozen; of a method that chooses its steps, one part.
    fn step_to_switches(
        &mut self,
        stepper: &mut dyn Stepper<R, A>,
        step: Step<R>,
        next: &mut State<R, A>,
        see: &mut See<'_, R, A>,
    ) -> Result<(), Failure> {
        let (Step { kind, h, end, .. }, begin) = (step, next.time);
        let one_part = step.is_one_part();
        let pending = core::mem::take(&mut self.switching.pending);
        if !pending.is_empty() {
            self.cross(stepper, next, &pending, h)?;
        }
        let mut including = true;
        loop {
            let horizon = self.look_ahead(stepper, next, h, end)?;
            let mut until = if horizon.is_switch && is_before(horizon.time, end, h) {
                horizon.time
            } else {
                end
            };
            let impulse = if kind.has_impulses {
                stepper.body().next_impulse(next.time, including, until)
            } else {
                None
            };
            until = impulse.unwrap_or(until);
            if until != next.time {
                let whole = next.time == begin && until == end;
                let size = if whole { h } else { until - next.time };
                self.part_to_switch(stepper, step, next, (size, until), see)?;
                including = true;
            }
            // Of a step of a size that the method chooses, the earlier end belongs to it.
            let belongs = !one_part || until == begin || h.lt(R::zero()).any();
            if impulse == Some(next.time) && belongs {
                apply_impulse(stepper, next, h);
                (including, self.switching.settled) = (false, false);
                if one_part && until == begin {
                    continue;
                }
            }
            if one_part || next.time == end {
                return Ok(());
            }
        }
    }

    /// A part of a step up to a time, or up to the first switch before.
    fn part_to_switch(
        &mut self,
        stepper: &mut dyn Stepper<R, A>,
        step: Step<R>,
        next: &mut State<R, A>,
        (size, until): (R, R),
        see: &mut See<'_, R, A>,
    ) -> Result<(), Failure> {
        let mut forks = core::mem::take(&mut self.forks);
        let found = self.part_by_trial(stepper, step, next, (size, until), &mut forks, see);
        self.forks = forks;
        match found? {
            Some(found) if step.is_one_part() => {
                self.switching.pending = found.switches;
                Ok(())
            }
            Some(found) => self.cross(stepper, next, &found.switches, step.h),
            None => {
                core::mem::swap(&mut self.switching.start, &mut self.switching.end);
                self.switching.fresh = !self.switching.of_time_alone();
                Ok(())
            }
        }
    }
}
