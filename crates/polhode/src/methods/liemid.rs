//! The midpoint Lie method of Krysl 2004 and its variants under torques.
//!
//! The body rotates by exp(psi), where psi is h times the rates at the midpoint:
//!
//! ```text
//! psi = h I^-1 (exp(-psi/2) m + k)
//! ```
//!
//! with the impulse k of the torque up to the midpoint. The variants differ in k.
//! All conserve the spatial momentum of a free body. None is symplectic
//! (docs/papers/krysl-2004.md).

use crate::body::{Body, State};
use crate::geometry::{Attitude, Mat3, Rotation, Vec3, dexp};
use crate::inertia::Inertia;
use crate::method::{Failure, FreeFlow, Method};
use crate::real::{Mask, Real};
use crate::solve::{follow, newton, settle};
use crate::torque::{Torque, TorqueInput};

/// LIEMID for a free body: Krysl 2004, section 2.1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LieMidpoint;

impl FreeFlow for LieMidpoint {
    fn flow<R: Real, A: Attitude<R>>(
        &self,
        inertia: &Inertia<R>,
        state: &mut State<R, A>,
        h: R,
    ) -> Result<(), Failure> {
        // Krysl 2004, eqs. (12) and (13).
        let psi = increment(inertia, state.momentum, Vec3::zero(), h)?;
        let turn = Rotation::exp(psi);
        state.attitude = state.attitude.turned(turn);
        // Krysl 2004, eq. (4).
        state.momentum = turn.apply_inverse(state.momentum);
        Ok(())
    }
}

/// A flow in two half steps. Between kicks it makes LIEMID\[EA\] of LIEMID: Krysl 2004,
/// section 3.4.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Twice<F>(pub F);

impl<F: FreeFlow> FreeFlow for Twice<F> {
    fn flow<R: Real, A: Attitude<R>>(
        &self,
        inertia: &Inertia<R>,
        state: &mut State<R, A>,
        h: R,
    ) -> Result<(), Failure> {
        let mut next = *state;
        // Krysl 2004, section 3.4: Psi_(n-1/2), then Psi_n.
        self.0.flow(inertia, &mut next, h.half())?;
        self.0.flow(inertia, &mut next, h.half())?;
        *state = next;
        Ok(())
    }
}

/// LIEMID with torque, one impulse per step: Krysl 2004, sections 3.1 and 3.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PushedLieMidpoint {
    /// LIEMID\[I\]: the torque at the midpoint, an implicit equation.
    Implicit,
    /// LIEMID\[E\]: the torque at the start, half of its impulse before the midpoint.
    Explicit,
    /// LIEMID\[E1\]: the impulse at the end.
    KickLast,
    /// LIEMID\[E2\]: the impulse at the start; the adjoint of E1.
    KickFirst,
}

impl Method for PushedLieMidpoint {
    type Memory<R: Real> = ();

    fn begin<R: Real, A: Attitude<R>, T: Torque<R>>(&self, _: &Body<R, T>, _: &State<R, A>) {}

    fn step<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &mut State<R, A>,
        (): &mut (),
        h: R,
    ) -> Result<(), Failure> {
        let (mut next, inertia) = (*state, &body.inertia);
        match self {
            _ if T::NONE => LieMidpoint.flow(inertia, &mut next, h)?,
            Self::Implicit => {
                let torque = torque_in_the_middle(body, state, h)?;
                // Krysl 2004, eqs. (18) and (19); section 3.1, LIEMID[I].
                let psi = increment(inertia, state.momentum, torque * h.half(), h)?;
                let half = Rotation::exp(psi.map(R::half));
                let turn = Rotation::exp(psi);
                next.attitude = state.attitude.turned(turn);
                // Krysl 2004, eq. (15), with the impulse at the midpoint.
                next.momentum = turn.apply_inverse(state.momentum) + half.apply_inverse(torque * h);
            }
            Self::Explicit => {
                // Krysl 2004, eq. (20); section 3.2, LIEMID[E].
                let impulse = body.torque_at(state) * h;
                let early = state.momentum + impulse.map(R::half);
                let turn = Rotation::exp(increment(inertia, early, Vec3::zero(), h)?);
                next.attitude = state.attitude.turned(turn);
                next.momentum = turn.apply_inverse(state.momentum + impulse);
            }
            Self::KickLast => {
                // Krysl 2004, section 3.2, LIEMID[E1].
                LieMidpoint.flow(inertia, &mut next, h)?;
                next.time += h;
                next.momentum = body.torque.kick(&body.torque_input(&next), h)?;
            }
            Self::KickFirst => {
                // Krysl 2004, section 3.2, LIEMID[E2].
                next.momentum = body.torque.kick(&body.torque_input(&next), h)?;
                LieMidpoint.flow(inertia, &mut next, h)?;
            }
        }
        next.time = state.time + h;
        *state = next;
        Ok(())
    }
}

