//! The motion of a pushed body as a Taylor series in time.
//!
//! From m' = m x nu + T and q' = q nu/2, coefficient by coefficient: with m and q
//! known through t^k, the torque's jet is right through t^k and gives the next
//! ones. No derivative is written by hand.

use crate::body::{Body, State};
use crate::geometry::{Attitude, Axis, Rotation, Vec3};
use crate::real::{Jet, Over, Real, each};
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
        let wxyz = start.to_wxyz();
        let mut q = each::<_, 4>(Jet::zero(), |i| Jet::<R, N>::lift(wxyz[i]));
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
            let q_rate = (attitude * Rotation::from_parts(Jet::zero(), nu)).to_wxyz();
            let next = |mut jet: Jet<R, N>, rate: Jet<R, N>| {
                jet.coefficients[k + 1] = rate.coefficients[k] / count(k + 1);
                jet
            };
            momentum = momentum.zip(m_rate, next);
            q = each(Jet::zero(), |i| next(q[i], q_rate[i].half()));
        }
        unreachable!("a series has at least one coefficient")
    }

    /// What the momentum gains in space in the time h, by so many coefficients.
    pub(crate) fn momentum_gain(&self, terms: usize, h: R) -> Vec3<R> {
        let along =
            |axis| integral::<R, N>(each(R::zero(), |k| self.spatial_torque[k][axis]), terms, h);
        Vec3::new(along(Axis::X), along(Axis::Y), along(Axis::Z))
    }

    /// The work that the torque does in the time h, by so many coefficients.
    pub(crate) fn work(&self, terms: usize, h: R) -> R {
        integral(self.power, terms, h)
    }
}

/// What is made of a series, whatever its length.
pub(crate) trait OfSeries<R> {
    /// What comes of it.
    type Output;
    /// Makes it of the first terms.
    fn of<const N: usize>(self, series: &Series<R, N>) -> Self::Output;
}

/// Makes something of a series of at least so many coefficients, at most eight: of the shortest
/// that the number has. The first coefficients are the same to the bit.
pub(crate) fn with_series<R: Real, A: Attitude<R>, T: Torque<R>, V: OfSeries<R>>(
    terms: usize,
    body: &Body<R, T>,
    state: &State<R, A>,
    visitor: V,
) -> V::Output {
    macro_rules! shortest {
        ($($length:literal)+) => {
            $(
                // Constants, so that the compiler leaves out what a number does not have.
                if const { R::SERIES >> $length & 1 == 1 } {
                    if terms <= $length {
                        return visitor.of(&Series::<R, $length>::at(body, state));
                    }
                }
            )+
        };
    }
    shortest!(1 2 3 4 5 6);
    visitor.of(&Series::<R, 8>::at(body, state))
}

/// The integral of the first terms of a series from 0 to h.
fn integral<R: Real, const N: usize>(coefficients: [R; N], terms: usize, h: R) -> R {
    let add = |sum: R, k: usize| sum * h + coefficients[k] / count(k + 1);
    // All of them, mostly: a number that the compiler knows.
    let sum = if terms >= N {
        (0..N).rev().fold(R::zero(), add)
    } else {
        (0..terms).rev().fold(R::zero(), add)
    };
    sum * h
}

fn coefficients<R: Real, const N: usize>(v: Vec3<Jet<R, N>>) -> [Vec3<R>; N] {
    each(Vec3::zero(), |k| v.map(|component| component.coefficients[k]))
}

#[expect(clippy::cast_precision_loss, reason = "the number of a coefficient is small")]
fn count<R: Real>(k: usize) -> R {
    R::of(k as f64)
}
