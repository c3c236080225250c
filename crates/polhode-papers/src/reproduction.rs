//! Experiments one after the other, with what is done already kept.

use super::{Effort, Experiment, Outcome};
use polhode_formats::regular;
use polhode_lab::Error;
use polhode_lab::recording::whole;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};

/// An experiment and what came out.
#[derive(Clone, Debug)]
pub struct Done {
    /// Which.
    pub experiment: Experiment,
    /// What.
    pub outcome: Outcome,
    /// How long it took.
    pub seconds: f64,
}

/// What is kept of one.
#[derive(Serialize, Deserialize)]
struct StoredOutcome {
    version: String,
    quick: bool,
    seconds: f64,
    outcome: Outcome,
}

/// Where an experiment is kept in a folder.
fn place(folder: &Path, experiment: &Experiment) -> PathBuf {
    folder.join("outcomes").join(format!("{}.json", experiment.key().replace('/', "-")))
}

/// What a folder has of this version and effort.
fn kept(folder: &Path, experiment: &Experiment, effort: &Effort) -> Option<Done> {
    let text = regular::read_text(&place(folder, experiment), regular::REPORT).ok()?;
    let kept: StoredOutcome = serde_json::from_str(&text).ok()?;
    let same = kept.version == env!("CARGO_PKG_VERSION") && kept.quick == effort.is_quick();
    let StoredOutcome { seconds, outcome, .. } = kept;
    same.then_some(Done { experiment: *experiment, outcome, seconds })
}

/// Does an experiment, or takes what the folder has of it; what is done is kept there.
///
/// # Errors
/// Where a file cannot be written.
pub fn perform(
    experiment: &Experiment,
    effort: &Effort,
    folder: Option<&Path>,
) -> Result<Done, Error> {
    if let Some(done) = folder.and_then(|folder| kept(folder, experiment, effort)) {
        return Ok(done);
    }
    let begin = std::time::Instant::now();
    let outcome = (experiment.run)(effort);
    let seconds = begin.elapsed().as_secs_f64();
    if let Some(folder) = folder {
        let path = place(folder, experiment);
        let parent = folder.join("outcomes");
        fs::create_dir_all(&parent).map_err(Error::file("create the folder", &parent))?;
        let version = env!("CARGO_PKG_VERSION").into();
        let kept =
            StoredOutcome { version, quick: effort.is_quick(), seconds, outcome: outcome.clone() };
        let text = serde_json::to_string(&kept).unwrap_or_default();
        whole(&path, |file| file.write_all(text.as_bytes()).map_err(Error::file("write", &path)))?;
    }
    Ok(Done { experiment: *experiment, outcome, seconds })
}
