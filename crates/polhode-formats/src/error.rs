//! Why a file was not read or not written.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Why a file was not read or not written.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// What was given is wrong: the value, the rule and the remedy.
    Input(String),
    /// The system refused.
    File {
        /// What was tried, such as `write`.
        doing: &'static str,
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

impl Error {
    /// What was given is wrong.
    pub fn input(message: impl Into<String>) -> Self {
        Self::Input(message.into())
    }
    /// What is wrong in a line of a file.
    pub fn at_line(path: &Path, line: u64, message: impl fmt::Display) -> Self {
        Self::Input(format!("{}, line {line}: {message}", path.display()))
    }
    /// What is wrong with a file as a whole.
    pub fn of_file(path: &Path, message: impl fmt::Display) -> Self {
        Self::Input(format!("`{}` {message}", path.display()))
    }
    /// Returns whether the file does not exist.
    #[must_use]
    pub fn is_not_found(&self) -> bool {
        matches!(self, Self::File { source, .. } if source.kind() == io::ErrorKind::NotFound)
    }
    /// What the system says about a file.
    pub fn file<'a>(doing: &'static str, path: &'a Path) -> impl FnOnce(io::Error) -> Self + 'a {
        move |source| Self::File { doing, path: path.into(), source }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(message) => f.write_str(message),
            Self::File { doing, path, source } => {
                write!(f, "cannot {doing} `{}`: {source}", path.display())
            }
        }
    }
}
impl std::error::Error for Error {}
