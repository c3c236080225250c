//! The way that a run takes within a step.

use super::Stopped;
use super::driver::{RunDriver, part_of_a_step};
use super::impulses::{apply_impulse, part_until};
use super::stepper::{Stepper, StepperKind};
use crate::body::State;
use crate::geometry::{Attitude, Rotation, Vec3};
use crate::real::Real;
use alloc::boxed::Box;
use core::cell::{OnceCell, RefCell};
use core::fmt::{self, Debug};

/// A step, or a part of one, on which nothing jumps: states from its start to its
/// end. Impulses are between interpolants.
pub trait StepInterpolant<R, A> {
    /// The first state.
    fn start(&self) -> &State<R, A>;
    /// The last state.
    fn end(&self) -> &State<R, A>;
    /// The state at a time between them, to the accuracy of the step; none where the
    /// shorter step that leads there could not be taken.
    fn at(&self, time: R) -> Option<State<R, A>>;
}

pub(super) type Fork<R, A> = Option<Box<dyn Stepper<R, A>>>;

/// Steppers that are kept from step to step, so that nothing is allocated: one remembers the start
/// of a step, the other tries shorter ones.
pub(super) struct Forks<R, A> {
    pub(super) first: Fork<R, A>,
    pub(super) trial: RefCell<Fork<R, A>>,
}

impl<R, A> Default for Forks<R, A> {
    fn default() -> Self {
        Self { first: None, trial: RefCell::new(None) }
    }
}
/// Made anew where they are needed.
impl<R, A> Clone for Forks<R, A> {
    fn clone(&self) -> Self {
        Self::default()
    }
}
impl<R, A> Debug for Forks<R, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Forks")
    }
}

/// A fork of this stepper as it is now.
pub(super) fn refresh<'a, R: Real, A: Attitude<R>>(
    fork: &'a mut Fork<R, A>,
    of: &dyn Stepper<R, A>,
) -> &'a mut dyn Stepper<R, A> {
    if let Some(fork) = fork {
        fork.recall(of.memory());
        if of.kind().has_switches {
            fork.set_branches(of.body().branches());
            fork.prepare();
        }
    }
    &mut **fork.get_or_insert_with(|| of.fork())
}

/// A part of a step that was taken.
pub(super) struct PartialStep<'a, R: Real, A: Attitude<R>> {
    pub(super) kind: StepperKind,
    pub(super) from: State<R, A>,
    pub(super) to: State<R, A>,
    /// As the method was at the start, unless it knows its way at the end.
    pub(super) first: Option<&'a dyn Stepper<R, A>>,
    /// As it is at the end.
    pub(super) last: &'a dyn Stepper<R, A>,
    pub(super) trial: &'a RefCell<Fork<R, A>>,
    pub(super) gap: OnceCell<Option<Gap<R>>>,
}

/// What a shorter step that leads to the end has left of the way there: rounding,
/// and of a method that looks back more.
#[derive(Clone, Copy)]
pub(super) struct Gap<R> {
    turn: Vec3<R>,
    momentum: Vec3<R>,
}

impl<R: Real, A: Attitude<R>> PartialStep<'_, R, A> {
    fn shorter(&self, time: R) -> Option<State<R, A>> {
        let mut state = self.from;
        let h = time - state.time;
        let mut trial = self.trial.borrow_mut();
        part_of_a_step(refresh(&mut trial, self.first?), self.kind, &mut state, h).ok()?;
        Some(State { time, ..state })
    }
    fn find_gap(&self) -> Option<Gap<R>> {
        Some(Gap::between(&self.shorter(self.to.time)?, &self.to))
    }
}

