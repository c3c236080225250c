//! A formula as it is on one branch, without what other branches need.

use super::branch::{BranchEvaluation, Branches, Encounter, Outcome};
use super::operation::FormulaOp;
use super::variable::FormulaInput;
use polhode::geometry::{Rotation, Vec3};

/// The operations on these branches, which leave the bits of an evaluation on them on the stack; `None` where one is
/// sliding, or is that of an angle.
pub(super) fn simplified(
    operations: &[FormulaOp],
    branches: &Branches<'_, f64>,
) -> Option<Vec<FormulaOp>> {
    let mut outcomes = outcomes(operations, branches).into_iter();
    // The operations of each intermediate value.
    let mut stack: Vec<Vec<FormulaOp>> = Vec::new();
    for &op in operations {
        let arguments = stack.split_off(stack.len().checked_sub(op.arity())?);
        let (op, _) = op.without_switches();
        let outcome = match op {
            FormulaOp::Call(_) | FormulaOp::Compare(_) => outcomes.next()?,
            _ => Outcome::Operation,
        };
        let whole = |mut arguments: Vec<Vec<FormulaOp>>, last: &[FormulaOp]| {
            arguments.push(last.to_vec());
            arguments.concat()
        };
        stack.push(match outcome {
            Outcome::Operation => whole(arguments, &[op]),
            Outcome::Argument(index) => arguments.into_iter().nth(index)?,
            Outcome::Negated => whole(arguments, &[FormulaOp::Negate]),
            Outcome::Number(number) => vec![FormulaOp::Number(number)],
            Outcome::Remainder(times) => whole(
                arguments,
                &[FormulaOp::Number(times), FormulaOp::Multiply, FormulaOp::Subtract],
            ),
            Outcome::Blend => return None,
        });
    }
    Some(stack.concat())
}

/// What each call and comparison is. It does not depend on the variables.
fn outcomes(operations: &[FormulaOp], branches: &Branches<'_, f64>) -> Vec<Outcome> {
    let input = FormulaInput {
        time: 0.0,
        attitude: Rotation::identity(),
        rates: Vec3::zero(),
        momentum: Vec3::zero(),
        potential: 0.0,
    };
    let mut choose = |encounter: Encounter<f64>| branches.get(encounter.switch);
    let mut evaluation = BranchEvaluation::new(false, &mut choose);
    evaluation.outcomes = Some(Vec::new());
    evaluation.run(operations, &input);
    evaluation.outcomes.unwrap_or_default()
}
