//! A file that is there as a whole or not at all.

use crate::Error;
use crate::temporary::Temporary;
use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Has another name until it is [kept](PartFile::keep); is taken away if it is not.
#[derive(Debug)]
pub struct PartFile {
    // Closed before it is renamed or removed, which some systems want.
    file: BufWriter<File>,
    part: Temporary,
    path: PathBuf,
}

impl PartFile {
    /// A file that will have this name.
    ///
    /// # Errors
    /// Where it cannot be made.
    pub fn create(path: &Path) -> Result<Self, Error> {
        Self::create_as(path, "part")
    }
    /// A file that will have this name, and has the given ending added to it until then.
    ///
    /// # Errors
    /// Where it cannot be made.
    pub fn create_as(path: &Path, ending: &str) -> Result<Self, Error> {
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(".");
        name.push(ending);
        let part = Temporary::at(path.with_file_name(name));
        let file = File::create(part.path()).map_err(Error::file("create", part.path()))?;
        Ok(Self { file: BufWriter::new(file), part, path: path.into() })
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
    pub fn keep(self) -> Result<u64, Error> {
        let Self { mut file, part, path } = self;
        let kept = (|| {
            file.flush()?;
            let size = fs::metadata(part.path())?.len();
            drop(file);
            part.rename(&path).map(|()| size)
        })();
        kept.map_err(Error::file("write", &path))
    }
}

impl Write for PartFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all(bytes)
    }
    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Seek for PartFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}
