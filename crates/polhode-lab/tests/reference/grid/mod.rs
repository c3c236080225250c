//! The new grid: generated problems, each a scenario and a body of the reference at once.

pub(crate) mod dice;
pub(crate) mod ensembles;
mod scales;
mod smooth;
mod states;
mod times;

use super::body::Body;
use dice::Dice;

/// A problem of the grid.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    pub(crate) kind: &'static str,
    pub(crate) number: u64,
    pub(crate) body: Body,
}

impl Problem {
    pub(crate) fn text(&self) -> String {
        self.body.scenario(&format!("{} {}", self.kind, self.number))
    }
}

type Make = fn(&mut Dice, &mut Body);

/// What a problem is about, and what makes it of a body that rotates by itself.
pub(crate) const KINDS: [(&str, Make); 40] = [
    ("free", |_, _| ()),
    ("top", smooth::top),
    ("weak gravity gradient", |dice, body| smooth::gravity_gradient(dice, body, (-6.0, -3.0))),
    ("strong gravity gradient", |dice, body| smooth::gravity_gradient(dice, body, (-2.0, 0.3))),
    ("soft wall", smooth::soft_wall),
    ("damping", smooth::damping),
    ("driven", smooth::driven),
    ("reaction wheel", smooth::reaction_wheel),
    ("magnet", smooth::magnet),
    ("smooth formula", smooth::formula),
    ("eccentric orbit", smooth::eccentric_orbit),
    ("comes to rest", smooth::comes_to_rest),
    ("attitude law", smooth::attitude_law),
    ("starts at rest", times::starts_at_rest),
    ("ramp", times::ramp),
    ("impulses on the grid", |dice, body| times::impulses(dice, body, true)),
    ("impulses off the grid", |dice, body| times::impulses(dice, body, false)),
    ("narrow pulse", times::narrow_pulse),
    ("smooth and narrow pulse", times::smooth_and_narrow_pulse),
    ("steep step", times::steep_step),
    ("kinks in time", times::kinks),
    ("windows in time", times::windows),
    ("table hold", |dice, body| times::table(dice, body, "hold")),
    ("table linear", |dice, body| times::table(dice, body, "linear")),
    ("table cubic", |dice, body| times::table(dice, body, "cubic")),
    ("late epoch, driven", scales::late_driven),
    ("late epoch, pulse", scales::late_pulse),
    ("late epoch, window", scales::late_window),
    ("small inertia", |dice, body| scales::extreme(dice, body, (-47.0, -12.0), (-12.0, 12.0))),
    ("large inertia", |dice, body| scales::extreme(dice, body, (10.0, 30.0), (-12.0, 3.0))),
    ("slow", |dice, body| scales::extreme(dice, body, (-1.0, 1.0), (-12.0, -4.0))),
    ("fast", |dice, body| scales::extreme(dice, body, (-1.0, 1.0), (4.0, 12.0))),
    ("hysteresis", states::bang_bang),
    ("friction", states::friction),
    ("saturation", states::saturation),
    ("dead zone", states::dead_zone),
    ("eclipse", states::eclipse),
    ("kinks in the state", states::kinks),
    ("narrow in the state", states::narrow),
    ("steep in the state", states::steep),
];

/// The problem of this number.
pub(crate) fn problem(number: u64) -> Problem {
    stretched(number, 1.0)
}

/// The same in another span of time, with all widths and times in it.
pub(crate) fn stretched(number: u64, factor: f64) -> Problem {
    let index = usize::try_from(number).unwrap_or(0) % KINDS.len();
    let (kind, make) = KINDS[index];
    let mut dice = Dice::new(number);
    let mut body = plain(&mut dice);
    body.duration *= factor;
    make(&mut dice, &mut body);
    Problem { kind, number, body }
}

/// A body that rotates a few times, with nothing that pushes it.
fn plain(dice: &mut Dice) -> Body {
    let [a, mut b, c]: [f64; 3] = std::array::from_fn(|_| dice.even(0.1, 1.0));
    if dice.even(0.0, 1.0) < 0.2 {
        b = a; // a symmetric body
    }
    let rate = dice.by_powers(-0.3, 0.3);
    Body {
        inertia: [b + c, c + a, a + b],
        time: 0.0,
        attitude: dice.quaternion(),
        rates: dice.direction().map(|d| d * rate),
        duration: dice.by_powers(0.7, 1.7),
        torques: Vec::new(),
        breaks: Vec::new(),
        frequency: rate.max(0.5),
    }
}
