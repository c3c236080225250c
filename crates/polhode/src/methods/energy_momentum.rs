//! Rotations by Cayley's transform that keep energy and momentum of a free body.
//!
//! The body turns by cay(2c), the unit quaternion along (1, c), where
//!
//! ```text
//! I c + c x I c = (h/2) s m,   m' = cay(2c)^T m
//! ```
//!
//! For every s both invariants are kept. With s = 1 it is the midpoint rule of
//! Austin, Krishnaprasad and Wang, with s = 1 + c.c the discrete Moser-Veselov
//! method, here in the form of Hairer and Vilmart, with s = |c|/atan |c| the
//! algorithm of Simo and Wong (`simo_wong.rs`). Only the second is symplectic.

use crate::body::{Body, State};
use crate::geometry::{Attitude, Mat3, Rotation, Vec3, cayley};
use crate::inertia::Inertia;
use crate::method::{Failure, FreeFlow, KickMemory, Method};
use crate::real::{Mask, Real};
use crate::solve::{follow, newton, settle};
use crate::torque::Torque;

/// The family with s = 1 + sigma c.c.
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
        // With s = 1 there always is a solution.
        let missing =
            if self.sigma > 0.0 { Failure::NoIncrement } else { Failure::IncrementNotFound };
        let c = half_turn(moments, step, linear(R::of(self.sigma))).ok_or(missing)?;
        turn(state, c);
        Ok(())
    }
}

/// The discrete Moser-Veselov method with moments of inertia so modified that its
/// error is of higher order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoserVeselov {
    /// The order: 2, 4 or 6.
    pub order: u8,
    /// Only the time is rescaled, as McLachlan and Zanna do: the momentum has the
    /// order, the attitude has 2.
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
        let c = half_turn(moments, step, linear(R::one())).ok_or(Failure::NoIncrement)?;
        turn(state, c);
        Ok(())
    }
}

impl MoserVeselov {
    /// 1/J = s/I + d, where s and d are series in C = h^2 |m|^2/2 and E = h^2 times
    /// the energy: Hairer and Vilmart 2006. s alone is another step size, and d turns
    /// the body about its momentum.
    fn modified<R: Real>(self, i: Vec3<R>, step: Vec3<R>) -> Vec3<R> {
        let one = R::one();
        let inverse = i.map(R::recip);
        let (c, e) = (step.norm_squared().half(), step.dot(step.times(inverse)).half());
        let per_d = inverse.x * inverse.y * inverse.z;
        let sum = |v: Vec3<R>| v.x + v.y + v.z;
        let (s1, x1) = (sum(i), sum(inverse));
        let mut s = one + s1 * per_d * c * ratio!(1 / 6) - x1 * e * ratio!(1 / 3);
        let mut d = (s1.half() * e - c) * per_d * ratio!(1 / 3);
        if self.order > 4 {
            let (s2, x2) = (i.norm_squared(), inverse.norm_squared());
            let xi = s1 * x1 - R::of(3.0); // sum of (I1 + I2)/I3
            let (cc, ce, ee) = (c * c, c * e, e * e);
            if self.time_only {
                s += d * e; // what the time along the polhode gains by d
            }
            s += ((s2 * per_d - x1) * cc + (one - xi) * ce) * per_d * ratio!(1 / 30)
                + (s1 * per_d * R::of(3.0) + x2.twice()) * ee * ratio!(1 / 60);
            let six_x1 = x1 * R::of(6.0);
            d += ((six_x1 - s2 * per_d) * ce - s1 * per_d * cc - (xi + R::of(9.0)) * ee)
                * per_d
                * ratio!(1 / 60);
        }
        if self.time_only {
            return i / s;
        }
        inverse.map(|inverse| (s * inverse + d).recip())
    }
}

/// The midpoint rule of Austin, Krishnaprasad and Wang with the mean of the
/// torques at both ends: half of its impulse before the free step, half after.
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
        KickMemory { torque, constants: (), carried: () }
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
            let (mut next, impulse) = (*state, (first + last) * h * R::of(0.25));
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

/// Turns by cay(2c). The same turn, step after step, would add up the rounding of
/// its norm: so that is removed, by a difference without cancellation.
#[inline]
pub(super) fn turn<R: Real, A: Attitude<R>>(state: &mut State<R, A>, c: Vec3<R>) {
    let (one, turn) = (R::one(), cayley(c.map(R::twice)));
    let short = ((one - turn.w) * (one + turn.w) - turn.vector().norm_squared()).half();
    let turn = Rotation::from_parts(turn.w + turn.w * short, turn.vector() * (one + short));
    state.attitude = state.attitude.turned(turn);
    state.momentum = turn.apply_inverse(state.momentum);
}

/// Moments of inertia and h m in units of the largest moment, so that no product
/// of them is out of range.
#[inline]
pub(super) fn scaled<R: Real>(inertia: &Inertia<R>, momentum: Vec3<R>, h: R) -> (Vec3<R>, Vec3<R>) {
    let moments = inertia.moments();
    let largest = moments.x.max(moments.y).max(moments.z);
    (moments / largest, momentum * (h / largest))
}

/// s = 1 + sigma c.c and its derivative by c.c.
#[inline]
fn linear<R: Real>(sigma: R) -> impl Fn(R) -> (R, R) {
    move |square| (R::one() + sigma * square, sigma)
}

/// c with I c + c x I c = s p/2 by Newton's iteration; where that does not settle,
/// by continuation in p. `factor` gives s and its derivative from c.c.
pub(super) fn half_turn<R: Real>(
    i: Vec3<R>,
    p: Vec3<R>,
    factor: impl Fn(R) -> (R, R),
) -> Option<Vec3<R>> {
    let solve = |part: R, start: Vec3<R>| {
        let p = p * part;
        newton(start, |c| {
            let m = c.times(i);
            let (s, growth) = factor(c.norm_squared());
            let error = m + c.cross(m) - p * s.half();
            let across = c * growth;
            let outer = Mat3::from_rows(across * p.x, across * p.y, across * p.z);
            let slope = (Mat3::identity() + Mat3::hat(c)) * Mat3::diagonal(i) - Mat3::hat(m);
            (error, slope - outer)
        })
    };
    let first = p.zip(i, |p, i| p.half() / i);
    let (mut c, mut found) = solve(R::one(), first);
    // Beyond, another branch may be nearer.
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
                let m = c.times(i);
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
                let m = omega.times(i) / omega.norm();
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
