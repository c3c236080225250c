//! Rotations by the Cayley transform that conserve energy and momentum of a free body.
//!
//! The body rotates by cay(2c), the unit quaternion along (1, c), where
//!
//! ```text
//! I c + c x I c = (h/2) s m,   m' = cay(2c)^T m
//! ```
//!
//! Both invariants are conserved for every s (docs/papers/krysl-2004.md, Rotations by
//! Cayley's transform):
//!
//! - s = 1: midpoint rule of Austin, Krishnaprasad and Wang;
//! - s = 1 + c.c: discrete Moser-Veselov method, in the form of Hairer and Vilmart;
//! - s = |c|/atan |c|: algorithm of Simo and Wong (`simo_wong.rs`).
//!
//! Only the second is symplectic.

use crate::body::{Body, State};
use crate::geometry::{Attitude, Mat3, Rotation, Vec3, cayley};
use crate::inertia::Inertia;
use crate::method::{Failure, FreeFlow, KickMemory, Method};
use crate::real::{Mask, Real};
use crate::solve::{follow, newton, settle};
use crate::torque::Torque;

/// Family of Cayley rotations with s = 1 + sigma c.c.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EnergyMomentum {
    /// 0 is the midpoint rule, 1 is discrete Moser-Veselov.
    pub sigma: f64,
}

impl FreeFlow for EnergyMomentum {
    fn flow<R: Real, A: Attitude<R>>(
        &self,
        inertia: &Inertia<R>,
        state: &mut State<R, A>,
        h: R,
    ) -> Result<(), Failure> {
        let (moments, step) = scaled(inertia, state.momentum, h);
        // With s = 1 a solution always exists.
        let missing =
            if self.sigma > 0.0 { Failure::NoIncrement } else { Failure::IncrementNotFound };
        let c = half_turn(moments, step, linear(R::from_f64(self.sigma))).ok_or(missing)?;
        turn(state, c);
        Ok(())
    }
}

/// Discrete Moser-Veselov method with modified moments of inertia, which raise the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoserVeselov {
    /// Order: 2, 4 or 6.
    pub order: u8,
    /// True if only the time is rescaled (McLachlan and Zanna 2005). The momentum then has
    /// the order `order`, the attitude has order 2.
    pub time_only: bool,
}

impl FreeFlow for MoserVeselov {
    fn flow<R: Real, A: Attitude<R>>(
        &self,
        inertia: &Inertia<R>,
        state: &mut State<R, A>,
        h: R,
    ) -> Result<(), Failure> {
        let (moments, step) = scaled(inertia, state.momentum, h);
        let moments = if self.order > 2 { self.modified(moments, step) } else { moments };
        let real = moments.x.min(moments.y).min(moments.z);
        if !R::zero().lt(real).all() {
            return Err(Failure::NoIncrement);
        }
        // s = 1 + c.c: docs/papers/krysl-2004.md, Rotations by Cayley's transform.
        let c = half_turn(moments, step, linear(R::one())).ok_or(Failure::NoIncrement)?;
        turn(state, c);
        Ok(())
    }
}

