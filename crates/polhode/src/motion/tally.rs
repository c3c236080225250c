//! How much has switched in a run.

use crate::error::to_f64;
use crate::real::Real;
use alloc::vec::Vec;

/// What has switched in a run so far.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SwitchCount {
    /// Located changes of the branch.
    pub located: u64,
    /// Intervals of motion on the surface of a switching function.
    pub sliding: u64,
    /// Switching function that changed its branch more than 1000 times in a revolution, if one did.
    pub chatter: Option<u16>,
}

/// Counts at a time, with the sliding intervals that are open then.
#[derive(Clone, Debug)]
struct Counts<R> {
    located: u64,
    sliding: u64,
    /// Total length of the sliding intervals that have ended.
    slid: R,
    /// Number of those that have not, and the sum of their starts.
    open: u64,
    starts: R,
}

/// The counts of a run.
#[derive(Clone, Debug)]
pub(super) struct Tally<R> {
    now: Counts<R>,
    /// The start of the sliding interval of each switching function that slides.
    since: Vec<R>,
    pub(super) chatter: Option<u16>,
}

impl<R: Real> Counts<R> {
    fn none() -> Self {
        Self { located: 0, sliding: 0, slid: R::zero(), open: 0, starts: R::zero() }
    }
    #[expect(clippy::cast_precision_loss, reason = "at most 65535")]
    fn sliding_time(&self, until: R) -> R {
        self.slid + (until * R::from_f64(self.open as f64) - self.starts).abs()
    }
    fn visit(&mut self, slot: &mut dyn FnMut(&mut R)) {
        for count in [&mut self.located, &mut self.sliding, &mut self.open] {
            through_count(count, slot);
        }
        slot(&mut self.slid);
        slot(&mut self.starts);
    }
}

impl<R: Real> Tally<R> {
    pub(super) fn new() -> Self {
        Self { now: Counts::none(), since: Vec::new(), chatter: None }
    }
    /// Counts one change of a branch.
    pub(super) fn add(&mut self) {
        self.now.located += 1;
    }
    /// Counts the begin of a sliding interval.
    pub(super) fn begin_sliding(&mut self, switch: usize, time: R) {
        if self.since.len() <= switch {
            self.since.resize(switch + 1, R::zero());
        }
        self.since[switch] = time;
        self.now.sliding += 1;
        self.now.open += 1;
        self.now.starts += time;
    }
    /// Ends a sliding interval.
    pub(super) fn end_sliding(&mut self, switch: usize, time: R) {
        let since = self.since.get(switch).copied().unwrap_or(time);
        self.now.slid += (time - since).abs();
        self.now.open = self.now.open.saturating_sub(1);
        self.now.starts -= since;
    }
    /// Returns the counts, and the total length of the sliding intervals up to a time.
    pub(super) fn until(&self, time: R) -> (SwitchCount, R) {
        let Counts { located, sliding, .. } = &self.now;
        let (located, sliding) = (*located, *sliding);
        (SwitchCount { located, sliding, chatter: self.chatter }, self.now.sliding_time(time))
    }
    /// Shows every number, of so many switching functions.
    pub(super) fn visit(&mut self, functions: usize, slot: &mut dyn FnMut(&mut R)) {
        self.now.visit(slot);
        self.since.resize(functions, R::zero());
        self.since.iter_mut().for_each(&mut *slot);
        let mut index = self.chatter.map_or(0, |index| u64::from(index) + 1);
        through_count(&mut index, slot);
        self.chatter = u16::try_from(index).ok().and_then(|index| index.checked_sub(1));
    }
}

/// Shows a number in the scalar type of the run.
pub(super) fn through<R: Real>(number: &mut f64, slot: &mut dyn FnMut(&mut R)) {
    let mut shown = R::from_f64(*number);
    slot(&mut shown);
    *number = to_f64(shown);
}

#[expect(clippy::cast_precision_loss, reason = "not so many in a lifetime")]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count")]
pub(super) fn through_count<R: Real>(count: &mut u64, slot: &mut dyn FnMut(&mut R)) {
    let mut number = *count as f64;
    through(&mut number, slot);
    *count = number as u64;
}
