//! What is said before each page: `PageHeader` of the specification.

use super::fault::{Result, damaged};
use super::metadata::{needed, size};
use super::thrift::ThriftReader;

pub(super) struct PageHeader {
    /// Bytes in the file, and when they are no longer compressed.
    pub(super) stored: usize,
    pub(super) full: usize,
    /// The checksum of the bytes in the file.
    pub(super) crc: Option<u32>,
    pub(super) content: PageContent,
}

#[derive(Clone, Copy)]
pub(super) enum PageContent {
    Values(ValuesHeader),
    Dictionary {
        values: usize,
        encoding: i32,
    },
    /// An index, which nobody reads.
    Other,
}

#[derive(Clone, Copy)]
pub(super) struct ValuesHeader {
    pub(super) count: usize,
    pub(super) encoding: i32,
    pub(super) levels: Levels,
}

/// Where it is said which values are missing.
#[derive(Clone, Copy)]
pub(super) enum Levels {
    /// Compressed with the values (version 1 of pages); in this encoding.
    Before { encoding: i32 },
    /// Before the values, which alone may be compressed (version 2).
    Apart(Apart),
}

#[derive(Clone, Copy)]
pub(super) struct Apart {
    /// Bytes of the levels.
    pub(super) repetition: usize,
    pub(super) definition: usize,
    /// Are the values compressed?
    pub(super) compressed: bool,
}

/// The kinds of pages.
const DATA: i32 = 0;
const DICTIONARY: i32 = 2;
const DATA_V2: i32 = 3;

impl PageHeader {
    pub(super) fn parse(input: &mut ThriftReader) -> Result<Self> {
        let (mut kind_of_page, mut full, mut stored, mut crc) = (None, None, None, None);
        let (mut data, mut dictionary, mut data_v2) = (None, None, None);
        let mut fields = ThriftReader::fields();
        while let Some((number, kind)) = fields.next(input)? {
            match number {
                1 => kind_of_page = Some(input.i32(kind)?),
                2 => full = Some(input.i32(kind)?),
                3 => stored = Some(input.i32(kind)?),
                4 => crc = Some(input.i32(kind)?.cast_unsigned()),
                5 => data = Some(values(input, kind)?),
                7 => dictionary = Some(dictionary_of(input, kind)?),
                8 => data_v2 = Some(values_v2(input, kind)?),
                _ => input.skip(kind)?,
            }
        }
        let content = match needed(kind_of_page, "type of a page")? {
            DATA => PageContent::Values(needed(data, "data_page_header")?),
            DICTIONARY => needed(dictionary, "dictionary_page_header")?,
            DATA_V2 => PageContent::Values(needed(data_v2, "data_page_header_v2")?),
            1 => PageContent::Other,
            unknown => return damaged(format!("it has a page of unknown type {unknown}")),
        };
        let full = size(full, "uncompressed_page_size")?;
        let header = Self { stored: size(stored, "compressed_page_size")?, full, crc, content };
        header.check_size()?;
        Ok(header)
    }

    /// Refuses more bytes than the values of a page can have: eight each, and what the levels, the
    /// runs and the last block of an encoding may add.
    fn check_size(&self) -> Result<()> {
        let (PageContent::Values(ValuesHeader { count, .. })
        | PageContent::Dictionary { values: count, .. }) = self.content
        else {
            return Ok(());
        };
        let most = count.saturating_mul(16).saturating_add(1 << 16);
        if self.full <= most {
            return Ok(());
        }
        damaged(format!("a page of {count} values says that it has {} bytes", self.full))
    }
}

fn values(input: &mut ThriftReader, kind: u8) -> Result<ValuesHeader> {
    let (mut count, mut encoding, mut levels) = (None, None, None);
    let mut fields = input.structure(kind)?;
    while let Some((number, kind)) = fields.next(input)? {
        match number {
            1 => count = Some(input.i32(kind)?),
            2 => encoding = Some(input.i32(kind)?),
            3 => levels = Some(input.i32(kind)?),
            _ => input.skip(kind)?,
        }
    }
    Ok(ValuesHeader {
        count: size(count, "num_values")?,
        encoding: needed(encoding, "encoding")?,
        levels: Levels::Before { encoding: needed(levels, "definition_level_encoding")? },
    })
}

fn dictionary_of(input: &mut ThriftReader, kind: u8) -> Result<PageContent> {
    let (mut count, mut encoding) = (None, None);
    let mut fields = input.structure(kind)?;
    while let Some((number, kind)) = fields.next(input)? {
        match number {
            1 => count = Some(input.i32(kind)?),
            2 => encoding = Some(input.i32(kind)?),
            _ => input.skip(kind)?,
        }
    }
    let (values, encoding) = (size(count, "num_values")?, needed(encoding, "encoding")?);
    Ok(PageContent::Dictionary { values, encoding })
}

fn values_v2(input: &mut ThriftReader, kind: u8) -> Result<ValuesHeader> {
    let (mut count, mut encoding, mut compressed) = (None, None, true);
    let (mut repetition, mut definition) = (None, None);
    let mut fields = input.structure(kind)?;
    while let Some((number, kind)) = fields.next(input)? {
        match number {
            1 => count = Some(input.i32(kind)?),
            4 => encoding = Some(input.i32(kind)?),
            5 => definition = Some(input.i32(kind)?),
            6 => repetition = Some(input.i32(kind)?),
            7 => compressed = input.boolean(kind)?,
            _ => input.skip(kind)?,
        }
    }
    let repetition = size(repetition, "repetition_levels_byte_length")?;
    let definition = size(definition, "definition_levels_byte_length")?;
    Ok(ValuesHeader {
        count: size(count, "num_values")?,
        encoding: needed(encoding, "encoding")?,
        levels: Levels::Apart(Apart { repetition, definition, compressed }),
    })
}
