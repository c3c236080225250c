//! Why a run has no result, or not all of it.

use crate::diagnostic::Report;
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
        /// When, why and what to do.
        message: String,
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
        remedy: String,
    },
    /// A folder or file is not what it should be.
    Folder {
        /// What is wrong and what to do.
        message: String,
    },
}

impl Error {
    /// What went wrong with a file.
    pub fn file<'a>(doing: &'static str, path: &'a Path) -> impl FnOnce(io::Error) -> Self + 'a {
        move |source| {
            let remedy = remedy(doing, &source).into();
            Self::File { doing, path: path.into(), source, remedy }
        }
    }
    pub(crate) fn folder(message: impl Into<String>) -> Self {
        Self::Folder { message: message.into() }
    }
}

fn remedy(doing: &str, error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::PermissionDenied if doing == "read" => "check the permissions of the file",
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => {
            "free some space, or choose another folder with --out"
        }
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            "choose a folder that you may write to, with --out"
        }
        io::ErrorKind::NotFound => "check the name",
        _ => "check the path",
    }
}

impl From<polhode_formats::Error> for Error {
    fn from(error: polhode_formats::Error) -> Self {
        match error {
            polhode_formats::Error::File { doing, path, source } => {
                let remedy = remedy(doing, &source).into();
                Self::File { doing, path, source, remedy }
            }
            other => Self::Folder { message: other.to_string() },
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
            Self::Solve { message } | Self::Folder { message } => write!(f, "error: {message}"),
            Self::File { doing, path, source, remedy } => {
                write!(f, "error: cannot {doing} `{}`: {source}; {remedy}", path.display())
            }
        }
    }
}
impl std::error::Error for Error {}
