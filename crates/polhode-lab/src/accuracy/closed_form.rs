//! Torque-free motion: the closed form, whose error is computed in double-doubles.

use super::norm::{distance, largest_momentum, run_state};
use super::setting::{Candidate, Setting, Strategy, is_preferred};
use super::trial::Trials;
use super::{Choice, Quality, input};
use crate::diagnostic::Report;
use crate::scenario::{AccuracyRequest, Scenario};
use crate::truth;

/// Steps by the closed form, one for each sample; or the series, where rounding matters.
pub(super) fn choose(
    scenario: &Scenario,
    trials: &mut Trials<'_>,
    request: &AccuracyRequest,
) -> Result<Option<Choice>, Report> {
    let truth = run_state(&truth::at_end(scenario)?);
    let largest = largest_momentum([&truth]);
    let closed_form = trials.longest_step().zip("exact".parse().ok());
    let closed_form = closed_form.map(|(step, method)| Setting::in_steps(method, step));
    let series = [Setting::tightest_series(), Setting::other_tightest_series()];
    let mut candidates: Vec<Candidate> = Vec::new();
    for setting in closed_form.into_iter().chain(series.into_iter().flatten()) {
        if !is_preferred(&setting.method.card(), request.prefer) {
            continue;
        }
        let start = trials.start;
        let Some(trace) = trials.run(&start, &setting, trials.span(), 1) else { continue };
        let Some(end) = trace.states.last() else { continue };
        let error = distance(end, &truth, largest);
        let cost = trace.cost() + trials.cost_to_show(&setting);
        candidates.push(Candidate { setting, error, cost, note: "against the closed form" });
        if error <= request.accuracy {
            break;
        }
    }
    let best = candidates.iter().min_by(|a, b| a.error.total_cmp(&b.error)).cloned();
    let Some(best) = best else { return Ok(None) };
    let is_exact = best.setting.step.is_some();
    let mut input = None;
    let mut quality = Quality::Verified;
    if best.error > request.accuracy {
        input = input::of(trials, &best.setting);
        let moved = input.unwrap_or(0.0).max(f64::EPSILON);
        quality = input::quality(moved, request.accuracy, best.error);
    }
    Ok(Some(Choice {
        setting: best.setting,
        strategy: if is_exact { Strategy::ClosedForm } else { Strategy::Series },
        quality,
        error: best.error,
        input,
        cost: best.cost,
        trials: trials.spent,
        reason: "no torque acts; the error is computed against the closed form".into(),
        candidates,
        verification: None,
    }))
}
