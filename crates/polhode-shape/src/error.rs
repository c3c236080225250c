//! What can be wrong with a shape.

use crate::mesh::Defect;
use std::fmt;

/// What is wrong with a shape: its value, the rule, and the remedy.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// A mass, density or length is null, negative, infinite or not a number.
    NotPositive {
        /// What it is.
        what: &'static str,
        /// Its value.
        value: f64,
    },
    /// A line of a file, or with line 0 the whole of it, is not what it should be.
    Text {
        /// From 1, or 0.
        line: usize,
        /// What it says, and the rule.
        problem: String,
        /// What to do about it.
        remedy: &'static str,
    },
    /// A mesh encloses no body.
    Mesh {
        /// All that were found of the first kind, at least one, as they come in the file.
        defects: Vec<Defect>,
    },
    /// Mass or inertia cannot be represented.
    Overflow,
    /// The body has no extent about an axis.
    NoExtent {
        /// The smallest and the largest of its moments.
        moments: [f64; 2],
    },
    /// What the library says of its tensor.
    Body(polhode::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotPositive { what, value } => write!(
                f,
                "{what} is {value:?}; it must be positive and finite; a body without extent or mass \
                 does not turn"
            ),
            Self::Text { line: 0, problem, remedy } => write!(f, "{problem}; {remedy}"),
            Self::Text { line, problem, remedy } => write!(f, "line {line}: {problem}; {remedy}"),
            Self::Mesh { defects } => match &defects[..] {
                [] => write!(f, "the mesh encloses no body"),
                [one] => write!(f, "{one}; {}", one.remedy()),
                [first, others @ ..] => {
                    write!(f, "{first} ({} more like this); {}", others.len(), first.remedy())
                }
            },
            Self::Overflow => write!(
                f,
                "its mass or inertia is too large or too small for a double; choose other units of \
                 length or mass"
            ),
            Self::NoExtent { moments: [smallest, largest] } => write!(
                f,
                "its moments of inertia are from {smallest:?} to {largest:?}; it must not be a point or \
                 a line, the smallest must be above 1e-14 of the largest; give moments yourself, with \
                 a small one about the line"
            ),
            Self::Body(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

impl From<polhode::Error> for Error {
    fn from(error: polhode::Error) -> Self {
        Self::Body(error)
    }
}

/// The number itself if it is positive and finite.
pub(crate) fn positive(what: &'static str, value: f64) -> Result<f64, Error> {
    if value > 0.0 && value.is_finite() {
        Ok(value)
    } else {
        Err(Error::NotPositive { what, value })
    }
}