impl<R: Real> Gap<R> {
    fn between<A: Attitude<R>>(from: &State<R, A>, to: &State<R, A>) -> Self {
        let turn = from.attitude.to_rotation().inverse() * to.attitude.to_rotation();
        // A quaternion and its negative are the same attitude.
        let turn = turn.vector() * R::one().with_sign_of(turn.w);
        Self { turn, momentum: to.momentum - from.momentum }
    }
    /// A part of the gap, from this state.
    fn pass<A: Attitude<R>>(&self, state: &mut State<R, A>, part: R) {
        let turn = self.turn * part;
        let turn = Rotation::from_parts((R::one() - turn.norm_squared()).sqrt(), turn);
        state.attitude = state.attitude.turned(turn);
        state.momentum += self.momentum * part;
    }
}

impl<R: Real, A: Attitude<R>> StepInterpolant<R, A> for PartialStep<'_, R, A> {
    fn start(&self) -> &State<R, A> {
        &self.from
    }
    fn end(&self) -> &State<R, A> {
        &self.to
    }
    /// By the method's own knowledge; else by one step from the start, with so much of
    /// the gap at the end as belongs to this part, so that the way is smooth to its end.
    fn at(&self, time: R) -> Option<State<R, A>> {
        if time == self.from.time {
            return Some(self.from);
        }
        if time == self.to.time {
            return Some(self.to);
        }
        if let Some(state) = self.last.within(&self.to, time) {
            return Some(state);
        }
        if self.kind.knows_inside && self.first.is_none() {
            // Before the end by less than rounding, and so outside of what it knows.
            return Some(State { time, ..self.to });
        }
        let mut state = self.shorter(time)?;
        let gap = (*self.gap.get_or_init(|| self.find_gap()))?;
        gap.pass(&mut state, (time - self.from.time) / (self.to.time - self.from.time));
        Some(state)
    }
}

impl<R: Real, A: Attitude<R>> RunDriver<R, A> {
    /// Takes one step, as [`advance`](RunDriver::advance) would, and shows the way that it
    /// went: one interpolant, or several where impulses are between them.
    pub(super) fn step_seen(
        &mut self,
        stepper: &mut dyn Stepper<R, A>,
        h: R,
        see: &mut dyn FnMut(&dyn StepInterpolant<R, A>),
    ) -> Result<(), Stopped<R>> {
        let (kind, mut from) = (stepper.kind(), self.state);
        if kind.has_switches && !R::IN_LANES {
            return self.step_between_switches_seen(stepper, kind, h, see);
        }
        let mut forks = core::mem::take(&mut self.forks);
        let Forks { first, trial } = &mut forks;
        let remembers = kind.has_impulses || !kind.knows_inside;
        if remembers {
            refresh(first, stepper);
        }
        let taken = self.advance(stepper, h, 1);
        if taken.is_ok() {
            let mut first = first.as_deref_mut().filter(|_| remembers);
            if let (true, Some(replay)) = (kind.has_impulses, &mut first) {
                self.parts_seen(&mut **replay, kind, &mut from, h, trial, see);
            }
            let (to, gap) = (self.state, OnceCell::new());
            see(&PartialStep {
                kind,
                from,
                to,
                first: first.as_deref(),
                last: stepper,
                trial,
                gap,
            });
        }
        self.forks = forks;
        taken
    }

    /// The parts before the last impulse of a step that was taken, once more.
    fn parts_seen(
        &self,
        replay: &mut dyn Stepper<R, A>,
        kind: StepperKind,
        next: &mut State<R, A>,
        h: R,
        trial: &RefCell<Fork<R, A>>,
        see: &mut dyn FnMut(&dyn StepInterpolant<R, A>),
    ) {
        let (end, mut including) = (self.state.time, true);
        while let Some(time) = replay.body().next_impulse(next.time, including, end) {
            let (from, first) = (*next, replay.fork());
            if part_until(replay, kind, next, time).is_err() {
                // The step that was taken has been here, so this is not reached.
                return;
            }
            if time != from.time {
                let (first, gap) = (Some(&*first), OnceCell::new());
                see(&PartialStep { kind, from, to: *next, first, last: replay, trial, gap });
            }
            apply_impulse(replay, next, h);
            including = false;
        }
    }
}
