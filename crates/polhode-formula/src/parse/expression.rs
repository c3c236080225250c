//! Parts of a formula: their operations, and the rules of numbers and conditions.

use super::NameScope;
use super::failure::{ParseFailure, known};
use crate::FormulaError;
use crate::operation::{ComparisonOp, FormulaFunction, FormulaOp};
use crate::stack::{DEEPEST, Stack};
use std::ops::Range;

/// A part of a formula.
#[derive(Debug)]
pub(super) struct ParsedExpression {
    pub(super) operations: Vec<FormulaOp>,
    /// Texts of its switching functions, in order of evaluation.
    pub(super) switches: Vec<Range<usize>>,
    /// Its text.
    pub(super) span: Range<usize>,
    /// Whether it is a condition, which also counts as a number, 1 or 0.
    pub(super) is_condition: bool,
    /// Whether it is constant on each branch.
    pub(super) is_piecewise_constant: bool,
    /// The comparison that it is, outside of parentheses.
    pub(super) comparison: Option<Compared>,
}

/// Where the parts of a comparison are in the text.
#[derive(Clone, Debug)]
pub(super) struct Compared {
    left: Range<usize>,
    sign: &'static str,
    right: Range<usize>,
}

impl ParsedExpression {
    /// A number or a variable.
    pub(super) fn leaf(op: FormulaOp, span: Range<usize>) -> Self {
        Self {
            operations: vec![op],
            switches: Vec::new(),
            span,
            is_condition: false,
            is_piecewise_constant: !matches!(op, FormulaOp::Variable(_)),
            comparison: None,
        }
    }

    /// An operation on parts; `text` is that of the whole.
    pub(super) fn new(
        op: FormulaOp,
        parts: Vec<Self>,
        text: Range<usize>,
        names: NameScope<'_>,
    ) -> Result<Self, ParseFailure> {
        check(op, &parts, names)?;
        let operation = if are_constant(op, &parts) { op } else { op.switching() };
        let comparison = match (op, &parts[..]) {
            (FormulaOp::Compare(comparison), [left, right]) => Some(Compared {
                left: left.span.clone(),
                sign: comparison.sign(),
                right: right.span.clone(),
            }),
            _ => None,
        };
        let parts_are_constant =
            parts.iter().skip(usize::from(op == FormulaOp::Call(FormulaFunction::If)));
        let mut expression = Self {
            operations: Vec::new(),
            switches: Vec::new(),
            is_condition: op.is_condition()
                || op == FormulaOp::Call(FormulaFunction::If)
                    && parts.iter().all(|part| part.is_condition),
            is_piecewise_constant: op.is_step_function()
                || parts_are_constant.into_iter().all(|part| part.is_piecewise_constant),
            comparison,
            span: text.clone(),
        };
        for part in parts {
            expression.operations.extend(part.operations);
            expression.switches.extend(part.switches);
        }
        expression.push(operation);
        let count = operation.without_switches().1;
        expression.switches.extend((0..count).map(|_| text.clone()));
        Ok(expression)
    }

    /// Its value, if it is a constant of few operations.
    fn value(&self) -> Option<f64> {
        let is_variable = |op: &FormulaOp| matches!(op, FormulaOp::Variable(_));
        if self.operations.len() > DEEPEST || self.operations.iter().any(is_variable) {
            return None;
        }
        let mut stack = Stack::<f64>::new();
        self.operations.iter().for_each(|&op| stack.operate(op));
        Some(stack.last(1)[0])
    }

    /// Powers with whole exponents, which are defined for any base, are operations of their own.
    fn push(&mut self, op: FormulaOp) {
        let exponent = match (op, &self.operations[..]) {
            (FormulaOp::Power, [.., FormulaOp::Number(x), FormulaOp::Negate]) => {
                whole(-x).map(|n| (n, 2))
            }
            (FormulaOp::Power, [.., FormulaOp::Number(x)]) => whole(*x).map(|n| (n, 1)),
            _ => None,
        };
        if let Some((n, length)) = exponent {
            self.operations.truncate(self.operations.len() - length);
            self.operations.push(FormulaOp::WholePower(n));
        } else {
            self.operations.push(op);
        }
    }
}

