//! The motion of a pushed body as a Taylor series in time.
//!
//! From m' = m x nu + T and q' = q nu/2, coefficient by coefficient: with m and q
//! known through t^k, the torque's jet is right through t^k and gives the next
//! ones. No derivative is written by hand.

use crate::body::{Body, State};
use crate::geometry::{Attitude, Axis, Rotation, Vec3};
use crate::real::{Jet, Over, Real};
use crate::torque::{Situation, Torque};

/// Coefficients through t^(N-1) at a state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Series<R, const N: usize> {
    /// Of the body rates.
    pub(crate) rates: [Vec3<R>; N],
    /// Of the torque in space components: the rate of the spatial momentum.
    pub(crate) spatial_torque: [Vec3<R>; N],
    /// Of the power: the rate of the kinetic energy.
    pub(crate) power: [R; N],
}

impl<R: Real, const N: usize> Series<R, N> {
    /// At this state.
    pub(crate) fn at<A: Attitude<R>, T: Torque<R>>(body: &Body<R, T>, state: &State<R, A>) -> Self {
        let start = state.attitude.to_rotation();
        let mut momentum = state.momentum.map(Jet::<R, N>::lift);
        let mut q = [start.w, start.x, start.y, start.z].map(Jet::<R, N>::lift);
        for k in 0..N {
            let [w, x, y, z] = q;
            let attitude = Rotation { w, x, y, z };
            let time = Jet::variable(state.time);
            let at = Situation { inertia: &body.inertia, time, attitude, momentum };
            let (nu, torque) = (at.rates(), body.torque.torque(&at));
            if k + 1 == N {
                return Self {
                    rates: coefficients(nu),
                    spatial_torque: coefficients(attitude.apply(torque)),
                    power: nu.dot(torque).coefficients,
                };
            }
            let m_rate = momentum.cross(nu) + torque;
            let q_rate =
                (attitude * Rotation::from_parts(Jet::zero(), nu)).to_wxyz().map(Jet::half);
            let next = |mut jet: Jet<R, N>, rate: Jet<R, N>| {
                jet.coefficients[k + 1] = rate.coefficients[k] / count(k + 1);
                jet
            };
            momentum = momentum.zip(m_rate, next);
            q = core::array::from_fn(|i| next(q[i], q_rate[i]));
        }
        unreachable!("a series has at least one coefficient")
    }

    /// What the momentum gains in space in the time h.
    pub(crate) fn momentum_gain(&self, h: R) -> Vec3<R> {
        let integral = |axis| integral(self.spatial_torque.map(|torque| torque[axis]), h);
        Vec3::from(Axis::ALL.map(integral))
    }

    /// The work that the torque does in the time h.
    pub(crate) fn work(&self, h: R) -> R {
        integral(self.power, h)
    }
}

/// The integral of a series from 0 to h.
fn integral<R: Real, const N: usize>(coefficients: [R; N], h: R) -> R {
    let mut sum = R::zero();
    for k in (0..N).rev() {
        sum = sum * h + coefficients[k] / count(k + 1);
    }
    sum * h
}

fn coefficients<R: Real, const N: usize>(v: Vec3<Jet<R, N>>) -> [Vec3<R>; N] {
    core::array::from_fn(|k| v.map(|component| component.coefficients[k]))
}

#[expect(clippy::cast_precision_loss, reason = "the number of a coefficient is small")]
fn count<R: Real>(k: usize) -> R {
    R::of(k as f64)
}
