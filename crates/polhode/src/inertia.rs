//! Moments of inertia about the principal axes.

mod mass_unit;
mod tensor;

use crate::error::{Error, to_f64};
use crate::geometry::{Axis, Vec3};
use crate::real::{Lanes, Real};

pub use mass_unit::MassUnit;

/// The moments of inertia of a rigid body about its principal axes, which are
/// the axes of the body frame. Not null, hence a body may spin about each axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Inertia<R> {
    moments: Vec3<R>,
    inverse: Vec3<R>,
}

impl<R: Real> Inertia<R> {
    #[inline(always)]
    pub(crate) fn from_moments(moments: Vec3<R>) -> Self {
        Self { moments, inverse: moments.map(R::recip) }
    }
    /// The three moments.
    #[inline(always)]
    #[must_use]
    pub fn moments(&self) -> Vec3<R> {
        self.moments
    }
    /// 1 over each of the three moments.
    #[inline(always)]
    #[must_use]
    pub fn inverse(&self) -> Vec3<R> {
        self.inverse
    }
    /// Angular velocity from angular momentum, both in body components.
    #[inline(always)]
    #[must_use]
    pub fn rates(&self, momentum: Vec3<R>) -> Vec3<R> {
        momentum.component_mul(self.inverse)
    }
    /// Angular momentum from angular velocity, both in body components.
    #[inline(always)]
    #[must_use]
    pub fn momentum(&self, rates: Vec3<R>) -> Vec3<R> {
        rates.component_mul(self.moments)
    }
    /// Kinetic energy of rotation from angular momentum in body components.
    #[inline(always)]
    #[must_use]
    pub fn kinetic_energy(&self, momentum: Vec3<R>) -> R {
        momentum.dot(self.rates(momentum)).half()
    }
}

impl<R: Real<Mask = bool>> Inertia<R> {
    /// From the moments about the three axes of the body.
    ///
    /// # Errors
    /// - [`Error::MomentNotPositive`] unless all are positive and finite;
    /// - [`Error::MomentOutOfRange`] outside of 1e-50 to 1e40 (`f32`: 1e-12 to
    ///   1e12), where products of momenta could overflow or vanish;
    /// - [`Error::TriangleInequality`] if one exceeds the sum of the others by
    ///   more than rounding (8 [`EPSILON`](Real::EPSILON) of the sum).
    pub fn new(moments: [R; 3]) -> Result<Self, Error> {
        let inertia = Self::new_without_triangle_check(moments)?;
        let (smallest, largest) = if R::EPSILON > 1e-10 { (1e-12, 1e12) } else { (1e-50, 1e40) };
        for axis in Axis::ALL {
            let moment = inertia.moments[axis];
            if moment.lt(R::from_f64(smallest)) || R::from_f64(largest).lt(moment) {
                let value = to_f64(moment);
                return Err(Error::MomentOutOfRange { axis, value, smallest, largest });
            }
        }
        for axis in Axis::ALL {
            let moment = inertia.moments[axis];
            let others = inertia.moments[axis.next()] + inertia.moments[axis.next().next()];
            if (others * R::from_f64(8.0 * R::EPSILON)).lt(moment - others) {
                let moments = moments.map(to_f64);
                return Err(Error::TriangleInequality { axis, moments });
            }
        }
        Ok(inertia)
    }

    /// From any moments that are positive and finite: for published data that
    /// break the triangle inequality by their rounding, such as 0.345, 0.653, 1
    /// of a molecule of water. Outside of the range of [`new`](Inertia::new)
    /// overflow is the caller's care.
    ///
    /// # Errors
    /// [`Error::MomentNotPositive`] unless all are positive and finite.
    pub fn new_without_triangle_check(moments: [R; 3]) -> Result<Self, Error> {
        let moments = Vec3::from(moments);
        for axis in Axis::ALL {
            let moment = moments[axis];
            if !(R::zero().lt(moment) && moment.is_finite()) {
                return Err(Error::MomentNotPositive { axis, value: to_f64(moment) });
            }
        }
        Ok(Self::from_moments(moments))
    }
}

impl<R: Lanes> Inertia<R> {
    /// Every lane from its index.
    #[inline(always)]
    pub fn from_lanes(mut lane: impl FnMut(usize) -> Inertia<R::Scalar>) -> Self {
        Self::from_moments(Vec3::from_lanes(|i| lane(i).moments))
    }
    /// One lane.
    #[inline(always)]
    #[must_use]
    pub fn lane(&self, index: usize) -> Inertia<R::Scalar> {
        Inertia { moments: self.moments.lane(index), inverse: self.inverse.lane(index) }
    }
}
