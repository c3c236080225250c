//! Figure 3: one plane, turned again and again by the same angle.

use super::growth::{curve, figure, late_exponent, numbers, panel, slope, table};
use crate::Effort;
use crate::laboratory::each;
use crate::outcome::{Cell, Claim, Outcome, Printed, Row, Rule, Value};
use polhode::Real;
use polhode::geometry::{LeapFrog, Plane, StandardForm, TurnForm, TurnRule};
use polhode::real::{F64x4, Lanes};
use polhode_lab::figure::{Axis, Mark, PlotSeries};
use polhode_lab::listed::Listed;
use std::f64::consts::TAU;

/// Largest errors of the radius, against the number of turns at the end of each span.
pub(super) type Radii = Vec<(f64, f64)>;

/// Ends of spans, four a decade, from 10 to 10^(quarters/4).
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "positive")]
fn ends(quarters: u32) -> Vec<u64> {
    (4..=quarters).map(|i| 10f64.powf(f64::from(i) / 4.0).round() as u64).listed()
}

/// Turns points on the unit circle, one in each lane of each of `N` numbers, and looks at every
/// turn at first and at every 128th later: the root of the mean square over lanes of the largest
/// error of the radius in each span.
#[expect(clippy::cast_precision_loss, reason = "below 2^53")]
pub(super) fn turned<F: TurnForm, W: Lanes, const N: usize>(
    theta: f64,
    rule: TurnRule,
    quarters: u32,
) -> Radii
where
    W::Scalar: Into<f64>,
{
    let plane = F::full(rule, W::from_f64(theta));
    let points = (N * W::COUNT) as f64;
    // The first point is (1, 0).
    let phase = |i: usize, lane: usize| TAU * (i * W::COUNT + lane) as f64 / points;
    let at = |i, of: fn(f64) -> f64| W::from_lanes(|lane| W::Scalar::from_f64(of(phase(i, lane))));
    let mut places: [(W, W); N] =
        std::array::from_fn(|i| (at(i, <f64 as Real>::cos), at(i, <f64 as Real>::sin)));
    let wide = |w: W, lane: usize| -> f64 { w.lane(lane).into() };
    let radius = |(u, v): (W, W), lane| wide(u, lane).hypot(wide(v, lane));
    let before = places.map(|place| (0..W::COUNT).map(|l| radius(place, l)).listed());
    let mut n = 0;
    let mut course = Vec::new();
    for end in ends(quarters) {
        let mut worst = vec![0f64; N * W::COUNT];
        while n < end {
            let between = if n < 100_000 { 1 } else { 128.min(end - n) };
            // In registers: a call for each turn would take three times as long.
            let mut now = places;
            for _ in 0..between {
                for place in &mut now {
                    *place = plane.rotate(place.0, place.1);
                }
            }
            places = now;
            n += between;
            for (i, place) in places.iter().enumerate() {
                for lane in 0..W::COUNT {
                    let error = (radius(*place, lane) / before[i][lane] - 1.0).abs();
                    let worst = &mut worst[i * W::COUNT + lane];
                    *worst = worst.max(error);
                }
            }
        }
        let square = worst.iter().map(|e| e * e).sum::<f64>() / points;
        course.push((end as f64, square.sqrt()));
    }
    course
}

/// The five curves of Figure 3 and how far each was followed.
fn five(effort: &Effort, theta: f64) -> Vec<Radii> {
    let (exact, cayley) = (TurnRule::Exact, TurnRule::Tangent(1));
    let (short, long, longest) = effort.pick((28, 32, 32), (36, 36, 42));
    let kinds = [0, 1, 2, 3, 4];
    each(effort, &kinds, |kind| match kind {
        0 => turned::<StandardForm, f32, 1>(theta, exact, long),
        1 => turned::<StandardForm, f32, 1>(theta, cayley, short),
        2 => turned::<LeapFrog, f32, 1>(theta, exact, long),
        3 => turned::<StandardForm, f64, 1>(theta, exact, short),
        _ => turned::<LeapFrog, F64x4, 2>(theta, exact, longest),
    })
}

pub(super) fn last(course: &Radii) -> f64 {
    course.last().map_or(f64::NAN, |point| point.1)
}

fn at(course: &Radii, turns: f64) -> f64 {
    course.iter().find(|point| point.0 >= turns).map_or(f64::NAN, |point| point.1)
}

/// The part of a course between two numbers of turns.
fn between(course: &Radii, from: f64, to: f64) -> Radii {
    course.iter().copied().filter(|point| (from..=to).contains(&point.0)).listed()
}

