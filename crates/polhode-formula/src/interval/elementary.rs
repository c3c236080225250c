//! Functions that do not repeat.

use super::Interval;
use crate::operation::{FormulaFunction, FormulaOp};
use crate::stack::Stack;
use polhode::real::Real;
use std::f64::consts::PI;

/// How far a function of one rounding may be off, in relative roundings.
pub(super) const ELEMENTARY: f64 = 4.0;
/// And a function that is composed of such.
const COMPOSED: f64 = 32.0;

/// A function of formulas at a point.
fn value(function: FormulaFunction, x: f64) -> f64 {
    let mut stack = Stack::new();
    stack.push(x);
    stack.operate(FormulaOp::Call(function));
    stack.last(1)[0]
}

impl Interval {
    /// Square root.
    #[must_use]
    pub fn sqrt(self) -> Self {
        self.intersection(Self { low: 0.0, high: f64::INFINITY }).rising(f64::sqrt, ELEMENTARY)
    }
    /// e to this power.
    #[must_use]
    pub fn exp(self) -> Self {
        let exp = |x: f64| if x == f64::NEG_INFINITY { 0.0 } else { Real::exp(x) };
        self.rising(exp, ELEMENTARY).intersection(Self { low: 0.0, high: f64::INFINITY })
    }
    /// Natural logarithm.
    #[must_use]
    pub fn ln(self) -> Self {
        if self.high <= 0.0 {
            return Self::EMPTY;
        }
        let ln = |x: f64| if x == 0.0 { f64::NEG_INFINITY } else { Real::ln(x) };
        self.intersection(Self { low: 0.0, high: f64::INFINITY }).rising(ln, ELEMENTARY)
    }
    /// Arc tangent.
    #[must_use]
    pub fn atan(self) -> Self {
        self.rising(Real::atan, ELEMENTARY)
    }
    /// Arc sine.
    #[must_use]
    pub fn asin(self) -> Self {
        self.intersection(Self { low: -1.0, high: 1.0 })
            .rising(|x| value(FormulaFunction::Asin, x), COMPOSED)
    }
    /// Arc cosine.
    #[must_use]
    pub fn acos(self) -> Self {
        let inside = self.intersection(Self { low: -1.0, high: 1.0 });
        -inside.rising(|x| -value(FormulaFunction::Acos, x), COMPOSED)
    }
    /// The angle of a point (x, self), in (-pi, pi].
    #[must_use]
    pub fn atan2(self, x: Self) -> Self {
        let y = self;
        if x.is_empty() || y.is_empty() {
            return Self::EMPTY;
        }
        if x.low <= 0.0 && y.contains(0.0) {
            return Self::around(&[-PI, PI], ELEMENTARY);
        }
        // Angles of a rectangle that does not contain the origin are largest and smallest at corners.
        let angle = |y: f64, x: f64| Real::atan2(y, x);
        let corners = [
            angle(y.low, x.low),
            angle(y.low, x.high),
            angle(y.high, x.low),
            angle(y.high, x.high),
        ];
        if corners.iter().any(|corner| corner.is_nan()) {
            return Self::around(&[-PI, PI], ELEMENTARY);
        }
        Self::around(&corners, ELEMENTARY)
    }
    /// Hyperbolic sine.
    #[must_use]
    pub fn sinh(self) -> Self {
        self.rising(|x| infinite_or(x, x, FormulaFunction::Sinh), COMPOSED)
    }
    /// Hyperbolic cosine.
    #[must_use]
    pub fn cosh(self) -> Self {
        self.abs().rising(|x| infinite_or(x, x, FormulaFunction::Cosh), COMPOSED)
    }
    /// Hyperbolic tangent.
    #[must_use]
    pub fn tanh(self) -> Self {
        self.rising(|x| infinite_or(x, x.signum(), FormulaFunction::Tanh), COMPOSED)
    }
}

/// A function at x, with a limit of its own where x is infinite.
fn infinite_or(x: f64, limit: f64, function: FormulaFunction) -> f64 {
    if x.is_infinite() { limit } else { value(function, x) }
}
