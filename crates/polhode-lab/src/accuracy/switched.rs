//! Torques that switch.
//!
//! A trial run on a part of the span says nothing of a switch later on. So two runs over the whole span are
//! compared, whose steps are bounded and are not in a ratio of small integers. Both end their steps at the
//! switches. A formula that is not smooth at the end of the domain of a function of the state is reported as
//! unverified, with the difference of the two runs as an estimate.

use super::candidate::{Candidate, is_preferred};
use super::pilot::{Setting, Trace, TrialRun};
use super::reach::{MARKS, Reach, largest};
use super::{Choice, halving, series};
use crate::diagnostic::Report;
use crate::scenario::{AccuracyRequest, Scenario};

/// The longest step of the coarser run, as a part of the span.
const STEPS: f64 = 997.0;
/// By how much the steps of the finer run are shorter; not a ratio of small integers.
const SHORTER: f64 = 1.618;
/// By how much its tolerance is below that of the coarser one.
const TIGHTER: f64 = 30.0;
/// The tolerance of the first coarser run, as a part of the accuracy.
const FIRST: f64 = 0.01;
/// Pairs of runs at most.
const TRIES: usize = 6;
/// Nanoseconds, by the table of costs, that one run may take, and after which no other one begins.
const MOST: f64 = 5e8;
const ALL: f64 = 2e9;
const NOTE: &str = "two runs over the whole span";

/// The series whose difference from a coarser one is below the accuracy; else by halving steps.
pub(super) fn choose(
    scenario: &Scenario,
    pilot: &mut TrialRun<'_>,
    wish: &AccuracyRequest,
) -> Result<Choice, Report> {
    let allowed = series::tightest().is_some_and(|one| {
        is_preferred(&one.method.card(), wish.prefer)
            && polhode_bound::accepts(&one.method, &scenario.problem.torque).is_ok()
    });
    let by_series = if allowed { by_pairs(pilot, wish) } else { None };
    match by_series {
        Some(choice) => Ok(Choice { unverified: switching(scenario), ..choice }),
        None => by_halving(scenario, pilot, wish),
    }
}

/// By halving fixed steps, which knows nothing of kinks: never verified.
pub(super) fn by_halving(
    scenario: &Scenario,
    pilot: &mut TrialRun<'_>,
    wish: &AccuracyRequest,
) -> Result<Choice, Report> {
    let choice = halving::choose(scenario, pilot, wish)?;
    let fixed = || {
        "the error is estimated by halving fixed steps, which can pass over a short change of the \
         torque; compare with a run by another method, or drop `prefer`"
            .to_owned()
    };
    Ok(Choice { unverified: Some(switching(scenario).unwrap_or_else(fixed)), ..choice })
}

/// Why runs with this torque cannot be verified.
pub(super) fn switching(scenario: &Scenario) -> Option<String> {
    let function = scenario.problem.torque.boundary_of_state()?;
    Some(format!(
        "a torque formula contains `{function}`, which is not smooth where its argument touches the end of its \
         domain, and such points are not located: compare with a run at a smaller run.step, or write the \
         torque with smooth functions"
    ))
}

/// Pairs of series, tighter and tighter, until they agree.
fn by_pairs(pilot: &mut TrialRun<'_>, wish: &AccuracyRequest) -> Option<Choice> {
    let longest = pilot.span() / STEPS;
    let mut tolerance = (FIRST * wish.accuracy).max(series::TIGHTEST);
    let mut coarse = run(pilot, tolerance, longest)?;
    let mut best: Option<Candidate> = None;
    for attempt in 0..TRIES {
        let finer = (tolerance / TIGHTER).max(series::TIGHTEST);
        let shorter = longest / SHORTER.powi(attempt_of(attempt));
        let Some(fine) = run(pilot, finer, shorter) else { break };
        let error = largest(&fine.errors(&coarse)).max(f64::EPSILON);
        #[expect(clippy::cast_precision_loss, reason = "a cost")]
        let cost = fine.steps as f64 * fine.each + pilot.showing(&fine.setting.method);
        if best.as_ref().is_none_or(|best| error < best.error) {
            best = Some(Candidate { setting: fine.setting, error, cost, note: NOTE });
        }
        // The error of the finer run is a part of the difference; the rest is left for errors in common.
        if error <= wish.accuracy || tolerance <= series::TIGHTEST || pilot.spent > ALL {
            break;
        }
        (coarse, tolerance) = (fine, finer);
    }
    let best = best?;
    let input = Reach::of_input_by(pilot, &best.setting, MOST)?;
    let reachable = best.error.max(input) <= wish.accuracy;
    Some(Choice {
        setting: best.setting,
        error: best.error,
        reachable,
        best: best.error.max(input),
        input,
        cost: best.cost,
        trials: pilot.spent,
        part: 1.0,
        reason: if reachable {
            "two runs over the whole span with different steps agree".into()
        } else {
            "the best of pairs of runs over the whole span".into()
        },
        candidates: vec![best],
        proof: None,
        unverified: None,
    })
}

fn attempt_of(attempt: usize) -> i32 {
    i32::try_from(attempt).unwrap_or(0) + 1
}

fn run(pilot: &mut TrialRun<'_>, tolerance: f64, longest: f64) -> Option<Trace> {
    let setting = Setting { step: Some(longest), ..series::setting(tolerance)? };
    pilot.run(&setting, pilot.span(), MARKS, MOST)
}
