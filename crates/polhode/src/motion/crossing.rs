//! Where a switching function of the state leaves the range of its branch.
//!
//! It is evaluated at both ends of a part of a step; where it may have left its range, the part is searched as for
//! an event, and taken again up to the first time at which it did.

use super::driver::{RunDriver, part_of_a_step};
use super::impulses::part_until;
use super::step_interpolant::{Forks, PartialStep, StepInterpolant, refresh};
use super::stepper::{Stepper, StepperKind};
use super::switches::{See, Step};
use super::switching::{as_rotation, is_before, is_close};
use crate::body::State;
use crate::clock::Clock;
use crate::event::search::Search;
use crate::failure::Failure;
use crate::geometry::Attitude;
use crate::real::{Mask, Real};
use crate::torque::{SLIDING, SwitchKind};
use alloc::vec::Vec;
use core::cell::{OnceCell, RefCell};

/// The angle of a step, in radians, above which it is always searched.
const LONG: f64 = 0.5;

/// A switch that was found within a part of a step.
pub(super) struct FoundSwitch<R> {
    pub(super) time: R,
    /// Switching functions and whether they leave their range at its upper end.
    pub(super) switches: Vec<(usize, bool)>,
}

impl<R: Real, A: Attitude<R>> RunDriver<R, A> {
    /// Takes the part, and where something switches within it, up to there.
    pub(super) fn part_by_trial(
        &mut self,
        stepper: &mut dyn Stepper<R, A>,
        step: Step<R>,
        next: &mut State<R, A>,
        (size, until): (R, R),
        forks: &mut Forks<R, A>,
        see: &mut See<'_, R, A>,
    ) -> Result<Option<FoundSwitch<R>>, Failure> {
        let (Step { kind, h, .. }, from) = (step, *next);
        if !kind.knows_inside {
            refresh(&mut forks.first, stepper);
        }
        let (first, trial) = (forks.first.as_deref().filter(|_| !kind.knows_inside), &forks.trial);
        take_part(stepper, step, next, (size, until), first)?;
        let (to, gap) = (*next, OnceCell::new());
        let part = PartialStep { kind, from, to, first, last: stepper, trial, gap };
        let Some(found) = self.first_switch(&part, stepper, h) else {
            self.look_along(stepper, &part);
            if let Some(see) = see.as_deref_mut() {
                see(&part);
            }
            return Ok(None);
        };
        shorten(stepper, kind, &from, next, found.time, first)?;
        if next.time != from.time {
            let (to, gap) = (*next, OnceCell::new());
            let part = PartialStep { kind, from, to, first, last: stepper, trial, gap };
            self.look_along(stepper, &part);
            if let Some(see) = see.as_deref_mut() {
                see(&part);
            }
        }
        Ok(Some(found))
    }

    /// Changes the branches of those that have left their range.
    pub(super) fn cross(
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
    ) -> Option<FoundSwitch<R>> {
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
        let mut found: Option<FoundSwitch<R>> = None;
        for (index, switch) in
            switching.list.iter().enumerate().filter(|(_, switch)| switch.is_watched())
        {
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
                    let buffer = RefCell::new(Vec::new());
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
fn join<R: Real>(found: &mut Option<FoundSwitch<R>>, time: R, switch: (usize, bool), h: R) {
    match found {
        // At the same time, but for rounding.
        Some(first) if is_close(first.time, time, h) => first.switches.push(switch),
        Some(first) if is_before(first.time, time, h) => {}
        _ => *found = Some(FoundSwitch { time, switches: [switch].into() }),
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
    let mut clock = Clock::starting(from.time);
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
