//! The time of a run.

use crate::real::Real;

/// The time of a run: origin + n h, never accumulated.
#[derive(Clone, Copy, Debug)]
pub struct Clock<R> {
    origin: R,
    /// What rounding has left of the origin.
    rest: R,
    step: R,
    /// How many steps: a number that `R` is made from without ado, and exact to 2^53.
    count: f64,
    /// What a step does to the time of the state.
    pub(crate) rule: TimeRule<R>,
}

/// What a step does to the time of the state.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TimeRule<R> {
    /// It is that of the clock.
    Set,
    /// It is later than that by so much: of a method that shows other states than it goes through.
    Later(R),
    /// It is what the method has left there.
    Leave,
}

impl<R: Real> Clock<R> {
    #[inline(always)]
    pub(crate) fn starting(time: R) -> Self {
        Self { origin: time, rest: R::zero(), step: R::zero(), count: 0.0, rule: TimeRule::Set }
    }
    /// For one step from here.
    pub(crate) fn for_one_step(time: R, h: R) -> Self {
        let mut clock = Self::starting(time);
        clock.set(h);
        clock
    }
    /// Goes on where a run with the same start was.
    #[inline(always)]
    #[expect(clippy::cast_precision_loss, reason = "2^53 steps take a person's lifetime")]
    pub(crate) fn restore(&mut self, h: R, steps: u64) {
        (self.step, self.count) = (h, steps as f64);
    }
    /// What the steps so far add to the origin.
    #[inline(always)]
    fn elapsed(&self) -> R {
        R::from_f64(self.count) * self.step + self.rest
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
            self.count = 0.0;
        }
    }
    /// The time after the next step, to the bit: else an impulse at that time could
    /// fall into two steps, or between them.
    pub(crate) fn ahead(&self) -> R {
        self.after(1.0)
    }
    /// The size of the steps.
    pub(crate) fn step(&self) -> R {
        self.step
    }
    /// The time after so many steps more.
    pub(crate) fn after(&self, steps: f64) -> R {
        Self { count: self.count + steps, ..*self }.time()
    }
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is a count")]
    pub(crate) fn count(&self) -> u64 {
        self.count as u64
    }
    #[inline(always)]
    pub(crate) fn time(&self) -> R {
        self.origin + self.elapsed()
    }
    #[inline(always)]
    pub(crate) fn tick(&mut self) -> R {
        self.count += 1.0;
        self.time()
    }
    /// After a step, which has left this time.
    #[inline(always)]
    pub(crate) fn pass(&mut self, time: &mut R) {
        let now = self.tick();
        match self.rule {
            TimeRule::Set => *time = now,
            TimeRule::Later(offset) => *time = now + offset,
            TimeRule::Leave => {}
        }
    }
    /// After several steps, whose time is asked for only now.
    #[inline(always)]
    #[expect(clippy::cast_precision_loss, reason = "2^53 steps take a person's lifetime")]
    pub(crate) fn pass_many(&mut self, time: &mut R, steps: u64) {
        if steps > 0 {
            self.count += (steps - 1) as f64;
            self.pass(time);
        }
    }
    /// After a step of a method that keeps the time itself, or does not.
    #[inline(always)]
    pub(crate) fn pass_or_tick(&mut self, time: &mut R, keeps_time: bool) {
        if keeps_time {
            self.tick();
        } else {
            self.pass(time);
        }
    }
    /// For steps whose time is not shown.
    #[inline(always)]
    pub(crate) fn silent() -> Self {
        Self { rule: TimeRule::Leave, ..Self::starting(R::zero()) }
    }
}
