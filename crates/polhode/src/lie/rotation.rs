//! SO(3): unit quaternions, and vectors with the vector product.

use super::{Dynamics, LieAlgebra, LieGroup};
use crate::geometry::{Rotation, Vec3};
use crate::inertia::Inertia;
use crate::real::Real;

impl<R: Real> LieAlgebra<R> for Vec3<R> {
    #[inline(always)]
    fn zero() -> Self {
        Vec3::zero()
    }
    #[inline(always)]
    fn bracket(&self, other: &Self) -> Self {
        self.cross(*other)
    }
}

impl<R: Real> LieGroup<R> for Rotation<R> {
    type Algebra = Vec3<R>;

    #[inline(always)]
    fn identity() -> Self {
        Rotation::identity()
    }
    #[inline(always)]
    fn inverse(self) -> Self {
        Rotation::inverse(self)
    }
    #[inline(always)]
    fn exp(velocity: Vec3<R>) -> Self {
        Rotation::exp(velocity)
    }
    #[inline(always)]
    fn adjoint(self, velocity: Vec3<R>) -> Vec3<R> {
        self.apply(velocity)
    }
    #[inline(always)]
    fn coadjoint(self, momentum: Vec3<R>) -> Vec3<R> {
        self.apply_inverse(momentum)
    }
    #[inline(always)]
    fn coadjoint_rate(velocity: Vec3<R>, momentum: Vec3<R>) -> Vec3<R> {
        momentum.cross(velocity)
    }
}

/// The free body.
impl<R: Real> Dynamics<R> for Inertia<R> {
    type Group = Rotation<R>;

    #[inline(always)]
    fn velocity(&self, _: R, momentum: &[Vec3<R>]) -> Vec3<R> {
        momentum.last().map_or(Vec3::zero(), |&last| self.rates(last))
    }
}
