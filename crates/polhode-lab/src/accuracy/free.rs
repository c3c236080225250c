//! Nothing pushes: the closed form, whose error can be computed.

use super::candidate::{Candidate, is_preferred};
use super::pilot::{Grid, Setting, TrialRun, apart};
use super::reach::Reach;
use super::{Choice, series};
use crate::diagnostic::Report;
use crate::scenario::{AccuracyRequest, Scenario};
use crate::scenario_run::RunState;
use crate::truth;

/// Steps by the closed form, one for each sample; or the series, where rounding matters.
pub(super) fn choose(
    scenario: &Scenario,
    pilot: &mut TrialRun<'_>,
    wish: &AccuracyRequest,
) -> Result<Choice, Report> {
    let truth = truth::at_end(scenario)?;
    let truth = RunState {
        time: truth.time,
        attitude: truth.attitude.to_wxyz(),
        momentum: truth.momentum.to_array(),
    };
    let mut candidates = Vec::new();
    let settings = [closed_form(pilot), series::tightest(), series::other_tightest()];
    for setting in settings.into_iter().flatten() {
        if !is_preferred(&setting.method.card(), wish.prefer) {
            continue;
        }
        let Some(trace) = pilot.run(&setting, pilot.span(), 1, f64::INFINITY) else { continue };
        let Some(end) = trace.places.last() else { continue };
        let error = apart(end, &truth);
        #[expect(clippy::cast_precision_loss, reason = "a cost")]
        let cost = trace.steps as f64 * pilot.costs.step(&setting.method);
        candidates.push(Candidate { setting, error, cost, note: "against the closed form" });
        if error <= wish.accuracy {
            break;
        }
    }
    let input = Reach::of_input(pilot, &truth);
    let Some(chosen) = candidates.iter().min_by(|a, b| a.error.total_cmp(&b.error)).cloned() else {
        let message = "no method comes to the end of this run".to_owned();
        return Err(scenario.problem_with(&["run"], message, "take a shorter duration".into()));
    };
    Ok(Choice {
        setting: chosen.setting,
        error: chosen.error,
        reachable: chosen.error <= wish.accuracy,
        best: chosen.error.min(input.max(f64::EPSILON)).max(f64::EPSILON),
        input,
        cost: chosen.cost,
        trials: pilot.spent,
        part: 1.0,
        candidates,
        reason: "nothing pushes, and its error against the closed form is known".into(),
        proof: None,
        unverified: None,
    })
}

/// A step for each sample, or as many as there would be.
fn closed_form(pilot: &TrialRun<'_>) -> Option<Setting> {
    let step = match pilot.grid() {
        Grid::Any => pilot.span() / 1000.0,
        Grid::Every { every, fits: true, .. } => every,
        Grid::Every { fits: false, .. } => return None,
    };
    Some(Setting::in_steps("exact".parse().ok()?, step))
}
