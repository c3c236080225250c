//! Pixels as the bytes of a PNG file.

use super::pixels::Pixels;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use std::io::{self, Write};

/// What every file begins with.
const SIGNATURE: [u8; 8] = *b"\x89PNG\r\n\x1a\n";
/// The kind of pixels that are red, green and blue.
const OPAQUE: u8 = 2;
/// The kind of pixels that have an opacity as well.
const SEEN_THROUGH: u8 = 6;
/// The filter that leaves a row as it is.
const ITSELF: u8 = 0;
/// The filter that subtracts the row above.
const LESS_ABOVE: u8 = 2;

/// The file with these pixels.
pub(super) fn encode(pixels: &Pixels) -> io::Result<Vec<u8>> {
    let kind = if pixels.are_opaque() { OPAQUE } else { SEEN_THROUGH };
    let mut header = [pixels.width.to_be_bytes(), pixels.height.to_be_bytes()].concat();
    // Eight bits, then the only compression and set of filters that there are, and not interlaced.
    header.extend([8, kind, 0, 0, 0]);
    let mut file = SIGNATURE.to_vec();
    chunk(&mut file, *b"IHDR", &header)?;
    chunk(&mut file, *b"IDAT", &compressed(pixels, kind)?)?;
    chunk(&mut file, *b"IEND", &[])?;
    Ok(file)
}

/// Appends a chunk: how long it is, what it is, its bytes and their check sum.
fn chunk(file: &mut Vec<u8>, name: [u8; 4], bytes: &[u8]) -> io::Result<()> {
    let length = u32::try_from(bytes.len()).map_err(io::Error::other)?;
    file.extend(length.to_be_bytes());
    let start = file.len();
    file.extend(name);
    file.extend(bytes);
    let sum = crc32fast::hash(&file[start..]);
    file.extend(sum.to_be_bytes());
    Ok(())
}

/// The rows, each after the number of its filter.
fn compressed(pixels: &Pixels, kind: u8) -> io::Result<Vec<u8>> {
    let mut stream = ZlibEncoder::new(Vec::new(), Compression::default());
    let (mut above, mut row, mut change) = (Vec::new(), Vec::new(), Vec::new());
    for pixels in pixels.rows() {
        write_row(pixels, kind, &mut row);
        above.resize(row.len(), 0);
        change.clear();
        change.extend(row.iter().zip(&above).map(|(byte, above)| u8::wrapping_sub(*byte, *above)));
        // The compression finds equal rows by itself: the factor is the best one for our figures.
        let steep = 2 * steps(&change) < steps(&row);
        let (filter, bytes) = if steep { (LESS_ABOVE, &change) } else { (ITSELF, &row) };
        stream.write_all(&[filter])?;
        stream.write_all(bytes)?;
        std::mem::swap(&mut above, &mut row);
    }
    stream.finish()
}

/// The bytes of a row.
fn write_row(pixels: &[[u8; 4]], kind: u8, row: &mut Vec<u8>) {
    row.clear();
    for &[red, green, blue, opacity] in pixels {
        if kind == OPAQUE {
            row.extend([red, green, blue]);
        } else {
            row.extend([red, green, blue].map(|part| undone(part, opacity)));
            row.push(opacity);
        }
    }
}

/// A part of a colour before it was multiplied by the opacity.
fn undone(part: u8, opacity: u8) -> u8 {
    let opacity = u16::from(opacity).max(1);
    u8::try_from((u16::from(part) * 255 + opacity / 2) / opacity).unwrap_or(u8::MAX)
}

/// How often a byte differs from the one before it.
fn steps(bytes: &[u8]) -> usize {
    bytes.iter().zip(bytes.iter().skip(1)).filter(|(byte, next)| byte != next).count()
}
