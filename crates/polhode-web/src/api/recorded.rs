//! A result that was computed before: from the command line, or dropped onto the page.

use super::errors::{Truths, push_states};
use super::facts;
use super::run::{columns, row};
use crate::answer::Answer;
use crate::deadline::Caller;
use crate::http::Response;
use crate::limits::MOST_ROWS;
use crate::question::Question;
use crate::subject::PageSubject;
use crate::thinned::Thinned;
use polhode::geometry::{Rotation, Vec3};
use polhode_lab::document::Document;
use polhode_lab::sample::{Sample, Sampler};
use polhode_lab::scenario_run::RunState;
use polhode_lab::{Scenario, compare, scenario_run};
use serde_json::json;

/// The columns that say where a body is.
const NEEDED: [&str; 8] = ["t", "q_w", "q_x", "q_y", "q_z", "l_bx", "l_by", "l_bz"];

/// The samples of a record, on the body of the scenario.
pub(crate) fn answered(
    scenario: &Scenario,
    question: &Question,
    document: &Document,
    subject: &PageSubject,
) -> Result<Response, Response> {
    let sampler = Sampler::new(scenario);
    let states = states(scenario, question, subject)?;
    let samples: Vec<Sample> = states.iter().map(|state| sampler.sample(state)).collect();
    let rows: Vec<_> = samples.iter().map(|sample| row(&samples[0], sample)).collect();
    let mut answer = facts::answer(scenario, document, subject);
    answer.push(json!({ "method": RECORDED, "recorded": true }), &columns(), &rows);
    Ok(answer.respond())
}

/// In the place of a method.
pub(crate) const RECORDED: &str = "recorded";

/// Where the body was, in its principal axes.
pub(crate) fn states(
    scenario: &Scenario,
    question: &Question,
    subject: &PageSubject,
) -> Result<Vec<RunState>, Response> {
    let table = match (&question.csv, &subject.recorded) {
        (Some(csv), _) => read(csv).map_err(|message| Response::error(422, message))?,
        (None, Some(rows)) => {
            let at = |name: &str| Sample::COLUMNS.iter().position(|column| *column == name);
            let places = NEEDED.map(|name| at(name).unwrap_or(0));
            rows.iter().map(|row| places.map(|i| row.get(i).copied().unwrap_or(f64::NAN))).collect()
        }
        (None, None) => return Err(Response::error(422, "no result was given to `polhode view`")),
    };
    let (axes, epoch) = (scenario.problem.body.principal_axes, scenario.problem.start.epoch);
    let state = |&[time, w, x, y, z, lx, ly, lz]: &[f64; 8]| {
        let attitude = (Rotation { w, x, y, z } * axes).to_wxyz();
        let momentum = axes.apply_inverse(Vec3::new(lx, ly, lz)).to_array();
        RunState { time: time - epoch, attitude, momentum }
    };
    let mut states = Thinned::new(MOST_ROWS);
    for row in &table {
        states.push(state(row));
    }
    Ok(states.rows())
}

/// How far it is from the truth, if it is of the same motion.
pub(crate) fn errors(
    answer: &mut Answer,
    scenario: &Scenario,
    states: &[RunState],
    truths: &Truths,
    caller: Caller<'_>,
) {
    let start = scenario_run::start(scenario);
    let same = states.first().is_some_and(|first| {
        let (attitude, momentum) = compare::errors(first, &start);
        let duration = scenario.schedule.duration.abs();
        attitude.max(momentum) < SAME && first.time.abs() < SAME * duration
    });
    if same {
        return push_states(answer, RECORDED, scenario, states, truths, caller);
    }
    let error = "the record does not begin as this scenario does";
    answer.push(json!({ "method": RECORDED, "error": error }), &[], &[]);
}

/// How well the digits of a file agree with the scenario.
const SAME: f64 = 1e-6;

/// What is needed of a CSV file.
fn read(csv: &str) -> Result<Vec<[f64; 8]>, String> {
    let mut lines = csv.lines();
    let header: Vec<&str> = lines.next().unwrap_or_default().split(',').map(str::trim).collect();
    let mut places = [0; 8];
    for (place, name) in places.iter_mut().zip(NEEDED) {
        *place = header.iter().position(|column| *column == name).ok_or_else(|| {
            format!("there is no column {name}; take a trajectory.csv that polhode has written")
        })?;
    }
    let mut rows: Vec<[f64; 8]> = Vec::new();
    for (number, line) in lines.enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let cells: Vec<&str> = line.split(',').collect();
        let number_at =
            |i: usize| cells.get(i)?.trim().parse().ok().filter(|x: &f64| x.is_finite());
        let mut row = [0.0; 8];
        for (cell, i) in row.iter_mut().zip(places) {
            *cell =
                number_at(i).ok_or_else(|| format!("line {}: there is no number", number + 2))?;
        }
        rows.push(row);
    }
    let forwards = rows.windows(2).all(|pair| pair[0][0] < pair[1][0]);
    let backwards = rows.windows(2).all(|pair| pair[0][0] > pair[1][0]);
    if rows.len() < 2 || !(forwards || backwards) {
        return Err("a record has at least two rows, and its times go in one direction".into());
    }
    Ok(rows)
}
