//! Sums, products, comparisons and what is between their signs.

use super::expression::ParsedExpression;
use super::failure::{OPERATORS, ParseFailure, known};
use super::{Input, NameScope};
use crate::operation::{ComparisonOp, FormulaFunction, FormulaOp};
use crate::{FormulaError, meaning, unknown_function, unknown_name};
use std::ops::Range;
use winnow::ascii::{float, multispace0};
use winnow::combinator::{opt, peek, separated};
use winnow::error::ParserError;
use winnow::prelude::*;
use winnow::stream::{Location, Stream};
use winnow::token::{any, one_of, take_while};

/// How strong what is right of `not` has to bind: comparisons do.
const NOT: u8 = 5;
/// How strong what is right of a sign has to bind: it binds weaker than a power and stronger than a product.
const SIGN: u8 = 12;

/// An operator, its length, how strong it binds, and how strong what is right of it has to.
fn operator(rest: &str) -> Option<(FormulaOp, usize, u8, u8)> {
    let simple = |op, left, right| Some((op, 1, left, right));
    match rest.as_bytes().first()? {
        b'+' => simple(FormulaOp::Add, 8, 9),
        b'-' => simple(FormulaOp::Subtract, 8, 9),
        b'*' => simple(FormulaOp::Multiply, 10, 11),
        b'/' => simple(FormulaOp::Divide, 10, 11),
        b'^' => simple(FormulaOp::Power, 14, 14), // from the right
        b'a' if word(rest) == "and" => Some((FormulaOp::And, 3, 3, 4)),
        b'o' if word(rest) == "or" => Some((FormulaOp::Or, 2, 1, 2)),
        _ => {
            let (sign, comparison) =
                ComparisonOp::ALL.into_iter().find(|(sign, _)| rest.starts_with(sign))?;
            Some((FormulaOp::Compare(comparison), sign.len(), 6, 7))
        }
    }
}

/// The name that a text begins with.
fn word(text: &str) -> &str {
    let end = text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    &text[..end.unwrap_or(text.len())]
}

/// What is held together by operators at least so strong.
pub(super) fn operation(
    input: &mut Input<'_>,
    of: NameScope<'_>,
    weakest: u8,
) -> Result<ParsedExpression, ParseFailure> {
    multispace0.parse_next(input)?;
    let of = of.deeper(input)?;
    let begin = input.current_token_start();
    let prefix = match of.text.as_bytes().get(begin) {
        Some(b'-') => Some((Some(FormulaOp::Negate), 1, SIGN)),
        Some(b'+') => Some((None, 1, SIGN)),
        Some(b'n') if word(&of.text[begin..]) == "not" => Some((Some(FormulaOp::Not), 3, NOT)),
        _ => None,
    };
    let mut left = match prefix {
        None => operand(input, of)?,
        Some((op, length, strength)) => {
            if op == Some(FormulaOp::Not) && weakest > NOT {
                return misplaced_not(begin);
            }
            input.next_slice(length);
            let inner = operation(input, of, strength).map_err(ParseFailure::settled)?;
            prefixed(op, inner, begin, of)?
        }
    };
    loop {
        multispace0.parse_next(input)?;
        match operator(&of.text[input.current_token_start()..]) {
            Some((op, length, strength, right)) if strength >= weakest => {
                input.next_slice(length);
                let right = operation(input, of, right).map_err(ParseFailure::settled)?;
                let span = left.span.start..right.span.end;
                left = ParsedExpression::new(op, vec![left, right], span, of)?;
            }
            _ => return Ok(left),
        }
    }
}

fn prefixed(
    op: Option<FormulaOp>,
    inner: ParsedExpression,
    begin: usize,
    of: NameScope<'_>,
) -> Result<ParsedExpression, ParseFailure> {
    let span = begin..inner.span.end;
    match op {
        Some(op) => ParsedExpression::new(op, vec![inner], span, of),
        None => Ok(ParsedExpression { span, ..inner }),
    }
}

fn misplaced_not<T>(begin: usize) -> Result<T, ParseFailure> {
    let message = "`not` binds weaker than the operator before it";
    let remedy = "put parentheses around `not` and what it is of";
    known(FormulaError::new(begin..begin + 3, message, remedy))
}

