//! The kinds of files.

use crate::{About, Convention, Error, Sink, Source, aem, csv, msopck, npy, npz, parquet};
use std::path::Path;

/// A kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Comma-separated values.
    Csv,
    /// Apache Parquet.
    Parquet,
    /// One array of numpy.
    Npy,
    /// An archive of arrays of numpy, one for each column.
    Npz,
    /// A CCSDS attitude ephemeris message.
    Aem,
    /// A table for `msopck` of SPICE.
    Msopck,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Csv, Self::Parquet, Self::Npy, Self::Npz, Self::Aem, Self::Msopck];

    /// Its name, which is also how its files end.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Parquet => "parquet",
            Self::Npy => "npy",
            Self::Npz => "npz",
            Self::Aem => "aem",
            Self::Msopck => "msopck",
        }
    }
    /// The one with this name.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name().eq_ignore_ascii_case(name))
    }
    /// The one that a file of this name has.
    ///
    /// # Errors
    /// Where its name does not say.
    pub fn of(path: &Path) -> Result<Self, Error> {
        let end = path.extension().unwrap_or_default().to_string_lossy();
        Self::find(&end).ok_or_else(|| {
            let ends: Vec<_> =
                Self::ALL.iter().map(|format| format!(".{}", format.name())).collect();
            let ends = ends.join(", ");
            Error::of_file(path, format!("does not say what it is; its name must end in {ends}"))
        })
    }
    /// Does it need to know when time 0 is?
    #[must_use]
    pub fn has_epochs(self) -> bool {
        matches!(self, Self::Aem | Self::Msopck)
    }
    /// A file for a table with these columns.
    ///
    /// # Errors
    /// Where it cannot be made, or something is missing that the format must say.
    pub fn create(
        self,
        path: &Path,
        columns: &[String],
        about: &About,
    ) -> Result<Box<dyn Sink>, Error> {
        Ok(match self {
            Self::Csv => Box::new(csv::Writer::create(path, columns)?),
            Self::Parquet => Box::new(parquet::Writer::create(path, columns, about)?),
            Self::Npy => Box::new(npy::Writer::create(path, columns)?),
            Self::Npz => Box::new(npz::Writer::create(path, columns, about)?),
            Self::Aem => Box::new(aem::Writer::create(path, columns, about)?),
            Self::Msopck => Box::new(msopck::Writer::create(path, columns, about)?),
        })
    }
    /// A table of a file; `from` is for those that do not name their columns.
    ///
    /// # Errors
    /// Where it cannot be read.
    pub fn open(self, path: &Path, from: Option<&Convention>) -> Result<Box<dyn Source>, Error> {
        let from = from.unwrap_or(&crate::CONVENTIONS[0]);
        Ok(match self {
            Self::Csv => Box::new(csv::Reader::open(path)?),
            Self::Parquet => Box::new(parquet::Reader::open(path)?),
            Self::Npy => Box::new(npy::Reader::open(path, from)?),
            Self::Npz => Box::new(npz::Reader::open(path)?),
            Self::Aem => Box::new(aem::Reader::open(path)?),
            Self::Msopck => {
                let message = "is a table for SPICE, which is written and not read";
                return Err(Error::of_file(path, message));
            }
        })
    }
}
