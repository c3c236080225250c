//! How often the methods ask for the torque.

use super::curves::{AKW, Curve, E, E1, E2, EA, I, NMB, SW};
use super::problems::Problem::Printed;
use super::structure::MOMENTS;
use crate::Effort;
use crate::laboratory::inertia;
use crate::outcome::{Cell, Claim, Outcome, Row, Table, Value};
use polhode::method::Kicked;
use polhode::methods::energy_momentum::Akw;
use polhode::methods::liemid::{LieMidpoint, PushedLieMidpoint, Twice};
use polhode::methods::newmark::{NewmarkBody, SimoWong};
use polhode::real::Over;
use polhode::torque::{Situation, SoftWall};
use polhode::{Body, Method, Motion, Torque, Vec3};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

const STEPS: u64 = 500;

/// Counts how often it is asked.
#[derive(Clone, Debug)]
struct Counted {
    wall: SoftWall<f64>,
    asked: Arc<AtomicU64>,
}

impl Torque<f64> for Counted {
    fn torque<S: Over<f64>>(&self, at: &Situation<'_, f64, S>) -> Vec3<S> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        self.wall.torque(at)
    }
}

/// Torques at the start, and in the steps.
fn torques<M: Method>(method: M) -> (u64, u64) {
    let asked = Arc::new(AtomicU64::new(0));
    let torque = Counted { wall: SoftWall::printed(), asked: Arc::clone(&asked) };
    let body = Body { inertia: inertia(MOMENTS), torque };
    let so_far = || asked.load(Ordering::Relaxed);
    let Ok(mut motion) = Motion::new(method, body, Printed.start()) else { return (0, 0) };
    let start = so_far();
    let _ = motion.advance(1.0 / 32.0, STEPS);
    (start, so_far() - start)
}

/// Of each method of the paper.
fn counts() -> [(Curve, (u64, u64)); 8] {
    [
        (AKW, torques(Akw)),
        (SW, torques(SimoWong)),
        (NMB, torques(NewmarkBody)),
        (I, torques(PushedLieMidpoint::Implicit)),
        (E, torques(PushedLieMidpoint::Explicit)),
        (E1, torques(PushedLieMidpoint::KickLast)),
        (E2, torques(PushedLieMidpoint::KickFirst)),
        (EA, torques(Kicked(Twice(LieMidpoint)))),
    ]
}

/// Section 1: explicit in the torque.
pub(super) fn evaluations(_: &Effort) -> Outcome {
    let counts = counts();
    let mut explicit = counts.iter().filter(|(curve, _)| [E, E1, E2, EA].contains(curve));
    let told: Vec<String> = explicit
        .clone()
        .map(|(curve, (start, steps))| format!("{} {start} + {steps}", curve.label))
        .collect();
    let implicit = counts.iter().filter(|(curve, _)| [I, AKW].contains(curve)).collect::<Vec<_>>();
    let asked: Vec<String> =
        implicit.iter().map(|(curve, (_, steps))| format!("{} {steps}", curve.label)).collect();
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

fn table(counts: &[(Curve, (u64, u64))]) -> Table {
    Table {
        title: "Evaluations of the torque, wall as printed, h = 1/32".into(),
        corner: "method".into(),
        columns: vec!["at the start".into(), format!("in {STEPS} steps")],
        rows: counts
            .iter()
            .map(|(curve, (start, steps))| Row {
                name: curve.label.into(),
                cells: [start, steps].map(|n| Some(Cell::ours(Value::Count(*n)))).to_vec(),
            })
            .collect(),
    }
}
