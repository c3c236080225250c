//! Times and torques of a file with named columns.

use crate::diagnostic::suggestion;
use crate::listed::Listed;
use polhode_formats::{Error, Format, Source, regular};
use std::path::Path;

/// Fewest bytes of a row in the text of a scenario: `0.0, ` and `[0.0, 0.0, 0.0],` with the end of its line.
const LEAST_BYTES: u64 = 22;
/// More rows fit into no scenario.
const MOST_ROWS: u64 = regular::SCENARIO / LEAST_BYTES;

/// Torques at ascending times, read from a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TorqueSamples {
    /// Times, in the unit of the scenario.
    pub times: Vec<f64>,
    /// The torque at each of them.
    pub torques: Vec<[f64; 3]>,
}

impl TorqueSamples {
    /// Default names of the columns.
    pub const COLUMNS: [&'static str; 4] = ["time", "torque_x", "torque_y", "torque_z"];

    /// Reads a CSV, Parquet, NPY or NPZ file. `columns` are the names of the time and of the torque about x, y, z.
    ///
    /// # Errors
    /// If the file cannot be read, has no such columns or no rows, or if a number is not finite, or a time not after
    /// the one before.
    pub fn read(path: &Path, columns: [&str; 4]) -> Result<Self, Error> {
        let format = Format::from_path(path)?;
        let mut source = format.open(path, None)?;
        let places = places(&*source, path, columns)?;
        let (mut samples, mut row) = (Self::default(), Vec::new());
        while source.next_row(&mut row)? {
            let numbers = places.map(|place| row.get(place).copied().unwrap_or(f64::NAN));
            samples.push(numbers, columns).map_err(|(message, remedy)| {
                at_row(path, format, samples.times.len(), &message).with_remedy(remedy)
            })?;
            if samples.times.len() as u64 > MOST_ROWS {
                let message =
                    format!("has more than {MOST_ROWS} rows; a scenario records them all");
                return Err(Error::in_file(path, message).with_remedy("give fewer rows"));
            }
        }
        if samples.times.is_empty() {
            return Err(Error::in_file(path, "has no rows").with_remedy("give one for each time"));
        }
        Ok(samples)
    }

    fn push(&mut self, row: [f64; 4], columns: [&str; 4]) -> Result<(), (String, &'static str)> {
        if let Some((value, column)) = row.iter().zip(columns).find(|(x, _)| !x.is_finite()) {
            let message = format!("column {column} is {value:?}; it must be finite");
            return Err((message, "check what computed it, or remove the row"));
        }
        let [time, x, y, z] = row;
        if let Some(before) = self.times.last().filter(|before| time <= **before) {
            let message =
                format!("the time {time:?} is not after {before:?}, that of the row before");
            return Err((message, "sort the rows by time, with one row for each time"));
        }
        self.times.push(time);
        self.torques.push([x, y, z]);
        Ok(())
    }
}

/// The indices of these columns.
fn places(source: &dyn Source, path: &Path, columns: [&str; 4]) -> Result<[usize; 4], Error> {
    let has = source.columns();
    let mut places = [0; 4];
    for (place, name) in places.iter_mut().zip(columns) {
        *place = has.iter().position(|column| column == name).ok_or_else(|| {
            let others = has.iter().map(String::as_str).filter(|other| !columns.contains(other));
            let near = suggestion(name, others);
            let default = TorqueSamples::COLUMNS.map(|name| format!("{name:?}")).join(", ");
            Error::in_file(path, format!("has no column `{name}`{near}")).with_remedy(format!(
                "its columns are {}; name those of the time and of the torque about x, y, z by `columns` (default: \
                 [{default}])",
                has.iter().map(String::as_str).listed().join(", ")
            ))
        })?;
    }
    Ok(places)
}

/// What is wrong with a row, of which so many are before.
fn at_row(path: &Path, format: Format, before: usize, message: &str) -> Error {
    let number = before as u64 + 1;
    match format {
        // The first line has the names; empty lines are refused.
        Format::Csv => Error::at_line(path, number + 1, message),
        _ => Error::input(format!("{}, row {number}: {message}", path.display())),
    }
}
