//! Bodies of the reference: a scenario as values, its text, and Euler's equations.

use super::extrapolation::Seven;
use super::formula::{Formula, Place, STICKS, Sides};
use super::torque::Torque;
use super::wide::{ONE, Triple, Wide, ZERO, cross, triple, wide};
use std::fmt::Write;

/// What a scenario says, with the knowledge of who made it.
#[derive(Clone, Debug)]
pub(crate) struct Body {
    pub(crate) inertia: [f64; 3],
    pub(crate) time: f64,
    pub(crate) attitude: [f64; 4],
    pub(crate) rates: [f64; 3],
    pub(crate) duration: f64,
    pub(crate) torques: Vec<Torque>,
    /// About when formulas of time alone switch.
    pub(crate) breaks: Vec<f64>,
    /// The largest angular frequency of all that is not a narrow pulse or a steep step.
    pub(crate) frequency: f64,
}

impl Body {
    /// The scenario, without method and accuracy.
    pub(crate) fn scenario(&self, title: &str) -> String {
        let Self { inertia, time, attitude, rates, duration, torques, .. } = self;
        let mut text = format!(
            "title = \"{title}\"\n[body]\ninertia = {inertia:?}\n[initial]\ntime = {time:?}\nattitude = \
             {attitude:?}\nangular_velocity = {rates:?}\n"
        );
        torques.iter().for_each(|torque| text += &torque.text());
        let _ = write!(
            text,
            "[run]\nduration = {duration:?}\naccuracy = 1e-3\n[output]\nformats = []\n"
        );
        text
    }
    /// Quaternion of length 1, and momentum.
    pub(crate) fn start(&self) -> Seven {
        let q = self.attitude.map(wide);
        let norm = q.iter().fold(ZERO, |sum, q| sum + q.squared()).sqrt();
        let [w, x, y, z] = q.map(|q| q / norm);
        let [a, b, c] = std::array::from_fn(|i| wide(self.inertia[i]) * self.rates[i]);
        [w, x, y, z, a, b, c]
    }
    /// All formulas inside of torques that meet a condition, in the order of their switching functions.
    pub(crate) fn formulas(&self, wanted: impl Fn(&Formula) -> bool) -> Vec<&Formula> {
        let mut found = Vec::new();
        self.torques.iter().for_each(|torque| {
            torque.visit(&mut |part| {
                if wanted(part) {
                    found.push(part);
                }
            });
        });
        found
    }
    pub(crate) fn place(&self, time: Wide, y: &Seven) -> Place {
        let rates = std::array::from_fn(|i| y[4 + i] / wide(self.inertia[i]));
        Place { time, matrix: matrix([y[0], y[1], y[2], y[3]]), rates }
    }
    fn torque(&self, place: &Place, middle: Wide, sides: &Sides) -> Triple {
        let (inertia, mut next) = (triple(self.inertia), 0);
        let torques = self.torques.iter();
        let all = torques.map(|torque| torque.at(place, inertia, middle, sides, &mut next));
        all.fold([ZERO; 3], |sum, torque| std::array::from_fn(|i| sum[i] + torque[i]))
    }
    /// The derivative of the momentum.
    fn push(&self, place: &Place, y: &Seven, middle: Wide, sides: &Sides) -> Triple {
        let momentum = [y[4], y[5], y[6]];
        let (torque, turned) = (self.torque(place, middle, sides), cross(momentum, place.rates));
        std::array::from_fn(|i| torque[i] + turned[i])
    }
    /// Euler's equations; friction that sticks holds its rate.
    pub(crate) fn slope(&self, time: Wide, y: &Seven, middle: Wide, sides: &Sides) -> Seven {
        let place = self.place(time, y);
        let held = self.held(&place, y, middle, sides);
        let [a, b, c] = self.push(&place, y, middle, held.as_ref().unwrap_or(sides));
        let ([w, x, v, z], [p, q, r]) = ([y[0], y[1], y[2], y[3]], place.rates.map(|w| w * 0.5));
        [
            -(x * p) - v * q - z * r,
            w * p + v * r - z * q,
            w * q + z * p - x * r,
            w * r + x * q - v * p,
            a,
            b,
            c,
        ]
    }
    /// The sides with the values of all friction that sticks, where there is any.
    pub(crate) fn held(
        &self,
        place: &Place,
        y: &Seven,
        middle: Wide,
        sides: &Sides,
    ) -> Option<Sides> {
        if !sides.of.contains(&STICKS) {
            return None;
        }
        let mut held = sides.clone();
        for (number, part) in self.formulas(Formula::switches).into_iter().enumerate() {
            let (Formula::Friction(axis), STICKS) = (part, sides.of[number]) else { continue };
            let mut with = |value: Wide| {
                held.stuck[number] = value;
                self.push(place, y, middle, &held)[*axis]
            };
            let (none, full) = (with(ZERO), with(ONE));
            held.stuck[number] = none / (none - full);
        }
        Some(held)
    }
}

/// From body to space components.
fn matrix([w, x, y, z]: [Wide; 4]) -> [Triple; 3] {
    let two = |a: Wide, b: Wide| a * b * 2.0;
    [
        [ONE - two(y, y) - two(z, z), two(x, y) - two(w, z), two(x, z) + two(w, y)],
        [two(x, y) + two(w, z), ONE - two(x, x) - two(z, z), two(y, z) - two(w, x)],
        [two(x, z) - two(w, y), two(y, z) + two(w, x), ONE - two(x, x) - two(y, y)],
    ]
}
