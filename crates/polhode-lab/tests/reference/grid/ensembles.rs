//! Ensembles: initial attitude and rates, and a parameter of the torque, are drawn by the product.

use super::super::body::Body;
use super::super::formula::{Formula, above, abs, bell, hysteresis, r, sin, step};
use super::super::torque::Torque;
use super::dice::Dice;
use super::plain;
use super::smooth::{along, mean, rate, strong};
use super::times::after;
use Formula::{Number, Parameter, Rate, Time};

/// Pushes with a number, of which some that are drawn will do: it is about as large as the second argument.
type Make = fn(&mut Dice, &mut Body, &dyn Fn(f64) -> f64) -> &'static str;

/// What the ensemble is about, and its torque; its result is the key of the parameter.
pub(crate) const KINDS: [(&str, Make); 10] = [
    ("top", top),
    ("gravity gradient", gravity_gradient),
    ("damping", damping),
    ("driven", |dice, body, k| {
        let wave = sin(rate(body) * dice.even(0.2, 2.0) * Time);
        shaped(dice, body, k, 1.0, &wave)
    }),
    ("smooth formula", |dice, body, k| {
        let shape = r(3, 1) * sin(rate(body) * dice.even(0.1, 1.0) * Time);
        shaped(dice, body, k, 1.0, &shape)
    }),
    ("narrow pulse", |dice, body, k| {
        let width = body.duration * dice.by_powers(-4.0, -0.5);
        let pulse = bell(after(body.duration * dice.even(0.0, 1.0)), width);
        shaped(dice, body, k, 1.0 / (width * rate(body)), &pulse)
    }),
    ("steep step", |dice, body, k| {
        let centre = body.duration * dice.even(0.0, 1.0);
        let shape = step(after(centre), dice.by_powers(0.0, 3.0));
        shaped(dice, body, k, 0.3, &shape)
    }),
    ("window in time", |dice, body, k| {
        let width = body.duration * dice.by_powers(-3.0, -0.5);
        let begin = dice.even(0.0, 0.7) * body.duration;
        let until = Number(begin + width) - Time;
        let on = above(after(begin), above(until, Number(1.0), Number(0.0)), Number(0.0));
        body.breaks = vec![begin, begin + width];
        shaped(dice, body, k, 0.3 / (width * rate(body)), &on)
    }),
    ("kink in the state", |dice, body, k| {
        let shape = abs(r(2, 2) - Number(dice.even(-0.6, 0.6)));
        shaped(dice, body, k, 0.3, &shape)
    }),
    ("hysteresis", hysteretic),
];

fn top(_: &mut Dice, body: &mut Body, k: &dyn Fn(f64) -> f64) -> &'static str {
    let (strength, [arm, direction]) = (k(strong(body)), [[0.0, 0.0, 1.0]; 2]);
    body.torques.push(Torque::UniformField { strength, arm, direction });
    "torque.0.strength"
}

fn gravity_gradient(dice: &mut Dice, body: &mut Body, k: &dyn Fn(f64) -> f64) -> &'static str {
    let rate_squared = k(rate(body).powi(2));
    body.torques.push(Torque::GravityGradient { rate_squared, direction: dice.direction() });
    "torque.0.rate_squared"
}

fn damping(_: &mut Dice, body: &mut Body, k: &dyn Fn(f64) -> f64) -> &'static str {
    body.torques.push(Torque::Damping(k(5.0 * mean(body) / body.duration)));
    "torque.0.coefficient"
}

fn hysteretic(dice: &mut Dice, body: &mut Body, k: &dyn Fn(f64) -> f64) -> &'static str {
    let (low, high) = (rate(body) * dice.even(-0.4, 0.0), rate(body) * dice.even(0.1, 0.5));
    let z =
        -1.0 * Parameter(k(strong(body))) * (2.0 * hysteresis(Rate(2), low, high) - Number(1.0));
    body.torques.push(Torque::Formulas([Number(0.0), Number(0.0), z]));
    "torque.0.parameters.k"
}

fn shaped(
    dice: &mut Dice,
    body: &mut Body,
    k: &dyn Fn(f64) -> f64,
    part: f64,
    shape: &Formula,
) -> &'static str {
    let size = Parameter(k(part * strong(body)));
    body.torques.push(along(dice.direction(), &(size * shape.clone())));
    "torque.0.parameters.k"
}

/// Numbers of a body as they are drawn: angular velocity, attitude, parameter.
pub(crate) const DRAWN: usize = 8;

/// The scenario of an ensemble of so many bodies.
pub(crate) fn text(number: u64, count: u64) -> (&'static str, String) {
    let (kind, body, key, least) = made(number, &|typical| 0.1 * typical);
    let fast = rate(&body);
    let vary = format!(
        "[ensemble]\ncount = {count}\nseed = {number}\n[ensemble.vary]\n\
         \"initial.angular_velocity\" = {{ distribution = \"isotropic\", magnitude = {{ from = {:?}, to = {:?} }} }}\n\
         \"initial.attitude\" = {{ distribution = \"uniform-rotation\" }}\n\
         {key:?} = {{ distribution = \"log-uniform\", from = {least:?}, to = {:?} }}\n",
        0.5 * fast,
        1.5 * fast,
        5.0 * least
    );
    (kind, body.scenario(&format!("ensemble {number}")) + &vary)
}

/// A body of an ensemble by its drawn numbers.
pub(crate) fn body(number: u64, drawn: [f64; DRAWN]) -> Body {
    let [a, b, c, w, x, y, z, k] = drawn;
    let (_, body, ..) = made(number, &|_| k);
    Body { rates: [a, b, c], attitude: [w, x, y, z], ..body }
}

fn made(number: u64, k: &dyn Fn(f64) -> f64) -> (&'static str, Body, &'static str, f64) {
    let index = usize::try_from(number).unwrap_or(0) % KINDS.len();
    let mut dice = Dice::new(number.wrapping_add(1_000_000));
    let mut body = plain(&mut dice);
    let chosen = std::cell::Cell::new(0.0);
    let (kind, make) = KINDS[index];
    let key = make(&mut dice, &mut body, &|typical| {
        chosen.set(k(typical));
        chosen.get()
    });
    (kind, body, key, chosen.get())
}
