//! Accuracy as the input: from an error that the end of a run may have to a method and a step.
//!
//! Nothing is assumed of the problem at hand: candidates are tried on a part of it, or all of
//! it where it is short, against a series at rounding. What a candidate costs is counted in
//! steps and weighed by a table, never by a clock, so that the choice is the same everywhere:
//! docs/accuracy.md.
//!
//! ```
//! use polhode_lab::{Scenario, accuracy, embedded};
//! let text = embedded::find("fast-top").ok_or("not embedded")?.text;
//! let scenario = Scenario::parse("fast-top", text, &["run.accuracy=1e-6".into()])?;
//! let (scenario, choice) = accuracy::select(&scenario)?;
//! assert!(choice.reachable && choice.error < 1e-6);
//! assert_eq!(scenario.method.to_string(), choice.setting.method.to_string());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod again;
mod candidate;
mod certificate;
mod choose;
mod contradiction;
mod cost;
mod figure;
mod free;
mod halving;
mod hope;
mod pairs;
mod part;
mod pilot;
mod promise;
mod proof;
mod reach;
mod refined;
mod series;
mod straight;
mod survey;
mod switched;
mod task;
mod verdict;

use crate::diagnostic::Report;
use crate::scenario::Scenario;
use crate::scenario_run::RunState;
pub use candidate::Candidate;
pub use certificate::{Certificate, Estimate, Witnesses};
pub use choose::choose;
pub use figure::figure;
pub use pilot::Setting;
pub use promise::Promise;
pub use proof::{Proof, When};

/// What was chosen, and why.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Method and step.
    pub setting: Setting,
    /// The error at the end, as it is expected: of the attitude in radians or of the momentum,
    /// relative to it.
    pub error: f64,
    /// Can the accuracy be reached at all?
    pub reachable: bool,
    /// The best that can be reached: by rounding on the way, and by the last digit of the start.
    pub best: f64,
    /// By how much the end moves if the start does by its last digit.
    pub input: f64,
    /// Nanoseconds that the run takes by the table of costs.
    pub cost: f64,
    /// The same of all trials.
    pub trials: f64,
    /// Which part of the run was tried.
    pub part: f64,
    /// All that was looked at, the cheapest first.
    pub candidates: Vec<Candidate>,
    /// In a sentence.
    pub reason: String,
    /// What its end must show, where it is known by that only that it is good enough.
    pub proof: Option<Proof>,
    /// Why the error is an estimate that nothing verifies, where that is so.
    pub unverified: Option<String>,
}

impl Choice {
    /// Is the run that ends here known to be as good as was asked for?
    #[must_use]
    pub fn is_proven_by(&self, end: &RunState) -> bool {
        self.proof.as_ref().is_none_or(|proof| proof.holds(end))
    }
}

/// The scenario with the method and the step that its accuracy asks for.
///
/// # Errors
/// Where no method can be found, or none was asked for.
pub fn select(scenario: &Scenario) -> Result<(Scenario, Choice), Report> {
    select_while(scenario, When::Before, &|| true)
}

/// The same, known to be good enough before it is run, or in part by its end: the choice then has
/// a [`Proof`], and where that does not hold the scenario is to be run [`retry`](retry()). It saves a run. `go_on` is asked now and then.
///
/// # Errors
/// As [`select`], and where `go_on` says no.
pub fn select_while(
    scenario: &Scenario,
    when: When,
    go_on: &dyn Fn() -> bool,
) -> Result<(Scenario, Choice), Report> {
    let Some(wish) = scenario.plan.accuracy else {
        let message = "`run.accuracy` is missing".to_owned();
        return Err(scenario.problem_with(&["run"], message, "say for example 1e-9".into()));
    };
    let choice = choose(scenario, &wish, when, go_on)?;
    Ok((with(scenario, &choice.setting)?, choice))
}

/// Lets a scenario run as its accuracy asks for, and again where its end does not prove it:
/// `run` gives what came of it, and the end where it came to it. `go_on` is asked now and then
/// while a method is chosen.
///
/// # Errors
/// As [`select_while`], and where a run fails.
pub fn run_verified<T, E: From<Report>>(
    scenario: &Scenario,
    go_on: &dyn Fn() -> bool,
    mut run: impl FnMut(Scenario, &Choice) -> Result<(T, Option<RunState>), E>,
) -> Result<T, E> {
    let (mut settled, mut choice) = select_while(scenario, When::After, go_on)?;
    loop {
        let (result, end) = run(settled, &choice)?;
        let Some(end) = end.filter(|end| !choice.is_proven_by(end)) else { return Ok(result) };
        // It may hold a folder.
        drop(result);
        (settled, choice) = retry(scenario, &choice, &end, go_on)?;
    }
}

/// What a scenario is to be run with after a run whose end did not prove it.
///
/// # Errors
/// As [`select_while`].
pub fn retry(
    scenario: &Scenario,
    first: &Choice,
    end: &RunState,
    go_on: &dyn Fn() -> bool,
) -> Result<(Scenario, Choice), Report> {
    let tightened =
        scenario.plan.accuracy.and_then(|wish| again::tightened(scenario, &wish, first, end));
    match tightened {
        Some(choice) => Ok((with(scenario, &choice.setting)?, choice)),
        None => select_while(scenario, When::Wholly, go_on),
    }
}

/// Why no run of a scenario can be verified to have the accuracy that it asks for; none where it can.
#[must_use]
pub fn unverified(scenario: &Scenario) -> Option<String> {
    scenario.plan.accuracy.and_then(|_| switched::switching(scenario))
}

/// The larger of the errors of attitude, in radians, and momentum, relative to it.
#[must_use]
pub fn distance(end: &RunState, truth: &RunState) -> f64 {
    pilot::apart(end, truth)
}

/// The scenario with another method and step.
fn with(scenario: &Scenario, setting: &Setting) -> Result<Scenario, Report> {
    scenario.replanned(&|plan| plan.set(setting))
}
