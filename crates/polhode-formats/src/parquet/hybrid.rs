//! Small integers as runs of one value and as packed bits (specification, "Run Length Encoding /
//! Bit-Packing Hybrid").

use super::cursor::Cursor;
use super::fault::{Result, damaged};

/// Reads the runs of some bytes, which are given at each call.
pub(super) struct Hybrid {
    /// Bits of an integer.
    width: u32,
    /// Where the next run begins.
    at: usize,
    run: HybridRun,
    /// Integers of the run that are left.
    left: usize,
}

#[derive(Clone, Copy)]
enum HybridRun {
    Repeated(u32),
    /// Which bit is the next one.
    Packed(usize),
}

/// Some integers of a run.
pub(super) enum RunSlice<'a> {
    Repeated { value: u32, count: usize },
    Packed(Packed<'a>),
}

/// Integers of `width` bits each, the lowest bit first.
#[derive(Clone, Copy)]
pub(super) struct Packed<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) first_bit: usize,
    pub(super) width: u32,
    pub(super) count: usize,
}

impl Hybrid {
    pub(super) fn new(width: u32, at: usize) -> Result<Self> {
        if width > 32 {
            return damaged(format!("it has indices of {width} bits"));
        }
        Ok(Self { width, at, run: HybridRun::Repeated(0), left: 0 })
    }
    /// At least one of the next integers and at most `most`.
    pub(super) fn next<'a>(&mut self, bytes: &'a [u8], most: usize) -> Result<RunSlice<'a>> {
        if self.left == 0 {
            self.begin(bytes)?;
        }
        let count = self.left.min(most);
        self.left -= count;
        let width = self.width;
        Ok(match &mut self.run {
            HybridRun::Repeated(value) => RunSlice::Repeated { value: *value, count },
            HybridRun::Packed(bit) => {
                let first_bit = *bit;
                *bit += count * width as usize;
                RunSlice::Packed(Packed { bytes, first_bit, width, count })
            }
        })
    }
    fn begin(&mut self, bytes: &[u8]) -> Result<()> {
        let mut cursor = Cursor::new(bytes.get(self.at..).unwrap_or_default());
        let header = cursor.count()?;
        (self.run, self.left) = if header & 1 == 0 {
            let value = cursor.little_endian(self.width.div_ceil(8) as usize)?;
            (HybridRun::Repeated(value), header >> 1)
        } else {
            let begin = bytes.len() - cursor.left();
            let (groups, width) = (header >> 1, self.width as usize);
            // Some writers end the last run with its last integer, in the middle of eight.
            let length = groups.saturating_mul(width).min(cursor.left());
            cursor.take(length)?;
            let held = (length * 8).checked_div(width).unwrap_or(usize::MAX);
            (HybridRun::Packed(begin * 8), groups.saturating_mul(8).min(held))
        };
        self.at = bytes.len() - cursor.left();
        if self.left == 0 {
            return damaged("it has a run of no integers");
        }
        Ok(())
    }
}

impl Packed<'_> {
    pub(super) fn iter(&self) -> impl Iterator<Item = u64> {
        let (bytes, first, width) = (self.bytes, self.first_bit, self.width);
        (0..self.count).map(move |index| bits(bytes, first + index * width as usize, width))
    }
}

/// An integer of at most 64 bits that begins at any bit; there are zeros behind the last byte.
fn bits(bytes: &[u8], at: usize, width: u32) -> u64 {
    let bytes = bytes.get(at / 8..).unwrap_or_default();
    let shift = at % 8;
    if width <= 56 {
        let word =
            bytes.first_chunk().map_or_else(|| padded(bytes), |word| u64::from_le_bytes(*word));
        return word >> shift & ((1 << width) - 1);
    }
    let (low, high) = bytes.split_at(bytes.len().min(8));
    let word = u128::from(padded(low)) | u128::from(padded(high)) << 64;
    (word >> shift) as u64 & (u64::MAX >> (64 - width))
}

/// The first eight bytes, as many as there are.
fn padded(bytes: &[u8]) -> u64 {
    let mut word = [0; 8];
    word.iter_mut().zip(bytes).for_each(|(to, from)| *to = *from);
    u64::from_le_bytes(word)
}
