//! The choice: what is tried on which part of the span, and what is taken in the end.

use super::candidate::{Candidate, is_preferred};
use super::pilot::{Pilot, Setting};
use super::reach::Reach;
use super::{Choice, free, halving, pairs, series, survey, truly};
use crate::problem::Report;
use crate::scenario::{Preference, Scenario, Wish};

/// What all trials of a short run may take, in nanoseconds by the table.
const BUDGET: f64 = 2.5e6;
/// What they may take of a long one.
const SHARE: f64 = 0.12;
/// What methods with steps of one length may take of a short run, and of a long one.
const LOOK: f64 = 8e5;
const LOOK_SHARE: f64 = 0.04;
/// So many runs of the series are tried, as a rule.
const RUNS: f64 = 4.5;
/// By how much what was seen on a part may be wrong for the whole.
const DOUBT: f64 = 4.0;
/// What is left for the error of the reference.
const CAUTION: f64 = 1.2;
/// Steps of the series from which its cost is guessed.
const SCOUT: u64 = 24;
/// Runs that take longer, in nanoseconds, are not done again by the refined series, which takes
/// about five times as long.
const DEAREST: f64 = 1e9;
/// Trials that take longer, in nanoseconds, are not done, whatever is known.
const LONGEST: f64 = 3e10;
/// How much longer the next part is, where one does not tell enough.
const FURTHER: f64 = 6.0;
/// Below, rounding is looked at.
const FINE: f64 = 1e-7;
/// What rounding may leave, where nothing else is known.
const FINEST: f64 = 1e-12;
/// How near an accuracy or a tolerance must be to rounding for that to be looked at.
const NEAR: f64 = 30.0;
/// How near an accuracy must be to what rounding would leave for the truth to be asked at once.
const NEAREST: f64 = 3.0;
/// What is left where errors of rounding are all that is known, and may be alike.
const EDGE: f64 = 2.0;
/// How far an accuracy must be from what can be reached to be trusted from a part.
const CLEAR: f64 = 8.0;

/// What is asked of trials.
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
}

/// Method and step for an accuracy, and why.
///
/// # Errors
/// Where no method takes the torque and is what is preferred, or none comes to the end.
pub fn choose(scenario: &Scenario, wish: &Wish) -> Result<Choice, Report> {
    if scenario.torques.is_empty() {
        return free::choose(scenario, wish);
    }
    let mut pilot = Pilot::new(scenario);
    let by_series =
        series::tells_of(scenario).then(|| by_series(scenario, &mut pilot, wish)).flatten();
    match by_series {
        Some(choice) => Ok(choice),
        None => halving::choose(scenario, &mut pilot, wish),
    }
}

/// Against the series at rounding; none where it does not come to the end.
fn by_series(scenario: &Scenario, pilot: &mut Pilot, wish: &Wish) -> Option<Choice> {
    let tight = series::tightest()?;
    let (far, steps) = pilot.scout(&tight.method, SCOUT)?;
    #[expect(clippy::cast_precision_loss, reason = "at most two dozen")]
    let scale = far / steps as f64;
    let whole = pilot.span() / scale * pilot.costs.step(&tight.method);
    let budget = BUDGET.max(SHARE * whole);
    let mut times = (RUNS * whole / budget).max(1.0);
    let task = Task {
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
        finalists: if times > 1.0 { 1 } else { 2 },
        budget: LOOK.max(LOOK_SHARE * whole),
        note: "tried on the whole span",
    };
    let stays = stays_as_it_is(scenario);
    while times > 1.0 {
        let part = pilot.span() / times;
        let mut reach = Reach::over(pilot, part)?;
        reach.look_at_input(pilot)?;
        if wish.accuracy < FINE {
            reach.look_at_rounding(pilot)?;
        }
        let next = if times > 2.0 * FURTHER { times / FURTHER } else { 1.0 };
        if reach.is_lost(wish.accuracy) {
            return Some(lost(pilot, tight, whole, times, &reach));
        }
        let too_long = RUNS * whole / next > LONGEST;
        if !too_long && next > 1.0 && !reach.is_long_enough(pilot) {
            times = next;
            continue;
        }
        let clear = wish.accuracy > CLEAR * reach.best(times);
        // What rounding leaves at the end is known better from more.
        if !clear && stays && next > 1.0 && !too_long {
            times = next;
            continue;
        }
        let input = reach.input_at(times);
        let note = "tried on a part of the span";
        let on_part = Task { part, times, input, doubt: DOUBT, finalists: 2, note, ..task };
        if clear && stays && reach.tells_of_more(pilot) || too_long {
            return taken(scenario, pilot, &on_part, &mut reach);
        }
        let unruly = reach.is_unruly();
        let series = is_preferred(&tight.method.card(), wish.prefer);
        if series
            && !unruly
            && wish.accuracy < NEAREST * reach.best(times)
            && let Some(verdict) = by_truth(scenario, pilot, &Task { input, ..task })
        {
            let candidates = vec![verdict.chosen.clone()];
            return Some(verdict.told(pilot, &task, input, candidates));
        }
        let proposal = if unruly && series {
            Proposal { chosen: None, candidates: Vec::new(), allowed: true }
        } else {
            proposed(scenario, pilot, &on_part, &mut reach)?
        };
        return pairs::choose(scenario, pilot, &Task { input, ..task }, proposal, unruly);
    }
    let mut reach = Reach::over(pilot, pilot.span())?;
    reach.look_at_input(pilot)?;
    taken(scenario, pilot, &Task { input: reach.input_at(1.0), ..task }, &mut reach)
}

