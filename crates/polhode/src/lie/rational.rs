//! Exact fractions, and what brackets are weighted with.

use crate::real::{Constant, Real};
use core::fmt;

/// A fraction in lowest terms, its denominator positive.
///
/// It is for reading: sums and products have to stay below 2^127, and are left to where
/// it is known that they do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rational {
    numerator: i128,
    denominator: i128,
}

const fn common_divisor(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Rational {
    /// 0.
    pub(super) const ZERO: Self = Self::new(0, 1);
    /// 1.
    pub(super) const ONE: Self = Self::new(1, 1);

    /// The quotient of two whole numbers; 0 if the second one is.
    pub(super) const fn new(numerator: i128, denominator: i128) -> Self {
        let divisor = common_divisor(numerator, denominator);
        if denominator == 0 || numerator == 0 {
            return Self { numerator: 0, denominator: 1 };
        }
        let divisor = if denominator < 0 { -divisor } else { divisor };
        Self { numerator: numerator / divisor, denominator: denominator / divisor }
    }
    /// Above the line.
    #[must_use]
    pub const fn numerator(self) -> i128 {
        self.numerator
    }
    /// Below the line.
    #[must_use]
    pub const fn denominator(self) -> i128 {
        self.denominator
    }
    /// Is it 0?
    pub(super) const fn is_zero(self) -> bool {
        self.numerator == 0
    }
    /// To about 31 digits, where both numbers are below 2^126.
    pub(super) const fn rounded(self) -> Constant {
        let size = Constant::ratio(self.numerator.unsigned_abs(), self.denominator.unsigned_abs());
        if self.numerator < 0 { Constant { hi: -size.hi, lo: -size.lo } } else { size }
    }
    /// 0 of 0.
    pub(super) const fn reciprocal(self) -> Self {
        Self::new(self.denominator, self.numerator)
    }
    /// The sum, by the least common denominator.
    pub(super) const fn plus(self, other: Self) -> Self {
        let divisor = common_divisor(self.denominator, other.denominator);
        let (a, b) = (self.denominator / divisor, other.denominator / divisor);
        Self::new(self.numerator * b + other.numerator * a, self.denominator * b)
    }
    /// The product, reduced before it is multiplied out.
    pub(super) const fn times(self, other: Self) -> Self {
        let (a, b) = (
            Self::new(self.numerator, other.denominator),
            Self::new(other.numerator, self.denominator),
        );
        Self::new(a.numerator * b.numerator, a.denominator * b.denominator)
    }
}

/// B_j/j! for j = 0, 1, ...: the coefficients of x/(e^x - 1), by Bernoulli's own recurrence,
/// in which numbers stay small.
pub(super) const fn bernoulli_over_factorial<const N: usize>() -> [Rational; N] {
    let mut all = [Rational::ONE; N];
    let (mut j, mut factorial) = (1, 1);
    while j < N {
        // (j+1) B_j = -sum over k < j of (j+1 over k) B_k; all[k] is B_k/k!, and B_k is wanted.
        let (mut sum, mut binomial, mut k_factorial, mut k) = (Rational::ZERO, 1, 1, 0);
        while k < j {
            let bernoulli = all[k].times(Rational::new(k_factorial, 1));
            sum = sum.plus(bernoulli.times(Rational::new(binomial, 1)));
            binomial = binomial * (j + 1 - k) as i128 / (k + 1) as i128;
            k += 1;
            k_factorial *= k as i128;
        }
        factorial *= j as i128;
        all[j] = sum.times(Rational::new(-1, (j + 1) as i128)).times(Rational::new(1, factorial));
        j += 1;
    }
    all
}

impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.denominator {
            1 => write!(f, "{}", self.numerator),
            _ => write!(f, "{}/{}", self.numerator, self.denominator),
        }
    }
}

/// What brackets are weighted with: every number, and exact fractions.
pub trait Weight: Copy {
    /// The fraction, with as many digits as there are.
    fn fraction(value: Rational) -> Self;
}

impl Weight for Rational {
    fn fraction(value: Rational) -> Self {
        value
    }
}

impl<R: Real> Weight for R {
    fn fraction(value: Rational) -> Self {
        R::constant(value.rounded())
    }
}
