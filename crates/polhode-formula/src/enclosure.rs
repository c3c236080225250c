//! Enclosures of a value and its derivative with respect to time, over an interval of time.

mod evaluation;

use super::interval::Interval;
use super::operation::FormulaFunction;
pub(super) use evaluation::{switching_value, switching_value_at};
use std::ops::{Add, Div, Mul, Neg, Sub};

/// Values and derivatives with respect to time over an interval.
#[derive(Clone, Copy, Debug)]
pub(super) struct Enclosure {
    pub(super) value: Interval,
    pub(super) slope: Interval,
}

impl Enclosure {
    const UNKNOWN: Self = Self { value: Interval::ENTIRE, slope: Interval::ENTIRE };

    pub(super) fn constant(value: Interval) -> Self {
        Self { value, slope: Interval::ZERO }
    }
    /// A function of it with this value and this derivative.
    fn chain(self, value: Interval, derivative: Interval) -> Self {
        Self { value, slope: self.slope * derivative }
    }
    fn exp(self) -> Self {
        let exp = self.value.exp();
        self.chain(exp, exp)
    }
    fn ln(self) -> Self {
        let ln = Self { value: self.value.ln(), slope: self.slope / self.value };
        ln.defined_if(self.value.low() >= 0.0)
    }
    /// Where a function is not defined everywhere, its ends may differ by more than the derivative says.
    fn defined_if(self, everywhere: bool) -> Self {
        if everywhere { self } else { Self { slope: Interval::ENTIRE, ..self } }
    }
    fn powi(self, exponent: i32) -> Self {
        if exponent == 0 {
            return Self::constant(Interval::ONE);
        }
        if exponent < 0 && self.value.contains(0.0) {
            return Self::UNKNOWN;
        }
        let factor = Interval::point(f64::from(exponent));
        self.chain(self.value.powi(exponent), factor * self.value.powi(exponent - 1))
    }
    fn atan2(self, x: Self) -> Self {
        let y = self;
        let sweep = x.value * y.slope - y.value * x.slope;
        let square = x.value.squared() + y.value.squared();
        let angle = Self { value: y.value.atan2(x.value), slope: sweep / square };
        if square.contains(0.0) { Self { slope: Interval::ENTIRE, ..angle } } else { angle }
    }
    fn smooth(self, function: FormulaFunction) -> Self {
        let (one, x) = (Interval::ONE, self.value);
        // 1 - a^2
        let rest = |a: Interval| (one - a) * (one + a);
        let result = match function {
            FormulaFunction::Sin => self.chain(x.sin(), x.cos()),
            FormulaFunction::Cos => self.chain(x.cos(), -x.sin()),
            FormulaFunction::Tan => self.chain(x.tan(), one + x.tan().squared()),
            FormulaFunction::Asin => Self { value: x.asin(), slope: self.slope / rest(x).sqrt() }
                .defined_if(x.low() >= -1.0 && x.high() <= 1.0),
            FormulaFunction::Acos => {
                Self { value: x.acos(), slope: -(self.slope / rest(x).sqrt()) }
                    .defined_if(x.low() >= -1.0 && x.high() <= 1.0)
            }
            FormulaFunction::Atan => {
                Self { value: x.atan(), slope: self.slope / (one + x.squared()) }
            }
            FormulaFunction::Exp => self.exp(),
            FormulaFunction::Ln => self.ln(),
            FormulaFunction::Sqrt => {
                let root = x.sqrt();
                Self { value: root, slope: self.slope / (root + root) }.defined_if(x.low() >= 0.0)
            }
            FormulaFunction::Sinh => self.chain(x.sinh(), x.cosh()),
            FormulaFunction::Cosh => self.chain(x.cosh(), x.sinh()),
            FormulaFunction::Tanh => self.chain(x.tanh(), rest(x.tanh())),
            _ => Self::UNKNOWN,
        };
        // Also where the derivative of the function is infinite.
        if self.slope.is_zero() { Self::constant(result.value) } else { result }
    }
}

impl Add for Enclosure {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self { value: self.value + other.value, slope: self.slope + other.slope }
    }
}
impl Neg for Enclosure {
    type Output = Self;
    fn neg(self) -> Self {
        Self { value: -self.value, slope: -self.slope }
    }
}
impl Sub for Enclosure {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}
impl Mul for Enclosure {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let slope = self.slope * other.value + self.value * other.slope;
        Self { value: self.value * other.value, slope }
    }
}
impl Div for Enclosure {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        // It may jump at a pole, also at one at the end of the interval.
        if other.value.contains(0.0) && !self.value.is_zero() {
            return Self::UNKNOWN;
        }
        let value = self.value / other.value;
        if self.slope.is_zero() && other.slope.is_zero() {
            return Self::constant(value);
        }
        Self { value, slope: (self.slope - value * other.slope) / other.value }
    }
}
