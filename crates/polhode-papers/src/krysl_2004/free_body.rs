//! Figures 1 to 4: the free body.

use super::convergence::{Study, orders};
use super::curves::{AKW, DMV, FREE, HALVES, LIEMID, NMB, SW};
use super::history::{fifths, spread};
use super::problems::Problem::Free;
use crate::Effort;
use crate::laboratory::each;
use crate::outcome::{Cell, Claim, Outcome, Row, Table, Value};
use polhode::Rotation;
use polhode_lab::figure::{Axis, Figure, Mark, Panel, PlotSeries};
use polhode_lab::listed::Listed;

const TIME: f64 = 100.0;
const STEPS: [f64; 3] = [4.0, 2.0, 1.0];
/// As a thick line in Figure 3.
const FINE: f64 = 1.0 / 16.0;

/// What LIEMID does with one step.
struct FreeBodyCase {
    h: f64,
    energies: Vec<(f64, f64)>,
    attitudes: Vec<(f64, Rotation<f64>)>,
    rates: Vec<(f64, [f64; 3])>,
}

impl FreeBodyCase {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "small and positive"
    )]
    fn new(h: f64) -> Self {
        let steps = (TIME / h).round() as u64;
        let states = Free.history(LIEMID.method, h, steps, |state| *state);
        Self {
            h,
            energies: states.iter().map(|(t, state)| (*t, Free.energy(state))).listed(),
            attitudes: states.iter().map(|(t, state)| (*t, state.attitude)).listed(),
            rates: states.iter().map(|(t, state)| (*t, Free.rates(state).to_array())).listed(),
        }
    }
    /// The magnitudes of the incremental rotation vectors, in degrees. The quaternion of a step is
    /// that of half the angle, so more than half a turn is told apart from less.
    fn angles(&self) -> Vec<(f64, f64)> {
        let angle = |pair: &[(f64, Rotation<f64>)]| {
            let turn = pair[0].1.inverse() * pair[1].1;
            (pair[1].0, 2.0 * turn.vector().norm().atan2(turn.w).to_degrees())
        };
        self.attitudes.windows(2).map(angle).listed()
    }
    fn name(&self) -> String {
        format!("h = {}", self.h)
    }
}

/// When the second rate first passes zero.
fn crossing(motion: &FreeBodyCase) -> f64 {
    let passes = |pair: &&[(f64, [f64; 3])]| pair[0].1[1] > 0.0 && pair[1].1[1] <= 0.0;
    motion.rates.windows(2).find(passes).map_or(f64::NAN, |pair| {
        let ((t, a), (u, b)) = (pair[0], pair[1]);
        t + (u - t) * a[1] / (a[1] - b[1])
    })
}

/// The least and the largest.
fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)))
}

