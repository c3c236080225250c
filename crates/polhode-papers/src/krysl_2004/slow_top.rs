//! Figures 5, 6 and 11: the slow top.

use super::convergence::{Asked, Study, orders};
use super::curves::{AKW, E, E1, E2, EA, I, NMB, PUSHED, SW};
use super::problems::EndErrors;
use super::problems::PaperProblem::Slow;
use crate::Effort;
use crate::laboratory::{each, exponent};
use crate::outcome::{Cell, CellValue, Claim, Outcome, ResultTable, Row};
use polhode_lab::figure::{Figure, Mark, Panel, PlotAxis, PlotSeries};
use polhode_lab::listed::Listed;

/// Figure 5.
pub(super) fn momenta(_: &Effort) -> Outcome {
    let momenta = Slow.history(I.method, 1.0 / 16.0, 320, |s| s.spatial_momentum().to_array());
    let first = momenta[0].1;
    let lost = momenta.iter().map(|(_, pi)| (pi[2] - first[2]).abs()).fold(0.0, f64::max);
    let others = momenta.iter().map(|(_, pi)| pi[0].abs().max(pi[1].abs())).fold(0.0, f64::max);
    let series = |i: usize| PlotSeries {
        label: format!("pi_{}", i + 1),
        mark: [Mark::Circles, Mark::Squares, Mark::Line][i],
        colour: [0, 1, 6][i],
        points: momenta.iter().map(|(t, pi)| (*t, pi[i])).listed(),
    };
    Outcome {
        claims: vec![Claim::new(
            "The component of the momentum in the direction of gravity is conserved",
            lost < 1e-12,
            format!("it changes by {lost:.1e}, while the others reach {others:.1}"),
        )],
        figures: vec![Figure {
            title: "Figure 5".into(),
            caption: "The slow top by LIEMID[I] with h = 1/16: spatial angular momentum.".into(),
            panels: vec![Panel {
                title: "spatial angular momentum".into(),
                x: PlotAxis::linear("time"),
                y: PlotAxis::linear("component"),
                series: (0..3).map(series).listed(),
                equal: false,
            }],
        }],
        ..Outcome::default()
    }
}

/// Figures 6 and 11.
pub(super) fn convergence(effort: &Effort) -> Outcome {
    // h = 1/4 to 2^-11
    let steps: Vec<u64> = (2..=11).map(|k| 20 << k).listed();
    let study = Study::new(effort, Slow, &PUSHED, &steps);
    let [coarse, fine] = [2560, 20_480];
    let late: Vec<u64> =
        [13, 15, 17, 19].into_iter().take(effort.pick(3, 4)).map(|k| 20 << k).listed();
    let explicit = each(effort, &late, |n| Slow.errors(E.method, *n).attitude);
    let mut asked: Vec<Asked> =
        [AKW, SW, NMB, I, EA].map(|curve| (curve, [81_920, 163_840], None)).to_vec();
    asked.extend([E1, E2].map(|curve| (curve, [655_360, 1_310_720], None)));
    if !effort.is_quick() {
        asked.push((E, [5_242_880, 10_485_760], None));
    }
    let orders = orders(effort, Slow, &asked);
    let reference = Slow.errors(EA.method, 200_000);
    Outcome {
        tables: vec![
            study.table(&[160, 640, coarse, fine]),
            orders,
            slow_convergence(&late, &explicit),
        ],
        claims: claims(&study, coarse, fine, &explicit),
        figures: vec![study.figure(
            "Figures 6 and 11",
            "The slow top: errors at t = 20 over the step, momentum left and attitude right. Figure 6 \
             is this without LIEMID[EA].",
        )],
        reduced: effort
            .is_quick()
            .then(|| "the order of LIEMID[E], which shows below h = 2^-17 only".into())
            .into_iter()
            .listed(),
        notes: vec![format!(
            "The paper takes a run with h = 0.0001 for the truth; LIEMID[EA] with that step errs by \
             {:.1e} and {:.1e}.",
            reference.attitude, reference.momentum
        )],
    }
}

