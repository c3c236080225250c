//! Parquet: columns in groups of rows, compressed by Snappy.
//!
//! Flat tables of numbers only, after the [specification](https://parquet.apache.org/docs/file-format).

mod chunk;
mod column;
mod compression;
mod consistency;
mod cursor;
mod delta;
mod fault;
mod footer;
mod hybrid;
mod levels;
mod metadata;
mod number;
mod page;
mod reader;
mod schema;
mod split;
mod thrift;
mod values;
mod writer;

pub(crate) use reader::ParquetReader;
pub(crate) use writer::ParquetWriter;

/// Rows of a group; so many are held in memory.
pub const GROUP: usize = 1 << 16;
/// The key of the metadata with what is to be known about the table.
const ABOUT: &str = "polhode";
/// The first and the last bytes of a file.
const MAGIC: &[u8; 4] = b"PAR1";

/// The encodings of pages (specification, "Encodings").
mod encoding {
    pub(super) const PLAIN: i32 = 0;
    pub(super) const PLAIN_DICTIONARY: i32 = 2;
    pub(super) const RLE: i32 = 3;
    pub(super) const BIT_PACKED: i32 = 4;
    pub(super) const DELTA_BINARY_PACKED: i32 = 5;
    pub(super) const RLE_DICTIONARY: i32 = 8;
    pub(super) const BYTE_STREAM_SPLIT: i32 = 9;
}
