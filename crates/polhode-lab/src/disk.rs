//! Space on the disk: what the files of a run need, and what is free.

use crate::accuracy::Estimate;
use crate::ensemble::{EnsemblePlan, Shard};
use crate::error::Error;
use crate::log;
use crate::recording::{CERTIFICATE, LOG, SENSITIVITY, trajectory_file};
use crate::remedy::{Action, Remedy};
use crate::sample::Sample;
use crate::scenario::Scenario;
use crate::sensitivity::ROWS;
use polhode_formats::Format;
use std::path::Path;

/// Bytes of a double.
const DOUBLE: f64 = 8.0;
/// Bytes of a chunk besides its numbers.
const CHUNK: u64 = 256;

/// An estimate of what files need on the disk.
#[derive(Clone, Debug, Default)]
pub struct DiskEstimate {
    /// Files and their sizes in bytes.
    pub files: Vec<(String, u64)>,
    /// How to need less.
    remedy: &'static str,
}

impl DiskEstimate {
    /// Returns the estimate for a run, whose method has `memory` numbers to remember.
    #[must_use]
    pub fn by_run(scenario: &Scenario, memory: usize) -> Self {
        let samples = scenario.schedule.samples();
        let mut files =
            vec![(LOG.to_owned(), samples.saturating_mul(log::record_length(memory) as u64))];
        for format in &scenario.plan.formats {
            let each = format.row_bytes(Sample::COLUMNS.len());
            files.push((trajectory_file(*format), times(samples, each)));
        }
        let directions = scenario.sensitivity.len();
        if directions > 0 && !scenario.plan.formats.is_empty() {
            let each = Format::Csv.row_bytes(1 + ROWS.len() * directions);
            files.push((SENSITIVITY.into(), times(samples, each)));
        }
        if scenario.plan.certificate {
            let each = Format::Csv.row_bytes(1 + Estimate::COLUMNS.len());
            files.push((CERTIFICATE.into(), times(samples, each)));
        }
        Self { files, remedy: "keep fewer samples (output.every or output.every_steps)" }
    }
    /// Returns the estimate for an ensemble or a part of it.
    #[must_use]
    pub fn by_ensemble(ensemble: &EnsemblePlan, shard: Shard) -> Self {
        let columns = ensemble.columns().len();
        let part = shard.part(ensemble.chunks());
        let chunks = part.end - part.start;
        let bodies = chunks.saturating_mul(ensemble.chunk).min(ensemble.count);
        let size = times(bodies, DOUBLE * columns as f64);
        let size = size.saturating_add(chunks.saturating_mul(CHUNK));
        let mut files = vec![("chunks".to_owned(), size)];
        if shard == Shard::WHOLE {
            files.extend(Self::by_states(ensemble).files);
        }
        Self { files, remedy: "keep fewer bodies (ensemble.count) or fewer formats" }
    }
    /// Returns the estimate for the files of an ensemble that are made of its chunks.
    #[must_use]
    pub fn by_states(ensemble: &EnsemblePlan) -> Self {
        let columns = ensemble.columns().len();
        let file = |format: &Format| {
            (format!("states.{}", format.name()), times(ensemble.count, format.row_bytes(columns)))
        };
        let files = ensemble.keep.states.iter().map(file).collect();
        Self { files, remedy: "keep fewer formats" }
    }
    /// All bytes.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.files.iter().fold(0, |sum, (_, size)| sum.saturating_add(*size))
    }
    /// The sum, and the files that it is of.
    #[must_use]
    pub fn words(&self) -> String {
        let file = |(name, size): &(String, u64)| format!("{name} {}", size_in_words(*size));
        let files: Vec<String> = self.files.iter().map(file).collect();
        format!("about {}: {}", size_in_words(self.total()), files.join(", "))
    }
    /// Returns what is wrong where the files do not fit into the free space of the file system of a
    /// folder, of which `present` bytes are there already. Where the free space is not known, they
    /// fit.
    #[must_use]
    pub fn shortage(&self, folder: &Path, present: u64) -> Option<String> {
        let free = free(folder)?;
        let (words, folder) = (self.words(), folder.display());
        (self.total().saturating_sub(present) > free).then(|| {
            format!("the files need {words}; {} are free for `{folder}`", size_in_words(free))
        })
    }
    /// Refuses files that do not fit; `forceable` is whether to write anyway is a remedy.
    pub(crate) fn refuse_shortage(
        &self,
        folder: &Path,
        present: u64,
        forceable: bool,
    ) -> Result<(), Error> {
        let Some(shortage) = self.shortage(folder, present) else { return Ok(()) };
        let actions = [Action::Words(self.remedy.into()), Action::AnotherFolder];
        let anyway = forceable.then_some(Action::WriteAnyway);
        Err(Error::folder(shortage, Remedy::any_of(actions.into_iter().chain(anyway))))
    }
}

/// Returns the free bytes of the file system where a folder is, or will be once it is created.
#[must_use]
pub fn free(folder: &Path) -> Option<u64> {
    let folder = std::path::absolute(folder).ok()?;
    folder.ancestors().find(|folder| folder.exists()).and_then(|f| fs4::available_space(f).ok())
}

/// Returns a size as people write it.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "for people")]
pub fn size_in_words(size: u64) -> String {
    match size as f64 {
        b if b < 1e3 => format!("{b} bytes"),
        b if b < 1e6 => format!("{:.1} kB", b / 1e3),
        b if b < 1e9 => format!("{:.1} MB", b / 1e6),
        b if b < 1e12 => format!("{:.1} GB", b / 1e9),
        b => format!("{:.1} TB", b / 1e12),
    }
}

#[expect(clippy::cast_precision_loss, reason = "an estimate")]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "positive, saturates")]
fn times(rows: u64, bytes: f64) -> u64 {
    (rows as f64 * bytes) as u64
}
