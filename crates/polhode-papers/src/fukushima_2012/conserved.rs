//! Figures 6 and 7: everything that a free molecule keeps, in single precision; Figures 10, 11 and
//! 12: the same in double.

use super::growth::{
    ErrorMeasure, GrowthCurve, QUANTITIES, Spread, curve, figure, numbers, panel, sizes, slope,
    table, times,
};
use super::molecules::{Double, MoleculeSet, Single};
use super::setting::{Turns, random_starts};
use crate::Effort;
use crate::outcome::{Claim, Outcome, Table};
use polhode_lab::figure::{Axis, Figure, Mark, Panel, PlotSeries};
use polhode_lab::listed::Listed;

/// The step of these figures, P_0/32.
const DIVISION: u32 = 32;
const ENERGY: ErrorMeasure = |e| e.energy;
const SIZE: ErrorMeasure = |e| e.size;
const MOMENTUM_SIZE: ErrorMeasure = |e| e.momentum_size;
const MARKS: [Mark; 6] =
    [Mark::Circles, Mark::Squares, Mark::Triangles, Mark::Crosses, Mark::Line, Mark::Dashes];

/// Means, deviations and exponents of all quantities.
fn numbers_of(courses: &[GrowthCurve; 3]) -> Table {
    let rows = courses.iter().flat_map(|course| {
        QUANTITIES.map(|(name, of)| {
            let spread = course.last(of);
            let drifts = !spread.is_chance();
            let mean = if drifts { course.mean_exponent(of, 0.1) } else { f64::NAN };
            let deviation = course.deviation_exponent(of, 0.02);
            let values = [spread.mean, spread.error, spread.deviation, mean, deviation];
            numbers(format!("{}: {name}", course.turns.label()), &values)
        })
    });
    table(
        "Relative errors at the end, h = P_0/32",
        "method and quantity",
        &["mean", "error of the mean", "deviation", "exponent of the mean", "of the deviation"],
        rows.listed(),
    )
}

/// Means against time of some of the quantities, in this unit.
fn drawn(title: &str, course: &GrowthCurve, which: &[usize], unit: f64) -> Panel {
    let series = which.iter().map(|&i| {
        let (name, of) = QUANTITIES[i];
        let points = course.even_means(of).into_iter().map(|(t, error)| (t, error / unit));
        curve(name, MARKS[i], i, points.listed())
    });
    let heading = format!("{title}: {}", course.turns.label());
    let y = format!("mean relative error / {unit:.0e}");
    panel(heading, Axis::linear("t / P_0"), Axis::linear(&y), series.listed())
}

/// Deviations against time, which shows random walks.
fn walks(courses: &[GrowthCurve; 3], of: ErrorMeasure, name: &str) -> Panel {
    let mut series: Vec<PlotSeries> = courses
        .iter()
        .zip(MARKS)
        .map(|(course, mark)| {
            let points = sizes(&course.deviations(of));
            curve(course.turns.label(), mark, course.turns.colour(), points)
        })
        .listed();
    series.push(slope("slope 1/2", 0.5, &courses[2].deviations(of), 0.6));
    let y = Axis::log(&format!("deviation of {name}"));
    panel(format!("scatter of {name}"), Axis::log("t / P_0"), y, series)
}

fn is_close(value: f64, to: f64, by: f64) -> bool {
    (value - to).abs() < by
}

pub(super) fn single(effort: &Effort) -> Outcome {
    let (count, until) = (1000, 1000);
    let starts = random_starts(count);
    let courses = Turns::ALL.map(|turns| {
        MoleculeSet::free(turns, DIVISION, &starts).course::<Single>(effort, &times(until))
    });
    let [rational, accurate, shears] = &courses;
    let powers = [ENERGY, SIZE, MOMENTUM_SIZE].map(|of| rational.mean_exponent(of, 0.1));
    let losses = [ENERGY, SIZE, MOMENTUM_SIZE].map(|of| rational.last(of));
    let walk = shears.deviation_exponent(SIZE, 0.02);
    let ends = QUANTITIES.map(|(_, of)| shears.last(of));
    let ratio = losses[1].mean / accurate.last(SIZE).mean;
    let mut outcome = Outcome {
        tables: vec![numbers_of(&courses)],
        claims: vec![
            Claim::new(
                "Figure 6: existing integrators drift linearly in T, R and S",
                powers.iter().all(|&p| is_close(p, 1.0, 0.1))
                    && losses.iter().all(|s| s.mean < 0.0),
                format!(
                    "rational form: T {}, R {}, |S| {}; exponents {:.2}, {:.2}, {:.2}",
                    losses[0].text(),
                    losses[1].text(),
                    losses[2].text(),
                    powers[0],
                    powers[1],
                    powers[2],
                ),
            ),
            Claim::new(
                "Figure 6: so do the means of the single components of S",
                QUANTITIES[2..5].iter().any(|&(_, of)| !rational.last(of).is_chance()),
                format!(
                    "means of S_X, S_Y, S_Z: {}, {}, {}",
                    rational.last(QUANTITIES[2].1).text(),
                    rational.last(QUANTITIES[3].1).text(),
                    rational.last(QUANTITIES[4].1).text(),
                ),
            )
            .refuted(
                "all directions are alike, so errors of a component relative to |S| have no mean; \
                |S| \
                 itself shrinks, and the paper divides by the component, which may be 0",
            ),
            Claim::new(
                "Figure 7: all are constant in the new form",
                ends.iter().all(Spread::is_chance),
                format!(
                    "T {}, R {}, |S| {}; the deviation of R grows with exponent {walk:.2}",
                    ends[0].text(),
                    ends[1].text(),
                    ends[5].text(),
                ),
            ),
        ],
        figures: vec![six_and_seven(&courses)],
        ..Outcome::default()
    };
    outcome.notes.push(format!(
        "With cosines and sines good to rounding R drifts {ratio:.0} times less than with \
        rational ones."
    ));
    outcome
}

