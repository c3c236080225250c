//! Steps that end before features of the torque that the series does not know.

use super::step_rule::{StepRule, momentum_scale};
use crate::body::Body;
use crate::geometry::Vec3;
use crate::real::Real;
use crate::recurrence::Recurrence;
use crate::resolution::{MANY, NearMotion, RADIUS, TorqueResolution, negligible};
use crate::torque::Torque;

/// Halvings of a step before its torque is reported as unresolved.
const HALVINGS: u32 = 48;
/// Coefficients of a series, at most.
const LENGTH: usize = crate::recurrence::HIGHEST + 1;

/// A series about to take a step under a torque.
struct Candidate<'a, R: Real, T> {
    series: &'a Recurrence<R>,
    body: &'a Body<R, T>,
    tolerance: f64,
    degree: usize,
    /// Sizes of the coefficients of attitude and momentum.
    sizes: [[R; LENGTH]; 2],
    momentum: R,
    moment: R,
}

impl StepRule {
    /// Returns the step, halved until the torque is resolved; where it never is, the whole step. Counts both.
    #[cold]
    #[inline(never)]
    pub(super) fn resolved<R: Real, T: Torque<R>>(
        &self,
        series: &Recurrence<R>,
        body: &Body<R, T>,
        h: R,
        resolution: &mut TorqueResolution<R>,
    ) -> R {
        // Of other scalar types nothing of this is compiled.
        if const { !R::RESOLVES } || has_no_features(series, body) {
            return h;
        }
        let candidate = self.candidate(series, body);
        if candidate.is_resolved(h) {
            return h;
        }
        let mut shorter = h.half();
        for _ in 0..HALVINGS {
            if candidate.is_resolved(shorter) {
                resolution.shortened += 1;
                // The feature may begin before the end of the shorter step.
                return self.with_small_defect(series, body, shorter);
            }
            shorter = shorter.half();
        }
        candidate.count_unresolved(h, resolution);
        h
    }
    /// Counts a step of given size that does not resolve the torque.
    #[cold]
    #[inline(never)]
    pub(super) fn check<R: Real, T: Torque<R>>(
        &self,
        series: &Recurrence<R>,
        body: &Body<R, T>,
        h: R,
        resolution: &mut TorqueResolution<R>,
    ) {
        // Of other scalar types nothing of this is compiled.
        if const { !R::RESOLVES } || has_no_features(series, body) {
            return;
        }
        let candidate = self.candidate(series, body);
        if !candidate.is_resolved(h) {
            candidate.count_unresolved(h, resolution);
        }
    }
    fn candidate<'a, R: Real, T: Torque<R>>(
        &self,
        series: &'a Recurrence<R>,
        body: &'a Body<R, T>,
    ) -> Candidate<'a, R, T> {
        let Self { tolerance, degree } = *self;
        let coefficients = series.coefficients();
        let mut sizes = [[R::zero(); LENGTH]; 2];
        let [attitude, momentum] = &mut sizes;
        for (k, slots) in attitude.iter_mut().zip(momentum).enumerate().take(degree + 1) {
            (*slots.0, *slots.1) = coefficients.sizes(k);
        }
        let momentum = momentum_scale::<R, T>(coefficients, &body.inertia, degree);
        let Vec3 { x, y, z } = body.inertia.moments();
        Candidate { series, body, tolerance, degree, sizes, momentum, moment: x.min(y).min(z) }
    }
}

impl<R: Real, T: Torque<R>> Candidate<'_, R, T> {
    /// Whether the series up to this step knows every feature of the torque.
    fn is_resolved(&self, h: R) -> bool {
        let negligible = negligible(self.tolerance, self.momentum, self.moment, h);
        let known = self.beyond(1, 1, h.abs()) / h.abs();
        self.motion_near(h).is_resolved(self.body, known, negligible)
    }
    fn count_unresolved(&self, h: R, resolution: &mut TorqueResolution<R>) {
        let motion = self.motion_near(h);
        let part = self.body.torque.least_resolved_part(&motion.torque_input(self.body));
        resolution.add_unresolved(motion.time, part);
    }
    /// The motion on the disc around the start of a step.
    fn motion_near(&self, h: R) -> NearMotion<R> {
        let radius = h.abs() * R::from_f64(RADIUS);
        let count = MANY.min(self.degree + 1);
        let coefficients = self.series.coefficients();
        let (attitude, momentum) = coefficients.first(count);
        NearMotion {
            time: coefficients.time(),
            radius,
            attitude,
            attitude_rest: self.beyond(0, count, radius),
            momentum,
            momentum_rest: self.beyond(1, count, radius),
        }
    }
    /// Sum of the sizes of all terms from a power on, of attitude (0) or momentum (1).
    fn beyond(&self, of: usize, from: usize, h: R) -> R {
        let sum = (from..=self.degree).rev().fold(R::zero(), |sum, k| sum * h + self.sizes[of][k]);
        (0..from).fold(sum, |sum, _| sum * h)
    }
}

/// Whether the torque is a polynomial; one that pulls at vectors of space is.
fn has_no_features<R: Real, T: Torque<R>>(series: &Recurrence<R>, body: &Body<R, T>) -> bool {
    T::NONE || series.is_pulled() || body.torque.properties().is_polynomial
}
