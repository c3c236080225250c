//! What is taken in the end, and whether it is good enough.

use super::candidate::{Candidate, is_preferred};
use super::pilot::TrialRun;
use super::reach::Reach;
use super::task::Task;
use super::{Choice, refined, series, survey};
use crate::scenario::Scenario;

/// What rounding may leave, where nothing else is known.
const FINEST: f64 = 1e-12;
/// How near an accuracy or a tolerance must be to rounding for that to be looked at.
const NEAR: f64 = 30.0;
/// What is left where errors of rounding are all that is known, and may be alike.
const EDGE: f64 = 2.0;

/// What was looked at, and the cheapest of it that is good enough.
#[derive(Debug)]
pub(super) struct Proposal {
    pub(super) chosen: Option<Candidate>,
    pub(super) candidates: Vec<Candidate>,
    /// May it be the series?
    pub(super) allowed: bool,
}

impl Proposal {
    /// Nothing else was looked at.
    pub(super) fn only(one: Candidate) -> Self {
        Self { candidates: vec![one.clone()], chosen: Some(one), allowed: true }
    }
}

/// The cheapest of all, as far as the part tells.
pub(super) fn proposed(
    scenario: &Scenario,
    pilot: &mut TrialRun<'_>,
    task: &Task,
    reach: &mut Reach,
) -> Option<Proposal> {
    let series = series::fit(pilot, task, reach)?;
    let reached = series.error <= task.accuracy;
    let allowed = is_preferred(&series.setting.method.card(), task.prefer);
    let rival = if reached && allowed { series.cost } else { f64::INFINITY };
    let mut candidates = if reached || !allowed {
        survey::look(scenario, pilot, task, reach, rival)
    } else {
        Vec::new()
    };
    let tried = candidates.iter().filter(|one| one.note == task.note);
    let cheaper = tried
        .filter(|one| one.error <= task.accuracy && one.cost < 0.9 * rival)
        .min_by(|a, b| a.cost.total_cmp(&b.cost))
        .cloned();
    candidates.push(series.clone());
    candidates.sort_by(|a, b| a.cost.total_cmp(&b.cost));
    let chosen = cheaper.or((reached && allowed).then_some(series));
    Some(Proposal { chosen, candidates, allowed })
}

/// The cheapest of all, and whether it is good enough.
pub(super) fn taken(
    scenario: &Scenario,
    pilot: &mut TrialRun<'_>,
    task: &Task,
    reach: &mut Reach,
) -> Option<Choice> {
    let Proposal { chosen, candidates, allowed } = proposed(scenario, pilot, task, reach)?;
    let known = reach.best(task.times).max(task.input).max(f64::EPSILON);
    let tightened = chosen.as_ref().and_then(|one| one.setting.method.tolerance());
    let near_rounding = task.accuracy < NEAR * known.max(FINEST)
        || tightened.is_some_and(|tolerance| tolerance < NEAR * series::TIGHTEST);
    let verdict = match chosen {
        Some(chosen) if !(near_rounding && task.times <= 1.0) => {
            TrialVerdict { chosen, best: known, reachable: true }
        }
        chosen => at_the_edge(scenario, pilot, task, reach, chosen, allowed)?,
    };
    let input = if reach.input.is_empty() { task.input } else { reach.input_at(task.times) };
    Some(verdict.told(pilot, task, input, candidates))
}

/// What is taken, and whether it is good enough.
#[derive(Debug)]
pub(super) struct TrialVerdict {
    pub(super) chosen: Candidate,
    pub(super) best: f64,
    pub(super) reachable: bool,
}

impl TrialVerdict {
    /// It is as good as was asked for; `input` is how far the last digit of the start moves its end.
    pub(super) fn good(chosen: &Candidate, input: f64) -> Self {
        let best = chosen.error.min(input.max(f64::EPSILON));
        Self { chosen: chosen.clone(), best, reachable: true }
    }
    /// In the end; `input` is how far the last digit of the start moves it.
    pub(super) fn told(
        self,
        pilot: &TrialRun<'_>,
        task: &Task,
        input: f64,
        candidates: Vec<Candidate>,
    ) -> Choice {
        let Self { chosen, best, reachable } = self;
        Choice {
            setting: chosen.setting,
            error: if reachable { chosen.error / task.doubt } else { best },
            reachable,
            best,
            input,
            cost: chosen.cost,
            trials: pilot.spent,
            part: 1.0 / task.times,
            reason: if reachable {
                format!("the cheapest of {}, {}", candidates.len(), chosen.note)
            } else {
                format!("the best of {}, {}", candidates.len(), chosen.note)
            },
            candidates,
            proof: None,
            unverified: None,
        }
    }
}

/// Where rounding, or the last digit of the start, may be in the way.
pub(super) fn at_the_edge(
    scenario: &Scenario,
    pilot: &mut TrialRun<'_>,
    task: &Task,
    reach: &mut Reach,
    chosen: Option<Candidate>,
    allowed: bool,
) -> Option<TrialVerdict> {
    if reach.input.is_empty() {
        reach.look_at_input(pilot)?;
    }
    reach.look_at_rounding(pilot)?;
    let best = reach.best(task.times);
    let input = reach.input_at(task.times);
    if let Some(chosen) = chosen.clone()
        && (2.0 * best <= task.accuracy || !allowed)
    {
        return Some(TrialVerdict { chosen, best, reachable: best <= task.accuracy });
    }
    let whole = Task { input, ..*task };
    if allowed
        && input < task.accuracy
        && let Some(chosen) = refined::candidate(scenario, pilot, &whole, best)
    {
        let (best, reachable) = (chosen.error, chosen.error <= task.accuracy);
        return Some(TrialVerdict { chosen, best, reachable });
    }
    let tight = series::tightest()?;
    let cost = task.whole;
    let last = Candidate { setting: tight, error: best * task.doubt, cost, note: task.note };
    let reachable = EDGE * best <= task.accuracy;
    (allowed || !reachable).then_some(TrialVerdict {
        chosen: chosen.unwrap_or(last),
        best,
        reachable,
    })
}
