//! What one can type: help, completions and man pages come from here.

mod accuracy;
mod convert;
mod ensemble;
mod inertia;
mod laboratory;
mod view;
mod voice;

use clap::{Args, Parser, Subcommand, ValueHint};
use clap_complete::Shell;
use std::path::PathBuf;

pub(crate) use accuracy::{AccuracyArguments, Choose};
pub(crate) use convert::Convert;
pub(crate) use ensemble::{EnsembleArguments, Merge};
pub(crate) use inertia::{InertiaArguments, MeshFile, ShapeArguments};
pub(crate) use laboratory::{Compare, Describe, PlotArguments};
pub(crate) use view::ViewArguments;
pub(crate) use voice::{Voice, VoiceArguments};

/// How rigid bodies turn: a scenario goes in, the rotation and its proof come out.
#[derive(Debug, Parser)]
#[command(
    name = "polhode",
    version,
    about,
    long_about = "How rigid bodies turn: satellites, asteroids, molecules, tops, a T-handle in free \
                  fall.\n\nA scenario goes in: a body, a start, torques, a method and a step, in one \
                  TOML file. The rotation comes out, with a statement of how good it is. Without a \
                  command, polhode runs a T-handle that flips.",
    after_long_help = EXAMPLES,
    disable_help_subcommand = true
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

const EXAMPLES: &str = "\
Examples:
  polhode                                     run the default, a T-handle that flips
  polhode scenarios                           what comes with polhode
  polhode scenarios show fast-top > my.toml   begin with one of them
  polhode check my.toml                       is it right, and what will happen?
  polhode run my.toml                         run it
  polhode run my.toml --method exact:order=4 --step 0.01
  polhode run my.toml --accuracy 1e-9         or have both chosen
  polhode run fast-top --set torque.0.strength=10 --json
  polhode view my.toml                        see it turn, in a browser
  polhode ensemble my.toml                    a thousand of them, with what varies in the file
  polhode inertia box --sides 3,2,1 --mass 4  the inertia of a shape
  polhode convert my-results run.parquet      hand it on as Parquet, NPZ, CCSDS AEM ...
  polhode methods                             the methods, one line each
  polhode methods liemid-ea                   all about one of them

Exit codes:
  0  success              3  a step could not be solved, or a requested accuracy is
  1  a paper differs         contradicted or, with --strict, not assured
  2  the input is wrong   4  a file could not be read or written
  130  interrupted; what was computed is kept and can go on by --resume. A second signal stops
       at once: the files of what was computed are then made by --resume";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Runs a scenario and writes its trajectory and a summary
    #[command(after_long_help = RUN_EXAMPLES)]
    Run(RunArguments),
    /// Lists the scenarios that come with polhode, or shows one
    Scenarios {
        #[command(subcommand)]
        show: Option<Scenarios>,
    },
    /// Lists the methods, or shows all about one
    Methods {
        /// A method, with or without options, such as buss-3:energy
        name: Option<String>,
        /// JSON in place of a table
        #[arg(long)]
        json: bool,
    },
    /// Says whether a scenario is right and what will happen, without running it
    Check {
        /// A file, or the name of a scenario that comes with polhode
        #[arg(value_hint = ValueHint::FilePath)]
        scenario: String,
        #[command(flatten)]
        changes: Changes,
    },
    /// Runs many bodies of a scenario whose keys vary, and keeps their ends
    #[command(after_long_help = ensemble::EXAMPLES)]
    Ensemble(EnsembleArguments),
    /// Makes one result of the shards of an ensemble
    #[command(after_long_help = ensemble::MERGE_EXAMPLES)]
    Merge(Merge),
    /// Says which method and step an accuracy asks for, and what else was looked at
    #[command(after_long_help = accuracy::EXAMPLES)]
    Choose(Choose),
    /// Runs several methods on a scenario and says what their errors cost
    #[command(after_long_help = laboratory::EXAMPLES)]
    Compare(Compare),
    /// Says what the closed form knows of a body: periods, mode, flips
    Describe(Describe),
    /// Opens a page on this machine that shows a body turn, live
    #[command(after_long_help = view::EXAMPLES)]
    View(ViewArguments),
    /// Draws a run: what it conserved, rates, attitude, polhode and herpolhode
    Plot(PlotArguments),
    /// Moments, principal axes and centre of mass of a shape, a molecule or a mesh
    #[command(after_long_help = inertia::EXAMPLES)]
    Inertia(InertiaArguments),
    /// Hands a result on: between files, and between quaternion conventions
    #[command(after_long_help = convert::EXAMPLES)]
    Convert(Convert),
    /// Does the papers' experiments again and puts our numbers beside theirs
    #[command(after_long_help = REPRODUCE_EXAMPLES)]
    Reproduce(Reproduce),
    /// Prints the JSON Schema of scenarios, for editors
    Schema,
    /// Prints a completion script for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Writes the manual pages
    Man {
        /// Folder to write them to
        #[arg(long, value_hint = ValueHint::DirPath, default_value = "man")]
        out: PathBuf,
    },
}

