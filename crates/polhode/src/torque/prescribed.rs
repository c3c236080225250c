//! What is known beforehand as a function of time.

use super::{Harmonics, Torque, TorqueInput, TorqueProperties};
use crate::geometry::Vec3;
use crate::real::{Over, Real};
use core::fmt::Debug;

/// A vector of space as a function of time, in any number that contains `R`.
pub trait TimeFunction<R: Real>: Clone + Debug + Send + Sync + 'static {
    /// Its value.
    fn at<S: Over<R>>(&self, time: S) -> Vec3<S>;
    /// Its derivative.
    fn rate<S: Over<R>>(&self, time: S) -> Vec3<S>;
}

/// A torque that is given in space as a function f of time:
///
/// ```text
/// T = R^T f(t)
/// ```
///
/// ```
/// use polhode::{Vec3, torque::{Harmonics, PrescribedTorque}};
/// // (0, 0, 0.1 sin 2t)
/// let hum = Harmonics::<f64>::default().with(2.0, Vec3::new(0.0, 0.0, 0.1), Vec3::zero())?;
/// let torque = PrescribedTorque(hum);
/// # let _ = torque;
/// # Ok::<(), polhode::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PrescribedTorque<F>(pub F);

impl<R: Copy> PrescribedTorque<Harmonics<R>> {
    pub(super) fn map<Q>(&self, f: &mut impl FnMut(R) -> Q) -> PrescribedTorque<Harmonics<Q>> {
        PrescribedTorque(self.0.map(f))
    }
}

impl<R: Real, F: TimeFunction<R>> Torque<R> for PrescribedTorque<F> {
    #[inline]
    fn torque<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Vec3<S> {
        at.attitude.apply_inverse(self.0.at(at.time))
    }
    #[inline]
    fn properties(&self) -> TorqueProperties {
        TorqueProperties::default()
    }
}

/// The torque that gives the body a known angular momentum L in space:
///
/// ```text
/// T = R^T L'(t)
/// ```
///
/// The state must start with the momentum R^T L at its time, else the momentum
/// differs from L by a constant vector of space. A method that asks for
/// [`prescribed_momentum`](Torque::prescribed_momentum) integrates the attitude
/// only.
///
/// ```
/// use polhode::{Rotation, State, Torque, Vec3, torque::{Harmonics, PrescribedMomentum}};
/// let spin_up = Harmonics::new(Vec3::new(0.0, 0.0, 1.0), Vec3::new(0.0, 0.0, 0.1));
/// let torque = PrescribedMomentum(spin_up);
/// assert_eq!(torque.prescribed_momentum(10.0), Some(Vec3::new(0.0, 0.0, 2.0)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PrescribedMomentum<F>(pub F);

impl<R: Real, F: TimeFunction<R>> Torque<R> for PrescribedMomentum<F> {
    #[inline]
    fn torque<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Vec3<S> {
        at.attitude.apply_inverse(self.0.rate(at.time))
    }
    #[inline]
    fn properties(&self) -> TorqueProperties {
        TorqueProperties::default()
    }
    fn prescribed_momentum(&self, time: R) -> Option<Vec3<R>> {
        Some(self.0.at(time))
    }
}
