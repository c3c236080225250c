//! Nine numbers.

use super::Vec3;
use crate::real::{Lanes, Real};
use core::ops::{Add, Mul, Sub};

/// A 3x3 matrix, by rows. As an attitude it takes body components to space
/// components: its rows are the space axes seen from the body.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mat3<R> {
    /// First row.
    pub x: Vec3<R>,
    /// Second row.
    pub y: Vec3<R>,
    /// Third row.
    pub z: Vec3<R>,
}

impl<R> Mat3<R> {
    /// From its rows.
    #[inline]
    pub const fn from_rows(x: Vec3<R>, y: Vec3<R>, z: Vec3<R>) -> Self {
        Self { x, y, z }
    }
    /// Each row through a function.
    #[inline]
    pub fn map_rows<S>(self, mut f: impl FnMut(Vec3<R>) -> Vec3<S>) -> Mat3<S> {
        Mat3 { x: f(self.x), y: f(self.y), z: f(self.z) }
    }
}

impl<R: Real> Mat3<R> {
    /// From literals, by rows.
    #[must_use]
    pub fn from_f64(rows: [[f64; 3]; 3]) -> Self {
        let [x, y, z] = rows.map(Vec3::from_f64);
        Self { x, y, z }
    }
    /// The identity.
    #[must_use]
    pub fn identity() -> Self {
        Self::diagonal(Vec3::from_f64([1.0; 3]))
    }
    /// The diagonal matrix.
    #[must_use]
    pub fn diagonal(d: Vec3<R>) -> Self {
        let zero = R::zero();
        Self {
            x: Vec3::new(d.x, zero, zero),
            y: Vec3::new(zero, d.y, zero),
            z: Vec3::new(zero, zero, d.z),
        }
    }
    /// The matrix of `v -> a x v`.
    #[must_use]
    pub fn hat(a: Vec3<R>) -> Self {
        let zero = R::zero();
        Self {
            x: Vec3::new(zero, -a.z, a.y),
            y: Vec3::new(a.z, zero, -a.x),
            z: Vec3::new(-a.y, a.x, zero),
        }
    }
    /// Rows become columns.
    #[inline]
    #[must_use]
    pub fn transpose(self) -> Self {
        Self {
            x: Vec3::new(self.x.x, self.y.x, self.z.x),
            y: Vec3::new(self.x.y, self.y.y, self.z.y),
            z: Vec3::new(self.x.z, self.y.z, self.z.z),
        }
    }
    /// Determinant.
    #[must_use]
    pub fn determinant(self) -> R {
        self.x.dot(self.y.cross(self.z))
    }
    /// Solves `self * x = b` by Cramer's rule; infinite where singular.
    #[must_use]
    pub fn solve(self, b: Vec3<R>) -> Vec3<R> {
        let (a, c, d) = (self.y.cross(self.z), self.z.cross(self.x), self.x.cross(self.y));
        (a * b.x + c * b.y + d * b.z) * self.determinant().recip()
    }
    /// The largest magnitude of an entry of `self self^T - 1`: how far from a rotation.
    #[must_use]
    pub fn orthogonality_error(self) -> R {
        let defect = self * self.transpose() - Self::identity();
        let largest = defect.x.max_abs().max(defect.y.max_abs()).max(defect.z.max_abs());
        // What is not a number is larger than nothing: the sum has it.
        let sum = defect.x.dot(defect.x) + defect.y.dot(defect.y) + defect.z.dot(defect.z);
        R::select(sum.equals(sum), largest, sum)
    }
    /// The nine entries, by rows.
    #[must_use]
    pub fn to_rows(self) -> [[R; 3]; 3] {
        [self.x.to_array(), self.y.to_array(), self.z.to_array()]
    }
}

impl<R: Lanes> Mat3<R> {
    /// Every lane from its index.
    pub fn from_lanes(mut lane: impl FnMut(usize) -> Mat3<R::Scalar>) -> Self {
        Self {
            x: Vec3::from_lanes(|i| lane(i).x),
            y: Vec3::from_lanes(|i| lane(i).y),
            z: Vec3::from_lanes(|i| lane(i).z),
        }
    }
    /// One lane.
    #[must_use]
    pub fn lane(self, index: usize) -> Mat3<R::Scalar> {
        self.map_rows(|row| row.lane(index))
    }
}

impl<R: Real> Mul<Vec3<R>> for Mat3<R> {
    type Output = Vec3<R>;
    #[inline]
    fn mul(self, v: Vec3<R>) -> Vec3<R> {
        Vec3::new(self.x.dot(v), self.y.dot(v), self.z.dot(v))
    }
}
impl<R: Real> Mul for Mat3<R> {
    type Output = Self;
    #[inline]
    fn mul(self, other: Self) -> Self {
        self.map_rows(|row| other.x * row.x + other.y * row.y + other.z * row.z)
    }
}
impl<R: Real> Add for Mat3<R> {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self { x: self.x + other.x, y: self.y + other.y, z: self.z + other.z }
    }
}
impl<R: Real> Sub for Mat3<R> {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self { x: self.x - other.x, y: self.y - other.y, z: self.z - other.z }
    }
}
impl<R: Real> Mul<R> for Mat3<R> {
    type Output = Self;
    #[inline]
    fn mul(self, factor: R) -> Self {
        self.map_rows(|row| row * factor)
    }
}
