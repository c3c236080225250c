//! So many at once, and the others wait.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// A number of places.
#[derive(Clone, Debug)]
pub(crate) struct Slots(Arc<(Mutex<usize>, Condvar)>);

/// A place that is free again when this goes.
#[derive(Debug)]
pub(crate) struct SlotGuard(Slots);

impl Slots {
    pub(crate) fn new(count: usize) -> Self {
        Self(Arc::new((Mutex::new(count), Condvar::new())))
    }
    /// Waits for a place, but not longer than this; with no time at all it takes one that is free.
    pub(crate) fn wait_for(&self, time: Duration) -> Option<SlotGuard> {
        let (free, freed) = &*self.0;
        let free = free.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = freed.wait_timeout_while(free, time, |free| *free == 0);
        let (mut free, waited) = waited.unwrap_or_else(PoisonError::into_inner);
        if waited.timed_out() {
            return None;
        }
        *free -= 1;
        Some(SlotGuard(self.clone()))
    }
}

impl Drop for SlotGuard {
    fn drop(&mut self) {
        let (free, freed) = &*self.0.0;
        *free.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        freed.notify_one();
    }
}
