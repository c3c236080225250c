//! Fallible allocation of memory whose size depends on user input.
//!
//! Rust aborts the process when an allocation fails, which would end the Python interpreter. Memory
//! that grows with the number of bodies, samples or times is therefore reserved by functions that
//! return an error, and a shortage raises an exception.

use crate::error::out_of_memory;
use pyo3::prelude::*;
use std::fmt;

/// Additional bytes for small allocations and for stacks that grow. It exceeds the largest block
/// that glibc serves from its heap (32 MiB), so the operating system is asked.
const HEADROOM: usize = 33 << 20;
/// Smallest size (bytes) for which the operating system is asked. Below it, asking takes longer
/// than the work itself.
pub(crate) const LARGE: usize = 1 << 20;

/// Number and name of the items that do not fit, for messages.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Many(pub(crate) usize, pub(crate) &'static str);

impl fmt::Display for Many {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(count, what) = self;
        write!(f, "{count} {what} do not fit into memory; all of them are held at once; take fewer")
    }
}

/// Returns an empty vector with capacity for `count` items.
pub(crate) fn room<T>(count: usize, of: impl fmt::Display) -> PyResult<Vec<T>> {
    let mut list = Vec::new();
    list.try_reserve_exact(count).map_err(|_| out_of_memory(of))?;
    Ok(list)
}

/// Collects an iterator into a vector.
pub(crate) fn listed<T>(
    items: impl ExactSizeIterator<Item = T>,
    of: impl fmt::Display,
) -> PyResult<Vec<T>> {
    let mut list = room(items.len(), of)?;
    list.extend(items);
    Ok(list)
}

/// Checks that `bytes` can be allocated, by allocating and freeing them: for work that allocates
/// about as much without returning errors.
pub(crate) fn available(bytes: usize, of: impl fmt::Display) -> PyResult<()> {
    if bytes < LARGE {
        return Ok(());
    }
    room::<u8>(bytes.saturating_add(HEADROOM), of).map(drop)
}
