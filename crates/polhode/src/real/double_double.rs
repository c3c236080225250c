//! About 31 digits from pairs of doubles.
//!
//! Error-free transformations (Dekker 1971, Knuth 1969) give every sum and
//! product with its rounding error. They use no fused multiply-add, so the bits
//! do not depend on the machine. Magnitudes must stay between about 1e-270 and
//! 1e290, outside of which the splitting of products loses its error term.

mod circle;
mod expansion;
mod exponential;
mod four;
mod functions;
mod series;

use super::{Constant, FourWork, Real, Scalar};
use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

/// The unevaluated sum `hi + lo`, `lo` at most half a unit in the last place of `hi`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DoubleDouble {
    /// The nearest double.
    pub hi: f64,
    /// What it leaves.
    pub lo: f64,
}

/// Sum and its rounding error.
#[inline(always)]
pub(crate) fn two_sum<F: Real>(a: F, b: F) -> (F, F) {
    let sum = a + b;
    let part = sum - a;
    (sum, (a - (sum - part)) + (b - part))
}

/// The same where |a| >= |b| or a = 0.
#[inline(always)]
pub(crate) fn quick_two_sum<F: Real>(a: F, b: F) -> (F, F) {
    let sum = a + b;
    (sum, b - (sum - a))
}

/// Product and its rounding error, by splitting each factor in halves of 26 bits.
#[inline(always)]
pub(crate) fn two_product<F: Real>(a: F, b: F) -> (F, F) {
    let product = a * b;
    let (a_hi, a_lo) = split(a);
    let (b_hi, b_lo) = split(b);
    (product, ((a_hi * b_hi - product) + a_hi * b_lo + a_lo * b_hi) + a_lo * b_lo)
}

#[inline(always)]
fn split<F: Real>(a: F) -> (F, F) {
    let shifted = F::from_f64(134_217_729.0) * a; // 2^27 + 1
    let hi = shifted - (shifted - a);
    (hi, a - hi)
}

/// The sum of two pairs.
#[inline(always)]
fn sum<F: Real>((a_hi, a_lo): (F, F), (b_hi, b_lo): (F, F)) -> (F, F) {
    let (hi, hi_error) = two_sum(a_hi, b_hi);
    let (lo, lo_error) = two_sum(a_lo, b_lo);
    let (hi, hi_error) = quick_two_sum(hi, hi_error + lo);
    quick_two_sum(hi, hi_error + lo_error)
}

/// Their product.
#[inline(always)]
fn product<F: Real>((a_hi, a_lo): (F, F), (b_hi, b_lo): (F, F)) -> (F, F) {
    let (hi, error) = two_product(a_hi, b_hi);
    quick_two_sum(hi, error + (a_hi * b_lo + a_lo * b_hi))
}

impl DoubleDouble {
    /// The sum of two doubles, exactly.
    #[inline]
    #[must_use]
    pub fn from_sum(a: f64, b: f64) -> Self {
        let (hi, lo) = two_sum(a, b);
        Self { hi, lo }
    }
    /// The product of two doubles, exactly.
    #[inline]
    #[must_use]
    pub fn from_product(a: f64, b: f64) -> Self {
        let (hi, lo) = two_product(a, b);
        Self { hi, lo }
    }
    /// Times a power of two (exact).
    #[inline]
    fn scaled(self, power_of_two: f64) -> Self {
        Self { hi: self.hi * power_of_two, lo: self.lo * power_of_two }
    }
}

impl From<f64> for DoubleDouble {
    #[inline]
    fn from(value: f64) -> Self {
        Self { hi: value, lo: 0.0 }
    }
}

impl Add for DoubleDouble {
    type Output = Self;
    #[inline(never)]
    fn add(self, other: Self) -> Self {
        let (hi, lo) = sum((self.hi, self.lo), (other.hi, other.lo));
        Self { hi, lo }
    }
}
impl Sub for DoubleDouble {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}
impl Mul for DoubleDouble {
    type Output = Self;
    #[inline(never)]
    fn mul(self, other: Self) -> Self {
        let (hi, lo) = product((self.hi, self.lo), (other.hi, other.lo));
        Self { hi, lo }
    }
}
impl Div for DoubleDouble {
    type Output = Self;
    #[inline(never)]
    fn div(self, other: Self) -> Self {
        // Three steps of long division, in base 2^53.
        let first = self.hi / other.hi;
        let rest = self - other * Self::from(first);
        let second = rest.hi / other.hi;
        let rest = rest - other * Self::from(second);
        let third = rest.hi / other.hi;
        let (hi, lo) = quick_two_sum(first, second);
        Self { hi, lo } + Self::from(third)
    }
}
impl Neg for DoubleDouble {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self { hi: -self.hi, lo: -self.lo }
    }
}
impl AddAssign for DoubleDouble {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}
impl SubAssign for DoubleDouble {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}
impl MulAssign for DoubleDouble {
    #[inline]
    fn mul_assign(&mut self, other: Self) {
        *self = *self * other;
    }
}
impl DivAssign for DoubleDouble {
    #[inline]
    fn div_assign(&mut self, other: Self) {
        *self = *self / other;
    }
}

impl Real for DoubleDouble {
    type Mask = bool;
    /// 2^-104: what sums and products are good to.
    const EPSILON: f64 = 4.930_380_657_631_324e-32;
    const CALLED: bool = true;

    #[inline]
    fn from_f64(value: f64) -> Self {
        Self::from(value)
    }
    #[inline]
    fn constant(value: Constant) -> Self {
        Self { hi: value.hi, lo: value.lo }
    }
    #[inline]
    fn lt(self, other: Self) -> bool {
        self.hi < other.hi || (self.hi == other.hi && self.lo < other.lo)
    }
    #[inline]
    fn le(self, other: Self) -> bool {
        self.hi < other.hi || (self.hi == other.hi && self.lo <= other.lo)
    }
    #[inline]
    fn equals(self, other: Self) -> bool {
        self == other
    }
    #[inline]
    fn select(mask: bool, yes: Self, no: Self) -> Self {
        if mask { yes } else { no }
    }
    #[inline]
    fn abs(self) -> Self {
        if self.hi < 0.0 { -self } else { self }
    }
    #[inline(never)]
    fn sqrt(self) -> Self {
        functions::sqrt(self)
    }
    #[inline]
    fn round(self) -> Self {
        functions::round(self)
    }
    fn sin_cos(self) -> (Self, Self) {
        circle::sin_cos(self)
    }
    fn tan(self) -> Self {
        let (sin, cos) = circle::sin_cos(self);
        sin / cos
    }
    fn atan2(self, x: Self) -> Self {
        circle::atan2(self, x)
    }
    fn exp(self) -> Self {
        exponential::exp(self)
    }
    fn ln(self) -> Self {
        exponential::ln(self)
    }
    #[inline(always)]
    fn in_fours<W: FourWork<Self>>(work: W) {
        f64::in_widest_lanes(four::InDoubles(work));
    }
}
