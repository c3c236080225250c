//! A value with derivatives is a number.

use super::Dual;
use crate::real::{Constant, Mask, Real, each};

impl<R: Real, const N: usize> Real for Dual<R, N> {
    type Mask = R::Mask;
    const EPSILON: f64 = R::EPSILON;
    const VARIES: bool = true;
    const CALLED: bool = true;

    #[inline]
    fn from_f64(value: f64) -> Self {
        Self::fixed(R::from_f64(value))
    }
    #[inline]
    fn constant(value: Constant) -> Self {
        Self::fixed(R::constant(value))
    }
    #[inline]
    fn still(self) -> Self {
        Self::fixed(self.value)
    }
    #[inline]
    fn lt(self, other: Self) -> R::Mask {
        self.value.lt(other.value)
    }
    #[inline]
    fn le(self, other: Self) -> R::Mask {
        self.value.le(other.value)
    }
    #[inline]
    fn equals(self, other: Self) -> R::Mask {
        self.value.equals(other.value)
    }
    #[inline]
    fn is_finite(self) -> R::Mask {
        self.value.is_finite()
    }
    #[inline]
    fn select(mask: R::Mask, yes: Self, no: Self) -> Self {
        yes.zip(no, R::select(mask, yes.value, no.value), |yes, no| R::select(mask, yes, no))
    }
    #[inline]
    fn abs(self) -> Self {
        let negative = self.value.lt(R::zero());
        let slopes = each(R::zero(), |k| R::select(negative, -self.slopes[k], self.slopes[k]));
        Self { value: self.value.abs(), slopes }
    }
    #[inline]
    fn sqrt(self) -> Self {
        let root = self.value.sqrt();
        let slopes = over(self.slopes, root.twice());
        Self { value: root, slopes }
    }
    #[inline]
    fn round(self) -> Self {
        Self::fixed(self.value.round())
    }
    #[inline(never)]
    fn sin_cos(self) -> (Self, Self) {
        let (sin, cos) = self.value.sin_cos();
        (self.chain(sin, cos), self.chain(cos, -sin))
    }
    #[inline(never)]
    fn tan(self) -> Self {
        let tan = self.value.tan();
        self.chain(tan, R::one() + tan.squared())
    }
    #[inline(never)]
    fn atan2(self, x: Self) -> Self {
        let y = self;
        let sweep = y.zip(x, y.value.atan2(x.value), |dy, dx| x.value * dy - y.value * dx);
        let slopes = over(sweep.slopes, x.value.squared() + y.value.squared());
        Self { slopes, ..sweep }
    }
    #[inline(never)]
    fn exp(self) -> Self {
        let exp = self.value.exp();
        self.chain(exp, exp)
    }
    #[inline(never)]
    fn ln(self) -> Self {
        self.chain(self.value.ln(), self.value.recip())
    }

    // The definitions would multiply and divide by numbers that do not vary.
    #[inline]
    fn half(self) -> Self {
        Self { value: self.value.half(), slopes: each(R::zero(), |k| self.slopes[k].half()) }
    }
    #[inline]
    fn recip(self) -> Self {
        let over = self.value.recip();
        self.chain(over, -over.squared())
    }
}

/// Slopes over a number; where that is zero, those that are zero stay so.
#[inline]
fn over<R: Real, const N: usize>(slopes: [R; N], divisor: R) -> [R; N] {
    let none = divisor.equals(R::zero());
    let over = divisor.recip();
    let quotients = each(R::zero(), |k| slopes[k] * over);
    if !none.any() {
        return quotients;
    }
    each(R::zero(), |k| {
        let resting = none & slopes[k].equals(R::zero());
        R::select(resting, R::zero(), quotients[k])
    })
}
