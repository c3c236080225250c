//! Formulas whose time is counted from another origin, without rounding where the time is large.
//!
//! With t = origin + s, what is linear in t is written as a s + b with b in double-doubles: `t - 1e9` has no rounding
//! but that of its text, and the phase of `sin(1.3*t)` loses its whole turns.

use super::Formula;
use super::operation::{FormulaFunction, FormulaOp};
use super::stack::Stack;
use super::variable::Variable;
use polhode::real::{DoubleDouble, Real};

/// An intermediate value that is linear in the time s: slope s + offset.
#[derive(Clone, Copy, Debug)]
struct Linear {
    slope: DoubleDouble,
    offset: DoubleDouble,
}

impl Linear {
    fn constant(value: DoubleDouble) -> Self {
        Self { slope: DoubleDouble::zero(), offset: value }
    }
    fn is_constant(self) -> bool {
        self.slope == DoubleDouble::zero()
    }
    fn times(self, factor: DoubleDouble) -> Self {
        Self { slope: self.slope * factor, offset: self.offset * factor }
    }
    fn minus(self, other: Self) -> Self {
        Self { slope: self.slope - other.slope, offset: self.offset - other.offset }
    }
    /// Without whole periods.
    fn within(self, period: DoubleDouble) -> Self {
        let periods = (self.offset / period).round();
        Self { offset: self.offset - periods * period, ..self }
    }
    /// The operations that give it.
    fn write(self, operations: &mut Vec<FormulaOp>) {
        operations.push(FormulaOp::Variable(Variable::Time));
        if self.slope.hi != 1.0 {
            operations.extend([FormulaOp::Number(self.slope.hi), FormulaOp::Multiply]);
        }
        if self.offset.hi != 0.0 {
            operations.extend([FormulaOp::Number(self.offset.hi), FormulaOp::Add]);
        }
    }
}

/// An intermediate value: the first of its operations, and its form if it is linear in time.
#[derive(Clone, Copy, Debug)]
struct Piece {
    begin: usize,
    linear: Option<Linear>,
}

impl Piece {
    /// It as a linear function that is not constant.
    fn moving(self) -> Option<Linear> {
        self.linear.filter(|linear| !linear.is_constant())
    }
}

impl Formula {
    /// The same formula of the time since `origin`.
    ///
    /// Where a subexpression is linear in t, its constant part is computed in double-doubles, so that the time of a late origin
    /// is not rounded; arguments of `sin`, `cos`, `tan` and of `mod` by a constant lose their whole periods. Everything else
    /// sees t as the double next to origin + s.
    ///
    /// ```
    /// use polhode_formula::{Formula, FormulaInput};
    /// # use polhode::{Rotation, Vec3};
    /// # let at = |time: f64| FormulaInput { time, attitude: Rotation::identity(), rates: Vec3::zero(), momentum: Vec3::zero(), potential: 0.0 };
    /// let pulse = Formula::new("exp(-(t - 1000000000.5)^2)", &[])?;
    /// let shifted = pulse.counted_from(1e9);
    /// assert_eq!(shifted.at(&at(0.1)), f64::exp(-0.16000000000000003));
    /// # Ok::<(), polhode_formula::FormulaError>(())
    /// ```
    #[must_use]
    pub fn counted_from(&self, origin: f64) -> Self {
        if origin == 0.0 || !self.depends_on(|variable| variable == Variable::Time) {
            return self.clone();
        }
        let mut shift = Shift { origin, operations: Vec::new(), pieces: Vec::new() };
        self.operations().iter().for_each(|&op| shift.append(op));
        shift.settle(1);
        self.with_operations(shift.operations)
    }
}

struct Shift {
    origin: f64,
    operations: Vec<FormulaOp>,
    pieces: Vec<Piece>,
}

