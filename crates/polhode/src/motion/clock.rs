//! The time of a run.

use crate::real::Real;

/// Time as origin + n h, never accumulated.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock<R> {
    origin: R,
    /// What rounding has left of the origin.
    rest: R,
    pub(super) step: R,
    pub(super) count: u64,
    /// Of a method that shows other states than it goes through: how much later it is in these,
    /// if they are to follow this clock.
    pub(super) inside: Option<R>,
}

impl<R: Real> Clock<R> {
    #[inline(always)]
    pub(crate) fn starting(time: R) -> Self {
        Self { origin: time, rest: R::zero(), step: R::zero(), count: 0, inside: None }
    }
    /// For one step from here.
    pub(super) fn of_one_step(time: R, h: R) -> Self {
        let mut clock = Self::starting(time);
        clock.set(h);
        clock
    }
    /// Goes on where a run with the same start was.
    #[inline(always)]
    pub(crate) fn restore(&mut self, h: R, steps: u64) {
        (self.step, self.count) = (h, steps);
    }
    /// What the steps so far add to the origin.
    #[inline(always)]
    #[expect(clippy::cast_precision_loss, reason = "2^53 steps take a person's lifetime")]
    fn elapsed(&self) -> R {
        R::of(self.count as f64) * self.step + self.rest
    }
    #[inline(always)]
    pub(crate) fn set(&mut self, h: R) {
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
    pub(super) fn ahead(&self) -> R {
        Self { count: self.count + 1, ..*self }.time()
    }
    #[inline(always)]
    pub(crate) fn count(&self) -> u64 {
        self.count
    }
    #[inline(always)]
    pub(super) fn time(&self) -> R {
        self.origin + self.elapsed()
    }
    #[inline(always)]
    pub(super) fn tick(&mut self) -> R {
        self.count += 1;
        self.time()
    }
}
