//! The font of images.
//!
//! `DejaVuSans.ttf.z` is the file `DejaVuSans.ttf` of DejaVu 2.37, unchanged, as a zlib stream of
//! level 9 (`zlib.compress(font, 9)` in Python), which is half as long. Its licence is in
//! `DejaVuSans.licence.txt`.

use flate2::read::ZlibDecoder;
use std::io::Read;
use std::sync::OnceLock;

const COMPRESSED: &[u8] = include_bytes!("DejaVuSans.ttf.z");

/// The bytes of the font, decompressed when they are first asked for.
pub(super) fn bytes() -> Result<&'static [u8], String> {
    static FONT: OnceLock<Result<Vec<u8>, String>> = OnceLock::new();
    let font = FONT.get_or_init(|| {
        let mut bytes = Vec::new();
        let read = ZlibDecoder::new(COMPRESSED).read_to_end(&mut bytes);
        read.map(|_| bytes).map_err(|error| error.to_string())
    });
    font.as_deref().map_err(Clone::clone)
}
