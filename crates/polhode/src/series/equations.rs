//! The first coefficients of the motion of a torqued body, as its equations give them.

use super::{SeriesCoefficients, TERMS, Wanted, count};
use crate::body::{Body, State};
use crate::geometry::Vec3;
use crate::real::{Four, FourWork, Real};
use crate::recurrence::quad::{Quad, padded, product};
use crate::recurrence::torque::TorqueSeries;
use crate::torque::Torque;

/// The series on both sides of the equations
///
/// ```text
/// m' = m x nu + T      q' = q (0, nu) / 2,  q = (w, u)
/// ```
///
/// and of what follows from them: the torque in space and its power.
#[derive(Clone, Debug)]
pub(crate) struct Equations<R: Real> {
    torque_by_tape: TorqueSeries<R>,
    momentum: VectorSeries<R>,
    rates: VectorSeries<R>,
    torque: VectorSeries<R>,
    /// w, four times over.
    scalar: [Quad<R>; TERMS],
    vector: VectorSeries<R>,
    /// 2 u x T.
    twist: VectorSeries<R>,
}

impl<R: Real> Equations<R> {
    pub(crate) fn new() -> Self {
        Self {
            torque_by_tape: TorqueSeries::default(),
            momentum: VectorSeries::new(),
            rates: VectorSeries::new(),
            torque: VectorSeries::new(),
            scalar: [Quad::zero(); TERMS],
            vector: VectorSeries::new(),
            twist: VectorSeries::new(),
        }
    }

    /// The first coefficients of the motion from a state.
    #[inline]
    pub(crate) fn expand<T: Torque<R>>(
        &mut self,
        body: &Body<R, T>,
        start: &State<R>,
        terms: usize,
        wanted: Wanted,
        into: &mut SeriesCoefficients<R>,
    ) {
        let terms = terms.min(TERMS);
        self.torque_by_tape.begin_at(body, start);
        body.torque.count_coefficients(terms as u64);
        let inverse = body.inertia.inverse();
        R::in_fours(SeriesExpansion { equations: self, start, inverse, terms, wanted, into });
    }
}

/// The work of [`Equations::expand`].
struct SeriesExpansion<'a, R: Real> {
    equations: &'a mut Equations<R>,
    start: &'a State<R>,
    /// Of the moments.
    inverse: Vec3<R>,
    terms: usize,
    wanted: Wanted,
    into: &'a mut SeriesCoefficients<R>,
}

impl<R: Real> FourWork<R> for SeriesExpansion<'_, R> {
    #[inline(always)]
    fn run<F: Four<R>>(self) {
        let Self { equations, start, inverse, terms, wanted, into } = self;
        let Equations { torque_by_tape, momentum, rates, torque, scalar, vector, twist } =
            equations;
        let (mut w, mut u, mut m) = (start.attitude.w, start.attitude.vector(), start.momentum);
        for k in 0..terms {
            let t = torque_by_tape.extend::<F>(start.time, [w, u.x, u.y, u.z], m, k);
            let nu = m.component_mul(inverse);
            rates.set::<F>(k, nu);
            torque.set::<F>(k, t);
            scalar[k].store(F::from_array([w; 4]));
            vector.set::<F>(k, u);
            into.rates[k] = nu;
            match wanted {
                Wanted::MomentumGain => {
                    twist.set::<F>(k, three(vector.cross::<F>(torque, k)).map(R::twice));
                    let turned = padded::<R, F>(t) + twist.times::<F>(scalar, k);
                    into.spatial_torque[k] = three(turned + vector.cross::<F>(twist, k));
                }
                Wanted::Work => into.power[k] = rates.dot::<F>(torque, k),
            }
            if k + 1 == terms {
                return;
            }
            momentum.set::<F>(k, m);
            let next: R = count(k + 1);
            let m_rate = three(momentum.cross::<F>(rates, k) + padded::<R, F>(t));
            let u_rate = three(rates.times::<F>(scalar, k) + vector.cross::<F>(rates, k));
            let w_rate = R::zero() - vector.dot::<F>(rates, k);
            m = m_rate.map(|rate| rate / next);
            u = u_rate.map(|rate| rate.half() / next);
            w = w_rate.half() / next;
        }
    }
}

/// The series of a vector, in the orders in which products take it.
#[derive(Copy, Debug)]
struct VectorSeries<R> {
    xyz: [Quad<R>; TERMS],
    yzx: [Quad<R>; TERMS],
    zxy: [Quad<R>; TERMS],
}

/// At once, not number by number.
impl<R: Copy> Clone for VectorSeries<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Real> VectorSeries<R> {
    #[inline(never)]
    fn new() -> Self {
        let zero = [Quad::zero(); TERMS];
        Self { xyz: zero, yzx: zero, zxy: zero }
    }
    #[inline(always)]
    fn set<F: Four<R>>(&mut self, k: usize, Vec3 { x, y, z }: Vec3<R>) {
        self.xyz[k].store(padded::<R, F>(Vec3::new(x, y, z)));
        self.yzx[k].store(padded::<R, F>(Vec3::new(y, z, x)));
        self.zxy[k].store(padded::<R, F>(Vec3::new(z, x, y)));
    }
    /// Coefficient k of the vector product.
    #[inline(always)]
    fn cross<F: Four<R>>(&self, other: &Self, k: usize) -> F {
        product::<R, F, _>(&self.yzx, &other.zxy, k) - product(&self.zxy, &other.yzx, k)
    }
    /// Coefficient k of the product with a scalar.
    #[inline(always)]
    fn times<F: Four<R>>(&self, scalar: &[Quad<R>; TERMS], k: usize) -> F {
        product(&self.xyz, scalar, k)
    }
    /// Coefficient k of the scalar product.
    #[inline(always)]
    fn dot<F: Four<R>>(&self, other: &Self, k: usize) -> R {
        let [x, y, z, _] = product::<R, F, _>(&self.xyz, &other.xyz, k).to_array();
        z + (y + x)
    }
}

/// The first three of four numbers.
#[inline(always)]
fn three<R: Real, F: Four<R>>(four: F) -> Vec3<R> {
    let [x, y, z, _] = four.to_array();
    Vec3::new(x, y, z)
}
