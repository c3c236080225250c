//! Steps that end where a torque switches.
//!
//! Within a part of a step every branch is frozen, so that the method integrates a smooth torque. A switch
//! at a known time ends the part there. A switching function of the state is evaluated at both ends of the
//! part; where it may have had a zero, the part is searched as for an event, and taken again up to the
//! first one.

use super::Stopped;
use super::driver::{RunDriver, part_of_a_step};
use super::impulses::{apply_impulse, part_until};
use super::settle::settle;
use super::step_interpolant::{Forks, PartialStep, StepInterpolant, refresh};
use super::stepper::{Stepper, StepperKind};
use super::switching::{Horizon, as_rotation};
use crate::body::State;
use crate::error::to_f64;
use crate::event::search::Search;
use crate::failure::Failure;
use crate::geometry::Attitude;
use crate::real::{Mask, Real};
use crate::torque::{SLIDING, SwitchKind};
use alloc::vec::Vec;
use core::cell::OnceCell;

/// Steps to look ahead for switches in time, at first and at most.
const AHEAD: [f64; 2] = [16.0, 65536.0];

/// The angle of a step, in radians, above which it is always searched.
const LONG: f64 = 0.5;

/// Shows the parts of a step as they are taken.
pub(super) type See<'a, R, A> = Option<&'a mut dyn FnMut(&dyn StepInterpolant<R, A>)>;

/// A step that may end where the torque switches.
#[derive(Clone, Copy)]
struct Step<R> {
    kind: StepperKind,
    h: R,
    end: R,
    /// Up to `end`, whatever steps the method would choose.
    exactly: bool,
}

impl<R> Step<R> {
    /// Whether the step ends at the first switch.
    fn is_one_part(&self) -> bool {
        self.kind.keeps_time && !self.exactly
    }
}