fn operand(input: &mut Input<'_>, of: NameScope<'_>) -> Result<ParsedExpression, ParseFailure> {
    let first = peek(any).parse_next(input)?;
    match first {
        '(' => {
            let begin = input.current_token_start();
            any.parse_next(input)?;
            let inner = operation(input, of, 0).map_err(ParseFailure::settled)?;
            close(input, "an operator or `)`")?;
            let span = begin..input.current_token_start();
            Ok(ParsedExpression { span, comparison: None, ..inner })
        }
        '0'..='9' | '.' => number(input),
        c if c.is_ascii_alphabetic() || c == '_' => name_or_call(input, of),
        _ => Err(ParseFailure::from_input(input)),
    }
}

fn close(input: &mut Input<'_>, expected: &str) -> Result<(), ParseFailure> {
    multispace0.parse_next(input)?;
    let begin = input.current_token_start();
    match any.parse_next(input)? {
        ')' => Ok(()),
        found => {
            let message = format!("here must be {expected}, not `{found}`");
            let span = begin..begin + found.len_utf8();
            known(FormulaError::new(span, message, OPERATORS))
        }
    }
}

fn number(input: &mut Input<'_>) -> Result<ParsedExpression, ParseFailure> {
    let begin = input.current_token_start();
    let value: f64 = float.parse_next(input)?;
    let span = begin..input.current_token_start();
    if value.is_finite() {
        return Ok(ParsedExpression::leaf(FormulaOp::Number(value), span));
    }
    known(FormulaError::new(span, format!("this number is {value}"), "numbers must be finite"))
}

fn name_or_call(
    input: &mut Input<'_>,
    of: NameScope<'_>,
) -> Result<ParsedExpression, ParseFailure> {
    let begin = input.current_token_start();
    let name: &str =
        take_while(1.., |c: char| c.is_ascii_alphanumeric() || c == '_').parse_next(input)?;
    let span = begin..input.current_token_start();
    if matches!(name, "and" | "or") {
        let message = format!("`{name}` needs a condition on its left");
        return known(FormulaError::new(span, message, "write, for example, t > 1 and t < 2"));
    }
    let opens = opt((multispace0, one_of('('))).parse_next(input)?.is_some();
    if opens {
        return call(input, of, name, span);
    }
    match meaning(name, of.parameters) {
        Some(op) => Ok(ParsedExpression::leaf(op, span)),
        None => known(no_value(name, span, of)),
    }
}

fn no_value(name: &str, span: Range<usize>, of: NameScope<'_>) -> FormulaError {
    if FormulaFunction::named(name).is_none() {
        return unknown_name(span, name, of.parameters);
    }
    let example = match name {
        "if" => "if(t > 1, 2, 3)".into(),
        "atan2" | "min" | "max" | "mod" => format!("{name}(t, 2)"),
        "clamp" | "hysteresis" => format!("{name}(t, 1, 2)"),
        name => format!("{name}(t)"),
    };
    let remedy = format!("write what it is of, for example {example}");
    FormulaError::new(span, format!("`{name}` is a function"), remedy)
}

fn call(
    input: &mut Input<'_>,
    of: NameScope<'_>,
    name: &str,
    span: Range<usize>,
) -> Result<ParsedExpression, ParseFailure> {
    let Some(function) = FormulaFunction::named(name) else {
        return known(unknown_function(span, name));
    };
    let arguments: Vec<ParsedExpression> =
        separated(1.., |input: &mut Input<'_>| operation(input, of, 0), (multispace0, ','))
            .parse_next(input)
            .map_err(ParseFailure::settled)?;
    close(input, "an operator, a comma and a value, or `)`")?;
    let (given, taken) = (arguments.len(), function.arity());
    if given != taken {
        let message = format!("`{name}` is given {given} values; it takes {taken}");
        return known(FormulaError::new(span, message, "separate values by commas"));
    }
    let whole = span.start..input.current_token_start();
    ParsedExpression::new(FormulaOp::Call(function), arguments, whole, of)
}
