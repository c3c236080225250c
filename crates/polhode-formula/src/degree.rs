//! Formulas that are polynomials.

use super::Formula;
use super::operation::{FormulaFunction, FormulaOp};
use super::variable::Variable;

impl Formula {
    /// Returns the degree of the formula as a polynomial in time, quaternion and rates on each branch of its
    /// switching functions; `None` if it is not one.
    #[must_use]
    pub fn degree(&self) -> Option<u32> {
        let mut degrees: Vec<u32> = Vec::new();
        for &op in self.operations() {
            let (op, _) = op.without_switches();
            let arguments = degrees.split_off(degrees.len().checked_sub(op.arity())?);
            degrees.push(degree_of(op, &arguments)?);
        }
        degrees.pop()
    }
}

/// The degree of the result of an operation on polynomials.
fn degree_of(op: FormulaOp, arguments: &[u32]) -> Option<u32> {
    use FormulaFunction::{Abs, Clamp, If, Max, Min, Mod};
    let highest = arguments.iter().copied().max().unwrap_or(0);
    if highest == 0 && !matches!(op, FormulaOp::Variable(_)) || op.is_step_function() {
        return Some(0);
    }
    match op {
        FormulaOp::Variable(Variable::Matrix(..) | Variable::KineticEnergy) => Some(2),
        FormulaOp::Variable(Variable::Energy) => None,
        FormulaOp::Variable(_) => Some(1),
        FormulaOp::Add | FormulaOp::Subtract | FormulaOp::Negate => Some(highest),
        FormulaOp::Multiply => Some(arguments.iter().sum()),
        FormulaOp::Divide => (arguments[1] == 0).then_some(highest),
        FormulaOp::WholePower(n) => highest.checked_mul(u32::try_from(n).ok()?),
        FormulaOp::Call(Abs | Clamp | If | Max | Min | Mod) => Some(highest),
        _ => None,
    }
}
