//! A body whose method and step follow from the accuracy that is asked for, as those of a run do.

use super::engine::{BodyRun, between};
use super::member::{End, Failed};
use crate::accuracy::{self, Choice, Promise};
use crate::diagnostic::Report;
use crate::scenario::Scenario;

/// Runs a body to its end; flags it where that is not as accurate as was asked for.
pub(super) fn run(scenario: &Scenario, watch: &(dyn Fn(u64) -> bool + Sync)) -> Option<End> {
    let accuracy = scenario.plan.accuracy?.accuracy;
    let kept = accuracy::run_verified(scenario, &|| watch(0), |selected, choice: &Choice| {
        let run = between(&selected, watch);
        let end = run.as_ref().and_then(|run| run.states).map(|(_, end)| end);
        Ok::<_, Report>(((run, choice.clone()), end))
    });
    let (run, choice) = match kept {
        Ok((run, choice)) => (run?, choice),
        Err(_) if !watch(0) => return None,
        Err(report) => {
            let message = report.diagnostic().message.clone();
            return Some(End::without_start(scenario.problem.start.epoch, message));
        }
    };
    let missed = missed(scenario, accuracy, &choice, &run);
    Some(match missed {
        Some(message) => run.end.failing(Failed::Accuracy, message),
        None => run.end,
    })
}

/// Why the accuracy is not attained.
fn missed(scenario: &Scenario, accuracy: f64, choice: &Choice, run: &BodyRun) -> Option<String> {
    let (start, end) = run.states?;
    let promise = Promise::new(accuracy, choice);
    promise.refusal().or_else(|| promise.contradiction(scenario, Some((&start, &end)), None))
}
