//! Lines of a text file, with their numbers and of bounded length.

use crate::{Error, regular};
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// A longer line is no line of a table.
const LONGEST: u64 = 1 << 16;

#[derive(Debug)]
pub(crate) struct Lines {
    file: BufReader<File>,
    path: PathBuf,
    /// Of the line that was read last, from 1.
    pub(crate) number: u64,
    bytes: Vec<u8>,
}

impl Lines {
    pub(crate) fn open(path: &Path) -> Result<Self, Error> {
        let file = regular::open(path, regular::TABLE)?;
        Ok(Self { file: BufReader::new(file), path: path.into(), number: 0, bytes: Vec::new() })
    }
    /// The next line without its end, or none behind the last.
    pub(crate) fn next_line(&mut self) -> Result<Option<&str>, Error> {
        self.bytes.clear();
        let mut limited = (&mut self.file).take(LONGEST);
        let read = limited.read_until(b'\n', &mut self.bytes);
        let read = read.map_err(Error::file("read", &self.path))?;
        self.number += 1;
        if read == 0 {
            return Ok(None);
        }
        if read as u64 == LONGEST && !self.bytes.ends_with(b"\n") {
            let message = format!("it is longer than {LONGEST} characters");
            return Err(self.wrong(message).with_remedy("is it text?"));
        }
        // A mark that some programs put before the first line.
        let begin = if self.bytes.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        match std::str::from_utf8(&self.bytes[begin..]) {
            Ok(line) => Ok(Some(line.trim_end_matches(['\r', '\n']))),
            Err(_) => Err(self.wrong("it is no text in UTF-8")),
        }
    }
    /// What is wrong with the line that was read last.
    pub(crate) fn wrong(&self, message: impl std::fmt::Display) -> Error {
        Error::at_line(&self.path, self.number, message)
    }
}
