//! Evaluation of operations on a stack, every branch as the values say.

use super::operation::{ComparisonOp, FormulaFunction, FormulaOp};
use super::variable::FormulaInput;
use polhode::real::Real;

/// The deepest stack that a formula may need.
pub(super) const DEEPEST: usize = 32;
/// The room for it: a formula whose time is counted from another origin may need one more.
pub(super) const ROOM: usize = DEEPEST + 1;

/// Intermediate values.
#[derive(Debug)]
pub(super) struct Stack<S> {
    values: [S; ROOM],
    height: usize,
}

impl<S: Real> Stack<S> {
    pub(super) fn new() -> Self {
        Self { values: [S::zero(); ROOM], height: 0 }
    }
    /// Does operations, every branch as the values say.
    pub(super) fn evaluate(&mut self, operations: &[FormulaOp], input: &FormulaInput<S>) {
        for &op in operations {
            match op {
                FormulaOp::Variable(variable) => self.push(input.value(variable)),
                op => self.operate(op),
            }
        }
    }
    pub(super) fn push(&mut self, value: S) {
        self.values[self.height] = value;
        self.height += 1;
    }
    /// The last so many values, zeros after them.
    pub(super) fn last(&self, count: usize) -> [S; 3] {
        let mut last = [S::zero(); 3];
        last[..count].copy_from_slice(&self.values[self.height - count..self.height]);
        last
    }
    /// The last value in place of the last so many.
    pub(super) fn replace(&mut self, count: usize, value: S) {
        self.height -= count;
        self.push(value);
    }
    #[inline(always)]
    fn replace_top(&mut self, f: impl FnOnce(S) -> S) {
        let top = &mut self.values[self.height - 1];
        *top = f(*top);
    }
    // By pointers: compiled once for a scalar type, not once for each function.
    fn one(&mut self, f: fn(S) -> S) {
        self.replace_top(f);
    }
    fn two(&mut self, f: fn(S, S) -> S) {
        self.height -= 1;
        let b = self.values[self.height];
        self.replace_top(|a| f(a, b));
    }
    fn three(&mut self, f: fn(S, S, S) -> S) {
        self.height -= 2;
        let (b, c) = (self.values[self.height], self.values[self.height + 1]);
        self.replace_top(|a| f(a, b, c));
    }

    /// Does an operation that is no variable, every branch as the values say.
    pub(super) fn operate(&mut self, op: FormulaOp) {
        match op {
            FormulaOp::Number(value) => self.push(S::from_f64(value)),
            FormulaOp::Pi => self.push(S::pi()),
            // The caller has its value.
            FormulaOp::Variable(_) => self.push(S::zero()),
            FormulaOp::Add => self.two(|a, b| a + b),
            FormulaOp::Subtract => self.two(|a, b| a - b),
            FormulaOp::Multiply | FormulaOp::And => self.two(|a, b| a * b),
            FormulaOp::Divide => self.two(|a, b| a / b),
            FormulaOp::Negate => self.one(|a| -a),
            FormulaOp::Power => self.two(|a, b| (a.ln() * b).exp()),
            FormulaOp::WholePower(n) => self.replace_top(|a| a.powi(n)),
            FormulaOp::Or => self.two(|a, b| a + b - a * b),
            FormulaOp::Not => self.one(|a| S::one() - a),
            FormulaOp::Compare(comparison) | FormulaOp::SwitchingCompare(comparison) => {
                self.compare(comparison);
            }
            FormulaOp::Call(function) | FormulaOp::SwitchingCall(function) => self.call(function),
        }
    }

    fn compare(&mut self, comparison: ComparisonOp) {
        self.two(match comparison {
            ComparisonOp::Less => |a, b| truth(a.lt(b)),
            ComparisonOp::LessOrEqual => |a, b| truth(a.le(b)),
            ComparisonOp::Greater => |a, b| truth(b.lt(a)),
            ComparisonOp::GreaterOrEqual => |a, b| truth(b.le(a)),
            ComparisonOp::Equal => |a, b| truth(a.equals(b)),
            ComparisonOp::NotEqual => |a, b| S::one() - truth::<S>(a.equals(b)),
        });
    }

    /// What `f32`, `f64`, jets and double-doubles share: the library's own functions.
    fn call(&mut self, function: FormulaFunction) {
        match function {
            FormulaFunction::Sin => self.one(S::sin),
            FormulaFunction::Cos => self.one(S::cos),
            FormulaFunction::Tan => self.one(S::tan),
            FormulaFunction::Asin => self.one(S::asin),
            FormulaFunction::Acos => self.one(S::acos),
            FormulaFunction::Atan => self.one(S::atan),
            FormulaFunction::Atan2 => self.two(S::atan2),
            FormulaFunction::Exp => self.one(S::exp),
            FormulaFunction::Ln => self.one(S::ln),
            FormulaFunction::Sqrt => self.one(S::sqrt),
            FormulaFunction::Abs => self.one(S::abs),
            FormulaFunction::Min => self.two(S::min),
            FormulaFunction::Max => self.two(S::max),
            FormulaFunction::Sinh => self.one(sinh),
            FormulaFunction::Cosh => self.one(|x| (x.exp() + (-x).exp()).half()),
            FormulaFunction::Tanh => self.one(tanh),
            // Conditions are 1 or 0 here.
            FormulaFunction::If => self.three(|c, a, b| S::select(S::zero().lt(c), a, b)),
            FormulaFunction::Sign => {
                self.one(|x| truth::<S>(S::zero().lt(x)) - truth(x.lt(S::zero())));
            }
            FormulaFunction::Floor => self.one(floor),
            FormulaFunction::Mod => self.two(|x, y| x - y * floor(x / y)),
            FormulaFunction::Clamp => {
                self.three(|x, low, high| {
                    S::select(high.lt(x), high, S::select(x.lt(low), low, x))
                });
            }
            FormulaFunction::Hysteresis => self.three(|x, _, high| truth(high.lt(x))),
        }
    }
}

/// 1 where the mask is true, 0 elsewhere.
fn truth<S: Real>(mask: S::Mask) -> S {
    S::select(mask, S::one(), S::zero())
}

/// The largest whole number that is not above x.
pub(super) fn floor<S: Real>(x: S) -> S {
    let nearest = x.round();
    nearest - truth(x.lt(nearest))
}

/// By its series where the difference of exponentials would cancel.
fn sinh<S: Real>(x: S) -> S {
    let square = x.squared();
    // x^27/27! is the last that reaches a double-double's digits at |x| = 1.
    let series = (1..=13).rev().fold(S::one(), |sum, k| {
        let k = f64::from(k);
        S::one() + square * sum / S::from_f64(2.0 * k * (2.0 * k + 1.0))
    });
    let far = (x.exp() - (-x).exp()).half();
    S::select(x.abs().lt(S::one()), x * series, far)
}

/// By sinh near 0, where 1 - 2/(e^2x + 1) would cancel; e^2x may overflow.
fn tanh<S: Real>(x: S) -> S {
    let decay = (-x.abs().twice()).exp();
    let far = ((S::one() - decay) / (S::one() + decay)).with_sign_of(x);
    let near = sinh(x) / (x.exp() + (-x).exp()).half();
    S::select(x.abs().lt(S::one()), near, far)
}
