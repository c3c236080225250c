//! Looking, comparing, asking.

use super::Changes;
use clap::{Args, ValueHint};
use polhode_lab::figure::Theme;
use polhode_lab::plot::PlotStyle;
use std::path::PathBuf;

pub(super) const EXAMPLES: &str = "\
Examples:
  polhode compare fast-top --methods exact,liemid-ea,buss-4
  polhode compare my.toml --methods all --budget 1000,10000 --out compared
  polhode compare t-handle --methods buss-3,buss-3:energy --steps 0.1,0.05,0.025

The reference is the closed form where nothing pushes, else a refined series (docs/taylor.md).
Methods whose steps vary go through tolerances from 1e-4 to 1e-14 unless they have one.";

#[derive(Debug, Args)]
#[command(mut_arg("out", |out| out.help("Folder for compare.csv and the picture")))]
pub(crate) struct Compare {
    /// A file, or the name of a scenario that comes with polhode
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) scenario: String,
    /// Methods with commas between them, or all
    #[arg(long, value_name = "NAMES", required = true)]
    pub(crate) methods: Vec<String>,
    /// Steps with commas between them [default: from 8 times that of the scenario to an eighth]
    #[arg(long, value_name = "TIMES", value_delimiter = ',', conflicts_with = "budget")]
    pub(crate) steps: Vec<f64>,
    /// In place of steps: evaluations of the torque (steps, if there is none)
    #[arg(long, value_name = "COUNTS", value_delimiter = ',')]
    pub(crate) budget: Vec<u64>,
    #[command(flatten)]
    pub(crate) changes: Changes,
    #[command(flatten)]
    pub(crate) pictures: Pictures,
    /// Prints JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
#[command(mut_arg("out", |out| out.help("Folder for pictures of polhode and herpolhode")))]
pub(crate) struct Describe {
    /// A file, or the name of a scenario that comes with polhode
    #[arg(value_hint = ValueHint::FilePath, conflicts_with_all = ["inertia", "angular_velocity"])]
    pub(crate) scenario: Option<String>,
    /// In place of a scenario: principal moments, as 1,2,2.5
    #[arg(long, value_name = "MOMENTS")]
    pub(crate) inertia: Option<String>,
    /// In place of a scenario: angular velocity in body axes, as 0.01,1,0
    #[arg(long, value_name = "RATES", allow_hyphen_values = true)]
    pub(crate) angular_velocity: Option<String>,
    #[command(flatten)]
    pub(crate) pictures: Pictures,
    /// Prints JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
#[command(mut_arg("out", |out| out.help("Folder for the pictures [default: that of the run]")))]
pub(crate) struct PlotArguments {
    /// Folder of a run
    #[arg(value_name = "RESULT", value_hint = ValueHint::DirPath)]
    pub(crate) folder: PathBuf,
    #[command(flatten)]
    pub(crate) pictures: Pictures,
}

/// Where pictures go, and how they look.
#[derive(Debug, Args)]
pub(crate) struct Pictures {
    /// Folder for a picture
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub(crate) out: Option<PathBuf>,
    /// On dark ground
    #[arg(long)]
    dark: bool,
    /// PNG beside SVG
    #[arg(long)]
    png: bool,
}

impl Pictures {
    pub(crate) fn form(&self) -> PlotStyle {
        PlotStyle { theme: if self.dark { Theme::Dark } else { Theme::Light }, png: self.png }
    }
}
