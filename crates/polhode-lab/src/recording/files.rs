//! The files of a run's folder.

use super::{
    CERTIFICATE, EVENTS, LOG, PROMISE, RunEnding, SCENARIO, SENSITIVITY, SUMMARY, trajectory_file,
};
use crate::ensemble;
use crate::error::Error;
use crate::log;
use crate::remedy::{Action, Remedy};
use polhode_formats::{Format, PartFile, regular};
use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// A text as a field of CSV.
pub(crate) fn field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.into()
    }
}

/// An empty folder, or one whose result may be replaced. The folder is locked.
pub(super) fn prepare(folder: &Path, force: bool) -> Result<(), Error> {
    if ensemble::is_in(folder) {
        let message = format!("`{}` holds an ensemble", folder.display());
        return Err(Error::folder(message, Action::AnotherFolder));
    }
    let taken: Vec<_> = [LOG, EVENTS, SENSITIVITY, CERTIFICATE, PROMISE, SUMMARY, SCENARIO]
        .map(String::from)
        .into_iter()
        .chain(Format::ALL.map(trajectory_file))
        .map(|name| folder.join(name))
        .filter(|path| path.exists())
        .collect();
    if taken.is_empty() {
        return Ok(());
    }
    if !force {
        let replace = Action::Replace { what: "it" };
        return Err(Error::folder(
            format!("`{}` holds a result already", folder.display()),
            Remedy::any_of([Action::Resume(folder.into()), replace, Action::AnotherFolder]),
        ));
    }
    let log = folder.join(LOG);
    if log.exists() {
        log::check_unused(&log)?;
    }
    taken.iter().try_for_each(|path| fs::remove_file(path).map_err(Error::file("replace", path)))
}

/// Reads a regular file of at most `limit` bytes that may not be there.
pub(crate) fn read_if_there(path: &Path, limit: u64) -> Result<Option<Vec<u8>>, Error> {
    match regular::read(path, limit) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.is_not_found() => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Removes a file that may not be there.
pub(crate) fn remove_if_there(path: &Path) -> Result<(), Error> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
    .map_err(Error::file("replace", path))
}

/// A file that is there as a whole or not at all.
pub fn whole<T>(
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> Result<T, Error>,
) -> Result<T, Error> {
    let mut file = PartFile::create(path)?;
    let made = fill(&mut file)?;
    file.keep()?;
    Ok(made)
}

/// A JSON file that is there as a whole or not at all.
pub(crate) fn whole_json(path: &Path, value: &impl serde::Serialize) -> Result<(), Error> {
    whole(path, |file| {
        serde_json::to_writer_pretty(&mut *file, value)
            .map_err(Into::into)
            .and_then(|()| writeln!(file))
            .map_err(Error::file("write", path))
    })
}

/// The same of what someone may interrupt: half of it is not kept.
pub(super) fn whole_unless_interrupted(
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> Result<RunEnding, Error>,
) -> Result<RunEnding, Error> {
    let mut file = PartFile::create(path)?;
    let ending = fill(&mut file)?;
    if ending != RunEnding::Interrupted {
        file.keep()?;
    }
    Ok(ending)
}
