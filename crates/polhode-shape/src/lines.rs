//! Lines of a text that know their number.

use crate::error::Error;
use std::borrow::Cow;

/// A line.
#[derive(Clone, Debug)]
pub(crate) struct Line<'a> {
    /// From 1.
    pub(crate) number: usize,
    text: Cow<'a, str>,
}

/// All lines. What is no UTF-8, as in an old comment, is replaced; a mark of the byte order at the
/// beginning is left out.
pub(crate) fn lines(bytes: &[u8]) -> impl Iterator<Item = Line<'_>> {
    let with_number = |(i, line)| Line { number: i + 1, text: String::from_utf8_lossy(line) };
    bytes
        .strip_prefix(b"\xef\xbb\xbf")
        .unwrap_or(bytes)
        .split(|&byte| byte == b'\n')
        .enumerate()
        .map(with_number)
}

/// The lines that say something: without comments, which begin with #, and blank ones.
pub(crate) fn telling(bytes: &[u8]) -> impl Iterator<Item = Line<'_>> {
    let bare = |line: Line<'_>| {
        let text = line.text.split('#').next().unwrap_or_default().to_owned();
        Line { number: line.number, text: text.into() }
    };
    lines(bytes).map(bare).filter(|line| !line.text.trim().is_empty())
}

impl Line<'_> {
    /// What is between blanks.
    pub(crate) fn words(&self) -> Vec<&str> {
        self.text.split_whitespace().collect()
    }
    /// What is between blanks, commas or semicolons.
    pub(crate) fn cells(&self) -> Vec<&str> {
        let cells = self.text.split(|c: char| c.is_whitespace() || c == ',' || c == ';');
        cells.filter(|cell| !cell.is_empty()).collect()
    }
    /// As a message shows it.
    pub(crate) fn shown(&self) -> String {
        shown(self.text.trim())
    }
    pub(crate) fn error(&self, problem: impl Into<String>, remedy: &'static str) -> Error {
        Error::Text { line: self.number, problem: problem.into(), remedy }
    }
    /// A finite number, such as 1.5e-3, or as Fortran prints it, 1.5D-03.
    pub(crate) fn number(&self, word: &str) -> Result<f64, Error> {
        let number = word.parse().or_else(|_| word.replace(['d', 'D'], "e").parse::<f64>());
        let number = number.map_err(|_| {
            self.error(format!("{} is no number", shown(word)), "write it for example as 1.5e-3")
        })?;
        if number.is_finite() {
            return Ok(number);
        }
        let problem = format!("{} must be finite", shown(word));
        Err(self.error(problem, "check what computed it"))
    }
    /// A whole number from 0.
    pub(crate) fn count(&self, word: &str) -> Result<usize, Error> {
        word.parse().map_err(|_| {
            let problem = format!("{} is no whole number", shown(word));
            self.error(problem, "counts and numbers of vertices are written as 1, 2, 3")
        })
    }
    /// The three coordinates of which these words are to consist.
    pub(crate) fn coordinates(&self, words: &[&str]) -> Result<[f64; 3], Error> {
        let [x, y, z] = words else {
            let problem = format!("{} has {} coordinates, not 3", self.shown(), words.len());
            return Err(self.error(problem, "give x, y and z"));
        };
        Ok([self.number(x)?, self.number(y)?, self.number(z)?])
    }
}

/// In backquotes, and not longer than a line of a message can be.
pub(crate) fn shown(text: &str) -> String {
    let mut characters = text.chars().map(|c| if c.is_control() { '?' } else { c });
    let begin: String = characters.by_ref().take(40).collect();
    let more = if characters.next().is_some() { "..." } else { "" };
    format!("`{begin}{more}`")
}
