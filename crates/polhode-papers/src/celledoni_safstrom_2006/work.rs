//! Work and precision: errors, steps, evaluations of the torque, and time.

use super::problems::{TestProblem, attitude_error, momentum_error};
use crate::Effort;
use crate::laboratory::exponent;
use crate::outcome::{Cell, CellValue, ResultTable, Row};
use polhode::State;
use polhode::catalogue::MethodName;
use polhode_lab::figure::{Mark, Panel, PlotAxis, PlotSeries};
use polhode_lab::listed::Listed;
use std::ops::Range;
use std::time::Instant;

/// A method as a figure shows it.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlottedMethod {
    pub(super) label: &'static str,
    pub(super) method: &'static str,
    pub(super) mark: Mark,
    pub(super) colour: usize,
}

impl PlottedMethod {
    pub(super) const fn new(
        label: &'static str,
        method: &'static str,
        mark: Mark,
        colour: usize,
    ) -> Self {
        Self { label, method, mark, colour }
    }
}

/// One run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Work {
    pub(super) h: f64,
    pub(super) evaluations: f64,
    pub(super) momentum: f64,
    pub(super) attitude: f64,
    pub(super) microseconds: f64,
}

/// What is measured of a run, and how an axis calls it.
pub(super) type Quantity = (&'static str, fn(&Work) -> f64);

pub(super) const TIME: Quantity = ("execution time, microseconds", |work| work.microseconds);
pub(super) const STEPS: Quantity = ("steps per unit of time", |work| 1.0 / work.h);
pub(super) const EVALUATIONS: Quantity = ("evaluations of the torque", |work| work.evaluations);
pub(super) const MOMENTUM: Quantity = ("error of pi at the end (2-norm)", |work| work.momentum);
pub(super) const ATTITUDE: Quantity = ("error of Q at the end (Frobenius)", |work| work.attitude);

/// All runs of a method.
#[derive(Clone, Debug)]
pub(super) struct Curve {
    pub(super) entry: PlottedMethod,
    pub(super) works: Vec<Work>,
}

/// Short ones: on a busy machine some of many are left alone.
const BATCHES: usize = 20;

/// Every method with each number of steps. Times are of `experiments` runs, the least mean of twenty
/// batches, one run after the other: two at a time would disturb each other.
pub(super) fn curves(
    effort: &Effort,
    problem: &TestProblem,
    entries: &[PlottedMethod],
    end: f64,
    counts: &[u64],
    experiments: usize,
) -> Vec<Curve> {
    effort.expect(entries.len() * counts.len());
    let truth = problem.truth(end);
    let work = |entry: &PlottedMethod, &count: &u64| {
        let work = work(problem, entry.method, end, count, &truth, experiments);
        effort.one_done();
        work
    };
    let curve = |&entry: &PlottedMethod| Curve {
        entry,
        works: counts.iter().filter_map(|count| work(&entry, count)).listed(),
    };
    entries.iter().map(curve).listed()
}

/// None where the method gives up.
#[expect(clippy::cast_precision_loss, reason = "steps are few")]
pub(super) fn work(
    problem: &TestProblem,
    method: &str,
    end: f64,
    count: u64,
    truth: &State<f64>,
    experiments: usize,
) -> Option<Work> {
    let h = end / count as f64;
    let mut first = problem.run(method);
    first.advance(h, count).ok()?;
    let state = first.state();
    Some(Work {
        h,
        evaluations: evaluations(method, count),
        momentum: momentum_error(state, truth),
        attitude: attitude_error(state, truth),
        microseconds: microseconds(problem, method, h, count, experiments),
    })
}

/// Those of the steps, and of the corrector at the start and at the end.
#[expect(clippy::cast_precision_loss, reason = "steps are few")]
fn evaluations(method: &str, count: u64) -> f64 {
    let name: MethodName = method.parse().unwrap_or_else(|error| panic!("{method}: {error}"));
    let corrector = name.splitting().map_or(0, |splitting| 2 * splitting.corrector_evaluations());
    f64::from(name.card().torque_evaluations) * count as f64 + corrector as f64
}

#[expect(clippy::cast_precision_loss, reason = "experiments are few")]
fn microseconds(
    problem: &TestProblem,
    method: &str,
    h: f64,
    count: u64,
    experiments: usize,
) -> f64 {
    let each = (experiments / BATCHES).max(1);
    let batch = |_| {
        let mut runs: Vec<_> = (0..each).map(|_| problem.run(method)).listed();
        let begin = Instant::now();
        for run in &mut runs {
            // The first run of all went through.
            let _ = run.advance(h, count);
        }
        begin.elapsed().as_secs_f64() * 1e6 / each as f64
    };
    (0..experiments / each).map(batch).fold(f64::INFINITY, f64::min)
}

impl Curve {
    /// One error of all runs.
    pub(super) fn all(&self, of: fn(&Work) -> f64) -> Vec<f64> {
        self.works.iter().map(of).listed()
    }
    /// The order that an error shows over all steps.
    pub(super) fn order(&self, of: fn(&Work) -> f64) -> f64 {
        let points: Vec<_> = self.works.iter().map(|work| (work.h, of(work))).listed();
        exponent(&points)
    }
    /// Some of its runs.
    pub(super) fn part(&self, range: Range<usize>) -> Self {
        Self { works: self.works[range].to_vec(), ..self.clone() }
    }
    fn series(&self, x: fn(&Work) -> f64, y: fn(&Work) -> f64) -> PlotSeries {
        let PlottedMethod { label, mark, colour, .. } = self.entry;
        let points = self.works.iter().map(|work| (x(work), y(work))).listed();
        PlotSeries { label: label.into(), mark, colour, points }
    }
}

/// The curve of a label.
pub(super) fn find<'a>(curves: &'a [Curve], label: &str) -> &'a Curve {
    let found = curves.iter().find(|curve| curve.entry.label == label);
    found.unwrap_or_else(|| panic!("{label} is none of the curves"))
}

