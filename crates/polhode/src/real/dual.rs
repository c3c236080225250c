//! A value with its derivatives in several directions as a number.

mod number;
mod operators;

use super::{Over, Real, each};

/// A value, and its derivatives in N directions.
///
/// A formula that is written over [`Real`] and given these answers with its value and
/// its derivatives, by the chain rule. Values have the bits that the plain number would
/// have had, and every decision is theirs: [`lt`](Real::lt), [`le`](Real::le),
/// [`equals`](Real::equals) and [`is_finite`](Real::is_finite) do not look at
/// derivatives. `==` looks at all.
///
/// ```
/// use polhode::real::{Dual, Real};
///
/// // x^2 y at (3, 5), and its derivatives by x and y.
/// let (x, y) = (Dual::<f64, 2>::varying(3.0, 0), Dual::varying(5.0, 1));
/// let product = x * x * y;
/// assert_eq!((product.value, product.slopes), (45.0, [30.0, 9.0]));
/// ```
///
/// Where a function has no derivative (the root of zero, the angle of the origin), the
/// derivative is zero in directions in which its arguments do not vary, else infinite or
/// not a number. [`abs`](Real::abs) counts zero as positive, [`round`](Real::round) is
/// flat.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dual<R, const N: usize> {
    /// The value.
    pub value: R,
    /// Its derivative in each direction.
    pub slopes: [R; N],
}

impl<R: Real, const N: usize> Dual<R, N> {
    /// A number that does not vary.
    #[inline]
    #[must_use]
    pub fn fixed(value: R) -> Self {
        Self { value, slopes: [R::zero(); N] }
    }
    /// What a direction varies, with slope 1. A direction beyond the last is none.
    #[inline]
    #[must_use]
    pub fn varying(value: R, direction: usize) -> Self {
        let slope = |k| if k == direction { R::one() } else { R::zero() };
        Self { value, slopes: each(R::zero(), slope) }
    }

    /// A function of it with this value and this derivative.
    #[inline]
    fn chain(self, value: R, derivative: R) -> Self {
        Self { value, slopes: each(R::zero(), |k| self.slopes[k] * derivative) }
    }
    #[inline]
    fn zip(self, other: Self, value: R, slope: impl Fn(R, R) -> R) -> Self {
        Self { value, slopes: each(R::zero(), |k| slope(self.slopes[k], other.slopes[k])) }
    }
}

impl<R: Real, const N: usize> Default for Dual<R, N> {
    /// Zero.
    #[inline]
    fn default() -> Self {
        Self::fixed(R::zero())
    }
}

impl<R: Real, const N: usize> Over<R> for Dual<R, N> {
    #[inline]
    fn lift(value: R) -> Self {
        Self::fixed(value)
    }
    #[inline]
    fn leading(self) -> R {
        self.value
    }
}

impl<const N: usize> From<Dual<f64, N>> for f64 {
    /// The value.
    fn from(number: Dual<f64, N>) -> Self {
        number.value
    }
}
