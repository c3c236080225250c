//! Why a file was not read or not written.

use std::borrow::Cow;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Why a file was not read or not written.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// What was given is wrong.
    Input {
        /// The value and the rule that it breaks.
        message: String,
        /// What to do about it.
        remedy: Remedy,
    },
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

/// What to do about an [`Error`]. An interface with an option for it names that option; `Display`
/// names none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Remedy {
    /// Nothing that the message does not say.
    #[default]
    None,
    /// Words that hold for every interface.
    Words(Cow<'static, str>),
    /// Leave [`Conversion::columns`](crate::Conversion::columns) empty.
    AllColumns,
}

impl Remedy {
    /// Whether there is nothing to say.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::None
    }
}

impl fmt::Display for Remedy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::None => "",
            Self::Words(words) => words,
            Self::AllColumns => "leave the choice of columns out",
        })
    }
}

impl From<&'static str> for Remedy {
    fn from(words: &'static str) -> Self {
        Cow::from(words).into()
    }
}
impl From<String> for Remedy {
    fn from(words: String) -> Self {
        Cow::<'static, str>::from(words).into()
    }
}
impl From<Cow<'static, str>> for Remedy {
    fn from(words: Cow<'static, str>) -> Self {
        if words.is_empty() { Self::None } else { Self::Words(words) }
    }
}

impl Error {
    /// What was given is wrong.
    pub fn input(message: impl Into<String>) -> Self {
        Self::Input { message: message.into(), remedy: Remedy::None }
    }
    /// What is wrong in a line of a file.
    pub fn at_line(path: &Path, line: u64, message: impl fmt::Display) -> Self {
        Self::input(format!("{}, line {line}: {message}", path.display()))
    }
    /// What is wrong with a file as a whole.
    pub fn in_file(path: &Path, message: impl fmt::Display) -> Self {
        Self::input(format!("`{}` {message}", path.display()))
    }
    /// The same error with a remedy; the system's errors have none.
    #[must_use]
    pub fn with_remedy(self, remedy: impl Into<Remedy>) -> Self {
        match self {
            Self::Input { message, .. } => Self::Input { message, remedy: remedy.into() },
            other => other,
        }
    }
    /// The value and the rule, or what the system says.
    #[must_use]
    pub fn message(&self) -> String {
        match self {
            Self::Input { message, .. } => message.clone(),
            Self::File { doing, path, source } => {
                format!("cannot {doing} `{}`: {source}", path.display())
            }
        }
    }
    /// What to do about it.
    #[must_use]
    pub fn remedy(&self) -> Remedy {
        match self {
            Self::Input { remedy, .. } => remedy.clone(),
            Self::File { .. } => Remedy::None,
        }
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
        f.write_str(&self.message())?;
        let remedy = self.remedy();
        if remedy.is_empty() { Ok(()) } else { write!(f, "; {remedy}") }
    }
}
impl std::error::Error for Error {}
