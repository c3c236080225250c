//! Sum, difference, product, quotient.

use super::Disc;
use crate::real::Real;
use core::ops::{Add, Div, Mul, Neg, Sub};

impl<R: Real, const N: usize> Add for Disc<R, N> {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self { series: self.series + other.series, rest: self.rest + other.rest }
    }
}
impl<R: Real, const N: usize> Sub for Disc<R, N> {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self { series: self.series - other.series, rest: self.rest + other.rest }
    }
}
impl<R: Real, const N: usize> Neg for Disc<R, N> {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self { series: -self.series, rest: self.rest }
    }
}
impl<R: Real, const N: usize> Mul for Disc<R, N> {
    type Output = Self;
    #[inline(never)]
    fn mul(self, other: Self) -> Self {
        let majorant = self.majorant() * other.majorant();
        Self::bounded(self.series * other.series, majorant, self.size() * other.size())
    }
}
impl<R: Real, const N: usize> Div for Disc<R, N> {
    type Output = Self;
    #[inline(never)]
    fn div(self, other: Self) -> Self {
        let over = other.recip();
        let majorant = self.majorant() * over.majorant();
        Self::bounded(self.series / other.series, majorant, self.size() * over.size())
    }
}

assign_operators!([R: Real, const N: usize] Disc<R, N>);
