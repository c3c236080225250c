//! Reads the columns of numbers of any flat Parquet file.

use super::column::Column;
use super::fault::Result;
use super::metadata::Group;
use super::schema::{Leaf, leaves};
use super::{ABOUT, compression, consistency, footer};
use crate::{About, Error, Source, regular};
use std::fs::File;
use std::path::{Path, PathBuf};

/// Rows that are decoded at once, column by column.
const BATCH: u64 = 1 << 12;

pub(crate) struct Reader {
    path: PathBuf,
    names: Vec<String>,
    about: About,
    table: Table,
    /// The columns of the rows that are decoded, and which row comes next.
    held: Vec<Vec<f64>>,
    next_row: usize,
}

/// A file from which rows are decoded.
struct Table {
    file: File,
    leaves: Vec<Leaf>,
    groups: std::vec::IntoIter<Group>,
    /// The columns of the group that is read, and how many of its rows are left.
    columns: Vec<Column>,
    left: u64,
}

impl Reader {
    pub(crate) fn open(path: &Path) -> std::result::Result<Self, Error> {
        let file = regular::open(path, regular::TABLE)?;
        let (table, about) = Table::open(file).map_err(|fault| fault.into_error(path))?;
        let names = table.leaves.iter().map(|leaf| leaf.name.clone()).collect();
        let held = vec![Vec::new(); table.leaves.len()];
        Ok(Self { path: path.into(), names, about, table, held, next_row: 0 })
    }
}

impl Table {
    fn open(mut file: File) -> Result<(Self, About)> {
        let (metadata, end) = footer::read(&mut file)?;
        consistency::check_places(&metadata, end)?;
        compression::check(&metadata)?;
        let leaves = leaves(&metadata.schema)?;
        consistency::check_groups(&metadata, &leaves)?;
        let json = metadata.texts.into_iter().find(|(key, _)| key == ABOUT);
        let about = About::from_json(json.unwrap_or_default().1);
        let groups = metadata.groups.into_iter();
        Ok((Self { file, leaves, groups, columns: Vec::new(), left: 0 }, about))
    }
    /// Replaces `held` by the next rows; false if there are none.
    fn decode(&mut self, held: &mut [Vec<f64>]) -> Result<bool> {
        while self.left == 0 {
            let Some(group) = self.groups.next() else { return Ok(false) };
            self.begin(&group)?;
        }
        let rows = self.left.min(BATCH);
        self.left -= rows;
        for (column, numbers) in self.columns.iter_mut().zip(held) {
            column.read(&mut self.file, rows as usize, numbers)?;
            if self.left == 0 {
                column.end(&mut self.file)?;
            }
        }
        Ok(true)
    }
    fn begin(&mut self, group: &Group) -> Result<()> {
        // Rows without columns are none.
        self.left = if self.leaves.is_empty() { 0 } else { group.rows };
        self.columns.clear();
        if self.left > 0 {
            let columns = self.leaves.iter().zip(&group.chunks);
            self.columns =
                columns.map(|(leaf, chunk)| Column::new(leaf, chunk)).collect::<Result<_>>()?;
        }
        Ok(())
    }
}

impl Source for Reader {
    fn columns(&self) -> &[String] {
        &self.names
    }
    fn about(&self) -> &About {
        &self.about
    }
    fn next_row(&mut self, row: &mut Vec<f64>) -> std::result::Result<bool, Error> {
        row.clear();
        if self.next_row >= self.held.first().map_or(0, Vec::len) {
            let decoded = self.table.decode(&mut self.held);
            if !decoded.map_err(|fault| fault.into_error(&self.path))? {
                return Ok(false);
            }
            self.next_row = 0;
        }
        row.extend(self.held.iter().map(|column| column[self.next_row]));
        self.next_row += 1;
        Ok(true)
    }
}
