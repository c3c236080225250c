//! Truncated Taylor series as numbers.
//!
//! A formula that is written over [`Real`] and given [`Jet::variable`] answers
//! with its value and its derivatives, exact but for rounding. Arithmetic and
//! functions are the classical recurrences (Moore 1966; Griewank and Walther
//! 2008, chapter 13), of the order of N^2 operations each.

mod convolution;
mod functions;
mod number;
mod operators;

use super::{Constant, Lanes, Real, each};
use crate::geometry::{Rotation, Vec3};
#[cfg(feature = "std")]
pub(crate) use convolution::convolution;

/// A number that contains another kind of number as its constants: a number
/// contains itself, and a jet contains what its coefficients are made of.
pub trait Over<R: Real>: Real {
    /// Whether a formula in this scalar type is recorded, to be evaluated later: see
    /// [`Torque::count_coefficients`](crate::Torque::count_coefficients).
    const RECORDS: bool = false;

    /// The constant.
    fn lift(value: R) -> Self;
    /// The value without what varies.
    fn leading(self) -> R;
    /// A fixed vector of space in the axes of a body. (A number that writes formulas down
    /// has one operation for it.)
    #[inline(always)]
    fn in_body(attitude: Rotation<Self>, space: Vec3<R>) -> Vec3<Self> {
        in_body(attitude, space)
    }
}

impl<R: Real> Over<R> for R {
    #[inline]
    fn lift(value: R) -> Self {
        value
    }
    #[inline]
    fn leading(self) -> R {
        self
    }
}

impl<R: Real, const N: usize> Over<R> for Jet<R, N> {
    #[inline]
    fn lift(value: R) -> Self {
        Self::constant_of(value)
    }
    #[inline]
    fn leading(self) -> R {
        self.coefficients[0]
    }
    #[inline]
    fn in_body(attitude: Rotation<Self>, space: Vec3<R>) -> Vec3<Self> {
        if Self::IS_LONG { in_body_called(attitude, space) } else { in_body(attitude, space) }
    }
}

#[inline(always)]
fn in_body<R: Real, S: Over<R>>(attitude: Rotation<S>, space: Vec3<R>) -> Vec3<S> {
    attitude.apply_inverse(space.map(S::lift))
}
/// One for all torques: its products are much to compile.
#[inline(never)]
fn in_body_called<R: Real, S: Over<R>>(attitude: Rotation<S>, space: Vec3<R>) -> Vec3<S> {
    in_body(attitude, space)
}

/// The series `c_0 + c_1 t + ... + c_(N-1) t^(N-1)`, the rest cut off.
///
/// The leading coefficient of every result has the bits that the plain number
/// would have had, so a formula takes the same decisions with and without its
/// derivatives: [`lt`](Real::lt), [`le`](Real::le) and
/// [`equals`](Real::equals) look at leading coefficients only. `==` looks at
/// all. [`is_finite`](Real::is_finite) wants all of them finite.
///
/// ```
/// use polhode::real::{Jet, Real};
///
/// // x^3 at 2: the value, and the first three derivatives.
/// let cube = Jet::<f64, 4>::variable(2.0).powi(3);
/// assert_eq!([0, 1, 2, 3].map(|k| cube.derivative(k)), [8.0, 12.0, 12.0, 6.0]);
/// ```
///
/// # Where functions have no derivatives
///
/// - Division by a jet that leads with zero, and the logarithm of one, do with
///   every coefficient what the plain number does: infinite or not a number.
/// - The root of a jet that leads with zero has infinite coefficients where
///   `c_1` differs from zero, with the signs that they have next to the zero,
///   and not-a-number where only later coefficients differ from zero (the root
///   of `t^2` is `|t|`). The root of a jet that is zero altogether is zero.
///   (Where division by zero gives not-a-number, as of a
///   [`DoubleDouble`](super::DoubleDouble), so does this.)
/// - The angle of a point that leads with (0, 0) has no later coefficients
///   (not-a-number), unless the point stays there: then the angle does.
/// - [`abs`](Real::abs) continues the side that the leading coefficient is on;
///   zero counts as positive. [`round`](Real::round) is flat.
/// - Where the leading coefficient of a result overflows, the others are
///   infinite or not a number.
///
/// The later coefficients of [`atan2`](Real::atan2) need the squared distance
/// from the origin not to overflow or underflow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Jet<R, const N: usize> {
    /// From the constant on.
    pub coefficients: [R; N],
}

