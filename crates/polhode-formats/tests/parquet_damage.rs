//! A damaged Parquet file is refused, or has the same numbers; it is never read as others, does not
//! panic, and takes no more memory than a file of its size may.

mod support;

use polhode_formats::{About, Format};
use proptest::prelude::*;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use support::{try_read, write};

type Table = (Vec<String>, Vec<Vec<f64>>);

/// Names that differ in more than a bit, and numbers whose bits are not alike.
fn table() -> Table {
    let names = ["t", "angle", "energy"].map(String::from).to_vec();
    let row = |i: u32| vec![f64::from(i) / 3.0, (f64::from(i) * 0.7).sin(), 1.0 / 7.0];
    (names, (0..20).map(row).collect())
}

fn written(folder: &Path) -> (PathBuf, Vec<u8>) {
    let path = folder.join("t.parquet");
    let about = About { json: "{\"method\": \"exact\"}".into(), ..About::default() };
    write(Format::Parquet, &path, &table().0, &table().1, &about);
    let bytes = fs::read(&path).unwrap();
    (path, bytes)
}

/// Names and bytes of the files of other programs.
static OF_OTHERS: LazyLock<Vec<(String, Vec<u8>)>> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/parquet_files");
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let paths = paths.filter(|path| path.extension().is_some_and(|ending| ending == "parquet"));
    let name = |path: &Path| path.file_stem().unwrap().to_str().unwrap().to_owned();
    let mut files: Vec<_> = paths.map(|path| (name(&path), fs::read(path).unwrap())).collect();
    files.sort();
    files
});

/// Reads a file with these bytes, in bounded memory.
fn read_bounded(path: &Path, bytes: &[u8]) -> Result<Table, String> {
    // Some file systems wait for the disk where a file is overwritten, not where there is none.
    let _ = fs::remove_file(path);
    fs::write(path, bytes).unwrap();
    let mut read = Err(String::new());
    let taken = allocation_counter::measure(|| {
        read = try_read(path).map_err(|error| error.to_string());
    });
    // Numbers that are decoded at once, the decoder of Zstandard, and the rows in the memory of
    // the test.
    let rows = read.as_ref().map_or(0, |(_, rows)| rows.len()) as u64;
    let most = 2_000_000 + 200 * rows + 1100 * bytes.len() as u64;
    assert!(taken.bytes_max < most, "{} bytes for {} of a file", taken.bytes_max, bytes.len());
    read
}

/// Where these bytes are.
fn find(bytes: &[u8], part: &[u8]) -> Range<usize> {
    let at = bytes.windows(part.len()).position(|window| window == part).unwrap();
    at..at + part.len()
}

/// Where the metadata are.
fn footer(bytes: &[u8]) -> Range<usize> {
    let end = bytes.len() - 8;
    let length = u32::from_le_bytes(*bytes[end..].first_chunk().unwrap());
    end - length as usize..end
}

#[test]
fn a_file_that_ends_early_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (path, bytes) = written(folder.path());
    for length in 0..bytes.len() {
        let refused = read_bounded(&path, &bytes[..length]).unwrap_err();
        assert!(
            refused.contains("` is no Parquet file that can be read: it "),
            "{length}: {refused}"
        );
    }
    for (_, bytes) in &*OF_OTHERS {
        assert!(
            (0..bytes.len())
                .step_by(7)
                .all(|length| read_bounded(&path, &bytes[..length]).is_err())
        );
    }
}

/// Pages have a checksum. The format has none for what stands before a page and for the footer;
/// there, what matters is said more than once, or must fit to the pages.
#[test]
fn no_flipped_bit_changes_a_number_or_a_name() {
    let folder = tempfile::tempdir().unwrap();
    let (path, bytes) = written(folder.path());
    let mut unnoticed = Vec::new();
    for bit in 0..bytes.len() * 8 {
        let mut damaged = bytes.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        match read_bounded(&path, &damaged) {
            Ok(read) => {
                assert_eq!(read, table(), "bit {} of byte {}", bit % 8, bit / 8);
                unnoticed.push(bit / 8);
            }
            Err(refused) => assert!(refused.contains("t.parquet` "), "{refused}"),
        }
    }
    // Not noticed: what is not read, such as statistics, sizes of groups, the version and who wrote
    // it, and the text for polhode itself, of which the format has no second copy.
    let text = find(&bytes, b"{\"method\": \"exact\"}");
    assert!(unnoticed.iter().any(|byte| text.contains(byte)), "say what is noticed now");
    // Of each page, the bits of how its levels are encoded, which a required column does not have.
    let in_pages = unnoticed.iter().filter(|byte| **byte < footer(&bytes).start).count();
    assert_eq!(in_pages, 18 * table().0.len());
}