/// Is what comes like what was? A body that is driven, or that loses its energy while something
/// else pushes, may become chaotic at any time.
fn stays_as_it_is(scenario: &Scenario) -> bool {
    scenario.conserves_energy() || scenario.torques.iter().all(|name| name == "damping")
}

/// What is said where the last digit of the start decides the end: the best is run anyway.
fn lost(pilot: &Pilot, tight: Setting, cost: f64, times: f64, reach: &Reach) -> Choice {
    let input = reach.input_at(1.0);
    let note = "tried on a part of the span";
    Choice {
        setting: tight,
        error: input,
        reachable: false,
        best: input,
        input,
        cost,
        trials: pilot.spent,
        part: 1.0 / times,
        candidates: vec![Candidate { setting: tight, error: input, cost, note }],
        reason: "the best there is; the start's last digit decides the end".into(),
    }
}

/// What was looked at, and the cheapest of it that is good enough.
#[derive(Debug)]
pub(super) struct Proposal {
    pub(super) chosen: Option<Candidate>,
    pub(super) candidates: Vec<Candidate>,
    /// May it be the series?
    pub(super) allowed: bool,
}

/// The cheapest of all, as far as the part tells.
fn proposed(
    scenario: &Scenario,
    pilot: &mut Pilot,
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
fn taken(scenario: &Scenario, pilot: &mut Pilot, task: &Task, reach: &mut Reach) -> Option<Choice> {
    let Proposal { chosen, candidates, allowed } = proposed(scenario, pilot, task, reach)?;
    let known = reach.best(task.times).max(task.input).max(f64::EPSILON);
    let tightened = chosen.as_ref().and_then(|one| one.setting.method.tolerance());
    let near_rounding = task.accuracy < NEAR * known.max(FINEST)
        || tightened.is_some_and(|tolerance| tolerance < NEAR * series::TIGHTEST);
    let verdict = match chosen {
        Some(chosen) if !(near_rounding && task.times <= 1.0) => {
            Verdict { chosen, best: known, reachable: true }
        }
        chosen => at_the_edge(scenario, pilot, task, reach, chosen, allowed)?,
    };
    let input = if reach.input.is_empty() { task.input } else { reach.input_at(task.times) };
    Some(verdict.told(pilot, task, input, candidates))
}

/// What is taken, and whether it is good enough.
#[derive(Debug)]
pub(super) struct Verdict {
    pub(super) chosen: Candidate,
    pub(super) best: f64,
    pub(super) reachable: bool,
}

impl Verdict {
    /// In the end; `input` is how far the last digit of the start moves it.
    pub(super) fn told(
        self,
        pilot: &Pilot,
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
        }
    }
}

/// Where rounding, or the last digit of the start, may be in the way.
pub(super) fn at_the_edge(
    scenario: &Scenario,
    pilot: &mut Pilot,
    task: &Task,
    reach: &mut Reach,
    chosen: Option<Candidate>,
    allowed: bool,
) -> Option<Verdict> {
    if reach.input.is_empty() {
        reach.look_at_input(pilot)?;
    }
    reach.look_at_rounding(pilot)?;
    let best = reach.best(task.times);
    let input = reach.input_at(task.times);
    if let Some(chosen) = chosen.clone()
        && (2.0 * best <= task.accuracy || !allowed)
    {
        return Some(Verdict { chosen, best, reachable: best <= task.accuracy });
    }
    // The reference errs as much as what it is for.
    if allowed && let Some(verdict) = by_truth(scenario, pilot, &Task { input, ..*task }) {
        return Some(verdict);
    }
    let tight = series::tightest()?;
    let cost = task.whole;
    let last = Candidate { setting: tight, error: best * task.doubt, cost, note: task.note };
    let reachable = EDGE * best <= task.accuracy;
    (allowed || !reachable).then_some(Verdict { chosen: chosen.unwrap_or(last), best, reachable })
}

/// The best there is, against the truth; none where that would take too long, or where the last
/// digit of the start decides the end.
fn by_truth(scenario: &Scenario, pilot: &mut Pilot, task: &Task) -> Option<Verdict> {
    if task.input > task.accuracy || task.whole > DEAREST {
        return None;
    }
    let known = truly::best(scenario, pilot, task.accuracy)?;
    let (best, reachable) = (known.error, known.error <= task.accuracy);
    let chosen = Candidate { error: known.error * task.doubt, ..known };
    Some(Verdict { chosen, best, reachable })
}
