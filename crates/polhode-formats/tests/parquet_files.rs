//! Parquet files of other programs have the numbers that were written; see parquet_files/README.md.

mod support;

use std::path::PathBuf;
use support::try_read;

const ROWS: u32 = 60;
const NAMES: [&str; 5] = ["double", "float", "small", "large", "constant"];

/// The files that every build reads.
const READ: [&str; 14] = [
    "duckdb_default",
    "duckdb_gzip",
    "duckdb_v2",
    "fastparquet",
    "pandas",
    "polars_snappy",
    "pyarrow_default",
    "pyarrow_delta",
    "pyarrow_delta_v2",
    "pyarrow_dictionary_v2",
    "pyarrow_groups",
    "pyarrow_gzip_v2",
    "pyarrow_plain",
    "pyarrow_split",
];
const ZSTD: [&str; 2] = ["polars_default", "pyarrow_zstd"];

fn path(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/parquet_files");
    folder.join(format!("{name}.parquet"))
}

/// What the table of the README says.
fn row(i: u32) -> Vec<f64> {
    let x = f64::from(i);
    let small = f64::from(i * 7 % 11) - 5.0;
    vec![x / 8.0 - 3.0, x / 4.0 + 1.0, small, (-2_f64).powi(i as i32), 1.0 / 3.0]
}

fn has_the_numbers(name: &str) {
    let (names, rows) = try_read(&path(name)).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(names[..5], NAMES, "{name}");
    assert_eq!(rows.len() as u32, ROWS, "{name}");
    for (i, found) in rows.iter().enumerate() {
        assert_eq!(found[..5], row(i as u32), "{name}, row {i}");
    }
}

#[test]
fn files_of_other_programs_have_their_numbers() {
    READ.into_iter().for_each(has_the_numbers);
}

#[test]
fn zstandard_is_read_by_builds_that_have_it() {
    for name in ZSTD {
        if cfg!(feature = "zstd") {
            has_the_numbers(name);
        } else {
            let refused = try_read(&path(name)).unwrap_err().to_string();
            assert!(
                refused.contains("is compressed with zstd; this build reads snappy"),
                "{refused}"
            );
        }
    }
}

#[test]
fn the_index_of_pandas_is_a_column() {
    let (names, rows) = try_read(&path("pandas")).unwrap();
    assert_eq!(names[5..], ["__index_level_0__"]);
    assert!((100..).zip(rows).all(|(index, row)| row[5] == f64::from(index)));
}

#[test]
fn a_table_may_have_no_rows() {
    assert_eq!(
        try_read(&path("pyarrow_empty")).unwrap(),
        (NAMES.map(String::from).to_vec(), vec![])
    );
}

#[test]
fn integers_may_have_no_sign() {
    for (i, row) in (0..).zip(try_read(&path("pyarrow_unsigned")).unwrap().1) {
        let long = 2_f64.powi(64) - 4096.0 * f64::from(i + 1);
        assert_eq!(row, [f64::from(u32::MAX - i), long]);
    }
}

#[test]
fn decimal_numbers_are_the_nearest_doubles() {
    for (i, row) in (0..).zip(try_read(&path("duckdb_decimal")).unwrap().1) {
        let cents = format!("{}e-2", i - 29).parse().unwrap();
        let mills: f64 = format!("{i}e-3").parse().unwrap();
        assert_eq!(row, [cents, mills]);
    }
}

#[test]
fn what_is_no_flat_table_of_numbers_is_refused_with_a_remedy() {
    for (name, message) in [
        ("missing", "` has missing values in column some; there must be none"),
        ("missing_v2", "` has missing values in column some; there must be none"),
        ("boolean", "` has other values than numbers in column yes (BOOLEAN); all must be numbers"),
        ("text", "in column name (BYTE_ARRAY); all must be numbers; write it without this column"),
        ("decimal", "` has other values than numbers in column price (FIXED_LEN_BYTE_ARRAY)"),
        ("list", "` has lists in column q.list.element; it must be flat"),
        ("struct", "` has lists in column s.x; it must be flat"),
        ("brotli", "` is compressed with brotli; this build reads"),
        ("lz4", "` is compressed with lz4_raw; this build reads"),
    ] {
        let refused = try_read(&path(&format!("pyarrow_{name}"))).unwrap_err().to_string();
        assert!(refused.contains(message), "{name}: {refused}");
    }
}
