//! Which values of a page are missing: none may.

use super::cursor::Cursor;
use super::encoding::{BIT_PACKED, RLE};
use super::fault::{Result, damaged, refused};
use super::hybrid::{Hybrid, RunSlice};
use super::page::{Levels, ValuesHeader};

/// Refuses missing values; returns where the values begin in the bytes of an optional column.
pub(super) fn check(name: &str, page: ValuesHeader, apart: &[u8], bytes: &[u8]) -> Result<usize> {
    let (levels, values) = match page.levels {
        Levels::Apart(lengths) => (&apart[lengths.repetition..], 0),
        Levels::Before { encoding: RLE } => {
            let mut cursor = Cursor::new(bytes);
            let length = cursor.little_endian(4)? as usize;
            let levels = cursor.take(length)?;
            (levels, bytes.len() - cursor.left())
        }
        Levels::Before { encoding: BIT_PACKED } => {
            let mut cursor = Cursor::new(bytes);
            let bits = cursor.take(page.count.div_ceil(8))?;
            let ones = (0..page.count).all(|at| bits[at / 8] << (at % 8) & 0x80 != 0);
            return if ones { Ok(bytes.len() - cursor.left()) } else { missing(name) };
        }
        Levels::Before { encoding } => {
            return damaged(format!("column {name} has levels of unknown encoding {encoding}"));
        }
    };
    if all_ones(levels, page.count)? { Ok(values) } else { missing(name) }
}

fn missing<T>(name: &str) -> Result<T> {
    refused(format!("has missing values in column {name}; there must be none"), "")
}

fn all_ones(levels: &[u8], count: usize) -> Result<bool> {
    let mut hybrid = Hybrid::new(1, 0)?;
    let mut left = count;
    while left > 0 {
        let (ones, count) = match hybrid.next(levels, left)? {
            RunSlice::Repeated { value, count } => (value == 1, count),
            RunSlice::Packed(packed) => (packed.iter().all(|level| level == 1), packed.count),
        };
        if !ones {
            return Ok(false);
        }
        left -= count;
    }
    Ok(true)
}
