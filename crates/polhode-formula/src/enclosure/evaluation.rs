//! Formulas over an interval of time: enclosures of value and derivative on a given branch.

use super::Enclosure;
use crate::Formula;
use crate::branch::switching_values;
use crate::constants::{KnownValue, KnownValues};
use crate::interval::Interval;
use crate::operation::{FormulaFunction, FormulaOp};
use crate::stack::ROOM;
use crate::variable::Variable;

impl Formula {
    /// Intervals that contain the value of a formula and its derivative, on these branches, at every time of an
    /// interval. Nothing is known of variables other than time.
    #[must_use]
    pub fn over_time(&self, time: Interval, branches: &[f64]) -> [Interval; 2] {
        let [Enclosure { value, slope }, ..] =
            Evaluation::of(self.operations(), time, branches).last(1);
        [value, slope]
    }
}

/// The value of a switching function over an interval of time, which the operations before it give on these
/// branches; `None` if it is constant there. Of two switching functions of the operation `part` chooses.
pub(crate) fn switching_value(
    arguments: &[FormulaOp],
    op: FormulaOp,
    part: usize,
    time: Interval,
    branches: &[f64],
) -> Option<Enclosure> {
    let evaluation = Evaluation::of(arguments, time, branches);
    let (op, _) = op.without_switches();
    let count = op.arity();
    if evaluation.constants.last(count)[..count].iter().all(Option::is_some) {
        return None;
    }
    let [a, b, c] = evaluation.last(count);
    Some(match op {
        FormulaOp::Compare(_) | FormulaOp::Call(FormulaFunction::Min | FormulaFunction::Max) => {
            a - b
        }
        FormulaOp::Call(FormulaFunction::Clamp | FormulaFunction::Hysteresis) => {
            a - if part == 0 { b } else { c }
        }
        FormulaOp::Call(FormulaFunction::Mod) => a / b,
        FormulaOp::Call(FormulaFunction::Asin | FormulaFunction::Acos) => {
            Enclosure::constant(Interval::ONE) - a.powi(2)
        }
        _ => a,
    })
}

/// The same at a point of time.
pub(crate) fn switching_value_at(op: FormulaOp, part: usize, arguments: [f64; 3]) -> f64 {
    switching_values(op.without_switches().0, arguments)[part]
}

struct Evaluation<'a> {
    values: [Enclosure; ROOM],
    height: usize,
    constants: KnownValues,
    /// Of the switches that are still to come.
    branches: &'a [f64],
}

impl<'a> Evaluation<'a> {
    fn of(operations: &[FormulaOp], time: Interval, branches: &'a [f64]) -> Self {
        let mut evaluation = Self {
            values: [Enclosure::UNKNOWN; ROOM],
            height: 0,
            constants: KnownValues::new(),
            branches,
        };
        operations.iter().for_each(|&op| evaluation.step(op, time));
        evaluation
    }
    fn last(&self, count: usize) -> [Enclosure; 3] {
        let mut last = [Enclosure::UNKNOWN; 3];
        last[..count].copy_from_slice(&self.values[self.height - count..self.height]);
        last
    }
    fn step(&mut self, op: FormulaOp, time: Interval) {
        let (op, switches) = op.without_switches();
        let (count, next) = (op.arity(), switches.min(self.branches.len()));
        let (branches, later) = self.branches.split_at(next);
        self.branches = later;
        let arguments = self.last(count);
        let constants = self.constants.last(count);
        let mut constant = self.constants.result(op);
        let value = if let (true, Some([value, _])) = (op.is_step_function(), constant) {
            Enclosure::constant(Interval::point(value))
        } else {
            let of_constants = branches_of_constants(op, constants);
            let branches = if constant.is_some() { &of_constants[..] } else { branches };
            let (value, on_branch) = operate(op, arguments, constants, branches, time);
            constant = constant.or(on_branch);
            value
        };
        self.constants.replace(count, constant);
        self.height -= count;
        self.values[self.height] = value;
        self.height += 1;
    }
}

/// The branches of an operation on constants, which comparisons with what is not a number choose as
/// [`Stack::operate`](super::stack::Stack::operate) does.
fn branches_of_constants(op: FormulaOp, constants: [KnownValue; 3]) -> [f64; 2] {
    let [v, above] =
        switching_values(op, constants.map(|constant| constant.map_or(0.0, |[x, _]| x)));
    let sign = |positive: bool| if positive { 1.0 } else { -1.0 };
    match op {
        FormulaOp::Call(FormulaFunction::Mod) => [v.floor(); 2],
        FormulaOp::Call(FormulaFunction::Min) => [sign(v > 0.0); 2],
        _ => [sign(v >= 0.0 || v.is_nan()), sign(above > 0.0)],
    }
}

