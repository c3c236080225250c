//! What a run is handed on in.
//!
//! A table of numbers with names comes from a [`Source`], row by row, and goes to a
//! [`Sink`], which is a file of some [`Format`]: CSV, Parquet, NPY, NPZ, an attitude
//! ephemeris message of the CCSDS ([`aem`]), or a table for `msopck` of SPICE. Neither
//! holds more than a group of rows, so that a table may be longer than the memory.
//! [`convert`] goes from one to the other, and from one [`Convention`] of quaternions to
//! another.
//!
//! ```
//! use polhode_formats::Convention;
//! let q = [0.5, 0.5, -0.5, 0.5]; // w, x, y, z: body to space
//! assert_eq!(Convention::find("scipy")?.from_wxyz(q), [0.5, -0.5, 0.5, 0.5]);
//! assert_eq!(Convention::find("spice")?.from_wxyz(q), [0.5, -0.5, 0.5, -0.5]);
//! # Ok::<(), polhode_formats::Error>(())
//! ```

pub mod aem;
mod convention;
mod convert;
pub mod csv;
mod error;
mod format;
mod lines;
mod msopck;
mod npy;
mod npz;
mod parquet;
mod part_file;
mod recast;
pub mod regular;
mod spool;
mod temporary;
mod time_unit;

pub use convention::{CONVENTIONS, Component, Convention, guide};
pub use convert::{Conversion, Converted, convert};
pub use error::{Error, Remedy};
pub use format::Format;
pub use parquet::GROUP;
pub use part_file::PartFile;
pub use temporary::discard_unfinished;
pub use time_unit::{TIME_UNITS, seconds_in};

/// Rows of named numbers, one after the other.
pub trait Source {
    /// Columns and metadata.
    fn heading(&self) -> &Heading;
    /// The names of the numbers of a row.
    fn columns(&self) -> &[String] {
        &self.heading().columns
    }
    /// What else is known.
    fn about(&self) -> &About {
        &self.heading().about
    }
    /// Puts the next row into `row`; false if there is none.
    ///
    /// # Errors
    /// Where the file cannot be read, or is not what it should be.
    fn next_row(&mut self, row: &mut Vec<f64>) -> Result<bool, Error>;
}

/// Where rows go to. The file has its name when it is finished; until then, or if it
/// never is, there is none.
pub trait Sink {
    /// One number for each column.
    ///
    /// # Errors
    /// Where it cannot be written, or the format cannot say it.
    fn row(&mut self, row: &[f64]) -> Result<(), Error>;
    /// Several rows at once, one list for each column; the shortest says how many.
    ///
    /// # Errors
    /// As of a row.
    fn columns(&mut self, columns: &[Vec<f64>]) -> Result<(), Error> {
        let mut row = vec![0.0; columns.len()];
        for index in 0..columns.iter().map(Vec::len).min().unwrap_or(0) {
            row.iter_mut().zip(columns).for_each(|(number, column)| *number = column[index]);
            self.row(&row)?;
        }
        Ok(())
    }
    /// Ends the file; its size in bytes.
    ///
    /// # Errors
    /// Where it cannot be written.
    fn finish(self: Box<Self>) -> Result<u64, Error>;
}

/// Columns and metadata of a table.
#[derive(Clone, Debug, Default)]
pub struct Heading {
    /// The names of the numbers of a row.
    pub columns: Vec<String>,
    /// What else is known.
    pub about: About,
}

/// What is to be known about a table besides its numbers.
#[derive(Clone, Debug, Default)]
pub struct About {
    /// The scenario, the method and the version that made it, as JSON; empty if not known.
    pub json: String,
    /// Whose attitude it is and when, if known.
    pub aem: Option<aem::AemMetadata>,
    /// The unit of its times; empty if not known.
    pub time_unit: String,
}

impl About {
    /// What the JSON in the metadata of a file says.
    pub(crate) fn from_json(json: String) -> Self {
        let value: serde_json::Value = serde_json::from_str(&json).unwrap_or_default();
        let time_unit = value.get("time_unit").and_then(serde_json::Value::as_str);
        let time_unit = time_unit.unwrap_or_default().to_owned();
        Self { json, aem: None, time_unit }
    }
}
