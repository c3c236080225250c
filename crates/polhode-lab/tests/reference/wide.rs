//! Double-double arithmetic of the reference: about 31 digits, written for it alone.

use std::cmp::Ordering;
use std::f64::consts;
use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub};

/// The unevaluated sum `hi + lo`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Wide {
    pub(crate) hi: f64,
    pub(crate) lo: f64,
}

/// A double as it is.
pub(crate) const fn wide(x: f64) -> Wide {
    Wide { hi: x, lo: 0.0 }
}

pub(crate) const ZERO: Wide = wide(0.0);
pub(crate) const ONE: Wide = wide(1.0);

/// Sum and rounding error (Knuth).
fn two_sum(a: f64, b: f64) -> Wide {
    let hi = a + b;
    let part = hi - a;
    Wide { hi, lo: (a - (hi - part)) + (b - part) }
}

/// The same for |a| >= |b| (Dekker).
fn quick_two_sum(a: f64, b: f64) -> Wide {
    let hi = a + b;
    Wide { hi, lo: b - (hi - a) }
}

/// Product and rounding error (Dekker, Veltkamp).
fn two_product(a: f64, b: f64) -> Wide {
    let split = |x: f64| {
        let big = 134_217_729.0 * x;
        let high = big - (big - x);
        (high, x - high)
    };
    let (hi, (a1, a2), (b1, b2)) = (a * b, split(a), split(b));
    Wide { hi, lo: ((a1 * b1 - hi) + a1 * b2 + a2 * b1) + a2 * b2 }
}

impl Add for Wide {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        let (high, low) = (two_sum(self.hi, other.hi), two_sum(self.lo, other.lo));
        let first = quick_two_sum(high.hi, high.lo + low.hi);
        quick_two_sum(first.hi, first.lo + low.lo)
    }
}
impl Neg for Wide {
    type Output = Self;
    fn neg(self) -> Self {
        Self { hi: -self.hi, lo: -self.lo }
    }
}
impl Sub for Wide {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}
impl Mul for Wide {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let product = two_product(self.hi, other.hi);
        quick_two_sum(product.hi, product.lo + (self.hi * other.lo + self.lo * other.hi))
    }
}
impl Mul<f64> for Wide {
    type Output = Self;
    fn mul(self, other: f64) -> Self {
        let product = two_product(self.hi, other);
        quick_two_sum(product.hi, product.lo + self.lo * other)
    }
}
impl Div for Wide {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        let first = self.hi / other.hi;
        let rest = self - other * first;
        let second = rest.hi / other.hi;
        let third = (rest - other * second).hi / other.hi;
        quick_two_sum(first, second) + wide(third)
    }
}
impl AddAssign for Wide {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}
impl PartialOrd for Wide {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        match self.hi.partial_cmp(&other.hi) {
            Some(Ordering::Equal) => self.lo.partial_cmp(&other.lo),
            order => order,
        }
    }
}

/// pi/2 in three doubles.
const QUARTER: [f64; 3] =
    [consts::FRAC_PI_2, 6.123_233_995_736_766e-17, -1.497_384_904_859_169_8e-33];
const LN_2: Wide = Wide { hi: consts::LN_2, lo: 2.319_046_813_846_299_6e-17 };
pub(crate) const PI: Wide = Wide { hi: consts::PI, lo: 1.224_646_799_147_353_2e-16 };

impl Wide {
    pub(crate) fn abs(self) -> Self {
        if self.hi < 0.0 { -self } else { self }
    }
    pub(crate) fn squared(self) -> Self {
        self * self
    }
    pub(crate) fn sqrt(self) -> Self {
        if self.hi <= 0.0 {
            return ZERO;
        }
        let root = wide(self.hi.sqrt());
        // Newton's step from 16 digits.
        root + (self - root.squared()) / (root * 2.0)
    }
    /// Sine and 1 - cosine of up to pi/4, by series of an eighth of the angle that is doubled.
    fn sin_versine(self) -> (Self, Self) {
        let x = self * 0.125;
        let square = x.squared();
        let (mut sin, mut versine, mut term) = (ZERO, ZERO, x);
        for n in 1..12 {
            let n = f64::from(n);
            sin += term;
            let half = term * x / wide(2.0 * n);
            versine += half;
            term = -(term * square) / wide(2.0 * n * (2.0 * n + 1.0));
        }
        for _ in 0..3 {
            (sin, versine) = ((sin * (ONE - versine)) * 2.0, sin.squared() * 2.0);
        }
        (sin, versine)
    }
    pub(crate) fn sin_cos(self) -> (Self, Self) {
        let count = (self.hi / QUARTER[0]).round();
        let turned = QUARTER.map(|part| two_product(part, count));
        let rest = ((self - turned[0]) - turned[1]) - turned[2];
        let (sin, versine) = rest.sin_versine();
        let cos = ONE - versine;
        match count.rem_euclid(4.0) {
            1.0 => (cos, -sin),
            2.0 => (-sin, -cos),
            3.0 => (-cos, sin),
            _ => (sin, cos),
        }
    }
    /// exp(x) - 1, for |x| of at most 0.4 without loss.
    fn small_exp_minus_one(self) -> Self {
        let x = self * (1.0 / 64.0);
        let (mut sum, mut term) = (ZERO, x);
        for n in 2..15 {
            sum += term;
            term = term * x / wide(f64::from(n));
        }
        for _ in 0..6 {
            sum = sum * 2.0 + sum.squared();
        }
        sum
    }
    pub(crate) fn exp(self) -> Self {
        if self.hi < -600.0 {
            return ZERO;
        }
        let count = (self.hi / LN_2.hi).round();
        let power = (self - LN_2 * count).small_exp_minus_one() + ONE;
        power * 2f64.powf(count)
    }
    pub(crate) fn tanh(self) -> Self {
        if self.hi.abs() > 40.0 {
            return wide(self.hi.signum());
        }
        let twice = self * 2.0;
        let less_one =
            if twice.hi.abs() < 0.4 { twice.small_exp_minus_one() } else { twice.exp() - ONE };
        less_one / (less_one + wide(2.0))
    }
    pub(crate) fn powi(self, power: u32) -> Self {
        (0..power).fold(ONE, |product, _| product * self)
    }
}

/// A vector of three.
pub(crate) type Triple = [Wide; 3];

pub(crate) fn triple(v: [f64; 3]) -> Triple {
    v.map(wide)
}
pub(crate) fn dot(a: Triple, b: Triple) -> Wide {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
pub(crate) fn cross(a: Triple, b: Triple) -> Triple {
    std::array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        a[j] * b[k] - a[k] * b[j]
    })
}
pub(crate) fn times(a: Triple, by: Wide) -> Triple {
    a.map(|x| x * by)
}
pub(crate) fn plus(a: Triple, b: Triple) -> Triple {
    std::array::from_fn(|i| a[i] + b[i])
}
