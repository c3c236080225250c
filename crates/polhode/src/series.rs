//! The motion of a torqued body as a short Taylor series in time.
//!
//! From m' = m x nu + T and q' = q nu/2, coefficient by coefficient: with m and q known through
//! t^k, so are the rates and the torque, and these give the next ones. No derivative is written
//! by hand.
//!
//! With the standard library the formula of the torque is recorded and extended by one coefficient
//! after the other; without it the equations are evaluated as jets. The bits are the same.

#[cfg(feature = "std")]
mod equations;
#[cfg(any(test, not(feature = "std")))]
mod jets;
#[cfg(all(test, feature = "std"))]
#[expect(clippy::unwrap_used, reason = "a test may panic")]
mod tests;

use crate::body::{Body, State};
use crate::geometry::{Attitude, Vec3};
use crate::real::Real;
use crate::torque::Torque;
use alloc::boxed::Box;
use core::fmt;

#[cfg(feature = "std")]
use equations::Equations;
#[cfg(not(feature = "std"))]
use jets::Equations;

/// The largest number of coefficients.
pub(crate) const TERMS: usize = 8;

/// The series at a state, and what it was computed with. Empty until it is needed: free bodies
/// have none.
#[derive(Clone, Default)]
pub(crate) struct Series<R: Real>(Option<Box<Content<R>>>);

#[derive(Clone)]
struct Content<R: Real> {
    equations: Equations<R>,
    coefficients: Coefficients<R>,
}

/// At once, not number by number.
impl<R: Copy> Clone for Coefficients<R> {
    fn clone(&self) -> Self {
        *self
    }
}

/// What is computed besides the rates.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Wanted {
    /// The torque in space components.
    MomentumGain,
    /// The power.
    Work,
}

/// Coefficients of t^0 to t^7; those that were not asked for are out of date.
#[derive(Copy, Debug)]
pub(crate) struct Coefficients<R> {
    /// Of the body rates.
    pub(crate) rates: [Vec3<R>; TERMS],
    /// Of the torque in space components: the rate of the spatial momentum.
    pub(crate) spatial_torque: [Vec3<R>; TERMS],
    /// Of the power: the rate of the kinetic energy.
    pub(crate) power: [R; TERMS],
}

impl<R: Real> Series<R> {
    /// The first coefficients, at most [`TERMS`], of the motion from this state.
    pub(crate) fn at<A: Attitude<R>, T: Torque<R>>(
        &mut self,
        body: &Body<R, T>,
        state: &State<R, A>,
        terms: usize,
        wanted: Wanted,
    ) -> &Coefficients<R> {
        let content = self.0.get_or_insert_with(|| Box::new(Content::new()));
        let Content { equations, coefficients } = &mut **content;
        let State { time, momentum, .. } = *state;
        let start = State { time, attitude: state.attitude.to_rotation(), momentum };
        equations.expand(body, &start, terms, wanted, coefficients);
        coefficients
    }
}

impl<R: Real> Content<R> {
    fn new() -> Self {
        let none = [Vec3::zero(); TERMS];
        let power = [R::zero(); TERMS];
        let coefficients = Coefficients { rates: none, spatial_torque: none, power };
        Self { equations: Equations::new(), coefficients }
    }
}

impl<R: Real> Coefficients<R> {
    /// What the momentum gains in space in the time h, by so many coefficients.
    pub(crate) fn momentum_gain(&self, terms: usize, h: R) -> Vec3<R> {
        let terms = self.spatial_torque[..terms.min(TERMS)].iter().enumerate().rev();
        let add = |sum: Vec3<R>, (k, &c): (usize, &Vec3<R>)| {
            sum.zip(c, |sum, c| sum * h + c / count(k + 1))
        };
        terms.fold(Vec3::zero(), add) * h
    }

    /// The work that the torque does in the time h, by so many coefficients.
    pub(crate) fn work(&self, terms: usize, h: R) -> R {
        let terms = self.power[..terms.min(TERMS)].iter().enumerate().rev();
        terms.fold(R::zero(), |sum, (k, &c)| sum * h + c / count(k + 1)) * h
    }
}

impl<R: Real> fmt::Debug for Series<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Series").field(&self.0.as_ref().map(|content| content.coefficients)).finish()
    }
}

#[expect(clippy::cast_precision_loss, reason = "the number of a coefficient is small")]
pub(crate) fn count<R: Real>(k: usize) -> R {
    R::from_f64(k as f64)
}
