//! What the footer of a file says: `FileMetaData` of the specification, as far as it is needed.

use super::fault::{Fault, Result, damaged};
use super::thrift::ThriftReader;

pub(super) struct Metadata {
    pub(super) schema: Vec<SchemaElement>,
    pub(super) rows: u64,
    pub(super) groups: Vec<Group>,
    /// Texts that programs leave for themselves, by their keys.
    pub(super) texts: Vec<(String, String)>,
}

/// A column or a group of columns (`SchemaElement`).
#[derive(Default)]
pub(super) struct SchemaElement {
    pub(super) name: String,
    /// The physical type of a column; a group has none.
    pub(super) physical: Option<i32>,
    pub(super) repetition: Option<i32>,
    pub(super) children: i32,
    pub(super) converted: Option<i32>,
    /// Digits behind the point of a decimal number.
    pub(super) scale: i32,
    pub(super) unsigned: bool,
}

/// Some of the rows of all columns (`RowGroup`).
pub(super) struct Group {
    pub(super) rows: u64,
    pub(super) chunks: Vec<ColumnChunk>,
}

/// A column of a group (`ColumnChunk` and `ColumnMetaData`).
#[derive(Clone)]
pub(super) struct ColumnChunk {
    pub(super) physical: i32,
    pub(super) path: Vec<String>,
    pub(super) codec: i32,
    pub(super) values: u64,
    /// Where its first page begins in the file, and where its last one ends.
    pub(super) begin: u64,
    pub(super) end: u64,
}

impl Metadata {
    pub(super) fn parse(bytes: &[u8]) -> Result<Self> {
        let input = &mut ThriftReader::new(bytes);
        let (mut schema, mut groups, mut texts, mut rows) = (None, None, Vec::new(), None);
        let mut fields = ThriftReader::fields();
        while let Some((number, kind)) = fields.next(input)? {
            match number {
                2 => schema = Some(input.list(kind, element)?),
                3 => rows = Some(input.i64(kind)?),
                4 => groups = Some(input.list(kind, group)?),
                5 => texts = input.list(kind, text)?,
                _ => input.skip(kind)?,
            }
        }
        if input.left() > 0 {
            return damaged("its metadata ends before the length that is said");
        }
        let (schema, groups) = (needed(schema, "schema")?, needed(groups, "row_groups")?);
        Ok(Self { schema, rows: size(rows, "num_rows")?, groups, texts })
    }
    pub(super) fn chunks(&self) -> impl Iterator<Item = &ColumnChunk> {
        self.groups.iter().flat_map(|group| &group.chunks)
    }
}

/// A value without which there is no structure.
pub(super) fn needed<T>(value: Option<T>, name: &str) -> Result<T> {
    value.ok_or_else(|| Fault::Damaged(format!("its metadata has no {name}")))
}

/// A number that cannot be negative.
pub(super) fn size<S: Copy + std::fmt::Display, T: TryFrom<S>>(
    value: Option<S>,
    name: &str,
) -> Result<T> {
    let value = needed(value, name)?;
    T::try_from(value).or_else(|_| damaged(format!("its metadata has {name} = {value}")))
}

fn text(input: &mut ThriftReader, kind: u8) -> Result<(String, String)> {
    let (mut key, mut value) = (None, String::new());
    let mut fields = input.structure(kind)?;
    while let Some((number, kind)) = fields.next(input)? {
        match number {
            1 => key = Some(input.text(kind)?),
            2 => value = input.text(kind)?,
            _ => input.skip(kind)?,
        }
    }
    Ok((needed(key, "key")?, value))
}

fn element(input: &mut ThriftReader, kind: u8) -> Result<SchemaElement> {
    let mut element = SchemaElement::default();
    let mut fields = input.structure(kind)?;
    while let Some((number, kind)) = fields.next(input)? {
        match number {
            1 => element.physical = Some(input.i32(kind)?),
            3 => element.repetition = Some(input.i32(kind)?),
            4 => element.name = input.text(kind)?,
            5 => element.children = input.i32(kind)?,
            6 => element.converted = Some(input.i32(kind)?),
            7 => element.scale = input.i32(kind)?,
            10 => element.unsigned = unsigned(input, kind)?,
            _ => input.skip(kind)?,
        }
    }
    Ok(element)
}

/// Returns whether a `LogicalType` is `INTEGER` without a sign.
fn unsigned(input: &mut ThriftReader, kind: u8) -> Result<bool> {
    let mut unsigned = false;
    let mut fields = input.structure(kind)?;
    while let Some((number, kind)) = fields.next(input)? {
        if number != 10 {
            input.skip(kind)?;
            continue;
        }
        let mut fields = input.structure(kind)?;
        while let Some((number, kind)) = fields.next(input)? {
            match number {
                2 => unsigned = !input.boolean(kind)?,
                _ => input.skip(kind)?,
            }
        }
    }
    Ok(unsigned)
}

fn group(input: &mut ThriftReader, kind: u8) -> Result<Group> {
    let (mut chunks, mut rows) = (None, None);
    let mut fields = input.structure(kind)?;
    while let Some((number, kind)) = fields.next(input)? {
        match number {
            1 => chunks = Some(input.list(kind, chunk)?),
            3 => rows = Some(input.i64(kind)?),
            _ => input.skip(kind)?,
        }
    }
    Ok(Group { rows: size(rows, "num_rows")?, chunks: needed(chunks, "columns")? })
}

fn chunk(input: &mut ThriftReader, kind: u8) -> Result<ColumnChunk> {
    let (mut chunk, mut elsewhere, mut encrypted) = (None, false, false);
    let mut fields = input.structure(kind)?;
    while let Some((number, kind)) = fields.next(input)? {
        match number {
            1 => elsewhere = !input.binary(kind)?.is_empty(),
            3 => chunk = Some(described(input, kind)?),
            8 => {
                encrypted = true;
                input.skip(kind)?;
            }
            _ => input.skip(kind)?,
        }
    }
    if encrypted {
        return super::footer::encrypted();
    }
    if elsewhere {
        return damaged("its columns are in other files, which are to be read in place of it");
    }
    needed(chunk, "meta_data")
}

/// The metadata of a column, and where its pages are.
fn described(input: &mut ThriftReader, kind: u8) -> Result<ColumnChunk> {
    let (mut physical, mut path, mut codec) = (None, None, None);
    let (mut values, mut length, mut data, mut dictionary) = (None, None, None, None);
    let mut fields = input.structure(kind)?;
    while let Some((number, kind)) = fields.next(input)? {
        match number {
            1 => physical = Some(input.i32(kind)?),
            3 => path = Some(input.list(kind, ThriftReader::text)?),
            4 => codec = Some(input.i32(kind)?),
            5 => values = Some(input.i64(kind)?),
            7 => length = Some(input.i64(kind)?),
            9 => data = Some(input.i64(kind)?),
            11 => dictionary = Some(input.i64(kind)?),
            _ => input.skip(kind)?,
        }
    }
    let path = needed(path, "path_in_schema")?;
    let length: u64 = size(length, "total_compressed_size")?;
    let data: u64 = size(data, "data_page_offset")?;
    // Writers say 0 where there are no such pages.
    let places = [dictionary.unwrap_or(0).max(0).cast_unsigned(), data];
    let begin = places.into_iter().filter(|place| *place > 0).min().unwrap_or(0);
    Ok(ColumnChunk {
        physical: needed(physical, "type")?,
        codec: needed(codec, "codec")?,
        values: size(values, "num_values")?,
        begin,
        end: begin.saturating_add(length),
        path,
    })
}
