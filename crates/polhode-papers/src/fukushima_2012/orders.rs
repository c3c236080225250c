//! Figures 13 and 14: compositions of order 4, 6 and 8.

use super::growth::{
    ErrorMeasure, GrowthCurve, curve, figure, numbers, panel, sizes, slope, table, times,
};
use super::molecules::{Double, MoleculeSet, Single};
use super::setting::{PRINTED_8, Start, Turns, composition, random_starts};
use crate::Effort;
use crate::outcome::{Claim, Outcome, Table};
use polhode::real::Lanes;
use polhode_lab::figure::{Axis, Figure, Mark, Panel, PlotSeries};
use polhode_lab::listed::Listed;

const DIVISION: u32 = 32;
const ENERGY: ErrorMeasure = |e| e.energy;
const MARKS: [Mark; 4] = [Mark::Circles, Mark::Squares, Mark::Triangles, Mark::Crosses];

/// One way of turning, one order.
struct Curve {
    order: u8,
    course: GrowthCurve,
}

fn curves<W: Lanes>(effort: &Effort, orders: &[u8], starts: &[Start], until: u64) -> Vec<Curve>
where
    W::Scalar: Into<f64>,
{
    let of = |turns: Turns| orders.iter().map(move |&order| (turns, order));
    let all = Turns::ALL.into_iter().flat_map(of);
    let run = |(turns, order): (Turns, u8)| {
        let ensemble = MoleculeSet::free(turns, DIVISION, starts).composed(composition(order));
        Curve { order, course: ensemble.course::<W>(effort, &times(until)) }
    };
    all.map(run).listed()
}

fn find(curves: &[Curve], turns: Turns, order: u8) -> &GrowthCurve {
    let found = curves.iter().find(|c| c.order == order && c.course.turns == turns);
    &found.unwrap_or(&curves[0]).course
}

fn numbers_of(curves: &[Curve]) -> Table {
    let row = |Curve { order, course }: &Curve| {
        let (spread, walk) = (course.last(ENERGY), course.last(|e| e.momentum_size));
        let drifts = !spread.is_chance();
        let exponent = if drifts { course.mean_exponent(ENERGY, 0.1) } else { f64::NAN };
        let scatter = course.deviation_exponent(ENERGY, 0.02);
        let name = format!("{}, order {order}", course.turns.label());
        let values =
            [spread.mean, spread.error, spread.deviation, exponent, scatter, walk.deviation];
        numbers(name, &values)
    };
    table(
        "Relative error of the energy at the end, h = P_0/32",
        "method",
        &[
            "mean",
            "error of the mean",
            "deviation",
            "exponent of the mean",
            "of the deviation",
            "deviation of |S|",
        ],
        curves.iter().map(row).listed(),
    )
}

/// |mean| where there is a drift, and the deviation otherwise, is what a logarithmic figure shows:
/// here the root of the mean square, which has both.
fn drawn(curves: &[Curve], turns: Turns, title: &str) -> Panel {
    let mine = curves.iter().filter(|c| c.course.turns == turns);
    let mut series: Vec<PlotSeries> = mine
        .enumerate()
        .map(|(i, Curve { order, course })| {
            let squares = course.spreads(ENERGY).into_iter().map(|s| s.mean.hypot(s.deviation));
            let points = course.times.iter().copied().zip(squares).listed();
            curve(format!("order {order}"), MARKS[i], i, sizes(&points))
        })
        .listed();
    let last = series.last().map_or(Vec::new(), |series| series.points.clone());
    let power = if turns == Turns::Shears { 0.5 } else { 1.0 };
    let label = if turns == Turns::Shears { "slope 1/2" } else { "slope 1" };
    series.push(slope(label, power, &last, 2.0));
    let y = Axis::log("rms of dT / T_0");
    panel(format!("{title}: {}", turns.label()), Axis::log("t / P_0"), y, series)
}

fn three(curves: &[Curve], title: &str, caption: &str) -> Figure {
    figure(title, caption, Turns::ALL.map(|turns| drawn(curves, turns, title)).into())
}

