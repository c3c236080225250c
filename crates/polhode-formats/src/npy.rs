//! NPY: one array of numpy, version 1.0 of the format.

mod header;

use crate::{About, Convention, Error, PartFile, Sink, Source, regular};
pub(crate) use header::{Element, Header, encode as header};
use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Writes a table as an array of rows, or a single column as an array of numbers.
pub(crate) struct Writer {
    file: PartFile,
    columns: usize,
    rows: u64,
}

impl Writer {
    pub(crate) fn create(path: &Path, columns: &[String]) -> Result<Self, Error> {
        let mut writer = Self { file: PartFile::create(path)?, columns: columns.len(), rows: 0 };
        writer.header()?;
        Ok(writer)
    }
    /// Of one length, so that the number of rows can be put in when it is known.
    fn header(&mut self) -> Result<(), Error> {
        let shape = match self.columns {
            1 => vec![self.rows],
            columns => vec![self.rows, columns as u64],
        };
        let bytes = header("<f8", &shape);
        self.file.write_all(&bytes).map_err(Error::file("write", self.file.path()))
    }
}

impl Sink for Writer {
    fn row(&mut self, row: &[f64]) -> Result<(), Error> {
        self.rows += 1;
        let write = row.iter().try_for_each(|number| self.file.write_all(&number.to_le_bytes()));
        write.map_err(Error::file("write", self.file.path()))
    }
    fn finish(mut self: Box<Self>) -> Result<u64, Error> {
        let begin = self.file.seek(SeekFrom::Start(0));
        begin.map_err(Error::file("write", self.file.path()))?;
        self.header()?;
        self.file.keep()
    }
}

/// Reads an array of rows, an array of numbers, or an array of records.
pub(crate) struct Reader {
    path: PathBuf,
    file: BufReader<File>,
    header: Header,
    columns: Vec<String>,
    about: About,
    left: u64,
}

impl Reader {
    /// Rows have no names: so many numbers in the order of the convention.
    pub(crate) fn open(path: &Path, from: &Convention) -> Result<Self, Error> {
        let file = regular::open(path, regular::TABLE)?;
        let mut file = BufReader::new(file);
        let header = Header::read(&mut file, path)?;
        if header.columnwise && header.shape.len() > 1 {
            return Err(Error::in_file(path, "is stored column by column")
                .with_remedy("save it by numpy.save(f, numpy.ascontiguousarray(a))"));
        }
        let columns = names(&header, path, from)?;
        let left = header.shape.first().copied().unwrap_or(1);
        Ok(Self { path: path.into(), file, header, columns, about: About::default(), left })
    }
}

/// What a row of so many numbers without names is.
fn names(header: &Header, path: &Path, from: &Convention) -> Result<Vec<String>, Error> {
    if !header.fields.is_empty() {
        return Ok(header.fields.iter().map(|(name, _)| name.clone()).collect());
    }
    let width = match header.shape[..] {
        [_] => 1,
        [_, columns] => columns,
        _ => {
            let dimensions = header.shape.len();
            let message = format!("has {dimensions} dimensions; a table has two, a column one");
            return Err(Error::in_file(path, message));
        }
    };
    let q = from.columns;
    let list = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
    let rates = ["w_bx", "w_by", "w_bz"];
    let rest = ["l_bx", "l_by", "l_bz", "l_sx", "l_sy", "l_sz", "energy"];
    Ok(match width {
        1 => vec![path.file_stem().unwrap_or_default().to_string_lossy().into_owned()],
        4 => list(&q),
        5 => list(&[&["t"], &q[..]].concat()),
        8 => list(&[&["t"], &q[..], &rates].concat()),
        15 => list(&[&["t"], &q[..], &rates, &rest].concat()),
        _ => {
            let message = format!(
                "has rows of {width} numbers, and names none; polhode knows 4 (a quaternion), 5 (t \
                 before it), 8 (body rates behind it) and 15 (a trajectory)"
            );
            return Err(Error::in_file(path, message).with_remedy(
                "give an npz file with an array for each column, or an array of records",
            ));
        }
    })
}

impl Source for Reader {
    fn columns(&self) -> &[String] {
        &self.columns
    }
    fn about(&self) -> &About {
        &self.about
    }
    fn next_row(&mut self, row: &mut Vec<f64>) -> Result<bool, Error> {
        row.clear();
        if self.left == 0 {
            return Ok(false);
        }
        self.left -= 1;
        for i in 0..self.columns.len() {
            let element = self.header.fields.get(i).map_or(self.header.element, |field| field.1);
            let number = element.read(&mut self.file).map_err(Error::file("read", &self.path))?;
            row.push(number);
        }
        Ok(true)
    }
}

/// A column of an archive.
pub(crate) struct Column {
    pub(crate) bytes: Box<dyn Read>,
    pub(crate) element: Element,
    pub(crate) rows: u64,
}
