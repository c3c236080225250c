//! Files that a scenario names.

use crate::diagnostic::Diagnostic;
use crate::document::Node;
use std::path::{Path, PathBuf};

/// Returns the path of a file that the scenario names by `key`, from the folder of the scenario.
pub(super) fn path(file: &Node, key: &str, folder: Option<&Path>) -> Result<PathBuf, Diagnostic> {
    let named = Path::new(file.text());
    match folder {
        Some(folder) => Ok(folder.join(named)),
        None if named.is_absolute() => Ok(named.to_owned()),
        None => {
            let message = format!(
                "`{key}` is {}, a path from the folder of the scenario, and this scenario is in no \
                 folder",
                file.print()
            );
            let remedy = "write the scenario to a file first, as by `polhode scenarios show NAME > \
                          my.toml`, or give a path from the root";
            Err(Diagnostic::at(file.span.clone(), message, remedy))
        }
    }
}

/// Returns an error of reading a file as one of the key that names it.
pub(super) fn refused(file: &Node, error: polhode_formats::Error) -> Diagnostic {
    let span = file.span.clone();
    match error {
        polhode_formats::Error::Input { message, remedy } => Diagnostic::at(span, message, remedy),
        error => {
            let remedy = "check the path; it is from the folder of the scenario file";
            Diagnostic::at(span, error.message(), remedy)
        }
    }
}
