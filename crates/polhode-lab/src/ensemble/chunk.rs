//! The ends of some bodies in one file, with a checksum: there as a whole or not at all.

use super::manifest::Manifest;
use super::member::End;
use crate::error::Error;
use crate::recording::{read_if_there, remove_if_there};
use crate::scenario::Schedule;
use polhode_formats::PartFile;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The folder of the chunks, inside of that of the ensemble.
pub(super) const FOLDER: &str = "chunks";
const MAGIC: &[u8; 16] = b"polhode chunk 1\n";
/// Steps of all bodies of a chunk, if nothing is said: seconds to minutes of work.
const STEPS: u64 = 1 << 26;
const MOST_BODIES: u64 = 1 << 14;
const FEWEST_BODIES: u64 = 1 << 4;
/// At most so many bytes of the header are about one body, which may have failed with a message.
const MOST_SAID: u64 = 1 << 12;

/// How many bodies are in a chunk, by what each of them takes.
pub(super) fn default_size(schedule: &Schedule) -> u64 {
    // Where steps vary nobody knows; most such methods take hundreds.
    let steps = schedule.steps().unwrap_or(1024).max(1);
    let most = (STEPS / steps).clamp(FEWEST_BODIES, MOST_BODIES);
    1 << most.ilog2()
}

/// What stands before the numbers.
#[derive(Clone, Debug, Deserialize, Serialize)]
struct ChunkHeader {
    /// Of the manifest.
    fingerprint: String,
    chunk: u64,
    /// The first body.
    first: u64,
    rows: usize,
    columns: usize,
    /// Located switches of all its bodies.
    #[serde(default)]
    switches: u64,
    /// Bodies that did not come to their end, and why.
    failures: Vec<(u64, String)>,
}

/// A chunk that is written.
#[derive(Debug)]
pub(super) struct Chunk {
    header: ChunkHeader,
    /// The whole file.
    bytes: Vec<u8>,
    /// Where the numbers begin.
    begin: usize,
}

pub(super) fn path_of(folder: &Path, chunk: u64) -> PathBuf {
    folder.join(FOLDER).join(format!("{chunk:08}.chunk"))
}

/// Writes the ends of the bodies of a chunk, with what was drawn behind each. `bytes` is room that
/// is used again.
pub(super) fn write(
    folder: &Path,
    manifest: &Manifest,
    chunk: u64,
    ends: &[End],
    drawn: &[Vec<f64>],
    bytes: &mut Vec<u8>,
) -> Result<(), Error> {
    let first = chunk * manifest.chunk;
    let body = |index: usize| first + index as u64;
    let failures = ends.iter().enumerate();
    let failures = failures.filter_map(|(i, end)| Some((body(i), end.failure.clone()?))).collect();
    let columns = manifest.columns.len();
    let fingerprint = manifest.fingerprint.clone();
    let switches = ends.iter().map(|end| end.switches).sum();
    let rows = ends.len();
    let header = ChunkHeader { fingerprint, chunk, first, rows, columns, switches, failures };
    let text = serde_json::to_vec(&header).unwrap_or_default();
    bytes.clear();
    bytes.extend(MAGIC);
    bytes.extend((text.len() as u64).to_le_bytes());
    bytes.extend(text);
    let begin = bytes.len();
    bytes.resize(begin + 8 * columns * ends.len(), 0);
    let (words, _) = bytes[begin..].as_chunks_mut::<8>();
    put_columns(words, ends.len(), |row, column| match column.checked_sub(1) {
        None => as_number(body(row)),
        Some(place) => {
            let end = &ends[row];
            let behind = |place| place - end.numbers.len();
            let accuracy = end.accuracy.map(|accuracy| accuracy.numbers());
            let accuracy = accuracy.as_ref().map_or(&[][..], |numbers| &numbers[..]);
            let further = || {
                let place = behind(place);
                let drawn = || drawn.get(row)?.get(place - accuracy.len()).copied();
                accuracy.get(place).copied().or_else(drawn)
            };
            end.numbers.get(place).copied().or_else(further).unwrap_or(f64::NAN)
        }
    });
    bytes.extend(crc32fast::hash(bytes).to_le_bytes());
    let path = path_of(folder, chunk);
    // Of its own for each process: nobody writes into another's.
    let mut file = PartFile::create_as(&path, &format!("{}.part", std::process::id()))?;
    file.write_all(bytes).map_err(Error::file("write", &path))?;
    file.keep()?;
    Ok(())
}