impl Shift {
    fn append(&mut self, op: FormulaOp) {
        let count = op.arity();
        let arguments = &self.pieces[self.pieces.len() - count..];
        let begin = arguments.first().map_or(self.operations.len(), |piece| piece.begin);
        let linear = self.linear(op, arguments);
        if linear.is_none() {
            self.reduce(op);
            self.settle(count);
        }
        self.operations.push(op);
        self.pieces.truncate(self.pieces.len() - count);
        self.pieces.push(Piece { begin, linear });
    }

    /// The result of an operation, if it is linear in time.
    fn linear(&self, op: FormulaOp, arguments: &[Piece]) -> Option<Linear> {
        if op == FormulaOp::Variable(Variable::Time) {
            let (slope, offset) = (DoubleDouble::one(), DoubleDouble::from_f64(self.origin));
            return Some(Linear { slope, offset });
        }
        if matches!(op, FormulaOp::Variable(_)) {
            return None;
        }
        let all: Option<Vec<Linear>> = arguments.iter().map(|piece| piece.linear).collect();
        match (op, &*all?) {
            (op, arguments) if arguments.iter().all(|argument| argument.is_constant()) => {
                let mut stack = Stack::new();
                arguments.iter().for_each(|argument| stack.push(argument.offset));
                stack.operate(op);
                let [value, ..] = stack.last(1);
                value.is_finite().then(|| Linear::constant(value))
            }
            (FormulaOp::Negate, [a]) => Some(a.times(-DoubleDouble::one())),
            (FormulaOp::Add, [a, b]) => Some(a.minus(b.times(-DoubleDouble::one()))),
            (FormulaOp::Subtract, [a, b]) => Some(a.minus(*b)),
            (FormulaOp::Multiply, [a, b]) if b.is_constant() => Some(a.times(b.offset)),
            (FormulaOp::Multiply, [a, b]) if a.is_constant() => Some(b.times(a.offset)),
            (FormulaOp::Divide, [a, b]) if b.is_constant() => Some(a.times(b.offset.recip())),
            _ => None,
        }
        .filter(|linear| linear.slope.is_finite() && linear.offset.is_finite())
    }

    /// Takes from the arguments of an operation what does not change its result.
    fn reduce(&mut self, op: FormulaOp) {
        use FormulaFunction::{Cos, Mod, Sin, Tan};
        let first = self.pieces.len() - op.arity();
        let arguments = &mut self.pieces[first..];
        let (op, _) = op.without_switches();
        match (op, arguments) {
            (FormulaOp::Call(Sin | Cos | Tan), [x]) => {
                x.linear = x.linear.map(|x| x.within(DoubleDouble::pi().twice()));
            }
            (FormulaOp::Call(Mod), [x, y]) => {
                let period = y.linear.filter(|y| y.is_constant() && y.offset.hi != 0.0);
                if let (Some(period), Some(linear)) = (period, x.moving()) {
                    x.linear = Some(linear.within(period.offset));
                }
            }
            // Only the difference counts, and two large times have a small one.
            (FormulaOp::Compare(_), [a, b]) => {
                let (Some(left), Some(right)) = (a.linear, b.linear) else { return };
                let difference = left.minus(right);
                if !difference.is_constant() {
                    a.linear = Some(difference);
                    b.linear = Some(Linear::constant(DoubleDouble::zero()));
                    self.operations.truncate(b.begin);
                    self.operations.push(FormulaOp::Number(0.0));
                }
            }
            _ => {}
        }
    }

    /// Writes down what is linear among the last so many values.
    fn settle(&mut self, count: usize) {
        let first = self.pieces.len() - count;
        let Some(begin) = self.pieces.get(first).map(|piece| piece.begin) else { return };
        let written = self.operations.split_off(begin);
        for index in first..self.pieces.len() {
            let piece = self.pieces[index];
            let end = self.pieces.get(index + 1).map_or(begin + written.len(), |next| next.begin);
            self.pieces[index].begin = self.operations.len();
            match piece.moving() {
                Some(linear) => linear.write(&mut self.operations),
                None => self.operations.extend(&written[piece.begin - begin..end - begin]),
            }
        }
    }
}
