//! Accuracy as the input: from the error that the end of a run may have to a method and a step.
//!
//! [`select`] is the one place that decides, for the command line, Python, the page and ensembles. Each [`Strategy`]
//! computes two coarser runs over the whole span, or the closed form: trials on a part of the span propose a
//! method, and never vouch for it. Costs are counted in steps and weighed by a table, never by a clock, so that the choice
//! is the same on every machine: docs/accuracy.md.
//!
//! ```
//! use polhode_lab::{Scenario, accuracy::{self, Quality}, embedded};
//! let text = embedded::find("fast-top").ok_or("not embedded")?.text;
//! let scenario = Scenario::parse("fast-top", text, &["run.accuracy=1e-6".into()])?;
//! let (scenario, choice) = accuracy::select(&scenario)?;
//! assert!(choice.quality == Quality::Verified && choice.error < 1e-6);
//! assert_eq!(scenario.method.to_string(), choice.setting.method.to_string());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod certificate;
mod closed_form;
mod contradiction;
mod cost;
mod figure;
mod fixed_steps;
mod input;
mod norm;
mod policy;
mod promise;
mod series;
mod setting;
mod trial;
mod verification;

use crate::diagnostic::Report;
use crate::remedy::Remedy;
use crate::scenario::{AccuracyRequest, Preference, Scenario};
pub use certificate::{Certificate, Estimate, Witnesses};
pub use figure::figure;
pub use norm::distance;
use policy::POLICY;
pub use promise::{Promise, Status};
pub use setting::{Candidate, Setting, Strategy};
use setting::{is_preferred, series_accepts};
use trial::{Halt, Trials};
pub use verification::Verification;

/// What was chosen, and why.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Method and step.
    pub setting: Setting,
    /// How the accuracy is attained.
    pub strategy: Strategy,
    /// Whether the accuracy is verified.
    pub quality: Quality,
    /// The expected error at the end: of the attitude in radians, or of the momentum relative to its largest value
    /// over the run.
    pub error: f64,
    /// How far the last digit of the initial state moves the end, where that is near the accuracy.
    pub input: Option<f64>,
    /// The expected cost of the run, in nanoseconds by the table of costs.
    pub cost: f64,
    /// The cost of all trials.
    pub trials: f64,
    /// All that was looked at, the chosen one first.
    pub candidates: Vec<Candidate>,
    /// How the expected error is known, in a sentence.
    pub reason: String,
    /// What the end of the run must show.
    pub verification: Option<Verification>,
}

/// What is known of the error of a run.
#[derive(Clone, Debug, PartialEq)]
pub enum Quality {
    /// Runs over the whole span, or the closed form, show that it is below the accuracy.
    Verified,
    /// It is an estimate that nothing verifies, with the reason.
    Unverified(String),
    /// The last digit of the initial state moves the end by more than the accuracy: no method attains it.
    Unattainable,
}

impl Quality {
    /// The same, unless a run may have passed over something.
    fn unless(self, blind: Option<&String>) -> Self {
        match (self, blind) {
            (Self::Verified, Some(why)) => Self::Unverified(why.clone()),
            (quality, _) => quality,
        }
    }
}

/// The scenario with the method and the step that its accuracy asks for.
///
/// # Errors
/// Where no accuracy is requested, or no method comes to the end.
pub fn select(scenario: &Scenario) -> Result<(Scenario, Choice), Report> {
    select_while(scenario, &|_| true)
}

/// The same; `go_on` sees now and then which part of the limit of work is spent, and says whether to go on.
///
/// # Errors
/// As [`select`], and where `go_on` says no.
pub fn select_while(
    scenario: &Scenario,
    go_on: &dyn Fn(f64) -> bool,
) -> Result<(Scenario, Choice), Report> {
    let Some(request) = scenario.plan.accuracy else {
        let message = "`run.accuracy` is missing".to_owned();
        return Err(scenario.problem_with(&["run"], message, "give for example 1e-9".into()));
    };
    let mut trials = Trials::new(scenario, request.work_limit() * 1e9, go_on);
    let Some(choice) = choose(scenario, &mut trials, &request)? else {
        return Err(refusal(scenario, &trials, &request));
    };
    let settled = scenario.replanned(&|plan| plan.set(&choice.setting))?;
    Ok((settled, choice))
}

fn choose(
    scenario: &Scenario,
    trials: &mut Trials<'_>,
    request: &AccuracyRequest,
) -> Result<Option<Choice>, Report> {
    if scenario.problem.torques.is_empty() {
        return closed_form::choose(scenario, trials, request);
    }
    let card = Setting::tightest_series().map(|series| series.method.card());
    let allowed = card.is_some_and(|card| is_preferred(&card, request.prefer));
    if !allowed || !series_accepts(scenario) {
        return Ok(fixed_steps::choose(scenario, trials, request, f64::INFINITY));
    }
    let probe = Setting::series(request.accuracy / POLICY.usual_growth / POLICY.scatter);
    let steps =
        probe.and_then(|probe| Some((probe, trials.span() / trials.length_of_step(&probe)?)));
    let Some((probe, steps)) = steps else { return Ok(None) };
    let expected = trials.expected_cost(&probe, steps);
    let cheaper = (expected > POLICY.long)
        .then(|| fixed_steps::choose(scenario, trials, request, POLICY.gain * expected))
        .flatten();
    Ok(cheaper.or_else(|| series::choose(scenario, trials, request, steps)))
}

/// Why nothing could be chosen.
fn refusal(scenario: &Scenario, trials: &Trials<'_>, request: &AccuracyRequest) -> Report {
    let refused = |message: String, remedy: Remedy| {
        scenario.problem_with(&["run", "accuracy"], message, remedy)
    };
    match &trials.halt {
        Some(Halt::Stopped) => {
            refused("the choice of a method was stopped".into(), Remedy::default())
        }
        Some(Halt::WorkLimit) => refused(
            format!(
                "runs to verify `run.accuracy` = {:e} would take longer than `run.work_limit` = {:?} s",
                request.accuracy,
                request.work_limit()
            ),
            "raise the limit, take a shorter duration, or give a method and a step".into(),
        ),
        Some(Halt::Failed(failure)) => refused(
            format!("no run to verify `run.accuracy` comes to its end: {}", failure.message()),
            failure.remedy().into(),
        ),
        None => refused(
            format!(
                "no method with `prefer` = {:?} attains `run.accuracy` = {:e} under this torque",
                request.prefer.name(),
                request.accuracy
            ),
            match request.prefer {
                Preference::Speed => "give a method and a step".into(),
                _ => "drop `prefer`, let `output.every` divide the duration, or give a method and a step".into(),
            },
        ),
    }
}
