//! Writes structures, field by field in the order of their numbers.

use super::kind;

/// A structure that is being written.
pub(in super::super) struct Output<'a> {
    bytes: &'a mut Vec<u8>,
    last: u8,
}

impl<'a> Output<'a> {
    /// Writes a structure that stands for itself, or an element of a list.
    pub(in super::super) fn structure(bytes: &'a mut Vec<u8>, fill: impl FnOnce(&mut Output<'a>)) {
        let mut output = Output { bytes, last: 0 };
        fill(&mut output);
        output.bytes.push(0);
    }
    /// Steps between the numbers of Parquet's fields are below 16, which is the short form.
    fn field(&mut self, number: u8, kind: u8) {
        debug_assert!((1..16).contains(&(number - self.last)), "{} {number}", self.last);
        self.bytes.push((number - self.last) << 4 | kind);
        self.last = number;
    }
    pub(in super::super) fn boolean(&mut self, number: u8, value: bool) {
        self.field(number, if value { kind::TRUE } else { kind::FALSE });
    }
    pub(in super::super) fn i32(&mut self, number: u8, value: i32) {
        self.field(number, kind::I32);
        zigzag(self.bytes, value.into());
    }
    pub(in super::super) fn i16(&mut self, number: u8, value: i16) {
        self.field(number, kind::I16);
        zigzag(self.bytes, value.into());
    }
    pub(in super::super) fn i64(&mut self, number: u8, value: i64) {
        self.field(number, kind::I64);
        zigzag(self.bytes, value);
    }
    pub(in super::super) fn binary(&mut self, number: u8, value: &[u8]) {
        self.field(number, kind::BINARY);
        binary(self.bytes, value);
    }
    pub(in super::super) fn nested(&mut self, number: u8, fill: impl FnOnce(&mut Output<'_>)) {
        self.field(number, kind::STRUCT);
        Output::structure(self.bytes, fill);
    }
    pub(in super::super) fn integers(&mut self, number: u8, values: &[i32]) {
        self.list(number, kind::I32, values.len());
        values.iter().for_each(|value| zigzag(self.bytes, (*value).into()));
    }
    pub(in super::super) fn texts(&mut self, number: u8, values: &[&str]) {
        self.list(number, kind::BINARY, values.len());
        values.iter().for_each(|value| binary(self.bytes, value.as_bytes()));
    }
    /// A list of so many structures that are written already.
    pub(in super::super) fn structures(&mut self, number: u8, count: usize, written: &[u8]) {
        self.list(number, kind::STRUCT, count);
        self.bytes.extend(written);
    }
    fn list(&mut self, number: u8, element: u8, count: usize) {
        self.field(number, kind::LIST);
        match u8::try_from(count) {
            Ok(few @ 0..15) => self.bytes.push(few << 4 | element),
            _ => {
                self.bytes.push(0xf0 | element);
                varint(self.bytes, count as u64);
            }
        }
    }
}

fn binary(bytes: &mut Vec<u8>, value: &[u8]) {
    varint(bytes, value.len() as u64);
    bytes.extend(value);
}

fn zigzag(bytes: &mut Vec<u8>, value: i64) {
    varint(bytes, (value << 1 ^ value >> 63).cast_unsigned());
}

fn varint(bytes: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}
