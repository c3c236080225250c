//! Whether the steps of a run resolve the torque: docs/taylor.md, Features within a step.
//!
//! Taylor series see to it themselves, step by step. The steps of other methods are checked when they have been
//! taken.

use super::Stopped;
use super::driver::RunDriver;
use super::stepper::Stepper;
use super::switching::as_rotation;
use crate::body::{Body, State};
use crate::geometry::{Attitude, Rotation, Vec3};
use crate::real::{Mask, Real};
use crate::resolution::{MANY, NearMotion, RADIUS, TorqueResolution, negligible};
use crate::torque::Torque;

/// Samples of a step under a torque whose values alone are known. The last difference of all of them vanishes
/// for polynomials of degree 7.
const SAMPLES: usize = 9;
/// Alternating binomial coefficients: the weights of that difference.
const WEIGHTS: [f64; SAMPLES] = [1.0, -8.0, 28.0, -56.0, 70.0, -56.0, 28.0, -8.0, 1.0];
/// Largest accepted difference relative to the variation of the samples. A feature at one sample has at least
/// 1, at the middle 70.
const ROUGH: f64 = 0.5;

impl<R: Real, A: Attitude<R>> RunDriver<R, A> {
    /// Selects whether steps are to resolve the torque.
    pub(super) fn resolve_torque(&mut self, stepper: &mut dyn Stepper<R, A>, resolve: bool) {
        let sampled = stepper.body().is_sampled();
        let fresh = resolve.then(|| TorqueResolution { sampled, ..TorqueResolution::default() });
        let is_known = R::RESOLVES && stepper.watch_resolution(fresh);
        self.resolution = fresh.filter(|_| !is_known && R::RESOLVES);
    }
    /// How well they did so far.
    pub(super) fn torque_resolution(
        &self,
        stepper: &dyn Stepper<R, A>,
    ) -> Option<TorqueResolution<R>> {
        stepper.resolution().or(self.resolution)
    }
    /// Takes steps one by one, and checks each.
    pub(super) fn advance_checked(
        &mut self,
        stepper: &mut dyn Stepper<R, A>,
        h: R,
        steps: u64,
    ) -> Result<(), Stopped<R>> {
        for _ in 0..steps {
            let from = self.state;
            self.advance_unchecked(stepper, h, 1)?;
            self.check_step(stepper, &from);
        }
        Ok(())
    }
    /// Checks the step from this state to the present one.
    pub(super) fn check_step(&mut self, stepper: &dyn Stepper<R, A>, from: &State<R, A>) {
        let Some(resolution) = &mut self.resolution else { return };
        let [from, to] = [from, &self.state].map(as_rotation);
        if let Some(part) = stepper.body().unresolved_part(&from, &to) {
            resolution.add_unresolved(from.time, part);
        }
    }
}

/// Whether only values of the torque are known, of one of its parts at least.
pub(super) fn is_sampled<R: Real, T: Torque<R>>(body: &Body<R, T>) -> bool {
    !body.torque.properties().is_differentiable
}

/// The part of the torque, if there is one, that a step between these states does not resolve.
pub(super) fn unresolved_part<R: Real, T: Torque<R>>(
    body: &Body<R, T>,
    from: &State<R>,
    to: &State<R>,
) -> Option<usize> {
    if const { !R::RESOLVES } {
        return None;
    }
    let h = (to.time - from.time).abs();
    if body.torque.properties().is_polynomial || h.equals(R::zero()).all() {
        return None;
    }
    let (motion, known) = near(body, from, to, h);
    let Vec3 { x, y, z } = body.inertia.moments();
    let momentum = from.momentum.norm().max(to.momentum.norm());
    let negligible = negligible(R::EPSILON, momentum, x.min(y).min(z), h);
    if motion.is_resolved(body, known, negligible)
        && !(is_sampled(body) && is_rough(body, from, to, negligible))
    {
        return None;
    }
    Some(body.torque.least_resolved_part(&motion.torque_input(body)))
}

