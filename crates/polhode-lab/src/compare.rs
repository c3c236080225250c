//! Methods on one and the same problem: error against cost.

use crate::diagnostic::Report;
use crate::figure::{Figure, Mark, Panel, PlotAxis, PlotSeries};
use crate::listed::Listed;
use crate::sampling::SampleDriver;
use crate::scenario::{SampleSpacing, Scenario};
use crate::scenario_run::{RunState, simulate};
use crate::truth;
use cpu_time::ThreadTime;
use polhode::State;
use polhode::catalogue::{MethodName, cards};
use polhode::geometry::{Rotation, Vec3};
use serde::Serialize;
use std::time::Duration;

/// One run of one method.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ComparisonRow {
    /// Its name, with the tolerance where that was varied.
    pub method: String,
    /// Length of its steps; none where they vary.
    pub step: Option<f64>,
    /// How many were taken.
    pub steps: u64,
    /// How often the torque was asked for.
    pub torque_evaluations: u64,
    /// Seconds of one processor, least of several.
    pub cpu_seconds: f64,
    /// The angle from the reference at the end.
    pub attitude_error: f64,
    /// The distance of the momentum in space from the reference, relative to it.
    pub momentum_error: f64,
    /// Why it did not come to the end.
    pub failure: Option<String>,
}

/// What to compare.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The methods.
    pub methods: Vec<MethodName>,
    /// How fine.
    pub grid: ComparisonGrid,
}

/// How fine the runs are.
#[derive(Clone, Debug, PartialEq)]
pub enum ComparisonGrid {
    /// Steps of these lengths, or the next shorter ones that fit.
    Steps(Vec<f64>),
    /// As many steps as so many evaluations of the torque pay for; as so many steps, if there is
    /// no torque.
    Budgets(Vec<u64>),
}

impl ComparisonGrid {
    /// Around the step of a scenario: from eight times as long to an eighth.
    #[must_use]
    pub fn around(scenario: &Scenario) -> Self {
        let step = scenario.schedule.step.abs().min(scenario.schedule.duration.abs() / 8.0);
        Self::Steps((-3..=3).rev().map(|power| step * 2f64.powi(power)).listed())
    }
    /// How many steps of a method.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "positive, finite")]
    fn counts(&self, scenario: &Scenario, method: &MethodName) -> Vec<u64> {
        let duration = scenario.schedule.duration.abs();
        match self {
            Self::Steps(steps) => {
                steps.iter().map(|h| (duration / h.abs() - 1e-9).ceil().max(1.0) as u64).listed()
            }
            Self::Budgets(budgets) => {
                let free = scenario.problem.torques.is_empty();
                let each =
                    if free { 1 } else { u64::from(method.card().torque_evaluations).max(1) };
                budgets.iter().map(|budget| (budget / each).max(1)).listed()
            }
        }
    }
}

/// The methods of the catalogue that a scenario could be run with, each without options.
#[must_use]
pub fn all_methods(scenario: &Scenario) -> Vec<MethodName> {
    let names = cards().filter_map(|card| card.name.parse::<MethodName>().ok());
    let free = scenario.problem.torques.is_empty();
    names
        .filter(|name| {
            // The exact rotation has no order.
            !free || name.card().order_free.is_some() || name.is_kicked()
        })
        .filter(|name| free || polhode_bound::accepts(name, &scenario.problem.torque).is_ok())
        .listed()
}

/// Tolerances of methods that follow one.
const TOLERANCES: [f64; 6] = [1e-4, 1e-6, 1e-8, 1e-10, 1e-12, 1e-14];

/// Runs all, and tells of each.
///
/// # Errors
/// Where there is no reference.
pub fn compare(
    scenario: &Scenario,
    plan: &Comparison,
    tell: &mut dyn FnMut(usize, usize),
) -> Result<Vec<ComparisonRow>, Report> {
    compare_while(scenario, plan, tell, &mut || true)
}

