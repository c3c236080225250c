//! Many bodies.

use super::{Changes, VoiceArguments};
use clap::{Args, ValueHint};
use polhode_lab::ensemble::Shard;
use std::path::PathBuf;

pub(super) const EXAMPLES: &str = "\
Examples:
  polhode ensemble water-ensemble             one that comes with polhode
  polhode ensemble my.toml --count 1000000 --out results/many
  polhode ensemble my.toml --show 17 > body-17.toml
  polhode ensemble my.toml --shard 1/7 --out part   on one machine, 2/7 on another ...
  polhode merge part --out results/many       ... and one result of all

The file says what varies, and what is kept of the ends:

  [ensemble]
  count = 1000
  seed = 1

  [ensemble.vary]
  \"initial.attitude\" = { distribution = \"uniform-rotation\" }
  \"body.inertia\" = { distribution = \"normal\", deviation = 0.02, relative = true }

  [ensemble.keep]
  reduce = [\"mean\", \"quantiles\"]
  columns = [\"rate\"]

Body i depends on the seed, the keys and i alone: it is the same in any shard, on any number of
cores. What was computed is kept in chunks; the same command goes on where it was killed. A body
that cannot be run to its end is a row with its column `failed` set, and a line in failures.csv.";

pub(super) const MERGE_EXAMPLES: &str = "\
Examples:
  polhode merge part --out results            shards that shared a folder
  polhode merge part-1 part-2 part-3 --out results

The files are the same, byte for byte, as those of one run without shards.";

#[derive(Debug, Args)]
pub(crate) struct EnsembleArguments {
    /// A file, or the name of a scenario that comes with polhode
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) scenario: String,
    #[command(flatten)]
    pub(crate) changes: Changes,
    /// How many bodies, in place of ensemble.count
    #[arg(long, value_name = "BODIES")]
    pub(crate) count: Option<String>,
    /// In place of ensemble.seed
    #[arg(long, value_name = "NUMBER")]
    pub(crate) seed: Option<String>,
    /// Folder for the files; what is there goes on [default: polhode-results/NAME]
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub(crate) out: Option<PathBuf>,
    /// Runs one of several parts, such as 2/7; `polhode merge` makes one of all
    #[arg(long, value_name = "PART")]
    pub(crate) shard: Option<Shard>,
    /// Prints the scenario of a body, counted from 0, and runs nothing
    #[arg(long, value_name = "BODY", conflicts_with_all = ["out", "shard", "force", "keep_chunks", "strict", "json", "quiet"])]
    pub(crate) show: Option<u64>,
    /// Replaces files that are there, and writes files larger than the free space of the disk
    #[arg(long, conflicts_with = "shard")]
    pub(crate) force: bool,
    /// Keeps the chunks beside the files made of them
    #[arg(long, conflicts_with = "shard")]
    pub(crate) keep_chunks: bool,
    /// Ends with code 3 if a body failed
    #[arg(long)]
    pub(crate) strict: bool,
    #[command(flatten)]
    pub(crate) voice: VoiceArguments,
}

impl EnsembleArguments {
    /// All changes, as `key=value`.
    pub(crate) fn list(&self) -> Vec<String> {
        let short = [("count", &self.count), ("seed", &self.seed)];
        let short = short
            .iter()
            .filter_map(|(key, value)| Some(format!("ensemble.{key}={}", value.as_ref()?)));
        self.changes.list().into_iter().chain(short).collect()
    }
}

#[derive(Debug, Args)]
pub(crate) struct Merge {
    /// Folders of shards
    #[arg(value_name = "FOLDER", value_hint = ValueHint::DirPath, required = true)]
    pub(crate) folders: Vec<PathBuf>,
    /// Folder for the files
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub(crate) out: PathBuf,
    /// Replaces files that are there, and writes files larger than the free space of the disk
    #[arg(long)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) voice: VoiceArguments,
}
