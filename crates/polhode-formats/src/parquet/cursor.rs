//! Bytes that are read from front to back, and never beyond their end.

use super::fault::{Result, damaged};

#[derive(Clone)]
pub(super) struct Cursor<'a> {
    left: &'a [u8],
}

impl<'a> Cursor<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { left: bytes }
    }
    /// How many bytes are left.
    pub(super) fn left(&self) -> usize {
        self.left.len()
    }
    pub(super) fn take(&mut self, count: usize) -> Result<&'a [u8]> {
        let Some((taken, left)) = self.left.split_at_checked(count) else {
            return damaged(format!("it ends where {count} more bytes must follow"));
        };
        self.left = left;
        Ok(taken)
    }
    pub(super) fn byte(&mut self) -> Result<u8> {
        Ok(self.take(1)?[0])
    }
    /// An unsigned integer of variable length (ULEB128).
    pub(super) fn varint(&mut self) -> Result<u64> {
        let mut value = 0;
        for shift in (0..u64::BITS).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if bits << shift >> shift != bits {
                break;
            }
            value |= bits << shift;
            if byte < 0x80 {
                return Ok(value);
            }
        }
        damaged("one of its integers has more than 64 bits")
    }
    /// A varint that counts something in memory.
    pub(super) fn count(&mut self) -> Result<usize> {
        let count = self.varint()?;
        usize::try_from(count).or_else(|_| damaged(format!("{count} is no possible count")))
    }
    /// A signed integer of variable length, its sign in the last bit.
    pub(super) fn zigzag(&mut self) -> Result<i64> {
        let value = self.varint()?;
        Ok((value >> 1).cast_signed() ^ -(value & 1).cast_signed())
    }
    /// An unsigned integer of at most four bytes, the lowest first.
    pub(super) fn little_endian(&mut self, bytes: usize) -> Result<u32> {
        let taken = self.take(bytes)?;
        Ok(taken.iter().rev().fold(0, |value, byte| value << 8 | u32::from(*byte)))
    }
}