const RUN_EXAMPLES: &str = "\
Examples:
  polhode run                                 the default, a T-handle that flips
  polhode run my.toml --out results/first     into a folder of your choice
  polhode run water --precision f32           another number
  polhode run my.toml --set body.inertia=[1.0,2.0,2.5] --set torque.0.strength=10
  polhode run my.toml --accuracy 1e-9 --certificate
  polhode run --resume results/first          go on after Ctrl-C or a crash

A key of --set is that of the file, with points: run.step, torque.0.strength. A value is
written as in the file; quotes around words can be left out.";

#[derive(Debug, Args)]
pub(crate) struct RunArguments {
    /// A file, or the name of a scenario that comes with polhode [default: t-handle]
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) scenario: Option<String>,
    #[command(flatten)]
    pub(crate) changes: Changes,
    #[command(flatten)]
    pub(crate) accuracy: AccuracyArguments,
    /// An estimate of the error at each sample, by a second computation
    #[arg(long)]
    pub(crate) certificate: bool,
    /// Ends with code 3 where the accuracy cannot be attained or verified, or the certificate is above it
    #[arg(long)]
    pub(crate) strict: bool,
    /// Folder for the files [default: polhode-results/NAME, with a number if there is one]
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub(crate) out: Option<PathBuf>,
    /// Replaces a result that is there, and writes files larger than the free space of the disk
    #[arg(long)]
    pub(crate) force: bool,
    /// Files for the trajectory in place of output.formats: csv, parquet, npy, npz, aem, msopck
    #[arg(long, value_name = "FORMATS", value_delimiter = ',')]
    pub(crate) format: Vec<String>,
    /// How the end depends on the start, the moments and the torques, as well
    #[arg(long)]
    pub(crate) sensitivity: bool,
    /// Goes on with a run that was interrupted
    #[arg(
        long,
        value_name = "FOLDER",
        value_hint = ValueHint::DirPath,
        conflicts_with_all = ["scenario", "out", "force", "method", "step", "duration", "precision", "set", "format", "sensitivity", "accuracy", "prefer", "certificate", "strict"]
    )]
    pub(crate) resume: Option<PathBuf>,
    /// Draws pictures into the folder; so it does for people if nothing is said
    #[arg(long, overrides_with = "no_plot")]
    pub(crate) plot: bool,
    /// Draws no pictures
    #[arg(long)]
    pub(crate) no_plot: bool,
    #[command(flatten)]
    pub(crate) voice: VoiceArguments,
}

const REPRODUCE_EXAMPLES: &str = "\
Examples:
  polhode reproduce                           all experiments, by paper
  polhode reproduce buss-2001/figure-6        one of them
  polhode reproduce krysl-2004 --out krysl    a paper, with its report
  polhode reproduce --all --quick             all, in minutes

With --out what is done is kept in the folder, and the same command goes on where it was
interrupted. The exit code is 1 if an experiment differs from its paper and we do not know why.";

#[derive(Debug, Args)]
pub(crate) struct Reproduce {
    /// Papers or experiments, such as buss-2001 or buss-2001/figure-6; none lists them
    pub(crate) names: Vec<String>,
    /// All of them
    #[arg(long, conflicts_with = "names")]
    pub(crate) all: bool,
    /// Smaller ensembles and shorter spans, in minutes
    #[arg(long)]
    pub(crate) quick: bool,
    /// Prints JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Folder for the report
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub(crate) out: Option<PathBuf>,
}

/// What to change in the scenario.
#[derive(Debug, Args)]
pub(crate) struct Changes {
    /// Method in place of run.method
    #[arg(long, value_name = "NAME")]
    method: Option<String>,
    /// Step in place of run.step
    #[arg(long, value_name = "TIME")]
    step: Option<String>,
    /// Duration in place of run.duration; negative is backwards
    #[arg(long, value_name = "TIME", allow_hyphen_values = true)]
    duration: Option<String>,
    /// f64 or f32 in place of run.precision
    #[arg(long, value_name = "NUMBER")]
    precision: Option<String>,
    /// Any key of the scenario; may be given several times
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
}

impl Changes {
    /// As `key=value`, the special ones last.
    pub(crate) fn list(&self) -> Vec<String> {
        let short = [
            ("method", &self.method),
            ("step", &self.step),
            ("duration", &self.duration),
            ("precision", &self.precision),
        ];
        let short =
            short.iter().filter_map(|(key, value)| Some(format!("run.{key}={}", value.as_ref()?)));
        self.set.iter().cloned().chain(short).collect()
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Scenarios {
    /// Prints the file of a scenario
    Show {
        /// Its name
        name: String,
    },
}
