//! Figures 4 and 5: the cycles into which a turned plane falls.

use super::growth::{curve, figure, numbers, panel, table};
use super::plane::{angles, last, turned};
use crate::Effort;
use crate::laboratory::each;
use crate::outcome::{Cell, Claim, Outcome, Value};
use polhode::Real;
use polhode::geometry::{LeapFrog, Plane, TurnForm, TurnRule};
use polhode_lab::figure::{Axis, Mark};
use polhode_lab::listed::Listed;
use std::f64::consts::TAU;

/// Angles of Figure 4.
const THETAS: [f64; 5] = [1.0, 0.1, 1e-2, 1e-3, 1e-4];

/// A cycle into which the map of single precision falls from (1, 0).
struct Cycle {
    /// Turns until it has certainly been reached.
    reached: u64,
    length: u64,
    /// Its points, at most so many as one cares to see, as parts of a turn and error of the radius.
    seen: Vec<(f64, f64)>,
    lowest: f64,
    highest: f64,
}

/// Brent's search for a cycle.
fn cycle(theta: f64, most: u64) -> Option<Cycle> {
    let plane = LeapFrog::full(TurnRule::Exact, f32::from_f64(theta));
    let next = |(u, v): (f32, f32)| plane.rotate(u, v);
    let (mut kept, mut place) = ((1f32, 0f32), next((1.0, 0.0)));
    let (mut power, mut length, mut n) = (1u64, 1u64, 1u64);
    while place != kept {
        if n >= most {
            return None;
        }
        if length == power {
            (kept, power, length) = (place, 2 * power, 0);
        }
        place = next(place);
        length += 1;
        n += 1;
    }
    let (mut lowest, mut highest, mut seen) = (f64::INFINITY, f64::NEG_INFINITY, Vec::new());
    let every = (length / 4000).max(1);
    for i in 0..length {
        let (u, v) = (f64::from(place.0), f64::from(place.1));
        let error = u.hypot(v) - 1.0;
        (lowest, highest) = (lowest.min(error), highest.max(error));
        if i % every == 0 {
            seen.push((v.atan2(u) / TAU, error));
        }
        place = next(place);
    }
    Some(Cycle { reached: n, length, seen, lowest, highest })
}

pub(super) fn run(effort: &Effort) -> Outcome {
    let decades = effort.pick(7, 8);
    let courses = each(effort, &THETAS, |&theta| {
        turned::<LeapFrog, f32, 1>(theta, TurnRule::Exact, 4 * decades)
    });
    let cycles = each(effort, &THETAS, |&theta| cycle(theta, 1 << 27));
    let on_cycle = |c: &Option<Cycle>| c.as_ref().map_or(f64::NAN, |c| c.highest.max(-c.lowest));
    let stationary: Vec<f64> = cycles.iter().map(on_cycle).listed();
    let (least, most) =
        stationary.iter().fold((f64::INFINITY, 0f64), |(a, b), &x| (a.min(x), b.max(x)));
    let found: Vec<&Cycle> = cycles.iter().flatten().listed();
    let rows = THETAS.iter().zip(&courses).zip(&cycles).map(|((theta, course), cycle)| {
        let word = |n: u64| Some(Cell::ours(Value::Count(n)));
        let mut row = numbers(format!("{theta}"), &[last(course)]);
        row.cells.push(cycle.as_ref().and_then(|c| word(c.length)));
        row.cells.push(cycle.as_ref().and_then(|c| word(c.reached)));
        row.cells.extend(
            numbers(
                "",
                &[
                    cycle.as_ref().map_or(f64::NAN, |c| c.lowest),
                    cycle.as_ref().map_or(f64::NAN, |c| c.highest),
                ],
            )
            .cells,
        );
        row
    });
    let mut outcome = Outcome {
        tables: vec![table(
            "Single precision, leap-frog form, from (1, 0)",
            "theta",
            &[
                "largest error in the last span",
                "length of the cycle",
                "found after turns",
                "least dr on it",
                "largest",
            ],
            rows.listed(),
        )],
        claims: vec![
            Claim::new(
                "Figure 4: errors become stationary for all angles from 1e-4 to 1",
                most < 2e-4 && found.len() == THETAS.len(),
                format!("periodic, with largest errors between {least:.1e} and {most:.1e}"),
            ),
            Claim::new(
                "Figure 4: the value for 0.1 is between those for 1 and 0.01",
                (stationary[0].min(stationary[2])..=stationary[0].max(stationary[2]))
                    .contains(&stationary[1]),
                format!(
                    "{:.1e}, {:.1e}, {:.1e} for theta = 1, 0.1, 0.01",
                    stationary[0], stationary[1], stationary[2]
                ),
            ),
            Claim::new(
                "Figure 5: the map is trapped in a limit cycle, exactly periodic",
                found.len() == THETAS.len(),
                format!(
                    "{} of {} angles: lengths {}",
                    found.len(),
                    THETAS.len(),
                    found.iter().map(|c| c.length.to_string()).listed().join(", ")
                ),
            ),
        ],
        ..Outcome::default()
    };
    let marks = [Mark::Circles, Mark::Line, Mark::Squares, Mark::Triangles, Mark::Crosses];
    let series = (0..THETAS.len())
        .map(|i| curve(format!("{}", THETAS[i]), marks[i], i, angles(&courses[i], THETAS[i])))
        .listed();
    outcome.figures.push(figure(
        "Figure 4",
        "Error of the radius in single precision and leap-frog form, for several angles.",
        vec![panel("leap-frog, single", Axis::log("n theta"), Axis::log("largest |dr|"), series)],
    ));
    let orbit = |i: usize| {
        let seen = cycles[i].as_ref().map_or(Vec::new(), |c| c.seen.clone());
        let length = cycles[i].as_ref().map_or(0, |c| c.length);
        panel(
            format!("theta = {}: {length} points", THETAS[i]),
            Axis::linear("angle / 2 pi").within(-0.5, 0.5),
            Axis::linear("dr"),
            vec![curve("", Mark::Dots, 0, seen)],
        )
    };
    outcome.figures.push(figure(
        "Figure 5",
        "The cycles, as error of the radius against the direction: the circle is too thin to see.",
        vec![orbit(0), orbit(1), orbit(2)],
    ));
    if effort.is_quick() {
        outcome.reduced.push("1e7 turns for 1e8".into());
    }
    outcome
}