/// Figures 1 to 3.
pub(super) fn large_steps(effort: &Effort) -> Outcome {
    let motions = each(effort, &[4.0, 2.0, 1.0, FINE], |h| FreeBodyCase::new(*h));
    let long = effort.pick(20_000, 100_000);
    let drifts = each(effort, &STEPS, |h| {
        fifths(&Free.energy_errors(LIEMID.method, *h, long)).map(|fifth| fifth.most)
    });
    let worst = drifts.iter().map(|fifths| spread(*fifths)).fold(0.0, f64::max);
    let amplitude = |motion: &FreeBodyCase, i: usize| {
        let (low, high) = range(motion.rates.iter().map(|(_, rates)| rates[i]));
        high - low
    };
    let fine = &motions[3];
    let amplitudes = motions[..3]
        .iter()
        .map(|motion| [0, 1, 2].map(|i| amplitude(motion, i) / amplitude(fine, i)));
    let (smallest, largest) = range(amplitudes.flatten());
    let (low, _) = range(motions[2].angles().into_iter().map(|(_, a)| a));
    let (_, high) = range(motions[0].angles().into_iter().map(|(_, a)| a));
    let energies: Vec<(f64, f64)> =
        motions.iter().map(|motion| range(motion.energies.iter().map(|(_, e)| *e))).listed();
    Outcome {
        tables: vec![ranges(&motions)],
        claims: vec![
            Claim::new(
                "The kinetic energy is not conserved, and oscillates with unchanging amplitude and \
                 without drift",
                worst < 0.01 && energies.iter().all(|(low, high)| high > low),
                format!(
                    "the largest errors in the fifths of {long} steps of 4, 2 and 1 differ by at most \
                     {:.1e} of themselves",
                    worst
                ),
            ),
            Claim::new(
                "The time steps are quite large",
                low > 45.0,
                format!("the body turns by {low:.1} to {high:.1} degrees in a step"),
            ),
            Claim::new(
                "The qualitative character of the body rates is well preserved even for large steps",
                smallest > 0.75 && largest < 1.2,
                format!(
                    "with h = 4, 2, 1 the components swing {smallest:.2} to {largest:.2} times as far as \
                     with h = 1/16; the second passes zero at t = {:.1}, {:.1}, {:.1}, for {:.1}: the \
                     largest step is slow, and the phase is lost",
                    crossing(&motions[0]),
                    crossing(&motions[1]),
                    crossing(&motions[2]),
                    crossing(fine)
                ),
            ),
        ],
        figures: figures(&motions),
        reduced: effort
            .is_quick()
            .then(|| "20000 instead of 100000 steps to see a drift".into())
            .into_iter()
            .listed(),
        ..Outcome::default()
    }
}

fn ranges(motions: &[FreeBodyCase]) -> Table {
    let number = |x: f64, digits: i32| {
        let scale = 10f64.powi(digits);
        Some(Cell::ours(Value::Number((x * scale).round() / scale)))
    };
    let exact = Free.energy(&Free.start());
    let rows = motions.iter().map(|motion| {
        let energies = range(motion.energies.iter().map(|(_, e)| *e));
        let angles = range(motion.angles().into_iter().map(|(_, angle)| angle));
        let cells = vec![
            number(energies.0, 6),
            number(energies.1, 6),
            number(angles.0, 1),
            number(angles.1, 1),
        ];
        Row { name: motion.name(), cells }
    });
    Table {
        title: format!("LIEMID until t = 100; the exact energy is {exact:.6}"),
        corner: "step".into(),
        columns: [
            "least energy",
            "largest energy",
            "least turn (degrees)",
            "largest turn (degrees)",
        ]
        .map(String::from)
        .to_vec(),
        rows: rows.listed(),
    }
}

fn figures(motions: &[FreeBodyCase]) -> Vec<Figure> {
    let marks = [Mark::Circles, Mark::Squares, Mark::Triangles];
    let series = |k: usize, points: Vec<(f64, f64)>| PlotSeries {
        label: motions[k].name(),
        mark: *marks.get(k).unwrap_or(&Mark::Line),
        colour: if k == 3 { 6 } else { k },
        points,
    };
    let panel = |title: &str, label: &str, series: Vec<PlotSeries>| Panel {
        title: title.into(),
        x: Axis::linear("time"),
        y: Axis::linear(label),
        series,
        equal: false,
    };
    let energies = (0..3).map(|k| series(k, motions[k].energies.clone())).listed();
    let angles = (0..3).map(|k| series(k, motions[k].angles())).listed();
    let rates = |i: usize| {
        let points = |motion: &FreeBodyCase| {
            motion.rates.iter().filter(|(t, _)| *t <= 40.0).map(|(t, r)| (*t, r[i])).listed()
        };
        let all = [3, 0, 1, 2].map(|k| series(k, points(&motions[k])));
        panel(&format!("Omega_{}", i + 1), "rate", all.to_vec())
    };
    vec![
        Figure {
            title: "Figures 1 and 2".into(),
            caption:
                "LIEMID on the free body: kinetic energy, and the magnitude of the incremental \
                      rotation vector, for steps of 4, 2 and 1."
                    .into(),
            panels: vec![
                panel("Figure 1: kinetic energy", "energy", energies),
                panel("Figure 2: turn of a step", "degrees", angles),
            ],
        },
        Figure {
            title: "Figure 3".into(),
            caption: "Body rates by LIEMID for steps of 4, 2, 1 and 1/16 (thick).".into(),
            panels: (0..3).map(rates).listed(),
        },
    ]
}

