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

type Created = Result<Box<dyn Sink>, Error>;
type Opened = Result<Box<dyn Source>, Error>;

/// A kind of file, as the list below has it.
struct Entry {
    format: Format,
    name: &'static str,
    /// Whether it needs to know when time 0 is; the others take any table.
    has_epochs: bool,
    /// Bytes of a row of so many columns, while it is written and after.
    row_bytes: fn(f64) -> f64,
    create: fn(&Path, &[String], &About) -> Created,
    open: fn(&Path, &Convention) -> Opened,
}

/// Bytes of a number as text, with its comma.
const TEXT: f64 = 19.0;
const DOUBLE: f64 = 8.0;

/// The one list of formats: to add one is its module, its variant and its entry here. Tables come first.
const LIST: [Entry; 6] = [
    Entry {
        format: Format::Csv,
        name: "csv",
        has_epochs: false,
        row_bytes: |columns| TEXT * columns,
        create: |path, columns, _| Ok(Box::new(csv::Writer::create(path, columns)?)),
        open: |path, _| Ok(Box::new(csv::Reader::open(path)?)),
    },
    Entry {
        format: Format::Parquet,
        name: "parquet",
        has_epochs: false,
        row_bytes: |columns| DOUBLE * columns,
        create: |path, columns, about| Ok(Box::new(parquet::Writer::create(path, columns, about)?)),
        open: |path, _| Ok(Box::new(parquet::Reader::open(path)?)),
    },
    Entry {
        format: Format::Npy,
        name: "npy",
        has_epochs: false,
        row_bytes: |columns| DOUBLE * columns,
        create: |path, columns, _| Ok(Box::new(npy::Writer::create(path, columns)?)),
        open: |path, from| Ok(Box::new(npy::Reader::open(path, from)?)),
    },
    Entry {
        format: Format::Npz,
        name: "npz",
        has_epochs: false,
        // Rows wait in a file beside it.
        row_bytes: |columns| 2.0 * DOUBLE * columns,
        create: |path, columns, about| Ok(Box::new(npz::Writer::create(path, columns, about)?)),
        open: |path, _| Ok(Box::new(npz::Reader::open(path)?)),
    },
    Entry {
        format: Format::Aem,
        name: "aem",
        has_epochs: true,
        // An epoch, a quaternion and rates.
        row_bytes: |_| 30.0 + 21.0 * 7.0,
        create: |path, columns, about| Ok(Box::new(aem::Writer::create(path, columns, about)?)),
        open: |path, _| Ok(Box::new(aem::Reader::open(path)?)),
    },
    Entry {
        format: Format::Msopck,
        name: "msopck",
        has_epochs: true,
        row_bytes: |_| 20.0 + 21.0 * 7.0,
        create: |path, columns, about| Ok(Box::new(msopck::Writer::create(path, columns, about)?)),
        open: |path, _| {
            let message = "is a table for SPICE, which is written and not read";
            Err(Error::in_file(path, message))
        },
    },
];

const COUNT: usize = LIST.len();
const NAMES: [&str; COUNT] = {
    let mut names = [""; COUNT];
    let mut index = 0;
    while index < COUNT {
        names[index] = LIST[index].name;
        index += 1;
    }
    names
};
const TABLES: usize = {
    let mut tables = 0;
    while tables < COUNT && !LIST[tables].has_epochs {
        tables += 1;
    }
    tables
};

impl Format {
    /// All of them.
    pub const ALL: [Self; COUNT] = {
        let mut all = [Self::Csv; COUNT];
        let mut index = 0;
        while index < COUNT {
            all[index] = LIST[index].format;
            index += 1;
        }
        all
    };
    /// The names of all.
    pub const NAMES: &[&str] = &NAMES;
    /// The names of those that take any table.
    pub const TABLES: &[&str] = NAMES.split_at(TABLES).0;

    fn entry(self) -> &'static Entry {
        // Each variant has its entry; a test sees to it.
        LIST.iter().find(|entry| entry.format == self).unwrap_or(&LIST[0])
    }
    /// Its name, which is also the extension of its files.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.entry().name
    }
    /// Bytes of a row of so many columns, while it is written and after: an estimate from above.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "few columns")]
    pub fn row_bytes(self, columns: usize) -> f64 {
        (self.entry().row_bytes)(columns as f64)
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
    pub fn from_path(path: &Path) -> Result<Self, Error> {
        let end = path.extension().unwrap_or_default().to_string_lossy();
        Self::find(&end).ok_or_else(|| {
            let ends: Vec<_> =
                Self::ALL.iter().map(|format| format!(".{}", format.name())).collect();
            let ends = ends.join(", ");
            Error::in_file(path, "does not say what it is")
                .with_remedy(format!("its name must end in {ends}"))
        })
    }
    /// Does it need to know when time 0 is?
    #[must_use]
    pub fn has_epochs(self) -> bool {
        self.entry().has_epochs
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
        (self.entry().create)(path, columns, about)
    }
    /// A table of a file; `from` is for those that do not name their columns.
    ///
    /// # Errors
    /// Where it cannot be read.
    pub fn open(self, path: &Path, from: Option<&Convention>) -> Result<Box<dyn Source>, Error> {
        (self.entry().open)(path, from.unwrap_or(&crate::CONVENTIONS[0]))
    }
}
