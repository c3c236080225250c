//! A part of the work.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// One of several equal parts of an ensemble's chunks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which, from 1.
    pub index: u64,
    /// Of how many.
    pub of: u64,
}

impl Shard {
    /// All of the work.
    pub const WHOLE: Self = Self { index: 1, of: 1 };

    /// Its part of so many chunks.
    #[must_use]
    pub fn part(self, chunks: u64) -> Range<u64> {
        let end = |index: u64| {
            let end = u128::from(chunks) * u128::from(index) / u128::from(self.of.max(1));
            u64::try_from(end).unwrap_or(chunks)
        };
        end(self.index.saturating_sub(1))..end(self.index)
    }
}

impl FromStr for Shard {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let parsed = text.split_once('/').and_then(|(index, of)| {
            Some(Self { index: index.parse().ok()?, of: of.parse().ok()? })
        });
        parsed.filter(|shard| (1..=shard.of).contains(&shard.index)).ok_or_else(|| {
            format!("`{text}` is no shard; it must be i/n with i from 1 to n, such as 2/7")
        })
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}
