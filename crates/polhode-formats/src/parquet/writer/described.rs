//! What the footer of a file says of its columns and groups.

use super::super::ABOUT;
use super::super::compression::SNAPPY;
use super::super::encoding::{BYTE_STREAM_SPLIT, RLE};
use super::super::thrift::Output;
use crate::About;

/// The physical type of doubles.
const DOUBLE: i32 = 5;
const REQUIRED: i32 = 0;

pub(super) struct Described {
    names: Vec<String>,
    about: String,
    /// Where the next page begins.
    place: u64,
    rows: u64,
    /// The groups that are written, and how many.
    groups: Vec<u8>,
    group_count: usize,
    /// The columns of the group that is being written.
    columns: Vec<u8>,
    group_begin: u64,
    /// Bytes of the group when it is not compressed.
    group_size: u64,
}

impl Described {
    pub(super) fn new(names: &[String], about: &About, place: u64) -> Self {
        let (names, about) = (names.to_vec(), about.json.clone());
        let (rows, groups, group_count, columns) = (0, Vec::new(), 0, Vec::new());
        let (group_begin, group_size) = (place, 0);
        Self { names, about, place, rows, groups, group_count, columns, group_begin, group_size }
    }
    /// Adds a column of a group: a page of so many bytes, and of `size` when it is not compressed.
    pub(super) fn column(&mut self, index: usize, numbers: &[f64], size: usize, stored: usize) {
        let (name, place) = (&self.names[index], self.place.cast_signed());
        Output::structure(&mut self.columns, |chunk| {
            chunk.i64(2, 0); // deprecated, and must be there
            chunk.nested(3, |column| {
                column.i32(1, DOUBLE);
                column.integers(2, &[RLE, BYTE_STREAM_SPLIT]);
                column.texts(3, &[name]);
                column.i32(4, SNAPPY);
                column.i64(5, numbers.len() as i64);
                column.i64(6, size as i64);
                column.i64(7, stored as i64);
                column.i64(9, place);
                column.nested(12, |statistics| statistics_of(numbers, statistics));
            });
        });
        self.place += stored as u64;
        self.group_size += size as u64;
    }
    /// Ends a group of so many rows.
    pub(super) fn group(&mut self, rows: usize) {
        let (begin, end) = (self.group_begin, self.place);
        Output::structure(&mut self.groups, |group| {
            group.structures(1, self.names.len(), &self.columns);
            group.i64(2, self.group_size.cast_signed());
            group.i64(3, rows as i64);
            group.i64(5, begin.cast_signed());
            group.i64(6, (end - begin).cast_signed());
            // Which has no room for more.
            if let Ok(ordinal) = i16::try_from(self.group_count) {
                group.i16(7, ordinal);
            }
        });
        self.columns.clear();
        (self.group_begin, self.group_size) = (end, 0);
        self.group_count += 1;
        self.rows += rows as u64;
    }
    pub(super) fn footer(&self) -> Vec<u8> {
        let (columns, mut schema, mut pair) = (self.names.len(), Vec::new(), Vec::new());
        Output::structure(&mut schema, |root| {
            root.binary(4, b"trajectory");
            root.i32(5, i32::try_from(columns).unwrap_or(i32::MAX));
        });
        let (mut orders, mut bytes) = (Vec::new(), Vec::new());
        for name in &self.names {
            Output::structure(&mut schema, |column| {
                column.i32(1, DOUBLE);
                column.i32(3, REQUIRED);
                column.binary(4, name.as_bytes());
            });
            // Without it readers do not trust the statistics.
            Output::structure(&mut orders, |order| order.nested(1, |_| ()));
        }
        Output::structure(&mut pair, |pair| {
            pair.binary(1, ABOUT.as_bytes());
            pair.binary(2, self.about.as_bytes());
        });
        Output::structure(&mut bytes, |file| {
            file.i32(1, 1); // version
            file.structures(2, columns + 1, &schema);
            file.i64(3, self.rows.cast_signed());
            file.structures(4, self.group_count, &self.groups);
            file.structures(5, 1, &pair);
            file.binary(6, concat!("polhode ", env!("CARGO_PKG_VERSION")).as_bytes());
            file.structures(7, columns, &orders);
        });
        bytes
    }
}

/// The least and the greatest number, by which readers pass over groups.
fn statistics_of(numbers: &[f64], statistics: &mut Output<'_>) {
    statistics.i64(3, 0); // missing values
    let (mut least, mut greatest) = (f64::INFINITY, f64::NEG_INFINITY);
    for &number in numbers {
        // What is not a number is neither.
        least = if number < least { number } else { least };
        greatest = if number > greatest { number } else { greatest };
    }
    if least > greatest {
        return;
    }
    // A zero may stand for either of them (specification of `ColumnOrder`).
    let least = if least == 0.0 { -0.0 } else { least };
    let greatest = if greatest == 0.0 { 0.0 } else { greatest };
    statistics.binary(5, &greatest.to_le_bytes());
    statistics.binary(6, &least.to_le_bytes());
    statistics.boolean(7, true);
    statistics.boolean(8, true);
}