impl<R: Real, const N: usize> Jet<R, N> {
    /// Does it not fit into a few registers?
    const IS_LONG: bool = size_of::<Self>() > 64;

    /// 1/k, at its index; integration multiplies by them. There is none of 0.
    const INVERSES: [Constant; N] = {
        let mut inverses = [Constant { hi: 0.0, lo: 0.0 }; N];
        let mut k = 1;
        while k < N {
            inverses[k] = Constant::ratio(1, k as u128);
            k += 1;
        }
        inverses
    };

    /// The series with these coefficients, from the constant on.
    #[inline]
    #[must_use]
    pub fn from_coefficients(coefficients: [R; N]) -> Self {
        const { assert!(N > 0, "a jet has a value") };
        Self { coefficients }
    }
    /// A number that does not vary.
    #[inline]
    #[must_use]
    pub fn constant_of(value: R) -> Self {
        Self::from_coefficients(each(R::zero(), |k| if k == 0 { value } else { R::zero() }))
    }
    /// `value + t`: what derivatives are taken with respect to.
    #[inline]
    #[must_use]
    pub fn variable(value: R) -> Self {
        Self::from_coefficients(each(R::zero(), |k| match k {
            0 => value,
            1 => R::one(),
            _ => R::zero(),
        }))
    }

    /// The coefficient of `t^k`.
    ///
    /// # Panics
    ///
    /// If `k` is not below `N`.
    #[inline]
    #[must_use]
    pub fn coefficient(self, k: usize) -> R {
        self.coefficients[k]
    }
    /// The derivative of order `k` at `t = 0`, which is `k!` times the coefficient.
    ///
    /// # Panics
    ///
    /// If `k` is not below `N`.
    #[inline]
    #[must_use]
    pub fn derivative(self, k: usize) -> R {
        // Products up to 22! are exact in a double.
        let factorial = (2..=k).fold(1.0, |product, factor| product * factor as f64);
        R::from_f64(factorial) * self.coefficients[k]
    }

    /// The series of the derivative. Its last coefficient is not known; it is zero.
    #[inline]
    #[must_use]
    pub fn differentiated(self) -> Self {
        Self::from_coefficients(each(R::zero(), |k| {
            if k + 1 < N {
                R::from_f64((k + 1) as f64) * self.coefficients[k + 1]
            } else {
                R::zero()
            }
        }))
    }
    /// The series that has this derivative and this value. What was the last
    /// coefficient falls off.
    #[inline]
    #[must_use]
    pub fn integrated(self, constant: R) -> Self {
        Self::from_coefficients(each(R::zero(), |k| {
            if k == 0 { constant } else { self.coefficients[k - 1] * Self::inverse(k) }
        }))
    }

    #[inline]
    fn inverse(k: usize) -> R {
        R::constant(Self::INVERSES[k])
    }
    #[inline]
    fn map(self, function: impl FnMut(R) -> R) -> Self {
        Self::from_coefficients(self.coefficients.map(function))
    }
    #[inline]
    fn zip(self, other: Self, function: impl Fn(R, R) -> R) -> Self {
        Self::from_coefficients(each(R::zero(), |k| {
            function(self.coefficients[k], other.coefficients[k])
        }))
    }
}

impl<R: Real, const N: usize> Default for Jet<R, N> {
    /// Zero.
    #[inline]
    fn default() -> Self {
        Self::constant_of(R::zero())
    }
}

/// A jet of lanes is lanes of jets.
impl<R: Lanes, const N: usize> Lanes for Jet<R, N> {
    type Scalar = Jet<R::Scalar, N>;
    const COUNT: usize = R::COUNT;
    #[inline]
    fn from_lanes(mut lane: impl FnMut(usize) -> Self::Scalar) -> Self {
        let mut jet = Self::default();
        for index in 0..R::COUNT {
            let filled = lane(index);
            for (all, one) in jet.coefficients.iter_mut().zip(filled.coefficients) {
                let before = *all;
                *all = R::from_lanes(|i| if i == index { one } else { before.lane(i) });
            }
        }
        jet
    }
    #[inline]
    fn lane(self, index: usize) -> Self::Scalar {
        Jet::from_coefficients(self.coefficients.map(|c| c.lane(index)))
    }
}
