//! The threads of this process.
//!
//! A process that was forked has the memory of a pool and none of its threads, and would wait for
//! them without end: `concurrent.futures` and Dask may fork. So each process has a pool of its own.

use crate::error::out_of_memory;
use pyo3::PyResult;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::{Arc, Mutex, PoisonError};

/// The process to which the pool belongs, and the pool.
static POOL: Mutex<Option<(u32, Arc<ThreadPool>)>> = Mutex::new(None);

/// Work that spreads over the threads.
pub(crate) fn spread<T: Send>(work: impl FnOnce() -> T + Send) -> PyResult<T> {
    Ok(pool()?.install(work))
}

fn pool() -> PyResult<Arc<ThreadPool>> {
    let process = std::process::id();
    let mut known = POOL.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((of, pool)) = &*known
        && *of == process
    {
        return Ok(pool.clone());
    }
    let pool = ThreadPoolBuilder::new().build().map_err(|error| {
        out_of_memory(format!(
            "threads could not be started ({error}); each needs memory of its own; take fewer \
             bodies or times, or fewer threads: RAYON_NUM_THREADS=1"
        ))
    })?;
    let pool = Arc::new(pool);
    // The one of the parent is not to be dropped: its threads are not there to end.
    std::mem::forget(known.replace((process, pool.clone())));
    Ok(pool)
}
