//! Where a part does not tell of the whole: all of the span, by pairs of runs. What two of them,
//! the one finer than the other, differ by is the error of the coarser.

use super::Choice;
use super::candidate::Candidate;
use super::pilot::{Setting, Trace, TrialRun};
use super::proof;
use super::reach::{MARKS, Reach, largest};
use super::series::{self, REFINED, TIGHTEST};
use super::task::Task;
use super::verdict::{Proposal, TrialVerdict, at_the_edge};
use crate::scenario::{Precision, Scenario};

/// By how much the tolerance of the finer is below that of the coarser.
const FINER: f64 = 30.0;
/// By how much the step of the coarser is longer.
const COARSER: f64 = 1.5;
/// Runs to find a tolerance or a step.
const TRIES: usize = 4;
/// What is left for an error that is known from a finer tolerance; and where the order of a step is
/// all that is known.
const CAUTION: f64 = 1.2;
const MORE_CAUTION: f64 = 2.0;
/// The same where the finer errs by rounding, and the coarser by not much more.
const AT_ROUNDING: f64 = 4.0;
/// By how much a tolerance is tightened where neighbours come apart faster than a part tells:
/// another run would cost more than the digits.
const UNRULY: f64 = 1e3;
/// What no trial may take, in nanoseconds.
const MOST: f64 = 6e10;

/// Would the tolerance that [`unruly`] proposes be below rounding?
pub(super) fn is_too_fine(task: &Task) -> bool {
    series::first_guess(task.accuracy, task.input) / UNRULY < TIGHTEST
}

/// What is proposed where neighbours come apart faster than a part tells.
pub(super) fn unruly(pilot: &TrialRun<'_>, task: &Task) -> Option<Proposal> {
    let tolerance = series::first_guess(task.accuracy, task.input) / UNRULY;
    let setting = series::setting(tolerance.max(TIGHTEST))?;
    let cost = pilot.expected(&setting, task.scale);
    let note = "tried on the whole span";
    let one = Candidate { setting, error: task.accuracy / UNRULY, cost, note };
    Some(Proposal { candidates: Vec::new(), chosen: Some(one), allowed: true })
}

/// The proposal of a part, if it holds for the whole, or what is as near to it as does.
pub(super) fn choose(
    scenario: &Scenario,
    pilot: &mut TrialRun<'_>,
    task: &Task,
    proposal: Proposal,
) -> Option<Choice> {
    let Proposal { chosen, mut candidates, allowed } = proposal;
    let mut input = task.input;
    let is_series = |one: &&Candidate| one.setting.step.is_none();
    let rival = candidates.iter().find(is_series).map_or(f64::INFINITY, |series| series.cost);
    let first = chosen.as_ref().and_then(|one| one.setting.method.tolerance());
    let refined = chosen.as_ref().filter(|one| one.setting.precision == Precision::Refined);
    let stepped = chosen.as_ref().filter(|one| one.setting.step.is_some());
    let found = match (refined, stepped) {
        // Where neighbours come apart fast, it is to be seen first how far.
        (Some(one), _) if !task.unruly => by_refinement(pilot, task, one),
        (_, Some(one)) => by_steps(pilot, task, one, if allowed { rival } else { MOST }),
        _ => None,
    };
    let found = match found {
        None if allowed && refined.is_none() => {
            let known = candidates.iter().find(is_series);
            let known = known.and_then(|series| series.setting.method.tolerance());
            let guess = || series::first_guess(task.accuracy, task.input);
            by_tolerances(pilot, task, first.or(known).unwrap_or_else(guess))
        }
        found => found,
    };
    let verdict = match found {
        Some(chosen) => TrialVerdict::good(&chosen, task.input),
        None => {
            let mut reach = Reach::over(pilot, pilot.span())?;
            let verdict = at_the_edge(scenario, pilot, task, &mut reach, None, allowed)?;
            input = reach.input_at(1.0);
            verdict
        }
    };
    candidates.insert(0, verdict.chosen.clone());
    Some(verdict.told(pilot, task, input, candidates))
}

