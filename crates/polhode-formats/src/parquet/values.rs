//! The numbers of a page, decoded some at a time.

use super::delta::Deltas;
use super::encoding::{
    BYTE_STREAM_SPLIT, DELTA_BINARY_PACKED, PLAIN, PLAIN_DICTIONARY, RLE_DICTIONARY,
};
use super::fault::{Result, damaged};
use super::hybrid::{Hybrid, RunSlice};
use super::number::NumberType;
use super::page::ValuesHeader;
use super::split;

pub(super) struct Values {
    bytes: Vec<u8>,
    /// Where the values begin in the bytes.
    begin: usize,
    encoded: Encoded,
    count: usize,
    /// How many have been read.
    read: usize,
}

enum Encoded {
    Plain,
    /// As streams of bytes.
    Split,
    /// As places in the dictionary.
    Indices(Hybrid),
    Deltas(Deltas),
}

impl Values {
    /// No values.
    pub(super) fn none() -> Self {
        Self { bytes: Vec::new(), begin: 0, encoded: Encoded::Plain, count: 0, read: 0 }
    }
    pub(super) fn new(
        said: ValuesHeader,
        number: NumberType,
        bytes: Vec<u8>,
        begin: usize,
    ) -> Result<Self> {
        let (length, count) = (bytes.len() - begin, said.count);
        let encoded = match said.encoding {
            _ if count == 0 => Encoded::Plain,
            PLAIN => {
                check_plain(&bytes[begin..], count, number)?;
                Encoded::Plain
            }
            BYTE_STREAM_SPLIT if count.checked_mul(number.width()) == Some(length) => {
                Encoded::Split
            }
            PLAIN_DICTIONARY | RLE_DICTIONARY => {
                let width = bytes.get(begin).copied().unwrap_or(0);
                Encoded::Indices(Hybrid::new(width.into(), begin + 1)?)
            }
            DELTA_BINARY_PACKED if number.is_integer() => {
                Encoded::Deltas(Deltas::new(&bytes, begin, count)?)
            }
            other => {
                return damaged(format!("{count} values in {length} bytes of encoding {other}"));
            }
        };
        Ok(Self { bytes, begin, encoded, count, read: 0 })
    }
    /// How many have not been read.
    pub(super) fn left(&self) -> usize {
        self.count - self.read
    }
    /// Appends the next numbers, which must be left.
    pub(super) fn read(
        &mut self,
        count: usize,
        number: NumberType,
        dictionary: &[f64],
        numbers: &mut Vec<f64>,
    ) -> Result<()> {
        let bytes = &self.bytes[self.begin..];
        match &mut self.encoded {
            Encoded::Plain => plain(&bytes[self.read * number.width()..], count, number, numbers),
            Encoded::Split => split::decode(bytes, self.count, self.read, count, number, numbers),
            Encoded::Indices(hybrid) => look_up(hybrid, &self.bytes, count, dictionary, numbers)?,
            Encoded::Deltas(deltas) => deltas.read(&self.bytes, count, number, numbers)?,
        }
        self.read += count;
        Ok(())
    }
}

/// Refuses other bytes than those of so many numbers and, as fastparquet writes, a few zeros.
pub(super) fn check_plain(bytes: &[u8], count: usize, number: NumberType) -> Result<()> {
    let length = count.saturating_mul(number.width());
    match bytes.get(length..) {
        Some(rest) if rest.len() <= 8 && rest.iter().all(|byte| *byte == 0) => Ok(()),
        _ => damaged(format!("a page of {count} values has {} bytes", bytes.len())),
    }
}

/// Appends numbers that stand one after the other.
pub(super) fn plain(bytes: &[u8], count: usize, number: NumberType, numbers: &mut Vec<f64>) {
    match number.width() {
        4 => {
            let words = bytes.as_chunks().0.iter().take(count);
            number.extend(numbers, words.map(|word| u32::from_le_bytes(*word).into()));
        }
        _ => {
            let words = bytes.as_chunks().0.iter().take(count);
            number.extend(numbers, words.map(|word| u64::from_le_bytes(*word)));
        }
    }
}

fn look_up(
    hybrid: &mut Hybrid,
    bytes: &[u8],
    mut count: usize,
    dictionary: &[f64],
    numbers: &mut Vec<f64>,
) -> Result<()> {
    let mut outside = false;
    let mut at = |index: usize| {
        let number = dictionary.get(index);
        outside |= number.is_none();
        number.copied().unwrap_or(f64::NAN)
    };
    while count > 0 {
        count -= match hybrid.next(bytes, count)? {
            RunSlice::Repeated { value, count } => {
                numbers.extend(std::iter::repeat_n(at(value as usize), count));
                count
            }
            RunSlice::Packed(packed) => {
                numbers.extend(packed.iter().map(|index| at(index as usize)));
                packed.count
            }
        };
    }
    if outside {
        return damaged(format!("an index is outside of the {} values", dictionary.len()));
    }
    Ok(())
}
