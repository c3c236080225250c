//! From text to tape.

use super::tape::{FormulaFunction, FormulaOp};
use super::{FormulaError, Parameters, meaning, unknown_function, unknown_name};
use std::ops::Range;
use winnow::ascii::{float, multispace0};
use winnow::combinator::{opt, peek, separated};
use winnow::error::{AddContext, ParserError};
use winnow::prelude::*;
use winnow::stream::{LocatingSlice, Location, Stream};
use winnow::token::{any, one_of, take_while};

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

/// The operations of a formula in the order in which they are done.
pub(super) fn parse(text: &str, parameters: &Parameters) -> Result<Vec<FormulaOp>, FormulaError> {
    check_size(text)?;
    check_parentheses(text)?;
    let mut input = LocatingSlice::new(text);
    let operations = sum(&mut input, NameScope { parameters, depth: 0 })
        .map_err(|error| error.into_error(text))?;
    let begin = input.current_token_start();
    let rest = text[begin..].trim_end();
    if rest.is_empty() {
        return Ok(operations);
    }
    let first = rest.chars().next().map_or(1, char::len_utf8);
    let message = format!("here must be an operator or the end, not `{}`", &rest[..first]);
    Err(FormulaError::new(
        begin..begin + first,
        message,
        "operators are + - * / ^; a product needs its *",
    ))
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

/// Why parsing ended: with what is known of it, or at a place where something
/// else was expected.
#[derive(Debug)]
enum ParseFailure {
    Known(FormulaError),
    /// Something else may be tried.
    At(usize),
    /// Nothing else would do: what stands before has been understood.
    Committed(usize),
}

impl ParseFailure {
    fn committed(self) -> Self {
        if let Self::At(begin) = self { Self::Committed(begin) } else { self }
    }
    fn into_error(self, text: &str) -> FormulaError {
        match self {
            Self::Known(error) => error,
            Self::At(begin) | Self::Committed(begin) => {
                let found = text[begin..].chars().next();
                let span = begin..begin + found.map_or(0, char::len_utf8);
                let found = found.map_or("the end".into(), |c| format!("`{c}`"));
                let message =
                    format!("here must be a number, a name or a parenthesis, not {found}");
                FormulaError::new(span, message, "see the operators on both sides")
            }
        }
    }
}

impl<'a> ParserError<Input<'a>> for ParseFailure {
    type Inner = Self;
    fn from_input(input: &Input<'a>) -> Self {
        Self::At(input.current_token_start())
    }
    fn into_inner(self) -> Result<Self, Self> {
        Ok(self)
    }
    fn is_backtrack(&self) -> bool {
        matches!(self, Self::At(_))
    }
}
impl<I: Stream> AddContext<I> for ParseFailure {}

fn known<T>(error: FormulaError) -> Result<T, ParseFailure> {
    Err(ParseFailure::Known(error))
}

/// Sums, products, powers and what is between their signs; unary minus binds
/// weaker than a power and stronger than a product.
fn sum(input: &mut Input<'_>, of: NameScope<'_>) -> Result<Vec<FormulaOp>, ParseFailure> {
    operation(input, of, 0)
}

const SIGN: u8 = 8;

/// An operator, how strong it binds, and how strong what is right of it has to.
fn operator(sign: char) -> Option<(FormulaOp, u8, u8)> {
    match sign {
        '+' => Some((FormulaOp::Add, 4, 5)),
        '-' => Some((FormulaOp::Subtract, 4, 5)),
        '*' => Some((FormulaOp::Multiply, 6, 7)),
        '/' => Some((FormulaOp::Divide, 6, 7)),
        '^' => Some((FormulaOp::Power, 10, 10)), // from the right
        _ => None,
    }
}

/// What is held together by operators at least so strong.
fn operation(
    input: &mut Input<'_>,
    of: NameScope<'_>,
    weakest: u8,
) -> Result<Vec<FormulaOp>, ParseFailure> {
    multispace0.parse_next(input)?;
    let of = of.deeper(input)?;
    let mut operations = match opt(one_of(['-', '+'])).parse_next(input)? {
        None => operand(input, of)?,
        Some(sign) => {
            let mut operations = operation(input, of, SIGN).map_err(ParseFailure::committed)?;
            operations.extend((sign == '-').then_some(FormulaOp::Negate));
            operations
        }
    };
    loop {
        multispace0.parse_next(input)?;
        let sign = opt(peek(any)).parse_next(input)?;
        match sign.and_then(operator) {
            Some((op, strength, right)) if strength >= weakest => {
                any.parse_next(input)?;
                operations.extend(operation(input, of, right).map_err(ParseFailure::committed)?);
                operations.push(op);
            }
            _ => return Ok(operations),
        }
    }
}

fn operand(input: &mut Input<'_>, of: NameScope<'_>) -> Result<Vec<FormulaOp>, ParseFailure> {
    let first = peek(any).parse_next(input)?;
    match first {
        '(' => {
            any.parse_next(input)?;
            let inner = sum(input, of).map_err(ParseFailure::committed)?;
            close(input, "an operator or `)`")?;
            Ok(inner)
        }
        '0'..='9' | '.' => Ok(vec![FormulaOp::Number(number(input)?)]),
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
            let remedy = "operators are + - * / ^; a product needs its *";
            known(FormulaError::new(begin..begin + found.len_utf8(), message, remedy))
        }
    }
}

fn number(input: &mut Input<'_>) -> Result<f64, ParseFailure> {
    let begin = input.current_token_start();
    let value: f64 = float.parse_next(input)?;
    let span = begin..input.current_token_start();
    if value.is_finite() {
        return Ok(value);
    }
    known(FormulaError::new(span, format!("this number is {value}"), "numbers must be finite"))
}

fn name_or_call(input: &mut Input<'_>, of: NameScope<'_>) -> Result<Vec<FormulaOp>, ParseFailure> {
    let begin = input.current_token_start();
    let name: &str =
        take_while(1.., |c: char| c.is_ascii_alphanumeric() || c == '_').parse_next(input)?;
    let span = begin..input.current_token_start();
    let opens = opt((multispace0, one_of('('))).parse_next(input)?.is_some();
    if opens {
        return call(input, of, name, span);
    }
    match meaning(name, of.parameters) {
        Some(op) => Ok(vec![op]),
        None if FormulaFunction::named(name).is_some() => known(FormulaError::new(
            span,
            format!("`{name}` is a function"),
            format!("write what it is of, for example {name}(t)"),
        )),
        None => known(unknown_name(span, name, of.parameters)),
    }
}

fn call(
    input: &mut Input<'_>,
    of: NameScope<'_>,
    name: &str,
    span: Range<usize>,
) -> Result<Vec<FormulaOp>, ParseFailure> {
    let Some(function) = FormulaFunction::named(name) else {
        return known(unknown_function(span, name));
    };
    let arguments: Vec<Vec<FormulaOp>> =
        separated(1.., |input: &mut Input<'_>| sum(input, of), (multispace0, ','))
            .parse_next(input)
            .map_err(ParseFailure::committed)?;
    close(input, "an operator, a comma and a value, or `)`")?;
    let (given, taken) = (arguments.len(), function.arity());
    if given != taken {
        let message = format!("`{name}` is given {given} values; it takes {taken}");
        return known(FormulaError::new(span, message, "separate values by commas"));
    }
    let mut operations = arguments.concat();
    operations.push(FormulaOp::Call(function));
    Ok(operations)
}