/// The result of an operation, and its constant if the branch makes it one.
fn operate(
    op: FormulaOp,
    [a, b, c]: [Enclosure; 3],
    constants: [KnownValue; 3],
    branches: &[f64],
    time: Interval,
) -> (Enclosure, KnownValue) {
    let value = match op {
        FormulaOp::Number(x) => Enclosure::constant(Interval::point(x)),
        FormulaOp::Pi => {
            let pi = std::f64::consts::PI;
            Enclosure::constant(Interval::new(pi.next_down(), pi.next_up()))
        }
        FormulaOp::Variable(Variable::Time) => Enclosure { value: time, slope: Interval::ONE },
        FormulaOp::Add => a + b,
        FormulaOp::Subtract => a - b,
        FormulaOp::Multiply => a * b,
        FormulaOp::Divide => a / b,
        FormulaOp::Negate => -a,
        FormulaOp::Power => (a.smooth(FormulaFunction::Ln) * b).exp(),
        FormulaOp::WholePower(n) => a.powi(n),
        FormulaOp::Compare(comparison) => {
            let holds = |branch| f64::from(comparison.holds_above() == (branch > 0.0));
            return of_branch(branches, holds);
        }
        FormulaOp::Call(function) => return call(function, [a, b, c], constants, branches),
        // Without constant arguments nothing is known of conditions; variables of state are not asked for.
        FormulaOp::Variable(_) | FormulaOp::And | FormulaOp::Or | FormulaOp::Not => {
            Enclosure::UNKNOWN
        }
        FormulaOp::SwitchingCompare(_) | FormulaOp::SwitchingCall(_) => Enclosure::UNKNOWN,
    };
    (value, None)
}

/// A constant that the branch gives.
fn of_branch(branches: &[f64], value: impl Fn(f64) -> f64) -> (Enclosure, KnownValue) {
    let Some(&branch) = branches.first() else {
        return (Enclosure::UNKNOWN, None);
    };
    let value = value(branch);
    (Enclosure::constant(Interval::point(value)), Some([value; 2]))
}

fn call(
    function: FormulaFunction,
    [a, b, c]: [Enclosure; 3],
    constants: [KnownValue; 3],
    branches: &[f64],
) -> (Enclosure, KnownValue) {
    let above = |k: usize| branches.get(k).map(|&branch| branch > 0.0);
    let arguments = [a, b, c];
    let chosen = |k: usize| (arguments[k], constants[k]);
    let value = match function {
        FormulaFunction::If => match constants[0] {
            Some([truth, _]) => return chosen(if truth > 0.0 { 1 } else { 2 }),
            None => Enclosure::UNKNOWN,
        },
        FormulaFunction::Sign => return of_branch(branches, |branch| branch),
        FormulaFunction::Floor => return of_branch(branches, |whole| whole),
        FormulaFunction::Hysteresis => {
            return of_branch(branches, |branch| f64::from(branch > 0.0));
        }
        FormulaFunction::Abs => {
            return if above(0) == Some(false) { (-a, None) } else { chosen(0) };
        }
        FormulaFunction::Max => return chosen(usize::from(above(0) == Some(false))),
        FormulaFunction::Min => return chosen(usize::from(above(0) == Some(true))),
        FormulaFunction::Clamp if above(1) == Some(true) => return chosen(2),
        FormulaFunction::Clamp => return chosen(usize::from(above(0) == Some(false))),
        FormulaFunction::Mod => match branches.first() {
            Some(&whole) => a - b * Enclosure::constant(Interval::point(whole)),
            None => Enclosure::UNKNOWN,
        },
        FormulaFunction::Atan2 => match above(0) {
            Some(true) => quarter() + (-b).atan2(a),
            Some(false) => b.atan2(-a) - quarter(),
            // The side of y never changes.
            None => a.atan2(b),
        },
        function => a.smooth(function),
    };
    (value, None)
}

/// pi/2
fn quarter() -> Enclosure {
    let quarter = std::f64::consts::FRAC_PI_2;
    Enclosure::constant(Interval::new(quarter.next_down(), quarter.next_up()))
}