/// Returns T_(n-1/2) of LIEMID\[I\], the torque at the midpoint of the step that this
/// torque produces.
fn torque_in_the_middle<R: Real, A: Attitude<R>, T: Torque<R>>(
    body: &Body<R, T>,
    state: &State<R, A>,
    h: R,
) -> Result<Vec3<R>, Failure> {
    settle(body.torque_at(state), state.momentum, h, |torque| {
        // Krysl 2004, eq. (19).
        let impulse = torque * h.half();
        let psi = increment(&body.inertia, state.momentum, impulse, h)?;
        let half = Rotation::exp(psi.map(R::half));
        Ok(body.torque.torque(&TorqueInput {
            inertia: &body.inertia,
            time: state.time + h.half(),
            attitude: state.attitude.turned(half).to_rotation(),
            momentum: half.apply_inverse(state.momentum) + impulse,
        }))
    })
}

/// Solves psi = h I^-1 (exp(-psi/2) m + k), k the impulse, by Newton's iteration, and by
/// continuation in h where that does not converge: docs/papers/krysl-2004.md, The equation
/// for Psi.
fn increment<R: Real>(
    inertia: &Inertia<R>,
    momentum: Vec3<R>,
    impulse: Vec3<R>,
    h: R,
) -> Result<Vec3<R>, Failure> {
    let solve = |part: R, start: Vec3<R>| {
        let reach = inertia.inverse() * (h * part);
        newton(start, |psi| {
            let m = Rotation::exp(psi.map(R::half)).apply_inverse(momentum);
            // Krysl 2004, eqs. (12) and (13), with the impulse of section 3.1.
            let error = psi - reach.component_mul(m + impulse);
            // 1 - (h/2) I^-1 m~ dexp(-psi/2), with dexp of Krysl 2004, eq. (6).
            let slope = Mat3::hat(m) * dexp(psi.map(|x| -x.half()));
            let slope = Mat3::identity() - Mat3::diagonal(reach.map(R::half)) * slope;
            (error, slope)
        })
    };
    let (first, third) = starts(inertia, momentum, impulse, h);
    let mild =
        first.max_abs().lt(R::from_f64(1.5)) & (third - first).max_abs().le(first.max_abs().half());
    let (mut psi, mut found) = solve(R::one(), Vec3::select(mild, third, first));
    // Beyond 2 rad another branch may be nearer.
    found = found & first.max_abs().lt(R::from_f64(2.0));
    if !found.all() {
        let (followed, reached) = follow(first, solve);
        psi = Vec3::select(found, psi, followed);
        found = found | reached;
    }
    if found.all() { Ok(psi) } else { Err(Failure::IncrementNotFound) }
}

/// Returns psi to first and, except for the impulse, third order in h: m3 of
/// docs/papers/krysl-2004.md, The equation for Psi.
#[inline]
fn starts<R: Real>(inertia: &Inertia<R>, m: Vec3<R>, impulse: Vec3<R>, h: R) -> (Vec3<R>, Vec3<R>) {
    let omega = inertia.rates(m);
    let turning = m.cross(omega);
    let second = m.cross(inertia.rates(turning)).map(R::twice) - omega.cross(turning);
    let middle = m + (turning + second * (h * R::from_f64(0.25))) * h.half();
    (inertia.rates(m + impulse) * h, inertia.rates(middle + impulse) * h)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Small steps in h from the start, each by plain Newton's iteration.
    fn by_small_steps(inertia: &Inertia<f64>, m: Vec3<f64>, h: f64) -> Vec3<f64> {
        const PARTS: u32 = 400;
        let mut psi = inertia.rates(m) * (h / f64::from(PARTS));
        for part in 1..=PARTS {
            let t = h * f64::from(part) / f64::from(PARTS);
            if part > 1 {
                psi = psi * (f64::from(part) / f64::from(part - 1));
            }
            for _ in 0..20 {
                let middle = Rotation::exp(psi * 0.5).apply_inverse(m);
                let error = inertia.momentum(psi) - middle * t;
                let slope = Mat3::diagonal(inertia.moments())
                    - Mat3::hat(middle) * dexp(psi * -0.5) * (t / 2.0);
                psi -= slope.solve(error);
            }
        }
        psi
    }

    #[test]
    fn the_increment_is_that_of_the_branch_from_short_steps() {
        let bodies = [
            [5.0, 5.0, 1.0],
            [2.0, 3.0, 4.5],
            [0.9144, 1.098, 1.66],
            [0.1, 1.0, 1.05],
            [1.0, 1.0, 0.01],
            [1.0, 1.0, 1.0],
            [1.0, 1.001, 0.0011],
            [1.0, 2.0, 3.0],
            [1.0, 0.5, 0.51],
        ];
        let mut seed = 1.0f64;
        let mut number = || {
            seed = (seed * 16807.0) % 2_147_483_647.0; // Lehmer's, exact in doubles
            seed / 1_073_741_823.5 - 1.0
        };
        for moments in bodies {
            let inertia = Inertia::new(moments).unwrap_or_else(|error| panic!("{error}"));
            for _ in 0..40 {
                let omega = Vec3::new(number(), number(), number());
                let m = inertia.momentum(omega / omega.norm());
                for h in [0.3, 1.0, 1.7, 2.5, 4.0, 6.0, 8.0] {
                    let psi = increment(&inertia, m, Vec3::zero(), h);
                    let psi =
                        psi.unwrap_or_else(|failure| panic!("{moments:?}, h = {h}: {failure}"));
                    let apart = (psi - by_small_steps(&inertia, m, h)).norm();
                    assert!(apart < 1e-10, "{moments:?}, {m:?}, h = {h}: {apart:e}");
                }
            }
        }
    }
}
