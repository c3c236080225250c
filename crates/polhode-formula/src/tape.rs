//! A formula as a list of operations on a stack.

use super::{FormulaError, Parameters, parse};
use polhode::geometry::{Axis, Rotation, Vec3};
use polhode::real::Real;
use std::sync::Arc;

/// The deepest stack that a formula may need.
const DEEPEST: usize = 32;

/// One operation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Op {
    Number(f64),
    Pi,
    Variable(Variable),
    Add,
    Subtract,
    Multiply,
    Divide,
    Negate,
    Power,
    WholePower(i32),
    Call(Function),
}

impl Op {
    /// The number of values that it takes from the stack.
    fn arity(self) -> usize {
        match self {
            Self::Number(_) | Self::Pi | Self::Variable(_) => 0,
            Self::Negate | Self::WholePower(_) => 1,
            Self::Add | Self::Subtract | Self::Multiply | Self::Divide | Self::Power => 2,
            Self::Call(function) => function.arity(),
        }
    }
}

/// What a formula may depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variable {
    /// `t`
    Time,
    /// `qw`, `qx`, `qy`, `qz`
    Quaternion(u8),
    /// `r11` to `r33`
    Matrix(Axis, Axis),
    /// `wx`, `wy`, `wz`
    Rate(Axis),
    /// `lx`, `ly`, `lz`
    Momentum(Axis),
    /// `kinetic_energy`
    KineticEnergy,
    /// `energy`: with that of the torques, so that they cannot depend on it.
    Energy,
}

const VARIABLES: [(&str, Variable); 22] = {
    use Axis::{X, Y, Z};
    use Variable::{Energy, KineticEnergy, Matrix, Momentum, Quaternion, Rate, Time};
    [
        ("t", Time),
        ("qw", Quaternion(0)),
        ("qx", Quaternion(1)),
        ("qy", Quaternion(2)),
        ("qz", Quaternion(3)),
        ("r11", Matrix(X, X)),
        ("r12", Matrix(X, Y)),
        ("r13", Matrix(X, Z)),
        ("r21", Matrix(Y, X)),
        ("r22", Matrix(Y, Y)),
        ("r23", Matrix(Y, Z)),
        ("r31", Matrix(Z, X)),
        ("r32", Matrix(Z, Y)),
        ("r33", Matrix(Z, Z)),
        ("wx", Rate(X)),
        ("wy", Rate(Y)),
        ("wz", Rate(Z)),
        ("lx", Momentum(X)),
        ("ly", Momentum(Y)),
        ("lz", Momentum(Z)),
        ("kinetic_energy", KineticEnergy),
        ("energy", Energy),
    ]
};

impl Variable {
    /// Does it change with the angular velocity?
    #[must_use]
    pub fn is_of_rate(self) -> bool {
        matches!(self, Self::Rate(_) | Self::Momentum(_) | Self::KineticEnergy)
    }
    pub(super) fn named(name: &str) -> Option<Self> {
        VARIABLES.iter().find(|(n, _)| *n == name).map(|&(_, variable)| variable)
    }
    pub(super) fn names() -> impl Iterator<Item = &'static str> {
        VARIABLES.iter().map(|&(name, _)| name)
    }
}

macro_rules! functions {
    ($($name:literal $variant:ident $arity:literal)*) => {
        /// A function that formulas may call.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Function {
            $($variant),*
        }
        impl Function {
            pub(super) fn named(name: &str) -> Option<Self> {
                match name {
                    $($name => Some(Self::$variant),)*
                    _ => None,
                }
            }
            pub(super) fn names() -> impl Iterator<Item = &'static str> {
                [$($name),*].into_iter()
            }
            fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }
            /// How many values it takes.
            pub(super) fn arity(self) -> usize {
                match self {
                    $(Self::$variant => $arity,)*
                }
            }
        }
    };
}
functions! {
    "sin" Sin 1
    "cos" Cos 1
    "tan" Tan 1
    "asin" Asin 1
    "acos" Acos 1
    "atan" Atan 1
    "atan2" Atan2 2
    "exp" Exp 1
    "ln" Ln 1
    "sqrt" Sqrt 1
    "abs" Abs 1
    "min" Min 2
    "max" Max 2
    "sinh" Sinh 1
    "cosh" Cosh 1
    "tanh" Tanh 1
}

