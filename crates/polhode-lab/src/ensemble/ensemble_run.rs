//! An ensemble into a folder: chunk by chunk, and after a cut where it was.

use super::chunk::{self, Chunk, path_of};
use super::claim::claim;
use super::draws::{Draws, Tables};
use super::engine::Engine;
use super::files::{self, EnsembleSummary};
use super::manifest::Manifest;
use super::member::End;
use super::shard::Shard;
use crate::disk::DiskEstimate;
use crate::error::Error;
use crate::folder::FolderLock;
use crate::scenario::Scenario;
use std::fmt;
use std::fs;
use std::mem::take;
use std::ops::Range;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

/// An ensemble, or a part of it, into a folder.
pub struct EnsembleRun {
    folder: PathBuf,
    draws: Draws,
    tables: Tables,
    manifest: Manifest,
    shard: Shard,
    /// Keeps others away while it is open.
    _lock: FolderLock,
}

impl fmt::Debug for EnsembleRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EnsembleRun").field("folder", &self.folder).finish_non_exhaustive()
    }
}

/// How far it is.
#[derive(Clone, Copy, Debug)]
pub struct EnsembleProgress {
    /// Bodies of the chunks that are done.
    pub bodies: u64,
    /// Bodies of the shard.
    pub all: u64,
    /// Steps of bodies since this began.
    pub steps: u64,
    /// From 0 to 1.
    pub part: f64,
}

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EnsembleEnding {
    /// All chunks of the shard are there.
    Complete {
        /// How many chunks were there before.
        found: u64,
        /// How many there are.
        chunks: u64,
    },
    /// Someone asked it to stop; it can go on.
    Interrupted,
}

/// How many bodies are drawn before all is begun, to see whether any of them can be.
const TRIED: u64 = 16;

impl EnsembleRun {
    /// Into a new folder, or on with what is there. `force` replaces what is there, and begins where
    /// the files are larger than the free space.
    ///
    /// # Errors
    /// Where the folder holds something else, is in use, has not enough free space or cannot be
    /// written to, or where no body can be drawn.
    pub fn open(
        scenario: &Scenario,
        folder: &Path,
        shard: Shard,
        force: bool,
    ) -> Result<Self, Error> {
        let (mut draws, mut tables) = Draws::new(scenario)?;
        try_some(&mut draws, &mut tables)?;
        let manifest = Manifest::new(&draws, &tables);
        if !force && files::read_summary(folder, &manifest)?.is_none() {
            let needed = DiskEstimate::by_ensemble(draws.ensemble(), shard);
            needed.refuse_shortage(folder, chunk::bytes_in(folder), shard == Shard::WHOLE)?;
        }
        let lock = claim(folder, &manifest, shard, force)?;
        Ok(Self { folder: folder.into(), draws, tables, manifest, shard, _lock: lock })
    }
    /// Where it is kept.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }
    /// What it makes bodies by.
    #[must_use]
    pub fn draws(&self) -> &Draws {
        &self.draws
    }
    /// The summary, if all was done before.
    ///
    /// # Errors
    /// Where it cannot be read.
    pub fn done(&self) -> Result<Option<EnsembleSummary>, Error> {
        files::read_summary(&self.folder, &self.manifest)
    }

    /// Runs all bodies of the shard that are not there, until `watch` says false.
    ///
    /// # Errors
    /// Where a file cannot be read or written.
    pub fn run(
        &mut self,
        engine: &dyn Engine,
        watch: &(dyn Fn(EnsembleProgress) -> bool + Sync),
    ) -> Result<EnsembleEnding, Error> {
        let chunks = self.shard.part(self.manifest.chunks());
        let Self { folder, draws, tables, manifest, .. } = self;
        fs::create_dir_all(folder.join(chunk::FOLDER))
            .map_err(Error::file("create the folder", folder))?;
        let all = match chunks.end.checked_sub(1).filter(|_| !chunks.is_empty()) {
            Some(last) => manifest.bodies(last).end - manifest.bodies(chunks.start).start,
            None => 0,
        };
        let (mut found, mut done) = (0, 0);
        let steps = AtomicU64::new(0);
        let each = draws.scenario().schedule.steps();
        thread::scope(|scope| {
            let mut writer = ChunkWriter { scope, folder, manifest, busy: None, room: Vec::new() };
            for chunk in chunks.clone() {
                let range = manifest.bodies(chunk);
                let count = range.end - range.start;
                if Chunk::open(&path_of(folder, chunk), manifest, chunk)?.is_some() {
                    (found, done) = (found + 1, done + count);
                    continue;
                }
                draws.load(tables, &range)?;
                let before = steps.load(Ordering::Relaxed);
                let look = |more: u64| {
                    let steps = steps.fetch_add(more, Ordering::Relaxed) + more;
                    let part = part(done, all, count, steps - before, each);
                    watch(EnsembleProgress { bodies: done, all, steps, part })
                };
                let Some(ends) = engine.run(draws, range.clone(), &look) else {
                    writer.wait()?;
                    return Ok(EnsembleEnding::Interrupted);
                };
                writer.write(chunk, ends, drawn(draws, range))?;
                done += count;
            }
            writer.wait()?;
            Ok(EnsembleEnding::Complete { found, chunks: chunks.end - chunks.start })
        })
    }

