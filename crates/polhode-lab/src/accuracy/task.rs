//! What is asked of trials.

use super::candidate::is_preferred;
use super::pilot::TrialRun;
use super::proof::When;
use super::series;
use crate::scenario::{AccuracyRequest, Preference, Scenario};

/// What all trials of a short run may take, in nanoseconds by the table.
const BUDGET: f64 = 2.5e6;
/// What they may take of a long one.
const SHARE: f64 = 0.09;
/// What methods with steps of one length may take of a short run, and of a long one.
const LOOK: f64 = 8e5;
const LOOK_SHARE: f64 = 0.03;
/// What is short, by the table too: a second run of it costs less than to search for a cheaper one.
const SHORT: f64 = 4e7;
/// So short that its proof costs no more than trials, and tells more: a motion can be regular for long
/// before it is chaotic.
const BRIEF: f64 = 6e6;
/// So many runs of the series are tried, as a rule.
pub(super) const RUNS: f64 = 4.5;
/// What is left for the error of the reference.
const CAUTION: f64 = 1.2;
/// Steps of the series from which its cost is guessed.
const SCOUT: u64 = 24;

/// A part of the span, or all of it, and what its trials may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task {
    pub(super) accuracy: f64,
    pub(super) prefer: Preference,
    /// The part of the span that is tried.
    pub(super) part: f64,
    /// The whole span by this part.
    pub(super) times: f64,
    /// What the reference takes for all of the span, in nanoseconds.
    pub(super) whole: f64,
    /// By how much the end moves with the last digit of the start, as far as that is known.
    pub(super) input: f64,
    /// A span that costs next to nothing.
    pub(super) short: f64,
    /// A step of the series.
    pub(super) scale: f64,
    /// What an error is multiplied by for what is not known.
    pub(super) doubt: f64,
    /// By how much an error may be too small before another tolerance is tried.
    pub(super) patience: f64,
    /// How many methods with steps of one length are tried on all of the part.
    pub(super) finalists: usize,
    /// What methods with steps of one length may take on a short span, in nanoseconds.
    pub(super) budget: f64,
    /// How it was found out.
    pub(super) note: &'static str,
    /// Is what comes like what was?
    pub(super) steady: bool,
    /// Do neighbours come apart faster than a part tells?
    pub(super) unruly: bool,
    /// Would trials cost more than they save, if the series is run and its end proves it?
    pub(super) straight: bool,
}

impl Task {
    /// All of the span.
    pub(super) fn whole(
        scenario: &Scenario,
        pilot: &mut TrialRun<'_>,
        wish: &AccuracyRequest,
        when: When,
    ) -> Option<Self> {
        let tight = series::tightest()?;
        let (far, steps) = pilot.scout(&tight.method, SCOUT)?;
        #[expect(clippy::cast_precision_loss, reason = "at most two dozen")]
        let scale = far / steps as f64;
        let whole = pilot.span() / scale * pilot.costs.step(&tight.method);
        let task = Self {
            accuracy: wish.accuracy,
            prefer: wish.prefer,
            part: pilot.span(),
            times: 1.0,
            whole,
            input: 0.0,
            short: far,
            scale,
            doubt: CAUTION,
            patience: 40.0,
            finalists: 2,
            budget: LOOK.max(LOOK_SHARE * whole),
            note: "tried on the whole span",
            steady: stays_as_it_is(scenario),
            unruly: false,
            straight: when == When::After
                && whole < SHORT
                && is_preferred(&tight.method.card(), wish.prefer),
        };
        Some(Self { finalists: if task.first_times() > 1.0 { 1 } else { 2 }, ..task })
    }
    /// Does a proof cost no more than trials?
    pub(super) fn is_brief(&self) -> bool {
        self.whole < BRIEF
    }
    /// Which part of the span is tried first: one in so many.
    pub(super) fn first_times(&self) -> f64 {
        (RUNS * self.whole / BUDGET.max(SHARE * self.whole)).max(1.0)
    }
}

/// Is what comes like what was? A body that is driven, or that loses its energy while something
/// else pushes, may become chaotic at any time.
pub(super) fn stays_as_it_is(scenario: &Scenario) -> bool {
    scenario.conserves_energy() || scenario.problem.torques.iter().all(|name| name == "damping")
}
