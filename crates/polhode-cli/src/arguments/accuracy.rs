//! Accuracy in place of a method and a step.

use super::Changes;
use super::laboratory::Pictures;
use clap::{Args, ValueHint};

pub(super) const EXAMPLES: &str = "\
Examples:
  polhode choose fast-top --accuracy 1e-6
  polhode choose my.toml --accuracy 1e-9 --prefer symplectic
  polhode choose my.toml --accuracy 1e-9 --out chosen --json

Candidates are tried on the scenario itself, on all of it where it is short. Costs come from a
table, so that the choice is the same on every machine.";

#[derive(Debug, Args)]
pub(crate) struct Choose {
    /// A file, or the name of a scenario that comes with polhode
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) scenario: String,
    #[command(flatten)]
    pub(crate) accuracy: AccuracyArguments,
    #[command(flatten)]
    pub(crate) changes: Changes,
    #[command(flatten)]
    pub(crate) pictures: Pictures,
    /// Prints JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// How good the end must be.
#[derive(Debug, Args)]
pub(crate) struct AccuracyArguments {
    /// Error that the end may have, in place of run.method and run.step
    #[arg(long, value_name = "ERROR", conflicts_with_all = ["method", "step"])]
    accuracy: Option<String>,
    /// speed, symplectic or energy: what else is asked of the method
    #[arg(long, value_name = "WHAT")]
    prefer: Option<String>,
}

impl AccuracyArguments {
    /// As `key=value`.
    pub(crate) fn list(&self) -> Vec<String> {
        let keys = [("accuracy", &self.accuracy), ("prefer", &self.prefer)];
        keys.iter()
            .filter_map(|(key, value)| Some(format!("run.{key}={}", value.as_ref()?)))
            .collect()
    }
}
