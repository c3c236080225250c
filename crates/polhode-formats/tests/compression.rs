//! Parquet files are read with the compressions that a build has; others are refused with a remedy.

mod support;

use parquet::basic::{Compression, GzipLevel};
use parquet::data_type::DoubleType;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use polhode_formats::{About, Format};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use support::{columns, read, trajectory, try_read, write};

/// Columns c0 and c1 with three rows.
const ZSTD: &[u8] = include_bytes!("support/zstd.parquet");
const ROWS: [[f64; 2]; 3] = [[0.0, 1.0], [0.5, -2.5], [1.0, 1.0 / 3.0]];

/// The same columns as another program writes them.
fn others(path: &Path, compression: Compression) {
    let text = "message table { required double c0; required double c1; }";
    let schema = Arc::new(parse_message_type(text).unwrap());
    let properties = WriterProperties::builder().set_compression(compression).build();
    let file = fs::File::create(path).unwrap();
    let mut file = SerializedFileWriter::new(file, schema, Arc::new(properties)).unwrap();
    let mut group = file.next_row_group().unwrap();
    for i in 0..2 {
        let mut column = group.next_column().unwrap().unwrap();
        let numbers = ROWS.map(|row| row[i]);
        column.typed::<DoubleType>().write_batch(&numbers, None, None).unwrap();
        column.close().unwrap();
    }
    group.close().unwrap();
    file.close().unwrap();
}

#[test]
fn files_of_others_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.parquet");
    let gzip = Compression::GZIP(GzipLevel::default());
    for compression in [Compression::UNCOMPRESSED, Compression::SNAPPY, gzip] {
        others(&path, compression);
        let (names, rows) = read(&path);
        assert_eq!(names, ["c0", "c1"], "{compression}");
        assert_eq!(rows, ROWS, "{compression}");
    }
}

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
            "t.parquet` is compressed with zstd; this build reads snappy, gzip and uncompressed: \
             write it with compression \"snappy\" or \"gzip\", or build polhode with \
             `--features zstd`"
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

/// Every reader of Parquet knows snappy; bytes of a kind beside each other make it work.
#[test]
fn a_trajectory_is_written_with_snappy_in_less_than_two_thirds() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.parquet");
    let rows = trajectory(20_000);
    write(Format::Parquet, &path, &columns(), &rows, &About::default());
    let bytes = fs::metadata(&path).unwrap().len();
    assert!(bytes < 20_000 * 15 * 8 * 2 / 3, "{bytes}");
    let file = SerializedFileReader::new(fs::File::open(&path).unwrap()).unwrap();
    for column in file.metadata().row_group(0).columns() {
        assert_eq!(column.compression(), Compression::SNAPPY);
    }
}
