//! Why a run has no result, or not all of it.

use crate::diagnostic::Report;
use crate::remedy::{Action, Neutral, Remedy, Wording};
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Why a run has no result, or not all of it.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The input is wrong.
    Input(Report),
    /// A step could not be taken. What was computed before it is kept.
    Solve {
        /// When and why.
        message: String,
        /// What to do about it.
        remedy: Remedy,
    },
    /// A file could not be read or written.
    File {
        /// What was tried, such as `write`.
        doing: &'static str,
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
        /// What to do about it.
        remedy: Remedy,
    },
    /// A folder or file is not what it should be.
    Folder {
        /// What is wrong.
        message: String,
        /// What to do about it.
        remedy: Remedy,
    },
}

impl Error {
    /// What went wrong with a file.
    pub fn file<'a>(doing: &'static str, path: &'a Path) -> impl FnOnce(io::Error) -> Self + 'a {
        move |source| {
            let remedy = remedy(doing, &source);
            Self::File { doing, path: path.into(), source, remedy }
        }
    }
    pub(crate) fn folder(message: impl Into<String>, remedy: impl Into<Remedy>) -> Self {
        Self::Folder { message: message.into(), remedy: remedy.into() }
    }
    /// What is wrong: the value and the rule.
    #[must_use]
    pub fn message(&self) -> String {
        match self {
            Self::Input(report) => report.diagnostic().message.clone(),
            Self::Solve { message, .. } | Self::Folder { message, .. } => message.clone(),
            Self::File { doing, path, source, .. } => {
                format!("cannot {doing} `{}`: {source}", path.display())
            }
        }
    }
    /// What to do about it.
    #[must_use]
    pub fn remedy(&self) -> &Remedy {
        match self {
            Self::Input(report) => &report.diagnostic().remedy,
            Self::Solve { remedy, .. }
            | Self::Folder { remedy, .. }
            | Self::File { remedy, .. } => remedy,
        }
    }
    /// Message and remedy in the words of an interface.
    #[must_use]
    pub fn worded(&self, wording: &dyn Wording) -> String {
        self.remedy().after(&self.message(), wording)
    }
}

fn remedy(doing: &str, error: &io::Error) -> Remedy {
    match error.kind() {
        io::ErrorKind::PermissionDenied if doing == "read" => {
            "check the permissions of the file".into()
        }
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => {
            Remedy::any_of([Action::Words("free some space".into()), Action::AnotherFolder])
        }
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            Action::WritableFolder.into()
        }
        io::ErrorKind::NotFound => "check the name".into(),
        _ => "check the path".into(),
    }
}

impl From<polhode_formats::Error> for Error {
    fn from(error: polhode_formats::Error) -> Self {
        match error {
            polhode_formats::Error::File { doing, path, source } => {
                let remedy = remedy(doing, &source);
                Self::File { doing, path, source, remedy }
            }
            other => Self::folder(other.message(), other.remedy()),
        }
    }
}

impl From<Report> for Error {
    fn from(report: Report) -> Self {
        Self::Input(report)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(report) => report.fmt(f),
            other => write!(f, "error: {}", other.worded(&Neutral)),
        }
    }
}
impl std::error::Error for Error {}
