//! Torques without pulses, steps and switches.

use super::super::body::Body;
use super::super::formula::{Formula, cos, r, sin};
use super::super::torque::Torque;
use super::dice::Dice;
use Formula::{Number, Rate, Time};

/// What rotates a body by about a radian while it makes one of itself.
pub(super) fn strong(body: &Body) -> f64 {
    let rate = body.rates.iter().map(|w| w * w).sum::<f64>();
    mean(body) * rate
}

pub(super) fn mean(body: &Body) -> f64 {
    body.inertia.iter().sum::<f64>() / 3.0
}

pub(super) fn rate(body: &Body) -> f64 {
    body.rates.iter().map(|w| w * w).sum::<f64>().sqrt()
}

pub(super) fn top(dice: &mut Dice, body: &mut Body) {
    let strength = strong(body) * dice.by_powers(-2.0, 0.3);
    let [arm, direction] = [[0.0, 0.0, 1.0]; 2];
    body.torques.push(Torque::UniformField { strength, arm, direction });
}

pub(super) fn gravity_gradient(dice: &mut Dice, body: &mut Body, powers: (f64, f64)) {
    let rate_squared = rate(body).powi(2) * dice.by_powers(powers.0, powers.1);
    let direction = dice.direction();
    body.torques.push(Torque::GravityGradient { rate_squared, direction });
}

pub(super) fn soft_wall(dice: &mut Dice, body: &mut Body) {
    let strength = -strong(body) * dice.even(0.2, 1.5);
    body.torques.push(Torque::SoftWall { strength, offset: 1.1, core: 0.001 });
    body.frequency *= 10.0;
}

pub(super) fn damping(dice: &mut Dice, body: &mut Body) {
    let coefficient = mean(body) * dice.even(0.1, 5.0) / body.duration;
    body.torques.push(Torque::Damping(coefficient));
}

/// Damped until the momentum is 1e-5 to 1e-30 of that of the start.
pub(super) fn comes_to_rest(dice: &mut Dice, body: &mut Body) {
    let coefficient = mean(body) * dice.even(12.0, 70.0) / body.duration;
    body.torques.push(Torque::Damping(coefficient));
    if dice.even(0.0, 1.0) < 0.5 {
        top(dice, body);
    }
    body.frequency = body.frequency.max(70.0 / body.duration);
}

pub(super) fn attitude_law(dice: &mut Dice, body: &mut Body) {
    let frequency = rate(body) * dice.even(0.7, 2.0);
    let stiffness = 2.0 * mean(body) * frequency * frequency;
    // Not so far from the target that it passes through half a turn.
    let [w, x, y, z] = body.attitude.map(|q| 0.3 * q);
    let norm = ((1.0 + w).powi(2) + x * x + y * y + z * z).sqrt();
    body.attitude = [(1.0 + w) / norm, x / norm, y / norm, z / norm];
    body.rates = body.rates.map(|w| 0.3 * w);
    let damping = mean(body) * frequency * dice.even(0.3, 2.5);
    body.torques.push(Torque::AttitudeLaw { stiffness, damping });
    body.frequency = 3.0 * frequency;
}

pub(super) fn driven(dice: &mut Dice, body: &mut Body) {
    let size = strong(body) * dice.by_powers(-2.0, -0.5);
    let frequency = rate(body) * dice.even(0.2, 2.0);
    body.torques.push(Torque::Driven { frequency, sin: dice.direction().map(|d| d * size) });
    body.frequency = body.frequency.max(frequency);
}

pub(super) fn reaction_wheel(dice: &mut Dice, body: &mut Body) {
    let part = dice.by_powers(-1.0, 0.5);
    let size = mean(body) * rate(body) * part;
    body.torques.push(Torque::Rotor(dice.direction().map(|d| d * size)));
    body.frequency *= 1.0 + 5.0 * part;
}

pub(super) fn magnet(dice: &mut Dice, body: &mut Body) {
    let size = strong(body) * dice.by_powers(-3.0, -0.5);
    let moment = dice.direction().map(|d| d * size);
    let rate = rate(body) * dice.by_powers(-2.0, 0.0);
    let (field, axis) = ([0.0, 0.6, 0.8], [1.0, 0.0, 0.0]);
    body.torques.push(Torque::Dipole { moment, field, axis, rate });
}

pub(super) fn formula(dice: &mut Dice, body: &mut Body) {
    let k = strong(body) * dice.by_powers(-3.0, -1.0);
    let c = mean(body) * dice.even(0.0, 1.0) / body.duration;
    let n = rate(body) * dice.even(0.1, 1.0);
    body.torques.push(Torque::Formulas([
        k * (r(3, 1) * cos(n * Time)) - c * Rate(0),
        k * (r(3, 2) * r(3, 3)) - c * Rate(1),
        k * (sin(n * Time) * r(1, 2)) - c * Rate(2),
    ]));
}

pub(super) fn eccentric_orbit(dice: &mut Dice, body: &mut Body) {
    let eccentricity = dice.even(0.0, 0.95);
    let orbits = dice.even(0.3, 2.0);
    let motion = std::f64::consts::TAU * orbits / body.duration;
    let (inclination, mean_anomaly) = (dice.even(0.0, 1.5), dice.even(-3.0, 3.0));
    let gm = motion * motion;
    body.torques.push(Torque::Kepler { gm, eccentricity, inclination, mean_anomaly });
    // At the periapsis the true anomaly is this much faster.
    body.frequency = body.frequency.max(motion * 2.0 / (1.0 - eccentricity).powf(1.5));
}

/// Any of the smooth ones above.
pub(super) fn any(dice: &mut Dice, body: &mut Body) {
    match dice.even(0.0, 4.0) as u32 {
        0 => top(dice, body),
        1 => gravity_gradient(dice, body, (-2.0, 0.0)),
        2 => magnet(dice, body),
        _ => damping(dice, body),
    }
}

/// A formula about each axis: a random direction times it.
pub(super) fn along(direction: [f64; 3], of: &Formula) -> Torque {
    Torque::Formulas(direction.map(|d| Number(d) * of.clone()))
}
