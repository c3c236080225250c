//! How often the methods ask for the torque.

use super::curves::{AKW, E, E1, E2, EA, I, PUSHED, PaperMethod};
use super::problems::PaperProblem::Printed;
use super::structure::MOMENTS;
use crate::Effort;
use crate::laboratory::pushed_by;
use crate::outcome::{Cell, CellValue, Claim, Outcome, ResultTable, Row};
use polhode::torque::{Model, SoftWall};
use polhode_bound::Torques;
use polhode_lab::listed::Listed;

const STEPS: u64 = 500;

/// Torques at the start, and in the steps.
fn torques(curve: PaperMethod) -> (u64, u64) {
    let torque = Torques::new([Model::from(SoftWall::printed()).into()]);
    let asked = torque.count().clone();
    let mut run = pushed_by(curve.method, MOMENTS, torque, Printed.start());
    let start = asked.get();
    let _ = run.advance(1.0 / 32.0, STEPS);
    (start, asked.get() - start)
}

/// Of each method of the paper.
fn counts() -> [(PaperMethod, (u64, u64)); 8] {
    PUSHED.map(|curve| (curve, torques(curve)))
}

/// Section 1: explicit in the torque.
pub(super) fn evaluations(_: &Effort) -> Outcome {
    let counts = counts();
    let mut explicit = counts.iter().filter(|(curve, _)| [E, E1, E2, EA].contains(curve));
    let told: Vec<String> = explicit
        .clone()
        .map(|(curve, (start, steps))| format!("{} {start} + {steps}", curve.label))
        .listed();
    let implicit = counts.iter().filter(|(curve, _)| [I, AKW].contains(curve)).listed();
    let asked: Vec<String> =
        implicit.iter().map(|(curve, (_, steps))| format!("{} {steps}", curve.label)).listed();
    Outcome {
        tables: vec![table(&counts)],
        claims: vec![
            Claim::new(
                "E, E1, E2 and EA compute the torque just once per time step",
                explicit.all(|(_, (start, steps))| *steps == STEPS && *start <= 1),
                format!("at the start and in {STEPS} steps: {}", told.join(", ")),
            ),
            Claim::new(
                "LIEMID[I] and AKW are implicit in the torque",
                implicit.iter().all(|(_, (_, steps))| *steps > 3 * STEPS),
                format!("in {STEPS} steps: {}", asked.join(", ")),
            ),
        ],
        ..Outcome::default()
    }
}

fn table(counts: &[(PaperMethod, (u64, u64))]) -> ResultTable {
    ResultTable {
        title: "Evaluations of the torque, wall as printed, h = 1/32".into(),
        corner: "method".into(),
        columns: vec!["at the start".into(), format!("in {STEPS} steps")],
        rows: counts
            .iter()
            .map(|(curve, (start, steps))| Row {
                name: curve.label.into(),
                cells: [start, steps].map(|n| Some(Cell::ours(CellValue::Count(*n)))).to_vec(),
            })
            .listed(),
    }
}
