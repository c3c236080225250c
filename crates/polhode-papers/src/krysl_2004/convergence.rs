//! Errors over steps: the table, the orders and the picture of a problem.

use super::curves::PaperMethod;
use super::problems::{EndErrors, PaperProblem, count};
use crate::Effort;
use crate::laboratory::{each, exponent};
use crate::outcome::{Cell, CellValue, Printed, ResultTable, Row, Rule};
use polhode_lab::figure::{Figure, Panel, PlotAxis, PlotSeries};
use polhode_lab::listed::Listed;

/// The errors of methods on a problem.
#[derive(Debug)]
pub(super) struct Study {
    problem: PaperProblem,
    curves: Vec<PaperMethod>,
    steps: Vec<u64>,
    errors: Vec<Vec<EndErrors>>,
}

impl Study {
    /// Every method with every number of steps.
    pub(super) fn new(
        effort: &Effort,
        problem: PaperProblem,
        curves: &[PaperMethod],
        steps: &[u64],
    ) -> Self {
        let jobs: Vec<(PaperMethod, u64)> =
            curves.iter().flat_map(|curve| steps.iter().map(|n| (*curve, *n))).listed();
        let errors = each(effort, &jobs, |(curve, n)| problem.errors(curve.method, *n));
        let errors = errors.chunks(steps.len()).map(<[EndErrors]>::to_vec).listed();
        Self { problem, curves: curves.to_vec(), steps: steps.to_vec(), errors }
    }
    /// The errors of a method with so many steps.
    pub(super) fn at(&self, curve: PaperMethod, steps: u64) -> EndErrors {
        let row = self.curves.iter().position(|one| *one == curve);
        let column = self.steps.iter().position(|n| *n == steps);
        row.zip(column).map_or(EndErrors::LOST, |(row, column)| self.errors[row][column])
    }
    /// Errors of attitude and momentum, and nothing to compare them with: the paper has curves.
    pub(super) fn table(&self, shown: &[u64]) -> ResultTable {
        let columns = shown.iter().map(|n| format!("h = {}", step(self.problem, *n)));
        let rows = self.curves.iter().map(|curve| Row {
            name: curve.label.into(),
            cells: shown.iter().map(|n| Some(Cell::ours(both(self.at(*curve, *n))))).listed(),
        });
        ResultTable {
            title: format!(
                "{}: errors of attitude and body momentum at t = {}",
                self.problem.title(),
                self.problem.time()
            ),
            corner: "method".into(),
            columns: columns.listed(),
            rows: rows.listed(),
        }
    }
    /// The picture in the paper's layout: momentum on the left, attitude on the right.
    pub(super) fn figure(&self, title: &str, caption: &str) -> Figure {
        let panel = |title: &str, label: &str, of: fn(&EndErrors) -> f64| Panel {
            title: title.into(),
            x: PlotAxis::log("step"),
            y: PlotAxis::log(label),
            series: self
                .curves
                .iter()
                .zip(&self.errors)
                .map(|(c, e)| self.series(c, e, of))
                .listed(),
            equal: false,
        };
        Figure {
            title: title.into(),
            caption: caption.into(),
            panels: vec![
                panel("body-frame momentum", "error of the momentum", |e| e.momentum),
                panel("attitude matrix", "error of the attitude", |e| e.attitude),
            ],
        }
    }
    fn series(
        &self,
        curve: &PaperMethod,
        errors: &[EndErrors],
        of: fn(&EndErrors) -> f64,
    ) -> PlotSeries {
        let steps = self.steps.iter().map(|n| self.problem.time() / count(*n));
        PlotSeries {
            label: curve.label.into(),
            mark: curve.mark,
            colour: curve.colour,
            points: steps.zip(errors.iter().map(of)).filter(|(_, e)| *e < 1e3).listed(),
        }
    }
}

/// A step for people.
fn step(problem: PaperProblem, steps: u64) -> String {
    let (h, n) = (problem.time() / count(steps), count(steps) / problem.time());
    if n > 1.0 && n.fract() == 0.0 { format!("1/{n}") } else { h.to_string() }
}

/// Two errors in one cell.
fn both(errors: EndErrors) -> CellValue {
    let size = errors.attitude.max(errors.momentum);
    CellValue::Word(if size < 1e3 {
        format!("{:.1e} / {:.1e}", errors.attitude, errors.momentum)
    } else {
        "fails".into()
    })
}

/// The slopes between the last two of a growing number of steps.
pub(super) fn slopes(problem: PaperProblem, method: &str, steps: [u64; 2]) -> EndErrors {
    let points = steps.map(|n| (problem.time() / count(n), problem.errors(method, n)));
    let slope = |of: fn(&EndErrors) -> f64| exponent(&points.map(|(h, e)| (h, of(&e))));
    EndErrors { attitude: slope(|e| e.attitude), momentum: slope(|e| e.momentum) }
}

/// A method whose order is asked for between these numbers of steps; none is asked for in a quick run
/// where it would take too long.
pub(super) type Asked = (PaperMethod, [u64; 2], Option<u8>);

/// Measured orders beside those of the paper. The second order says that of the attitude, where the
/// paper has another for it.
pub(super) fn orders(effort: &Effort, problem: PaperProblem, asked: &[Asked]) -> ResultTable {
    let slopes = each(effort, asked, |(curve, steps, _)| slopes(problem, curve.method, *steps));
    let cell = |slope: f64, order: Option<u8>| {
        Some(match order {
            Some(order) => Cell::beside(
                CellValue::Number((slope * 100.0).round() / 100.0),
                Printed::new(format!("{order}.00"), Rule::Absolute(0.1)),
            ),
            None => Cell::ours(CellValue::Word(format!("{slope:.2}"))),
        })
    };
    let rows = asked.iter().zip(slopes).map(|((curve, steps, attitude), slopes)| Row {
        name: curve.label.into(),
        cells: vec![
            cell(slopes.attitude, attitude.or(curve.order)),
            cell(slopes.momentum, curve.order),
            Some(Cell::ours(CellValue::Word(steps.map(|n| step(problem, n)).join(", ")))),
        ],
    });
    ResultTable {
        title: format!("{}: orders measured, beside those the paper gives", problem.title()),
        corner: "method".into(),
        columns: ["attitude", "momentum", "between the steps"].map(String::from).to_vec(),
        rows: rows.listed(),
    }
}
