//! Evaluation of operations on a stack, every branch as the values say.

use super::operation::{Comparison, Function, Op};
use polhode::real::Real;

/// The deepest stack that a formula may need.
pub(super) const DEEPEST: usize = 32;

/// Intermediate values.
#[derive(Debug)]
pub(super) struct Stack<S> {
    values: [S; DEEPEST],
    height: usize,
}

impl<S: Real> Stack<S> {
    pub(super) fn new() -> Self {
        Self { values: [S::zero(); DEEPEST], height: 0 }
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
    pub(super) fn operate(&mut self, op: Op) {
        match op {
            Op::Number(value) => self.push(S::from_f64(value)),
            Op::Pi => self.push(S::pi()),
            // The caller has its value.
            Op::Variable(_) => self.push(S::zero()),
            Op::Add => self.two(|a, b| a + b),
            Op::Subtract => self.two(|a, b| a - b),
            Op::Multiply | Op::And => self.two(|a, b| a * b),
            Op::Divide => self.two(|a, b| a / b),
            Op::Negate => self.one(|a| -a),
            Op::Power => self.two(|a, b| (a.ln() * b).exp()),
            Op::WholePower(n) => self.replace_top(|a| a.powi(n)),
            Op::Or => self.two(|a, b| a + b - a * b),
            Op::Not => self.one(|a| S::one() - a),
            Op::Compare(comparison) | Op::SwitchingCompare(comparison) => self.compare(comparison),
            Op::Call(function) | Op::SwitchingCall(function) => self.call(function),
        }
    }

    fn compare(&mut self, comparison: Comparison) {
        self.two(match comparison {
            Comparison::Less => |a, b| truth(a.lt(b)),
            Comparison::LessOrEqual => |a, b| truth(a.le(b)),
            Comparison::Greater => |a, b| truth(b.lt(a)),
            Comparison::GreaterOrEqual => |a, b| truth(b.le(a)),
            Comparison::Equal => |a, b| truth(a.equals(b)),
            Comparison::NotEqual => |a, b| S::one() - truth::<S>(a.equals(b)),
        });
    }

    /// What `f32`, `f64`, jets and double-doubles share: the library's own functions.
    fn call(&mut self, function: Function) {
        match function {
            Function::Sin => self.one(S::sin),
            Function::Cos => self.one(S::cos),
            Function::Tan => self.one(S::tan),
            Function::Asin => self.one(S::asin),
            Function::Acos => self.one(S::acos),
            Function::Atan => self.one(S::atan),
            Function::Atan2 => self.two(S::atan2),
            Function::Exp => self.one(S::exp),
            Function::Ln => self.one(S::ln),
            Function::Sqrt => self.one(S::sqrt),
            Function::Abs => self.one(S::abs),
            Function::Min => self.two(S::min),
            Function::Max => self.two(S::max),
            Function::Sinh => self.one(sinh),
            Function::Cosh => self.one(|x| (x.exp() + (-x).exp()).half()),
            Function::Tanh => self.one(tanh),
            // Conditions are 1 or 0 here.
            Function::If => self.three(|c, a, b| S::select(S::zero().lt(c), a, b)),
            Function::Sign => self.one(|x| truth::<S>(S::zero().lt(x)) - truth(x.lt(S::zero()))),
            Function::Floor => self.one(floor),
            Function::Mod => self.two(|x, y| x - y * floor(x / y)),
            Function::Clamp => {
                self.three(|x, low, high| {
                    S::select(high.lt(x), high, S::select(x.lt(low), low, x))
                });
            }
            Function::Hysteresis => self.three(|x, _, high| truth(high.lt(x))),
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
