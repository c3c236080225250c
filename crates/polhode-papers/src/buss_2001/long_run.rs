//! The text on Figure 5: McLachlan-Reich for 200,000,000 steps.

use super::algorithms::{MR_123, MR_231};
use super::prism::{ENERGY, PaperRun, after, energy_of};
use crate::Effort;
use crate::laboratory::each;
use crate::outcome::{Cell, Claim, Outcome, Printed, Row, Rule, Table, Value};
use polhode_lab::figure::{Axis, Figure, Mark, Panel, PlotSeries};
use polhode_lab::listed::Listed;

const H: f64 = 0.02;
const STEPS: u64 = 200_000_000;
/// How the run is cut for the picture.
const PARTS: u64 = 200;

/// Extreme energies: of each part of the run, and after the last step.
struct Band {
    parts: Vec<(f64, f64)>,
    last: f64,
}

impl Band {
    fn extremes(&self, parts: std::ops::Range<usize>) -> (f64, f64) {
        let unite = |a: (f64, f64), b: &(f64, f64)| (a.0.min(b.0), a.1.max(b.1));
        self.parts[parts].iter().fold((f64::INFINITY, 0.0), unite)
    }
}

/// Every step but the last, as in Figure 5.
fn band(simulation: &PaperRun, steps: u64) -> Band {
    let mut run = simulation.run();
    let mut last = ENERGY;
    let mut parts = Vec::new();
    for part in 0..PARTS {
        let (mut low, mut high) = (last, last);
        let count = steps / PARTS - u64::from(part + 1 == PARTS);
        for _ in 0..count {
            last = energy_of(&after(&mut *run, H, 1));
            (low, high) = (low.min(last), high.max(last));
        }
        parts.push((low, high));
    }
    Band { parts, last }
}

pub(super) fn run(effort: &Effort) -> Outcome {
    let steps = effort.pick(STEPS / 200, STEPS);
    let rows = [MR_123, MR_231];
    let bands = each(effort, &rows, |row| band(row, steps));
    let printed = ["75.2587", "82.1218"];
    let table = Table {
        title: format!("Energy over {} steps of h = 0.02", steps - 1),
        corner: "Algorithm".into(),
        columns: ["at the end", "lowest", "highest"].map(String::from).into(),
        rows: (0..2)
            .map(|k| {
                let (low, high) = bands[k].extremes(0..bands[k].parts.len());
                let end = Printed::new(printed[k], Rule::Absolute(0.02));
                let end = Cell::beside(Value::Number(bands[k].last), end);
                let end = (!effort.is_quick()).then_some(end);
                let [low, high] = [low, high].map(|e| Some(Cell::ours(Value::Number(e))));
                Row { name: rows[k].title(), cells: vec![end, low, high] }
            })
            .listed(),
    };
    let widths = bands.iter().map(|band| {
        let [first, all] = [0..1, 0..band.parts.len()].map(|parts| band.extremes(parts));
        (first.1 - first.0, all.1 - all.0)
    });
    let widths: Vec<(f64, f64)> = widths.listed();
    // A drift would make the band of all wider than that of the first part.
    let drifts = widths.iter().any(|(first, all)| *all > 1.01 * first);
    let reduced = format!("{steps} steps instead of {STEPS}; the energies at the end are left out");
    Outcome {
        tables: vec![table],
        claims: vec![
            Claim::new(
                "The energy stays near its start for 200 million steps of 81 degrees",
                bands[0].extremes(0..200).0 > 75.12 && bands[1].extremes(0..200).1 < 82.129,
                format!(
                    "1-2-3: [{:.4}, {:.4}], 2-3-1: [{:.4}, {:.4}]",
                    bands[0].extremes(0..200).0,
                    bands[0].extremes(0..200).1,
                    bands[1].extremes(0..200).0,
                    bands[1].extremes(0..200).1
                ),
            ),
            Claim::new(
                "That is a very modest drift",
                drifts,
                format!(
                    "width of the band in the first 1/{PARTS} of the run and in all: 1-2-3 {:.4} \
                     and {:.4}, 2-3-1 {:.4} and {:.4}",
                    widths[0].0, widths[0].1, widths[1].0, widths[1].1
                ),
            )
            .refuted("it is an oscillation: the band does not widen, and there is no drift at all"),
        ],
        figures: vec![figure(&rows, &bands, steps)],
        reduced: if effort.is_quick() { vec![reduced] } else { Vec::new() },
        ..Outcome::default()
    }
}

#[expect(clippy::cast_precision_loss, reason = "steps are few")]
fn figure(rows: &[PaperRun], bands: &[Band], steps: u64) -> Figure {
    let part = steps as f64 / PARTS as f64;
    let line = |band: &Band, label: &str, colour: usize, of: fn(&(f64, f64)) -> f64| PlotSeries {
        label: label.into(),
        mark: Mark::Line,
        colour,
        points: band
            .parts
            .iter()
            .enumerate()
            .map(|(k, p)| ((k as f64 + 0.5) * part, of(p)))
            .listed(),
    };
    let panel = |k: usize, range: (f64, f64)| Panel {
        title: rows[k].title(),
        x: Axis::linear("steps"),
        y: Axis::linear("energy").within(range.0, range.1),
        series: vec![
            line(&bands[k], "highest in each 1/200", 1, |p| p.1),
            line(&bands[k], "lowest in each 1/200", 0, |p| p.0),
        ],
        equal: false,
    };
    Figure {
        title: "200,000,000 steps".into(),
        caption:
            "The energy of McLachlan-Reich's method at 81 degrees a step: it swings between two \
                  values and does not drift."
                .into(),
        panels: vec![panel(0, (74.0, 85.0)), panel(1, (82.10, 82.14))],
    }
}