/// A switch that was found within a part of a step.
struct Found<R> {
    time: R,
    /// Switching functions and whether they leave their range at its upper end.
    switches: Vec<(usize, bool)>,
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
        if self.switching.list.is_empty() {
            stepper.body().switches(&mut self.switching.list);
        }
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
        let taken = self.advance_between_switches(stepper, kind, h, 1, Some(see));
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
        if self.switching.list.is_empty() {
            stepper.body().switches(&mut self.switching.list);
        }
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
        let horizon = self.look_ahead(stepper, &mut state, h)?;
        let whole = to_f64((horizon.time - self.state.time) / h);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count")]
        let mut steps = (Real::round(whole) as u64).min(most);
        #[expect(clippy::cast_precision_loss, reason = "a count")]
        while steps > 0 && is_before(horizon.time, self.clock.after(steps as f64), h) {
            steps -= 1;
        }
        Ok(steps)
    }

    /// Finds the next switch in time, and settles the branches where one has been reached.
    fn look_ahead(
        &mut self,
        stepper: &mut dyn Stepper<R, A>,
        state: &mut State<R, A>,
        h: R,
    ) -> Result<Horizon<R>, Failure> {
        let mut steps = AHEAD[0];
        if let Some(horizon) = self.switching.horizon {
            if self.switching.settled && is_before(state.time, horizon.time, h) {
                return Ok(horizon);
            }
            steps = if horizon.is_switch { AHEAD[0] } else { AHEAD[1].min(2.0 * horizon.steps) };
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
    fn settle_at(
        &mut self,
        stepper: &mut dyn Stepper<R, A>,
        state: &State<R, A>,
        h: R,
        decided: &[usize],
    ) -> Result<(), Failure> {
        let horizon = self.switching.horizon.map_or(state.time, |horizon| horizon.time);
        let middle = state.time + (horizon - state.time).half();
        settle(&mut self.switching, stepper, state, middle, h, decided)?;
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
            let horizon = self.look_ahead(stepper, next, h)?;
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

    /// Takes the part, and where something switches within it, up to there.
    fn part_by_trial(
        &mut self,
        stepper: &mut dyn Stepper<R, A>,
        step: Step<R>,
        next: &mut State<R, A>,
        (size, until): (R, R),
        forks: &mut Forks<R, A>,
        see: &mut See<'_, R, A>,
    ) -> Result<Option<Found<R>>, Failure> {
        let (Step { kind, h, .. }, from) = (step, *next);
        if !kind.knows_inside {
            refresh(&mut forks.first, stepper);
        }
        let (first, trial) = (forks.first.as_deref().filter(|_| !kind.knows_inside), &forks.trial);
        take_part(stepper, step, next, (size, until), first)?;
        let (to, gap) = (*next, OnceCell::new());
        let part = PartialStep { kind, from, to, first, last: stepper, trial, gap };
        let Some(found) = self.first_switch(&part, stepper, h) else {
            if let Some(see) = see.as_deref_mut() {
                see(&part);
            }
            return Ok(None);
        };
        shorten(stepper, kind, &from, next, found.time, first)?;
        if let (Some(see), true) = (see.as_deref_mut(), next.time != from.time) {
            let (to, gap) = (*next, OnceCell::new());
            see(&PartialStep { kind, from, to, first, last: stepper, trial, gap });
        }
        Ok(Some(found))
    }

    /// Changes the branches of those that have left their range.
    fn cross(
        &mut self,
        stepper: &mut dyn Stepper<R, A>,
        state: &State<R, A>,
        found: &[(usize, bool)],
        h: R,
    ) -> Result<(), Failure> {
        let mut branches = stepper.body().branches().to_vec();
        let mut stays = Vec::new();
        for &(switch, upper) in found {
            let kind = self.switching.kind(switch);
            if kind == SwitchKind::Sign && branches[switch] == SLIDING {
                // It leaves the surface with a rate that is zero.
                stays.push(switch);
            }
            let change = [branches[switch], kind.neighbour(branches[switch], upper)];
            branches[switch] = change[1];
            self.switching.switched(switch, change, h, state, stepper.body())?;
        }
        stepper.set_branches(&branches);
        self.settle_at(stepper, state, h, &stays)
    }

    /// The first time in a part of a step at which a switching function leaves the range of its branch.
    fn first_switch(
        &mut self,
        part: &PartialStep<'_, R, A>,
        stepper: &dyn Stepper<R, A>,
        h: R,
    ) -> Option<Found<R>> {
        let switching = &mut self.switching;
        if switching.of_time_alone() {
            return None;
        }
        let body = stepper.body();
        if !switching.fresh {
            body.switching_rates(&as_rotation(part.start()), &mut switching.start);
        }
        body.switching_rates(&as_rotation(part.end()), &mut switching.end);
        let span = part.end().time - part.start().time;
        // Rates at the ends tell nothing of the inside of a long step.
        let rates = part.end().momentum.component_mul(body.inertia().inverse());
        let is_long =
            stepper.kind().knows_inside || R::from_f64(LONG).lt(rates.norm() * span.abs()).any();
        let mut search: Option<Search<'_, R, A>> = None;
        let mut found: Option<Found<R>> = None;
        for (index, switch) in switching.list.iter().enumerate().filter(|(_, s)| !s.of_time_alone) {
            let (Some(&start), Some(&end)) = (switching.start.get(index), switching.end.get(index))
            else {
                continue;
            };
            let branch = body.branches().get(index).copied().unwrap_or(1.0);
            for (upper, border) in switch.kind.range(branch).into_iter().enumerate() {
                let upper = upper == 1;
                let leaves =
                    || is_long || may_leave(start, end, (R::from_f64(border), upper), span);
                if !border.is_finite() || !leaves() {
                    continue;
                }
                let search = search.get_or_insert_with(|| Search::new(part));
                let sign = if upper { -R::one() } else { R::one() };
                let inside = {
                    let buffer = core::cell::RefCell::new(Vec::new());
                    move |state: &State<R, A>| {
                        let mut values = buffer.borrow_mut();
                        values.clear();
                        body.switching_values(&as_rotation(state), &mut values);
                        let value = values.get(index).copied().unwrap_or(R::zero());
                        (value - R::from_f64(border)) * sign
                    }
                };
                if let Some(time) = search.first_negative(&inside) {
                    join(&mut found, time, (index, upper), h);
                }
            }
        }
        found
    }
}

/// Adds a switch to those found, if it is not later than they are.
fn join<R: Real>(found: &mut Option<Found<R>>, time: R, switch: (usize, bool), h: R) {
    match found {
        // At the same time, but for rounding.
        Some(first) if is_close(first.time, time, h) => first.switches.push(switch),
        Some(first) if is_before(first.time, time, h) => {}
        _ => *found = Some(Found { time, switches: [switch].into() }),
    }
}

/// Whether a switching function may have left its range at this border: it has at the end, or it is not
/// farther from it than its rate can take it.
fn may_leave<R: Real>(start: [R; 2], end: [R; 2], (border, upper): (R, bool), span: R) -> bool {
    let inside = |value: R| if upper { border - value } else { value - border };
    let (first, last) = (inside(start[0]), inside(end[0]));
    let far = span.abs() * start[1].abs().max(end[1].abs());
    !far.lt(first.min(last)).all()
}

/// Takes a part of a step, of a method that chooses its steps not farther than `until`.
fn take_part<R: Real, A: Attitude<R>>(
    stepper: &mut dyn Stepper<R, A>,
    Step { kind, exactly, .. }: Step<R>,
    next: &mut State<R, A>,
    (size, until): (R, R),
    first: Option<&dyn Stepper<R, A>>,
) -> Result<(), Failure> {
    if !kind.keeps_time || exactly {
        part_of_a_step(stepper, kind, next, size)?;
        next.time = until;
        return Ok(());
    }
    let from = *next;
    let mut clock = crate::clock::Clock::starting(from.time);
    stepper.steps(next, &mut clock, size, 1)?;
    if is_close(next.time, until, size) {
        next.time = until;
    } else if is_before(until, next.time, size) {
        *next = from;
        if let Some(first) = first {
            stepper.recall(first.memory());
        }
        part_until(stepper, kind, next, until)?;
    }
    Ok(())
}

/// Ends a part of a step that was taken at an earlier time.
fn shorten<R: Real, A: Attitude<R>>(
    stepper: &mut dyn Stepper<R, A>,
    kind: StepperKind,
    from: &State<R, A>,
    next: &mut State<R, A>,
    time: R,
    first: Option<&dyn Stepper<R, A>>,
) -> Result<(), Failure> {
    if let (true, Some(state)) = (kind.knows_inside, stepper.within(next, time)) {
        *next = State { time, ..state };
        return Ok(());
    }
    *next = *from;
    match first {
        Some(first) => stepper.recall(first.memory()),
        None => stepper.begin(from),
    }
    part_until(stepper, kind, next, time)
}

/// Whether two times are equal but for rounding; of finer scalars too for that of doubles, in which times are
/// given.
fn is_close<R: Real>(a: R, b: R, h: R) -> bool {
    let epsilon = Real::max(R::EPSILON, f64::EPSILON);
    let rounding = (a.abs() + b.abs()) * R::from_f64(2.0 * epsilon);
    (a - b).abs().le(rounding.max(h.abs() * R::from_f64(4.0 * epsilon))).all()
}

/// Whether a time is before another one in the direction of h, by more than rounding.
fn is_before<R: Real>(a: R, b: R, h: R) -> bool {
    !is_close(a, b, h) && R::zero().lt((b - a) * R::one().with_sign_of(h)).all()
}
