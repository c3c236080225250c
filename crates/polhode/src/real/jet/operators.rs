//! Sum, difference, product, quotient.

use super::Jet;
use super::convolution::convolution;
use crate::real::Real;
use core::ops::{Add, Div, Mul, Neg, Sub};

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
        if Self::CALLS { product_called(&self, &other) } else { product(&self, &other) }
    }
}
impl<R: Real, const N: usize> Div for Jet<R, N> {
    type Output = Self;
    #[inline]
    fn div(self, other: Self) -> Self {
        if Self::CALLS { quotient_called(&self, &other) } else { quotient(&self, &other) }
    }
}

impl<R: Real, const N: usize> Jet<R, N> {
    /// Is a product the call of a function? Of long jets, whose coefficients have derivatives, it
    /// takes less time than one that is inlined wherever a torque has a product, and it is much
    /// less to compile. Products of lanes are too short for it.
    const CALLS: bool = R::CALLED || (Self::IS_LONG && size_of::<R::Mask>() == size_of::<bool>());
}

#[inline]
fn product<R: Real, const N: usize>(a: &Jet<R, N>, b: &Jet<R, N>) -> Jet<R, N> {
    let (a, b) = (&a.coefficients, &b.coefficients);
    let mut product = [a[0] * b[0]; N];
    for k in 1..N {
        product[k] = convolution(&a[..=k], &b[..=k]);
    }
    Jet::from_coefficients(product)
}
#[inline(never)]
fn product_called<R: Real, const N: usize>(a: &Jet<R, N>, b: &Jet<R, N>) -> Jet<R, N> {
    product(a, b)
}

/// From `quotient * b = a`, coefficient by coefficient.
#[inline]
fn quotient<R: Real, const N: usize>(a: &Jet<R, N>, b: &Jet<R, N>) -> Jet<R, N> {
    let (a, b) = (&a.coefficients, &b.coefficients);
    let mut quotient = [a[0] / b[0]; N];
    for k in 1..N {
        quotient[k] = (a[k] - convolution(&b[1..=k], &quotient[..k])) / b[0];
    }
    Jet::from_coefficients(quotient)
}
#[inline(never)]
fn quotient_called<R: Real, const N: usize>(a: &Jet<R, N>, b: &Jet<R, N>) -> Jet<R, N> {
    quotient(a, b)
}

assign_operators!([R: Real, const N: usize] Jet<R, N>);
