//! The end of a file: its metadata, their length, and four letters.

use super::MAGIC;
use super::fault::{Result, damaged, refused};
use super::metadata::Metadata;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};

/// The length of the metadata and the letters behind it.
const TAIL: u64 = 8;

/// Reads the metadata, and where they begin.
pub(super) fn read(file: &mut File) -> Result<(Metadata, u64)> {
    let size = file.metadata()?.len();
    let Some(tail) = size.checked_sub(TAIL).filter(|tail| *tail >= MAGIC.len() as u64) else {
        return damaged(format!("it has only {size} bytes"));
    };
    let mut first = [0; 4];
    file.seek(SeekFrom::Start(0))?;
    file.read_exact(&mut first)?;
    let (mut length, mut last) = ([0; 4], [0; 4]);
    file.seek(SeekFrom::Start(tail))?;
    file.read_exact(&mut length)?;
    file.read_exact(&mut last)?;
    if &last == b"PARE" {
        return encrypted();
    }
    if (&first, &last) != (MAGIC, MAGIC) {
        return damaged("it does not begin and end with PAR1");
    }
    let length = u32::from_le_bytes(length);
    let begin = tail.checked_sub(length.into()).filter(|begin| *begin >= MAGIC.len() as u64);
    let Some(begin) = begin else {
        return damaged(format!("its metadata of {length} bytes do not fit into {size}"));
    };
    file.seek(SeekFrom::Start(begin))?;
    let mut bytes = Vec::new();
    file.take(length.into()).read_to_end(&mut bytes)?;
    Ok((Metadata::parse(&bytes)?, begin))
}

pub(super) fn encrypted<T>() -> Result<T> {
    let message = "is encrypted; only files that are not encrypted are read";
    refused(message, "write it without encryption")
}
