//! Ten million rows as Parquet: how long it takes and how large the file is. For the memory:
//!
//! ```text
//! /usr/bin/time -v cargo bench -p polhode-formats --bench rows
//! ```

#[path = "../tests/support/mod.rs"]
mod support;

use polhode_formats::{Conversion, convert};
use std::time::Instant;
use support::Rows;

const ROWS: u64 = 10_000_000;

fn main() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("rows.parquet");
    let begin = Instant::now();
    let made = convert(&mut Rows::new(ROWS), &path, &Conversion::default()).expect("a file");
    let seconds = begin.elapsed().as_secs_f64();
    println!("{} rows, {:.1} MB, {seconds:.1} s", made.rows, made.bytes as f64 / 1e6);
}