impl Function {
    /// Whether it has derivatives of every order wherever it is finite.
    fn is_smooth(self) -> bool {
        use Function::{Abs, Acos, Asin, Atan2, Max, Min, Sqrt};
        !matches!(self, Abs | Acos | Asin | Atan2 | Max | Min | Sqrt)
    }
}

/// Where a formula is evaluated, in the axes that its user gave the body.
#[derive(Clone, Copy, Debug)]
pub struct FormulaInput<S> {
    /// Time.
    pub time: S,
    /// Body to space.
    pub attitude: Rotation<S>,
    /// Angular velocity, body frame.
    pub rates: Vec3<S>,
    /// Angular momentum, body frame.
    pub momentum: Vec3<S>,
    /// Potential energy.
    pub potential: S,
}

/// A formula of a user.
#[derive(Clone, Debug, PartialEq)]
pub struct Formula(Arc<[Op]>);

impl Formula {
    /// From its text.
    ///
    /// # Errors
    /// Where it cannot be read; says which characters are to blame.
    pub fn new(text: &str, parameters: &Parameters) -> Result<Self, FormulaError> {
        let mut operations = parse::parse(text, parameters)?;
        shorten(&mut operations);
        let depth = depth(&operations);
        if depth > DEEPEST {
            let message =
                format!("the formula needs {depth} intermediate values; {DEEPEST} are kept");
            let remedy = "put what is nested deeply on the left, or give several torques";
            return Err(FormulaError::new(0..text.len(), message, remedy));
        }
        Ok(Self(operations.into()))
    }

    /// The first function of a variable in it that is not smooth everywhere.
    #[must_use]
    pub fn switching_function(&self) -> Option<&'static str> {
        // Of each intermediate value: does it vary?
        let mut stack = Vec::new();
        for op in &*self.0 {
            let varies = match op {
                Op::Variable(_) => true,
                Op::Number(_) | Op::Pi => false,
                op => {
                    let taken = stack.len().saturating_sub(op.arity());
                    stack.drain(taken..).fold(false, |any, varies| any | varies)
                }
            };
            if let Op::Call(function) = op
                && varies
                && !function.is_smooth()
            {
                return Some(function.name());
            }
            stack.push(varies);
        }
        None
    }

    /// Is there a variable of this sort in it?
    pub fn depends_on(&self, sort: impl Fn(Variable) -> bool) -> bool {
        self.0.iter().any(|op| matches!(*op, Op::Variable(variable) if sort(variable)))
    }

    /// Its value.
    pub fn at<S: Real>(&self, place: &FormulaInput<S>) -> S {
        let mut stack = Stack { values: [S::zero(); DEEPEST], height: 0 };
        for &op in &*self.0 {
            match op {
                Op::Number(value) => stack.push(S::from_f64(value)),
                Op::Pi => stack.push(S::pi()),
                Op::Variable(variable) => stack.push(place.value(variable)),
                Op::Add => stack.two(|a, b| a + b),
                Op::Subtract => stack.two(|a, b| a - b),
                Op::Multiply => stack.two(|a, b| a * b),
                Op::Divide => stack.two(|a, b| a / b),
                Op::Negate => stack.one(|a| -a),
                Op::Power => stack.two(|a, b| (a.ln() * b).exp()),
                Op::WholePower(n) => stack.replace_top(|a| a.powi(n)),
                Op::Call(function) => call(function, &mut stack),
            }
        }
        stack.values[0]
    }
}

