//! Figures 7, 8 and 12: the energies of the tops.

use super::curves::{AKW, Curve, E, E1, E2, EA, I, NMB, PUSHED, SW};
use super::history::{fifths, part, spread};
use super::problems::Problem::{self, Fast, Slow};
use crate::Effort;
use crate::laboratory::{each, exponent};
use crate::outcome::{Cell, Claim, Outcome, Row, Table, Value};
use polhode::{State, Vec3};
use polhode_lab::figure::{Axis, Figure, Panel, PlotSeries};
use polhode_lab::listed::Listed;

/// The errors of the energy by one method, over time.
pub(super) type Errors = Vec<(f64, f64)>;

fn series(curve: Curve, points: Errors) -> PlotSeries {
    PlotSeries { label: curve.label.into(), mark: curve.mark, colour: curve.colour, points }
}

pub(super) fn panel(title: &str, label: &str, series: Vec<PlotSeries>) -> Panel {
    Panel {
        title: title.into(),
        x: Axis::linear("time"),
        y: Axis::linear(label),
        series,
        equal: false,
    }
}

/// Largest errors of the energy in the fifths of a long run.
fn parts(problem: Problem, curve: Curve, h: f64, steps: u64) -> [f64; 5] {
    fifths(&problem.energy_errors(curve.method, h, steps)).map(|part| part.most)
}

pub(super) fn parts_table(title: String, rows: &[(String, [f64; 5])]) -> Table {
    let cell = |x: f64| Some(Cell::ours(Value::Word(format!("{x:.2e}"))));
    Table {
        title,
        corner: "method".into(),
        columns: ["first", "second", "third", "fourth", "last"]
            .map(|fifth| format!("{fifth} fifth"))
            .to_vec(),
        rows: rows
            .iter()
            .map(|(name, parts)| Row { name: name.clone(), cells: parts.map(cell).to_vec() })
            .listed(),
    }
}

/// Figures 7 and 12.
pub(super) fn slow(effort: &Effort) -> Outcome {
    const H: f64 = 0.125;
    let curves = [I, E1, E2, EA];
    let errors = each(effort, &curves, |curve| Slow.energy_errors(curve.method, H, 160));
    let most = [0, 1, 2, 3].map(|k: usize| part(&errors[k]).most);
    let long = effort.pick(16_000, 160_000);
    let drifts = each(effort, &curves, |curve| parts(Slow, *curve, H, long));
    let rows: Vec<_> =
        curves.iter().zip(&drifts).map(|(curve, parts)| (curve.label.into(), *parts)).listed();
    let worst = drifts.iter().map(|parts| spread(*parts)).fold(0.0, f64::max);
    let sum: Errors =
        errors[1].iter().zip(&errors[2]).map(|(a, b)| (a.0, (a.1 + b.1) / 2.0)).listed();
    let explicit = Slow.energy_errors(E.method, H, 160);
    let growth: Errors = explicit.iter().copied().filter(|(t, _)| *t >= 1.0).listed();
    let lines = |count: usize| {
        let order = [0, 1, 2, 3].into_iter().take(count);
        order.map(|k| series(curves[k], errors[k].clone())).listed()
    };
    Outcome {
        tables: vec![parts_table(
            format!("Slow top, h = 1/8: largest error of the energy in the fifths of {long} steps"),
            &rows,
        )],
        claims: slow_claims(most, worst, part(&sum).most, &growth),
        figures: vec![Figure {
            title: "Figures 7 and 12".into(),
            caption: "The slow top with h = 1/8: error of the Hamiltonian, without and with \
                      LIEMID[EA]. The Hamiltonian of LIEMID[E] grows and is not drawn."
                .into(),
            panels: vec![
                panel("Figure 7", "error of the energy", lines(3)),
                panel("Figure 12", "error of the energy", lines(4)),
            ],
        }],
        reduced: effort
            .is_quick()
            .then(|| "16000 instead of 160000 steps to see a drift".into())
            .into_iter()
            .listed(),
        notes: vec![
            "Potential 20 R33, which belongs to the printed torque; with the printed Mlg of 9.81 sqrt \
             3/2 the energy would not be constant."
                .into(),
        ],
    }
}

