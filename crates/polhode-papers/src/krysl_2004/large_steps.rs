//! Figures 15 to 17: the soft wall with large steps.

use super::curves::{AKW, E, E1, E2, EA, I, NMB, PaperMethod, SW};
use super::history::{fifths, part, spread};
use super::problems::PaperProblem::Printed;
use super::problems::count;
use crate::Effort;
use crate::laboratory::each;
use crate::outcome::{Cell, CellValue, Claim, Outcome, ResultTable, Row};
use polhode_lab::figure::{Figure, Mark, Panel, PlotAxis, PlotSeries};
use polhode_lab::listed::Listed;

fn series(curve: PaperMethod, points: Vec<(f64, f64)>) -> PlotSeries {
    PlotSeries { label: curve.label.into(), mark: curve.mark, colour: curve.colour, points }
}

/// Figure 15.
pub(super) fn momenta(effort: &Effort) -> Outcome {
    const H: f64 = 0.75;
    const STEPS: u64 = 40;
    let of = |method: &str, h: f64, steps: u64| {
        Printed.history(method, h, steps, |state| state.spatial_momentum().x)
    };
    let truth = of("taylor", 0.05, 600);
    let curves = [AKW, I, E1, E2, EA, NMB, SW];
    let runs = each(effort, &curves, |curve| of(curve.method, H, STEPS));
    let deviation = |run: &[(f64, f64)]| {
        let squares = run.iter().zip(truth.iter().step_by(15)).map(|(a, b)| (a.1 - b.1).powi(2));
        (squares.sum::<f64>() / count(STEPS)).sqrt()
    };
    let errors: Vec<f64> = runs.iter().map(|run| deviation(run)).listed();
    let drawn = curves.iter().zip(&runs).take(4);
    let mut lines = vec![PlotSeries {
        label: "reference".into(),
        mark: Mark::Line,
        colour: 6,
        points: truth.clone(),
    }];
    lines.extend(drawn.map(|(curve, run)| series(*curve, run.clone())));
    Outcome {
        tables: vec![ResultTable {
            title: "h = 0.75 until t = 30: root of the mean square error of pi_1".into(),
            corner: "method".into(),
            columns: vec!["error".into()],
            rows: curves
                .iter()
                .zip(&errors)
                .map(|(curve, error)| Row {
                    name: curve.label.into(),
                    cells: vec![Some(Cell::ours(CellValue::Word(rms(*error))))],
                })
                .listed(),
        }],
        claims: vec![Claim::new(
            "I, E1 and E2 outperform the classical midpoint rule AKW",
            errors[1..4].iter().all(|error| *error < 0.5 * errors[0]),
            format!(
                "I {:.3}, E1 {:.3}, E2 {:.3}; AKW {:.3}",
                errors[1], errors[2], errors[3], errors[0]
            ),
        )],
        figures: vec![Figure {
            title: "Figure 15".into(),
            caption: "The soft wall as printed with h = 0.75: the first component of the spatial \
                      momentum."
                .into(),
            panels: vec![Panel {
                title: "pi_1".into(),
                x: PlotAxis::linear("time"),
                y: PlotAxis::linear("momentum"),
                series: lines,
                equal: false,
            }],
        }],
        notes: vec!["The reference is a Taylor series; the paper's had h = 0.01.".into()],
        ..Outcome::default()
    }
}

fn rms(error: f64) -> String {
    if error < 10.0 { format!("{error:.3}") } else { "fails".into() }
}

