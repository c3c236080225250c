//! Methods with steps of one length: which step leads to an error.

use super::candidate::{Candidate, fixed};
use super::pilot::{Setting, Trace, TrialRun};
use super::reach::{MARKS, Reach, exponent, extrapolated};
use super::series;
use super::task::Task;
use crate::scenario::Scenario;
use polhode::catalogue::MethodName;

/// Places of the short span.
const FEW: u32 = 4;
/// Runs to find a step.
const TRIES: usize = 4;
/// What is left for a step that was found on a short span.
const MARGIN: f64 = 2.0;
/// By how much the error of the next step is to be below what is allowed.
const AIM: f64 = 2.5;

/// What a search comes to.
enum Outcome {
    Found(Found),
    /// With this step, or a shorter one, it would cost more than what is known.
    TooDear(Candidate),
    Nothing,
}

/// A step that leads to the accuracy on a short span, and the order that was seen there.
struct Found {
    method: MethodName,
    step: f64,
    order: f64,
    error: f64,
    cost: f64,
}

/// All methods on a short span, the best on the long one; `rival` is what the series costs.
pub(super) fn look(
    scenario: &Scenario,
    pilot: &mut TrialRun<'_>,
    task: &Task,
    reach: &Reach,
    rival: f64,
) -> Vec<Candidate> {
    let short = task.part.min(task.short);
    let Some(tight) = series::tightest() else { return Vec::new() };
    let Some(reference) = pilot.run(&tight, short, FEW, f64::INFINITY) else { return Vec::new() };
    let (mut found, mut dear) = (Vec::new(), Vec::new());
    let limit = pilot.spent + task.budget;
    let mut least = rival;
    for method in fixed(scenario, task.prefer) {
        if pilot.spent > limit {
            break;
        }
        match search(pilot, task, &reference, short, &method, least) {
            Some(Outcome::Found(one)) => {
                least = least.min(one.cost * 1.2);
                found.push(one);
            }
            Some(Outcome::TooDear(one)) => dear.push(one),
            Some(Outcome::Nothing) | None => {}
        }
    }
    found.sort_by(|a, b| a.cost.total_cmp(&b.cost));
    let mut candidates = Vec::new();
    for one in &found {
        let is_finalist = candidates.len() < task.finalists && one.cost < 0.9 * rival;
        let final_run = if is_finalist { verified(pilot, task, reach, one) } else { None };
        candidates.push(final_run.unwrap_or(Candidate {
            setting: Setting::in_steps(one.method, one.step),
            error: one.error,
            cost: one.cost,
            note: "tried on a short span",
        }));
    }
    candidates.extend(dear);
    candidates
}

/// What a run of the whole takes, if a step takes `each`.
fn cost(pilot: &TrialRun<'_>, method: &MethodName, step: f64, each: f64) -> f64 {
    pilot.span() / step * each + pilot.showing(method)
}

/// The step that leads to the accuracy on the short span, if it costs no more than `least`; none
/// where a run fails.
fn search(
    pilot: &mut TrialRun<'_>,
    task: &Task,
    reference: &Trace,
    short: f64,
    method: &MethodName,
    least: f64,
) -> Option<Outcome> {
    // Errors grow at least as time does.
    let times = (pilot.span() / short).max(1.0);
    let allowed = task.accuracy / task.doubt / MARGIN / times;
    let card = method.card();
    let kicks = f64::from(card.torque_evaluations.max(1));
    let mut order = f64::from(card.order_torqued.unwrap_or(2));
    let mut step = (task.scale * 0.35 * (1.0 + kicks / 2.0)).min(short / f64::from(FEW));
    let mut last: Option<(f64, f64)> = None;
    let mut each = pilot.costs.step(method);
    for _ in 0..TRIES {
        let tried = pilot.fitting(step)?;
        // The first step is a guess.
        let most = if last.is_some() { 1.5 } else { 4.0 };
        let setting = Setting::in_steps(*method, tried);
        let needed = cost(pilot, method, tried, each);
        if needed > most * least {
            // The step was made for this error, unless it was the first guess.
            let error = last.map_or(f64::NAN, |_| task.accuracy / AIM);
            let note = "given up: it costs more";
            return Some(Outcome::TooDear(Candidate { setting, error, cost: needed, note }));
        }
        let trace = pilot.run(&setting, short, FEW, f64::INFINITY)?;
        let taken = trace.setting.step?;
        each = trace.each;
        let error = trace.errors(reference).into_iter().fold(1e-300, f64::max);
        if let Some((other, its_error)) = last
            && (taken / other).ln().abs() > 0.05
        {
            order = ((error / its_error).ln() / (taken / other).ln()).clamp(2.0, 12.0);
        }
        last = Some((taken, error));
        let ratio = allowed / error;
        if (0.99..8.0).contains(&ratio) || ratio >= 8.0 && taken >= short / f64::from(FEW) {
            let step = pilot.fitting(taken)?;
            let cost = cost(pilot, method, step, each);
            let error = error * times * task.doubt;
            return Some(Outcome::Found(Found { method: *method, step, order, error, cost }));
        }
        step = taken * (ratio / AIM).powf(1.0 / order).clamp(0.02, 4.0);
        step = step.min(short / f64::from(FEW));
    }
    Some(Outcome::Nothing)
}

/// The step that leads to the accuracy on the long span.
fn verified(
    pilot: &mut TrialRun<'_>,
    task: &Task,
    reach: &Reach,
    one: &Found,
) -> Option<Candidate> {
    let mut step = one.step;
    for _ in 0..3 {
        let tried = Setting::in_steps(one.method, pilot.fitting(step)?);
        let trace = pilot.run(&tried, task.part, MARKS, f64::INFINITY)?;
        let taken = trace.setting.step?;
        let errors = trace.errors(&reach.reference);
        let error = extrapolated(&errors, task.times, exponent(&errors)) * task.doubt;
        let ratio = task.accuracy / error.max(1e-300);
        if ratio >= 1.0 {
            // The step that was tried, not the one that was thought of.
            let step = pilot.fitting(taken)?;
            let setting = Setting::in_steps(one.method, step);
            let cost = cost(pilot, &one.method, step, trace.each);
            return Some(Candidate { setting, error, cost, note: task.note });
        }
        step = taken * (ratio / 1.5).powf(1.0 / one.order).clamp(0.1, 0.97);
    }
    None
}
