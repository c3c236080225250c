//! Formulas that a user writes: parsed once, evaluated in every number.

mod branch;
mod cell;
mod constants;
mod degree;
mod enclosure;
mod formula;
mod interval;
mod operation;
mod parse;
mod search;
mod shift;
mod simplified;
mod stack;
mod switch;
mod variable;

use polhode::suggestion::suggestion;
use std::fmt;
use std::ops::Range;

pub use branch::Branches;
pub use formula::Formula;
pub use interval::Interval;
pub use polhode::torque::SwitchKind;
pub use search::TimeBranches;
pub use switch::FormulaSwitch;
pub use variable::{FormulaInput, Variable};

/// What is wrong with a formula, and which of its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormulaError {
    /// The bytes.
    pub span: Range<usize>,
    /// The value and the rule.
    pub message: String,
    /// What to do about it.
    pub remedy: String,
}

impl FormulaError {
    fn new(span: Range<usize>, message: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { span, message: message.into(), remedy: remedy.into() }
    }
}

impl fmt::Display for FormulaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}; {}", self.span.start + 1, self.message, self.remedy)
    }
}
impl std::error::Error for FormulaError {}

/// NameScope that stand for numbers in a formula.
pub type Parameters = [(String, f64)];

/// What a name in a formula means.
fn meaning(name: &str, parameters: &Parameters) -> Option<operation::FormulaOp> {
    if let Some((_, value)) = parameters.iter().find(|(parameter, _)| parameter == name) {
        return Some(operation::FormulaOp::Number(*value));
    }
    match name {
        "pi" => Some(operation::FormulaOp::Pi),
        _ => Variable::named(name).map(operation::FormulaOp::Variable),
    }
}

/// May a parameter be called this?
///
/// # Errors
/// Where the name is taken, or is none.
pub fn check_parameter(name: &str) -> Result<(), FormulaError> {
    let whole = 0..name.len();
    let mut letters = name.chars();
    let is_name = letters.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
        && letters.all(|c| c.is_ascii_alphanumeric() || c == '_');
    if !is_name {
        let message = format!("`{name}` is no name that a formula could use");
        let remedy = "names are letters, digits and underscores, and begin with a letter";
        return Err(FormulaError::new(whole, message, remedy));
    }
    let is_word = matches!(name, "and" | "or" | "not");
    if is_word || meaning(name, &[]).is_some() || operation::FormulaFunction::named(name).is_some()
    {
        let message = format!("`{name}` has a meaning already");
        return Err(FormulaError::new(whole, message, "choose another name"));
    }
    Ok(())
}

fn unknown_name(span: Range<usize>, name: &str, parameters: &Parameters) -> FormulaError {
    let mut names: Vec<&str> = Variable::names().chain(["pi"]).collect();
    names.extend(parameters.iter().map(|(parameter, _)| parameter.as_str()));
    let near = suggestion(name, names);
    FormulaError::new(
        span,
        format!("there is no variable `{name}`{near}"),
        "variables are t, qw qx qy qz, r11 to r33, wx wy wz, lx ly lz, kinetic_energy, pi and \
         the names in `parameters`; in events also energy",
    )
}

fn unknown_function(span: Range<usize>, name: &str) -> FormulaError {
    let near = suggestion(name, operation::FormulaFunction::names());
    let names: Vec<_> = operation::FormulaFunction::names().collect();
    FormulaError::new(
        span,
        format!("there is no function `{name}`{near}"),
        format!("functions are {}", names.join(", ")),
    )
}
