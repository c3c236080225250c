//! Torques that switch, or are narrow or steep, in the state.

use super::super::body::Body;
use super::super::formula::{
    Formula, above, abs, bell, clamp, cos, hysteresis, max, min, r, sin, step,
};
use super::super::torque::Torque;
use super::dice::Dice;
use super::smooth::{along, any, mean, rate, strong};
use Formula::{Friction, Number, Rate, Time};

fn about_z(z: Formula) -> Torque {
    Torque::Formulas([Number(0.0), Number(0.0), z])
}

pub(super) fn bang_bang(dice: &mut Dice, body: &mut Body) {
    let size = strong(body) * dice.by_powers(-1.0, 0.0);
    let (low, high) = (rate(body) * dice.even(-0.4, 0.0), rate(body) * dice.even(0.1, 0.5));
    let on = hysteresis(Rate(2), low, high);
    body.torques.push(about_z(-size * (2.0 * on - Number(1.0))));
}

pub(super) fn friction(dice: &mut Dice, body: &mut Body) {
    let drive = strong(body) * dice.even(0.1, 0.8);
    let most = strong(body) * dice.even(0.1, 0.6);
    let frequency = rate(body) * dice.even(0.5, 2.0);
    let x = drive * sin(frequency * Time) - most * Friction(0);
    body.torques.push(Torque::Formulas([x, Number(0.0), Number(0.0)]));
    body.frequency = body.frequency.max(frequency);
}

pub(super) fn saturation(dice: &mut Dice, body: &mut Body) {
    let damping = mean(body) * rate(body) * dice.even(0.1, 1.0);
    let stiffness = strong(body) * dice.even(0.5, 2.0);
    let most = strong(body) * dice.even(0.1, 0.5);
    let x = clamp((-damping) * Rate(0) - stiffness * r(3, 2), most);
    body.torques.push(Torque::Formulas([x, Number(0.0), Number(0.0)]));
}

pub(super) fn dead_zone(dice: &mut Dice, body: &mut Body) {
    let gain = mean(body) * rate(body) * dice.even(0.3, 1.5);
    let width = rate(body) * dice.even(0.05, 0.4);
    let frequency = rate(body) * 0.9;
    let drive = strong(body) * dice.even(0.2, 0.6);
    let beyond =
        max(Rate(2) - Number(width), Number(0.0)) + min(Rate(2) + Number(width), Number(0.0));
    body.torques.push(about_z(drive * sin(frequency * Time) - gain * beyond));
    body.frequency = body.frequency.max(2.0 * rate(body));
}

/// A torque while one axis sees the light, which is there at times.
pub(super) fn eclipse(dice: &mut Dice, body: &mut Body) {
    let size = strong(body) * dice.by_powers(-2.0, -0.3);
    let frequency = rate(body) * dice.even(0.2, 1.0);
    let (phase, least) = (dice.even(0.0, 6.0), dice.even(-0.7, 0.7));
    let lit = cos(frequency * Time + Number(phase)) - Number(least);
    let shape = above(lit, max(r(3, 1), Number(0.0)), Number(0.0));
    body.torques.push(along(dice.direction().map(|d| d * size), &shape));
    let turns = (frequency * body.duration / std::f64::consts::TAU) as i32 + 3;
    for angle in [least.acos(), -least.acos()] {
        let at = |turn: i32| (std::f64::consts::TAU * f64::from(turn) + angle - phase) / frequency;
        body.breaks.extend((-1..=turns).map(at));
    }
}

pub(super) fn kinks(dice: &mut Dice, body: &mut Body) {
    let size = strong(body) * dice.by_powers(-2.0, -0.5);
    let level = dice.even(-0.6, 0.6);
    let shape = match dice.even(0.0, 4.0) as u32 {
        0 => abs(r(2, 2) - Number(level)),
        1 => max(r(3, 1), Number(level)),
        2 => min(r(3, 3), Number(level)),
        _ => above(r(3, 1) - Number(level), Number(1.0), Number(-0.5)),
    };
    body.torques.push(along(dice.direction().map(|d| d * size), &shape));
}

pub(super) fn narrow(dice: &mut Dice, body: &mut Body) {
    let width = dice.by_powers(-3.0, -0.5);
    // A passage gives about as much as the strong torque does in a part of a radian.
    let size = strong(body) * dice.by_powers(-2.0, -0.5) / width.sqrt();
    let level = dice.even(-0.8, 0.8);
    let shape = bell(r(3, 1) - Number(level), width);
    if dice.even(0.0, 1.0) < 0.3 {
        any(dice, body);
    }
    body.torques.push(along(dice.direction().map(|d| d * size), &shape));
}

pub(super) fn steep(dice: &mut Dice, body: &mut Body) {
    let size = strong(body) * dice.by_powers(-2.0, -0.5);
    let shape = step(r(3, 3) - Number(dice.even(-0.8, 0.8)), dice.by_powers(0.5, 2.5));
    body.torques.push(along(dice.direction().map(|d| d * size), &shape));
}
