//! A part of the span that tells of the whole, or as much of it as can be told.

use super::pilot::TrialRun;
use super::proof::When;
use super::reach::Reach;
use super::series::REFINED;
use super::task::{RUNS, Task};

/// Which part of the turns that tell of more is enough where the end will prove it, if all of them
/// would be more than one in so many of the whole.
const FEWER: f64 = 0.4;
const WORTH: f64 = 12.0;
/// Trials that take longer, in nanoseconds, are not done, whatever is known.
const LONGEST: f64 = 3e10;
/// How much longer the next part is, where one does not tell enough.
const FURTHER: f64 = 6.0;
/// Below, rounding is looked at.
const FINE: f64 = 1e-7;
/// How near an accuracy must be to what rounding would leave for doubles not to be tried.
const NEAREST: f64 = 3.0;
/// How far an accuracy must be from what can be reached to be trusted from a part.
const CLEAR: f64 = 8.0;

/// One in `times` of the span.
pub(super) struct TrialPart {
    pub(super) times: f64,
    pub(super) reach: Reach,
}

impl TrialPart {
    /// The first that is long enough, or of which more would take too long.
    pub(super) fn long_enough(pilot: &mut TrialRun<'_>, task: &Task, when: When) -> Option<Self> {
        let mut times = task.first_times();
        loop {
            let part = Self::seen(pilot, task, times)?;
            match part.next(pilot, task, when) {
                Some(next) => times = next,
                None => return Some(part),
            }
        }
    }
    fn seen(pilot: &mut TrialRun<'_>, task: &Task, times: f64) -> Option<Self> {
        let mut reach = Reach::over(pilot, pilot.span() / times)?;
        reach.look_at_input(pilot)?;
        if task.accuracy < FINE {
            reach.look_at_rounding(pilot)?;
        }
        Some(Self { times, reach })
    }

    /// One in how many of the span must be looked at; none where this one is enough.
    fn next(&self, pilot: &TrialRun<'_>, task: &Task, when: When) -> Option<f64> {
        let next = self.longer();
        if self.is_lost(task) || self.is_last(task) || next <= 1.0 {
            return None;
        }
        let seen = self.reach.part_of_enough(pilot);
        let few = when == When::After && self.times * seen < WORTH;
        let enough = if few { FEWER } else { 1.0 };
        if seen < enough && task.straight {
            return None;
        }
        if seen < enough {
            return Some(next.max(self.times * (seen / enough).min(0.9) * 0.9));
        }
        // What rounding leaves at the end is known better from more.
        (task.steady && !self.is_clear(task) && !self.is_rounded(task)).then_some(next)
    }
    fn longer(&self) -> f64 {
        if self.times > 2.0 * FURTHER { self.times / FURTHER } else { 1.0 }
    }

    /// Does the last digit of the start decide the end?
    pub(super) fn is_lost(&self, task: &Task) -> bool {
        self.reach.is_lost(task.accuracy)
    }
    /// Would a longer one take too long?
    pub(super) fn is_last(&self, task: &Task) -> bool {
        RUNS * task.whole / self.longer() > LONGEST
    }
    /// Is the accuracy far from what can be reached?
    fn is_clear(&self, task: &Task) -> bool {
        task.accuracy > CLEAR * self.reach.best(self.times)
    }
    /// Is rounding in the way?
    pub(super) fn is_rounded(&self, task: &Task) -> bool {
        task.accuracy < NEAREST * self.reach.best(self.times)
    }
    /// Does it tell of the whole?
    pub(super) fn tells(&self, pilot: &TrialRun<'_>, task: &Task) -> bool {
        self.is_clear(task) && task.steady && self.reach.tells_of_more(pilot)
    }
    /// Does it tell that a refined series is good enough?
    pub(super) fn tells_of_refined(&self, pilot: &TrialRun<'_>, task: &Task) -> bool {
        let clear = task.accuracy > CLEAR * REFINED * self.reach.best(self.times);
        self.is_rounded(task) && clear && task.steady && self.reach.tells_of_more(pilot)
    }
}
