//! Tables to try things on.
#![allow(dead_code, reason = "each test has its part of it")]

use polhode_formats::{About, Error, Format, Source, aem};
use std::path::Path;

/// Those of a run.
pub(crate) const COLUMNS: [&str; 15] = [
    "t", "q_w", "q_x", "q_y", "q_z", "w_bx", "w_by", "w_bz", "l_bx", "l_by", "l_bz", "l_sx",
    "l_sy", "l_sz", "energy",
];

pub(crate) fn columns() -> Vec<String> {
    COLUMNS.map(String::from).to_vec()
}

/// A body that nods while it spins: nothing but numbers with all digits.
fn row(i: u64) -> Vec<f64> {
    let t = i as f64 * 0.01;
    let (a, b) = ((0.7 * t).sin_cos(), (0.31 * t).sin_cos());
    let q = [a.1 * b.1, a.0 * b.1, a.1 * b.0, a.0 * b.0];
    let w = [(0.2 * t).sin(), (0.2 * t).cos(), 0.1 + 1e-9 * t];
    let l = [w[0], 2.0 * w[1], 2.5 * w[2]];
    let energy = (w[0] * l[0] + w[1] * l[1] + w[2] * l[2]) / 2.0;
    [&[t][..], &q, &w, &l, &[0.1 + t.sin() * 1e-14, 1.0 / 3.0, -2.5], &[energy]].concat()
}

pub(crate) fn trajectory(rows: u64) -> Vec<Vec<f64>> {
    (0..rows).map(row).collect()
}

/// The same, one row at a time.
pub(crate) struct Rows {
    columns: Vec<String>,
    about: About,
    next: u64,
    rows: u64,
}

impl Rows {
    pub(crate) fn new(rows: u64) -> Self {
        Self { columns: columns(), about: About::default(), next: 0, rows }
    }
}

impl Source for Rows {
    fn columns(&self) -> &[String] {
        &self.columns
    }
    fn about(&self) -> &About {
        &self.about
    }
    fn next_row(&mut self, out: &mut Vec<f64>) -> Result<bool, Error> {
        *out = row(self.next);
        self.next += 1;
        Ok(self.next <= self.rows)
    }
}

pub(crate) fn write(
    format: Format,
    path: &Path,
    columns: &[String],
    rows: &[Vec<f64>],
    about: &About,
) {
    let mut sink = format.create(path, columns, about).unwrap();
    rows.iter().for_each(|row| sink.row(row).unwrap());
    let bytes = sink.finish().unwrap();
    assert_eq!(bytes, std::fs::metadata(path).unwrap().len());
}

pub(crate) fn try_read(path: &Path) -> Result<(Vec<String>, Vec<Vec<f64>>), Error> {
    let mut source = Format::from_path(path)?.open(path, None)?;
    let (mut rows, mut row) = (Vec::new(), Vec::new());
    while source.next_row(&mut row)? {
        rows.push(row.clone());
    }
    Ok((source.columns().to_vec(), rows))
}

pub(crate) fn read(path: &Path) -> (Vec<String>, Vec<Vec<f64>>) {
    try_read(path).unwrap()
}

/// What a message must be told.
pub(crate) fn aem() -> Vec<(String, String)> {
    [
        ("object_name", "TUMBLER"),
        ("object_id", "2026-001A"),
        ("epoch", "2026-01-01T00:00:00"),
        ("time_system", "TAI"),
        ("creation_date", "2026-01-01T00:00:00"),
    ]
    .map(|(key, value)| (key.to_owned(), value.to_owned()))
    .to_vec()
}

pub(crate) fn keys(more: &[(&str, &str)]) -> aem::Keys {
    let more = more.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned()));
    aem::Keys::new(aem().into_iter().chain(more).collect()).unwrap()
}