pub(super) fn run(effort: &Effort) -> Outcome {
    const THETA: f64 = 0.1;
    let courses = five(effort, THETA);
    let [single, rational, new_single, double, new_double] = &courses[..] else {
        return Outcome::default();
    };
    let linear = |course: &Radii| late_exponent(&between(course, 1e4, 1e7), 0.0);
    let random = |course: &Radii, to: f64| late_exponent(&between(course, 10.0, to), 0.0);
    let (p_single, p_rational, p_double) = (linear(single), linear(rational), linear(double));
    let (p_new, p_new_double) = (random(new_single, 2e5), random(new_double, 1e10));
    let flat = late_exponent(new_single, 1e6);
    // (1 + dr)^(1/n), which is the same all the time if the growth is exponential.
    let rate = |turns: f64| at(single, turns).ln_1p() / turns;
    let plateau = |name: &str, text: &str, ours: Option<f64>| {
        let printed = Printed::new(text, Rule::Factor(3.0));
        let cell = ours.map(|ours| Cell::beside(Value::Number(ours), printed));
        Row { name: name.into(), cells: vec![cell] }
    };
    let far = effort.pick(None, Some(last(new_double)));
    let values = |course: &Radii| [1e3, 1e5, 1e7, 1e8, 1e9, 1e10, 3e10].map(|n| at(course, n));
    let labels = [
        "single, standard",
        "single, standard, (5)",
        "single, leap-frog",
        "double, standard",
        "double, leap-frog",
    ];
    let rows = labels.iter().zip(&courses).map(|(label, course)| numbers(*label, &values(course)));
    let mut outcome = Outcome {
        tables: vec![
            table(
                "Stationary errors of the radius, theta = 0.1",
                "precision",
                &["largest error in the last span"],
                vec![
                    plateau("single", "3e-5", Some(last(new_single))),
                    plateau("double", "2e-11", far),
                ],
            ),
            table(
                "Largest error of the radius in the quarter of a decade that ends at n turns",
                "form",
                &["n = 1e3", "1e5", "1e7", "1e8", "1e9", "1e10", "3e10"],
                rows.listed(),
            ),
        ],
        claims: vec![
            Claim::new(
                "Standard form: the error increases linearly, in either precision",
                [p_single, p_rational, p_double].iter().all(|p| (0.97..1.05).contains(p)),
                format!(
                    "exponents for 1e4 to 1e7 turns: {p_single:.3} (single), {p_rational:.3} \
                    (single, (5)), {p_double:.3} (double)"
                ),
            ),
            Claim::new(
                "Standard form: beyond 1 it grows exponentially",
                last(single) > 1.0 && (rate(1e8) / rate(1e6) - 1.0).abs() < 0.05,
                format!(
                    "ln(1 + dr)/n is {:.3e} at 1e6 turns and {:.3e} at 1e8, where dr = {:.2}",
                    rate(1e6),
                    rate(1e8),
                    at(single, 1e8)
                ),
            ),
            Claim::new(
                "Leap-frog form: at first it increases as the square root of time",
                (0.35..0.65).contains(&p_new) && (0.4..0.6).contains(&p_new_double),
                format!(
                    "exponents: {p_new:.2} (single, 10 to 2e5 turns), {p_new_double:.2} (double, \
                    10 to {:.0e} turns)",
                    new_double.last().map_or(0.0, |p| p.0)
                ),
            ),
            Claim::new(
                "Leap-frog form: then it is stationary, between 2e-5 and 6e-5 in single precision",
                (1.5e-5..6e-5).contains(&last(new_single)) && flat.abs() < 0.1,
                format!(
                    "{:.1e} at the end, exponent {flat:.2} from 1e6 turns on",
                    last(new_single)
                ),
            ),
        ],
        ..Outcome::default()
    };
    let mark = [Mark::Circles, Mark::Squares, Mark::Triangles, Mark::Crosses, Mark::Line];
    let colours = [1, 5, 0, 3, 2];
    let mut series: Vec<PlotSeries> =
        (0..5).map(|i| curve(labels[i], mark[i], colours[i], angles(&courses[i], THETA))).listed();
    series.push(slope("slope 1", 1.0, &angles(double, THETA), 4.0));
    series.push(slope("slope 1/2", 0.5, &angles(new_double, THETA), 4.0));
    outcome.figures.push(figure(
        "Figure 3",
        "Error of the radius against the angle turned so far; in double precision and leap-frog \
        form \
         the root of the mean square over eight points.",
        vec![panel(
            "theta = 0.1",
            Axis::log("n theta"),
            Axis::log("largest |dr|").within(1e-16, 1e8),
            series,
        )],
    ));
    if effort.is_quick() {
        let fewer = "1e7 or 1e8 turns for 1e9, and for 3.2e10 in double precision, where the \
        errors are \
                     not yet stationary and nothing is compared";
        outcome.reduced.push(fewer.into());
    }
    outcome.notes.push(
        "In double precision it takes about u^(-2/3) = 4e10 turns to become stationary: see \
         beyond-plateau."
            .into(),
    );
    outcome
}

/// Against the angle, as the paper has it.
pub(super) fn angles(course: &Radii, theta: f64) -> Radii {
    course.iter().map(|&(n, error)| (n * theta, error)).listed()
}
