//! What the end of a run must show: that it is no farther from a coarser run than the errors of both allow.

use super::norm::distance;
use super::trial::Trace;
use crate::scenario_run::RunState;
use serde::{Deserialize, Serialize};

/// Relative difference of times that differ by rounding.
const SAME_TIME: f64 = 1e-12;

/// The end of a coarser run over the whole span, and how far from there the run may end.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct Verification {
    /// The coarser run.
    pub beside: String,
    /// Its end: w x y z, from principal axes to space.
    attitude: [f64; 4],
    /// In principal axes.
    momentum: [f64; 3],
    time: f64,
    /// The largest momentum of the run.
    pub largest_momentum: f64,
    /// How far from it the end may be.
    pub within: f64,
}

impl Verification {
    pub(super) fn beside(trace: &Trace, within: f64) -> Option<Self> {
        let RunState { time, attitude, momentum } = *trace.states.last()?;
        let (beside, largest_momentum) = (trace.setting.to_string(), trace.largest_momentum);
        Some(Self { beside, attitude, momentum, time, largest_momentum, within })
    }
    /// How far from the coarser run a run ends; `None` of a run that ends at another time.
    #[must_use]
    pub fn distance(&self, end: &RunState) -> Option<f64> {
        let Self { attitude, momentum, time, largest_momentum, .. } = *self;
        let other = RunState { time, attitude, momentum };
        let same = (end.time - time).abs() <= SAME_TIME * end.time.abs().max(time.abs());
        same.then(|| distance(end, &other, largest_momentum))
    }
}
