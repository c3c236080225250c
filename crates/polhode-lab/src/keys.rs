//! What a scenario file may say: the one list from which validation, the JSON
//! Schema and the guide's table of keys are made.

mod path;
mod schema;
mod validate;
mod words;

use crate::listed::Listed;

pub(crate) use path::{PathMatch, find};
pub use schema::json_schema;
pub(crate) use validate::validate;
pub(crate) use words::{ANGLE_UNITS, ATTITUDE, FRAMES, SHAPES, VECTOR, key, optional};
pub use words::{SECTIONS, TORQUES, TorqueKeys, guide};

/// A key.
#[derive(Clone, Copy, Debug)]
pub struct ScenarioKey {
    /// As it is written.
    pub name: &'static str,
    /// What its value can be.
    pub kind: ValueKind,
    /// What it says, with the unit and the frame.
    pub help: &'static str,
    /// A value that one could give, as TOML.
    pub example: &'static str,
    /// Must it be given? Where one of several keys must be, none of them is.
    pub required: bool,
}

/// What a value can be.
#[derive(Clone, Copy, Debug)]
pub enum ValueKind {
    /// A string.
    Text,
    /// A date and time, with or without quotes.
    Epoch,
    /// One of these strings.
    Choice(&'static [&'static str]),
    /// A finite number.
    Number,
    /// A whole number from 1.
    Count,
    /// A whole number from 0, exact in a double.
    Whole,
    /// true or false.
    Flag,
    /// So many finite numbers.
    Numbers(usize),
    /// Any number of finite numbers.
    List,
    /// Rows of three numbers: so many, or with 0 any number of them.
    Rows(usize),
    /// So many strings.
    Texts(usize),
    /// Some of these strings.
    Choices(&'static [&'static str]),
    /// Names of one's own with a number each.
    Named,
    /// A list of values of any kind.
    Values,
    /// Keys of the scenario with a table of these keys each.
    Varied(&'static [ScenarioKey]),
    /// Texts, any number of them.
    Words,
    /// A table with these keys.
    Table(&'static [ScenarioKey]),
    /// Tables with these keys.
    Tables(&'static [ScenarioKey]),
    /// Tables whose key `model` says which further keys they have.
    Torques,
    /// One or the other.
    Either(&'static [ValueKind]),
}

impl ValueKind {
    /// For people: `a number`, `3 numbers`, ...
    #[must_use]
    pub fn describe(&self) -> String {
        match self {
            Self::Text => "a text in quotes".into(),
            Self::Epoch => "a date and time".into(),
            Self::Choice(names) => format!("one of {}", quoted(names)),
            Self::Number => "a number".into(),
            Self::Count => "a whole number from 1".into(),
            Self::Whole => "a whole number from 0 to 2^53".into(),
            Self::Flag => "true or false".into(),
            Self::Numbers(count) => format!("{count} numbers"),
            Self::List => "a list of numbers".into(),
            Self::Rows(0) => "a list of rows of 3 numbers".into(),
            Self::Rows(count) => format!("{count} rows of 3 numbers"),
            Self::Texts(count) => format!("{count} texts in quotes"),
            Self::Choices(names) => format!("a list with some of {}", quoted(names)),
            Self::Named => "a table of names with a number each".into(),
            Self::Values => "a list of values".into(),
            Self::Varied(_) => "a table of keys in quotes with a distribution each".into(),
            Self::Words => "a list of texts in quotes".into(),
            Self::Table(keys) => {
                let names: Vec<_> = keys.iter().map(|key| key.name).listed();
                format!("a table with {}", names.join(", "))
            }
            Self::Tables(_) | Self::Torques => "a list of tables".into(),
            Self::Either(kinds) => kinds.iter().map(Self::describe).listed().join(", or "),
        }
    }
}

fn quoted(names: &[&str]) -> String {
    names.iter().map(|name| format!("{name:?}")).listed().join(", ")
}
