//! A page of doubles, split into streams of bytes and compressed by Snappy.

use super::super::encoding::{BYTE_STREAM_SPLIT, RLE};
use super::super::split;
use super::super::thrift::Output;
use std::io;

/// Appends a page with its header; how many bytes it has when it is not compressed.
pub(super) fn encode(numbers: &[f64], bytes: &mut Vec<u8>) -> io::Result<usize> {
    // First bytes of neighbours are alike, last bytes are not.
    let split = split::encode(numbers);
    let packed = snap::raw::Encoder::new().compress_vec(&split).map_err(io::Error::other)?;
    let sizes = [split.len(), packed.len(), numbers.len()].map(i32::try_from);
    let [Ok(full), Ok(stored), Ok(values)] = sizes else {
        return Err(io::Error::other("a page has more than 2 GiB"));
    };
    Output::structure(bytes, |header| {
        header.i32(1, 0); // a page of data, version 1
        header.i32(2, full);
        header.i32(3, stored);
        header.i32(4, crc32fast::hash(&packed).cast_signed());
        header.nested(5, |data| {
            data.i32(1, values);
            data.i32(2, BYTE_STREAM_SPLIT);
            // There are no levels, and it must be said how they are encoded.
            data.i32(3, RLE);
            data.i32(4, RLE);
        });
    });
    let header = bytes.len();
    bytes.extend(packed);
    Ok(header + split.len())
}
