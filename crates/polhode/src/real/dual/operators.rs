//! Sum, difference, product, quotient.

use super::Dual;
use crate::real::Real;
use core::ops::{Add, Div, Mul, Neg, Sub};

impl<R: Real, const N: usize> Add for Dual<R, N> {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        self.zip(other, self.value + other.value, |a, b| a + b)
    }
}
impl<R: Real, const N: usize> Sub for Dual<R, N> {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        self.zip(other, self.value - other.value, |a, b| a - b)
    }
}
impl<R: Real, const N: usize> Neg for Dual<R, N> {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self { value: -self.value, slopes: crate::real::each(R::zero(), |k| -self.slopes[k]) }
    }
}
impl<R: Real, const N: usize> Mul for Dual<R, N> {
    type Output = Self;
    /// The product rule.
    #[inline]
    #[expect(clippy::suspicious_arithmetic_impl, reason = "derivatives of products have sums")]
    fn mul(self, other: Self) -> Self {
        let (x, y) = (self.value, other.value);
        self.zip(other, x * y, |a, b| a * y + x * b)
    }
}
impl<R: Real, const N: usize> Div for Dual<R, N> {
    type Output = Self;
    /// From `quotient * other = self`.
    #[inline]
    #[expect(clippy::suspicious_arithmetic_impl, reason = "the product rule, solved")]
    fn div(self, other: Self) -> Self {
        let quotient = self.value / other.value;
        let over = other.value.recip();
        self.zip(other, quotient, |a, b| (a - quotient * b) * over)
    }
}

assign_operators!([R: Real, const N: usize] Dual<R, N>);
