//! Rows of other people's files, of which a chunk is held at a time.

use super::random::fnv1a_from;
use super::{Law, Varied};
use crate::error::Error;
use polhode_formats::{Format, Source, regular};
use std::io::Read;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The rows of a range of bodies; of a key that has no table, none.
#[derive(Clone, Debug, Default)]
pub(super) struct Rows {
    first: u64,
    width: usize,
    numbers: Vec<f64>,
}

impl Rows {
    pub(super) fn row(&self, body: u64) -> &[f64] {
        let index = usize::try_from(body.wrapping_sub(self.first)).unwrap_or(usize::MAX);
        let begin = index.saturating_mul(self.width);
        self.numbers.get(begin..begin.saturating_add(self.width)).unwrap_or(&[])
    }
}

/// A file that is read from its begin to its end.
pub(super) struct Table {
    /// The place among what varies.
    pub(super) varied: usize,
    /// Of all of its bytes.
    pub(super) hash: u64,
    path: PathBuf,
    source: Box<dyn Source>,
    columns: Vec<usize>,
    next: u64,
    row: Vec<f64>,
}

impl Table {
    /// All tables that an ensemble of so many bodies needs.
    pub(super) fn all(varied: &[Varied], count: u64) -> Result<Vec<Self>, Error> {
        let needed = varied.iter().enumerate().filter_map(|(index, varied)| {
            let Law::Table { path, columns } = &varied.distribution.law else { return None };
            Some((index, path, columns))
        });
        needed.map(|(index, path, columns)| Self::open(index, path, columns, count)).collect()
    }

    fn open(varied: usize, path: &Path, names: &[String], count: u64) -> Result<Self, Error> {
        let mut source = opened(path)?;
        let place = |name: &String| {
            let has = source.columns();
            has.iter().position(|column| column == name).ok_or_else(|| {
                let near = crate::diagnostic::suggestion(name, has.iter().map(String::as_str));
                Error::folder(
                    format!("`{}` has no column `{name}`{near}", path.display()),
                    format!("it has {}", has.join(", ")),
                )
            })
        };
        let columns = names.iter().map(place).collect::<Result<_, _>>()?;
        let (mut rows, mut row) = (0, Vec::new());
        while rows < count && source.next_row(&mut row)? {
            rows += 1;
        }
        if rows < count {
            return Err(Error::folder(
                format!("`{}` has {rows} rows for {count} bodies", path.display()),
                format!("give as many rows, or ensemble.count={rows}"),
            ));
        }
        let (hash, source) = (hash(path)?, opened(path)?);
        Ok(Self { varied, hash, path: path.into(), source, columns, next: 0, row })
    }

    /// The rows of these bodies.
    pub(super) fn load(&mut self, bodies: &Range<u64>) -> Result<Rows, Error> {
        if bodies.start < self.next {
            self.source = opened(&self.path)?;
            self.next = 0;
        }
        let mut numbers = Vec::new();
        while self.next < bodies.end && self.source.next_row(&mut self.row)? {
            if self.next >= bodies.start {
                numbers.extend(self.columns.iter().filter_map(|&i| self.row.get(i)));
            }
            self.next += 1;
        }
        Ok(Rows { first: bodies.start, width: self.columns.len(), numbers })
    }
}

fn opened(path: &Path) -> Result<Box<dyn Source>, Error> {
    Ok(Format::from_path(path)?.open(path, None)?)
}

fn hash(path: &Path) -> Result<u64, Error> {
    let mut file = regular::open(path, regular::TABLE)?;
    let (mut hash, mut bytes) = (super::fnv1a(&[]), vec![0; 1 << 16]);
    loop {
        match file.read(&mut bytes).map_err(Error::file("read", path))? {
            0 => return Ok(hash),
            read => hash = fnv1a_from(hash, &bytes[..read]),
        }
    }
}
