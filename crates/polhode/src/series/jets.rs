//! The series by jets, each evaluation of the equations anew: where formulas cannot be recorded.

use super::{SeriesCoefficients, TERMS, Wanted, count};
use crate::body::{Body, State};
use crate::geometry::{Rotation, Vec3};
use crate::real::{Jet, Over, Real, each};
use crate::torque::{Torque, TorqueInput};
use core::marker::PhantomData;

/// Nothing is kept.
#[derive(Clone, Debug)]
pub(super) struct Equations<R>(PhantomData<R>);

impl<R: Real> Equations<R> {
    pub(super) fn new() -> Self {
        Self(PhantomData)
    }

    /// The first coefficients of the motion.
    pub(super) fn expand<T: Torque<R>>(
        &mut self,
        body: &Body<R, T>,
        start: &State<R>,
        terms: usize,
        _: Wanted,
        into: &mut SeriesCoefficients<R>,
    ) {
        match terms {
            0..=3 => expand::<R, T, 3>(body, start, into),
            4..=6 => expand::<R, T, 6>(body, start, into),
            _ => expand::<R, T, TERMS>(body, start, into),
        }
    }
}

/// With m and q right through t^k, the equations are right through t^k.
fn expand<R: Real, T: Torque<R>, const N: usize>(
    body: &Body<R, T>,
    start: &State<R>,
    into: &mut SeriesCoefficients<R>,
) {
    let mut momentum = start.momentum.map(Jet::<R, N>::lift);
    let wxyz = start.attitude.to_wxyz();
    let mut q = each::<_, 4>(Jet::zero(), |i| Jet::<R, N>::lift(wxyz[i]));
    for k in 0..N {
        let [w, x, y, z] = q;
        let attitude = Rotation { w, x, y, z };
        let time = Jet::variable(start.time);
        let at = TorqueInput::new(&body.inertia, time, attitude, momentum);
        let (nu, torque) = (at.rates(), body.torque.torque(&at));
        if k + 1 == N {
            into.rates[..N].copy_from_slice(&coefficients(nu));
            into.spatial_torque[..N].copy_from_slice(&coefficients(attitude.apply(torque)));
            into.power[..N].copy_from_slice(&nu.dot(torque).coefficients);
            return;
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
}

fn coefficients<R: Real, const N: usize>(v: Vec3<Jet<R, N>>) -> [Vec3<R>; N] {
    each(Vec3::zero(), |k| v.map(|component| component.coefficients[k]))
}
