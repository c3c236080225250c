//! How far runs are from the truth.

use super::run::course;
use crate::answer::Answer;
use crate::deadline::{Caller, Deadline};
use crate::http::Response;
use crate::limits::{TRUTH, TRUTHS};
use crate::remembered::Remembered;
use polhode::State;
use polhode_lab::diagnostic::Report;
use polhode_lab::scenario_run::RunState;
use polhode_lab::{Scenario, compare, truth};
use serde_json::json;
use std::sync::Arc;

/// So many are remembered: methods are changed more often than bodies.
const REMEMBERED: usize = 8;

type Truth = Arc<Vec<State<f64>>>;

/// True states that were asked for before.
#[derive(Debug)]
pub(crate) struct Truths(Remembered<Truth>);

impl Truths {
    pub(crate) fn new() -> Self {
        Self(Remembered::new(REMEMBERED))
    }
    fn at(&self, scenario: &Scenario, times: &[f64], caller: Caller<'_>) -> Result<Truth, Report> {
        let key = key(scenario, times);
        if let Some(truth) = self.0.find(&key) {
            return Ok(truth);
        }
        let mut patience = Deadline::new(caller, TRUTH);
        let found = Arc::new(truth::along(scenario, times, &mut || !patience.is_over())?);
        // What was cut short because nobody waited may be wanted as a whole the next time.
        if found.len() == times.len() || patience.is_late() {
            self.0.keep(key, found.clone());
        }
        Ok(found)
    }
}

/// All that the motion depends on, and when.
fn key(scenario: &Scenario, times: &[f64]) -> String {
    let says = scenario.to_json();
    let moving = ["body", "initial", "torque"].map(|section| says[section].to_string());
    format!("{moving:?} {times:?}")
}

/// Of a run.
pub(crate) fn answered(
    answer: &mut Answer,
    method: &str,
    scenario: Result<&Scenario, &Response>,
    truths: &Truths,
    caller: Caller<'_>,
) {
    let Ok(scenario) = scenario else { return nothing(answer, method, "it cannot be run") };
    match course(scenario, caller) {
        Ok(course) => push_states(answer, method, scenario, &course.states, truths, caller),
        Err(report) => nothing(answer, method, &report.diagnostic().message),
    }
}

fn nothing(answer: &mut Answer, method: &str, why: &str) {
    answer.push(json!({ "method": method, "error": why }), &[], &[]);
}

/// Of places that follow each other, from the start of the scenario.
pub(crate) fn push_states(
    answer: &mut Answer,
    method: &str,
    scenario: &Scenario,
    states: &[RunState],
    truths: &Truths,
    caller: Caller<'_>,
) {
    // Some behind the start, and the end.
    let last = states.len().saturating_sub(1);
    let count = last.min(TRUTHS);
    let states: Vec<_> = (1..=count).map(|i| &states[i * last / count]).collect();
    let times: Vec<f64> = states.iter().map(|state| state.time).collect();
    let truth = match truths.at(scenario, &times, caller) {
        Ok(truth) => truth,
        Err(report) => return nothing(answer, method, &report.diagnostic().message),
    };
    let rows: Vec<Vec<f64>> = states
        .iter()
        .zip(&*truth)
        .map(|(state, truth)| {
            let (attitude, momentum) = compare::errors(state, truth);
            vec![scenario.problem.start.epoch + state.time, attitude, momentum]
        })
        .collect();
    let note = (rows.len() < states.len())
        .then(|| format!("the truth stops here: it took longer than {TRUTH:?}"));
    answer.push(
        json!({ "method": method, "note": note }),
        &["t", "attitude_error", "momentum_error"],
        &rows,
    );
}
