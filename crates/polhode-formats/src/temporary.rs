//! Files that go away with the process, however it ends.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Paths of the temporary files of this process.
static ALL: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn all() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    ALL.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all temporary files of this process: those of every [`PartFile`](crate::PartFile) that
/// was not kept, and the rows of unfinished archives. For a process that is about to exit: every
/// thread that then creates, keeps or drops such a file waits for ever.
pub fn discard_unfinished() {
    let paths = all();
    for path in &*paths {
        // Nobody is left to do anything about it.
        let _ = fs::remove_file(path);
    }
    std::mem::forget(paths);
}

/// The path of a temporary file, which is removed when this is dropped.
#[derive(Debug)]
pub(crate) struct Temporary(PathBuf);

impl Temporary {
    /// Registers a path, before a file is created there.
    pub(crate) fn at(path: PathBuf) -> Self {
        all().insert(path.clone());
        Self(path)
    }
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
    /// Renames the file, which is then no longer temporary.
    pub(crate) fn rename(self, to: &Path) -> io::Result<()> {
        let mut paths = all();
        fs::rename(&self.0, to)?;
        paths.remove(&self.0);
        Ok(())
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let mut paths = all();
        if paths.remove(&self.0) {
            // The reason for which it was not kept is what to report.
            let _ = fs::remove_file(&self.0);
        }
    }
}
