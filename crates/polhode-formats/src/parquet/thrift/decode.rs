//! Reads values whose kind has been read before them.

use super::super::cursor::Cursor;
use super::super::fault::{Result, damaged};
use super::kind;

/// More levels of values in values are not skipped: they would fill the stack.
const DEEPEST: usize = 32;

pub(in super::super) struct Input<'a> {
    cursor: Cursor<'a>,
}

/// The number of the last field that was read of a structure.
pub(in super::super) struct Fields {
    last: i16,
}

impl Fields {
    /// The number of the next field and the kind of its value, which must then be read or skipped.
    pub(in super::super) fn next(&mut self, input: &mut Input) -> Result<Option<(i16, u8)>> {
        let header = input.cursor.byte()?;
        if header == 0 {
            return Ok(None);
        }
        let number = match i16::from(header >> 4) {
            0 => i16::try_from(input.cursor.zigzag()?).ok(),
            step => self.last.checked_add(step),
        };
        let Some(number) = number else { return damaged("its metadata has a field too many") };
        self.last = number;
        Ok(Some((number, header & 0xf)))
    }
}

impl<'a> Input<'a> {
    pub(in super::super) fn new(bytes: &'a [u8]) -> Self {
        Self { cursor: Cursor::new(bytes) }
    }
    /// How many bytes are left.
    pub(in super::super) fn left(&self) -> usize {
        self.cursor.left()
    }
    /// Begins a structure that stands for itself.
    pub(in super::super) fn fields() -> Fields {
        Fields { last: 0 }
    }
    /// Begins a structure that is a value.
    pub(in super::super) fn structure(&self, found: u8) -> Result<Fields> {
        require_kind(found, kind::STRUCT)?;
        Ok(Self::fields())
    }
    pub(in super::super) fn boolean(&self, found: u8) -> Result<bool> {
        match found {
            kind::TRUE => Ok(true),
            found => require_kind(found, kind::FALSE).map(|()| false),
        }
    }
    pub(in super::super) fn i32(&mut self, found: u8) -> Result<i32> {
        require_kind(found, kind::I32)?;
        let value = self.cursor.zigzag()?;
        i32::try_from(value).or_else(|_| damaged(format!("{value} has more than 32 bits")))
    }
    pub(in super::super) fn i64(&mut self, found: u8) -> Result<i64> {
        require_kind(found, kind::I64)?;
        self.cursor.zigzag()
    }
    pub(in super::super) fn binary(&mut self, found: u8) -> Result<&'a [u8]> {
        require_kind(found, kind::BINARY)?;
        let length = self.cursor.count()?;
        self.cursor.take(length)
    }
    pub(in super::super) fn text(&mut self, found: u8) -> Result<String> {
        let bytes = self.binary(found)?;
        String::from_utf8(bytes.to_vec()).or_else(|_| damaged("one of its texts is not UTF-8"))
    }
    /// Reads each element of a list.
    pub(in super::super) fn list<T>(
        &mut self,
        found: u8,
        mut element: impl FnMut(&mut Self, u8) -> Result<T>,
    ) -> Result<Vec<T>> {
        require_kind(found, kind::LIST)?;
        let (count, kind) = self.list_header()?;
        // Not collected with a capacity, which only the file claims.
        let mut list = Vec::new();
        for _ in 0..count {
            list.push(element(self, kind)?);
        }
        Ok(list)
    }
    fn list_header(&mut self) -> Result<(usize, u8)> {
        let header = self.cursor.byte()?;
        let count = match usize::from(header >> 4) {
            0xf => self.cursor.count()?,
            few => few,
        };
        // Each element has a byte at least.
        if count > self.left() {
            return damaged(format!("a list of {count} elements does not fit into it"));
        }
        Ok((count, header & 0xf))
    }

    /// Passes over the value of a field.
    pub(in super::super) fn skip(&mut self, found: u8) -> Result<()> {
        self.skip_to_depth(found, DEEPEST)
    }
    fn skip_to_depth(&mut self, found: u8, deeper: usize) -> Result<()> {
        let Some(deeper) = deeper.checked_sub(1) else {
            return damaged("its metadata is nested too deeply");
        };
        match found {
            kind::TRUE | kind::FALSE => Ok(()),
            kind::I16 | kind::I32 | kind::I64 => self.cursor.varint().map(|_| ()),
            kind::BYTE => self.pass(1),
            kind::DOUBLE => self.pass(8),
            kind::UUID => self.pass(16),
            kind::BINARY => {
                let length = self.cursor.count()?;
                self.pass(length)
            }
            kind::LIST | kind::SET => {
                let (count, kind) = self.list_header()?;
                (0..count).try_for_each(|_| self.skip_element(kind, deeper))
            }
            kind::MAP => self.skip_map(deeper),
            kind::STRUCT => {
                let mut fields = Self::fields();
                while let Some((_, kind)) = fields.next(self)? {
                    self.skip_to_depth(kind, deeper)?;
                }
                Ok(())
            }
            unknown => damaged(format!("its metadata has a value of unknown kind {unknown}")),
        }
    }
    fn skip_map(&mut self, deeper: usize) -> Result<()> {
        let count = self.cursor.count()?;
        if count > self.left() {
            return damaged(format!("a map of {count} elements does not fit into it"));
        }
        let kinds = if count == 0 { 0 } else { self.cursor.byte()? };
        for _ in 0..count {
            self.skip_element(kinds >> 4, deeper)?;
            self.skip_element(kinds & 0xf, deeper)?;
        }
        Ok(())
    }
    /// Booleans that are no fields have a byte of their own.
    fn skip_element(&mut self, found: u8, deeper: usize) -> Result<()> {
        match found {
            kind::TRUE | kind::FALSE => self.pass(1),
            found => self.skip_to_depth(found, deeper),
        }
    }
    fn pass(&mut self, bytes: usize) -> Result<()> {
        self.cursor.take(bytes).map(|_| ())
    }
}

fn require_kind(found: u8, wanted: u8) -> Result<()> {
    if found == wanted {
        return Ok(());
    }
    damaged(format!("its metadata has a value of kind {found} where kind {wanted} must be"))
}
