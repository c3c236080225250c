//! Steps on which the momentum jumps.

use super::Motion;
use crate::body::State;
use crate::geometry::Attitude;
use crate::method::{Failure, Method};
use crate::real::Real;
use crate::torque::Torque;

impl<M: Method, R: Real, A: Attitude<R>, T: Torque<R>> Motion<M, R, A, T> {
    /// A step with impulses on its way, from a shown state to a shown state.
    #[cold]
    pub(super) fn shown_step(&mut self, h: R) -> Result<(), Failure> {
        let (mut state, end) = (self.state, self.clock.ahead());
        self.step_with_impulses(&mut state, h, end)?;
        state.time = self.clock.tick();
        self.state = state;
        Ok(())
    }

    /// Steps with impulses on their way.
    #[cold]
    pub(super) fn advance_between_impulses(&mut self, h: R, steps: u64) -> Result<(), Failure> {
        for _ in 0..steps {
            let mut state = self.state;
            if M::KEEPS_TIME {
                self.step_between_impulses(&mut state, h)?;
                self.clock.tick();
            } else {
                self.step_with_impulses(&mut state, h, self.clock.ahead())?;
                state.time = self.clock.tick();
            }
            self.state = state;
        }
        Ok(())
    }

    /// A part of a step, from a shown state to a shown state.
    #[inline(never)]
    pub(super) fn part_of_a_step(
        &self,
        memory: &mut M::Memory<R>,
        next: &mut State<R, A>,
        h: R,
    ) -> Result<(), Failure> {
        if M::MAY_BE_PROCESSED && self.method.is_processed() {
            self.method.enter(&self.body, next, h)?;
            *memory = self.method.begin(&self.body, next);
            self.method.step(&self.body, next, memory, h)?;
            self.method.leave(&self.body, next, h)
        } else {
            self.one_step(memory, next, h)
        }
    }

    /// A step that stops for every impulse on its way.
    #[cold]
    pub(super) fn step_with_impulses(
        &mut self,
        state: &mut State<R, A>,
        h: R,
        end: R,
    ) -> Result<(), Failure> {
        let (mut next, mut memory) = (*state, self.memory.clone());
        self.parts_of_a_step(&mut memory, &mut next, h, end)?;
        *state = next;
        self.memory = memory;
        Ok(())
    }

    /// A step of a size that the method chooses, which ends where an impulse is. Of its
    /// ends the earlier one belongs to it: forwards it begins with the impulse there,
    /// backwards it ends with it.
    #[cold]
    pub(super) fn step_between_impulses(
        &mut self,
        state: &mut State<R, A>,
        h: R,
    ) -> Result<(), Failure> {
        let (mut next, mut memory) = (*state, self.memory.clone());
        let from = next.time;
        let hit = |time, including, until, at| {
            self.body.torque.next_impulse(time, including, until) == Some(at)
        };
        if hit(from, true, from + h, from) {
            self.be_hit(&mut memory, &mut next, h);
        }
        self.method.step(&self.body, &mut next, &mut memory, h)?;
        if hit(from, false, next.time, next.time) {
            self.be_hit(&mut memory, &mut next, h);
        }
        (*state, self.memory) = (next, memory);
        Ok(())
    }

    pub(super) fn parts_of_a_step(
        &self,
        memory: &mut M::Memory<R>,
        next: &mut State<R, A>,
        h: R,
        end: R,
    ) -> Result<(), Failure> {
        let mut including = true;
        while let Some(time) = self.body.torque.next_impulse(next.time, including, end) {
            self.part_until(memory, next, time)?;
            self.be_hit(memory, next, h);
            including = false;
        }
        let rest = end - next.time;
        self.part_of_a_step(memory, next, rest)
    }

    /// A part of a step that ends at an impulse.
    pub(super) fn part_until(
        &self,
        memory: &mut M::Memory<R>,
        next: &mut State<R, A>,
        time: R,
    ) -> Result<(), Failure> {
        if time != next.time {
            let part = time - next.time;
            self.part_of_a_step(memory, next, part)?;
            next.time = time;
        }
        Ok(())
    }

    /// The impulse at this time, in steps that go the way of h.
    #[cold]
    #[inline(never)]
    pub(super) fn be_hit(&self, memory: &mut M::Memory<R>, next: &mut State<R, A>, h: R) {
        let change = self.body.torque.impulse(next.time, next.attitude.to_rotation());
        next.momentum += change * R::one().with_sign_of(h);
        *memory = self.method.begin(&self.body, next);
    }
}
