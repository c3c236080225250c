//! Section 4.2, figure 3: work and precision of the heavy top.

use super::problems::{EXACT, MR, SEJ, SEJ4, TOP};
use super::work::{
    ATTITUDE, Curve, EVALUATIONS, MOMENTUM, PlottedMethod, TIME, curves, find, pair, table,
};
use crate::outcome::{Claim, TIMES};
use crate::{Effort, Outcome};
use polhode_lab::figure::{Figure, Mark};

const FIGURE_3: [PlottedMethod; 4] = [
    PlottedMethod::new("MR", MR, Mark::Circles, 0),
    PlottedMethod::new("SEJ", SEJ, Mark::Circles, 2),
    PlottedMethod::new("SEJ4", SEJ4, Mark::Squares, 2),
    PlottedMethod::new("exact", EXACT, Mark::Crosses, 6),
];
const COUNTS: [u64; 8] = [64, 128, 256, 512, 1024, 2048, 4096, 8192];

fn claims(curves: &[Curve]) -> Vec<Claim> {
    let of = ATTITUDE.1;
    let [mr, sej, sej4] = ["MR", "SEJ", "SEJ4"].map(|label| find(curves, label));
    let at_1024 = |curve: &Curve| curve.works[4].attitude;
    let (similar, advantage) = (at_1024(mr) / at_1024(sej), at_1024(sej) / at_1024(sej4));
    let orders = [mr, sej, sej4].map(|curve| (curve.entry.label, curve.part(6..8).order(of)));
    let early = sej4.part(0..5).order(of);
    vec![
        Claim::new(
            "the advantage of SEJ4 is quite clear",
            advantage > 1e4,
            format!("h = 1/1024: the error of SEJ is {advantage:.1e} times that of SEJ4"),
        ),
        Claim::new(
            "MR and SEJ do similarly",
            similar > 1.0 && similar < 4.0,
            format!("h = 1/1024: the error of MR is {similar:.2} times that of SEJ"),
        ),
        Claim::new(
            "all methods have order 2",
            orders.iter().all(|(_, order)| (order - 2.0).abs() < 0.1),
            format!(
                "from h = 1/4096 to 1/8192: {}; down to h = 1/1024 SEJ4 shows {early:.2}, since \
                 the kicks err far less than the drift",
                orders.map(|(label, order)| format!("{label} {order:.2}")).join(", ")
            ),
        ),
    ]
}

pub(super) fn run(effort: &Effort) -> Outcome {
    let experiments = effort.pick(50, 200);
    let curves = curves(effort, &TOP, &FIGURE_3, 1.0, &COUNTS, experiments);
    let at_64 = |label| find(&curves, label).works[0].attitude;
    let mut reduced = Vec::new();
    if effort.is_quick() {
        reduced.push("times are of 50 experiments instead of 200".into());
    }
    Outcome {
        tables: vec![
            table("Error of Q at t = 1 (Frobenius norm)", &curves, ATTITUDE.1),
            table("Error of pi at t = 1 (2-norm, |pi| = 7.9e4)", &curves, MOMENTUM.1),
            table("Microseconds for [0, 1]", &curves, TIME.1),
        ],
        claims: claims(&curves),
        figures: vec![Figure {
            title: "Figure 3".into(),
            caption:
                "The heavy top: error of the attitude at t = 1 against time (as in the paper) \
                      and against evaluations of the torque. The exact drift is added."
                    .into(),
            panels: pair(&curves, EVALUATIONS, ATTITUDE),
        }],
        reduced,
        notes: vec![
            "The paper does not print its steps: here h = 1/64 to 1/8192.".into(),
            format!(
                "The kicks alone, `exact`, err by {:.1e} at h = 1/64; that of SEJ4 is {:.1e}, all \
                 of it from the drift.",
                at_64("exact"),
                at_64("SEJ4")
            ),
            TIMES.into(),
        ],
    }
}
