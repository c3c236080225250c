//! Why a Parquet file is not read.

use crate::{Error, Remedy};
use std::io;
use std::path::Path;

#[derive(Debug)]
pub(super) enum Fault {
    /// The system refused.
    System(io::Error),
    /// The bytes contradict the format or each other.
    Damaged(String),
    /// A file of the format that is not of the kind that is read.
    Refused {
        /// The value and the rule.
        message: String,
        /// What to do about it.
        remedy: Remedy,
    },
}

pub(super) type Result<T> = std::result::Result<T, Fault>;

impl Fault {
    pub(super) fn into_error(self, path: &Path) -> Error {
        match self {
            Self::System(error) => Error::file("read", path)(error),
            Self::Damaged(why) => {
                Error::in_file(path, format!("is no Parquet file that can be read: {why}"))
            }
            Self::Refused { message, remedy } => Error::in_file(path, message).with_remedy(remedy),
        }
    }
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        Self::System(error)
    }
}

pub(super) fn damaged<T>(why: impl Into<String>) -> Result<T> {
    Err(Fault::Damaged(why.into()))
}

pub(super) fn refused<T>(message: impl Into<String>, remedy: impl Into<Remedy>) -> Result<T> {
    Err(Fault::Refused { message: message.into(), remedy: remedy.into() })
}
