//! Files that a user names: only regular files of bounded size are opened, and opening one never
//! waits.
//!
//! A FIFO without a writer would be waited for, a device read until the memory ends.

use crate::Error;
use std::fs::{self, File, FileType, Metadata, OpenOptions};
use std::io::{self, Read};
use std::path::Path;

/// Largest scenario (bytes).
pub const SCENARIO: u64 = 16 << 20;
/// Largest mesh, molecule or file of point masses, each read as a whole (bytes).
pub const SHAPE: u64 = 512 << 20;
/// Largest table, read row by row (bytes).
pub const TABLE: u64 = 64 << 30;
/// Largest summary, manifest or other text in the folder of a result (bytes).
pub const REPORT: u64 = 256 << 20;
/// No limit, for records of polhode's own that are read one by one.
pub const UNLIMITED: u64 = u64::MAX;

/// Opens a regular file of at most `limit` bytes for reading.
///
/// # Errors
/// If the path is no regular file, the file is larger, or the system refuses.
pub fn open(path: &Path, limit: u64) -> Result<File, Error> {
    // Before it is opened, since opening alone may act on a device; and after that, since another
    // file may have got the name.
    let found = fs::metadata(path).map_err(Error::file("read", path))?;
    check(path, &found, limit)?;
    let file = without_waiting().open(path).map_err(Error::file("read", path))?;
    let opened = file.metadata().map_err(Error::file("read", path))?;
    check(path, &opened, limit)?;
    Ok(file)
}

/// Reads a regular file of at most `limit` bytes.
///
/// # Errors
/// As of [`open`].
pub fn read(path: &Path, limit: u64) -> Result<Vec<u8>, Error> {
    let file = open(path, limit)?;
    let mut bytes = Vec::new();
    let mut fill = || -> io::Result<()> {
        let size = usize::try_from(file.metadata()?.len()).unwrap_or(usize::MAX);
        bytes.try_reserve_exact(size)?;
        // A file may grow while it is read, and some of the system's have no size.
        (&file).take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
        Ok(())
    };
    fill().map_err(Error::file("read", path))?;
    match bytes.len() as u64 {
        size if size > limit => Err(too_large(path, size, limit)),
        _ => Ok(bytes),
    }
}

/// Reads a regular file of at most `limit` bytes as text.
///
/// # Errors
/// As of [`open`], and [`io::ErrorKind::InvalidData`] where the text is not UTF-8.
pub fn read_text(path: &Path, limit: u64) -> Result<String, Error> {
    String::from_utf8(read(path, limit)?).map_err(|_| {
        let source = io::Error::new(io::ErrorKind::InvalidData, "the text is not UTF-8");
        Error::file("read", path)(source)
    })
}

#[cfg(unix)]
fn without_waiting() -> OpenOptions {
    use std::os::unix::fs::OpenOptionsExt;
    let mut options = OpenOptions::new();
    // Has no effect on regular files.
    options.read(true).custom_flags(libc::O_NONBLOCK);
    options
}

#[cfg(not(unix))]
fn without_waiting() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true);
    options
}

fn check(path: &Path, found: &Metadata, limit: u64) -> Result<(), Error> {
    if found.is_file() {
        let size = found.len();
        return if size > limit { Err(too_large(path, size, limit)) } else { Ok(()) };
    }
    let remedy = if found.is_dir() {
        "name a file in it"
    } else {
        "write its content to a file and name that file"
    };
    let kind = kind(found.file_type());
    let message = format!("is {kind}; only regular files are read");
    Err(Error::in_file(path, message).with_remedy(remedy))
}

fn too_large(path: &Path, size: u64, limit: u64) -> Error {
    let message = format!("has {size} bytes; the limit is {limit} bytes");
    Error::in_file(path, message).with_remedy("give a smaller file")
}

#[cfg(unix)]
fn kind(found: FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    match found {
        found if found.is_dir() => "a directory",
        found if found.is_fifo() => "a FIFO (named pipe)",
        found if found.is_char_device() => "a character device",
        found if found.is_block_device() => "a block device",
        found if found.is_socket() => "a socket",
        _ => "no file",
    }
}

#[cfg(not(unix))]
fn kind(found: FileType) -> &'static str {
    if found.is_dir() { "a directory" } else { "a device or a pipe" }
}