fn six_and_seven(courses: &[GrowthCurve; 3]) -> Figure {
    let [rational, accurate, shears] = courses;
    let all = [0, 1, 2, 3, 4];
    let panels = vec![
        drawn("Figure 6", rational, &all, 1e-4),
        drawn("Figure 6", accurate, &all, 1e-6),
        drawn("Figure 7", shears, &all, 1e-6),
        walks(courses, SIZE, "R"),
        walks(courses, |e| e.momentum[2], "S_Z"),
        drawn("|S|", rational, &[1, 5], 1e-4),
    ];
    figure("Figures 6 and 7", "Means over starts; below, how the scatter grows.", panels)
}

pub(super) fn double(effort: &Effort) -> Outcome {
    let (count, until) = effort.pick((1000, 300), (1000, 10_000));
    let starts = random_starts(count);
    let courses = Turns::ALL.map(|turns| {
        MoleculeSet::free(turns, DIVISION, &starts).course::<Double>(effort, &times(until))
    });
    let [rational, accurate, shears] = &courses;
    let kept = |course: &GrowthCurve| [0, 2, 3, 4].map(|i| course.last(QUANTITIES[i].1));
    let sizes = [rational, accurate, shears].map(|course| course.last(SIZE));
    let walk = shears.deviation_exponent(SIZE, 0.02);
    // Before the random walk of single precision has become as large.
    let new = MoleculeSet::free(Turns::Shears, DIVISION, &starts);
    let early = [new.course::<Single>(effort, &[100]), new.course::<Double>(effort, &[100])];
    let scatter = |course: &GrowthCurve| course.last(ENERGY).deviation;
    let texts = |course: &GrowthCurve| kept(course).map(|s| s.text()).join(", ");
    let mut outcome = Outcome {
        tables: vec![numbers_of(&courses)],
        claims: vec![
            Claim::new(
                "Figure 10: T, S_X, S_Y and S_Z are constant for the existing integrator",
                [rational, accurate].iter().all(|c| kept(c).iter().all(Spread::is_chance)),
                format!("rational form {}; cos and sin {}", texts(rational), texts(accurate)),
            ),
            Claim::new(
                "Figure 12: all five are constant for the new one",
                kept(shears).iter().all(Spread::is_chance) && sizes[2].is_chance(),
                format!(
                    "T, S {}; R {}, deviation with exponent {walk:.2}",
                    texts(shears),
                    sizes[2].text()
                ),
            ),
            Claim::new(
                "Figure 12: the periodic part of dT is what it was in single precision",
                (scatter(&early[0]) / scatter(&early[1]) - 1.0).abs() < 0.05,
                format!(
                    "deviations after 100 periods: {:.2e} (single), {:.2e} (double)",
                    scatter(&early[0]),
                    scatter(&early[1])
                ),
            ),
        ],
        ..Outcome::default()
    };
    let drifting = !sizes[0].is_chance() || !sizes[1].is_chance();
    let drift = Claim::new(
        "Figure 11: R has a tiny secular drift in the existing form",
        drifting,
        format!(
            "after {until} periods: rational form {}, cos and sin {}, new {}",
            sizes[0].text(),
            sizes[1].text(),
            sizes[2].text(),
        ),
    );
    outcome.figures.push(figure(
        "Figures 10, 11 and 12",
        "Double precision: means over starts; below, how the scatter of R grows.",
        vec![
            drawn("Figure 10", rational, &[0, 2, 3, 4], 1e-6),
            drawn("Figure 11", rational, &[1], 1e-15),
            drawn("Figure 11", accurate, &[1], 1e-15),
            drawn("Figure 12, T", shears, &[0], 1e-6),
            drawn("Figure 12", shears, &[1, 2, 3, 4], 1e-15),
            walks(&courses, SIZE, "R"),
        ],
    ));
    if effort.is_quick() {
        let less = "300 periods for 10 000, too few to say whether R drifts (Figure 11)";
        outcome.reduced.push(less.into());
    } else {
        outcome.claims.push(drift);
    }
    outcome
}
