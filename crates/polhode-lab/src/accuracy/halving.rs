//! No reference by a series: steps are halved until the end moves no more.

use super::Choice;
use super::candidate::{Candidate, fixed};
use super::pilot::{Setting, Trace, TrialRun, apart};
use super::reach::Reach;
use crate::diagnostic::Report;
use crate::scenario::{AccuracyRequest, Scenario};

/// The first step, as a part of the span, and how often it is halved.
const FIRST: f64 = 64.0;
const HALVINGS: u32 = 20;
/// What all halvings of a method may take, in nanoseconds by the table, and after which no other method
/// is tried.
const MOST: f64 = 5e8;
const ALL: f64 = 3e9;

/// The first of the methods whose step, halved, moves the end by less than the accuracy.
pub(super) fn choose(
    scenario: &Scenario,
    pilot: &mut TrialRun<'_>,
    wish: &AccuracyRequest,
) -> Result<Choice, Report> {
    let mut candidates = Vec::new();
    let mut best: Option<Candidate> = None;
    for method in fixed(scenario, wish.prefer) {
        if pilot.spent > ALL {
            break;
        }
        let least = best.as_ref().map_or(MOST, |best| best.cost);
        let Some(found) = halved(pilot, wish, Setting::by_tolerance(method), least) else {
            continue;
        };
        let better = |old: &Candidate| {
            (found.error > wish.accuracy, found.cost) < (old.error > wish.accuracy, old.cost)
        };
        if best.as_ref().is_none_or(better) {
            best = Some(found.clone());
        }
        candidates.push(found);
    }
    let Some(chosen) = best else {
        let message = format!(
            "`run.accuracy` is requested, and with `prefer` = {:?} no method comes to the end under \
             this torque within the time for trials",
            wish.prefer.name()
        );
        let remedy = "drop `prefer`, let `output.every` divide the duration, or give a method and a \
                      step";
        return Err(scenario.problem_with(&["run", "accuracy"], message, remedy.into()));
    };
    candidates.sort_by(|a, b| a.cost.total_cmp(&b.cost));
    let input = Reach::of_input_by(pilot, &chosen.setting, f64::INFINITY).unwrap_or(f64::INFINITY);
    Ok(Choice {
        setting: chosen.setting,
        error: chosen.error,
        reachable: chosen.error.max(input) <= wish.accuracy,
        best: chosen.error.max(input),
        input,
        cost: chosen.cost,
        trials: pilot.spent,
        part: 1.0,
        candidates,
        reason: "steps were halved until the end moved by less".into(),
        proof: None,
        unverified: None,
    })
}

/// The longest step whose half moves the end by less than is asked for.
fn halved(
    pilot: &mut TrialRun<'_>,
    wish: &AccuracyRequest,
    with: Setting,
    least: f64,
) -> Option<Candidate> {
    let mut last: Option<Trace> = None;
    let mut best: Option<Candidate> = None;
    for power in 0..HALVINGS {
        let step = pilot.fitting(pilot.span() / FIRST / 2f64.powi(power.cast_signed()))?;
        let setting = Setting { step: Some(step), ..with };
        let cost = pilot.span() / step * pilot.costs.step(&with.method);
        if cost > 2.0 * least {
            break;
        }
        let trace = pilot.run(&setting, pilot.span(), 1, MOST)?;
        if let Some(last) = &last {
            let moved = apart(last.places.last()?, trace.places.last()?);
            // The longer step may be right by chance; the shorter one is taken, whose error is
            // a third of it at most for any order from 2.
            let error = moved / 3.0;
            if best.as_ref().is_none_or(|best| error < best.error) {
                best = Some(Candidate { setting, error, cost, note: "by halving" });
            }
            if error * 2.0 <= wish.accuracy {
                break;
            }
        }
        last = Some(trace);
    }
    best
}
