//! Work on a thread of its own, while the one that asked for it looks at Ctrl-C.

use crate::error::{out_of_memory, solve};
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// Between two looks.
const LOOK: Duration = Duration::from_millis(50);
/// Of the thread: as much as the main thread has.
const STACK: usize = 8 << 20;

/// What work and who waits for it tell each other.
#[derive(Default)]
pub(crate) struct SharedProgress {
    stopped: AtomicBool,
    part: AtomicU64,
}

impl SharedProgress {
    /// Says how much is done.
    pub(crate) fn tell(&self, part: f64) {
        self.part.store(part.to_bits(), Ordering::Relaxed);
    }
    /// May it go on?
    pub(crate) fn may_go_on(&self) -> bool {
        !self.stopped.load(Ordering::Relaxed)
    }
}

/// Waits for work. If Ctrl-C or `tell` raises something this ends at once, and the work when it
/// asks next whether it may go on.
pub(crate) fn attended<T: Send + 'static>(
    py: Python<'_>,
    tell: Option<Py<PyAny>>,
    work: impl FnOnce(&SharedProgress) -> T + Send + 'static,
) -> PyResult<T> {
    let shared = Arc::new((SharedProgress::default(), Mutex::new(None), Condvar::new()));
    let own = shared.clone();
    let done = move || {
        let (watched, result, come) = &*own;
        let done = work(watched);
        *result.lock().unwrap_or_else(PoisonError::into_inner) = Some(done);
        come.notify_one();
    };
    let thread = thread::Builder::new().stack_size(STACK).spawn(done).map_err(|error| {
        out_of_memory(format!(
            "a thread of {} MiB could not be started ({error}); leave as much memory",
            STACK >> 20
        ))
    })?;
    let (watched, result, come) = &*shared;
    loop {
        let found = py.detach(|| {
            let result = result.lock().unwrap_or_else(PoisonError::into_inner);
            let waited = come.wait_timeout_while(result, LOOK, |result| result.is_none());
            waited.unwrap_or_else(PoisonError::into_inner).0.take()
        });
        if let Some(found) = found {
            return Ok(found);
        }
        if thread.is_finished() && result.lock().is_ok_and(|result| result.is_none()) {
            return Err(solve("the computation broke off; please report this"));
        }
        let part = f64::from_bits(watched.part.load(Ordering::Relaxed));
        let told = tell.as_ref().map_or(Ok(()), |tell| tell.call1(py, (part,)).map(|_| ()));
        if let Err(raised) = py.check_signals().and(told) {
            watched.stopped.store(true, Ordering::Relaxed);
            return Err(raised);
        }
    }
}
