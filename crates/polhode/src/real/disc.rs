//! Functions of time on a disc of complex times as numbers.
//!
//! A formula that is analytic and of moderate size on a disc around the start of a step has no feature that
//! is much narrower than the disc: by Cauchy's estimate its Taylor coefficients decrease from the first one
//! on. A narrow pulse, a steep step and a pole nearby are large, or infinite, at some complex time of the
//! disc, wherever they are in it: exp(-(t/w)^2) is exp((r/w)^2) at the time i r. So one evaluation finds what
//! any number of samples at real times may miss.

mod number;
mod operators;

use super::{Jet, Over, Real, each};

/// A function f of time on a disc, in units of its radius: f(z) = p(z) + r(z), p a polynomial of N coefficients,
/// at least 2, and |r(z)| <= `rest` at all complex z with |z| <= 1. The more coefficients, the closer the bound.
///
/// Arithmetic and functions bound the rest of a result by the majorant of its series, whose coefficients are at
/// least as large. The bound is infinite, or not a number, where the function may have a singularity on the
/// disc. Rounding errors are not bounded. Coefficients have the bits that a [`Jet`] would have had, and every
/// decision is that of values: [`lt`](Real::lt), [`le`](Real::le), [`equals`](Real::equals) and
/// [`select`](Real::select) do not look at the rest. A branch that is selected is continued to the whole disc,
/// [`abs`](Real::abs) and [`round`](Real::round) included.
///
/// ```
/// use polhode::real::{Disc, Real};
///
/// // exp(-t^2) at |t - 2| <= 1: its largest value there is e^-1, at t = 1.
/// let pulse = (-Disc::<f64, 6>::variable(2.0, 1.0).squared()).exp();
/// assert!(pulse.size() > f64::exp(-1.0));
/// // At |t - 2| <= 10 it is up to e^64, at a complex time.
/// let pulse = (-Disc::<f64, 6>::variable(2.0, 10.0).squared()).exp();
/// assert!(pulse.size() > f64::exp(64.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Disc<R, const N: usize> {
    /// The coefficients of p.
    pub series: Jet<R, N>,
    /// Bound of all other terms.
    pub rest: R,
}

impl<R: Real, const N: usize> Disc<R, N> {
    /// A number that does not vary.
    #[inline]
    #[must_use]
    pub fn fixed(value: R) -> Self {
        Self { series: Jet::constant_of(value), rest: R::zero() }
    }
    /// The time itself, on a disc of this radius around `value`.
    #[inline]
    #[must_use]
    pub fn variable(value: R, radius: R) -> Self {
        let coefficient = |k| {
            if k == 0 {
                value
            } else if k == 1 {
                radius
            } else {
                R::zero()
            }
        };
        Self { series: Jet::from_coefficients(each(R::zero(), coefficient)), rest: R::zero() }
    }
    /// The value at the centre.
    #[inline]
    #[must_use]
    pub fn value(self) -> R {
        self.series.coefficients[0]
    }
    /// Bound of the difference from the value at the centre.
    #[inline]
    #[must_use]
    pub fn reach(self) -> R {
        self.series.coefficients[1..].iter().fold(self.rest, |sum, c| sum + c.abs())
    }
    /// Bound of the size.
    #[inline]
    #[must_use]
    pub fn size(self) -> R {
        self.value().abs() + self.reach()
    }

    /// The sizes of all coefficients.
    #[inline]
    fn majorant(self) -> Jet<R, N> {
        Jet::from_coefficients(self.series.coefficients.map(R::abs))
    }
    /// The sizes of all coefficients but the first.
    #[inline]
    fn moving(self) -> Jet<R, N> {
        let mut majorant = self.majorant();
        majorant.coefficients[0] = R::zero();
        majorant
    }
    /// The function with these coefficients, given a majorant of it and the value of that at the edge of the
    /// disc: the rest is what the coefficients of the majorant leave of the value.
    #[inline]
    fn bounded(series: Jet<R, N>, majorant: Jet<R, N>, at_edge: R) -> Self {
        let known = majorant.coefficients.into_iter().fold(R::zero(), |sum, c| sum + c);
        let rest = at_edge - known;
        // Below zero by rounding; not a number stays so.
        Self { series, rest: R::select(rest.lt(R::zero()), R::zero(), rest) }
    }
    /// Nothing varies where the arguments do not, also where a derivative is infinite.
    #[inline]
    fn unless_fixed(self, reach: R) -> Self {
        Self::select(reach.equals(R::zero()), Self::fixed(self.value()), self)
    }
}

impl<R: Real, const N: usize> Default for Disc<R, N> {
    /// Zero.
    #[inline]
    fn default() -> Self {
        Self::fixed(R::zero())
    }
}

impl<R: Real, const N: usize> Over<R> for Disc<R, N> {
    #[inline]
    fn lift(value: R) -> Self {
        Self::fixed(value)
    }
    #[inline]
    fn leading(self) -> R {
        self.value()
    }
}
