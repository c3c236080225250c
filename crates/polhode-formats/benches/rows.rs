//! Ten million rows as Parquet: how large the file is, and how long it takes to write and to read it.
//! For the memory:
//!
//! ```text
//! /usr/bin/time -v cargo bench -p polhode-formats --bench rows
//! ```

#[path = "../tests/support/mod.rs"]
mod support;

use polhode_formats::{Conversion, Format, convert};
use std::time::Instant;
use support::Rows;

const ROWS: u64 = 10_000_000;

fn main() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("rows.parquet");
    let begin = Instant::now();
    let made = convert(&mut Rows::new(ROWS), &path, &Conversion::default()).expect("a file");
    let written = begin.elapsed().as_secs_f64();
    let begin = Instant::now();
    let mut source = Format::Parquet.open(&path, None).expect("a table");
    let (mut row, mut rows) = (Vec::new(), 0);
    while source.next_row(&mut row).expect("a row") {
        rows += 1;
    }
    assert_eq!(rows, made.rows);
    let (size, read) = (made.bytes as f64 / 1e6, begin.elapsed().as_secs_f64());
    println!("{rows} rows, {size:.1} MB, written in {written:.1} s, read in {read:.1} s");
}