fn slow_convergence(steps: &[u64], errors: &[f64]) -> ResultTable {
    let number = |x: &f64| Some(Cell::ours(CellValue::Number((x * 1e4).round() / 1e4)));
    ResultTable {
        title: "LIEMID[E] on the slow top: errors of the attitude".into(),
        corner: "method".into(),
        columns: steps.iter().map(|n| format!("h = 1/{}", n / 20)).listed(),
        rows: vec![Row { name: E.label.into(), cells: errors.iter().map(number).listed() }],
    }
}

/// The error of the attitude or that of the momentum.
type Part = fn(&EndErrors) -> f64;

fn claims(study: &Study, coarse: u64, fine: u64, explicit: &[f64]) -> Vec<Claim> {
    let at = |curve| study.at(curve, coarse);
    let others = [AKW, SW, NMB, I, E, E1, E2];
    let least = |n: u64, of: Part| {
        others.iter().map(|curve| of(&study.at(*curve, n))).fold(f64::INFINITY, f64::min)
    };
    let (turned, pushed): (Part, Part) = (|e| e.attitude, |e| e.momentum);
    let gain = |n, of: Part| least(n, of) / of(&study.at(EA, n));
    let slope = |curve, from: u64, to: u64| {
        exponent(
            &[from, to].map(|n| (20.0 / super::problems::count(n), study.at(curve, n).attitude)),
        )
    };
    let early = [E1, E2].map(|curve| slope(curve, 640, coarse));
    let late = [E1, E2].map(|curve| slope(curve, fine, 2 * fine));
    let plotted = [160, 640, coarse, fine].map(|n| study.at(E, n).attitude);
    let best = plotted.into_iter().fold(f64::INFINITY, f64::min);
    vec![
        Claim::new(
            "LIEMID[E] does not converge at all (in the range of the figure)",
            best > 0.3,
            format!("its attitude error is never below {best:.2} for h = 1/8 to 1/1024"),
        ),
        Claim::new(
            "LIEMID[E] does not converge at all (with smaller steps)",
            explicit[0] < 4.0 * explicit[2],
            format!(
                "from h = 2^-13 to 2^-17 its attitude error falls from {:.2} to {:.3}",
                explicit[0], explicit[2]
            ),
        )
        .refuted("it is of first order with a very large constant"),
        Claim::new(
            "The relative accuracy of LIEMID[I] is excellent",
            at(I).attitude < at(AKW).attitude && at(I).attitude < at(SW).attitude,
            format!(
                "at h = 1/128 its attitude error is {:.1e}; AKW {:.1e}, SW {:.1e}, NMB {:.1e}",
                at(I).attitude,
                at(AKW).attitude,
                at(SW).attitude,
                at(NMB).attitude
            ),
        ),
        Claim::new(
            "E1 and E2 are excellent at larger steps and lose their order at smaller ones: their \
             rate is linear in the end",
            early.iter().all(|p| *p > 1.9) && late.iter().all(|p| *p < 1.8),
            format!(
                "slopes of the attitude error {:.2} and {:.2} between h = 1/32 and 1/128, {:.2} and \
                 {:.2} between 1/1024 and 1/2048, and 1 below (table)",
                early[0], early[1], late[0], late[1]
            ),
        ),
        Claim::new(
            "LIEMID[EA] is clearly the most accurate overall: momentum",
            gain(coarse, pushed) > 1.5 && gain(fine, pushed) > 1.5,
            format!(
                "at h = 1/128 and 1/1024 its error is {:.1} and {:.1} times smaller than the least of \
                 the others",
                gain(coarse, pushed),
                gain(fine, pushed)
            ),
        ),
        Claim::new(
            "LIEMID[EA] is clearly the most accurate overall: attitude",
            gain(coarse, turned) > 1.5,
            format!(
                "at h = 1/128 the least error of the others, that of NMB, is {:.2} times that of \
                 LIEMID[EA]",
                gain(coarse, turned)
            ),
        )
        .refuted("NMB is as accurate in the attitude, and even a little more"),
    ]
}
