//! The way that a run takes within a step.

use super::{Motion, Run, Stopped};
use crate::body::State;
use crate::geometry::{Attitude, Rotation, Vec3};
use crate::method::Method;
use crate::real::Real;
use crate::torque::Torque;
use core::cell::OnceCell;

/// A step, or a part of one, on which nothing jumps: states from its start to its
/// end. Impulses are between passages.
pub trait Passage<R, A> {
    /// The first state.
    fn start(&self) -> &State<R, A>;
    /// The last state.
    fn end(&self) -> &State<R, A>;
    /// The state at a time between them, to the accuracy of the step; none where the
    /// shorter step that leads there could not be taken.
    fn at(&self, time: R) -> Option<State<R, A>>;
}

struct Part<'a, M: Method, R: Real, A, T> {
    motion: &'a Motion<M, R, A, T>,
    from: State<R, A>,
    to: State<R, A>,
    /// What the method remembered at the start, unless it knows its way at the end.
    first: Option<M::Memory<R>>,
    /// What it remembers at the end.
    last: &'a M::Memory<R>,
    gap: OnceCell<Option<Gap<R>>>,
}

/// What a shorter step that leads to the end has left of the way there: rounding,
/// and of a method that looks back more.
#[derive(Clone, Copy)]
struct Gap<R> {
    turn: Vec3<R>,
    momentum: Vec3<R>,
}

impl<M: Method, R: Real, A: Attitude<R>, T: Torque<R>> Part<'_, M, R, A, T> {
    fn shorter(&self, time: R) -> Option<State<R, A>> {
        let (mut state, mut memory) = (self.from, self.first.clone()?);
        let h = time - state.time;
        self.motion.part_of_a_step(&mut memory, &mut state, h).ok()?;
        Some(State { time, ..state })
    }
    fn find_gap(&self) -> Option<Gap<R>> {
        Some(Gap::between(&self.shorter(self.to.time)?, &self.to))
    }
}

/// Functions, since no method makes a difference to them.
impl<R: Real> Gap<R> {
    #[inline(never)]
    fn between<A: Attitude<R>>(from: &State<R, A>, to: &State<R, A>) -> Self {
        let turn = from.attitude.to_rotation().inverse() * to.attitude.to_rotation();
        // A quaternion and its negative are the same attitude.
        let turn = turn.vector() * R::one().with_sign_of(turn.w);
        Self { turn, momentum: to.momentum - from.momentum }
    }
    /// A part of the gap, from this state.
    #[inline(never)]
    fn pass<A: Attitude<R>>(&self, state: &mut State<R, A>, part: R) {
        let turn = self.turn * part;
        let turn = Rotation::from_parts((R::one() - turn.norm_squared()).sqrt(), turn);
        state.attitude = state.attitude.turned(turn);
        state.momentum += self.momentum * part;
    }
}

impl<M: Method, R: Real, A: Attitude<R>, T: Torque<R>> Passage<R, A> for Part<'_, M, R, A, T> {
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
        let Motion { method, body, .. } = self.motion;
        if let Some(state) = method.state_within(body, &self.to, self.last, time) {
            return Some(state);
        }
        if M::KNOWS_INSIDE && self.first.is_none() {
            // Before the end by less than rounding, and so outside of what it knows.
            return Some(State { time, ..self.to });
        }
        let mut state = self.shorter(time)?;
        let gap = (*self.gap.get_or_init(|| self.find_gap()))?;
        gap.pass(&mut state, (time - self.from.time) / (self.to.time - self.from.time));
        Some(state)
    }
}

impl<M: Method, R: Real, A: Attitude<R>, T: Torque<R>> Motion<M, R, A, T> {
    /// Takes one step, as [`advance`](Motion::advance) would, and shows the way that it
    /// went: one passage, or several where impulses are between them.
    ///
    /// # Errors
    /// As [`advance`](Motion::advance).
    pub fn step_seen(
        &mut self,
        h: R,
        see: &mut dyn FnMut(&dyn Passage<R, A>),
    ) -> Result<(), Stopped<R>> {
        let from = self.state;
        let pushed = T::JUMPS && self.body.torque.has_impulses();
        let mut first = (pushed || !M::KNOWS_INSIDE).then(|| self.memory.clone());
        // Not `advance` itself, which would compile the loop of every method anew.
        Run::advance(self, h, 1)?;
        let mut next = from;
        if let (true, Some(memory)) = (pushed, &mut first) {
            self.parts_seen(memory, &mut next, h, see);
        }
        see(&Part {
            motion: self,
            from: next,
            to: self.state,
            first,
            last: &self.memory,
            gap: OnceCell::new(),
        });
        Ok(())
    }

    /// The parts before the last impulse of a step that was taken, once more.
    #[cold]
    fn parts_seen(
        &self,
        memory: &mut M::Memory<R>,
        next: &mut State<R, A>,
        h: R,
        see: &mut dyn FnMut(&dyn Passage<R, A>),
    ) {
        let (end, mut including) = (self.state.time, true);
        while let Some(time) = self.body.torque.next_impulse(next.time, including, end) {
            let (from, first) = (*next, memory.clone());
            if self.part_until(memory, next, time).is_err() {
                // The step that was taken has been here, so this is not reached.
                return;
            }
            if time != from.time {
                let (first, gap) = (Some(first), OnceCell::new());
                see(&Part { motion: self, from, to: *next, first, last: memory, gap });
            }
            self.be_hit(memory, next, h);
            including = false;
        }
    }
}
