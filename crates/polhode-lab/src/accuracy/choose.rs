//! The choice: what is tried on which part of the span.

use super::candidate::{Candidate, is_preferred};
use super::hope::{self, Hope};
use super::part::TrialPart;
use super::pilot::TrialRun;
use super::proof::When;
use super::reach::Reach;
use super::task::Task;
use super::verdict::{Proposal, TrialVerdict, proposed, taken};
use super::{Choice, free, pairs, refined, series, straight, switched};
use crate::diagnostic::Report;
use crate::remedy::Remedy;
use crate::scenario::{AccuracyRequest, Scenario};

/// By how much what was seen on a part may be wrong for the whole.
const DOUBT: f64 = 6.0;
/// The same where the end will tell.
const HOPE: f64 = 2.0;

/// Method and step for an accuracy, and why; `go_on` is asked now and then.
///
/// # Errors
/// Where `go_on` says no, no method takes the torque and is what is preferred, or none comes to the end.
pub fn choose(
    scenario: &Scenario,
    wish: &AccuracyRequest,
    when: When,
    go_on: &dyn Fn() -> bool,
) -> Result<Choice, Report> {
    let mut pilot = TrialRun::new(scenario, go_on);
    let chosen = chosen(scenario, wish, when, &mut pilot);
    if go_on() {
        return chosen;
    }
    let message = "the choice of a method was stopped".to_owned();
    Err(scenario.problem_with(&["run", "accuracy"], message, Remedy::default()))
}

fn chosen(
    scenario: &Scenario,
    wish: &AccuracyRequest,
    when: When,
    pilot: &mut TrialRun<'_>,
) -> Result<Choice, Report> {
    if scenario.problem.torques.is_empty() {
        return free::choose(scenario, pilot, wish);
    }
    if scenario.has_switches() {
        return switched::choose(scenario, pilot, wish);
    }
    let by_series =
        series::tells_of(scenario).then(|| by_series(scenario, pilot, wish, when)).flatten();
    match by_series {
        Some(choice) => Ok(choice),
        None => switched::by_halving(scenario, pilot, wish),
    }
}

/// Against the series at rounding; none where it does not come to the end.
fn by_series(
    scenario: &Scenario,
    pilot: &mut TrialRun<'_>,
    wish: &AccuracyRequest,
    when: When,
) -> Option<Choice> {
    let task = Task::whole(scenario, pilot, wish, when)?;
    if task.first_times() > 1.0 {
        if task.straight
            && (!task.steady || task.is_brief())
            && let Some(choice) = straight::choose(scenario, pilot, &task)
        {
            return Some(choice);
        }
        let part = TrialPart::long_enough(pilot, &task, when)?;
        return by_part(scenario, pilot, &task, when, part);
    }
    let mut reach = Reach::over(pilot, pilot.span())?;
    reach.look_at_input(pilot)?;
    taken(scenario, pilot, &Task { input: reach.input_at(1.0), ..task }, &mut reach)
}

/// By what a part of the span tells, and the whole where that is not enough.
fn by_part(
    scenario: &Scenario,
    pilot: &mut TrialRun<'_>,
    task: &Task,
    when: When,
    mut part: TrialPart,
) -> Option<Choice> {
    if part.is_lost(task) {
        return lost(pilot, task, &part);
    }
    let (times, input) = (part.times, part.reach.input_at(part.times));
    let note = "tried on a part of the span";
    let seen = Task { part: pilot.span() / times, times, input, finalists: 2, note, ..*task };
    let believed = when != When::Wholly;
    if believed && part.tells(pilot, task) || part.is_last(task) {
        return taken(scenario, pilot, &Task { doubt: DOUBT, ..seen }, &mut part.reach);
    }
    let unruly = part.reach.is_unruly();
    let whole = Task { input, unruly, ..*task };
    let series = is_preferred(&series::tightest()?.method.card(), task.prefer);
    let refined = if series && input < task.accuracy {
        refined::candidate(scenario, pilot, &whole, part.reach.best(times))
    } else {
        None
    };
    if task.straight
        && let Some(choice) = straight::choose(scenario, pilot, &whole)
    {
        return Some(choice);
    }
    let seen = Task { doubt: if when == When::After { HOPE } else { DOUBT }, ..seen };
    let proposal = match &refined {
        Some(one) if believed && part.tells_of_refined(pilot, task) => {
            return Some(TrialVerdict::good(one, input).told(
                pilot,
                &seen,
                input,
                vec![one.clone()],
            ));
        }
        Some(one) if part.is_rounded(task) || unruly && pairs::is_too_fine(&whole) => {
            Proposal::only(one.clone())
        }
        _ if unruly && series => pairs::unruly(pilot, &whole)?,
        _ => proposed(scenario, pilot, &seen, &mut part.reach)?,
    };
    match when {
        When::Before | When::Wholly => pairs::choose(scenario, pilot, &whole, proposal),
        When::After => {
            let hope = Hope { part: seen, reach: &part.reach, refined };
            hope::choose(scenario, pilot, &whole, proposal, hope)
        }
    }
}

/// What is said where the last digit of the start decides the end: the best is run anyway.
fn lost(pilot: &TrialRun<'_>, task: &Task, part: &TrialPart) -> Option<Choice> {
    let (setting, cost) = (series::tightest()?, task.whole);
    let input = part.reach.input_at(1.0);
    let note = "tried on a part of the span";
    Some(Choice {
        setting,
        error: input,
        reachable: false,
        best: input,
        input,
        cost,
        trials: pilot.spent,
        part: 1.0 / part.times,
        candidates: vec![Candidate { setting, error: input, cost, note }],
        reason: "the best there is; the start's last digit decides the end".into(),
        proof: None,
        unverified: None,
    })
}
