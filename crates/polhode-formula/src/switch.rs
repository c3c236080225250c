//! Switching functions of a formula.

use super::operation::{Comparison, Function, Op};
use super::variable::Variable;
use std::ops::Range;

/// How the sign or the value of a switching function v decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SwitchKind {
    /// Branch 1 while v >= 0, branch -1 while v <= 0.
    Sign,
    /// Branch k, a whole number, while k <= v <= k + 1.
    Whole,
    /// No effect on the value; the formula is not smooth, or ends, where v = 0.
    Boundary,
}

/// A switching function of a formula: a function v of its variables that is smooth on each branch of the switches
/// before it, and which of its branches is active.
#[derive(Clone, Debug, PartialEq)]
pub struct Switch {
    /// How v decides.
    pub kind: SwitchKind,
    /// The call or comparison in the text of the formula, for example `max(0, r33)`.
    pub name: Box<str>,
    /// Whether v depends on time only, and on no hysteresis, which depends on what was before.
    pub of_time_alone: bool,
    /// The branch that the text means where v = 0: -1 for `>` and `<=`, else 1.
    pub at_zero: f64,
    /// The operations that give v.
    key: Box<[Op]>,
    pub(super) site: Site,
}

/// Where a switch is in the operations of its formula.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Site {
    /// The operations of the arguments; the operation itself is the next one.
    pub(super) arguments: Range<usize>,
    /// The first switch within the arguments, if there is one; else the switch itself, or the one before it
    /// of the same operation.
    pub(super) first: usize,
    /// Which of the switches of the operation.
    pub(super) part: usize,
}

impl Switch {
    /// Returns whether both have the same switching function and kind, so that they have the same branch.
    #[must_use]
    pub fn same_function(&self, other: &Self) -> bool {
        self.kind == other.kind && self.key == other.key
    }
    pub(super) fn is_hysteresis(&self) -> bool {
        self.key.last() == Some(&Op::Call(Function::Hysteresis))
    }
}

/// The switching functions of these operations, whose names are given in order.
pub(super) fn switches(operations: &[Op], names: &[&str]) -> Box<[Switch]> {
    let mut found: Vec<Switch> = Vec::with_capacity(names.len());
    // Of each intermediate value: the first of its operations and switches.
    let mut begins: Vec<(usize, usize)> = Vec::new();
    for (position, &op) in operations.iter().enumerate() {
        let arguments = begins.split_off(begins.len() - op.arity());
        let begin = *arguments.first().unwrap_or(&(position, found.len()));
        begins.push(begin);
        let (op, count) = op.without_switches();
        for part in 0..count {
            let site = Site { arguments: begin.0..position, first: begin.1, part };
            let ends = arguments[1..].iter().map(|(begin, _)| *begin).chain([position]);
            let arguments = arguments
                .iter()
                .zip(ends)
                .map(|(&(begin, _), end)| &operations[begin..end])
                .collect::<Vec<_>>();
            found.push(Switch {
                kind: kind(op),
                name: names[found.len()].into(),
                of_time_alone: is_of_time_alone(&operations[site.arguments.clone()]),
                at_zero: at_zero(op),
                key: key(op, part, &arguments).into(),
                site,
            });
        }
    }
    found.into()
}

fn kind(op: Op) -> SwitchKind {
    match op {
        Op::Call(Function::Floor | Function::Mod) => SwitchKind::Whole,
        Op::Call(function) if function.has_boundary() => SwitchKind::Boundary,
        _ => SwitchKind::Sign,
    }
}

fn at_zero(op: Op) -> f64 {
    match op {
        Op::Compare(Comparison::Greater | Comparison::LessOrEqual) => -1.0,
        _ => 1.0,
    }
}

fn is_of_time_alone(operations: &[Op]) -> bool {
    operations.iter().all(|&op| match op {
        Op::Variable(variable) => variable == Variable::Time,
        op => op.without_switches().0 != Op::Call(Function::Hysteresis),
    })
}

/// The operations that give v; those of equal functions are equal.
fn key(op: Op, part: usize, arguments: &[&[Op]]) -> Vec<Op> {
    let two = |a: &[Op], b: &[Op], op| [a, b, &[op]].concat();
    match (op, arguments) {
        (Op::Compare(_) | Op::Call(Function::Min | Function::Max), [a, [Op::Number(0.0)]]) => {
            a.to_vec()
        }
        (Op::Compare(_) | Op::Call(Function::Min | Function::Max), [a, b]) => {
            two(a, b, Op::Subtract)
        }
        (Op::Call(Function::Clamp), [x, limits @ ..]) => match limits[part] {
            [Op::Number(0.0)] => x.to_vec(),
            limit => two(x, limit, Op::Subtract),
        },
        (Op::Call(Function::Mod), [x, y]) => two(x, y, Op::Divide),
        (Op::Call(Function::Asin | Function::Acos), [x]) => {
            [&[Op::Number(1.0)], *x, &[Op::WholePower(2), Op::Subtract]].concat()
        }
        (Op::Call(Function::Hysteresis), arguments) => [&arguments.concat()[..], &[op]].concat(),
        (_, [first, ..]) => first.to_vec(),
        (_, []) => Vec::new(),
    }
}