/// The chunks of a folder, finished and not.
fn all_in(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir(folder.join(FOLDER)).into_iter().flatten().flatten();
    let ours = |path: &PathBuf| path.extension().is_some_and(|end| end == "chunk" || end == "part");
    entries.map(|entry| entry.path()).filter(ours)
}

/// The bytes of the chunks of a folder.
pub(super) fn bytes_in(folder: &Path) -> u64 {
    all_in(folder).filter_map(|path| Some(fs::metadata(path).ok()?.len())).sum()
}

/// Removes the chunks of a folder, and their own folder unless it holds something else.
pub(super) fn remove_all(folder: &Path) -> Result<(), Error> {
    all_in(folder).try_for_each(|path| remove_if_there(&path))?;
    let chunks = folder.join(FOLDER);
    match fs::remove_dir(&chunks) {
        Ok(()) => Ok(()),
        Err(error) if chunks.is_dir() && error.kind() != io::ErrorKind::DirectoryNotEmpty => {
            Err(Error::file("remove", &chunks)(error))
        }
        Err(_) => Ok(()),
    }
}

/// Numbers column after column, some rows at a time, which are then at hand for all columns.
fn put_columns(words: &mut [[u8; 8]], rows: usize, number: impl Fn(usize, usize) -> f64) {
    const TILE: usize = 32;
    for from in (0..rows).step_by(TILE) {
        let to = rows.min(from + TILE);
        for (column, words) in words.chunks_exact_mut(rows).enumerate() {
            for (row, word) in (from..).zip(&mut words[from..to]) {
                *word = number(row, column).to_le_bytes();
            }
        }
    }
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
        let bodies = manifest.bodies(chunk);
        let each = 8 * manifest.columns.len() as u64 + MOST_SAID;
        let limit = (bodies.end - bodies.start + 1).saturating_mul(each);
        let Some(bytes) = read_if_there(path, limit)? else { return Ok(None) };
        let Some((content, sum)) = bytes.split_last_chunk::<4>() else { return Ok(None) };
        if crc32fast::hash(content).to_le_bytes() != *sum {
            return Ok(None);
        }
        let Some((header, begin)) = header(content) else { return Ok(None) };
        let ours = header.fingerprint == manifest.fingerprint && header.chunk == chunk;
        let rows = header.rows as u64 == bodies.end - bodies.start;
        let size = content.len() == begin + 8 * header.rows * header.columns;
        if !(ours && rows && size && header.columns == manifest.columns.len()) {
            return Ok(None);
        }
        Ok(Some(Self { header, bytes, begin }))
    }
    /// Located switches of all its bodies.
    pub(super) fn switches(&self) -> u64 {
        self.header.switches
    }
    /// Bodies that did not come to their end, and why.
    pub(super) fn failures(&self) -> &[(u64, String)] {
        &self.header.failures
    }
    /// The numbers of a column.
    pub(super) fn column(&self, column: usize) -> Vec<f64> {
        let size = 8 * self.header.rows;
        let begin = self.begin + column * size;
        let (words, _) = self.bytes.get(begin..begin + size).unwrap_or_default().as_chunks::<8>();
        words.iter().map(|word| f64::from_le_bytes(*word)).collect()
    }
    /// All columns.
    pub(super) fn columns(&self) -> Vec<Vec<f64>> {
        (0..self.header.columns).map(|column| self.column(column)).collect()
    }
}

fn header(content: &[u8]) -> Option<(ChunkHeader, usize)> {
    let behind = content.strip_prefix(MAGIC)?;
    let (length, behind) = behind.split_first_chunk::<8>()?;
    let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
    let header = serde_json::from_slice(behind.get(..length)?).ok()?;
    Some((header, 24 + length))
}
