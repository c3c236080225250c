//! Section 4.2, figure 6: tops that are faster or heavier.

use super::problems::{EXACT, MR, Push, SEJ, TestProblem, mean};
use super::work::number;
use crate::laboratory::each;
use crate::outcome::{Claim, ResultTable, Row};
use crate::{Effort, Outcome};
use polhode::real::Real;
use polhode_lab::figure::{Figure, Mark, Panel, PlotAxis, PlotSeries};
use polhode_lab::listed::Listed;
use std::f64::consts::LN_10;

const METHODS: [(&str, &str, Mark, usize); 3] = [
    ("MR", MR, Mark::Dashes, 1),
    ("SEJ", SEJ, Mark::Line, 0),
    ("exact drift", EXACT, Mark::Line, 6),
];
/// Those of the tables.
const SHOWN: [f64; 6] = [0.1, 1.0, 3.0, 10.0, 30.0, 100.0];

/// What alpha makes large.
#[derive(Clone, Copy)]
enum Large {
    Rates,
    Moments,
}

impl Large {
    fn title(self) -> &'static str {
        match self {
            Self::Rates => "(a) omega0 = alpha (1, 2, 3)",
            Self::Moments => "(b) I = alpha (1, 2, 3)",
        }
    }
    fn problem(self, alpha: f64) -> TestProblem {
        let one = [1.0, 2.0, 3.0];
        let large = one.map(|part| part * alpha);
        let (moments, rates) = match self {
            Self::Rates => (one, large),
            Self::Moments => (large, one),
        };
        TestProblem { moments, rates, push: Push::Weight }
    }
    /// Alpha, and mean |H - H0| of each method.
    fn sweep(self, effort: &Effort, alphas: &[f64]) -> Vec<(f64, [f64; 3])> {
        each(effort, alphas, |&alpha| {
            let problem = self.problem(alpha);
            let states = |method: &str| problem.follow(method, 0.01, 10.0);
            (alpha, METHODS.map(|(_, method, ..)| mean(&problem.energy_errors(&states(method)))))
        })
    }
    fn table(self, effort: &Effort) -> ResultTable {
        let means = self.sweep(effort, &SHOWN);
        let row = |method: usize| Row {
            name: METHODS[method].0.into(),
            cells: means.iter().map(|(_, means)| number(means[method])).listed(),
        };
        ResultTable {
            title: format!("{}: mean |H - H0|", self.title()),
            corner: "method".into(),
            columns: SHOWN.map(|alpha| format!("alpha = {alpha}")).into(),
            rows: (0..METHODS.len()).map(row).listed(),
        }
    }
    fn panel(self, sweep: &[(f64, [f64; 3])]) -> Panel {
        let series = |method: usize| PlotSeries {
            label: METHODS[method].0.into(),
            mark: METHODS[method].2,
            colour: METHODS[method].3,
            points: sweep.iter().map(|(alpha, means)| (*alpha, means[method])).listed(),
        };
        Panel {
            title: self.title().into(),
            x: PlotAxis::log("alpha"),
            y: PlotAxis::log("mean |H - H0|"),
            series: (0..METHODS.len()).map(series).listed(),
            equal: false,
        }
    }
    /// Both halves of what the text says.
    fn claims(self, sweep: &[(f64, [f64; 3])]) -> [Claim; 2] {
        // Measured: 0.21 and 0.53 at most.
        let (what, most) = match self {
            Self::Rates => ("the angular velocity", 0.3),
            Self::Moments => ("the inertia", 0.6),
        };
        let (large, small) = (ratios(sweep, |alpha| alpha >= 3.0), ratios(sweep, |a| a <= 1.0));
        [
            Claim::new(
                format!("SEJ errs less than MR where {what} is large"),
                large.1 < most,
                format!("alpha >= 3: SEJ/MR is {:.1e} to {:.2}", large.0, large.1),
            ),
            Claim::new(
                format!("and not where {what} is small"),
                small.0 > 0.9,
                format!("alpha <= 1: SEJ/MR is {:.2} to {:.2}", small.0, small.1),
            ),
        ]
    }
}

/// The least and the largest of SEJ/MR.
fn ratios(sweep: &[(f64, [f64; 3])], keep: fn(f64) -> bool) -> (f64, f64) {
    let kept = sweep.iter().filter(|(alpha, _)| keep(*alpha));
    kept.map(|(_, means)| means[1] / means[0])
        .fold((f64::INFINITY, 0.0), |(low, high), ratio| (low.min(ratio), high.max(ratio)))
}

/// 0.1 to 100.
fn alphas(per_decade: u32) -> Vec<f64> {
    let alpha = |i: u32| 0.1 * Real::exp(f64::from(i) / f64::from(per_decade) * LN_10);
    (0..=3 * per_decade).map(alpha).listed()
}

pub(super) fn run(effort: &Effort) -> Outcome {
    let alphas = alphas(effort.pick(8, 24));
    let both = [Large::Rates, Large::Moments].map(|large| (large, large.sweep(effort, &alphas)));
    let mut reduced = Vec::new();
    if effort.is_quick() {
        reduced.push("8 values of alpha a decade instead of 24".into());
    }
    Outcome {
        tables: both.iter().map(|(large, _)| large.table(effort)).listed(),
        claims: both.iter().flat_map(|(large, sweep)| large.claims(sweep)).listed(),
        figures: vec![Figure {
            title: "Figure 6".into(),
            caption: "The mean energy error on [0, 10] at h = 0.01. The exact drift is added."
                .into(),
            panels: both.iter().map(|(large, sweep)| large.panel(sweep)).listed(),
        }],
        reduced,
        notes: vec![
            "The paper does not print its values of alpha: here 0.1 to 100 in both sweeps.".into(),
        ],
    }
}
