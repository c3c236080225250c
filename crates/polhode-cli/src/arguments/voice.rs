//! To whom a command speaks.

use clap::Args;

/// The options of commands that print a summary.
#[derive(Debug, Args)]
pub(crate) struct VoiceArguments {
    /// Prints the summary as JSON
    #[arg(long)]
    json: bool,
    /// Prints nothing but errors
    #[arg(long, short, conflicts_with = "json")]
    quiet: bool,
}

/// To whom a run speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Voice {
    People,
    Json,
    Quiet,
}

impl VoiceArguments {
    pub(crate) fn voice(&self) -> Voice {
        match (self.json, self.quiet) {
            (true, _) => Voice::Json,
            (_, true) => Voice::Quiet,
            _ => Voice::People,
        }
    }
}
