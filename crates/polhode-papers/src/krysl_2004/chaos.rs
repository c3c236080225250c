//! Beyond the paper: what "not symplectic" means. The energy of a chaotic top in long runs.

use super::history::part;
use crate::Effort;
use crate::laboratory::{each, inertia, pushed};
use crate::outcome::{Cell, Claim, Outcome, Row, Table, Value};
use polhode::torque::{Model, UniformField};
use polhode::{Body, Rotation, State, Vec3};
use polhode_lab::figure::{Axis, Figure, Mark, Panel, PlotSeries};
use polhode_lab::listed::Listed;

const MOMENTS: [f64; 3] = [1.0, 2.0, 2.9];
const METHODS: [(&str, &str); 5] = [
    ("exact", "kicks around exact"),
    ("dmv", "kicks around DMV"),
    ("liemid-ea", "LIEMID[EA]"),
    ("liemid-i", "LIEMID[I]"),
    ("newmark", "NMB"),
];
const PARTS: usize = 10;

fn torque() -> Model<f64> {
    let up = Vec3::from_f64([0.0, 0.0, 1.0]);
    UniformField { strength: 5.0, arm: up, direction: up }.into()
}

fn start() -> State<f64> {
    State::new(Rotation::exp(Vec3::from_f64([0.05, 0.02, 0.0])), Vec3::from_f64([0.3, 3.0, 0.2]))
}

/// The means of the error of the energy in the tenths of a run.
fn means(method: &str, h: f64, steps: u64) -> Vec<f64> {
    let body = Body { inertia: inertia(MOMENTS), torque: torque() };
    let first = body.energy(&start());
    let mut run = pushed(method, MOMENTS, torque(), start());
    let mut tenths = Vec::new();
    for _ in 0..PARTS {
        let mut errors = Vec::new();
        for _ in 0..steps / PARTS as u64 {
            if run.advance(h, 1).is_err() {
                return tenths;
            }
            errors.push((run.state().time, body.energy(run.state()) - first));
        }
        tenths.push(part(&errors).mean);
    }
    tenths
}

/// Between which values they lie.
fn range(means: &[f64]) -> (f64, f64) {
    let fold = |first: f64, of: fn(f64, f64) -> f64| means.iter().copied().fold(first, of);
    (fold(f64::INFINITY, f64::min), fold(f64::NEG_INFINITY, f64::max))
}

pub(super) fn energies(effort: &Effort) -> Outcome {
    let steps = effort.pick(200_000, 2_000_000);
    let jobs: Vec<(&str, f64)> =
        METHODS.iter().flat_map(|(method, _)| [(*method, 0.1), (*method, 0.2)]).listed();
    let all = each(effort, &jobs, |(method, h)| means(method, *h, steps));
    let width = |k: usize| {
        let (low, high) = range(&all[k]);
        high - low
    };
    let rows = METHODS.iter().enumerate().map(|(k, (_, name))| {
        let cell = |means: &Vec<f64>| {
            let (low, high) = range(means);
            let text = if means.len() < PARTS {
                "no solution".into()
            } else {
                format!("{low:.2e} to {high:.2e}")
            };
            Some(Cell::ours(Value::Word(text)))
        };
        Row { name: (*name).into(), cells: vec![cell(&all[2 * k]), cell(&all[2 * k + 1])] }
    });
    let panel = |title: &str, second: usize| Panel {
        title: title.into(),
        x: Axis::linear("tenth of the run"),
        y: Axis::linear("mean error of the energy"),
        series: METHODS
            .iter()
            .enumerate()
            .filter(|(k, _)| all[2 * k + second].len() == PARTS)
            .map(|(k, (_, name))| PlotSeries {
                label: (*name).into(),
                mark: [Mark::Dashes, Mark::Crosses, Mark::Line, Mark::Triangles, Mark::Circles][k],
                colour: [0, 3, 6, 5, 2][k],
                points: all[2 * k + second]
                    .iter()
                    .enumerate()
                    .map(|(tenth, mean)| (f64::from(tenth as u32 + 1), *mean))
                    .listed(),
            })
            .listed(),
        equal: false,
    };
    Outcome {
        tables: vec![Table {
            title: format!("Means of the error of the energy in the tenths of {steps} steps, from least to largest"),
            corner: "method".into(),
            columns: vec!["h = 0.1".into(), "h = 0.2".into()],
            rows: rows.listed(),
        }],
        claims: vec![Claim::new(
            "Ours: on a chaotic motion the energy of the symplectic drift stays, and that of the \
             midpoint Lie family wanders",
            width(4) > 4.0 * width(0) && width(5) > 4.0 * width(1),
            format!(
                "the means of the tenths lie within {:.1e} and {:.1e} for kicks around the exact \
                 rotation with h = 0.1 and 0.2, within {:.1e} and {:.1e} for LIEMID[EA]",
                width(0),
                width(1),
                width(4),
                width(5)
            ),
        )],
        figures: vec![Figure {
            title: "The energy of a chaotic top".into(),
            caption: "Mean error of the energy in the tenths of a long run.".into(),
            panels: vec![panel("h = 0.1", 0), panel("h = 0.2", 1)],
        }],
        reduced: effort
            .is_quick()
            .then(|| "200000 instead of 2000000 steps".into())
            .into_iter()
            .listed(),
        notes: vec![
            "What to take from it: bounded energy on the regular motions of the paper is not evidence \
             of a symplectic method; symmetry is enough for it."
                .into(),
        ],
    }
}
