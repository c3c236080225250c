//! Why parsing ended.

use super::Input;
use crate::FormulaError;
use winnow::error::{AddContext, ParserError};
use winnow::stream::{Location, Stream};

/// What operators there are, as remedies say it.
pub(super) const OPERATORS: &str =
    "operators are + - * / ^ < <= > >= == != and or; a product needs its *";

/// Why parsing ended: with what is known of it, or at a place where something
/// else was expected.
#[derive(Debug)]
pub(super) enum ParseFailure {
    Known(FormulaError),
    /// Something else may be tried.
    At(usize),
    /// Nothing else would do: what stands before has been understood.
    Settled(usize),
}

impl ParseFailure {
    pub(super) fn settled(self) -> Self {
        if let Self::At(begin) = self { Self::Settled(begin) } else { self }
    }
    pub(super) fn into_error(self, text: &str) -> FormulaError {
        match self {
            Self::Known(error) => error,
            Self::At(begin) | Self::Settled(begin) => {
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

pub(super) fn known<T>(error: FormulaError) -> Result<T, ParseFailure> {
    Err(ParseFailure::Known(error))
}
