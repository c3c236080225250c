//! Intermediate values that are constant on a branch.
//!
//! Comparisons of such values have no switching function: they are made here, in doubles, so that
//! every scalar type takes the same decision and no value of that type is looked at. Where a
//! switch is sliding, a constant has two values, one for each side of the surface.

use super::operation::FormulaOp;
use super::stack::{ROOM, Stack};

/// A value on the branches 1 and -1 of what is sliding; equal where nothing is. `None` where it varies.
pub(super) type KnownValue = Option<[f64; 2]>;

/// The stack of constants beside the stack of values.
#[derive(Debug)]
pub(super) struct KnownValues {
    values: [KnownValue; ROOM],
    height: usize,
}

impl KnownValues {
    pub(super) fn new() -> Self {
        Self { values: [None; ROOM], height: 0 }
    }
    pub(super) fn push(&mut self, value: KnownValue) {
        self.values[self.height] = value;
        self.height += 1;
    }
    /// The last so many, `None` after them.
    pub(super) fn last(&self, count: usize) -> [KnownValue; 3] {
        let mut last = [None; 3];
        last[..count].copy_from_slice(&self.values[self.height - count..self.height]);
        last
    }
    /// The last value in place of the last so many.
    pub(super) fn replace(&mut self, count: usize, value: KnownValue) {
        self.height -= count;
        self.push(value);
    }
    /// The result of an operation, without its switching functions.
    pub(super) fn result(&self, op: FormulaOp) -> KnownValue {
        if let FormulaOp::Number(value) = op {
            return Some([value; 2]);
        }
        let last = self.last(op.arity());
        let arguments = &last[..op.arity()];
        if matches!(op, FormulaOp::Variable(_)) || arguments.iter().any(Option::is_none) {
            return None;
        }
        let on_side = |side: usize| {
            let mut stack = Stack::new();
            arguments.iter().flatten().for_each(|argument| stack.push(argument[side]));
            stack.operate(op);
            stack.last(1)[0]
        };
        let first = on_side(0);
        Some([first, if self.slide(arguments.len()) { on_side(1) } else { first }])
    }
    /// Returns whether one of the last so many has two values.
    pub(super) fn slide(&self, count: usize) -> bool {
        self.last(count).iter().flatten().any(|[above, below]| above != below)
    }
    /// Does an operation.
    pub(super) fn operate(&mut self, op: FormulaOp) {
        self.replace(op.arity(), self.result(op));
    }
}
