//! Memory whose size comes from what people ask for.
//!
//! Rust ends the process where an allocation fails, and the interpreter with it. So memory that
//! grows with bodies, samples or times is asked for in a way that may fail, and what is too much is
//! an exception of Python.

use crate::error::out_of_memory;
use pyo3::prelude::*;
use std::fmt;

/// What small things take besides large ones, and stacks that grow: more than an allocator keeps
/// of what was given back, so that the system is asked.
const HEADROOM: usize = 33 << 20;
/// Less is not worth asking the system for, which takes longer than many a piece of work.
pub(crate) const LARGE: usize = 1 << 20;

/// How many of something there are: what the message says where memory does not suffice.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Many(pub(crate) usize, pub(crate) &'static str);

impl fmt::Display for Many {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(count, what) = self;
        write!(f, "{count} {what} do not fit into memory; all of them are held at once; take fewer")
    }
}

/// A list with room for so many.
pub(crate) fn room<T>(count: usize, of: impl fmt::Display) -> PyResult<Vec<T>> {
    let mut list = Vec::new();
    list.try_reserve_exact(count).map_err(|_| out_of_memory(of))?;
    Ok(list)
}

/// A list of what an iterator has.
pub(crate) fn listed<T>(
    items: impl ExactSizeIterator<Item = T>,
    of: impl fmt::Display,
) -> PyResult<Vec<T>> {
    let mut list = room(items.len(), of)?;
    list.extend(items);
    Ok(list)
}

/// Asks for so many bytes, if they are many, and gives them back: for work that takes as many, and
/// does not ask by itself.
pub(crate) fn available(bytes: usize, of: impl fmt::Display) -> PyResult<()> {
    if bytes < LARGE {
        return Ok(());
    }
    room::<u8>(bytes.saturating_add(HEADROOM), of).map(drop)
}
