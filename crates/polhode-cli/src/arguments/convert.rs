//! Handing on.

use clap::{Args, ValueHint};
use std::path::PathBuf;

pub(super) const EXAMPLES: &str = "\
Examples:
  polhode convert results/first first.parquet        a run's folder as Parquet
  polhode convert first.parquet first.npz            arrays of numpy, one for each column
  polhode convert first.npz energy.npy --columns energy
  polhode convert results/first q.npy --to-convention scipy --columns q_x,q_y,q_z,q_w
  polhode convert theirs.csv ours.csv --from-convention spice --to-convention polhode
  polhode convert results/first first.aem --aem object_name=TUMBLER --aem object_id=2026-001A \\
      --aem epoch=2026-01-01T00:00:00 --aem time_system=TAI
  polhode convert first.aem old.aem --aem version=1.0

What a file is, is said by how its name ends: csv, parquet, npy, npz, aem (CCSDS attitude
ephemeris message), msopck (table for SPICE, written only). Conventions are polhode, scipy, spice,
ccsds, mujoco, lammps, hoomd and glam; the names of the columns say which one a file has.";

#[derive(Debug, Args)]
pub(crate) struct Convert {
    /// A file, or the folder of a run
    #[arg(value_name = "IN", value_hint = ValueHint::AnyPath)]
    pub(crate) input: PathBuf,
    /// The file to write
    #[arg(value_name = "OUT", value_hint = ValueHint::FilePath)]
    pub(crate) output: PathBuf,
    /// How the quaternions of IN are to be read, if not as its columns say
    #[arg(long, value_name = "NAME")]
    pub(crate) from_convention: Option<String>,
    /// How the quaternions of OUT are to be written, if not as those of IN
    #[arg(long, value_name = "NAME")]
    pub(crate) to_convention: Option<String>,
    /// Only these columns, in this order
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) columns: Vec<String>,
    /// A key of [aem] for a message or a table for SPICE; may be given several times
    #[arg(long, value_name = "KEY=VALUE")]
    pub(crate) aem: Vec<String>,
    /// Replaces a file that is there
    #[arg(long)]
    pub(crate) force: bool,
    /// Prints nothing but errors
    #[arg(long, short)]
    pub(crate) quiet: bool,
}
