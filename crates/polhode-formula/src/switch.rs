//! Switching functions of a formula.

use super::operation::{ComparisonOp, FormulaFunction, FormulaOp};
use super::variable::Variable;
use polhode::torque::SwitchKind;
use std::ops::Range;

/// A switching function of a formula: a function v of its variables that is smooth on each branch of the switches
/// before it, and which of its branches is active.
#[derive(Clone, Debug, PartialEq)]
pub struct FormulaSwitch {
    /// How v decides.
    pub kind: SwitchKind,
    /// The call or comparison in the text of the formula, for example `max(0, r33)`.
    pub name: Box<str>,
    /// Whether v depends on time only, and on no hysteresis, which depends on what was before.
    pub of_time_alone: bool,
    /// The branch that the text means where v = 0: -1 for `>` and `<=`, else 1.
    pub at_zero: f64,
    /// The operations that give v.
    key: Box<[FormulaOp]>,
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

impl FormulaSwitch {
    /// Returns whether both have the same switching function and kind, so that they have the same branch.
    #[must_use]
    pub fn same_function(&self, other: &Self) -> bool {
        self.kind == other.kind && self.key == other.key
    }
    pub(super) fn is_hysteresis(&self) -> bool {
        self.key.last() == Some(&FormulaOp::Call(FormulaFunction::Hysteresis))
    }
}

/// The switching functions of these operations, whose names are given in order.
pub(super) fn switches(operations: &[FormulaOp], names: &[&str]) -> Box<[FormulaSwitch]> {
    let mut found: Vec<FormulaSwitch> = Vec::with_capacity(names.len());
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
            found.push(FormulaSwitch {
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

fn kind(op: FormulaOp) -> SwitchKind {
    match op {
        FormulaOp::Call(FormulaFunction::Floor | FormulaFunction::Mod) => SwitchKind::Whole,
        FormulaOp::Call(function) if function.has_boundary() => SwitchKind::Boundary,
        _ => SwitchKind::Sign,
    }
}

fn at_zero(op: FormulaOp) -> f64 {
    match op {
        FormulaOp::Compare(ComparisonOp::Greater | ComparisonOp::LessOrEqual) => -1.0,
        _ => 1.0,
    }
}

fn is_of_time_alone(operations: &[FormulaOp]) -> bool {
    operations.iter().all(|&op| match op {
        FormulaOp::Variable(variable) => variable == Variable::Time,
        op => op.without_switches().0 != FormulaOp::Call(FormulaFunction::Hysteresis),
    })
}

/// The operations that give v; those of equal functions are equal.
fn key(op: FormulaOp, part: usize, arguments: &[&[FormulaOp]]) -> Vec<FormulaOp> {
    let two = |a: &[FormulaOp], b: &[FormulaOp], op| [a, b, &[op]].concat();
    match (op, arguments) {
        (
            FormulaOp::Compare(_) | FormulaOp::Call(FormulaFunction::Min | FormulaFunction::Max),
            [a, [FormulaOp::Number(0.0)]],
        ) => a.to_vec(),
        (
            FormulaOp::Compare(_) | FormulaOp::Call(FormulaFunction::Min | FormulaFunction::Max),
            [a, b],
        ) => two(a, b, FormulaOp::Subtract),
        (FormulaOp::Call(FormulaFunction::Clamp), [x, limits @ ..]) => match limits[part] {
            [FormulaOp::Number(0.0)] => x.to_vec(),
            limit => two(x, limit, FormulaOp::Subtract),
        },
        (FormulaOp::Call(FormulaFunction::Mod), [x, y]) => two(x, y, FormulaOp::Divide),
        (FormulaOp::Call(FormulaFunction::Asin | FormulaFunction::Acos), [x]) => {
            [&[FormulaOp::Number(1.0)], *x, &[FormulaOp::WholePower(2), FormulaOp::Subtract]]
                .concat()
        }
        (FormulaOp::Call(FormulaFunction::Hysteresis), arguments) => {
            [&arguments.concat()[..], &[op]].concat()
        }
        (_, [first, ..]) => first.to_vec(),
        (_, []) => Vec::new(),
    }
}
