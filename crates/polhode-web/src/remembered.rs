//! What was computed before, for questions that come again.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Pairs of a key and a value, no more than so many: the oldest goes.
#[derive(Debug)]
pub(crate) struct Remembered<T> {
    most: usize,
    pairs: Mutex<Vec<(String, T)>>,
}

impl<T: Clone> Remembered<T> {
    pub(crate) fn new(most: usize) -> Self {
        Self { most, pairs: Mutex::default() }
    }
    fn pairs(&self) -> MutexGuard<'_, Vec<(String, T)>> {
        self.pairs.lock().unwrap_or_else(PoisonError::into_inner)
    }
    pub(crate) fn find(&self, key: &str) -> Option<T> {
        self.pairs().iter().find(|(known, _)| known == key).map(|(_, value)| value.clone())
    }
    pub(crate) fn keep(&self, key: String, value: T) {
        let mut pairs = self.pairs();
        if pairs.len() >= self.most {
            pairs.remove(0);
        }
        pairs.push((key, value));
    }
}