/// What `f32`, `f64`, jets and double-doubles share: the library's own functions.
fn call<S: Real>(function: Function, stack: &mut Stack<S>) {
    match function {
        Function::Sin => stack.one(S::sin),
        Function::Cos => stack.one(S::cos),
        Function::Tan => stack.one(S::tan),
        Function::Asin => stack.one(S::asin),
        Function::Acos => stack.one(S::acos),
        Function::Atan => stack.one(S::atan),
        Function::Atan2 => stack.two(S::atan2),
        Function::Exp => stack.one(S::exp),
        Function::Ln => stack.one(S::ln),
        Function::Sqrt => stack.one(S::sqrt),
        Function::Abs => stack.one(S::abs),
        Function::Min => stack.two(S::min),
        Function::Max => stack.two(S::max),
        Function::Sinh => stack.one(sinh),
        Function::Cosh => stack.one(|x| (x.exp() + (-x).exp()).half()),
        // By sinh near 0, where 1 - 2/(e^2x + 1) would cancel; e^2x may overflow.
        Function::Tanh => stack.one(|x| {
            let decay = (-x.abs().twice()).exp();
            let far = ((S::one() - decay) / (S::one() + decay)).with_sign_of(x);
            let near = sinh(x) / (x.exp() + (-x).exp()).half();
            S::select(x.abs().lt(S::one()), near, far)
        }),
    }
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

impl<S: Real> FormulaInput<S> {
    fn value(&self, variable: Variable) -> S {
        match variable {
            Variable::Time => self.time,
            Variable::Quaternion(i) => self.attitude.to_wxyz()[usize::from(i) & 3],
            Variable::Matrix(row, column) => self.attitude.apply(Vec3::unit(column))[row],
            Variable::Rate(axis) => self.rates[axis],
            Variable::Momentum(axis) => self.momentum[axis],
            Variable::KineticEnergy => self.rates.dot(self.momentum).half(),
            Variable::Energy => self.rates.dot(self.momentum).half() + self.potential,
        }
    }
}

struct Stack<S> {
    values: [S; DEEPEST],
    height: usize,
}

impl<S: Real> Stack<S> {
    fn push(&mut self, value: S) {
        self.values[self.height] = value;
        self.height += 1;
    }
    #[inline(always)]
    fn replace_top(&mut self, f: impl FnOnce(S) -> S) {
        let top = &mut self.values[self.height - 1];
        *top = f(*top);
    }
    // By pointers: compiled once for a number, not once for each function.
    fn one(&mut self, f: fn(S) -> S) {
        self.replace_top(f);
    }
    fn two(&mut self, f: fn(S, S) -> S) {
        self.height -= 1;
        let b = self.values[self.height];
        self.replace_top(|a| f(a, b));
    }
}

/// Powers with whole exponents, which are defined for any base.
fn shorten(operations: &mut Vec<Op>) {
    let mut short: Vec<Op> = Vec::with_capacity(operations.len());
    for op in operations.drain(..) {
        let exponent = match (op, &short[..]) {
            (Op::Power, [.., Op::Number(x), Op::Negate]) => whole(-x).map(|n| (n, 2)),
            (Op::Power, [.., Op::Number(x)]) => whole(*x).map(|n| (n, 1)),
            _ => None,
        };
        if let Some((n, length)) = exponent {
            short.truncate(short.len() - length);
            short.push(Op::WholePower(n));
        } else {
            short.push(op);
        }
    }
    *operations = short;
}

#[expect(clippy::cast_possible_truncation, reason = "whole and small")]
fn whole(x: f64) -> Option<i32> {
    (x.fract() == 0.0 && x.abs() <= 64.0).then_some(x as i32)
}

/// The tallest that the stack becomes.
fn depth(operations: &[Op]) -> usize {
    let (mut height, mut tallest) = (0usize, 0);
    for op in operations {
        match op {
            Op::Number(_) | Op::Pi | Op::Variable(_) => height += 1,
            op => height -= op.arity() - 1,
        }
        tallest = tallest.max(height);
    }
    tallest
}
