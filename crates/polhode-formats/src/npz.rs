//! NPZ: an archive with an NPY file for each column.

use crate::npy::{self, Column, Header};
use crate::spool::Spool;
use crate::{About, Error, PartFile, Sink, Source, regular};
use std::io::{BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

/// The member with what is to be known about the table, beside its columns.
const ABOUT: &str = "polhode";
/// More of a compressed member is not held in memory.
const MOST_HELD: u64 = 1 << 32;

/// Rows come in, columns go out: they wait in a file.
pub(crate) struct Writer {
    file: PartFile,
    columns: Vec<String>,
    about: About,
    spool: Spool,
}

impl Writer {
    pub(crate) fn create(path: &Path, columns: &[String], about: &About) -> Result<Self, Error> {
        let spool = Spool::create(path, columns.len())?;
        let (columns, about) = (columns.to_vec(), about.clone());
        Ok(Self { file: PartFile::create(path)?, columns, about, spool })
    }
    fn archive(&mut self) -> zip::result::ZipResult<()> {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Stored)
            .large_file(self.spool.rows() >= 1 << 28);
        let mut archive = ZipWriter::new(&mut self.file);
        for (i, name) in self.columns.iter().enumerate() {
            archive.start_file(format!("{name}.npy"), options)?;
            archive.write_all(&npy::header("<f8", &[self.spool.rows()]))?;
            self.spool.column(i, &mut archive)?;
        }
        if !self.about.json.is_empty() {
            // A text of numpy: four bytes for each character.
            let text: Vec<u32> = self.about.json.chars().map(u32::from).collect();
            archive.start_file(format!("{ABOUT}.npy"), options)?;
            archive.write_all(&npy::header(&format!("<U{}", text.len()), &[]))?;
            text.iter().try_for_each(|c| archive.write_all(&c.to_le_bytes()))?;
        }
        archive.finish().map(|_| ())
    }
}

impl Sink for Writer {
    fn row(&mut self, row: &[f64]) -> Result<(), Error> {
        self.spool.row(row).map_err(Error::file("write", self.file.path()))
    }
    fn finish(mut self: Box<Self>) -> Result<u64, Error> {
        let made = self.archive().map_err(Into::into);
        made.map_err(Error::file("write", self.file.path()))?;
        self.file.keep()
    }
}

pub(crate) struct Reader {
    path: PathBuf,
    names: Vec<String>,
    columns: Vec<Column>,
    about: About,
    left: u64,
}

impl Reader {
    pub(crate) fn open(path: &Path) -> Result<Self, Error> {
        let file = regular::open(path, regular::TABLE)?;
        let no_archive = |error| Error::in_file(path, format!("is no NPZ file: {error}"));
        let mut archive = ZipArchive::new(BufReader::new(file)).map_err(no_archive)?;
        let (mut names, mut columns, mut about) = (Vec::new(), Vec::new(), About::default());
        for i in 0..archive.len() {
            let mut member = archive.by_index(i).map_err(no_archive)?;
            let name = member.name().map_err(no_archive)?.trim_end_matches(".npy").to_owned();
            if name == ABOUT {
                about = About::from_json(text(&mut member, path)?);
                continue;
            }
            let mut bytes: Box<dyn Read> = match (member.compression(), member.data_start()) {
                (CompressionMethod::Stored, Some(begin)) => {
                    let mut file = regular::open(path, regular::TABLE)?;
                    file.seek(SeekFrom::Start(begin)).map_err(Error::file("read", path))?;
                    Box::new(BufReader::new(file.take(member.size())))
                }
                _ => {
                    let mut held = Vec::new();
                    let read = (&mut member).take(MOST_HELD).read_to_end(&mut held);
                    read.map_err(Error::file("read", path))?;
                    Box::new(std::io::Cursor::new(held))
                }
            };
            let header = Header::read(&mut bytes, path)?;
            let ([rows], true) = (&header.shape[..], header.fields.is_empty()) else {
                let message = format!(
                    "has an array {name} of shape {:?}; each must be a column: one number for each row",
                    header.shape
                );
                return Err(Error::in_file(path, message));
            };
            columns.push(Column { bytes, element: header.element, rows: *rows });
            names.push(name);
        }
        let left = columns.first().map_or(0, |column| column.rows);
        if let Some(other) = columns.iter().position(|column| column.rows != left) {
            let (name, rows) = (&names[other], columns[other].rows);
            let message = format!("has {left} rows in {} and {rows} in {name}", names[0]);
            return Err(Error::in_file(path, message));
        }
        Ok(Self { path: path.into(), names, columns, about, left })
    }
}

/// The one text in a member.
fn text(member: &mut dyn Read, path: &Path) -> Result<String, Error> {
    let header = Header::read_any(member, path)?;
    let mut bytes = Vec::new();
    let read = member.take(1 << 28).read_to_end(&mut bytes);
    read.map_err(Error::file("read", path))?;
    let letters = bytes.as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word));
    let letters =
        letters.map(|letter| char::from_u32(letter).unwrap_or(char::REPLACEMENT_CHARACTER));
    Ok(if header.descr.starts_with("<U") { letters.collect() } else { String::new() })
}

impl Source for Reader {
    fn columns(&self) -> &[String] {
        &self.names
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
        for column in &mut self.columns {
            let number = column.element.read(&mut column.bytes);
            row.push(number.map_err(Error::file("read", &self.path))?);
        }
        Ok(true)
    }
}
