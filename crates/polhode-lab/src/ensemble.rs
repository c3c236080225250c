//! Many bodies: a scenario of which keys vary.
//!
//! An [`EnsemblePlan`] says how many bodies there are, what differs and what is kept of them. [`Draws`]
//! makes the bodies, each from its number alone; an [`Engine`] runs them, a chunk at a time; a
//! [`EnsembleRun`] keeps the chunks in a folder, and makes files of them when all are there, or
//! [`merge`] does, from several folders.

mod accurate;
mod chunk;
mod claim;
pub mod distribution;
mod draws;
mod engine;
mod ensemble_run;
mod files;
mod keep;
mod lanes;
mod manifest;
mod member;
mod merge;
pub mod random;
mod reduce;
mod shard;
mod table;

use chunk::default_size;
use distribution::{Distribution, Law, ValueForm};
pub use draws::{Draws, Quick, Tables};
pub use engine::{BodyByBody, Engine};
pub use ensemble_run::{EnsembleEnding, EnsembleProgress, EnsembleRun};
pub use files::{AccuracyCounts, EnsembleSummary};
pub use keep::{Histogram, Keep, Order, Reduce, Worst};
pub use lanes::InLanes;
pub use member::{BodyAccuracy, End, Failed};
pub use merge::{merge, merge_into};
pub use reduce::{ColumnStatistics, Covariance, Reductions};
pub use shard::Shard;

use crate::diagnostic::Diagnostic;
use crate::document::{Entry, Node};
use crate::keys;
use crate::scenario::Schedule;
use random::{MOST_BODIES, fnv1a};
use std::path::Path;

/// What `[ensemble]` says.
#[derive(Clone, Debug)]
pub struct EnsemblePlan {
    /// How many bodies.
    pub count: u64,
    /// What all random numbers depend on.
    pub seed: u64,
    /// Bodies in a chunk.
    pub chunk: u64,
    /// What differs.
    pub varied: Vec<Varied>,
    /// What is kept.
    pub keep: Keep,
    /// Whether an accuracy is requested of each body.
    pub accurate: bool,
    /// May products and sums be rounded together?
    pub fast: bool,
}

/// A key of the scenario that differs.
#[derive(Clone, Debug)]
pub struct Varied {
    /// The key, with points.
    pub key: String,
    /// What it is drawn from.
    pub distribution: Distribution,
    /// The key as a number.
    pub(crate) hash: u64,
}

impl Varied {
    /// Of a key.
    #[must_use]
    pub fn new(key: &str, distribution: Distribution) -> Self {
        Self { key: key.into(), distribution, hash: fnv1a(key.as_bytes()) }
    }
    /// What its numbers are called.
    fn names(&self) -> Vec<String> {
        match self.distribution.form {
            ValueForm::Number => vec![self.key.clone()],
            form => (0..form.len()).map(|i| format!("{}.{i}", self.key)).collect(),
        }
    }
}

impl EnsemblePlan {
    /// How many chunks there are.
    #[must_use]
    pub fn chunks(&self) -> u64 {
        self.count.div_ceil(self.chunk)
    }
    /// The columns of the ends.
    #[must_use]
    pub fn columns(&self) -> Vec<String> {
        let drawn = if self.keep.drawn { names(&self.varied) } else { Vec::new() };
        member::columns(self.accurate, &drawn)
    }
}

/// Does a folder hold an ensemble?
pub(crate) fn is_in(folder: &Path) -> bool {
    matches!(manifest::Manifest::read(folder), Ok(Some(_)))
}

fn names(varied: &[Varied]) -> Vec<String> {
    varied.iter().flat_map(Varied::names).collect()
}

/// What `[ensemble]` says, if there is one.
pub(crate) fn read(
    root: &Node,
    schedule: &Schedule,
    folder: Option<&Path>,
) -> Result<Option<EnsemblePlan>, Diagnostic> {
    let Some(node) = root.get("ensemble") else { return Ok(None) };
    let count = node.get("count").map_or(0, whole);
    if count > MOST_BODIES {
        let span = node.get("count").map(|count| count.span.clone());
        let message = format!("`ensemble.count` is {count}; at most 2^48 bodies can be told apart");
        return Err(Diagnostic::at(span, message, "take other seeds for more"));
    }
    let entries = node.get("vary").map_or(&[][..], Node::entries);
    if entries.is_empty() {
        let message = "`ensemble.vary` is empty: all bodies would be the same";
        let remedy =
            "write for example \"initial.attitude\" = { distribution = \"uniform-rotation\" }";
        let span = node.get("vary").unwrap_or(node).span.clone();
        return Err(Diagnostic::at(span, message, remedy));
    }
    let varied = entries.iter().map(|entry| vary(root, entry, folder));
    let varied = varied.collect::<Result<Vec<_>, _>>()?;
    overlap(entries)?;
    let accurate = root.get("run").is_some_and(|run| run.get("accuracy").is_some());
    let keep = keep::read(node.get("keep"), accurate, &names(&varied))?;
    let chunk = node.get("chunk").map_or_else(|| default_size(schedule), whole);
    let seed = node.get("seed").map_or(0, whole);
    let fast = node.get("fast").is_some_and(Node::flag);
    Ok(Some(EnsemblePlan { count, seed, chunk, varied, keep, accurate, fast }))
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "validated")]
fn whole(node: &Node) -> u64 {
    node.number() as u64
}

fn vary(root: &Node, entry: &Entry, folder: Option<&Path>) -> Result<Varied, Diagnostic> {
    let (key, span) = (&entry.key, &entry.key_span);
    let found = keys::find(root, key)
        .map_err(|(message, remedy)| Diagnostic::at(span.clone(), message, remedy))?;
    let shape = root.get("body").map_or(&[][..], Node::entries);
    if key.starts_with("body.") && shape.iter().any(|entry| entry.node.get("file").is_some()) {
        let message = format!("`{key}` varies, and the shape is in a file, which is read once");
        let remedy = "give the tensor that `polhode inertia` prints as body.inertia, and vary that";
        return Err(Diagnostic::at(span.clone(), message, remedy));
    }
    let distribution = distribution::read(key, &entry.node, &found, folder)?;
    Ok(Varied::new(key, distribution))
}

/// A key inside of another one that is drawn would be drawn twice.
fn overlap(entries: &[Entry]) -> Result<(), Diagnostic> {
    for entry in entries {
        let inside = |other: &&Entry| {
            entry.key.strip_prefix(&other.key).is_some_and(|rest| rest.starts_with('.'))
        };
        if let Some(other) = entries.iter().find(inside) {
            let message = format!("`{}` varies, and `{}` inside of it too", other.key, entry.key);
            return Err(Diagnostic::at(entry.key_span.clone(), message, "vary one of them"));
        }
    }
    Ok(())
}
