//! The page.

use super::Changes;
use clap::{Args, ValueHint};

pub(super) const EXAMPLES: &str = "\
Examples:
  polhode view                                the default, a T-handle that flips
  polhode view fast-top                       a scenario that comes with polhode
  polhode view my.toml                        yours, with its mesh if it has one
  polhode view polhode-results/t-handle       a result
  polhode view --no-open --port 8080          print the address only

The page is served on this machine only, at an address with a random token. Ctrl-C ends it.";

#[derive(Debug, Args)]
pub(crate) struct ViewArguments {
    /// A scenario, by file or name, or the folder of a result [default: t-handle]
    #[arg(value_name = "SCENARIO|RESULT", value_hint = ValueHint::AnyPath)]
    pub(crate) subject: Option<String>,
    #[command(flatten)]
    pub(crate) changes: Changes,
    /// Port on 127.0.0.1; 0 is any that is free
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    pub(crate) port: u16,
    /// Prints the address and opens no browser
    #[arg(long)]
    pub(crate) no_open: bool,
}
