//! Integers as packed differences (specification, "Delta Encoding").

use super::cursor::Cursor;
use super::fault::{Result, damaged};
use super::hybrid::Packed;
use super::number::NumberType;

/// Reads the differences of some bytes, which are given at each call.
pub(super) struct Deltas {
    /// Values of a miniblock, and how many of these a block has.
    length: usize,
    miniblocks: usize,
    /// Where the next miniblock or block begins.
    at: usize,
    /// Where the bits of the differences are said for each miniblock that is left of the block.
    widths: std::ops::Range<usize>,
    /// What is added to all differences of the block.
    least: i64,
    /// The miniblock that is read: its next bit, the bits of a difference, and how many are left.
    bit: usize,
    width: u32,
    left: usize,
    value: i64,
    /// Has the first value, which is no difference, been read?
    begun: bool,
}

impl Deltas {
    pub(super) fn new(bytes: &[u8], at: usize, count: usize) -> Result<Self> {
        let mut cursor = Cursor::new(&bytes[at..]);
        let (block, miniblocks) = (cursor.count()?, cursor.count()?);
        let length = block.checked_div(miniblocks).unwrap_or(0);
        if block % 128 != 0 || length == 0 || length % 32 != 0 || length * miniblocks != block {
            return damaged(format!("it has blocks of {block} values in {miniblocks} parts"));
        }
        let said = cursor.count()?;
        if said != count {
            return damaged(format!("a page has {count} values and {said} differences"));
        }
        let value = cursor.zigzag()?;
        let at = bytes.len() - cursor.left();
        let (least, bit, width, left, begun) = (0, 0, 0, 0, false);
        Ok(Self { length, miniblocks, at, widths: 0..0, least, bit, width, left, value, begun })
    }
    /// Appends as many numbers.
    pub(super) fn read(
        &mut self,
        bytes: &[u8],
        mut count: usize,
        number: NumberType,
        numbers: &mut Vec<f64>,
    ) -> Result<()> {
        if count > 0 && !self.begun {
            self.begun = true;
            number.extend(numbers, [self.value.cast_unsigned()].into_iter());
            count -= 1;
        }
        while count > 0 {
            if self.left == 0 {
                self.next_miniblock(bytes)?;
            }
            let some = count.min(self.left);
            self.differences(bytes, some, number, numbers)?;
            count -= some;
        }
        Ok(())
    }
    fn differences(
        &mut self,
        bytes: &[u8],
        count: usize,
        number: NumberType,
        numbers: &mut Vec<f64>,
    ) -> Result<()> {
        let packed = Packed { bytes, first_bit: self.bit, width: self.width, count };
        self.bit += count * self.width as usize;
        self.left -= count;
        if self.bit.div_ceil(8) > bytes.len() {
            return damaged("a page ends before its differences");
        }
        let (mut value, least) = (self.value, self.least);
        let sums = packed.iter().map(|difference| {
            value = value.wrapping_add(least).wrapping_add(difference.cast_signed());
            value.cast_unsigned()
        });
        number.extend(numbers, sums);
        self.value = value;
        Ok(())
    }
    fn next_miniblock(&mut self, bytes: &[u8]) -> Result<()> {
        if self.widths.is_empty() {
            let mut cursor = Cursor::new(bytes.get(self.at..).unwrap_or_default());
            self.least = cursor.zigzag()?;
            let begin = bytes.len() - cursor.left();
            cursor.take(self.miniblocks)?;
            self.at = begin + self.miniblocks;
            self.widths = begin..self.at;
        }
        self.width = self.widths.next().map_or(0, |at| bytes[at]).into();
        if self.width > 64 {
            return damaged(format!("it has differences of {} bits", self.width));
        }
        (self.bit, self.left) = (self.at * 8, self.length);
        self.at = self.at.saturating_add(self.length / 8 * self.width as usize);
        Ok(())
    }
}
