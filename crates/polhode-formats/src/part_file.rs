//! A file that is there as a whole or not at all.

use crate::Error;
use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Has another name until it is [kept](PartFile::keep); is taken away if it is not.
#[derive(Debug)]
pub struct PartFile {
    /// None once it is kept.
    file: Option<BufWriter<File>>,
    part: PathBuf,
    path: PathBuf,
}

impl PartFile {
    /// A file that will have this name.
    ///
    /// # Errors
    /// Where it cannot be made.
    pub fn create(path: &Path) -> Result<Self, Error> {
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(".part");
        let part = path.with_file_name(name);
        let file = File::create(&part).map_err(Error::file("create", &part))?;
        Ok(Self { file: Some(BufWriter::new(file)), part, path: path.into() })
    }
    /// The name that it will have.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
    /// Gives it its name; its size in bytes.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn keep(mut self) -> Result<u64, Error> {
        let kept = (|| {
            self.flush()?;
            let size = fs::metadata(&self.part)?.len();
            // Closed before it is renamed, which some systems want.
            self.file = None;
            fs::rename(&self.part, &self.path).map(|()| size)
        })();
        if kept.is_err() {
            let _ = fs::remove_file(&self.part);
        }
        kept.map_err(Error::file("write", &self.path))
    }
    fn open(&mut self) -> io::Result<&mut BufWriter<File>> {
        self.file.as_mut().ok_or_else(|| io::ErrorKind::BrokenPipe.into())
    }
}

impl Write for PartFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.open()?.write(bytes)
    }
    fn flush(&mut self) -> io::Result<()> {
        self.open()?.flush()
    }
}

impl Seek for PartFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.open()?.seek(to)
    }
}

impl Drop for PartFile {
    fn drop(&mut self) {
        if self.file.take().is_some() {
            // The reason for which it was not kept is what to tell.
            let _ = fs::remove_file(&self.part);
        }
    }
}