/// Figure 16.
pub(super) fn hamiltonian(effort: &Effort) -> Outcome {
    const H: f64 = 0.2;
    let curves = [I, EA];
    let long = effort.pick(20_000, 200_000);
    let runs = each(effort, &curves, |curve| Printed.energy_errors(curve.method, H, long));
    let most = [&runs[0], &runs[1]].map(|run| part(run).most);
    let worst =
        runs.iter().map(|run| spread(fifths(run).map(|part| part.most))).fold(0.0, f64::max);
    let first = Printed.energy(&Printed.start());
    let lines = curves.iter().zip(&runs).map(|(curve, run)| {
        let seen = run.iter().filter(|(t, _)| *t <= 30.0).map(|(t, error)| (*t, first + error));
        series(*curve, seen.listed())
    });
    Outcome {
        claims: vec![Claim::new(
            "The Hamiltonians of I and EA at h = 0.2 stay near the start's (as drawn)",
            worst < 0.25 && most.iter().all(|most| *most < 0.01),
            format!(
                "I is off by at most {:.1e}, EA by {:.1e}, in {long} steps; the fifths differ by at \
                 most {:.0} %",
                most[0],
                most[1],
                100.0 * worst
            ),
        )],
        figures: vec![Figure {
            title: "Figure 16".into(),
            caption: "The soft wall as printed with h = 0.2: the Hamiltonian.".into(),
            panels: vec![Panel {
                title: "Hamiltonian".into(),
                x: PlotAxis::linear("time"),
                y: PlotAxis::linear("energy"),
                series: lines.listed(),
                equal: false,
            }],
        }],
        reduced: effort
            .is_quick()
            .then(|| "20000 instead of 200000 steps to see a drift".into())
            .into_iter()
            .listed(),
        ..Outcome::default()
    }
}

/// Figure 17.
pub(super) fn projection(effort: &Effort) -> Outcome {
    const H: f64 = 0.2;
    let curves = [AKW, NMB, SW, I, E, E1, E2, EA];
    let first = Printed.start().spatial_momentum().z;
    let runs = each(effort, &curves, |curve| {
        Printed.history(curve.method, H, 500, |state| state.spatial_momentum().z - first)
    });
    let most: Vec<f64> = runs.iter().map(|run| part(run).most).listed();
    let family = most[3..].iter().copied().fold(0.0, f64::max);
    let row = |name: &str, of: &dyn Fn(usize) -> f64| Row {
        name: name.into(),
        cells: (0..curves.len())
            .map(|k| Some(Cell::ours(CellValue::Word(format!("{:.1e}", of(k))))))
            .listed(),
    };
    let panel = |title: &str, label: &str, from: usize, to: usize| Panel {
        title: title.into(),
        x: PlotAxis::linear("time"),
        y: PlotAxis::linear(label),
        series: (from..to).map(|k| series(curves[k], runs[k].clone())).listed(),
        equal: false,
    };
    Outcome {
        tables: vec![ResultTable {
            title: "h = 0.2 until t = 100: error of the projection of the momentum on e3".into(),
            corner: "error".into(),
            columns: curves.iter().map(|curve| curve.label.into()).listed(),
            rows: vec![row("largest", &|k| most[k])],
        }],
        claims: vec![
            Claim::new(
                "All midpoint Lie algorithms conserve the projection to machine accuracy",
                family < 1e-12,
                format!("within {family:.1e}"),
            ),
            Claim::new("SW conserves it", most[2] < 1e-12, format!("within {:.1e}", most[2])),
            Claim::new(
                "NMB and AKW do not, but keep it within a bound",
                [most[0], most[1]].iter().all(|most| (1e-4..0.1).contains(most)),
                format!("AKW {:.1e}, NMB {:.1e}", most[0], most[1]),
            ),
        ],
        figures: vec![Figure {
            title: "Figure 17".into(),
            caption:
                "The soft wall as printed with h = 0.2: error of the conserved projection. Right \
                      the midpoint Lie methods, which are off by rounding."
                    .into(),
            panels: vec![panel("AKW, NMB, SW", "error of pi.e3", 0, 3), {
                let mut rounding = panel("midpoint Lie, times 1e15", "error of pi.e3 x 1e15", 3, 8);
                for series in &mut rounding.series {
                    series.points.iter_mut().for_each(|(_, error)| *error *= 1e15);
                    series.mark = Mark::Line;
                }
                rounding
            }],
        }],
        notes: vec![format!(
            "LIEMID[E] is not stable with this step: it flies off at t = {:.0}, and is looked at until \
             then.",
            runs[4].last().map_or(0.0, |(t, _)| *t)
        )],
        ..Outcome::default()
    }
}
