//! From text to operations.

mod expression;
mod failure;
mod grammar;

use super::operation::FormulaOp;
use super::{FormulaError, Parameters};
use failure::{OPERATORS, ParseFailure, known};
use std::ops::Range;
use winnow::stream::{LocatingSlice, Location};

/// Longer formulas are refused.
const LONGEST: usize = 2000;
/// So many parentheses may be inside of each other.
const DEEPEST: usize = 60;
/// And so many signs, powers and parentheses together, so that no input exhausts the stack:
/// unoptimised each takes up to 6 KiB of it.
const MOST_NESTED: usize = 128;

type Input<'a> = LocatingSlice<&'a str>;

/// What names mean, and how deep inside of the formula they stand.
#[derive(Clone, Copy)]
struct NameScope<'a> {
    text: &'a str,
    parameters: &'a Parameters,
    depth: usize,
}

impl NameScope<'_> {
    /// One level deeper.
    fn deeper(self, input: &Input<'_>) -> Result<Self, ParseFailure> {
        if self.depth < MOST_NESTED {
            return Ok(Self { depth: self.depth + 1, ..self });
        }
        let begin = input.current_token_start();
        let message =
            format!("more than {MOST_NESTED} signs, powers and parentheses inside of each other");
        known(FormulaError::new(begin..begin, message, "take some of them away"))
    }
}

/// The operations of a formula in the order in which they are done, and where the calls and comparisons
/// with switching functions are in the text.
pub(super) fn parse(
    text: &str,
    parameters: &Parameters,
) -> Result<(Vec<FormulaOp>, Vec<Range<usize>>), FormulaError> {
    check_size(text)?;
    check_parentheses(text)?;
    let mut input = LocatingSlice::new(text);
    let formula = grammar::operation(&mut input, NameScope { text, parameters, depth: 0 }, 0)
        .map_err(|error| error.into_error(text))?;
    let begin = input.current_token_start();
    let rest = text[begin..].trim_end();
    if rest.is_empty() {
        return Ok((formula.operations, formula.switches));
    }
    let first = rest.chars().next().map_or(1, char::len_utf8);
    let message = format!("here must be an operator or the end, not `{}`", &rest[..first]);
    Err(FormulaError::new(begin..begin + first, message, OPERATORS))
}

fn check_size(text: &str) -> Result<(), FormulaError> {
    if text.trim().is_empty() {
        let message = "the formula is empty";
        return Err(FormulaError::new(0..text.len(), message, "write \"0\" for no torque"));
    }
    if text.len() > LONGEST {
        let message = format!("the formula has {} bytes; at most {LONGEST} are taken", text.len());
        let remedy = "give the torque as several, which add up, or write it in Rust or Python";
        return Err(FormulaError::new(0..text.len(), message, remedy));
    }
    Ok(())
}

/// Pairs of parentheses, which are easier to point at before parsing.
fn check_parentheses(text: &str) -> Result<(), FormulaError> {
    let mut open = Vec::new();
    for (i, byte) in text.bytes().enumerate() {
        match byte {
            b'(' if open.len() == DEEPEST => {
                let message = format!("more than {DEEPEST} parentheses inside of each other");
                return Err(FormulaError::new(i..i + 1, message, "take some of them away"));
            }
            b'(' => open.push(i),
            b')' if open.pop().is_none() => {
                let message = "this parenthesis closes none";
                return Err(FormulaError::new(i..i + 1, message, "open one before, or remove it"));
            }
            _ => {}
        }
    }
    open.pop().map_or(Ok(()), |i| {
        let message = "this parenthesis is not closed";
        Err(FormulaError::new(i..i + 1, message, "close it, or remove it"))
    })
}
