//! Writes required columns of doubles, a page for each group.

mod described;
mod page;

use super::{GROUP, MAGIC};
use crate::{About, Error, PartFile, Sink};
use described::Described;
use std::io::{self, Write};
use std::path::Path;

/// Holds a group of rows at a time.
pub(crate) struct ParquetWriter {
    file: PartFile,
    /// What the footer will say.
    described: Described,
    /// The rows that are not in the file, as one list for each column.
    held: Vec<Vec<f64>>,
}

impl ParquetWriter {
    pub(crate) fn create(path: &Path, columns: &[String], about: &About) -> Result<Self, Error> {
        let mut file = PartFile::create(path)?;
        file.write_all(MAGIC).map_err(Error::file("write", path))?;
        let described = Described::new(columns, about, MAGIC.len() as u64);
        Ok(Self { file, described, held: vec![Vec::with_capacity(GROUP); columns.len()] })
    }
    fn write_group(&mut self) -> io::Result<()> {
        let rows = self.held.first().map_or(0, Vec::len);
        let mut page = Vec::new();
        for (index, column) in self.held.iter_mut().enumerate() {
            page.clear();
            let size = page::encode(column, &mut page)?;
            self.file.write_all(&page)?;
            self.described.column(index, column, size, page.len());
            column.clear();
        }
        self.described.group(rows);
        Ok(())
    }
    /// Writes the group if it has rows and at least so many.
    fn flush(&mut self, rows: usize) -> Result<(), Error> {
        if self.held.first().is_some_and(|column| column.len() >= rows) {
            self.write_group().map_err(Error::file("write", self.file.path()))?;
        }
        Ok(())
    }
    fn write_footer(&mut self) -> io::Result<()> {
        let footer = self.described.footer();
        let length = u32::try_from(footer.len()).map_err(io::Error::other)?;
        self.file.write_all(&footer)?;
        self.file.write_all(&length.to_le_bytes())?;
        self.file.write_all(MAGIC)
    }
}

impl Sink for ParquetWriter {
    fn row(&mut self, row: &[f64]) -> Result<(), Error> {
        for (column, number) in self.held.iter_mut().zip(row) {
            column.push(*number);
        }
        self.flush(GROUP)
    }
    fn columns(&mut self, columns: &[Vec<f64>]) -> Result<(), Error> {
        let rows = columns.iter().map(Vec::len).min().unwrap_or(0);
        let mut from = 0;
        while from < rows {
            let room = GROUP - self.held.first().map_or(0, Vec::len);
            let to = rows.min(from + room);
            for (held, column) in self.held.iter_mut().zip(columns) {
                held.extend(&column[from..to]);
            }
            from = to;
            self.flush(GROUP)?;
        }
        Ok(())
    }
    fn finish(mut self: Box<Self>) -> Result<u64, Error> {
        self.flush(1)?;
        self.write_footer().map_err(Error::file("write", self.file.path()))?;
        self.file.keep()
    }
}
