//! A column of numbers that begins at a place of its own.

use polhode::real::Scalar;
use std::collections::TryReserveError;
use std::ops::{Deref, DerefMut};

/// Bytes that a processor fetches at once.
const LINE: usize = 64;
/// Lines between the beginnings of two columns, but for whole pages. Long columns begin at the
/// same place of a page, where the first cache has room for eight of them only: fifteen would
/// drive each other out. What a kernel works on, and what it has asked for, is four lines of each.
const APART: usize = 4;
/// Of a page.
const LINES: usize = 64;

/// Numbers, behind some that nobody sees.
#[derive(Clone, Debug, Default)]
pub(crate) struct PaddedColumn<S> {
    numbers: Vec<S>,
    begin: usize,
}

impl<S: Scalar> PaddedColumn<S> {
    /// The `index`-th column of some; an error where memory does not suffice.
    pub(crate) fn new(
        index: usize,
        numbers: impl ExactSizeIterator<Item = S>,
    ) -> Result<Self, TryReserveError> {
        let line = LINE / size_of::<S>();
        let most = (LINES + 1) * line;
        let mut all = Vec::<S>::new();
        all.try_reserve_exact(numbers.len() + most)?;
        // What is at least a page long needs it; and no more than memory has.
        let begin = if numbers.len() < LINES * line {
            0
        } else {
            let whole = all.as_ptr().align_offset(LINE).min(line);
            whole + (index * APART % LINES) * line
        };
        all.resize(begin, S::zero());
        all.extend(numbers);
        Ok(Self { numbers: all, begin })
    }
}

impl<S> Deref for PaddedColumn<S> {
    type Target = [S];
    fn deref(&self) -> &[S] {
        &self.numbers[self.begin..]
    }
}

impl<S> DerefMut for PaddedColumn<S> {
    fn deref_mut(&mut self) -> &mut [S] {
        &mut self.numbers[self.begin..]
    }
}
