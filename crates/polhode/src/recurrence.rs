//! The motion of a pushed body as a series of any degree, coefficient by coefficient.
//!
//! From m' = m x nu + T and q' = q nu/2: with m and q known through t^k, so are nu and
//! T, and these give the next coefficients. Each costs one convolution for every
//! product, so a series of degree p costs p^2 operations, the torque included: its
//! formula is written down once, as a [`tape`], and the tape is extended.
//!
//! Without the standard library there is no place for the number that writes; then the
//! torque is computed anew as a jet for every coefficient. The bits are the same.

#[cfg(any(test, not(feature = "std")))]
mod jets;
#[cfg(feature = "std")]
mod recorded;
#[cfg(feature = "std")]
mod seen;
#[cfg(feature = "std")]
mod tape;
#[cfg(feature = "std")]
mod torque;

use crate::body::Body;
use crate::geometry::{Rotation, Vec3};
use crate::real::{Constant, Real};
use crate::torque::Torque;
use core::array::from_fn;

#[cfg(not(feature = "std"))]
use jets::TorqueSeries;
#[cfg(feature = "std")]
use torque::TorqueSeries;

/// The highest degree. (Kepler's equation is solved for as many coefficients.)
pub(crate) const HIGHEST: usize = 32;
/// With the constant.
const LENGTH: usize = HIGHEST + 1;

/// 1/k at its index; there is none of 0.
const INVERSES: [Constant; LENGTH] = {
    let mut inverses = [Constant { hi: 0.0, lo: 0.0 }; LENGTH];
    let mut k = 1;
    while k < LENGTH {
        inverses[k] = Constant::ratio(1, k as u128);
        k += 1;
    }
    inverses
};

#[inline(always)]
fn inverse<R: Real>(k: usize) -> R {
    R::constant(INVERSES[k])
}

/// Coefficients of attitude and momentum at some time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Coefficients<R> {
    /// Of time: where the series begin.
    time: R,
    attitude: [[R; 4]; LENGTH],
    momentum: [Vec3<R>; LENGTH],
}

/// A series and what its recurrence needs.
#[derive(Clone, Debug)]
pub(crate) struct Recurrence<R: Real> {
    coefficients: Coefficients<R>,
    rates: [Vec3<R>; LENGTH],
    /// The products of q with i, j and k, of every coefficient: the columns by which
    /// the rates are multiplied.
    columns: [[[R; 4]; 3]; LENGTH],
    torque: TorqueSeries<R>,
}

impl<R: Real> Recurrence<R> {
    pub(crate) fn new() -> Self {
        let zero = R::zero();
        Self {
            coefficients: Coefficients {
                time: zero,
                attitude: [[zero; 4]; LENGTH],
                momentum: [Vec3::zero(); LENGTH],
            },
            rates: [Vec3::zero(); LENGTH],
            columns: [[[zero; 4]; 3]; LENGTH],
            torque: TorqueSeries::default(),
        }
    }
    /// What was computed last.
    pub(crate) fn coefficients(&self) -> &Coefficients<R> {
        &self.coefficients
    }

    /// Computes the series from here, up to this degree.
    #[inline]
    pub(crate) fn expand<T: Torque<R>>(
        &mut self,
        body: &Body<R, T>,
        time: R,
        attitude: Rotation<R>,
        momentum: Vec3<R>,
        degree: usize,
    ) {
        let degree = degree.min(HIGHEST);
        let of = &mut self.coefficients;
        of.time = time;
        of.attitude[0] = attitude.to_wxyz();
        of.momentum[0] = momentum;
        if !T::NONE {
            self.torque.begin(body, of);
        }
        // m x nu, by the products of two components of m.
        let Vec3 { x, y, z } = body.inertia.inverse();
        let couplings = Vec3::new(z - y, x - z, y - x);
        for k in 0..degree {
            self.prepare(body, k);
            let (q, m) = self.products(k);
            let mut m = m.times(couplings);
            if !T::NONE {
                m += self.torque.coefficient(body, &self.coefficients, k);
            }
            let share: R = inverse(k + 1);
            let half = share.half();
            self.coefficients.attitude[k + 1] = q.map(|sum| sum * half);
            self.coefficients.momentum[k + 1] = m * share;
        }
    }

    /// What is needed of the coefficients k.
    #[inline(always)]
    fn prepare<T: Torque<R>>(&mut self, body: &Body<R, T>, k: usize) {
        let [w, x, y, z] = self.coefficients.attitude[k];
        self.rates[k] = body.inertia.rates(self.coefficients.momentum[k]);
        self.columns[k] = [[-x, w, z, -y], [-y, -z, w, x], [-z, y, -x, w]];
    }

    /// Coefficient k of q nu, and of (m_y m_z, m_z m_x, m_x m_y).
    #[inline(always)]
    fn products(&self, k: usize) -> ([R; 4], Vec3<R>) {
        let (columns, rates) = (&self.columns[..=k], &self.rates[..=k]);
        let momentum = &self.coefficients.momentum[..=k];
        let (mut q, mut m) = ([R::zero(); 4], Vec3::zero());
        for (([i, j, l], a), (nu, b)) in
            columns.iter().zip(momentum).zip(rates.iter().zip(momentum).rev())
        {
            q = from_fn(|c| q[c] + (i[c] * nu.x + j[c] * nu.y + l[c] * nu.z));
            m += Vec3::new(a.y * b.z, a.z * b.x, a.x * b.y);
        }
        (q, m)
    }
}

impl<R: Real> Coefficients<R> {
    /// The largest component of coefficient k of the attitude, and of the momentum.
    #[inline(always)]
    pub(crate) fn sizes(&self, k: usize) -> (R, R) {
        let [w, x, y, z] = self.attitude[k].map(R::abs);
        (w.max(x).max(y.max(z)), self.momentum[k].max_abs())
    }
    /// By how much attitude and momentum change in the time h.
    #[inline(always)]
    pub(crate) fn change(&self, degree: usize, h: R) -> ([R; 4], Vec3<R>) {
        let (mut q, mut m) = ([R::zero(); 4], Vec3::zero());
        for k in (1..=degree.min(HIGHEST)).rev() {
            q = from_fn(|c| q[c] * h + self.attitude[k][c]);
            m = m * h + self.momentum[k];
        }
        (q.map(|c| c * h), m * h)
    }
}

#[cfg(all(test, feature = "std"))]
#[expect(clippy::unwrap_used, reason = "a test may panic")]
mod tests;
