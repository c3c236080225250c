//! A function on a disc is a number.
//!
//! A function F of it has the series sum F_k (z - c)^k around the value c at the centre, and the sum of
//! |F_k| u^k is a majorant if u is one of the variation of the argument.

use super::Disc;
use crate::real::{Constant, Jet, Real};

impl<R: Real, const N: usize> Real for Disc<R, N> {
    type Mask = R::Mask;
    const EPSILON: f64 = R::EPSILON;
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
    fn lt(self, other: Self) -> R::Mask {
        self.value().lt(other.value())
    }
    #[inline]
    fn le(self, other: Self) -> R::Mask {
        self.value().le(other.value())
    }
    #[inline]
    fn equals(self, other: Self) -> R::Mask {
        self.value().equals(other.value())
    }
    #[inline]
    fn is_finite(self) -> R::Mask {
        self.size().is_finite()
    }
    #[inline]
    fn select(mask: R::Mask, yes: Self, no: Self) -> Self {
        Self {
            series: Jet::select(mask, yes.series, no.series),
            rest: R::select(mask, yes.rest, no.rest),
        }
    }
    #[inline]
    fn abs(self) -> Self {
        Self { series: self.series.abs(), rest: self.rest }
    }
    #[inline]
    fn round(self) -> Self {
        Self::fixed(self.value().round())
    }
    /// By the majorant 2 - (1 - q)^(1/2) of (1 + q)^(1/2).
    #[inline(never)]
    fn sqrt(self) -> Self {
        let (reach, root, relative) = (self.reach(), self.value().sqrt(), self.relative());
        let majorant =
            (Jet::one().twice() - (Jet::one() - relative).sqrt()) * Jet::constant_of(root);
        let left = R::one() - self.ratio();
        let at_edge =
            R::select(R::zero().lt(left), (R::one().twice() - left.sqrt()) * root, infinite());
        Self::bounded(self.series.sqrt(), majorant, at_edge).unless_fixed(reach)
    }
    /// By the majorant e^q of both sines of a sum.
    #[inline(never)]
    fn sin_cos(self) -> (Self, Self) {
        let (sin, cos) = self.series.sin_cos();
        let (majorant, at_edge) = (self.moving().exp(), self.reach().exp());
        (Self::bounded(sin, majorant, at_edge), Self::bounded(cos, majorant, at_edge))
    }
    #[inline]
    fn tan(self) -> Self {
        let (sin, cos) = self.sin_cos();
        Self { series: self.series.tan(), ..sin / cos }
    }
    /// The imaginary part of the logarithm of x + i y, and half the difference of those of x + i y and
    /// x - i y at complex times.
    #[inline(never)]
    fn atan2(self, x: Self) -> Self {
        let y = self;
        let over = (x.value().squared() + y.value().squared()).sqrt().recip();
        let reach = x.reach() + y.reach();
        let relative = (x.moving() + y.moving()) * Jet::constant_of(over);
        let (majorant, at_edge) = logarithm(relative, reach * over);
        Self::bounded(y.series.atan2(x.series), majorant, at_edge).unless_fixed(reach)
    }
    #[inline(never)]
    fn exp(self) -> Self {
        let mut argument = self.moving();
        // Not e^c times a power of e: the first may underflow.
        argument.coefficients[0] = self.value();
        let at_edge = (self.value() + self.reach()).exp();
        Self::bounded(self.series.exp(), argument.exp(), at_edge)
    }
    #[inline(never)]
    fn ln(self) -> Self {
        let (majorant, at_edge) = logarithm(self.relative(), self.ratio());
        Self::bounded(self.series.ln(), majorant, at_edge).unless_fixed(self.reach())
    }

    // The definitions would multiply and divide by numbers that do not vary.
    #[inline]
    fn half(self) -> Self {
        Self { series: self.series.half(), rest: self.rest.half() }
    }
    #[inline]
    fn twice(self) -> Self {
        Self { series: self.series.twice(), rest: self.rest.twice() }
    }
    #[inline(never)]
    fn recip(self) -> Self {
        let mut divisor = -self.moving();
        divisor.coefficients[0] = self.value().abs();
        let left = self.value().abs() - self.reach();
        let at_edge = R::select(R::zero().lt(left), left.recip(), infinite());
        Self::bounded(self.series.recip(), divisor.recip(), at_edge)
    }
}

impl<R: Real, const N: usize> Disc<R, N> {
    /// The reach relative to the distance of the value from 0.
    #[inline]
    fn ratio(self) -> R {
        self.reach() / self.value().abs()
    }
    /// The majorant of the variation, relative to the same.
    #[inline]
    fn relative(self) -> Jet<R, N> {
        self.moving() * Jet::constant_of(self.value().abs().recip())
    }
}

/// The majorant -ln(1 - q) of ln(1 + q), and its value at the edge.
#[inline]
fn logarithm<R: Real, const N: usize>(q: Jet<R, N>, ratio: R) -> (Jet<R, N>, R) {
    let left = R::one() - ratio;
    let at_edge = R::select(R::zero().lt(left), -left.ln(), infinite());
    (-(Jet::one() - q).ln(), at_edge)
}

fn infinite<R: Real>() -> R {
    R::from_f64(f64::INFINITY)
}
