//! The compressions of pages.

use super::fault::{Fault, Result, damaged, refused};
use super::metadata::Metadata;
use flate2::read::MultiGzDecoder;
use std::io::Read;

pub(super) const UNCOMPRESSED: i32 = 0;
pub(super) const SNAPPY: i32 = 1;
const GZIP: i32 = 2;
const ZSTD: i32 = 6;
const NAMES: [&str; 8] =
    ["uncompressed", "snappy", "gzip", "lzo", "brotli", "lz4", "zstd", "lz4_raw"];

/// A tag of Snappy has three bytes and copies at most 64.
const SNAPPY_RATIO: usize = 22;
/// A bit of Deflate copies at most 129 bytes.
const GZIP_RATIO: usize = 1032;

/// Refuses a file with a compression that this build does not read.
pub(super) fn check(metadata: &Metadata) -> Result<()> {
    let mut codecs = metadata.chunks().map(|chunk| chunk.codec);
    let unknown = codecs.find(|codec| match *codec {
        UNCOMPRESSED | SNAPPY | GZIP => false,
        ZSTD => !cfg!(feature = "zstd"),
        _ => true,
    });
    let Some(unknown) = unknown else { return Ok(()) };
    let (zstd, build) = match (cfg!(feature = "zstd"), unknown) {
        (true, _) => (" zstd,", ""),
        (false, ZSTD) => ("", ", or build polhode with the feature `zstd`"),
        (false, _) => ("", ""),
    };
    let known = usize::try_from(unknown).ok().and_then(|at| NAMES.get(at));
    let name = known.map_or_else(|| format!("codec {unknown}"), |name| (*name).into());
    refused(
        format!("is compressed with {name}; this build reads{zstd} snappy, gzip and uncompressed"),
        format!("write it with compression \"snappy\" or \"gzip\"{build}"),
    )
}

/// The bytes of a page, which must be `size`.
pub(super) fn decompress(codec: i32, bytes: &[u8], size: usize) -> Result<Vec<u8>> {
    // Writers leave out what would say that there is nothing.
    if size == 0 {
        return Ok(Vec::new());
    }
    let found = match codec {
        UNCOMPRESSED => bytes.to_vec(),
        SNAPPY => snappy(bytes, size)?,
        GZIP => {
            let room = size.min(bytes.len().saturating_mul(GZIP_RATIO));
            collected(MultiGzDecoder::new(bytes), size, Vec::with_capacity(room))?
        }
        codec => zstd(codec, bytes, size)?,
    };
    if found.len() == size {
        return Ok(found);
    }
    damaged(format!("a page has other than the {size} bytes that it says"))
}

fn wrong(error: impl std::fmt::Display) -> Fault {
    Fault::Damaged(format!("a page cannot be decompressed: {error}"))
}

/// Its decoder takes memory for what the first bytes claim.
fn snappy(bytes: &[u8], size: usize) -> Result<Vec<u8>> {
    let claimed = snap::raw::decompress_len(bytes).map_err(wrong)?;
    if claimed != size || size > bytes.len().saturating_mul(SNAPPY_RATIO) {
        return damaged(format!("a page has other than the {size} bytes that it says"));
    }
    snap::raw::Decoder::new().decompress_vec(bytes).map_err(wrong)
}

#[cfg(feature = "zstd")]
fn zstd(codec: i32, bytes: &[u8], size: usize) -> Result<Vec<u8>> {
    debug_assert_eq!(codec, ZSTD, "others are refused before");
    let decoder = ruzstd::decoding::StreamingDecoder::new(bytes).map_err(wrong)?;
    collected(decoder, size, Vec::new())
}

#[cfg(not(feature = "zstd"))]
fn zstd(codec: i32, _: &[u8], _: usize) -> Result<Vec<u8>> {
    refused(format!("is compressed with codec {codec}"), "")
}

/// What a decoder gives, up to a byte more than there may be.
fn collected(decoder: impl Read, size: usize, mut bytes: Vec<u8>) -> Result<Vec<u8>> {
    decoder.take(size as u64 + 1).read_to_end(&mut bytes).map_err(wrong)?;
    Ok(bytes)
}
