//! A jet is a number.

use super::Jet;
use crate::real::{Constant, Mask, Real};

impl<R: Real, const N: usize> Real for Jet<R, N> {
    type Mask = R::Mask;
    const EPSILON: f64 = R::EPSILON;

    #[inline]
    fn from_f64(value: f64) -> Self {
        Self::constant_of(R::from_f64(value))
    }
    #[inline]
    fn constant(value: Constant) -> Self {
        Self::constant_of(R::constant(value))
    }
    #[inline]
    fn lt(self, other: Self) -> R::Mask {
        self.coefficients[0].lt(other.coefficients[0])
    }
    #[inline]
    fn le(self, other: Self) -> R::Mask {
        self.coefficients[0].le(other.coefficients[0])
    }
    /// Of the leading coefficients only; `==` compares all.
    #[inline]
    fn equals(self, other: Self) -> R::Mask {
        self.coefficients[0].equals(other.coefficients[0])
    }
    #[inline]
    fn select(mask: R::Mask, yes: Self, no: Self) -> Self {
        yes.zip(no, |yes, no| R::select(mask, yes, no))
    }
    #[inline]
    fn abs(self) -> Self {
        let negative = self.coefficients[0].lt(R::zero());
        let mut size = self.map(|c| R::select(negative, -c, c));
        // Of minus zero, which is not below zero, the sign goes too.
        size.coefficients[0] = self.coefficients[0].abs();
        size
    }
    #[inline]
    fn sqrt(self) -> Self {
        self.square_root()
    }
    /// A step function: the later coefficients are zero.
    #[inline]
    fn round(self) -> Self {
        Self::constant_of(self.coefficients[0].round())
    }
    #[inline]
    fn sin_cos(self) -> (Self, Self) {
        self.sine_and_cosine()
    }
    #[inline]
    fn tan(self) -> Self {
        self.tangent()
    }
    #[inline]
    fn atan2(self, x: Self) -> Self {
        self.angle_with(x)
    }
    #[inline]
    fn exp(self) -> Self {
        self.exponential()
    }
    #[inline]
    fn ln(self) -> Self {
        self.logarithm()
    }

    // The definition would multiply by a jet; the other defaults are sound.
    #[inline]
    fn half(self) -> Self {
        self.map(R::half)
    }
    // The definition would look at the leading coefficient only.
    #[inline]
    fn is_finite(self) -> R::Mask {
        self.coefficients.into_iter().fold(R::Mask::splat(true), |all, c| all & c.is_finite())
    }
}
