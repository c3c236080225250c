//! What can be wrong with a shape.

use crate::mesh::MeshDefect;
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
        defects: Vec<MeshDefect>,
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

impl Error {
    /// The value and the rule that it breaks.
    #[must_use]
    pub fn message(&self) -> String {
        match self {
            Self::NotPositive { what, value } => {
                format!("{what} is {value:?}; it must be positive and finite")
            }
            Self::Text { line: 0, problem, .. } => problem.clone(),
            Self::Text { line, problem, .. } => format!("line {line}: {problem}"),
            Self::Mesh { defects } => match &defects[..] {
                [] => "the mesh encloses no body".into(),
                [one] => one.to_string(),
                [first, others @ ..] => format!("{first} ({} more like this)", others.len()),
            },
            Self::Overflow => "its mass or inertia is too large or too small for a double".into(),
            Self::NoExtent { moments: [smallest, largest] } => format!(
                "its moments of inertia are from {smallest:?} to {largest:?}; it must not be a point or \
                 a line, the smallest must be above 1e-14 of the largest"
            ),
            Self::Body(error) => error.message(),
        }
    }
    /// What to do about it.
    #[must_use]
    pub fn remedy(&self) -> Remedy {
        match self {
            Self::NotPositive { .. } => {
                Remedy::Words("a body without extent or mass does not turn")
            }
            Self::Text { remedy, .. } => Remedy::Words(remedy),
            Self::Mesh { defects } => defects.first().unwrap_or(&MeshDefect::Empty).remedy(),
            Self::Overflow => Remedy::Words("choose other units of length or mass"),
            Self::NoExtent { .. } => {
                Remedy::Words("give moments yourself, with a small one about the line")
            }
            Self::Body(error) => Remedy::Words(error.remedy()),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.message(), self.remedy())
    }
}

/// What to do about an [`Error`]. An interface with an option for it names that option; `Display`
/// names none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Remedy {
    /// Words that hold for every interface.
    Words(&'static str),
    /// Take [`Mesh::flipped`](crate::Mesh::flipped), or do not take it.
    Flip,
}

impl fmt::Display for Remedy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Words(words) => words,
            Self::Flip => "turn all triangles over, or leave that out if it is asked for",
        })
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
