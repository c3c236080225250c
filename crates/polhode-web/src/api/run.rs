//! Runs a scenario and keeps its samples.

use super::Prepared;
use crate::answer::Answer;
use crate::http::Response;
use crate::limits::RUN;
use crate::patience::{Caller, Patience};
use crate::question::problem;
use polhode_lab::Scenario;
use polhode_lab::problem::Report;
use polhode_lab::sample::{Sample, Sampler};
use polhode_lab::scenario::Pace;
use polhode_lab::simulation::{Place, Simulation, Snapshot, simulate};
use polhode_lab::summary::Drift;
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
    let drift = Drift::between(start, sample);
    let made = [sample.kinetic_energy, drift.energy, drift.momentum];
    sample.numbers().into_iter().chain(made).collect()
}

/// What a run gave.
#[derive(Debug, Default)]
pub(crate) struct Course {
    pub(crate) places: Vec<Place>,
    steps: u64,
    evaluations: u64,
    seconds: f64,
    /// Why it ended before its time.
    note: Option<String>,
    events: Vec<Value>,
}

pub(crate) fn answered(
    answer: &mut Answer,
    method: &str,
    prepared: Result<&Prepared, &Response>,
    caller: Caller<'_>,
) {
    let refused = |answer: &mut Answer, error: Value| {
        let facts = json!({ "method": method, "error": error["error"], "remedy": error["remedy"] });
        answer.push(facts, &[], &[]);
    };
    let Prepared { scenario, reason } = match prepared {
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
    let samples: Vec<Sample> = course.places.iter().map(|place| sampler.sample(place)).collect();
    let rows: Vec<Vec<f64>> = samples.iter().map(|sample| row(&samples[0], sample)).collect();
    let facts = json!({
        "method": method,
        "chosen": reason.as_ref().map(|_| scenario.method.to_string()),
        "reason": reason,
        "step": scenario.plan.steps().map(|_| scenario.plan.step.abs()),
        "steps": course.steps,
        "torque_evaluations": course.evaluations,
        "seconds": course.seconds,
        "note": course.note,
        "events": course.events,
    });
    answer.push(facts, &columns(), &rows);
}

/// From sample to sample, until the end or the end of patience.
pub(crate) fn course(scenario: &Scenario, caller: Caller<'_>) -> Result<Course, Report> {
    let mut simulation = simulate(scenario)?;
    let mut snapshot = simulation.snapshot();
    let mut course = Course { places: vec![snapshot.place], ..Course::default() };
    let begin = Instant::now();
    let mut patience = Patience::new(caller, RUN);
    for sample in 1..scenario.plan.samples() {
        if patience.is_over() {
            course.stop(&snapshot);
            break;
        }
        let reached = advance(&mut *simulation, &mut snapshot, scenario, sample, &mut patience);
        course.see(scenario, &mut *simulation);
        match reached {
            Ok(Some(place)) if is_finite(&place) => course.places.push(place),
            Ok(Some(_)) => {
                course.note = Some("the state became infinite or not a number".into());
                break;
            }
            Ok(None) => {
                course.stop(&snapshot);
                break;
            }
            Err(message) => {
                course.note = Some(message);
                break;
            }
        }
        if let Some(end) = simulation.ended() {
            let name = scenario.events.get(end.event).map_or("", |event| event.name.as_str());
            course.note =
                Some(format!("ended by the event {name:?} at time {:.6}", end.place.time));
            break;
        }
    }
    course.seconds = begin.elapsed().as_secs_f64();
    (course.steps, course.evaluations) = (snapshot.steps, snapshot.evaluations);
    Ok(course)
}

impl Course {
    fn stop(&mut self, snapshot: &Snapshot) {
        let time = snapshot.place.time;
        self.note = Some(format!("stopped at time {time:.6}: it took longer than {RUN:?}"));
    }
    fn see(&mut self, scenario: &Scenario, simulation: &mut dyn Simulation) {
        for encounter in simulation.encounters() {
            if self.events.len() < MOST_EVENTS {
                let name =
                    scenario.events.get(encounter.event).map_or("", |event| event.name.as_str());
                self.events.push(json!({ "name": name, "time": encounter.place.time }));
            }
        }
    }
}

fn is_finite(place: &Place) -> bool {
    let Place { time, attitude, momentum } = place;
    [*time].iter().chain(attitude).chain(momentum).all(|x| x.is_finite())
}

/// To a sample; none where there was not enough time.
fn advance(
    simulation: &mut dyn Simulation,
    snapshot: &mut Snapshot,
    scenario: &Scenario,
    sample: u64,
    patience: &mut Patience<'_>,
) -> Result<Option<Place>, String> {
    let plan = &scenario.plan;
    loop {
        let reached = match plan.pace {
            Pace::Steps { steps, every } => {
                let goal = sample.saturating_mul(every).min(steps);
                let left = goal.saturating_sub(snapshot.steps);
                let advanced = simulation.advance(left.min(CHUNK));
                advanced.map(|()| (left <= CHUNK).then_some(None))
            }
            Pace::Times { .. } => {
                let time = scenario.start.time + plan.time_of(sample);
                let reached = simulation.advance_past(time, CHUNK);
                reached.map(|reached| reached.then_some(Some(time)))
            }
        };
        simulation.snapshot_into(snapshot);
        let reached = reached.map_err(|stopped| stopped.to_string())?;
        // Behind the event that ends a run there is nothing.
        if let Some(end) = simulation.ended() {
            return Ok(Some(end.place));
        }
        match reached {
            Some(None) => return Ok(Some(snapshot.place)),
            Some(Some(time)) => {
                return simulation
                    .place_near(time)
                    .map(Some)
                    .map_err(|stopped| stopped.to_string());
            }
            None if patience.is_over() => return Ok(None),
            None => {}
        }
        if !is_finite(&snapshot.place) {
            return Ok(Some(snapshot.place));
        }
    }
}