/// The motion around the end of a step, as far as it can go within the step, and the torque that is known
/// there.
fn near<R: Real, T: Torque<R>>(
    body: &Body<R, T>,
    from: &State<R>,
    to: &State<R>,
    h: R,
) -> (NearMotion<R>, R) {
    let State { attitude, momentum, .. } = *to;
    let (torques, inverse) = ([from, to].map(|at| body.torque_at(at)), body.inertia.inverse());
    let nu = momentum.component_mul(inverse);
    let largest = |a: Vec3<R>, b: Vec3<R>| a.norm().max(b.norm());
    let torque = largest(torques[0], torques[1]);
    let momenta = largest(from.momentum, momentum);
    let (small, large) = extremes(inverse);
    let radius = h * R::from_f64(RADIUS);
    let gain = torque * radius;
    // The largest rate of the body, and of its momentum in the body.
    let turn = (largest(nu, from.momentum.component_mul(inverse)) + gain * large) * radius;
    let precession = (large - small) * momenta * radius;
    let spin = attitude * Rotation::from_parts(R::zero(), nu.map(R::half));
    let gyration = momentum.cross(nu) + torques[1];
    let motion = NearMotion {
        time: to.time,
        radius,
        attitude: linear(attitude.to_wxyz(), spin.to_wxyz()),
        attitude_rest: beyond_linear(turn.half()),
        momentum: linear(momentum.to_array(), gyration.to_array()),
        momentum_rest: momenta * beyond_linear(precession)
            + gain * turn
            + (torques[1] - torques[0]).norm() * radius,
    };
    (motion, torque + momenta * nu.norm())
}

/// Values and rates as Taylor coefficients.
fn linear<R: Real, const N: usize>(values: [R; N], rates: [R; N]) -> [[R; MANY]; N] {
    core::array::from_fn(|c| {
        let mut series = [R::zero(); MANY];
        (series[0], series[1]) = (values[c], rates[c]);
        series
    })
}

fn extremes<R: Real>(Vec3 { x, y, z }: Vec3<R>) -> (R, R) {
    (x.min(y).min(z), x.max(y).max(z))
}

/// e^x - 1 - x
fn beyond_linear<R: Real>(x: R) -> R {
    (x.squared().half()).max(x.exp() - R::one() - x)
}

/// Whether samples of the torque within a step differ from a polynomial.
fn is_rough<R: Real, T: Torque<R>>(
    body: &Body<R, T>,
    from: &State<R>,
    to: &State<R>,
    negligible: R,
) -> bool {
    let sample = |k: usize| body.torque_at(&between(from, to, k as f64 / (SAMPLES - 1) as f64));
    let samples: [Vec3<R>; SAMPLES] = core::array::from_fn(sample);
    let difference = samples
        .iter()
        .zip(WEIGHTS)
        .fold(Vec3::zero(), |sum: Vec3<R>, (&torque, weight)| sum + torque * R::from_f64(weight));
    let variation =
        samples.iter().map(|&torque| (torque - samples[0]).norm()).fold(R::zero(), R::max);
    let size = samples.iter().map(|torque| torque.norm()).fold(R::zero(), R::max);
    let rounding = size * R::from_f64(1e4 * R::EPSILON);
    let allowed = (variation * R::from_f64(ROUGH)).max(rounding).max(negligible);
    !difference.norm().le(allowed).all()
}

/// A state between those at the ends of a step, near enough to look at the torque there.
fn between<R: Real>(from: &State<R>, to: &State<R>, part: f64) -> State<R> {
    let other = R::from_f64(1.0 - part);
    let part = R::from_f64(part);
    let (a, b) = (from.attitude, to.attitude);
    // A quaternion and its negative are the same attitude.
    let side = (a.inverse() * b).w;
    let b_part = part.with_sign_of(side);
    let mix = |a: R, b: R| a * other + b * b_part;
    let attitude =
        Rotation { w: mix(a.w, b.w), x: mix(a.x, b.x), y: mix(a.y, b.y), z: mix(a.z, b.z) };
    State {
        time: from.time * other + to.time * part,
        attitude: attitude.normalized(),
        momentum: from.momentum * other + to.momentum * part,
    }
}