/// Errors over something.
pub(super) fn panel(
    title: &str,
    curves: &[Curve],
    (x_label, x): Quantity,
    (y_label, y): Quantity,
) -> Panel {
    Panel {
        title: title.into(),
        x: PlotAxis::log(x_label),
        y: PlotAxis::log(y_label),
        series: curves.iter().map(|curve| curve.series(x, y)).listed(),
        equal: false,
    }
}

/// Errors over time, as in the paper, and over something else. The names are in the first, with room
/// for them on the right.
pub(super) fn pair(curves: &[Curve], other: Quantity, error: Quantity) -> Vec<Panel> {
    let times = || curves.iter().flat_map(|curve| curve.all(TIME.1));
    let (least, most) = (times().fold(f64::INFINITY, f64::min), times().fold(0.0, f64::max));
    let mut first = panel("against time", curves, TIME, error);
    first.x = first.x.within(0.8 * least, 5.0 * most);
    let mut second = panel("against work", curves, other, error);
    second.series.iter_mut().for_each(|series| series.label.clear());
    vec![first, second]
}

/// A table of methods by steps.
pub(super) fn table(title: &str, curves: &[Curve], of: fn(&Work) -> f64) -> ResultTable {
    let steps = curves.first().map_or(&[][..], |curve| &curve.works);
    let row = |curve: &Curve| Row {
        name: curve.entry.label.into(),
        cells: curve.works.iter().map(|work| number(of(work))).listed(),
    };
    ResultTable {
        title: title.into(),
        corner: "method".into(),
        columns: steps.iter().map(|work| format!("h = 1/{}", (1.0 / work.h).round())).listed(),
        rows: curves.iter().map(row).listed(),
    }
}

/// Three digits of it.
pub(super) fn rounded(number: f64) -> f64 {
    format!("{number:.2e}").parse().unwrap_or(number)
}

/// A cell of our own with three digits.
pub(super) fn number(number: f64) -> Option<Cell> {
    Some(Cell::ours(CellValue::Number(rounded(number))))
}
