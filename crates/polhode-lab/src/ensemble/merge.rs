//! Shards become one.

use super::chunk::{Chunk, path_of};
use super::claim::claim_for_files;
use super::files::{self, EnsembleSummary, SUMMARY};
use super::manifest::Manifest;
use crate::disk::DiskEstimate;
use crate::error::Error;
use crate::remedy::{Action, Remedy};
use crate::scenario::Scenario;
use std::path::{Path, PathBuf};

/// Makes the files of an ensemble whose chunks are in these folders: the same, byte for byte, as
/// those of one run.
///
/// # Errors
/// Where a chunk is missing, folders are of different ensembles, the folder for the files holds
/// something else, is in use or has not enough free space, or a file cannot be written.
pub fn merge(folders: &[PathBuf], out: &Path) -> Result<EnsembleSummary, Error> {
    merge_into(folders, out, false)
}

/// The same; `force` replaces what is in the folder for the files, and writes files that are larger
/// than its free space.
///
/// # Errors
/// As those of [`merge`].
pub fn merge_into(folders: &[PathBuf], out: &Path, force: bool) -> Result<EnsembleSummary, Error> {
    let manifests = folders.iter().map(|folder| {
        Manifest::read(folder)?.ok_or_else(|| {
            let check = Action::Words("check the name".into());
            Error::folder(
                format!("`{}` holds no ensemble", folder.display()),
                Remedy::any_of([check, Action::BeginShards]),
            )
        })
    });
    let manifests = manifests.collect::<Result<Vec<_>, _>>()?;
    let Some(manifest) = manifests.first() else {
        return Err(Error::folder("no folder is given", "name those of the shards"));
    };
    let there = if force { None } else { Manifest::read(out)? };
    let others = folders.iter().map(PathBuf::as_path).zip(&manifests);
    for (folder, other) in others.chain(there.as_ref().map(|there| (out, there))) {
        if let Some(difference) = manifest.difference(other) {
            let message = format!(
                "`{}` is of another ensemble than `{}`: {difference}",
                folder.display(),
                folders.first().map(|folder| folder.display().to_string()).unwrap_or_default()
            );
            let remedy = "merge shards of one, into a folder of its own";
            return Err(Error::folder(message, remedy));
        }
    }
    let chunks = (0..manifest.chunks()).map(|chunk| found(folders, manifest, chunk));
    let chunks = chunks.collect::<Result<Vec<_>, _>>()?;
    let missing: Vec<u64> =
        (0..).zip(&chunks).filter(|(_, c)| c.is_none()).map(|(i, _)| i).collect();
    if !missing.is_empty() {
        return Err(incomplete(folders, manifest, &missing));
    }
    let paths: Vec<_> = chunks.into_iter().flatten().collect();
    let scenario = Scenario::parse("the scenario of the manifest", &manifest.scenario, &[])?;
    if let Some(ensemble) = scenario.ensemble.as_ref().filter(|_| !force) {
        DiskEstimate::by_states(ensemble).refuse_shortage(out, 0, true)?;
    }
    let _lock = claim_for_files(out, manifest, force)?;
    files::make(out, &scenario, manifest, &paths)
}

fn found(folders: &[PathBuf], manifest: &Manifest, chunk: u64) -> Result<Option<PathBuf>, Error> {
    for folder in folders {
        let path = path_of(folder, chunk);
        if Chunk::open(&path, manifest, chunk)?.is_some() {
            return Ok(Some(path));
        }
    }
    Ok(None)
}

fn incomplete(folders: &[PathBuf], manifest: &Manifest, missing: &[u64]) -> Error {
    if let Some(folder) = folders.iter().find(|folder| folder.join(SUMMARY).exists()) {
        return Error::folder(
            format!("`{}` is complete and its chunks were taken away", folder.display()),
            "its files are the result, there is nothing to merge",
        );
    }
    let bodies: u64 =
        missing.iter().map(|c| manifest.bodies(*c).end - manifest.bodies(*c).start).sum();
    let first = missing.first().map_or(0, |chunk| manifest.bodies(*chunk).start);
    let message = format!(
        "{} of {} chunks are missing, with {bodies} bodies, the first of them body {first}",
        missing.len(),
        manifest.chunks()
    );
    Error::folder(message, "run the shards that have them to their ends, and merge then")
}