/// Figure 4.
pub(super) fn convergence(effort: &Effort) -> Outcome {
    // h = 4 to 2^-8; 2^3 does not divide 100.
    let steps: Vec<u64> = (0..=10).map(|k| 25 << k).listed();
    let study = Study::new(effort, Free, &FREE, &steps);
    let (coarse, fine) = (800, 12_800);
    let ratio = |of: super::curves::Curve, n| {
        let (one, other) = (study.at(LIEMID, n), study.at(of, n));
        (one.attitude / other.attitude, one.momentum / other.momentum)
    };
    let (newmark, midpoint) = (ratio(NMB, coarse), ratio(AKW, coarse));
    let halves = study.at(HALVES, coarse).attitude / study.at(NMB, coarse).attitude;
    let orders = orders(effort, Free, &FREE.map(|curve| (curve, [fine, 2 * fine], None)));
    let reference = Free.errors(LIEMID.method, 100_000);
    let pi = |curve: super::curves::Curve| {
        let first = Free.start().spatial_momentum();
        let lost =
            Free.history(curve.method, 0.125, 800, |s| (s.spatial_momentum() - first).norm());
        lost.into_iter().map(|(_, lost)| lost).fold(0.0, f64::max)
    };
    let kept = [LIEMID, HALVES, AKW, SW, DMV].map(pi).into_iter().fold(0.0, f64::max);
    let newmark_lost = pi(NMB);
    Outcome {
        tables: vec![study.table(&[50, 200, 800, fine]), orders],
        claims: vec![
            Claim::new(
                "LIEMID is on a par with NMB, the best explicit method of second order",
                newmark.0 < 3.0 && newmark.1 < 3.0,
                format!(
                    "at h = 1/8 the errors of LIEMID are {:.1} (attitude) and {:.1} (momentum) times \
                     those of NMB",
                    newmark.0, newmark.1
                ),
            )
            .refuted(format!(
                "NMB is the more accurate one at equal steps; two half steps of LIEMID, that is \
                 LIEMID[EA], come near it ({halves:.1} times its attitude error)"
            )),
            Claim::new(
                "AKW is more accurate than LIEMID in the body momentum, and lags significantly behind \
                 in the attitude",
                midpoint.1 > 1.0 && midpoint.0 < 0.2,
                format!(
                    "at h = 1/8 its momentum error is {:.0} times smaller, its attitude error {:.0} \
                     times larger",
                    midpoint.1,
                    1.0 / midpoint.0
                ),
            ),
            Claim::new(
                "In the momentum AKW is more accurate marginally",
                midpoint.1 < 2.0,
                format!("{:.0} times", midpoint.1),
            )
            .refuted("it is by a factor, at every step in the range of second order"),
            Claim::new(
                "LIEMID conserves the spatial momentum of a free body (sections 2 and 3.4)",
                kept < 1e-12 && newmark_lost > 1e-5,
                format!(
                    "at h = 1/8 it changes by at most {kept:.1e} with LIEMID, AKW, SW and DMV, and by \
                     {newmark_lost:.1e} with NMB"
                ),
            ),
        ],
        figures: vec![study.figure(
            "Figure 4",
            "The free body: errors at t = 100 over the step, momentum left and attitude right. The \
             dashed line, two half steps of LIEMID, is added; LS is not drawn.",
        )],
        notes: vec![
            "LS is missing: which member of the energy-momentum family Lewis and Simo chose is not in \
             the paper."
                .into(),
            format!(
                "The paper takes a run with h = 0.001 for the truth; LIEMID with that step errs by \
                 {:.1e} and {:.1e}, which is below all of its curves. Here the truth has 25 digits.",
                reference.attitude, reference.momentum
            ),
        ],
        ..Outcome::default()
    }
}