/// Returns whether the switching functions of this operation would be constant on each branch.
fn are_constant(op: FormulaOp, parts: &[ParsedExpression]) -> bool {
    let count = if op == FormulaOp::Call(FormulaFunction::Atan2) { 1 } else { parts.len() };
    parts.iter().take(count).all(|part| part.is_piecewise_constant)
}

#[expect(clippy::cast_possible_truncation, reason = "whole and small")]
fn whole(x: f64) -> Option<i32> {
    (x.fract() == 0.0 && x.abs() <= 64.0).then_some(x as i32)
}

/// The rules of what an operation takes.
fn check(
    op: FormulaOp,
    parts: &[ParsedExpression],
    names: NameScope<'_>,
) -> Result<(), ParseFailure> {
    match op {
        FormulaOp::And => parts.iter().try_for_each(|part| check_condition(part, "and", names)),
        FormulaOp::Or => parts.iter().try_for_each(|part| check_condition(part, "or", names)),
        FormulaOp::Not => parts.iter().try_for_each(|part| check_condition(part, "not", names)),
        FormulaOp::Call(FormulaFunction::If) => {
            parts.iter().take(1).try_for_each(|part| check_condition(part, "if", names))
        }
        FormulaOp::Compare(comparison) => {
            parts
                .iter()
                .take(1)
                .try_for_each(|left| check_chain(left, parts, comparison, names))?;
            if comparison.is_of_equality() { check_equality(parts, comparison) } else { Ok(()) }
        }
        FormulaOp::Call(FormulaFunction::Clamp | FormulaFunction::Hysteresis) => {
            check_limits(parts)
        }
        _ => Ok(()),
    }
}

/// Limits that are numbers are in order.
fn check_limits(parts: &[ParsedExpression]) -> Result<(), ParseFailure> {
    let [_, low, high] = parts else { return Ok(()) };
    match (low.value(), high.value()) {
        (Some(below), Some(above)) if below > above => {
            let message = format!("the lower limit {below} is above the upper one, {above}");
            let span = low.span.start..high.span.end;
            known(FormulaError::new(span, message, "exchange them"))
        }
        _ => Ok(()),
    }
}

fn check_condition(
    part: &ParsedExpression,
    taker: &str,
    names: NameScope<'_>,
) -> Result<(), ParseFailure> {
    if part.is_condition {
        return Ok(());
    }
    let text = &names.text[part.span.clone()];
    let message = format!("`{text}` is a number, and `{taker}` takes a condition");
    let remedy = format!("write a comparison such as {text} > 0");
    known(FormulaError::new(part.span.clone(), message, remedy))
}

/// Comparisons of comparisons without parentheses are refused.
fn check_chain(
    first: &ParsedExpression,
    parts: &[ParsedExpression],
    comparison: ComparisonOp,
    names: NameScope<'_>,
) -> Result<(), ParseFailure> {
    let (Some(Compared { left, sign, right }), [_, last]) = (&first.comparison, parts) else {
        return Ok(());
    };
    let [left, middle, last_text] = [left, right, &last.span].map(|span| &names.text[span.clone()]);
    let remedy =
        format!("write `{left} {sign} {middle} and {middle} {} {last_text}`", comparison.sign());
    let span = first.span.start..last.span.end;
    known(FormulaError::new(span, "comparisons cannot be chained", remedy))
}

/// Equality of numbers that vary holds at single points only, which nothing finds.
fn check_equality(
    parts: &[ParsedExpression],
    comparison: ComparisonOp,
) -> Result<(), ParseFailure> {
    let Some(varying) = parts.iter().find(|part| !part.is_piecewise_constant) else {
        return Ok(());
    };
    let message = format!(
        "`{}` is for values that change by jumps only, as those of floor, sign and conditions do",
        comparison.sign()
    );
    let remedy = "compare with < or >, or take the floor of both sides";
    known(FormulaError::new(varying.span.clone(), message, remedy))
}
