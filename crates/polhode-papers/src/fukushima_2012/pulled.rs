//! Figures 8 and 9: water pulled by a strong torque, single precision; equations (14) and (18).

use super::growth::{
    ErrorMeasure, GrowthCurve, Spread, curve, figure, numbers, panel, table, times,
};
use super::molecules::{MoleculeSet, Single};
use super::setting::{Turns, WATER, random_starts, regular_start};
use super::turning::{Composed, shears};
use crate::Effort;
use crate::laboratory::inertia;
use crate::outcome::{Claim, Outcome, Table};
use polhode::geometry::TurnRule;
use polhode::method::{Composition, Kicked};
use polhode::real::Over;
use polhode::torque::{GravityGradient, TorqueInput, TorqueProperties};
use polhode::{Body, Motion, State, Torque, Vec3};
use polhode_lab::figure::{Axis, Figure, Mark};
use polhode_lab::listed::Listed;

/// lambda, in units of omega_0^2.
const STRONG: f64 = 1.0;
const DIVISIONS: [u32; 3] = [16, 32, 64];
const ENERGY: ErrorMeasure = |e| e.energy;
const KEPT: [(&str, ErrorMeasure); 3] =
    [("E", ENERGY), ("R", |e| e.size), ("S_Z", |e| e.momentum[2])];
const MARKS: [Mark; 3] = [Mark::Circles, Mark::Squares, Mark::Triangles];

pub(super) fn figures_8_9(effort: &Effort) -> Outcome {
    let (count, until) = effort.pick((320, 1000), (1000, 1000));
    let starts = random_starts(count);
    let courses: Vec<GrowthCurve> = Turns::ALL
        .into_iter()
        .flat_map(|turns| DIVISIONS.map(|division| MoleculeSet::free(turns, division, &starts)))
        .map(|ensemble| ensemble.pulled(STRONG).course::<Single>(effort, &times(until)))
        .listed();
    let of = |turns, division| {
        let found = courses.iter().find(|c| (c.turns, c.division) == (turns, division));
        found.unwrap_or(&courses[0])
    };
    let too_long = MoleculeSet::free(Turns::Shears, 8, &starts[..40]).pulled(STRONG);
    let heated = too_long.course::<Single>(effort, &[100]).last(ENERGY).mean;
    let mut outcome = Outcome {
        tables: vec![numbers_of(&courses)],
        claims: claims(of),
        figures: vec![drawn(&courses, of(Turns::Shears, 32))],
        ..Outcome::default()
    };
    outcome.notes.push(format!(
        "With h = P_0/8 every form heats up, by {heated:.0e} of the energy in 100 periods: the \
        step is \
         too long for this torque, and rounding has no part in it."
    ));
    if effort.is_quick() {
        outcome.reduced.push("320 starts for 1000".into());
    }
    outcome
}

fn numbers_of(courses: &[GrowthCurve]) -> Table {
    let rows = courses.iter().flat_map(|course| {
        KEPT.map(|(name, of)| {
            let spread = course.last(of);
            let drifts = !spread.is_chance();
            let exponent = if drifts { course.mean_exponent(of, 0.2) } else { f64::NAN };
            let values = [spread.mean, spread.error, spread.deviation, exponent];
            numbers(format!("{}, P_0/{}: {name}", course.turns.label(), course.division), &values)
        })
    });
    table(
        "Relative errors at the end, lambda = 1",
        "method, step and quantity",
        &["mean", "error of the mean", "deviation", "exponent of the mean"],
        rows.listed(),
    )
}

/// What is gained from the middle of the run to its end, in errors of it.
fn late_gain(course: &GrowthCurve, of: ErrorMeasure) -> f64 {
    let spreads = course.spreads(of);
    let (Some(last), Some(middle)) = (spreads.last(), spreads.get(spreads.len() - 11)) else {
        return f64::NAN;
    };
    (last.mean - middle.mean) / last.error.hypot(middle.error)
}

fn claims<'a>(of: impl Fn(Turns, u32) -> &'a GrowthCurve) -> Vec<Claim> {
    let power = of(Turns::Rational, 64).gain_exponent(ENERGY);
    let [pulled, new]: [Spread; 2] =
        [Turns::Rational, Turns::Shears].map(|turns| of(turns, 64).last(ENERGY));
    let gains = KEPT.map(|(_, quantity)| late_gain(of(Turns::Shears, 32), quantity));
    let ends = KEPT.map(|(_, quantity)| of(Turns::Shears, 32).last(quantity).text());
    vec![
        Claim::new(
            "Figure 8: under the torque the energy still drifts linearly",
            pulled.mean < 0.0 && !pulled.is_chance() && (0.85..1.15).contains(&power),
            format!(
                "rational form, h = P_0/64: {} at the end; exponent of what is lost after \
                 the first twentieth {power:.2}",
                pulled.text()
            ),
        ),
        Claim::new(
            "Figure 8: the scatter is larger than that of free molecules",
            new.deviation > 1e-4,
            format!(
                "{:.1e} with shears and h = P_0/64, where free molecules have 3e-5",
                new.deviation
            ),
        ),
        Claim::new(
            "Figure 9: E, R and S_Z are mostly constant in the new form",
            gains.iter().all(|gain| gain.abs() < 3.5),
            format!(
                "h = P_0/32: {}, {}, {}; gained in the second half: {:.1}, {:.1}, {:.1} standard \
                errors",
                ends[0], ends[1], ends[2], gains[0], gains[1], gains[2],
            ),
        ),
    ]
}