/// The same until `go_on`, which is asked now and then, says no: then only the runs that have come
/// to their end.
///
/// # Errors
/// Where there is no reference.
pub fn compare_while(
    scenario: &Scenario,
    plan: &Comparison,
    tell: &mut dyn FnMut(usize, usize),
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Vec<ComparisonRow>, Report> {
    let mut tasks = Vec::new();
    for method in &plan.methods {
        if method.steps_vary() {
            tasks.extend(tolerances(method).into_iter().map(|name| (name, None)));
        } else {
            let counts = plan.grid.counts(scenario, method);
            tasks.extend(counts.into_iter().map(|steps| (*method, Some(steps))));
        }
    }
    tell(0, tasks.len() + 1);
    let mut rows = Vec::new();
    let Some(truth) = truth::at_end_while(scenario, go_on)? else { return Ok(rows) };
    for (index, (method, steps)) in tasks.iter().enumerate() {
        tell(index + 1, tasks.len() + 1);
        let Some(row) = measured(scenario, method, *steps, &truth, go_on) else { return Ok(rows) };
        rows.push(row);
    }
    tell(tasks.len() + 1, tasks.len() + 1);
    Ok(rows)
}

/// The method with each tolerance, unless it has one.
fn tolerances(method: &MethodName) -> Vec<MethodName> {
    let is_given = method.options().tolerance.is_some() || method.options().reversible.is_some();
    let each = TOLERANCES.iter().filter(|_| !is_given);
    let named: Vec<_> = each.filter_map(|&tolerance| method.with_tolerance(tolerance)).listed();
    if named.is_empty() { vec![*method] } else { named }
}

/// Runs shorter than this are done again, for a better time.
const SHORT: Duration = Duration::from_millis(50);

/// None where there was no time for it.
fn measured(
    scenario: &Scenario,
    method: &MethodName,
    steps: Option<u64>,
    truth: &State<f64>,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<ComparisonRow> {
    let scenario = variant(scenario, method, steps);
    let mut row = ComparisonRow {
        method: method.to_string(),
        step: steps.map(|_| scenario.schedule.step),
        steps: 0,
        torque_evaluations: 0,
        cpu_seconds: f64::INFINITY,
        attitude_error: f64::NAN,
        momentum_error: f64::NAN,
        failure: None,
    };
    let begin = ThreadTime::now();
    for _ in 0..20 {
        match once(&scenario, go_on) {
            Ok(None) => return None,
            Ok(Some((state, seconds, counts))) => {
                row.cpu_seconds = row.cpu_seconds.min(seconds);
                (row.steps, row.torque_evaluations) = counts;
                (row.attitude_error, row.momentum_error) = errors(&state, truth);
            }
            Err(failure) => {
                row.failure = Some(failure);
                break;
            }
        }
        if begin.elapsed() > SHORT {
            break;
        }
    }
    Some(row)
}

/// The scenario with another method and other steps, and no samples but the last.
#[expect(clippy::cast_precision_loss, reason = "steps are fewer than 2^53")]
fn variant(scenario: &Scenario, method: &MethodName, steps: Option<u64>) -> Scenario {
    let mut scenario = scenario.clone();
    scenario.method = *method;
    scenario.problem.events.clear();
    if let Some(steps) = steps {
        scenario.schedule.step = scenario.schedule.duration / steps as f64;
        scenario.schedule.pace = SampleSpacing::Steps { steps, every: steps };
    } else {
        let every = scenario.schedule.duration;
        scenario.schedule.step = every;
        scenario.schedule.pace = SampleSpacing::Times { samples: 1, every };
    }
    scenario
}

type Once = (RunState, f64, (u64, u64));

/// Steps between questions whether to go on.
const CHUNK: u64 = 4096;

fn once(scenario: &Scenario, go_on: &mut dyn FnMut() -> bool) -> Result<Option<Once>, String> {
    let run = simulate(scenario).map_err(|report| report.diagnostic().message.clone())?;
    let mut driver = SampleDriver::new(scenario, run);
    let begin = ThreadTime::now();
    let end = driver.finish(CHUNK, go_on).map_err(|failed| failed.to_string())?;
    let Some(state) = end else { return Ok(None) };
    let seconds = begin.elapsed().as_secs_f64();
    let checkpoint = driver.run.checkpoint();
    Ok(Some((state, seconds, (checkpoint.steps, checkpoint.evaluations))))
}

/// The angle between a state and the truth, and the distance of their momenta in space relative to
/// the true one.
#[must_use]
pub fn errors(state: &RunState, truth: &State<f64>) -> (f64, f64) {
    let [w, x, y, z] = state.attitude;
    let attitude = Rotation { w, x, y, z };
    let size = truth.momentum.norm();
    let there = attitude.apply(Vec3::from(state.momentum));
    let apart = (there - truth.attitude.apply(truth.momentum)).norm();
    (attitude.angle_to(truth.attitude), if size > 0.0 { apart / size } else { apart })
}

/// Error against cost, twice: seconds, and evaluations of the torque (or steps).
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "for a picture")]
pub fn figure(scenario: &Scenario, rows: &[ComparisonRow]) -> Figure {
    let free = scenario.problem.torques.is_empty();
    let panel = |title: &str, label: &str, cost: &dyn Fn(&ComparisonRow) -> f64| {
        let mut series: Vec<PlotSeries> = Vec::new();
        for row in rows.iter().filter(|row| row.failure.is_none()) {
            let label = base(&row.method);
            let colour = series.len();
            let point = (cost(row), row.attitude_error);
            match series.iter_mut().find(|one| one.label == label) {
                Some(one) => one.points.push(point),
                None => series.push(PlotSeries {
                    label: label.into(),
                    mark: MARKS[colour % MARKS.len()],
                    colour,
                    points: vec![point],
                }),
            }
        }
        let (x, y) =
            (PlotAxis::log(label), PlotAxis::log("error of the attitude at the end (rad)"));
        Panel { title: title.into(), x, y, series, ..Panel::default() }
    };
    let title = if scenario.title.is_empty() { scenario.origin() } else { &scenario.title };
    let counted: (&str, &dyn Fn(&ComparisonRow) -> f64) = if free {
        ("steps", &|row| row.steps as f64)
    } else {
        ("evaluations of the torque", &|row| row.torque_evaluations as f64)
    };
    Figure {
        title: format!("{title}: error and cost"),
        caption: "Each point is a run; the lower and the further left, the better.".into(),
        panels: vec![
            panel("Error and time", "CPU time (s)", &|row| row.cpu_seconds),
            panel("Error and work", counted.0, counted.1),
        ],
    }
}

const MARKS: [Mark; 5] =
    [Mark::Circles, Mark::Squares, Mark::Triangles, Mark::Diamonds, Mark::Crosses];

/// Without the tolerance that was varied.
fn base(method: &str) -> &str {
    method.split_once(":tolerance=").or(method.split_once(",tolerance=")).map_or(method, |(a, _)| a)
}