impl MoserVeselov {
    /// Returns the modified moments J, 1/J = s/I + d, of Hairer and Vilmart 2006. s and d are
    /// series in C = h^2 |m|^2/2 and E = h^2 times the energy.
    ///
    /// A factor s alone is another step size; d rotates the body about its momentum. The
    /// coefficients follow from the exact rotation: the terms of h^2 in s and d cancel the
    /// error of the step in h^3, those of h^4 the error in h^5. Each error is a combination of
    /// I^-1 m, which s multiplies, and m, which d multiplies, so that s and d are unique for a
    /// momentum that is not along a principal axis. tests/catalogue/orders.rs measures the
    /// orders.
    ///
    /// The sums in the coefficients are S1 = sum of I, S2 = sum of I^2, X1 = sum of 1/I,
    /// X2 = sum of 1/I^2, XI = sum of (I1 + I2)/I3 over the cyclic orders, D = I1 I2 I3.
    fn modified<R: Real>(self, i: Vec3<R>, step: Vec3<R>) -> Vec3<R> {
        let one = R::one();
        let inverse = i.map(R::recip);
        let (c, e) = (step.norm_squared().half(), step.dot(step.component_mul(inverse)).half());
        let per_d = inverse.x * inverse.y * inverse.z;
        let sum = |v: Vec3<R>| v.x + v.y + v.z;
        let (s1, x1) = (sum(i), sum(inverse));
        // h^2 of s: S1/(6 D) C - (X1/3) E.
        let mut s = one + s1 * per_d * c * ratio!(1 / 6) - x1 * e * ratio!(1 / 3);
        // h^2 of d: -1/(3 D) C + S1/(6 D) E.
        let mut d = (s1.half() * e - c) * per_d * ratio!(1 / 3);
        if self.order > 4 {
            let (s2, x2) = (i.norm_squared(), inverse.norm_squared());
            let xi = s1 * x1 - R::from_f64(3.0); // XI
            let (cc, ce, ee) = (c * c, c * e, e * e);
            if self.time_only {
                // E times the h^2 of d, the change of the time along the polhode by d:
                // docs/papers/celledoni-safstrom-2006.md, The time of discrete Moser-Veselov.
                s += d * e;
            }
            // h^4 of s:
            // (S2/D - X1)/(30 D) C^2 + (1 - XI)/(30 D) C E + (3 S1/D + 2 X2)/60 E^2.
            s += ((s2 * per_d - x1) * cc + (one - xi) * ce) * per_d * ratio!(1 / 30)
                + (s1 * per_d * R::from_f64(3.0) + x2.twice()) * ee * ratio!(1 / 60);
            let six_x1 = x1 * R::from_f64(6.0);
            // h^4 of d:
            // -S1/(60 D^2) C^2 + (X1/(10 D) - S2/(60 D^2)) C E - (9 + XI)/(60 D) E^2.
            d += ((six_x1 - s2 * per_d) * ce - s1 * per_d * cc - (xi + R::from_f64(9.0)) * ee)
                * per_d
                * ratio!(1 / 60);
        }
        if self.time_only {
            return i / s;
        }
        // 1/J = s/I + d.
        inverse.map(|inverse| (s * inverse + d).recip())
    }
}

/// Midpoint rule of Austin, Krishnaprasad and Wang with the mean of the torques at both
/// ends: Krysl 2004, appendix.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Akw;

impl Method for Akw {
    type Memory<R: Real> = KickMemory<R>;

    fn begin<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &State<R, A>,
    ) -> KickMemory<R> {
        let torque = if T::NONE { Vec3::zero() } else { body.torque_at(state) };
        let by_rates = !T::NONE && body.torque.properties().depends_on_momentum;
        KickMemory { torque, constants: (), carried: (), by_rates }
    }

    fn renew<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &State<R, A>,
        memory: &mut KickMemory<R>,
    ) {
        *memory = self.begin(body, state);
    }

    #[inline]
    fn torque_now<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        _: &Body<R, T>,
        _: &State<R, A>,
        memory: &KickMemory<R>,
    ) -> Vec3<R> {
        memory.torque
    }

    fn step<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &mut State<R, A>,
        memory: &mut KickMemory<R>,
        h: R,
    ) -> Result<(), Failure> {
        let first = memory.torque;
        let end = |last: Vec3<R>| {
            // Krysl 2004, appendix, AKW: half of (h/2) (T_n + T_(n-1)) before the free step,
            // half after (docs/papers/krysl-2004.md).
            let (mut next, impulse) = (*state, (first + last) * h * R::from_f64(0.25));
            next.momentum += impulse;
            EnergyMomentum { sigma: 0.0 }.flow(&body.inertia, &mut next, h)?;
            next.momentum += impulse;
            next.time += h;
            Ok(next)
        };
        let mut last = first;
        if !T::NONE {
            last = settle(first, state.momentum, h, |last| Ok(body.torque_at(&end(last)?)))?;
        }
        *state = end(last)?;
        memory.torque = last;
        Ok(())
    }
}

/// Rotates the body by cay(2c). The rounding error of the norm would accumulate over equal
/// steps; it is removed by a difference without cancellation.
#[inline]
pub(super) fn turn<R: Real, A: Attitude<R>>(state: &mut State<R, A>, c: Vec3<R>) {
    // Krysl 2004, appendix: R_n = R_(n-1) cay[h Omega-bar~], c = h Omega-bar/2.
    let (one, turn) = (R::one(), cayley(c.map(R::twice)));
    let short = ((one - turn.w) * (one + turn.w) - turn.vector().norm_squared()).half();
    let turn = Rotation::from_parts(turn.w + turn.w * short, turn.vector() * (one + short));
    state.attitude = state.attitude.turned(turn);
    state.momentum = turn.apply_inverse(state.momentum);
}

