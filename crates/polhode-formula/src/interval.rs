//! Interval arithmetic in doubles, rounded outwards.
//!
//! A result contains the value of the function at every point of the arguments where it is defined,
//! exact and as [`Real`](polhode::real::Real) computes it in `f64`. Where it is defined nowhere the result is
//! [`Interval::EMPTY`]; where nothing is known, [`Interval::ENTIRE`].

mod elementary;
mod periodic;

use std::ops::{Add, Div, Mul, Neg, Sub};

/// All numbers from `low` to `high`. Bounds may be infinite; of the empty interval they are not numbers.
#[derive(Clone, Copy, Debug)]
pub struct Interval {
    low: f64,
    high: f64,
}

impl Interval {
    /// No number.
    pub const EMPTY: Self = Self { low: f64::NAN, high: f64::NAN };
    /// All numbers.
    pub const ENTIRE: Self = Self { low: f64::NEG_INFINITY, high: f64::INFINITY };
    /// 0 alone.
    pub const ZERO: Self = Self { low: 0.0, high: 0.0 };
    /// 1 alone.
    pub const ONE: Self = Self { low: 1.0, high: 1.0 };

    /// From `low` to `high`; empty if these are in the wrong order or not numbers.
    #[must_use]
    pub fn new(low: f64, high: f64) -> Self {
        if low <= high { Self { low, high } } else { Self::EMPTY }
    }
    /// One number alone.
    #[must_use]
    pub fn point(x: f64) -> Self {
        Self::new(x, x)
    }
    /// The lower bound.
    #[must_use]
    pub fn low(self) -> f64 {
        self.low
    }
    /// The upper bound.
    #[must_use]
    pub fn high(self) -> f64 {
        self.high
    }
    /// Returns whether there is no number in it.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.low.is_nan()
    }
    /// Returns whether the number is in it.
    #[must_use]
    pub fn contains(self, x: f64) -> bool {
        self.low <= x && x <= self.high
    }
    /// Returns whether it is 0 alone.
    #[must_use]
    pub fn is_zero(self) -> bool {
        self.low == 0.0 && self.high == 0.0
    }
    /// The numbers that are in both.
    #[must_use]
    pub fn intersection(self, other: Self) -> Self {
        if self.is_empty() || other.is_empty() {
            return Self::EMPTY;
        }
        Self::new(self.low.max(other.low), self.high.min(other.high))
    }
    /// The smallest interval that contains both.
    #[must_use]
    pub fn hull(self, other: Self) -> Self {
        // The lesser of two of which one is no number is the other one.
        Self { low: self.low.min(other.low), high: self.high.max(other.high) }
    }
    /// The smallest interval around these, and so many relative roundings.
    fn around(values: &[f64], roundings: f64) -> Self {
        let hull = values.iter().fold(Self::EMPTY, |hull, &x| hull.hull(Self::point(x)));
        Self { low: lower(hull.low, roundings), high: -lower(-hull.high, roundings) }
    }
    /// Both bounds by a function that does not fall, computed to so many roundings.
    fn rising(self, function: impl Fn(f64) -> f64, roundings: f64) -> Self {
        if self.is_empty() {
            return self;
        }
        Self::around(&[function(self.low), function(self.high)], roundings)
    }

    /// Magnitude.
    #[must_use]
    pub fn abs(self) -> Self {
        if self.is_empty() || self.low >= 0.0 {
            self
        } else if self.high <= 0.0 {
            -self
        } else {
            Self { low: 0.0, high: self.high.max(-self.low) }
        }
    }
    /// The smaller of two.
    #[must_use]
    pub fn min(self, other: Self) -> Self {
        if self.is_empty() || other.is_empty() {
            return Self::EMPTY;
        }
        Self { low: self.low.min(other.low), high: self.high.min(other.high) }
    }
    /// The larger of two.
    #[must_use]
    pub fn max(self, other: Self) -> Self {
        -(-self).min(-other)
    }
    /// The largest whole number that is not above.
    #[must_use]
    pub fn floor(self) -> Self {
        Self { low: self.low.floor(), high: self.high.floor() }
    }
    /// Its square.
    #[must_use]
    pub fn squared(self) -> Self {
        if self.is_empty() {
            return self;
        }
        let Self { low, high } = self.abs();
        let square = |x: f64| Self { low: x, high: x } * Self { low: x, high: x };
        Self { low: square(low).low.max(0.0), high: square(high).high }
    }
    /// A whole power.
    #[must_use]
    pub fn powi(self, exponent: i32) -> Self {
        if exponent < 0 {
            return (Self::ONE / self).powi_of_unsigned(exponent.unsigned_abs());
        }
        self.powi_of_unsigned(exponent.unsigned_abs())
    }
    fn powi_of_unsigned(self, exponent: u32) -> Self {
        let base = if exponent.is_multiple_of(2) { self.abs() } else { self };
        // It does not fall; infinite bounds stay so.
        let power = |x: f64| {
            let (mut base, mut n, mut power) = (Self { low: x, high: x }, exponent, Self::ONE);
            while n > 0 {
                if n & 1 == 1 {
                    power = power * base;
                }
                base = base.squared();
                n >>= 1;
            }
            power
        };
        if self.is_empty() { self } else { power(base.low).hull(power(base.high)) }
    }
}

