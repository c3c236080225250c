//! SE(3): a rotation and a position.

use super::{LieAlgebra, LieGroup};
use crate::geometry::{Rotation, Vec3, dexp};
use crate::real::Real;
use core::ops::{Add, Mul};

/// Where a body is and how it stands: body to space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose<R> {
    /// Body axes to space axes.
    pub rotation: Rotation<R>,
    /// The body's origin, in space.
    pub position: Vec3<R>,
}

/// A velocity of rotation and of translation; as a momentum, the angular momentum about
/// the body's origin and the linear one. All in the body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Twist<R> {
    /// Of rotation.
    pub angular: Vec3<R>,
    /// Of translation.
    pub linear: Vec3<R>,
}

impl<R: Real> Pose<R> {
    /// A point of the body, in space.
    #[must_use]
    pub fn apply(self, point: Vec3<R>) -> Vec3<R> {
        self.position + self.rotation.apply(point)
    }
}

impl<R: Real> Twist<R> {
    /// The sum of the products of components: of a velocity and a momentum twice the
    /// energy, if they belong to each other.
    #[must_use]
    pub fn dot(self, other: Self) -> R {
        self.angular.dot(other.angular) + self.linear.dot(other.linear)
    }
}

impl<R: Real> Add for Twist<R> {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self { angular: self.angular + other.angular, linear: self.linear + other.linear }
    }
}
impl<R: Real> Mul<R> for Twist<R> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, factor: R) -> Self {
        Self { angular: self.angular * factor, linear: self.linear * factor }
    }
}
impl<R: Real> LieAlgebra<R> for Twist<R> {
    #[inline(always)]
    fn zero() -> Self {
        Self { angular: Vec3::zero(), linear: Vec3::zero() }
    }
    #[inline(always)]
    fn bracket(&self, other: &Self) -> Self {
        Self {
            angular: self.angular.cross(other.angular),
            linear: self.angular.cross(other.linear) - other.angular.cross(self.linear),
        }
    }
}

/// First the right factor, then the left one.
impl<R: Real> Mul for Pose<R> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        Self { rotation: self.rotation * other.rotation, position: self.apply(other.position) }
    }
}

impl<R: Real> LieGroup<R> for Pose<R> {
    type Algebra = Twist<R>;

    #[inline(always)]
    fn identity() -> Self {
        Self { rotation: Rotation::identity(), position: Vec3::zero() }
    }
    #[inline(always)]
    fn inverse(self) -> Self {
        let rotation = self.rotation.inverse();
        Self { rotation, position: -rotation.apply(self.position) }
    }
    /// A turn on a helix: dexp has the mean of the rotations on the way.
    #[inline]
    fn exp(Twist { angular, linear }: Twist<R>) -> Self {
        Self { rotation: Rotation::exp(angular), position: dexp(angular) * linear }
    }
    #[inline(always)]
    fn adjoint(self, Twist { angular, linear }: Twist<R>) -> Twist<R> {
        let angular = self.rotation.apply(angular);
        Twist { angular, linear: self.rotation.apply(linear) + self.position.cross(angular) }
    }
    #[inline(always)]
    fn coadjoint(self, Twist { angular, linear }: Twist<R>) -> Twist<R> {
        let about_the_body = angular - self.position.cross(linear);
        Twist {
            angular: self.rotation.apply_inverse(about_the_body),
            linear: self.rotation.apply_inverse(linear),
        }
    }
    #[inline(always)]
    fn coadjoint_rate(velocity: Twist<R>, momentum: Twist<R>) -> Twist<R> {
        let turned = momentum.angular.cross(velocity.angular);
        Twist {
            angular: turned + momentum.linear.cross(velocity.linear),
            linear: momentum.linear.cross(velocity.angular),
        }
    }
}