    /// Makes the files of all chunks, which are then taken away unless they are to be kept.
    ///
    /// # Errors
    /// Where a chunk is missing, or a file cannot be written.
    pub fn finish(&self, keep_chunks: bool) -> Result<EnsembleSummary, Error> {
        let paths: Vec<_> =
            (0..self.manifest.chunks()).map(|chunk| path_of(&self.folder, chunk)).collect();
        let summary = match self.done()? {
            Some(summary) => summary,
            None => files::make(&self.folder, self.draws.scenario(), &self.manifest, &paths)?,
        };
        if !keep_chunks {
            chunk::remove_all(&self.folder)?;
        }
        Ok(summary)
    }
}

/// Writes a chunk while the next one is computed.
struct ChunkWriter<'scope, 'env> {
    scope: &'scope thread::Scope<'scope, 'env>,
    folder: &'scope Path,
    manifest: &'scope Manifest,
    busy: Option<thread::ScopedJoinHandle<'scope, Result<Vec<u8>, Error>>>,
    /// Memory that is used again.
    room: Vec<u8>,
}

impl ChunkWriter<'_, '_> {
    fn write(&mut self, chunk: u64, ends: Vec<End>, drawn: Vec<Vec<f64>>) -> Result<(), Error> {
        self.wait()?;
        let (folder, manifest, mut room) = (self.folder, self.manifest, take(&mut self.room));
        self.busy = Some(self.scope.spawn(move || {
            chunk::write(folder, manifest, chunk, &ends, &drawn, &mut room)?;
            Ok(room)
        }));
        Ok(())
    }
    /// Until the last one is there.
    fn wait(&mut self) -> Result<(), Error> {
        if let Some(busy) = self.busy.take() {
            self.room = busy.join().unwrap_or_else(|panic| resume_unwind(panic))?;
        }
        Ok(())
    }
}

/// What was drawn for each body, if it is to be kept.
fn drawn(draws: &Draws, bodies: Range<u64>) -> Vec<Vec<f64>> {
    if !draws.ensemble().keep.drawn {
        return Vec::new();
    }
    let numbers = |body| {
        let mut numbers = Vec::new();
        draws.numbers(body, &mut numbers);
        numbers
    };
    bodies.map(numbers).collect()
}

/// Which part of the work is done: chunks, and of the one that runs as far as steps say.
#[expect(clippy::cast_precision_loss, reason = "for people")]
fn part(done: u64, all: u64, count: u64, steps: u64, each: Option<u64>) -> f64 {
    let now = each.map_or(0.0, |each| (steps as f64 / each as f64).min(count as f64));
    (done as f64 + now) / (all as f64).max(1.0)
}

/// If none of the first can be, there is a mistake in what is drawn.
fn try_some(draws: &mut Draws, tables: &mut Tables) -> Result<(), Error> {
    let tried = 0..TRIED.min(draws.ensemble().count);
    draws.load(tables, &tried)?;
    let mut first = None;
    for body in tried {
        let drawn = draws.scenario_of(body);
        match drawn.and_then(|scenario| crate::scenario_run::simulate(&scenario).map(|_| ())) {
            Ok(()) => return Ok(()),
            Err(report) => first = first.or(Some(report)),
        }
    }
    first.map_or(Ok(()), |report| Err(report.into()))
}
