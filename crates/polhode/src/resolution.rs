//! Features of a torque that a step could pass over: docs/taylor.md, Features within a step.
//!
//! A torque is resolved by a step if it is analytic on a disc of complex times around the start of the step,
//! along the motion, and not much larger there than the method knows. See [`Disc`].

use crate::body::Body;
use crate::geometry::{Rotation, Vec3};
use crate::real::{Disc, Jet, Mask, Real};
use crate::torque::{Torque, TorqueInput};

/// Coefficients of functions on the disc: few at first, as that is decided soon where a torque is smooth, then more.
const FEW: usize = 2;
pub(crate) const MANY: usize = 6;
/// Time near the start of a step, and what depends on it.
pub type NearTimes<R> = Disc<R, MANY>;

/// Radius of the disc in steps.
pub(crate) const RADIUS: f64 = 1.02;
/// Largest accepted ratio of the torque on the disc to the torque as the method knows it.
const RATIO: f64 = 1e3;
/// Torques that change the momentum by less than this many tolerances in a step are not looked at.
const NEGLIGIBLE: f64 = 1e-2;

/// The angle in radians in a step below which a body is at rest.
const STILL: f64 = 1e-30;

/// How well the steps of a run resolve the torque.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TorqueResolution<R> {
    /// Steps that were shortened.
    pub shortened: u64,
    /// Steps that do not resolve the torque: of a method that does not choose its steps, or where no shorter
    /// step does.
    pub unresolved: u64,
    /// The first of them.
    pub first: Option<UnresolvedStep<R>>,
    /// Whether the torque, or a part of it, is a function whose values alone are known: it is sampled at nine
    /// points of each step, and a feature between them is not found.
    pub sampled: bool,
}

/// A step that does not resolve the torque.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UnresolvedStep<R> {
    /// Where it starts.
    pub time: R,
    /// The index of the torque in a sum.
    pub part: usize,
}

impl<R> Default for TorqueResolution<R> {
    fn default() -> Self {
        Self { shortened: 0, unresolved: 0, first: None, sampled: false }
    }
}

impl<R: Real> TorqueResolution<R> {
    /// Counts a step that does not resolve the torque.
    pub(crate) fn add_unresolved(&mut self, time: R, part: usize) {
        self.unresolved += 1;
        self.first = self.first.or(Some(UnresolvedStep { time, part }));
    }
    /// Shows every number that a checkpoint needs.
    #[expect(clippy::cast_precision_loss, reason = "2^53 steps take a person's lifetime")]
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "counts")]
    pub(crate) fn visit(&mut self, slot: &mut dyn FnMut(&mut R)) {
        let through = |count: u64, slot: &mut dyn FnMut(&mut R)| {
            let mut number = R::from_f64(count as f64);
            slot(&mut number);
            crate::real::to_f64(number) as u64
        };
        self.shortened = through(self.shortened, slot);
        self.unresolved = through(self.unresolved, slot);
        let UnresolvedStep { mut time, part } =
            self.first.unwrap_or(UnresolvedStep { time: R::zero(), part: 0 });
        slot(&mut time);
        let part = through(part as u64, slot) as usize;
        self.first = (self.unresolved > 0).then_some(UnresolvedStep { time, part });
    }
}

/// A motion around a time: its first Taylor coefficients, and the size of all other terms on a disc of this
/// radius.
pub(crate) struct NearMotion<R> {
    pub(crate) time: R,
    pub(crate) radius: R,
    /// The components w x y z.
    pub(crate) attitude: [[R; MANY]; 4],
    pub(crate) attitude_rest: R,
    pub(crate) momentum: [[R; MANY]; 3],
    pub(crate) momentum_rest: R,
}

impl<R: Real> NearMotion<R> {
    /// The arguments of a torque along the motion.
    pub(crate) fn torque_input<'a, T, const N: usize>(
        &self,
        body: &'a Body<R, T>,
    ) -> TorqueInput<'a, R, Disc<R, N>> {
        let disc = |coefficients: [R; MANY], rest| {
            let (mut series, mut rest, mut power) = ([R::zero(); N], rest, R::one());
            for (k, coefficient) in coefficients.into_iter().enumerate() {
                match series.get_mut(k) {
                    Some(slot) => *slot = coefficient * power,
                    None => rest += coefficient.abs() * power,
                }
                power *= self.radius;
            }
            Disc { series: Jet::from_coefficients(series), rest }
        };
        let [w, x, y, z] = self.attitude.map(|component| disc(component, self.attitude_rest));
        let momentum = self.momentum.map(|component| disc(component, self.momentum_rest));
        TorqueInput {
            inertia: &body.inertia,
            time: Disc::variable(self.time, self.radius),
            attitude: Rotation { w, x, y, z },
            momentum: Vec3::from(momentum),
            branches: &[],
        }
    }
    /// Whether a torque of this body is analytic on the disc and changes by no more than [`RATIO`] times
    /// `known`, or by what is negligible.
    #[inline(never)]
    pub(crate) fn is_resolved<T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        known: R,
        negligible: R,
    ) -> bool {
        let allowed = (known * R::from_f64(RATIO)).max(negligible);
        // Not where a bound is no number.
        let few = reach(body.torque.torque(&self.torque_input::<T, FEW>(body)));
        few.le(allowed).all()
            || reach(body.torque.torque(&self.torque_input::<T, MANY>(body))).le(allowed).all()
    }
}

/// The torque that has no effect in a step of this size on a body of this momentum.
pub(crate) fn negligible<R: Real>(tolerance: f64, momentum: R, moment: R, h: R) -> R {
    let h = h.abs();
    let least = moment * R::from_f64(STILL) / h;
    R::from_f64(NEGLIGIBLE * tolerance) * momentum.max(least) / h
}

/// The largest change of a component on the disc; not a number where one is none.
pub(crate) fn reach<R: Real, const N: usize>(torque: Vec3<Disc<R, N>>) -> R {
    let Vec3 { x, y, z } = torque.map(Disc::reach);
    // A sum, as the larger of two of which one is no number may be the other one.
    x + y + z
}
