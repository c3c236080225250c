//! Comma-separated values: a header, then a line for each row.

use crate::lines::Lines;
use crate::{About, Error, Heading, PartFile, Sink, Source};
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::Path;

/// One line; numbers are the shortest that read back the same.
///
/// # Errors
/// Where it cannot be written.
pub fn line(file: &mut dyn Write, numbers: impl IntoIterator<Item = f64>) -> io::Result<()> {
    // One write for a line: each costs more than the digits of a number.
    let mut text = String::new();
    for number in numbers {
        let comma = if text.is_empty() { "" } else { "," };
        let _ = write!(text, "{comma}{number:?}"); // a String takes everything
    }
    text.push('\n');
    file.write_all(text.as_bytes())
}

pub(crate) struct CsvWriter {
    file: PartFile,
}

impl CsvWriter {
    pub(crate) fn create(path: &Path, columns: &[String]) -> Result<Self, Error> {
        let mut file = PartFile::create(path)?;
        writeln!(file, "{}", columns.join(",")).map_err(Error::file("write", path))?;
        Ok(Self { file })
    }
}

impl Sink for CsvWriter {
    fn row(&mut self, row: &[f64]) -> Result<(), Error> {
        let written = line(&mut self.file, row.iter().copied());
        written.map_err(Error::file("write", self.file.path()))
    }
    fn finish(self: Box<Self>) -> Result<u64, Error> {
        self.file.keep()
    }
}

pub(crate) struct CsvReader {
    lines: Lines,
    heading: Heading,
}

impl CsvReader {
    pub(crate) fn open(path: &Path) -> Result<Self, Error> {
        let mut lines = Lines::open(path)?;
        let header = lines.next_line()?.unwrap_or_default();
        let columns: Vec<String> =
            header.split(',').map(|name| name.trim().trim_matches('"').into()).collect();
        if columns.iter().any(String::is_empty) {
            return Err(lines.wrong("a column has no name; the first line must name all columns"));
        }
        if columns.iter().all(|name| name.parse::<f64>().is_ok()) {
            return Err(lines.wrong(
                "there are numbers where the names of the columns must be, such as t,q_w,q_x,q_y,q_z",
            ));
        }
        Ok(Self { lines, heading: Heading { columns, about: About::default() } })
    }
}

impl Source for CsvReader {
    fn heading(&self) -> &Heading {
        &self.heading
    }
    fn next_row(&mut self, row: &mut Vec<f64>) -> Result<bool, Error> {
        row.clear();
        let Some(line) = self.lines.next_line()? else { return Ok(false) };
        if line.trim().is_empty() {
            // Only at the end.
            return match self.lines.next_line()? {
                None => Ok(false),
                Some(_) => Err(self.lines.wrong("there is an empty line before it")),
            };
        }
        let mut trouble = None;
        for (i, field) in line.split(',').enumerate() {
            match field.trim().parse() {
                Ok(number) => row.push(number),
                Err(_) => {
                    trouble = trouble.or_else(|| {
                        let name =
                            self.heading.columns.get(i).map_or("behind the last", String::as_str);
                        Some(format!("column {name} is `{}`; it must be a number", field.trim()))
                    });
                }
            }
        }
        if trouble.is_none() && row.len() != self.heading.columns.len() {
            let (has, wants) = (row.len(), self.heading.columns.len());
            trouble = Some(format!("it has {has} numbers; the first line names {wants} columns"));
        }
        trouble.map_or(Ok(true), |trouble| Err(self.lines.wrong(trouble)))
    }
}
