//! The implicit algorithm of Simo and Wong 1991, which conserves energy and momentum:
//!
//! ```text
//! theta = (h/2)(nu0 + nu1),   R1 = R0 exp(theta)
//! R1 m1 = R0 m0 + h Rm Tm,    Rm = R0 exp(theta/2)
//! ```
//!
//! with the torque Tm at the midpoint of the step, in time, attitude and rates. The
//! energy of a free body is conserved because m1 - m0 = exp(-theta) m0 - m0 is
//! perpendicular to theta, which is parallel to nu0 + nu1.
//!
//! With c = tan(|theta|/2) theta/|theta| the body rotates by cay(2c), and the free
//! step is that of `energy_momentum.rs` with s = |c|/atan |c|. The impulse of the
//! torque adds half of k = (1 + c^) exp(-theta/2) h Tm to the momentum from which c
//! is found. Derivation: docs/papers/classical.md, Simo and Wong's implicit step.

use super::energy_momentum::{half_turn, scaled, turn};
use crate::body::{Body, State};
use crate::geometry::{Attitude, Rotation, Vec3, cayley};
use crate::inertia::Inertia;
use crate::method::{Failure, Method};
use crate::real::Real;
use crate::solve::settle;
use crate::torque::{Torque, TorqueInput};

/// ALGO_C1 of Simo and Wong 1991: gamma = 1, beta = 1/2. Limited to rotations of less than
/// half a revolution per step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SimoWongImplicit;

impl Method for SimoWongImplicit {
    type Memory<R: Real> = ();

    fn begin<R: Real, A: Attitude<R>, T: Torque<R>>(&self, _: &Body<R, T>, _: &State<R, A>) {}

    fn step<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &mut State<R, A>,
        (): &mut (),
        h: R,
    ) -> Result<(), Failure> {
        let mut k_rate = Vec3::zero();
        if !T::NONE {
            k_rate = settle(body.torque_at(state), state.momentum, h, |k_rate| {
                torque_in_the_middle(body, state, k_rate, h)
            })?;
        }
        // (1 + c^) I c = (h/2) s (m0 + k/2), docs/papers/classical.md.
        let c = increment(&body.inertia, state.momentum + k_rate * h.half(), h)?;
        turn(state, c);
        if !T::NONE {
            // m1 = Q^T m0 + (1 + c^)^-1 k, docs/papers/classical.md.
            state.momentum += unturned(c, k_rate * h);
        }
        state.time += h;
        Ok(())
    }
}

/// Returns k/h from the torque at the midpoint of the step that k/h produces.
fn torque_in_the_middle<R: Real, A: Attitude<R>, T: Torque<R>>(
    body: &Body<R, T>,
    state: &State<R, A>,
    k_rate: Vec3<R>,
    h: R,
) -> Result<Vec3<R>, Failure> {
    let gained = state.momentum + k_rate * h.half();
    let c = increment(&body.inertia, gained, h)?;
    let whole = cayley(c.map(R::twice));
    let half = Rotation::from_parts(R::one() + whole.w, whole.vector()).normalized();
    let torque = body.torque.torque(&TorqueInput {
        inertia: &body.inertia,
        time: state.time + h.half(),
        attitude: state.attitude.turned(half).to_rotation(),
        momentum: unturned(c, gained), // (m0 + m1)/2 = (1 + c^)^-1 (m0 + k/2)
    });
    // k = (1 + c^) exp(-theta/2) h Tm, docs/papers/classical.md.
    let late = half.apply_inverse(torque);
    Ok(late + c.cross(late))
}

/// Returns c of a free step.
fn increment<R: Real>(inertia: &Inertia<R>, momentum: Vec3<R>, h: R) -> Result<Vec3<R>, Failure> {
    let (moments, step) = scaled(inertia, momentum, h);
    half_turn(moments, step, half_angle).ok_or(Failure::IncrementNotFound)
}

/// Returns s = x/atan x and its derivative with respect to x^2.
fn half_angle<R: Real>(square: R) -> (R, R) {
    let (one, x) = (R::one(), square.sqrt());
    let angle = x.atan();
    let growth = (angle - x / (one + square)) / (x.twice() * angle.squared());
    // The next term of the series is below the accuracy that Newton's iteration needs.
    let small = square.lt(R::from_f64(R::EPSILON).sqrt().sqrt());
    (R::select(x.equals(R::zero()), one, x / angle), R::select(small, ratio!(1 / 3), growth))
}

/// Returns (1 + c^)^-1 v.
#[inline]
fn unturned<R: Real>(c: Vec3<R>, v: Vec3<R>) -> Vec3<R> {
    (v - c.cross(v) + c * c.dot(v)) / (R::one() + c.norm_squared())
}
