//! Torques that see space through one direction.

use super::SpaceVector;
use crate::geometry::Vec3;
use crate::real::Real;

/// A torque that knows of the attitude only how one vector of space is seen from the
/// body, n = R^T vector, and is quadratic in it:
///
/// ```text
/// T = couplings (n_y n_z, n_z n_x, n_x n_y) + n x arm
/// ```
///
/// Tops, magnets and gravity gradients are of this kind, and the series of `taylor` know
/// it: they need no list of operations then.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pull<R> {
    /// The vector, in space components, at the time that was asked about.
    pub vector: Vec3<R>,
    /// The angular velocity with which it turns in space.
    pub turning_rate: Vec3<R>,
    /// The factors of the products, component by component.
    pub couplings: Vec3<R>,
    /// What n is crossed with.
    pub arm: Vec3<R>,
}

impl<R: Real> Pull<R> {
    /// None yet, of this vector at this time.
    pub fn along(vector: &SpaceVector<R>, time: R) -> Self {
        Self {
            vector: vector.at(time),
            turning_rate: vector.turning_rate(),
            couplings: Vec3::zero(),
            arm: Vec3::zero(),
        }
    }
    /// The torque where the body sees the vector as n.
    #[inline(always)]
    #[must_use]
    pub fn torque(&self, n: Vec3<R>) -> Vec3<R> {
        let products = Vec3::new(n.y * n.z, n.z * n.x, n.x * n.y);
        products.component_mul(self.couplings) + n.cross(self.arm)
    }
    /// Returns whether the torque is invariant under rotation about `axis`, a unit vector of the body;
    /// it then has no component along `axis`.
    #[inline]
    pub fn is_axisymmetric_about(&self, axis: Vec3<R>) -> R::Mask {
        let (zero, c) = (R::zero(), self.couplings);
        let beside = self.arm - axis * self.arm.dot(axis);
        let level = c.dot(axis).equals(zero) & (c.x + c.y + c.z).equals(zero);
        level & beside.x.equals(zero) & beside.y.equals(zero) & beside.z.equals(zero)
    }
    /// Returns the torque times a factor.
    #[inline]
    #[must_use]
    pub fn scaled(self, factor: R) -> Self {
        Self { couplings: self.couplings * factor, arm: self.arm * factor, ..self }
    }
    /// Returns the sum of two torques that depend on the same vector.
    #[must_use]
    pub fn and(self, other: Self) -> Option<Self> {
        let same = self.vector == other.vector && self.turning_rate == other.turning_rate;
        let (couplings, arm) = (self.couplings + other.couplings, self.arm + other.arm);
        same.then_some(Self { couplings, arm, ..self })
    }
}
