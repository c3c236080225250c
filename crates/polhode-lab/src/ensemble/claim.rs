//! The folder of an ensemble: who may write to it, and what may be replaced there.

use super::chunk;
use super::files;
use super::manifest::{MANIFEST, Manifest};
use super::shard::Shard;
use crate::error::Error;
use crate::folder::FolderLock;
use crate::log;
use crate::recording::{LOG, remove_if_there};
use crate::remedy::{Action, Remedy};
use std::path::Path;

/// Locks a folder for an ensemble, or for shards of it, and leaves the manifest there. Nothing is
/// changed where that fails.
pub(super) fn claim(
    folder: &Path,
    manifest: &Manifest,
    shard: Shard,
    force: bool,
) -> Result<FolderLock, Error> {
    let whole = shard == Shard::WHOLE;
    // Before a file is created in a folder that is not for this.
    refuse(folder, manifest, whole, force)?;
    // Shards share a folder; one that makes the files has it for itself.
    let lock =
        if whole { FolderLock::exclusive(folder, folder)? } else { FolderLock::shared(folder)? };
    refuse(folder, manifest, whole, force)?;
    if force {
        chunk::remove_all(folder)?;
        clear(folder)?;
    }
    if Manifest::read(folder)?.is_none() {
        manifest.begin(folder)?;
    }
    // Another shard may have begun since the last look, also just before the manifest was looked for.
    refuse(folder, manifest, whole, false)?;
    Ok(lock)
}

/// Locks a folder for the files that are made of chunks. These stay where they are.
pub(super) fn claim_for_files(
    folder: &Path,
    manifest: &Manifest,
    force: bool,
) -> Result<FolderLock, Error> {
    let lock = FolderLock::exclusive(folder, folder)?;
    refuse(folder, manifest, true, force)?;
    if force {
        clear(folder)?;
    }
    manifest.write(folder)?;
    Ok(lock)
}

/// Refuses a folder that holds something else than this ensemble. `forceable` is whether to
/// replace it is a remedy.
fn refuse(folder: &Path, manifest: &Manifest, forceable: bool, force: bool) -> Result<(), Error> {
    refuse_run(folder)?;
    if force {
        return Ok(());
    }
    let Some(there) = Manifest::read(folder)? else { return refuse_foreign(folder, forceable) };
    let Some(difference) = manifest.difference(&there) else { return Ok(()) };
    Err(Error::folder(
        format!("`{}` holds another ensemble: {difference}", folder.display()),
        Remedy::any_of([Action::AnotherFolder, Action::Replace { what: "it" }]),
    ))
}

/// Refuses a folder with a run, whose files have some of the same names.
fn refuse_run(folder: &Path) -> Result<(), Error> {
    if log::LogReader::open(&folder.join(LOG)).is_err() {
        return Ok(());
    }
    Err(Error::folder(format!("`{}` holds a run", folder.display()), Action::AnotherFolder))
}

/// Refuses a folder without an ensemble that has files of the names that one would write.
fn refuse_foreign(folder: &Path, forceable: bool) -> Result<(), Error> {
    let names = files::names().into_iter().filter(|name| folder.join(name).exists());
    let names = names.collect::<Vec<_>>().join(", ");
    if names.is_empty() {
        return Ok(());
    }
    let replace = forceable.then_some(Action::Replace { what: "what is there" });
    Err(Error::folder(
        format!("`{}` holds {names}, which no ensemble wrote", folder.display()),
        Remedy::any_of([Action::AnotherFolder].into_iter().chain(replace)),
    ))
}

/// Removes the files that an ensemble writes, and nothing else.
fn clear(folder: &Path) -> Result<(), Error> {
    // The manifest last: without it nobody knows what the rest is.
    let names = files::names().into_iter().chain([MANIFEST.into()]);
    names.map(|name| folder.join(name)).try_for_each(|path| remove_if_there(&path))
}
