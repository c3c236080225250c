//! Torques that are sudden, narrow or steep in time.

use super::super::body::Body;
use super::super::formula::{Formula, above, abs, bell, cos, max, min, sin, step};
use super::super::table::Table;
use super::super::torque::{Impulse, Torque};
use super::dice::Dice;
use super::smooth::{along, any, mean, rate, strong};
use Formula::{Number, Time};

/// t - time
pub(super) fn after(time: f64) -> Formula {
    Time + Number(-time)
}

pub(super) fn starts_at_rest(dice: &mut Dice, body: &mut Body) {
    let size = strong(body) * dice.by_powers(-2.0, -0.5);
    body.rates = [0.0; 3];
    let torque = dice.direction().map(|d| d * size);
    body.torques.push(match dice.even(0.0, 4.0) as u32 {
        0 => Torque::ConstantInBody(torque),
        1 => Torque::ConstantInSpace(torque),
        2 => Torque::UniformField {
            strength: size,
            arm: dice.direction(),
            direction: [0.0, 0.0, 1.0],
        },
        _ => Torque::Driven { frequency: body.frequency, sin: torque },
    });
}

/// Grows from nothing, or from a time on.
pub(super) fn ramp(dice: &mut Dice, body: &mut Body) {
    let size = strong(body) * dice.by_powers(-1.5, -0.3) / body.duration;
    if dice.even(0.0, 1.0) < 0.4 {
        body.rates = [0.0; 3];
    }
    let (begin, end) = (dice.even(0.0, 0.5) * body.duration, dice.even(0.5, 1.0) * body.duration);
    let from = |time: f64| max(after(time), Number(0.0));
    let shape = match dice.even(0.0, 3.0) as u32 {
        0 => Time,
        1 => from(begin),
        _ => from(begin) - from(end),
    };
    body.breaks = vec![begin, end];
    body.torques.push(along(dice.direction().map(|d| d * size), &shape));
}

pub(super) fn impulses(dice: &mut Dice, body: &mut Body, on_the_grid: bool) {
    let size = mean(body) * rate(body);
    let list = (0..1 + dice.even(0.0, 6.0) as u32).map(|_| {
        let part = dice.even(0.0, 1.0);
        let part = if on_the_grid { (part * 16.0).floor() / 16.0 } else { part };
        let time = part * body.duration;
        Impulse { time, momentum: dice.direction().map(|d| d * size * dice.by_powers(-2.0, 0.3)) }
    });
    let list: Vec<Impulse> = list.collect();
    body.torques.push(Torque::Impulses(list));
    if dice.even(0.0, 1.0) < 0.5 {
        any(dice, body);
    }
}

/// What it gives to the momentum is at most this part of it.
pub(super) fn pulse(dice: &mut Dice, body: &Body, part: f64, begin: f64) -> Torque {
    let width = body.duration * dice.by_powers(-5.0, 0.0);
    let centre = begin + body.duration * dice.even(0.0, 1.0);
    let size = part * mean(body) * rate(body) / width;
    along(dice.direction().map(|d| d * size), &bell(after(centre), width))
}

pub(super) fn narrow_pulse(dice: &mut Dice, body: &mut Body) {
    for _ in 0..1 + dice.even(0.0, 3.0) as u32 {
        let part = dice.by_powers(-1.5, 0.3);
        let pulse = pulse(dice, body, part, 0.0);
        body.torques.push(pulse);
    }
}

/// The pulse gives little beside the rest.
pub(super) fn smooth_and_narrow_pulse(dice: &mut Dice, body: &mut Body) {
    let part = dice.by_powers(-6.0, -1.0);
    let pulse = pulse(dice, body, part, 0.0);
    any(dice, body);
    body.torques.push(pulse);
}

pub(super) fn steep_step(dice: &mut Dice, body: &mut Body) {
    for _ in 0..1 + dice.even(0.0, 2.0) as u32 {
        let size = strong(body) * dice.by_powers(-2.0, -0.3);
        let centre = body.duration * dice.even(0.0, 1.0);
        let shape = step(after(centre), dice.by_powers(0.0, 3.0));
        body.torques.push(along(dice.direction().map(|d| d * size), &shape));
    }
}

pub(super) fn kinks(dice: &mut Dice, body: &mut Body) {
    let size = strong(body) * dice.by_powers(-2.0, -0.3);
    let frequency = rate(body) * dice.even(0.2, 2.0);
    let (level, phase) = (dice.even(-0.7, 0.7), dice.even(0.0, 3.0));
    let wave = sin(frequency * Time + Number(phase));
    let shape = match dice.even(0.0, 3.0) as u32 {
        0 => abs(wave - Number(level)),
        1 => max(wave, Number(level)),
        _ => min(wave, Number(level)),
    };
    body.torques.push(along(dice.direction().map(|d| d * size), &shape));
    // sin(f t + phase) = level
    let turns = (frequency * body.duration / std::f64::consts::TAU) as i32 + 2;
    for angle in [level.asin(), std::f64::consts::PI - level.asin()] {
        let at = |turn: i32| (std::f64::consts::TAU * f64::from(turn) + angle - phase) / frequency;
        body.breaks.extend((-1..=turns).map(at));
    }
    body.frequency = body.frequency.max(frequency);
}

/// On between two times.
pub(super) fn windows(dice: &mut Dice, body: &mut Body) {
    for _ in 0..1 + dice.even(0.0, 3.0) as u32 {
        let width = body.duration * dice.by_powers(-5.0, -0.3);
        let begin = dice.even(0.0, 1.0) * body.duration;
        body.torques.push(window(dice, body, begin, width));
        body.breaks.extend([begin, begin + width]);
    }
}

pub(super) fn window(dice: &mut Dice, body: &Body, begin: f64, width: f64) -> Torque {
    let size = mean(body) * rate(body) * dice.by_powers(-2.0, 0.0) / width;
    let until = Number(begin + width) - Time;
    let on = above(after(begin), above(until, Number(1.0), Number(0.0)), Number(0.0));
    along(dice.direction().map(|d| d * size), &on)
}

pub(super) fn table(dice: &mut Dice, body: &mut Body, interpolation: &'static str) {
    let size = strong(body) * dice.by_powers(-2.0, -0.5);
    let mut times = vec![body.duration * dice.even(-0.2, 0.2)];
    for _ in 0..3 + dice.even(0.0, 12.0) as u32 {
        let width = body.duration * dice.even(0.02, 0.2);
        times.push(times[times.len() - 1] + width);
    }
    let torques = times.iter().map(|_| [0; 3].map(|_| size * dice.even(-1.0, 1.0))).collect();
    body.torques.push(Torque::Table(Table::new(interpolation, times, torques)));
    if dice.even(0.0, 1.0) < 0.3 {
        let n = body.frequency * dice.even(0.2, 1.0);
        let (along_axis, wave) = (dice.direction().map(|d| d * 0.3 * size), cos(n * Time));
        body.torques.push(along(along_axis, &wave));
    }
}
