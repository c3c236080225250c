//! A body whose method and step follow from the accuracy that is asked for, as those of a run do.

use super::engine::{BodyRun, between};
use super::member::{BodyAccuracy, End, Failed};
use crate::accuracy::{self, Promise, Status};
use crate::scenario::Scenario;

/// Runs a body to its end; flags it where that misses the accuracy.
pub(super) fn run(scenario: &Scenario, watch: &(dyn Fn(u64) -> bool + Sync)) -> Option<End> {
    let accuracy = scenario.plan.accuracy?.accuracy;
    let (selected, choice) = match accuracy::select_while(scenario, &|_| watch(0)) {
        Ok(selected) => selected,
        Err(_) if !watch(0) => return None,
        Err(report) => {
            let message = report.diagnostic().message.clone();
            return Some(without_run(scenario.problem.start.epoch, message));
        }
    };
    let run = between(&selected, watch)?;
    let promise = Promise::new(accuracy, &choice);
    let missed = missed(scenario, &promise, &run);
    let known = BodyAccuracy { expected: promise.expected, status: Some(promise.status) };
    let end = End { accuracy: Some(known), ..run.end };
    Some(match missed {
        Some(message) => end.failing(Failed::Accuracy, message),
        None => end,
    })
}

/// A body of an accuracy that never began.
pub(super) fn without_run(time: f64, message: String) -> End {
    End { accuracy: Some(BodyAccuracy::UNKNOWN), ..End::without_start(time, message) }
}

/// Why the body misses the accuracy.
fn missed(scenario: &Scenario, promise: &Promise, run: &BodyRun) -> Option<String> {
    let (start, end) = run.states?;
    match promise.status {
        Status::Unattainable => promise.shortfall(),
        _ => promise.contradiction(scenario, Some((&start, &end)), None),
    }
}
