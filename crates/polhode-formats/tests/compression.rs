//! Parquet files are read with the compressions that a build has; others are refused with a remedy.

mod support;

use polhode_formats::{About, Format};
use std::fs;
use support::{columns, read, trajectory, try_read, write};

/// Columns c0 and c1 with three rows.
const ZSTD: &[u8] = include_bytes!("support/zstd.parquet");
const ROWS: [[f64; 2]; 3] = [[0.0, 1.0], [0.5, -2.5], [1.0, 1.0 / 3.0]];

#[test]
fn zstd_is_read_or_refused_with_a_remedy() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.parquet");
    fs::write(&path, ZSTD).unwrap();
    if cfg!(feature = "zstd") {
        assert_eq!(read(&path).1, ROWS);
        return;
    }
    let refused = try_read(&path).unwrap_err().to_string();
    assert!(
        refused.ends_with(
            "t.parquet` is compressed with zstd; this build reads snappy, gzip and uncompressed; \
             write it with compression \"snappy\" or \"gzip\", or build polhode with \
             the feature `zstd`"
        ),
        "{refused}"
    );
}

#[test]
fn other_compressions_are_refused_in_every_build() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.parquet");
    // The field of a column that says how it is compressed: 6 is zstd, 7 is lz4_raw.
    let mut bytes = ZSTD.to_vec();
    for at in 1..bytes.len() {
        if bytes[at - 1..=at] == [0x15, 6 << 1] {
            bytes[at] = 7 << 1;
        }
    }
    fs::write(&path, bytes).unwrap();
    let refused = try_read(&path).unwrap_err().to_string();
    assert!(refused.contains("is compressed with lz4_raw; this build reads"), "{refused}");
    assert!(refused.ends_with("write it with compression \"snappy\" or \"gzip\""), "{refused}");
}

/// Bytes of a kind beside each other make it work. That it is Snappy is seen by `tools/readers`.
#[test]
fn a_trajectory_is_written_in_less_than_two_thirds() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.parquet");
    let rows = trajectory(20_000);
    write(Format::Parquet, &path, &columns(), &rows, &About::default());
    let bytes = fs::metadata(&path).unwrap().len();
    assert!(bytes < 20_000 * 15 * 8 * 2 / 3, "{bytes}");
}
