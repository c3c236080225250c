//! A wheel inside of the body.

use super::{Torque, TorqueInput, TorqueProperties};
use crate::failure::Failure;
use crate::geometry::{Mat3, Vec3};
use crate::real::{Over, Real};

/// A symmetric wheel that spins at a constant rate relative to the body: a
/// reaction wheel, a gyrostat.
///
/// With s its momentum relative to the body, fixed in body components,
///
/// ```text
/// T = s x omega
/// ```
///
/// The inertia is that of the body with its wheel, and the momentum m of the
/// state is I omega, without s. What is constant in space is R (m + s). The
/// torque does no work: kinetic energy m.I^-1 m / 2 is constant.
///
/// ```
/// use polhode::{Body, Inertia, Rotation, State, Vec3, torque::Rotor};
/// let torque = Rotor { momentum: Vec3::new(0.0, 0.0, 3.0) };
/// let body = Body { inertia: Inertia::new([1.0, 2.0, 2.0])?, torque };
/// let state: State<f64> = State::new(Rotation::identity(), Vec3::new(1.0, 0.0, 0.0));
/// assert_eq!(body.torque_at(&state), Vec3::new(0.0, 3.0, 0.0));
/// # Ok::<(), polhode::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rotor<R> {
    /// Momentum of the wheel relative to the body, in body components.
    pub momentum: Vec3<R>,
}

impl<R: Copy> Rotor<R> {
    pub(super) fn map<Q>(&self, f: &mut impl FnMut(R) -> Q) -> Rotor<Q> {
        Rotor { momentum: self.momentum.map(f) }
    }
}

impl<R: Real> Torque<R> for Rotor<R> {
    #[inline]
    fn torque<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Vec3<S> {
        self.momentum.map(S::lift).cross(at.rates())
    }
    #[inline]
    fn properties(&self) -> TorqueProperties {
        TorqueProperties { depends_on_momentum: true, ..TorqueProperties::FREE }
    }
    /// The implicit midpoint rule, which keeps the energy. The torque is linear,
    /// so its equation has one solution for steps of any length, and no iteration.
    #[inline]
    fn kick(&self, at: &TorqueInput<'_, R>, h: R) -> Result<Vec3<R>, Failure> {
        // middle = m + (h/2) s x I^-1 middle
        let half = Mat3::hat(self.momentum * h.half());
        let matrix = half.map_rows(|row| row.component_mul(at.inertia.inverse()));
        let middle = (Mat3::identity() - matrix).solve(at.momentum);
        Ok(middle.map(R::twice) - at.momentum)
    }
}
