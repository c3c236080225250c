//! Exclusive use of a folder that results are written to.

use crate::error::Error;
use crate::remedy::{Action, Remedy};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};

/// The file that is locked. It has no content and is never replaced while a process holds it.
const LOCK: &str = ".polhode.lock";

/// The lock of a folder, released when dropped.
#[derive(Debug)]
pub(crate) struct FolderLock {
    file: File,
    path: PathBuf,
    exclusive: bool,
}

impl FolderLock {
    /// Locks a folder for one process; creates the folder where it does not exist. `subject` is what
    /// the message of a failure names.
    pub(crate) fn exclusive(folder: &Path, subject: &Path) -> Result<Self, Error> {
        Self::acquire(folder, subject, true)
    }
    /// Locks a folder for processes that may write to it side by side.
    pub(crate) fn shared(folder: &Path) -> Result<Self, Error> {
        Self::acquire(folder, folder, false)
    }
    fn acquire(folder: &Path, subject: &Path, exclusive: bool) -> Result<Self, Error> {
        fs::create_dir_all(folder).map_err(Error::file("create the folder", folder))?;
        let path = folder.join(LOCK);
        loop {
            let file =
                OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
            let file = file.map_err(Error::file("lock", &path))?;
            match if exclusive { file.try_lock() } else { file.try_lock_shared() } {
                // Some file systems have no locks.
                Ok(()) | Err(TryLockError::Error(_)) => {}
                Err(TryLockError::WouldBlock) => {
                    return Err(in_use(subject));
                }
            }
            // Whoever had the lock before may have removed the file since it was opened.
            if is_at(&file, &path) {
                return Ok(Self { file, path, exclusive });
            }
        }
    }
}

/// The error of a folder to which another process writes.
pub(crate) fn in_use(subject: &Path) -> Error {
    let message = format!("another run writes to `{}`", subject.display());
    let wait = Action::Words("wait until it has ended".into());
    Error::folder(message, Remedy::any_of([wait, Action::AnotherFolder]))
}

impl Drop for FolderLock {
    /// Removes the file while it is locked. A shared lock leaves it to the others.
    fn drop(&mut self) {
        if cfg!(unix) && self.exclusive && is_at(&self.file, &self.path) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Is the open file the one that has this path?
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let (Ok(here), Ok(there)) = (file.metadata(), fs::metadata(path)) else { return false };
    (here.dev(), here.ino()) == (there.dev(), there.ino())
}

/// Elsewhere the file is never removed.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}
