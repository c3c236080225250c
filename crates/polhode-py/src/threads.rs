//! The threads of this process.
//!
//! A process that was forked has the memory of a pool and none of its threads, and would wait for
//! them without end: `concurrent.futures` and Dask may fork. So each process has a pool of its own.

use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::{Arc, Mutex, PoisonError};

/// The process to which the pool belongs, and the pool.
static POOL: Mutex<Option<(u32, Arc<ThreadPool>)>> = Mutex::new(None);

/// Work that spreads over the threads.
pub(crate) fn spread<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    match pool() {
        Some(pool) => pool.install(work),
        None => work(),
    }
}

fn pool() -> Option<Arc<ThreadPool>> {
    let process = std::process::id();
    let mut known = POOL.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((of, pool)) = &*known
        && *of == process
    {
        return Some(pool.clone());
    }
    let pool = Arc::new(ThreadPoolBuilder::new().build().ok()?);
    // The one of the parent is not to be dropped: its threads are not there to end.
    std::mem::forget(known.replace((process, pool.clone())));
    Some(pool)
}
