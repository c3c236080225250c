//! Three numbers.

use crate::real::{Lanes, Real};
use core::fmt;
use core::ops::{Add, AddAssign, Div, Index, Mul, Neg, Sub, SubAssign};

/// Three numbers; which frame they belong to is said by the name of the variable.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Vec3<R> {
    /// Along the first axis.
    pub x: R,
    /// Along the second axis.
    pub y: R,
    /// Along the third axis.
    pub z: R,
}

/// One of the three axes of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Axis {
    /// The first.
    X,
    /// The second.
    Y,
    /// The third.
    Z,
}

impl Axis {
    /// All three, in order.
    pub const ALL: [Self; 3] = [Self::X, Self::Y, Self::Z];

    /// 1, 2 or 3, as papers count.
    #[must_use]
    pub fn number(self) -> usize {
        self as usize + 1
    }
    /// The next one in cyclic order.
    #[must_use]
    pub fn next(self) -> Self {
        Self::ALL[(self as usize + 1) % 3]
    }
}

impl fmt::Display for Axis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["x", "y", "z"][*self as usize])
    }
}

impl<R> Vec3<R> {
    /// From its components.
    #[inline(always)]
    pub const fn new(x: R, y: R, z: R) -> Self {
        Self { x, y, z }
    }
    /// Each component through a function.
    #[inline(always)]
    pub fn map<S>(self, mut f: impl FnMut(R) -> S) -> Vec3<S> {
        Vec3 { x: f(self.x), y: f(self.y), z: f(self.z) }
    }
    /// Components of two vectors, pair by pair, through a function.
    #[inline(always)]
    pub fn zip<S, T>(self, other: Vec3<S>, mut f: impl FnMut(R, S) -> T) -> Vec3<T> {
        Vec3 { x: f(self.x, other.x), y: f(self.y, other.y), z: f(self.z, other.z) }
    }
}

impl<R: Real> Vec3<R> {
    /// From literals.
    #[inline(always)]
    #[must_use]
    pub fn from_f64(components: [f64; 3]) -> Self {
        Self::from(components.map(R::from_f64))
    }
    /// The null vector.
    #[inline(always)]
    #[must_use]
    pub fn zero() -> Self {
        Self::new(R::zero(), R::zero(), R::zero())
    }
    /// The unit vector along an axis.
    #[inline(always)]
    #[must_use]
    pub fn unit(axis: Axis) -> Self {
        let mut components = [R::zero(); 3];
        components[axis as usize] = R::one();
        Self::from(components)
    }
    /// Scalar product.
    #[inline(always)]
    #[must_use]
    pub fn dot(self, other: Self) -> R {
        self.z.times_plus(other.z, self.y.times_plus(other.y, self.x * other.x))
    }
    /// Vector product.
    #[inline(always)]
    #[must_use]
    pub fn cross(self, other: Self) -> Self {
        Self {
            x: self.y.times_plus(other.z, -(self.z * other.y)),
            y: self.z.times_plus(other.x, -(self.x * other.z)),
            z: self.x.times_plus(other.y, -(self.y * other.x)),
        }
    }
    /// Products of components.
    #[inline(always)]
    #[must_use]
    pub fn component_mul(self, other: Self) -> Self {
        self.zip(other, |a, b| a * b)
    }
    /// Square of the length.
    #[inline(always)]
    #[must_use]
    pub fn norm_squared(self) -> R {
        self.dot(self)
    }
    /// Length.
    #[inline(always)]
    #[must_use]
    pub fn norm(self) -> R {
        self.norm_squared().sqrt()
    }
    /// Largest magnitude of a component.
    #[inline(always)]
    #[must_use]
    pub fn max_abs(self) -> R {
        self.x.abs().max(self.y.abs()).max(self.z.abs())
    }
    /// `yes` where the mask is true, `no` elsewhere.
    #[inline(always)]
    #[must_use]
    pub fn select(mask: R::Mask, yes: Self, no: Self) -> Self {
        yes.zip(no, |yes, no| R::select(mask, yes, no))
    }
    /// The three components.
    #[inline(always)]
    #[must_use]
    pub fn to_array(self) -> [R; 3] {
        [self.x, self.y, self.z]
    }
}

impl<R: Lanes> Vec3<R> {
    /// Every lane from its index.
    #[inline(always)]
    pub fn from_lanes(mut lane: impl FnMut(usize) -> Vec3<R::Scalar>) -> Self {
        Self {
            x: R::from_lanes(|i| lane(i).x),
            y: R::from_lanes(|i| lane(i).y),
            z: R::from_lanes(|i| lane(i).z),
        }
    }
    /// One lane.
    #[inline(always)]
    #[must_use]
    pub fn lane(self, index: usize) -> Vec3<R::Scalar> {
        self.map(|component| component.lane(index))
    }
}

impl<R> From<[R; 3]> for Vec3<R> {
    #[inline(always)]
    fn from([x, y, z]: [R; 3]) -> Self {
        Self { x, y, z }
    }
}
impl<R> Index<Axis> for Vec3<R> {
    type Output = R;
    #[inline(always)]
    fn index(&self, axis: Axis) -> &R {
        match axis {
            Axis::X => &self.x,
            Axis::Y => &self.y,
            Axis::Z => &self.z,
        }
    }
}
impl<R: Real> Add for Vec3<R> {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.zip(other, |a, b| a + b)
    }
}
impl<R: Real> Sub for Vec3<R> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.zip(other, |a, b| a - b)
    }
}
impl<R: Real> Mul<R> for Vec3<R> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, factor: R) -> Self {
        self.map(|a| a * factor)
    }
}
impl<R: Real> Div<R> for Vec3<R> {
    type Output = Self;
    #[inline(always)]
    fn div(self, divisor: R) -> Self {
        self.map(|a| a / divisor)
    }
}
impl<R: Real> Neg for Vec3<R> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        self.map(|a| -a)
    }
}
impl<R: Real> AddAssign for Vec3<R> {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}
impl<R: Real> SubAssign for Vec3<R> {
    #[inline(always)]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}
