//! The ends of some bodies in one file, with a checksum: there as a whole or not at all.

use super::manifest::Manifest;
use super::member::End;
use crate::error::Error;
use crate::scenario::Plan;
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// The folder of the chunks, inside of that of the ensemble.
pub(super) const FOLDER: &str = "chunks";
const MAGIC: &[u8; 16] = b"polhode chunk 1\n";
/// Steps of all bodies of a chunk, if nothing is said: seconds to minutes of work.
const STEPS: u64 = 1 << 26;
const MOST_BODIES: u64 = 1 << 14;
const FEWEST_BODIES: u64 = 1 << 4;

/// How many bodies are in a chunk, by what each of them takes.
pub(super) fn default_size(plan: &Plan) -> u64 {
    // Where steps vary nobody knows; most such methods take hundreds.
    let steps = plan.steps().unwrap_or(1024).max(1);
    let most = (STEPS / steps).clamp(FEWEST_BODIES, MOST_BODIES);
    1 << most.ilog2()
}

/// What stands before the numbers.
#[derive(Clone, Debug, Deserialize, Serialize)]
struct Header {
    /// Of the manifest.
    fingerprint: String,
    chunk: u64,
    /// The first body.
    first: u64,
    rows: usize,
    columns: usize,
    /// Bodies that did not come to their end, and why.
    failures: Vec<(u64, String)>,
}

/// A chunk that is written.
#[derive(Debug)]
pub(super) struct Chunk {
    header: Header,
    path: PathBuf,
    file: File,
    /// Where the numbers begin.
    begin: u64,
}

pub(super) fn path_of(folder: &Path, chunk: u64) -> PathBuf {
    folder.join(FOLDER).join(format!("{chunk:08}.chunk"))
}

/// Writes the ends of the bodies of a chunk, with what was drawn behind each.
pub(super) fn write(
    folder: &Path,
    manifest: &Manifest,
    chunk: u64,
    ends: &[End],
    drawn: &[Vec<f64>],
) -> Result<(), Error> {
    let first = chunk * manifest.chunk;
    let body = |index: usize| first + index as u64;
    let failures = ends.iter().enumerate();
    let failures = failures.filter_map(|(i, end)| Some((body(i), end.failure.clone()?))).collect();
    let columns = manifest.columns.len();
    let fingerprint = manifest.fingerprint.clone();
    let header = Header { fingerprint, chunk, first, rows: ends.len(), columns, failures };
    let text = serde_json::to_vec(&header).unwrap_or_default();
    let mut bytes = Vec::with_capacity(24 + text.len() + 8 * columns * ends.len());
    bytes.extend(MAGIC);
    bytes.extend((text.len() as u64).to_le_bytes());
    bytes.extend(text);
    for column in 0..columns {
        for (index, end) in ends.iter().enumerate() {
            let number = match column.checked_sub(1) {
                None => as_number(body(index)),
                Some(place) => {
                    let further = || drawn.get(index)?.get(place - end.numbers.len()).copied();
                    end.numbers.get(place).copied().or_else(further).unwrap_or(f64::NAN)
                }
            };
            bytes.extend(number.to_le_bytes());
        }
    }
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    let path = path_of(folder, chunk);
    // Of its own for each process: nobody writes into another's.
    let part = path.with_extension(format!("{}.part", std::process::id()));
    fs::write(&part, &bytes).map_err(Error::file("write", &part))?;
    fs::rename(&part, &path).map_err(Error::file("write", &path))
}

#[expect(clippy::cast_precision_loss, reason = "below 2^48")]
fn as_number(body: u64) -> f64 {
    body as f64
}

impl Chunk {
    /// The chunk of an ensemble by its number; none if the file is not there, not whole, or
    /// another's.
    pub(super) fn open(
        path: &Path,
        manifest: &Manifest,
        chunk: u64,
    ) -> Result<Option<Self>, Error> {
        let mut bytes = Vec::new();
        match File::open(path).and_then(|mut file| file.read_to_end(&mut bytes)) {
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Error::file("read", path)(error)),
        }
        let Some((content, sum)) = bytes.split_last_chunk::<4>() else { return Ok(None) };
        if crc32fast::hash(content).to_le_bytes() != *sum {
            return Ok(None);
        }
        let Some((header, begin)) = header(content) else { return Ok(None) };
        let bodies = manifest.bodies(chunk);
        let ours = header.fingerprint == manifest.fingerprint && header.chunk == chunk;
        let rows = header.rows as u64 == bodies.end - bodies.start;
        let size = content.len() as u64 == begin + 8 * (header.rows * header.columns) as u64;
        if !(ours && rows && size && header.columns == manifest.columns.len()) {
            return Ok(None);
        }
        let file = File::open(path).map_err(Error::file("read", path))?;
        Ok(Some(Self { header, path: path.into(), file, begin }))
    }
    /// Bodies that did not come to their end, and why.
    pub(super) fn failures(&self) -> &[(u64, String)] {
        &self.header.failures
    }
    pub(super) fn rows(&self) -> usize {
        self.header.rows
    }
    /// The numbers of a column.
    pub(super) fn column(&mut self, column: usize) -> Result<Vec<f64>, Error> {
        let mut bytes = vec![0; 8 * self.header.rows];
        let place = self.begin + (column * bytes.len()) as u64;
        let read =
            self.file.seek(SeekFrom::Start(place)).and_then(|_| self.file.read_exact(&mut bytes));
        read.map_err(Error::file("read", &self.path))?;
        let (words, _) = bytes.as_chunks::<8>();
        Ok(words.iter().map(|word| f64::from_le_bytes(*word)).collect())
    }
    /// All columns.
    pub(super) fn columns(&mut self) -> Result<Vec<Vec<f64>>, Error> {
        (0..self.header.columns).map(|column| self.column(column)).collect()
    }
}

fn header(content: &[u8]) -> Option<(Header, u64)> {
    let behind = content.strip_prefix(MAGIC)?;
    let (length, behind) = behind.split_first_chunk::<8>()?;
    let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
    let header = serde_json::from_slice(behind.get(..length)?).ok()?;
    Some((header, 24 + length as u64))
}
