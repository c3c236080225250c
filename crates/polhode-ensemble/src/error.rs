//! What cannot be done with many bodies.

use std::fmt::{self, Display};

/// What cannot be done.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// The method does not take the torque, or lengths differ.
    Refused(polhode::Error),
    /// The steps of the method vary.
    StepsVary {
        /// Its name.
        method: String,
    },
    /// There is no kernel that holds the bodies as matrices.
    NoMatrices {
        /// The name of the method.
        method: String,
    },
    /// A torque that does not go in lanes.
    NotInLanes {
        /// The name of the model.
        model: &'static str,
    },
    /// A column of numbers is not as long as there are bodies, or a torque has no such number.
    WrongColumn {
        /// Which number it is.
        number: usize,
        /// How many the torque has.
        numbers: usize,
        /// How long the column is.
        length: usize,
        /// How many bodies there are.
        bodies: usize,
    },
    /// A free body is asked for, and there is a torque.
    Pushed,
    /// Insufficient memory.
    OutOfMemory {
        /// How many bodies there are.
        bodies: usize,
    },
}

impl Error {
    /// The value and the rule that it breaks.
    #[must_use]
    pub fn message(&self) -> String {
        match self {
            Self::Refused(error) => error.message(),
            Self::StepsVary { method } => format!(
                "the steps of `{method}` vary, each body would choose its own; bodies of an \
                 ensemble take the same steps"
            ),
            Self::NoMatrices { method } => format!(
                "there is no kernel of `{method}` with these torques that holds matrices; there \
                 is one of leapfrog:rotation=tangent-2 to tangent-5, for free bodies, uniform \
                 fields and gravity gradients"
            ),
            Self::NotInLanes { model } => {
                format!(
                    "a torque is `{model}`, which is looked up by time and does not go in lanes"
                )
            }
            Self::WrongColumn { number, numbers, length, bodies } => format!(
                "a column for number {number} of the torque has {length} entries; the torque has \
                 {numbers} numbers, counted from 0, and there are {bodies} bodies"
            ),
            Self::Pushed => "the bodies are pushed; the closed form is of free bodies".into(),
            Self::OutOfMemory { bodies } => format!(
                "{bodies} bodies do not fit into memory; an ensemble holds all of its bodies at once"
            ),
        }
    }
    /// What to do about it.
    #[must_use]
    pub fn remedy(&self) -> &'static str {
        match self {
            Self::Refused(error) => error.remedy(),
            Self::StepsVary { .. } => "take a method of fixed steps, or run the bodies one by one",
            Self::NoMatrices { .. } => "hold quaternions",
            Self::NotInLanes { .. } => "run the bodies one by one",
            Self::WrongColumn { .. } => "give a column of one entry for each body",
            Self::Pushed => "take steps: `advance`",
            Self::OutOfMemory { .. } => "take fewer, in several ensembles one after the other",
        }
    }
}

impl Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.message(), self.remedy())
    }
}
impl std::error::Error for Error {}

impl From<polhode::Error> for Error {
    fn from(error: polhode::Error) -> Self {
        Self::Refused(error)
    }
}
