//! The unit quaternion.

use super::Vec3;
use crate::real::{Lanes, Real};
use core::ops::Mul;

/// A rotation as a unit quaternion: Hamilton's product, scalar first, active,
/// body to space. `rotation.apply(v)` takes body components to space components.
///
/// Products never renormalise: drift of the norm is a result, not something to
/// hide. [`normalized`](Rotation::normalized) is for input.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rotation<R> {
    /// Scalar part: cosine of half the angle.
    pub w: R,
    /// First component of the vector part.
    pub x: R,
    /// Second component of the vector part.
    pub y: R,
    /// Third component of the vector part.
    pub z: R,
}

impl<R: Real> Default for Rotation<R> {
    fn default() -> Self {
        Self::identity()
    }
}

impl<R: Real> Rotation<R> {
    /// No rotation.
    #[inline(always)]
    #[must_use]
    pub fn identity() -> Self {
        Self::from_parts(R::one(), Vec3::zero())
    }
    /// From scalar and vector part, taken as they are.
    #[inline(always)]
    #[must_use]
    pub fn from_parts(w: R, v: Vec3<R>) -> Self {
        Self { w, x: v.x, y: v.y, z: v.z }
    }
    /// Scalar first, scaled to norm 1.
    #[inline(always)]
    #[must_use]
    pub fn from_wxyz(wxyz: [R; 4]) -> Self {
        let [w, x, y, z] = wxyz;
        Self { w, x, y, z }.normalized()
    }
    /// Scalar last, scaled to norm 1.
    #[inline(always)]
    #[must_use]
    pub fn from_xyzw(xyzw: [R; 4]) -> Self {
        let [x, y, z, w] = xyzw;
        Self::from_wxyz([w, x, y, z])
    }
    /// Vector part.
    #[inline(always)]
    #[must_use]
    pub fn vector(self) -> Vec3<R> {
        Vec3::new(self.x, self.y, self.z)
    }
    /// Scalar first.
    #[inline(always)]
    #[must_use]
    pub fn to_wxyz(self) -> [R; 4] {
        [self.w, self.x, self.y, self.z]
    }
    /// Scalar last.
    #[inline(always)]
    #[must_use]
    pub fn to_xyzw(self) -> [R; 4] {
        [self.x, self.y, self.z, self.w]
    }
    /// Square of the norm, 1 but for rounding.
    #[inline(always)]
    #[must_use]
    pub fn norm_squared(self) -> R {
        self.w * self.w + self.vector().norm_squared()
    }
    /// Scaled to norm 1.
    #[inline(always)]
    #[must_use]
    pub fn normalized(self) -> Self {
        let scale = self.norm_squared().sqrt().recip();
        Self { w: self.w * scale, x: self.x * scale, y: self.y * scale, z: self.z * scale }
    }
    /// The way back: space to body.
    #[inline(always)]
    #[must_use]
    pub fn inverse(self) -> Self {
        Self::from_parts(self.w, -self.vector())
    }
    /// Body components to space components.
    #[inline(always)]
    #[must_use]
    pub fn apply(self, v: Vec3<R>) -> Vec3<R> {
        let u = self.vector();
        let twist = u.cross(v).map(R::twice);
        v + twist * self.w + u.cross(twist)
    }
    /// Space components to body components.
    #[inline(always)]
    #[must_use]
    pub fn apply_inverse(self, v: Vec3<R>) -> Vec3<R> {
        self.inverse().apply(v)
    }
    /// The same rotation with the other sign of the quaternion.
    #[inline(always)]
    #[must_use]
    pub fn negated(self) -> Self {
        Self::from_parts(-self.w, -self.vector())
    }
    /// Angle of the rotation that takes `other` to `self`, in [0, pi]; accurate
    /// however small.
    #[must_use]
    pub fn angle_to(self, other: Self) -> R {
        let relative = other.inverse() * self;
        relative.vector().norm().atan2(relative.w.abs()).twice()
    }
}

impl<R: Lanes> Rotation<R> {
    /// Every lane from its index.
    #[inline(always)]
    pub fn from_lanes(mut lane: impl FnMut(usize) -> Rotation<R::Scalar>) -> Self {
        Self::from_parts(R::from_lanes(|i| lane(i).w), Vec3::from_lanes(|i| lane(i).vector()))
    }
    /// One lane.
    #[inline(always)]
    #[must_use]
    pub fn lane(self, index: usize) -> Rotation<R::Scalar> {
        Rotation::from_parts(self.w.lane(index), self.vector().lane(index))
    }
}

/// First the right factor, then the left one.
impl<R: Real> Mul for Rotation<R> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        let (a, b) = (self.vector(), other.vector());
        let vector = Vec3 {
            x: b.x.times_plus(self.w, a.x * other.w),
            y: b.y.times_plus(self.w, a.y * other.w),
            z: b.z.times_plus(self.w, a.z * other.w),
        };
        Self::from_parts(self.w.times_plus(other.w, -a.dot(b)), vector + a.cross(b))
    }
}