pub(super) fn figure_13(effort: &Effort) -> Outcome {
    let (count, until) = effort.pick((96, 500), (1000, 1000));
    let curves = curves::<Single>(effort, &[2, 4, 6, 8], &random_starts(count), until);
    let mean = |order| find(&curves, Turns::Rational, order).last(ENERGY).mean;
    let new = |order| find(&curves, Turns::Shears, order).last(ENERGY);
    let walk = |order| find(&curves, Turns::Shears, order).last(|e| e.momentum_size).deviation;
    let power = find(&curves, Turns::Rational, 4).mean_exponent(ENERGY, 0.05);
    let root = find(&curves, Turns::Shears, 4).deviation_exponent(ENERGY, 0.02);
    let mut outcome = Outcome {
        tables: vec![numbers_of(&curves)],
        claims: vec![
            Claim::new(
                "Existing form: a higher order drifts linearly too, and more, for it has more \
                stages",
                mean(4) < 4.0 * mean(2)
                    && mean(8) < mean(6)
                    && mean(6) < mean(4)
                    && (0.9..1.1).contains(&power),
                format!(
                    "rational form, orders 2, 4, 6, 8: {:.1e}, {:.1e}, {:.1e}, {:.1e}; \
                exponent at order 4: {power:.2}",
                    mean(2),
                    mean(4),
                    mean(6),
                    mean(8)
                ),
            ),
            Claim::new(
                "New form: fourth order has a smaller error than second",
                new(4).deviation < new(2).deviation / 2.0,
                format!("deviations {:.1e} and {:.1e}", new(4).deviation, new(2).deviation),
            ),
            Claim::new(
                "New form: the error of fourth order grows as the square root of time",
                (0.4..0.6).contains(&root) && new(4).is_chance(),
                format!("exponent of the deviation {root:.2}, mean {}", new(4).text()),
            ),
            Claim::new(
                "New form: a higher order also makes the growing part smaller",
                walk(4) < walk(2),
                format!(
                    "deviation of |S|, which rounding alone makes: {:.1e}, {:.1e}, {:.1e}, \
                {:.1e} for orders 2, 4, 6, 8",
                    walk(2),
                    walk(4),
                    walk(6),
                    walk(8)
                ),
            )
            .refuted(
                "more stages round more often; what becomes smaller is the truncation error, \
                which hides \
                 the growing part at order 2. In single precision orders beyond 4 gain nothing",
            ),
        ],
        figures: vec![three(
            &curves,
            "Figure 13",
            "Single precision, h = P_0/32, root of the mean \
        square over starts.",
        )],
        ..Outcome::default()
    };
    if effort.is_quick() {
        outcome.reduced.push("96 starts for 1000, 500 periods for 1000".into());
    }
    outcome
}

pub(super) fn figure_14(effort: &Effort) -> Outcome {
    let (count, until) = effort.pick((64, 400), (320, 1000));
    let starts = random_starts(count);
    let curves = curves::<Double>(effort, &[2, 4, 6, 8], &starts, until);
    let deviation = |turns, order| find(&curves, turns, order).last(ENERGY).deviation;
    let same = |order| {
        let new = deviation(Turns::Shears, order);
        (deviation(Turns::Accurate, order) / new - 1.0).abs() < 0.01
            && (deviation(Turns::Rational, order) / new - 1.0).abs() < 0.01
    };
    let eighth = find(&curves, Turns::Rational, 8).without(find(&curves, Turns::Shears, 8));
    let (power, loss) = (eighth.mean_exponent(ENERGY, 0.1), eighth.last(ENERGY));
    let [drift, accurate, new] = Turns::ALL.map(|turns| find(&curves, turns, 8).last(ENERGY));
    let wrong = MoleculeSet::free(Turns::Shears, DIVISION, &starts[..count.min(64)]);
    let wrong = wrong.composed(Some(PRINTED_8)).course::<Double>(effort, &[until]).last(ENERGY);
    let walk = find(&curves, Turns::Shears, 8).deviation_exponent(|e| e.momentum_size, 0.02);
    let mut outcome = Outcome {
        tables: vec![numbers_of(&curves)],
        claims: vec![
            Claim::new(
                "Orders 4 and 6: existing and new are hardly to be told apart, and constant",
                same(4) && same(6),
                format!(
                    "deviations {:.2e} and {:.2e} at order 4, {:.2e} and {:.2e} at order 6",
                    deviation(Turns::Rational, 4),
                    deviation(Turns::Shears, 4),
                    deviation(Turns::Rational, 6),
                    deviation(Turns::Shears, 6)
                ),
            ),
            Claim::new(
                "Order 8: a small linear drift emerges in the existing form",
                !loss.is_chance() && loss.mean < 0.0 && (0.85..1.15).contains(&power),
                format!(
                    "rational form {} after {until} periods, {} more than with shears, exponent \
                    of that {power:.2}; cos and sin {}",
                    drift.text(),
                    loss.text(),
                    accurate.text(),
                ),
            ),
            Claim::new(
                "Order 8: not so in the new form",
                new.is_chance() && (0.4..0.6).contains(&walk),
                format!("{}; the deviation of |S| grows with exponent {walk:.2}", new.text()),
            ),
        ],
        figures: vec![three(
            &curves,
            "Figure 14",
            "Double precision, h = P_0/32, root of the mean square over starts.",
        )],
        ..Outcome::default()
    };
    outcome.notes.push(format!(
        "All this is with d_6 of Table 3 put right. With the printed one the energy scatters by \
        {:.1e}, {:.0} \
         times as much.",
        wrong.deviation,
        wrong.deviation / new.deviation
    ));
    outcome.notes.push(
        "At order 2 the rational form (5) turns by another angle, so its \
    truncation error is larger."
            .into(),
    );
    if effort.is_quick() {
        outcome.reduced.push("64 starts for 320, 400 periods for 1000".into());
    }
    outcome
}