fn slow_claims(
    [i, e1, e2, ea]: [f64; 4],
    worst: f64,
    rest: f64,
    growth: &[(f64, f64)],
) -> Vec<Claim> {
    let (straight, exponent) = (correlation(growth), exponent(growth));
    let end = growth.last().map_or(0.0, |(_, error)| *error);
    vec![
        Claim::new(
            "The Hamiltonians of I, E1 and E2 are periodic (and so apparently symplectic)",
            worst < 0.1,
            format!(
                "the largest errors in the fifths of the long run differ by at most {:.1} %; that is \
                 what any symmetric method does on a regular motion, see the structure of one step",
                100.0 * worst
            ),
        ),
        Claim::new(
            "That of LIEMID[E] grows linearly",
            end > 10.0 * e1 && straight > 0.98,
            format!(
                "it is off by {end:.0} at t = 20; its correlation with the time is {straight:.3} (as a \
                 power of the time, which weighs the first fall more, t^{exponent:.1})"
            ),
        ),
        Claim::new(
            "The errors of E1 and E2 cancel, not quite perfectly",
            rest < 0.3 * e1.max(e2),
            format!("at most {e1:.2} and {e2:.2}, of their mean {rest:.2}"),
        ),
        Claim::new(
            "The error of EA is substantially less than that of its parts",
            ea < 0.2 * e1.min(e2),
            format!("{ea:.3}"),
        ),
        Claim::new(
            "It is much lower than that of the fully implicit LIEMID[I]",
            ea < 0.2 * i,
            format!("{ea:.3} for {i:.2}"),
        ),
    ]
}

/// How straight a line is: 1 if it is one that rises.
fn correlation(points: &[(f64, f64)]) -> f64 {
    let n = super::problems::count(points.len() as u64);
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / n;
    let (x, y) = (mean(|p| p.0), mean(|p| p.1));
    let sum =
        |of: &dyn Fn(f64, f64) -> f64| points.iter().map(|p| of(p.0 - x, p.1 - y)).sum::<f64>();
    sum(&|x, y| x * y) / (sum(&|x, _| x * x) * sum(&|_, y| y * y)).sqrt()
}

