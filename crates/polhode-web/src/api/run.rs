//! Runs a scenario and keeps its samples.

use super::PreparedScenario;
use crate::answer::Answer;
use crate::deadline::{Caller, Deadline};
use crate::http::Response;
use crate::limits::RUN;
use crate::question::problem;
use polhode_lab::Scenario;
use polhode_lab::diagnostic::Report;
use polhode_lab::sample::{Sample, Sampler};
use polhode_lab::sampling::{Advanced, SampleDriver};
use polhode_lab::scenario_run::{EventOccurrence, RunState, simulate};
use polhode_lab::significant;
use polhode_lab::summary::{ConservationErrors, SwitchSummary};
use serde_json::{Value, json};
use std::time::Instant;

/// Steps between looks at the clock.
const CHUNK: u64 = 256;
/// Events that are told of.
const MOST_EVENTS: usize = 500;

/// The columns of a run: those of a trajectory, and what is made of them.
pub(crate) fn columns() -> Vec<&'static str> {
    [&Sample::COLUMNS[..], &["kinetic_energy", "energy_error", "momentum_error"]].concat()
}

/// A row of these columns.
pub(crate) fn row(start: &Sample, sample: &Sample) -> Vec<f64> {
    let drift = ConservationErrors::between(start, sample);
    let made = [sample.kinetic_energy, drift.energy, drift.momentum];
    sample.numbers().into_iter().chain(made).collect()
}

/// What a run gave.
#[derive(Debug, Default)]
pub(crate) struct ComputedRun {
    pub(crate) states: Vec<RunState>,
    steps: u64,
    evaluations: u64,
    seconds: f64,
    /// Why it ended before its time.
    note: Option<String>,
    events: Vec<Value>,
    switches: Option<SwitchSummary>,
}

pub(crate) fn answered(
    answer: &mut Answer,
    method: &str,
    prepared: Result<&PreparedScenario, &Response>,
    caller: Caller<'_>,
) {
    let refused = |answer: &mut Answer, error: Value| {
        let facts = json!({ "method": method, "error": error["error"], "remedy": error["remedy"] });
        answer.push(facts, &[], &[]);
    };
    let PreparedScenario { scenario, reason } = match prepared {
        Ok(prepared) => prepared,
        Err(response) => {
            return refused(answer, serde_json::from_slice(&response.body).unwrap_or_default());
        }
    };
    let course = match course(scenario, caller) {
        Ok(course) => course,
        Err(report) => return refused(answer, problem(&report)),
    };
    let sampler = Sampler::new(scenario);
    let samples: Vec<Sample> = course.states.iter().map(|state| sampler.sample(state)).collect();
    let rows: Vec<Vec<f64>> = samples.iter().map(|sample| row(&samples[0], sample)).collect();
    let facts = json!({
        "method": method,
        "chosen": reason.as_ref().map(|_| scenario.method.to_string()),
        "reason": reason,
        "step": scenario.schedule.steps().map(|_| scenario.schedule.step.abs()),
        "steps": course.steps,
        "torque_evaluations": course.evaluations,
        "seconds": course.seconds,
        "note": course.note,
        "events": course.events,
        "switches": course.switches,
    });
    answer.push(facts, &columns(), &rows);
}

/// From sample to sample, until the end or the end of patience.
pub(crate) fn course(scenario: &Scenario, caller: Caller<'_>) -> Result<ComputedRun, Report> {
    let mut driver = SampleDriver::new(scenario, simulate(scenario)?);
    let epoch = scenario.problem.start.epoch;
    let mut course = ComputedRun { states: vec![driver.run.state()], ..ComputedRun::default() };
    let begin = Instant::now();
    let mut patience = Deadline::new(caller, RUN);
    while !driver.is_complete() {
        if patience.is_over() {
            let time = significant(epoch + driver.run.state().time);
            course.note = Some(format!("stopped at time {time}: it took longer than {RUN:?}"));
            break;
        }
        let advanced = driver.next(CHUNK);
        course.see(scenario, driver.run.occurrences());
        match advanced {
            Ok(Advanced::Between) => {}
            Ok(Advanced::Sample(state)) => course.states.push(state),
            Ok(Advanced::Event(state)) => {
                course.states.push(state);
                let name = event_name(scenario, driver.stopped_by().unwrap_or(usize::MAX));
                let time = significant(epoch + state.time);
                course.note = Some(format!("ended by the event {name:?} at time {time}"));
            }
            Err(failed) => {
                course.note = Some(failed.to_string());
                break;
            }
        }
    }
    course.seconds = begin.elapsed().as_secs_f64();
    let end = driver.run.checkpoint();
    (course.steps, course.evaluations) = (end.steps, end.evaluations);
    course.switches = scenario.switch_summary(&*driver.run);
    Ok(course)
}

impl ComputedRun {
    fn see(&mut self, scenario: &Scenario, occurrences: Vec<EventOccurrence>) {
        let room = MOST_EVENTS.saturating_sub(self.events.len());
        for EventOccurrence { event, rising, state } in occurrences.into_iter().take(room) {
            let Some((name, _)) = scenario.occurrence(event, rising, f64::NAN) else { continue };
            let is_switch = scenario.switch_of(event).is_some();
            let time = scenario.problem.start.epoch + state.time;
            self.events.push(json!({ "name": name, "time": time, "switch": is_switch }));
        }
    }
}

fn event_name(scenario: &Scenario, event: usize) -> &str {
    scenario.problem.events.get(event).map_or("", |event| event.name.as_str())
}