/// Returns the moments of inertia and h m in units of the largest moment, so that no
/// product of them is out of range.
#[inline]
pub(super) fn scaled<R: Real>(inertia: &Inertia<R>, momentum: Vec3<R>, h: R) -> (Vec3<R>, Vec3<R>) {
    let moments = inertia.moments();
    let largest = moments.x.max(moments.y).max(moments.z);
    (moments / largest, momentum * (h / largest))
}

/// Returns s = 1 + sigma c.c and its derivative with respect to c.c.
#[inline]
fn linear<R: Real>(sigma: R) -> impl Fn(R) -> (R, R) {
    move |square| (R::one() + sigma * square, sigma)
}

/// Solves I c + c x I c = s p/2 for c by Newton's iteration, and by continuation in p where
/// that does not converge. `factor` gives s and its derivative from c.c.
pub(super) fn half_turn<R: Real>(
    i: Vec3<R>,
    p: Vec3<R>,
    factor: impl Fn(R) -> (R, R),
) -> Option<Vec3<R>> {
    let solve = |part: R, start: Vec3<R>| {
        let p = p * part;
        newton(start, |c| {
            let m = c.component_mul(i);
            let (s, growth) = factor(c.norm_squared());
            // (1 + c~) I c = (h/2) s Pi: docs/papers/krysl-2004.md, Rotations by Cayley's
            // transform.
            let error = m + c.cross(m) - p * s.half();
            let across = c * growth;
            let outer = Mat3::from_rows(across * p.x, across * p.y, across * p.z);
            let slope = (Mat3::identity() + Mat3::hat(c)) * Mat3::diagonal(i) - Mat3::hat(m);
            (error, slope - outer)
        })
    };
    let first = p.zip(i, |p, i| p.half() / i);
    let (mut c, mut found) = solve(R::one(), first);
    // Beyond a first estimate of 1 another branch may be nearer.
    found = found & first.max_abs().lt(R::one());
    if !found.all() {
        let (followed, reached) = follow(first, solve);
        c = Vec3::select(found, c, followed);
        found = found | reached;
    }
    found.all().then_some(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In small steps from the start, each by plain Newton's iteration.
    fn by_small_steps(i: Vec3<f64>, p: Vec3<f64>, sigma: f64) -> Vec3<f64> {
        const PARTS: u32 = 400;
        let mut c = Vec3::zero();
        for part in 1..=PARTS {
            let p = p * (f64::from(part) / f64::from(PARTS));
            for _ in 0..20 {
                let m = c.component_mul(i);
                let error = m + c.cross(m) - p * ((1.0 + sigma * c.norm_squared()) / 2.0);
                let across = c * sigma;
                let outer = Mat3::from_rows(across * p.x, across * p.y, across * p.z);
                let slope = Mat3::diagonal(i) + Mat3::hat(c) * Mat3::diagonal(i) - Mat3::hat(m);
                c -= (slope - outer).solve(error);
            }
        }
        c
    }

    #[test]
    fn the_half_turn_is_that_of_the_branch_from_short_steps() {
        let bodies = [[1.0, 1.0, 0.2], [0.4, 0.7, 1.0], [1.0, 1.0, 1.0], [1.0, 0.95, 0.06]];
        let mut seed = 1.0f64;
        let mut number = || {
            seed = (seed * 16807.0) % 2_147_483_647.0; // Lehmer's, exact in doubles
            seed / 1_073_741_823.5 - 1.0
        };
        for i in bodies.map(Vec3::from) {
            for _ in 0..40 {
                let omega = Vec3::new(number(), number(), number());
                let m = omega.component_mul(i) / omega.norm();
                for (sigma, h) in
                    [(0.0, 0.5), (0.0, 2.0), (0.0, 4.0), (0.0, 8.0), (1.0, 0.5), (1.0, 0.9)]
                {
                    let c = half_turn(i, m * h, linear(sigma));
                    let c = c.unwrap_or_else(|| panic!("{i:?}, {sigma}, {h}"));
                    let apart = (c - by_small_steps(i, m * h, sigma)).norm();
                    assert!(apart < 1e-9, "{i:?}, {m:?}, sigma = {sigma}, h = {h}: {apart:e}");
                }
                assert_eq!(half_turn(i, m * 3.0, linear(1.0)), None);
            }
        }
    }
}