/// A series in refined precision, if it is good enough: doubles err far more, and so the distance
/// from them is their error.
fn by_refinement(pilot: &mut TrialRun<'_>, task: &Task, one: &Candidate) -> Option<Candidate> {
    let refined = run(pilot, task, &one.setting)?;
    let mut distance: f64 = 0.0;
    // One of them may be near to it by chance.
    for doubles in [series::tightest()?, series::other_tightest()?] {
        distance = distance.max(largest(&refined.errors(&run(pilot, task, &doubles)?)));
    }
    let error = REFINED * distance;
    (error <= task.accuracy).then(|| candidate(pilot, &refined, error, task))
}

/// The loosest tolerance whose error is small enough, from this one on.
fn by_tolerances(pilot: &mut TrialRun<'_>, task: &Task, first: f64) -> Option<Candidate> {
    let mut tolerance = first.max(TIGHTEST);
    let mut coarse = run(pilot, task, &series::setting(tolerance)?)?;
    for _ in 0..TRIES {
        let finer = tolerance / FINER;
        let at_rounding = finer < proof::rounding(task.steady);
        if at_rounding && !task.steady {
            // What all doubles have in common may have grown: it is to be seen how far.
            return None;
        }
        let setting = if at_rounding { series::other_tightest()? } else { series::setting(finer)? };
        let fine = run(pilot, task, &setting)?;
        // Two that err by rounding may err alike.
        let caution = if at_rounding { AT_ROUNDING } else { CAUTION };
        let error = caution * largest(&coarse.errors(&fine));
        if error <= task.accuracy {
            return Some(candidate(pilot, &coarse, error, task));
        }
        if at_rounding && tolerance <= TIGHTEST {
            return None;
        }
        let next = (tolerance * task.accuracy / error / 4.0).max(TIGHTEST);
        if next >= finer && !at_rounding {
            (coarse, tolerance) = (fine, finer);
        } else {
            tolerance = next;
            coarse = run(pilot, task, &series::setting(tolerance)?)?;
        }
    }
    None
}

/// The longest step whose error is small enough, from this one on; none where it would cost
/// more than the series.
fn by_steps(
    pilot: &mut TrialRun<'_>,
    task: &Task,
    one: &Candidate,
    rival: f64,
) -> Option<Candidate> {
    let method = one.setting.method;
    let order = f64::from(method.card().order_torqued.unwrap_or(2).max(2));
    let with = |step| Setting::in_steps(method, step);
    let first = one.setting.step?;
    let mut coarse = run(pilot, task, &with(first * COARSER))?;
    let mut fine = run(pilot, task, &with(first))?;
    for _ in 0..TRIES {
        let (long, short) = (coarse.setting.step?, fine.setting.step?);
        let growth = (long / short).powf(order) - 1.0;
        if growth < 0.2 {
            return None;
        }
        let error = MORE_CAUTION * largest(&fine.errors(&coarse)) / growth;
        let found = candidate(pilot, &fine, error, task);
        if error <= task.accuracy {
            return Some(found);
        }
        let shrink = (task.accuracy / error / 2.0).powf(1.0 / order).clamp(0.3, 0.85);
        if found.cost / shrink > rival {
            return None;
        }
        coarse = fine;
        fine = run(pilot, task, &with(pilot.fitting(short * shrink)?))?;
    }
    None
}

fn run(pilot: &mut TrialRun<'_>, task: &Task, setting: &Setting) -> Option<Trace> {
    pilot.run(setting, task.part, MARKS, MOST)
}

fn candidate(pilot: &TrialRun<'_>, trace: &Trace, error: f64, task: &Task) -> Candidate {
    let setting = trace.setting;
    let setting = Setting { step: setting.step.and_then(|step| pilot.fitting(step)), ..setting };
    #[expect(clippy::cast_precision_loss, reason = "a cost")]
    let cost = trace.steps as f64 * trace.each + pilot.showing(&setting.method);
    Candidate { setting, error: error * task.doubt, cost, note: "tried on the whole span" }
}
