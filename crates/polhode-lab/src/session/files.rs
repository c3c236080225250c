//! The files of a run's folder.

use super::{EVENTS, LOG, SCENARIO, SENSITIVITY, SUMMARY, TRAJECTORY};
use crate::error::Error;
use crate::log;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;

/// One line of CSV; numbers are the shortest that read back the same.
pub(super) fn line(
    file: &mut dyn Write,
    numbers: impl IntoIterator<Item = f64>,
) -> std::io::Result<()> {
    for (i, number) in numbers.into_iter().enumerate() {
        let comma = if i == 0 { "" } else { "," };
        write!(file, "{comma}{number:?}")?;
    }
    writeln!(file)
}

/// A text as a field of CSV.
pub(super) fn field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.into()
    }
}

/// An empty folder, or one whose result may be replaced.
pub(super) fn prepare(folder: &Path, force: bool) -> Result<(), Error> {
    fs::create_dir_all(folder).map_err(Error::file("create the folder", folder))?;
    let taken: Vec<_> = [LOG, TRAJECTORY, EVENTS, SENSITIVITY, SUMMARY, SCENARIO]
        .map(|name| folder.join(name))
        .into_iter()
        .filter(|path| path.exists())
        .collect();
    if taken.is_empty() {
        return Ok(());
    }
    if !force {
        let path = folder.display();
        return Err(Error::folder(format!(
            "`{path}` holds a result already; go on with it by --resume {path}, replace it by \
             --force, or choose another folder with --out"
        )));
    }
    let log = folder.join(LOG);
    if log.exists() {
        log::check_unused(&log)?;
    }
    taken.iter().try_for_each(|path| fs::remove_file(path).map_err(Error::file("replace", path)))
}

/// A file that is there as a whole or not at all.
pub(super) fn whole<T>(
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> Result<T, Error>,
) -> Result<T, Error> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    let part = path.with_file_name(name);
    let made = (|| {
        let mut file = BufWriter::new(File::create(&part).map_err(Error::file("create", &part))?);
        let made = fill(&mut file)?;
        file.flush().map_err(Error::file("write", path))?;
        fs::rename(&part, path).map_err(Error::file("write", path))?;
        Ok(made)
    })();
    if made.is_err() {
        // The reason for which it was not made is what to tell; the rest is in the log.
        let _ = fs::remove_file(&part);
    }
    made
}