#[test]
fn no_flipped_bit_of_a_file_with_checksums_changes_a_number() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.parquet");
    let (_, bytes) = OF_OTHERS.iter().find(|(name, _)| name == "pyarrow_groups").unwrap();
    let whole = read_bounded(&path, bytes).unwrap();
    for bit in (0..bytes.len() * 8).step_by(11) {
        let mut damaged = bytes.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        if let Ok(read) = read_bounded(&path, &damaged) {
            assert_eq!(read, whole, "bit {} of byte {}", bit % 8, bit / 8);
        }
    }
}

/// Without checksums other numbers are possible; what is not is a panic, or memory for what a file
/// claims.
#[test]
fn no_flipped_bit_of_any_file_panics() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.parquet");
    for (_, bytes) in &*OF_OTHERS {
        for bit in (0..bytes.len() * 8).step_by(61) {
            let mut damaged = bytes.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            let _ = read_bounded(&path, &damaged);
        }
    }
}

/// A file with this footer and nothing else.
fn with_footer(footer: &[u8]) -> Vec<u8> {
    let length = u32::try_from(footer.len()).unwrap().to_le_bytes();
    [b"PAR1", footer, &length, b"PAR1"].concat()
}

#[test]
fn footers_that_claim_too_much_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.parquet");
    // Field 15 is not known: lists in lists, structures in structures, a text of 2^63 bytes, a map.
    let lists = [&[0xf9][..], &[0x19; 100_000]].concat();
    let structures = [&[0xfc][..], &[0x1c; 100_000]].concat();
    let text = [&[0xf8][..], &[0xff; 8], &[0x7f]].concat();
    let map = [&[0xfb][..], &[0xff, 0xff, 0xff, 0x7f, 0x55]].concat();
    // Field 2 is the schema: a list of 2^32 structures.
    let schema = [&[0x29, 0xfc][..], &[0xff, 0xff, 0xff, 0xff, 0x0f]].concat();
    for (footer, message) in [
        (&lists, "nested too deeply"),
        (&structures, "nested too deeply"),
        (&text, "more bytes must follow"),
        (&map, "a map of 268435455 elements does not fit"),
        (&schema, "a list of 4294967295 elements does not fit"),
        (&Vec::new(), "more bytes must follow"),
        (&vec![0], "its metadata has no schema"),
    ] {
        let refused = read_bounded(&path, &with_footer(footer)).unwrap_err();
        assert!(refused.contains(message), "{refused}");
    }
    let longer = [&b"PAR1"[..], &u32::MAX.to_le_bytes(), b"PAR1"].concat();
    let refused = read_bounded(&path, &longer).unwrap_err();
    assert!(refused.contains("its metadata of 4294967295 bytes do not fit into 12"), "{refused}");
    let refused = read_bounded(&path, b"PAR1\0\0\0\0PARE").unwrap_err();
    assert!(
        refused.ends_with(
            "is encrypted; only files that are not encrypted are read; write it without encryption"
        ),
        "{refused}"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    #[test]
    fn bytes_at_random_places_never_panic(
        which in any::<prop::sample::Index>(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        in_footer: bool,
    ) {
        let folder = tempfile::tempdir().unwrap();
        let (_, bytes) = which.get(&OF_OTHERS);
        let mut damaged = bytes.clone();
        let begin = if in_footer { footer(bytes).start } else { 0 };
        for (place, byte) in changes {
            let place = begin + place.index(bytes.len() - begin);
            damaged[place] = byte;
        }
        let _ = read_bounded(&folder.path().join("t.parquet"), &damaged);
    }
}
