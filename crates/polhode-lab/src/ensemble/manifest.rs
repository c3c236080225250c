//! What an ensemble in a folder is.

use super::draws::{Draws, Tables};
use super::random::fnv1a;
use crate::error::Error;
use crate::recording::{read_if_there, whole};
use crate::remedy::{Action, Remedy};
use polhode_formats::regular;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io;
use std::ops::Range;
use std::path::Path;

/// Its file.
pub(super) const MANIFEST: &str = "manifest.json";

/// All on which the ends of the bodies depend.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub(super) struct Manifest {
    /// Of the program.
    pub(super) version: String,
    pub(super) count: u64,
    pub(super) seed: u64,
    /// Bodies in a chunk.
    pub(super) chunk: u64,
    pub(super) columns: Vec<String>,
    /// Fingerprints of the files that values are drawn from.
    pub(super) tables: Vec<String>,
    /// With all changes.
    pub(super) scenario: String,
    /// Of all that stands above.
    pub(super) fingerprint: String,
}

impl Manifest {
    pub(super) fn new(draws: &Draws, tables: &Tables) -> Self {
        let ensemble = draws.ensemble();
        let mut manifest = Self {
            version: env!("CARGO_PKG_VERSION").into(),
            count: ensemble.count,
            seed: ensemble.seed,
            chunk: ensemble.chunk,
            columns: ensemble.columns(),
            tables: tables.hashes(),
            scenario: draws.scenario().text().into(),
            fingerprint: String::new(),
        };
        manifest.fingerprint = manifest.compute();
        manifest
    }
    fn compute(&self) -> String {
        let bare = Self { fingerprint: String::new(), ..self.clone() };
        format!("{:016x}", fnv1a(&serde_json::to_vec(&bare).unwrap_or_default()))
    }
    /// That of a folder, if there is one.
    pub(super) fn read(folder: &Path) -> Result<Option<Self>, Error> {
        let path = folder.join(MANIFEST);
        let Some(text) = read_if_there(&path, regular::REPORT)? else { return Ok(None) };
        let read = serde_json::from_slice::<Self>(&text).ok();
        read.filter(|manifest| manifest.fingerprint == manifest.compute()).map(Some).ok_or_else(
            || {
                Error::folder(
                    format!("`{}` is damaged, or not of an ensemble", path.display()),
                    Remedy::any_of([Action::Replace { what: "it" }, Action::AnotherFolder]),
                )
            },
        )
    }
    /// Into a folder that nobody else writes to.
    pub(super) fn write(&self, folder: &Path) -> Result<(), Error> {
        let path = folder.join(MANIFEST);
        whole(&path, |file| {
            file.write_all(self.text().as_bytes()).map_err(Error::file("write", &path))
        })
    }
    /// Writes the manifest of a folder that has none, unless another shard has begun there at the
    /// same moment: then it is the manifest of that one.
    pub(super) fn begin(&self, folder: &Path) -> Result<(), Error> {
        let path = folder.join(MANIFEST);
        let part = folder.join(format!("{MANIFEST}.{}.part", std::process::id()));
        fs::write(&part, self.text()).map_err(Error::file("write", &part))?;
        // A link is made where there is none; a file that is renamed would replace the other one.
        match fs::hard_link(&part, &path) {
            Ok(()) => fs::remove_file(&part),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => fs::remove_file(&part),
            // Some file systems have no links.
            Err(_) => fs::rename(&part, &path),
        }
        .map_err(Error::file("write", &path))
    }
    fn text(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
    /// What is not the same in another one, for people.
    pub(super) fn difference(&self, other: &Self) -> Option<String> {
        let pairs = [
            ("version", &self.version, &other.version),
            ("count", &self.count.to_string(), &other.count.to_string()),
            ("seed", &self.seed.to_string(), &other.seed.to_string()),
            ("chunk", &self.chunk.to_string(), &other.chunk.to_string()),
        ];
        if self.fingerprint == other.fingerprint {
            return None;
        }
        let told = pairs.iter().find(|(_, ours, theirs)| ours != theirs);
        Some(match told {
            Some((what, ours, theirs)) => format!("{what} {theirs}, not {ours}"),
            None if self.scenario != other.scenario => "another scenario".into(),
            None => "another content of a file that values are drawn from".into(),
        })
    }
    pub(super) fn chunks(&self) -> u64 {
        self.count.div_ceil(self.chunk.max(1))
    }
    /// The bodies of a chunk.
    pub(super) fn bodies(&self, chunk: u64) -> Range<u64> {
        let begin = chunk.saturating_mul(self.chunk).min(self.count);
        begin..begin.saturating_add(self.chunk).min(self.count)
    }
}