fn drawn(courses: &[GrowthCurve], new: &GrowthCurve) -> Figure {
    let energy = |turns: Turns| {
        let mine = courses.iter().filter(|course| course.turns == turns);
        let series = mine.enumerate().map(|(i, course)| {
            curve(format!("P_0/{}", course.division), MARKS[i], i, course.even_means(ENERGY))
        });
        let title = format!("Figure 8: {}", turns.label());
        panel(title, Axis::linear("t / P_0"), Axis::linear("mean of dE / E_0"), series.listed())
    };
    let three = KEPT.iter().enumerate();
    let three = three.map(|(i, (name, of))| curve(*name, MARKS[i], i, new.even_means(*of)));
    let (x, y) = (Axis::linear("t / P_0"), Axis::linear("mean relative error"));
    let nine = panel("Figure 9: new, h = P_0/32", x, y, three.listed());
    figure(
        "Figures 8 and 9",
        "Water under a strong torque, single precision; means over starts.",
        vec![energy(Turns::Rational), energy(Turns::Accurate), nine],
    )
}

/// (14) to the letter: angular accelerations taken for torques.
#[derive(Clone, Debug)]
struct Literal;

impl Torque<f64> for Literal {
    fn torque<S: Over<f64>>(&self, at: &TorqueInput<'_, f64, S>) -> Vec3<S> {
        let n = at.in_body(Vec3::from_f64([0.0, 0.0, 1.0]));
        let [a, b, c] = WATER;
        let (alpha, beta, gamma) = ((c - b) / a, (a - c) / b, (b - a) / c);
        let products = Vec3::new(n.z * n.y, n.x * n.z, n.y * n.x);
        products.component_mul(Vec3::new(alpha, beta, gamma).map(S::lift))
            * S::from_f64(3.0 * STRONG)
    }
    fn properties(&self) -> TorqueProperties {
        TorqueProperties::default()
    }
}

/// What varies along a motion that should keep it, the energy with a given potential: largest
/// minus smallest over 20 units of time.
fn range_of_energy<T: Torque<f64>>(torque: T, potential: fn(Vec3<f64>) -> f64) -> f64 {
    let method = Kicked(shears(TurnRule::Exact));
    let method = Composed { method, composition: Some(Composition::KAHAN_LI_8) };
    let body = Body { inertia: inertia(WATER), torque };
    let start = regular_start();
    let state = State::<f64>::new(start.attitude, start.rates.component_mul(Vec3::from(WATER)));
    let Ok(mut motion) = Motion::new(method, body, state) else { return f64::NAN };
    let (mut lowest, mut highest) = (f64::INFINITY, f64::NEG_INFINITY);
    for _ in 0..400 {
        if motion.advance(0.05, 1).is_err() {
            return f64::NAN;
        }
        let state = motion.state();
        let n = state.attitude.apply_inverse(Vec3::from_f64([0.0, 0.0, 1.0]));
        let energy = motion.body().inertia.kinetic_energy(state.momentum) + potential(n);
        (lowest, highest) = (lowest.min(energy), highest.max(energy));
    }
    highest - lowest
}

/// (18) as it is printed.
fn printed(n: Vec3<f64>) -> f64 {
    let [a, b, c] = WATER;
    let difference = n.x * n.x - n.y * n.y;
    -0.75 * STRONG * ((a + b - 2.0 * c) * n.z * n.z + (b - c) * difference)
}

/// (18) with B - A for B - C.
fn right(n: Vec3<f64>) -> f64 {
    let [a, b, c] = WATER;
    let difference = n.x * n.x - n.y * n.y;
    -0.75 * STRONG * ((a + b - 2.0 * c) * n.z * n.z + (b - a) * difference)
}

pub(super) fn equations(_: &Effort) -> Outcome {
    let Ok(torque) = GravityGradient::new(STRONG, Vec3::from_f64([0.0, 0.0, 1.0])) else {
        return Outcome::default();
    };
    let (of_printed, of_right) = (range_of_energy(torque, printed), range_of_energy(torque, right));
    let literal = range_of_energy(Literal, right);
    let rows = vec![
        numbers("torque 3 lambda n x I n, U with B - A", &[of_right]),
        numbers("torque 3 lambda n x I n, U as printed", &[of_printed]),
        numbers("torque as printed, U with B - A", &[literal]),
    ];
    let claim = |statement: &str, range: f64, why: &str| {
        let claim = Claim::new(statement, range < 1e-6, format!("E varies by {range:.2e}"));
        if why.is_empty() { claim } else { claim.refuted(why) }
    };
    Outcome {
        tables: vec![table(
            "Largest minus smallest energy over 20/omega_0",
            "equations",
            &["range of E"],
            rows,
        )],
        claims: vec![
            claim(
                "(18): E = T + U is constant with the factor (B - C) of n_A^2 - n_B^2",
                of_printed,
                "the factor should be B - A, which makes U = (3 lambda/2) n.I n but for a constant",
            ),
            claim(
                "(14): alpha, beta, gamma of (15) give the torque",
                literal,
                "they give angular accelerations, N_A/A and so on; as torques they have no \
                potential",
            ),
            claim("With both put right E is constant", of_right, ""),
        ],
        ..Outcome::default()
    }
}
