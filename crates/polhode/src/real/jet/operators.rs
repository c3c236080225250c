//! Sum, difference, product, quotient.

use super::Jet;
use super::convolution::convolution;
use crate::real::Real;
use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

impl<R: Real, const N: usize> Add for Jet<R, N> {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        self.zip(other, |a, b| a + b)
    }
}
impl<R: Real, const N: usize> Sub for Jet<R, N> {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        self.zip(other, |a, b| a - b)
    }
}
impl<R: Real, const N: usize> Neg for Jet<R, N> {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        self.map(|a| -a)
    }
}
impl<R: Real, const N: usize> Mul for Jet<R, N> {
    type Output = Self;
    #[inline]
    fn mul(self, other: Self) -> Self {
        let (a, b) = (&self.coefficients, &other.coefficients);
        let mut product = [a[0] * b[0]; N];
        for k in 1..N {
            product[k] = convolution(&a[..=k], &b[..=k]);
        }
        Self::from_coefficients(product)
    }
}
impl<R: Real, const N: usize> Div for Jet<R, N> {
    type Output = Self;
    /// From `quotient * other = self`, coefficient by coefficient.
    #[inline]
    fn div(self, other: Self) -> Self {
        let (a, b) = (&self.coefficients, &other.coefficients);
        let mut quotient = [a[0] / b[0]; N];
        for k in 1..N {
            quotient[k] = (a[k] - convolution(&b[1..=k], &quotient[..k])) / b[0];
        }
        Self::from_coefficients(quotient)
    }
}

macro_rules! assign {
    ($($trait:ident $function:ident $operator:tt;)*) => {$(
        impl<R: Real, const N: usize> $trait for Jet<R, N> {
            #[inline]
            fn $function(&mut self, other: Self) {
                *self = *self $operator other;
            }
        }
    )*};
}
assign! {
    AddAssign add_assign +;
    SubAssign sub_assign -;
    MulAssign mul_assign *;
    DivAssign div_assign /;
}