impl PartialEq for Interval {
    fn eq(&self, other: &Self) -> bool {
        self.low == other.low && self.high == other.high || self.is_empty() && other.is_empty()
    }
}

/// A number below x by so many relative roundings; 0 is exact.
fn lower(x: f64, roundings: f64) -> f64 {
    if x == 0.0 || x.is_infinite() && x < 0.0 {
        return x;
    }
    let size = x.abs().min(f64::MAX);
    (x.min(f64::MAX) - (roundings - 1.0) * f64::EPSILON * size).next_down()
}

/// A sum and its rounding error (Knuth).
fn sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let from_b = sum - a;
    (sum, (a - (sum - from_b)) + (b - from_b))
}

impl Add for Interval {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        if self.is_empty() || other.is_empty() {
            return Self::EMPTY;
        }
        // Exact where the error is zero; not a number where the sum is infinite.
        let below = |(sum, error): (f64, f64)| if error >= 0.0 { sum } else { sum.next_down() };
        let (low, error) = sum(-self.high, -other.high);
        Self { low: below(sum(self.low, other.low)), high: -below((low, error)) }
    }
}
impl Neg for Interval {
    type Output = Self;
    fn neg(self) -> Self {
        Self { low: -self.high, high: -self.low }
    }
}
impl Sub for Interval {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}
impl Mul for Interval {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        if self.is_empty() || other.is_empty() {
            return Self::EMPTY;
        }
        // An infinite bound is no number of the interval, so that its product with 0 is 0.
        let product = |a: f64, b: f64| if a == 0.0 || b == 0.0 { 0.0 } else { a * b };
        let is_exact = |a: f64, b: f64| a == 0.0 || b == 0.0 || a.abs() == 1.0 || b.abs() == 1.0;
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for a in [self.low, self.high] {
            for b in [other.low, other.high] {
                let product = product(a, b);
                let exact = is_exact(a, b);
                low = low.min(if exact { product } else { product.next_down() });
                high = high.max(if exact { product } else { product.next_up() });
            }
        }
        Self { low, high }
    }
}
impl Div for Interval {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        if self.is_empty() || other.is_empty() || other.is_zero() {
            return Self::EMPTY;
        }
        if self.is_zero() {
            return self;
        }
        if other.low < 0.0 && other.high > 0.0 {
            return Self::ENTIRE;
        }
        if other.high <= 0.0 {
            return -self / -other;
        }
        // From here on the divisor is positive, or begins at 0.
        let quotient = |a: f64, b: f64| if a == 0.0 || b == f64::INFINITY { 0.0 } else { a / b };
        let is_exact = |a: f64, b: f64| a == 0.0 || b == 1.0;
        let low_by = if self.low < 0.0 { other.low } else { other.high };
        let high_by = if self.high > 0.0 { other.low } else { other.high };
        let low = quotient(self.low, low_by);
        let high = quotient(self.high, high_by);
        Self {
            low: if is_exact(self.low, low_by) { low } else { low.next_down() },
            high: if is_exact(self.high, high_by) { high } else { high.next_up() },
        }
    }
}
