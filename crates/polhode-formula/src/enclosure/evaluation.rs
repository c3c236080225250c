//! Formulas over an interval of time: enclosures of value and derivative on a given branch.

use super::Enclosure;
use crate::Formula;
use crate::branch::switching_values;
use crate::constants::{Constant, Constants};
use crate::interval::Interval;
use crate::operation::{Function, Op};
use crate::stack::DEEPEST;
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
    arguments: &[Op],
    op: Op,
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
        Op::Compare(_) | Op::Call(Function::Min | Function::Max) => a - b,
        Op::Call(Function::Clamp | Function::Hysteresis) => a - if part == 0 { b } else { c },
        Op::Call(Function::Mod) => a / b,
        Op::Call(Function::Asin | Function::Acos) => Enclosure::constant(Interval::ONE) - a.powi(2),
        _ => a,
    })
}

/// The same at a point of time.
pub(crate) fn switching_value_at(op: Op, part: usize, arguments: [f64; 3]) -> f64 {
    switching_values(op.without_switches().0, arguments)[part]
}

struct Evaluation<'a> {
    values: [Enclosure; DEEPEST],
    height: usize,
    constants: Constants,
    /// Of the switches that are still to come.
    branches: &'a [f64],
}

impl<'a> Evaluation<'a> {
    fn of(operations: &[Op], time: Interval, branches: &'a [f64]) -> Self {
        let mut evaluation = Self {
            values: [Enclosure::UNKNOWN; DEEPEST],
            height: 0,
            constants: Constants::new(),
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
    fn step(&mut self, op: Op, time: Interval) {
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
fn branches_of_constants(op: Op, constants: [Constant; 3]) -> [f64; 2] {
    let [v, above] =
        switching_values(op, constants.map(|constant| constant.map_or(0.0, |[x, _]| x)));
    let sign = |positive: bool| if positive { 1.0 } else { -1.0 };
    match op {
        Op::Call(Function::Mod) => [v.floor(); 2],
        Op::Call(Function::Min) => [sign(v > 0.0); 2],
        _ => [sign(v >= 0.0 || v.is_nan()), sign(above > 0.0)],
    }
}

/// The result of an operation, and its constant if the branch makes it one.
fn operate(
    op: Op,
    [a, b, c]: [Enclosure; 3],
    constants: [Constant; 3],
    branches: &[f64],
    time: Interval,
) -> (Enclosure, Constant) {
    let value = match op {
        Op::Number(x) => Enclosure::constant(Interval::point(x)),
        Op::Pi => {
            let pi = std::f64::consts::PI;
            Enclosure::constant(Interval::new(pi.next_down(), pi.next_up()))
        }
        Op::Variable(Variable::Time) => Enclosure { value: time, slope: Interval::ONE },
        Op::Add => a + b,
        Op::Subtract => a - b,
        Op::Multiply => a * b,
        Op::Divide => a / b,
        Op::Negate => -a,
        Op::Power => (a.smooth(Function::Ln) * b).exp(),
        Op::WholePower(n) => a.powi(n),
        Op::Compare(comparison) => {
            let holds = |branch| f64::from(comparison.holds_above() == (branch > 0.0));
            return of_branch(branches, holds);
        }
        Op::Call(function) => return call(function, [a, b, c], constants, branches),
        // Without constant arguments nothing is known of conditions; variables of state are not asked for.
        Op::Variable(_) | Op::And | Op::Or | Op::Not => Enclosure::UNKNOWN,
        Op::SwitchingCompare(_) | Op::SwitchingCall(_) => Enclosure::UNKNOWN,
    };
    (value, None)
}

/// A constant that the branch gives.
fn of_branch(branches: &[f64], value: impl Fn(f64) -> f64) -> (Enclosure, Constant) {
    let Some(&branch) = branches.first() else {
        return (Enclosure::UNKNOWN, None);
    };
    let value = value(branch);
    (Enclosure::constant(Interval::point(value)), Some([value; 2]))
}

fn call(
    function: Function,
    [a, b, c]: [Enclosure; 3],
    constants: [Constant; 3],
    branches: &[f64],
) -> (Enclosure, Constant) {
    let above = |k: usize| branches.get(k).map(|&branch| branch > 0.0);
    let arguments = [a, b, c];
    let chosen = |k: usize| (arguments[k], constants[k]);
    let value = match function {
        Function::If => match constants[0] {
            Some([truth, _]) => return chosen(if truth > 0.0 { 1 } else { 2 }),
            None => Enclosure::UNKNOWN,
        },
        Function::Sign => return of_branch(branches, |branch| branch),
        Function::Floor => return of_branch(branches, |whole| whole),
        Function::Hysteresis => return of_branch(branches, |branch| f64::from(branch > 0.0)),
        Function::Abs => return if above(0) == Some(false) { (-a, None) } else { chosen(0) },
        Function::Max => return chosen(usize::from(above(0) == Some(false))),
        Function::Min => return chosen(usize::from(above(0) == Some(true))),
        Function::Clamp if above(1) == Some(true) => return chosen(2),
        Function::Clamp => return chosen(usize::from(above(0) == Some(false))),
        Function::Mod => match branches.first() {
            Some(&whole) => a - b * Enclosure::constant(Interval::point(whole)),
            None => Enclosure::UNKNOWN,
        },
        Function::Atan2 => match above(0) {
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
