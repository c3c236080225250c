//! Rows that wait to be read column by column: in a file, since they may be many.

use crate::Error;
use crate::temporary::Temporary;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// Rows that are held in memory before they go to the file, column by column.
pub(crate) const GROUP: usize = 1 << 14;

#[derive(Debug)]
pub(crate) struct Spool {
    file: File,
    // Of no use to anybody else, and removed with this.
    _temporary: Temporary,
    /// The rows that are not in the file, as one list for each column.
    held: Vec<Vec<u8>>,
    groups: u64,
}

const NUMBER: usize = size_of::<f64>();

impl Spool {
    /// Beside the file that it is for, where there is room for what it will have.
    pub(crate) fn create(beside: &Path, columns: usize) -> Result<Self, Error> {
        let mut name = beside.file_name().unwrap_or_default().to_owned();
        name.push(".rows");
        let temporary = Temporary::at(beside.with_file_name(name));
        let path = temporary.path();
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create(true).truncate(true).open(path);
        let file = file.map_err(Error::file("create", path))?;
        Ok(Self { file, _temporary: temporary, held: vec![Vec::new(); columns], groups: 0 })
    }
    pub(crate) fn rows(&self) -> u64 {
        let held = self.held.first().map_or(0, Vec::len) / NUMBER;
        self.groups * GROUP as u64 + held as u64
    }
    pub(crate) fn row(&mut self, row: &[f64]) -> io::Result<()> {
        for (column, number) in self.held.iter_mut().zip(row) {
            column.extend(number.to_le_bytes());
        }
        if self.held.first().is_some_and(|column| column.len() == GROUP * NUMBER) {
            self.held.iter().try_for_each(|column| self.file.write_all(column))?;
            self.held.iter_mut().for_each(Vec::clear);
            self.groups += 1;
        }
        Ok(())
    }
    /// All numbers of a column.
    pub(crate) fn column(&mut self, column: usize, to: &mut dyn Write) -> io::Result<()> {
        let mut bytes = vec![0; GROUP * NUMBER];
        let columns = self.held.len() as u64;
        for group in 0..self.groups {
            let place = (group * columns + column as u64) * bytes.len() as u64;
            self.file.seek(SeekFrom::Start(place))?;
            self.file.read_exact(&mut bytes)?;
            to.write_all(&bytes)?;
        }
        to.write_all(self.held.get(column).map_or(&[], Vec::as_slice))
    }
}
