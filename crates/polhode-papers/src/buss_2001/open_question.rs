//! Beyond the paper: why the third order with energy preservation acts like the fourth.
//!
//! A free body's motion can be reversed. The leading error of a Taylor series of order p has p + 1
//! factors of the right-hand side. For odd p it is not reversible, and the energy drifts as h^p t;
//! for even p it is, the energy drifts as h^(p+1) t only, and the phase as h^p t. Energy preservation
//! removes the drift of the energy: of an odd order it leaves a bounded wobble of h^p and a drift of
//! h^(p+1). This is an argument and no proof; here is what is measured.

use super::prism::{Algorithm, ENERGY, PaperRun, after, energy_of, preserving, truth};
use crate::Effort;
use crate::laboratory::{each, exponent, free};
use crate::outcome::{Cell, Claim, Outcome, Row, Table, Value};
use polhode::{Rotation, State, Vec3};
use polhode_lab::figure::{Axis, Figure, Mark, Panel, PlotSeries};
use polhode_lab::listed::Listed;

const TIME: f64 = 4.0;
/// The method of each order, and steps where its energy drifts by more than rounding and its error
/// is small.
const ORDERS: [(&str, [u32; 3]); 6] = [
    ("buss-1", [200_000, 400_000, 800_000]),
    ("buss-2", [8000, 16000, 32000]),
    ("buss-3", [4000, 8000, 16000]),
    ("buss-4", [2000, 4000, 8000]),
    ("buss-5", [1000, 2000, 4000]),
    ("buss-6", [600, 1000, 1600]),
];
/// Exponents of the energy drift: p for odd p, p + 1 for even p.
const DRIFT: [f64; 6] = [1.0, 3.0, 3.0, 5.0, 5.0, 7.0];
/// Exponents of the error with energy preservation: p + 1 for odd p, p for even p.
const ERROR: [f64; 6] = [2.0, 2.0, 4.0, 4.0, 6.0, 6.0];

pub(super) fn run(effort: &Effort) -> Outcome {
    let truth = truth(TIME);
    let slopes = each(effort, &ORDERS, |(name, steps)| {
        let at = |energy: bool, n: u32| {
            let simulation = PaperRun { name: "", algorithm: Algorithm::Named(name), energy };
            simulation.end(TIME / f64::from(n), u64::from(n))
        };
        let of = |energy: bool, measure: &dyn Fn(&State<f64>) -> f64| {
            exponent(&steps.map(|n| (1.0 / f64::from(n), measure(&at(energy, n)))))
        };
        let error = |state: &State<f64>| state.attitude.angle_to(truth);
        [of(false, &|state| (energy_of(state) - ENERGY).abs()), of(false, &error), of(true, &error)]
    });
    let rounded = |x: f64| Some(Cell::ours(Value::Number((x * 100.0).round() / 100.0)));
    let table = Table {
        title: "Exponents of h on the body of section 6, T = 4".into(),
        corner: "method".into(),
        columns: ["energy drift", "error", "error with EP"].map(String::from).into(),
        rows: ORDERS
            .iter()
            .zip(&slopes)
            .map(|((name, _), row)| Row { name: (*name).into(), cells: row.map(rounded).into() })
            .listed(),
    };
    let (growth, figure) = growth(effort);
    let off = |column: usize, expected: [f64; 6]| {
        slopes.iter().zip(expected).map(|(row, e)| (row[column] - e).abs()).fold(0.0, f64::max)
    };
    // With EP the fit of an odd order still sees its bounded wobble, from above or below.
    let (drift, error) = (off(0, DRIFT), off(2, ERROR));
    Outcome {
        claims: vec![
            Claim::new(
                "Ours: the energy drifts with h^p for odd p and h^(p+1) for even p",
                drift < 0.05,
                format!("exponents within {drift:.2} of 1, 3, 3, 5, 5, 7"),
            ),
            Claim::new(
                "Ours: with EP orders 1, 3, 5 act like 2, 4, 6",
                error < 0.15,
                format!("exponents within {error:.2} of 2, 2, 4, 4, 6, 6"),
            ),
        ],
        tables: vec![table, growth],
        figures: vec![figure],
        notes: vec![
            "The paper has no theoretical justification for why third and fourth order with EP are \
             equally accurate. A reason: free rotation is reversible; the leading error of an odd \
             order is a drift of the energy, which EP removes. An argument, not a proof."
                .into(),
        ],
        ..Outcome::default()
    }
}

/// A body without symmetry or hurry: the largest error up to a time.
fn growth(effort: &Effort) -> (Table, Figure) {
    const MOMENTS: [f64; 3] = [1.0, 2.0, 3.5];
    const H: f64 = 0.0125;
    const SPANS: [f64; 4] = [20.0, 80.0, 320.0, 1280.0];
    let start: State<f64> = State::new(Rotation::identity(), Vec3::from_f64([1.0, 3.0, 1.7]));
    let names = ["buss-3", "buss-3-h36", "buss-4", "buss-5", "buss-6"];
    let methods: Vec<String> =
        names.iter().flat_map(|name| [(*name).into(), preserving(name)]).listed();
    let errors = each(effort, &methods, |method| {
        let mut run = free(method, MOMENTS, start);
        let mut true_run = free("exact", MOMENTS, start);
        let mut worst: f64 = 0.0;
        let mut seen = Vec::new();
        for k in 1..=10_240u32 {
            let [state, truth] = [&mut run, &mut true_run].map(|run| after(&mut **run, H, 10));
            worst = worst.max(state.attitude.angle_to(truth.attitude));
            if SPANS.contains(&(f64::from(k) * 10.0 * H)) {
                seen.push(worst);
            }
        }
        seen
    });
    let table = Table {
        title: "Largest error up to T; J = (1, 2, 3.5), momentum (1, 3, 1.7), h = 0.0125".into(),
        corner: "method".into(),
        columns: SPANS.iter().map(|t| format!("T = {t}")).listed(),
        rows: methods
            .iter()
            .zip(&errors)
            .map(|(method, errors)| Row {
                name: method.clone(),
                cells: errors.iter().map(|e| Some(Cell::ours(Value::Number(*e)))).listed(),
            })
            .listed(),
    };
    let series = methods.iter().zip(&errors).enumerate().map(|(k, (method, errors))| PlotSeries {
        label: method.clone(),
        mark: if k % 2 == 0 { Mark::Crosses } else { Mark::Circles },
        colour: k / 2,
        points: SPANS.iter().copied().zip(errors.iter().copied()).listed(),
    });
    let figure = Figure {
        title: "Growth of the error".into(),
        caption: "With energy preservation the error of odd orders hardly grows.".into(),
        panels: vec![Panel {
            title: "largest error up to T".into(),
            x: Axis::log("T").within(15.0, 40000.0),
            y: Axis::log("error (rad)"),
            series: series.listed(),
            equal: false,
        }],
    };
    (table, figure)
}
