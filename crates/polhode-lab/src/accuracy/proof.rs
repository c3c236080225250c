//! A proof by the run itself: beside a coarser one, whose distance from it tells of both.

use super::candidate::Candidate;
use super::pilot::{Setting, TrialRun, apart};
use super::reach::{MARKS, Reach, largest};
use super::series::{self, REFINED_STEP, ROUNDING, UNSTEADY};
use super::task::Task;
use crate::scenario::Precision;
use crate::scenario_run::RunState;
use serde::{Deserialize, Serialize};

/// By how much the tolerance of the coarser is above that of the run; and its steps longer.
const LOOSER: std::ops::RangeInclusive<f64> = 30.0..=3e3;
const LONGER: f64 = 2.0;
/// The tolerance of the coarser where the run is refined: far above what rounding does.
const ROUGH: f64 = 1e-11;
/// What is left for errors that do not follow the tolerance, or the order of the step.
pub(super) const CAUTION: f64 = 6.0;
const LESS_CAUTION: f64 = 2.0;
/// Orders that may be those of small terms; and by how much errors of longer steps must have grown.
const LOW: f64 = 4.0;
const LEAST: f64 = 0.5;
/// Above, errors of the coarser are no longer in proportion to anything; and what they are to be.
pub(super) const LARGEST: f64 = 0.1;
const LARGE: f64 = 0.003;

/// When it is known that a choice is good enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Before it is run.
    Before,
    /// Before it is run, by all of the span: what a part of it tells has turned out to be wrong.
    Wholly,
    /// By its end, where that saves a run: see [`Proof::holds`].
    After,
}

/// Where a coarser run ends, and how far from there the run may end.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct Proof {
    /// The coarser run.
    pub beside: String,
    /// Its end: w x y z, from principal axes to space.
    attitude: [f64; 4],
    /// In principal axes.
    momentum: [f64; 3],
    time: f64,
    /// How far from it the end may be, as errors are measured.
    pub within: f64,
    /// Its tolerance, if it is a series.
    #[serde(skip)]
    pub(super) looser: Option<f64>,
    /// Is it of a run that was tightened, since its first proof did not hold?
    #[serde(skip)]
    pub(super) is_second: bool,
}

impl Proof {
    /// Beside a run that ends here.
    pub(super) fn beside(setting: &Setting, end: &RunState, within: f64) -> Self {
        let RunState { time, attitude, momentum } = *end;
        let (beside, looser) = (setting.to_string(), setting.method.tolerance());
        Self { beside, attitude, momentum, time, within, looser, is_second: false }
    }
    /// The same of a run that was tightened.
    pub(super) fn second(self) -> Self {
        Self { is_second: true, ..self }
    }
    /// Is the run that ends here as good as was asked for?
    #[must_use]
    pub fn holds(&self, end: &RunState) -> bool {
        self.distance(end) <= self.within
    }
    /// How far from the coarser run it ends.
    #[must_use]
    pub fn distance(&self, end: &RunState) -> f64 {
        let Self { attitude, momentum, time, .. } = *self;
        apart(end, &RunState { time, attitude, momentum })
    }
}

/// The proof that this candidate will need; none where the coarser one does not come to the end.
pub(super) fn of(
    pilot: &mut TrialRun<'_>,
    task: &Task,
    reach: &Reach,
    one: &Candidate,
) -> Option<Proof> {
    let (coarser, share) = match one.setting.step {
        Some(step) => longer(pilot, reach, &one.setting, step)?,
        None => looser(task, &one.setting)?,
    };
    let trace = pilot.run(&coarser, pilot.span(), 1, f64::INFINITY)?;
    Some(Proof::beside(&trace.setting, trace.places.last()?, within(task.accuracy, share)))
}

/// How far from a coarser run the run may be, if its error is this share of the coarser one's.
pub(super) fn within(accuracy: f64, share: f64) -> f64 {
    (accuracy / share).min(LARGEST)
}

/// Longer steps, and which share of their error that of the run is.
fn longer(
    pilot: &mut TrialRun<'_>,
    reach: &Reach,
    own: &Setting,
    step: f64,
) -> Option<(Setting, f64)> {
    // Between samples there may be no room for twice the step.
    let longer = pilot.fitting(step * LONGER)?;
    let coarser = Setting { step: Some(longer), ..*own };
    let mut error = |setting: &Setting| {
        let trace = pilot.run(setting, reach.span, MARKS, f64::INFINITY)?;
        Some(largest(&trace.errors(&reach.reference)))
    };
    let seen = error(own)? / error(&coarser)?;
    let order = f64::from(own.method.card().order_torqued.unwrap_or(2).max(2));
    let growth = (longer / step).powf(order) - 1.0;
    // For weak torques some have a low order whose terms are small, on a part at least.
    let least = if order <= LOW { LESS_CAUTION / growth } else { 0.0 };
    (growth > LEAST).then_some((coarser, (CAUTION * seen).max(least)))
}

/// A looser tolerance, and the same.
fn looser(task: &Task, own: &Setting) -> Option<(Setting, f64)> {
    let looser = match own.precision {
        Precision::Refined => ROUGH,
        _ => looser_than(task, own.method.tolerance()?),
    };
    Some((series::setting(looser)?, share(own, looser, task.steady)?))
}

/// A tolerance that is as much looser as a proof takes.
pub(super) fn looser_than(task: &Task, own: f64) -> f64 {
    let times = (LARGE / task.accuracy).clamp(*LOOSER.start(), *LOOSER.end());
    own.max(rounding(task.steady)) * times
}

/// Which share of the error of a looser tolerance that of a series is.
pub(super) fn share(own: &Setting, looser: f64, steady: bool) -> Option<f64> {
    let is_refined = own.precision == Precision::Refined;
    let rounding = rounding(steady) * if is_refined { REFINED_STEP } else { 1.0 };
    Some(CAUTION * own.method.tolerance()?.max(rounding) / looser)
}

/// What rounding does to a step, as a tolerance: phases of what depends on time are rounded too.
pub(super) fn rounding(steady: bool) -> f64 {
    ROUNDING * if steady { 1.0 } else { UNSTEADY }
}