/// Figure 8.
pub(super) fn fast(effort: &Effort) -> Outcome {
    const H: f64 = 0.0125;
    let errors = each(effort, &PUSHED, |curve| Fast.energy_errors(curve.method, H, 800));
    let most: Vec<f64> = errors.iter().map(|errors| part(errors).most).listed();
    let of =
        |curve: Curve| PUSHED.iter().position(|one| *one == curve).map_or(f64::NAN, |k| most[k]);
    let long = effort.pick(16_000, 160_000);
    let kept = [AKW, NMB, I, E1, E2, EA];
    let drifts = each(effort, &kept, |curve| parts(Fast, *curve, H, long));
    let worst = drifts[1..].iter().map(|parts| spread(*parts)).fold(0.0, f64::max);
    let rows: Vec<_> =
        kept.iter().zip(&drifts).map(|(curve, parts)| (curve.label.into(), *parts)).listed();
    let smaller = each(effort, &[I, E1, E2], |curve| {
        part(&Fast.energy_errors(curve.method, H / 4.0, 3200)).most
    });
    let near = 0.012;
    let all = PUSHED.iter().zip(&errors).map(|(curve, errors)| series(*curve, errors.clone()));
    let zoomed = PUSHED.iter().zip(&errors).filter(|(curve, _)| **curve != E && **curve != SW);
    let zoomed = zoomed.map(|(curve, errors)| {
        let seen = errors.iter().copied().filter(|(t, error)| *t <= 2.0 && error.abs() < near);
        series(*curve, seen.listed())
    });
    let right = panel("zoom", "error of the energy", zoomed.listed());
    Outcome {
        tables: vec![parts_table(
            format!(
                "Fast top, h = 1/80: largest error of the energy in the fifths of {long} steps"
            ),
            &rows,
        )],
        claims: vec![
            conserved(),
            printed_weight(),
            Claim::new(
                "LIEMID[E] and SW display a distinct non-conservation of the energy",
                of(E) > 1.0 && of(SW) > 1.0,
                format!("until t = 10 they are off by {:.2} and {:.2}", of(E), of(SW)),
            ),
            Claim::new(
                "NMB, E1, E2, EA and I are essentially periodic with no drift",
                worst < 0.25,
                format!(
                    "the largest errors in the fifths of {long} steps differ by at most {:.1} %",
                    100.0 * worst
                ),
            ),
            Claim::new(
                "The error of I is larger than those of the explicit variants, linear and quadratic",
                of(I) > of(E1) && of(I) > of(E2) && of(I) > of(EA),
                format!(
                    "with h = 1/80: I {:.1e}, E1 {:.1e}, E2 {:.1e}, EA {:.1e}. With h = 1/320 no \
                     more: I {:.1e}, E1 {:.1e}, E2 {:.1e}",
                    of(I),
                    of(E1),
                    of(E2),
                    of(EA),
                    smaller[0],
                    smaller[1],
                    smaller[2]
                ),
            ),
        ],
        figures: vec![Figure {
            title: "Figure 8".into(),
            caption: "The fast top with h = 1/80: error of the Hamiltonian of all methods, and of \
                      those that keep it, near the axis. The paper does not say its step."
                .into(),
            panels: vec![panel("all", "error of the energy", all.listed()), right],
        }],
        reduced: effort
            .is_quick()
            .then(|| "16000 instead of 160000 steps to see a drift".into())
            .into_iter()
            .listed(),
        notes: vec![format!(
            "AKW keeps the energy of the tops to rounding ({:.0e}), which the paper does not mention.",
            of(AKW)
        )],
    }
}

/// How far a quantity of the fast top goes from its start until t = 10, by Taylor series.
fn change(of: impl Fn(&State<f64>) -> f64) -> f64 {
    let first = of(&Fast.start());
    part(&Fast.history("taylor", 0.05, 200, |state| of(state) - first)).most
}

fn conserved() -> Claim {
    let changes = [
        change(|state| Fast.energy(state)),
        change(|state| state.momentum.z),
        change(|state| state.spatial_momentum().z),
        change(|state| state.attitude.apply_inverse(Vec3::from_f64([0.0, 0.0, 1.0])).norm()),
    ];
    Claim::new(
        "The symmetric top conserves the Hamiltonian, the projections of the momentum on its axis and \
         on gravity, and the length of gravity in the body frame",
        changes.iter().all(|change| *change < 1e-10),
        format!(
            "by Taylor series they change by {}",
            changes.map(|c| format!("{c:.0e}")).join(", ")
        ),
    )
}

/// With gamma downwards, as the text has it, and upwards.
fn printed_weight() -> Claim {
    let weight = 3f64.sqrt() / 2.0 * 9.81;
    let height = |state: &State<f64>| state.attitude.to_matrix().z.z;
    let energy =
        |state: &State<f64>, weight: f64| Fast.energy(state) + (weight - 20.0) * height(state);
    let (up, down) = (change(|s| energy(s, weight)), change(|s| energy(s, -weight)));
    Claim::new(
        "The weight in the Hamiltonian is Mlg = 9.81 sqrt 3/2",
        up.min(down) < 1e-10,
        format!(
            "with it the energy of the exact motion changes by {up:.2} (or {down:.2} with the other \
             sign), with 20 by rounding"
        ),
    )
    .refuted("the torque -20 R e3 x e3 has the potential 20 R33")
}
