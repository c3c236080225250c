//! Late epochs, and inertias and rates of extreme size.

use super::super::body::Body;
use super::super::formula::{Formula, bell, sin};
use super::dice::Dice;
use super::smooth::{self, along, mean, rate, strong};
use super::{states, times};
use Formula::Time;

pub(super) fn late(dice: &mut Dice, body: &mut Body) {
    body.time = dice.by_powers(6.0, 9.0);
}

pub(super) fn late_driven(dice: &mut Dice, body: &mut Body) {
    late(dice, body);
    if dice.even(0.0, 1.0) < 0.3 {
        // Nothing depends on time.
        smooth::any(dice, body);
        return;
    }
    let size = strong(body) * dice.by_powers(-2.0, -0.5);
    let wave = sin(rate(body) * dice.even(0.2, 2.0) * Time);
    body.torques.push(along(dice.direction().map(|d| d * size), &wave));
    body.frequency *= 2.0;
}

pub(super) fn late_pulse(dice: &mut Dice, body: &mut Body) {
    late(dice, body);
    let width = body.duration * dice.by_powers(-3.0, 0.0);
    let centre = body.time + body.duration * dice.even(0.0, 1.0);
    let size = dice.by_powers(-2.0, 0.0) * mean(body) * rate(body) / width;
    body.torques
        .push(along(dice.direction().map(|d| d * size), &bell(times::after(centre), width)));
}

pub(super) fn late_window(dice: &mut Dice, body: &mut Body) {
    late(dice, body);
    let width = body.duration * dice.by_powers(-3.0, -0.3);
    let begin = body.time + body.duration * dice.even(0.0, 1.0);
    body.torques.push(times::window(dice, body, begin, width));
    body.breaks.extend([begin, begin + width]);
}

/// Powers of ten of the inertia and of the rates, which the duration follows.
pub(super) fn extreme(dice: &mut Dice, body: &mut Body, inertia: (f64, f64), rates: (f64, f64)) {
    let (heavy, fast) = (dice.by_powers(inertia.0, inertia.1), dice.by_powers(rates.0, rates.1));
    body.inertia = body.inertia.map(|moment| moment * heavy);
    body.rates = body.rates.map(|rate| rate * fast);
    body.duration /= fast;
    body.frequency *= fast;
    match dice.even(0.0, 9.0) as u32 {
        0 => {}
        1 => smooth::top(dice, body),
        2 => smooth::damping(dice, body),
        3 => smooth::driven(dice, body),
        4 => smooth::formula(dice, body),
        5 => smooth::gravity_gradient(dice, body, (-2.0, 0.0)),
        6 => times::narrow_pulse(dice, body),
        7 => times::windows(dice, body),
        _ => states::bang_bang(dice, body),
    }
}
