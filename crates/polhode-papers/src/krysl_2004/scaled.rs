//! Figures 10 and 13: the error of EA's energy over h^2.

use super::curves::EA;
use super::hamiltonians::{EnergyHistory, panel, parts_table};
use super::history::{fifths, part, spread};
use super::problems::PaperProblem::{self, Fast, Slow};
use crate::Effort;
use crate::laboratory::each;
use crate::outcome::{Claim, Outcome};
use polhode_lab::figure::{Figure, PlotSeries};
use polhode_lab::listed::Listed;

/// Figure 13.
pub(super) fn slow(effort: &Effort) -> Outcome {
    let all = [(8.0, 1), (16.0, 2), (32.0, 4)];
    scaled(effort, Slow, &all, 160, effort.pick(16_000, 160_000), "Figure 13")
}

/// Figure 10.
pub(super) fn fast(effort: &Effort) -> Outcome {
    // 90 times the interval of 10
    let all = [(80.0, 1), (160.0, 2), (320.0, 4)];
    scaled(effort, Fast, &all, 72_000, 72_000, "Figure 10")
}

/// EA's error of the energy over h^2 for steps 1/n; so many of the largest are drawn and looked at.
fn scaled(
    effort: &Effort,
    problem: PaperProblem,
    all: &[(f64, u64)],
    drawn: u64,
    long: u64,
    name: &str,
) -> Outcome {
    let runs = each(effort, all, |(n, more)| {
        let errors = problem.energy_errors(EA.method, 1.0 / n, long * more);
        errors.into_iter().map(|(t, error)| (t, error * n * n)).collect::<EnergyHistory>()
    });
    let most: Vec<f64> = runs.iter().map(|run| part(run).most).listed();
    let same = most.iter().copied().fold(0.0, f64::max)
        / most.iter().copied().fold(f64::INFINITY, f64::min)
        - 1.0;
    let drift = |run: &EnergyHistory| {
        let fifths = fifths(run);
        (fifths[4].mean - fifths[0].mean).abs() / part(run).most
    };
    let moved = runs.iter().map(drift).fold(0.0, f64::max);
    let changed =
        runs.iter().map(|run| spread(fifths(run).map(|part| part.most))).fold(0.0, f64::max);
    let end = super::problems::count(drawn) / all[0].0;
    let rows: Vec<_> = all
        .iter()
        .zip(&runs)
        .map(|((n, _), run)| (format!("h = 1/{n}"), fifths(run).map(|part| part.most)))
        .listed();
    let panels = all.iter().zip(&runs).map(|((n, _), run)| {
        let points: EnergyHistory = run.iter().copied().filter(|(t, _)| *t <= end).listed();
        let (points, colour) =
            if drawn > 1000 { (envelope(&points), 4) } else { (points, EA.colour) };
        let series = PlotSeries { label: String::new(), mark: EA.mark, colour, points };
        panel(&format!("h = 1/{n}"), "error of the energy / h^2", vec![series])
    });
    Outcome {
        tables: vec![parts_table(
            format!(
                "{}: largest error of the energy over h^2 in the fifths of {long} steps and as long \
                 with the smaller ones",
                problem.title()
            ),
            &rows,
        )],
        claims: vec![
            Claim::new(
                "The curves for different steps have roughly the same amplitude: second order",
                same < 0.1,
                format!(
                    "largest error over h^2: {}",
                    most.iter().map(|x| format!("{x:.3}")).listed().join(", ")
                ),
            ),
            Claim::new(
                "There is no perceivable drift",
                moved < 0.02,
                format!(
                    "the mean of the last fifth is off that of the first by {:.2} % of the largest error",
                    100.0 * moved
                ),
            ),
            Claim::new(
                "There is no change in amplitude",
                changed < 0.1,
                format!("the largest errors of the fifths differ by {:.2} %", 100.0 * changed),
            ),
        ],
        figures: vec![Figure {
            title: name.into(),
            caption: format!(
                "LIEMID[EA] on the {}: error of the Hamiltonian over h^2.",
                problem.title()
            ),
            panels: panels.listed(),
        }],
        reduced: (drawn != long && effort.is_quick())
            .then(|| "16000 instead of 160000 steps to see a drift".into())
            .into_iter()
            .listed(),
        ..Outcome::default()
    }
}

/// So many points that a line through them fills a band: the least and the largest of each window.
fn envelope(points: &[(f64, f64)]) -> EnergyHistory {
    const WINDOWS: usize = 700;
    let ends = |window: &[(f64, f64)]| {
        let time = window[0].0;
        let low = window.iter().map(|p| p.1).fold(f64::INFINITY, f64::min);
        let high = window.iter().map(|p| p.1).fold(f64::NEG_INFINITY, f64::max);
        [(time, low), (time, high)]
    };
    points.chunks(points.len().div_ceil(WINDOWS).max(1)).flat_map(ends).listed()
}
