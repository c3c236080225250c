//! Figures 1 and 2: the energy of free water in single precision.

use super::growth::{ErrorMeasure, GrowthCurve, curve, figure, numbers, panel, table, times};
use super::molecules::{MoleculeSet, Single};
use super::setting::{Turns, random_starts};
use crate::Effort;
use crate::outcome::{Claim, Outcome, Table};
use polhode_lab::figure::{Axis, Figure, Mark};
use polhode_lab::listed::Listed;

const DIVISIONS: [u32; 4] = [8, 16, 32, 64];
const MARKS: [Mark; 4] = [Mark::Circles, Mark::Squares, Mark::Triangles, Mark::Crosses];

const ENERGY: ErrorMeasure = |e| e.energy;

/// The share of starts whose energy has become less.
#[expect(clippy::cast_precision_loss, reason = "starts are few")]
fn losers(course: &GrowthCurve) -> f64 {
    let Some(errors) = course.errors.last() else { return 0.0 };
    errors.iter().filter(|e| e.energy < 0.0).count() as f64 / errors.len() as f64
}

pub(super) fn run(effort: &Effort) -> Outcome {
    let (count, until) = effort.pick((320, 1000), (1000, 1000));
    let starts = random_starts(count);
    let courses: Vec<GrowthCurve> = Turns::ALL
        .into_iter()
        .flat_map(|turns| DIVISIONS.map(|division| MoleculeSet::free(turns, division, &starts)))
        .map(|ensemble| ensemble.course::<Single>(effort, &times(until)))
        .listed();
    let of = |turns, division| {
        let found = courses.iter().find(|c| (c.turns, c.division) == (turns, division));
        found.unwrap_or(&courses[0])
    };
    let mut outcome = Outcome {
        tables: vec![numbers_of(&courses)],
        claims: claims(of),
        figures: vec![drawn(&courses)],
        ..Outcome::default()
    };
    outcome.notes.push(
        "The paper does not say how its existing program makes cosine and sine. Good to rounding, \
         they hardly drift; the rational ones of (5) do what Figure 1 shows. Both are given."
            .into(),
    );
    if effort.is_quick() {
        outcome.reduced.push("320 starts for 1000".into());
    }
    outcome
}

fn numbers_of(courses: &[GrowthCurve]) -> Table {
    let row = |course: &GrowthCurve| {
        let spread = course.last(ENERGY);
        let name = format!("{}, h = P_0/{}", course.turns.label(), course.division);
        let drifts = !spread.is_chance();
        let exponent = if drifts { course.mean_exponent(ENERGY, 0.1) } else { f64::NAN };
        numbers(name, &[spread.mean, spread.error, spread.deviation, exponent, losers(course)])
    };
    table(
        "Relative error of the energy at the end",
        "method",
        &["mean", "error of the mean", "deviation", "exponent of the mean", "share of losers"],
        courses.iter().map(row).listed(),
    )
}

fn claims<'a>(of: impl Fn(Turns, u32) -> &'a GrowthCurve) -> Vec<Claim> {
    let existing = of(Turns::Rational, 64);
    let power = existing.mean_exponent(ENERGY, 0.1);
    let loss = |division| of(Turns::Rational, division).last(ENERGY).mean;
    let spread = |division| of(Turns::Shears, division).last(ENERGY);
    let [d8, d16, d32, d64] = DIVISIONS.map(|division| spread(division).deviation);
    vec![
        Claim::new(
            "Figure 1: the energy decreases linearly",
            loss(64) < 0.0 && (0.95..1.05).contains(&power),
            format!(
                "rational form, h = P_0/64: {} at the end, exponent {power:.3}",
                existing.last(ENERGY).text()
            ),
        ),
        Claim::new(
            "Figure 1: the smaller the step, the larger the error",
            loss(64) < 3.0 * loss(32) && loss(32) < 3.0 * loss(16),
            format!(
                "rational form: {:.1e}, {:.1e}, {:.1e} for h = P_0/16, P_0/32, P_0/64",
                loss(16),
                loss(32),
                loss(64)
            ),
        ),
        Claim::new(
            "Figure 1: the loss does not depend on the start",
            losers(existing) > 0.9,
            format!(
                "rational form, h = P_0/64: {:.0} % of the starts lose energy, deviation {:.1e}",
                100.0 * losers(existing),
                existing.last(ENERGY).deviation
            ),
        ),
        Claim::new(
            "Figure 2: the new integrator keeps the energy",
            DIVISIONS.iter().all(|&division| spread(division).is_chance()),
            format!(
                "means {}, {}, {}, {}",
                spread(8).text(),
                spread(16).text(),
                spread(32).text(),
                spread(64).text()
            ),
        ),
        Claim::new(
            "Figure 2: its deviation becomes less with the step, as truncation errors do",
            d16 < d8 / 3.0 && d32 < d16 / 3.0 && d64 < d32 / 2.5,
            format!("deviations {d8:.1e}, {d16:.1e}, {d32:.1e}, {d64:.1e} for h = P_0/8 to P_0/64"),
        ),
    ]
}

fn drawn(courses: &[GrowthCurve]) -> Figure {
    let panels = Turns::ALL.map(|turns| {
        let which = if turns == Turns::Shears { "Figure 2" } else { "Figure 1" };
        let mine = courses.iter().filter(|course| course.turns == turns);
        let series = mine.enumerate().map(|(i, course)| {
            let label = format!("P_0/{}", course.division);
            curve(label, MARKS[i], i, course.even_means(ENERGY))
        });
        panel(
            format!("{which}: {}", turns.label()),
            Axis::linear("t / P_0"),
            Axis::linear("mean of dT / T_0"),
            series.listed(),
        )
    });
    figure(
        "Figures 1 and 2",
        "Mean error of the energy of free water in single precision, for four steps.",
        panels.into(),
    )
}
