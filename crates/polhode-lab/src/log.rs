//! The record of a run: a header, then records of one length, each with its
//! checksum. It is the truth from which all other files are made, and where a run
//! that was cut off goes on.

mod record;

use crate::error::Error;
use crate::folder::in_use;
use crate::remedy::{Action, Remedy};
use polhode_formats::regular;
use record::{decode, encode};
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

pub use record::{LogRecord, RecordKind};

const MAGIC: &[u8; 16] = b"polhode log 0003";

/// What a log says before its records.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, Eq)]
pub struct LogHeader {
    /// The version of polhode that wrote it.
    pub version: String,
    /// Where the scenario came from.
    pub origin: String,
    /// The scenario with all changes.
    pub scenario: String,
    /// How many numbers the method remembers.
    pub memory: usize,
}

impl LogHeader {
    fn record_length(&self) -> usize {
        record_length(self.memory)
    }
}

/// The bytes of a record, where the method remembers so many numbers.
pub(crate) fn record_length(memory: usize) -> usize {
    // steps, evaluations, sample number, mark, seconds, two states of 8, memory; checksum
    8 * (21 + memory) + 4
}

/// Writes records.
#[derive(Debug)]
pub struct LogWriter {
    file: BufWriter<File>,
    path: PathBuf,
    index: u64,
    bytes: Vec<u8>,
}

impl LogWriter {
    /// A new log, where none may be. It gets its name when it has its first record,
    /// so that a log that is there can be gone on with.
    ///
    /// # Errors
    /// Where the file cannot be made.
    pub fn create(path: &Path, header: &LogHeader, first: &LogRecord) -> Result<Self, Error> {
        let part = path.with_extension("part");
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(&part);
        let file = file.map_err(Error::file("create", &part))?;
        lock(&file, path)?;
        // Whoever had the lock before may have given the log its name.
        if path.exists() {
            return Err(in_use(path));
        }
        file.set_len(0).map_err(Error::file("write", &part))?;
        let mut writer =
            Self { file: BufWriter::new(file), path: path.into(), index: 0, bytes: Vec::new() };
        writer.header(header).map_err(Error::file("write", path))?;
        writer.write(first)?;
        writer.flush()?;
        std::fs::rename(&part, path).map_err(Error::file("create", path))?;
        Ok(writer)
    }
    fn header(&mut self, header: &LogHeader) -> io::Result<()> {
        let text = serde_json::to_vec(header)?;
        let length = u32::try_from(text.len()).map_err(io::Error::other)?;
        self.file.write_all(MAGIC)?;
        self.file.write_all(&length.to_le_bytes())?;
        self.file.write_all(&text)?;
        self.file.write_all(&crc32fast::hash(&text).to_le_bytes())?;
        self.file.flush()
    }
    /// Goes on behind the last valid record that is no event, which is given back; what a
    /// crash left behind it is cut off.
    ///
    /// # Errors
    /// Where the file cannot be read or has no valid record.
    pub fn resume(path: &Path) -> Result<(Self, LogHeader, LogRecord), Error> {
        check_exists(path)?;
        let mut file = OpenOptions::new().read(true).write(true).open(path);
        if let Ok(file) = &file {
            lock(file, path)?;
        }
        let mut reader = LogReader::open(path)?;
        let (mut last, mut count) = (LogRecord::default(), 0);
        for index in 1.. {
            let record = reader.next_record().map_err(Error::file("read", path))?;
            let Some(record) = record else { break };
            if !matches!(record.mark, RecordKind::Event { .. }) {
                last.clone_from(record);
                count = index;
            }
        }
        let header = reader.header.clone();
        if count == 0 {
            return Err(broken(path, "it has no valid record"));
        }
        let end = reader.begin + count * header.record_length() as u64;
        let mut cut = || -> io::Result<File> {
            let file = std::mem::replace(&mut file, Err(io::ErrorKind::Other.into()));
            let mut file = file?;
            file.set_len(end)?;
            file.seek(SeekFrom::Start(end))?;
            Ok(file)
        };
        let file = cut().map_err(Error::file("write", path))?;
        let writer =
            Self { file: BufWriter::new(file), path: path.into(), index: count, bytes: Vec::new() };
        Ok((writer, header, last))
    }
    /// Appends a record.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn write(&mut self, record: &LogRecord) -> Result<(), Error> {
        encode(record, self.index, &mut self.bytes);
        self.index += 1;
        self.file.write_all(&self.bytes).map_err(Error::file("write", &self.path))
    }
    /// Hands all to the system, which keeps it should this process die.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn flush(&mut self) -> Result<(), Error> {
        self.file.flush().map_err(Error::file("write", &self.path))
    }
}

/// A run can only be resumed where there is one.
pub(crate) fn check_exists(path: &Path) -> Result<(), Error> {
    if path.exists() {
        return Ok(());
    }
    let path = path.display();
    let check = Action::Words("check the folder".into());
    Err(Error::folder(
        format!("there is no `{path}`, so no run was begun there"),
        Remedy::any_of([check, Action::BeginRun]),
    ))
}

/// Two runs into one folder would mix.
fn lock(file: &File, path: &Path) -> Result<(), Error> {
    match file.try_lock() {
        // Some file systems know no locks.
        Ok(()) | Err(std::fs::TryLockError::Error(_)) => Ok(()),
        Err(std::fs::TryLockError::WouldBlock) => Err(in_use(path)),
    }
}

/// A log to which a run still writes must not be taken away from it.
pub(crate) fn check_unused(path: &Path) -> Result<(), Error> {
    let file = regular::open(path, regular::UNLIMITED)?;
    lock(&file, path)
}

fn broken(path: &Path, why: &str) -> Error {
    let path = path.display();
    Error::folder(format!("`{path}` is no log of a run: {why}"), Action::StartAnew)
}

/// Reads records up to the first that is not valid.
#[derive(Debug)]
pub struct LogReader {
    /// What it says before its records.
    pub header: LogHeader,
    file: BufReader<File>,
    begin: u64,
    index: u64,
    bytes: Vec<u8>,
    record: LogRecord,
}

impl LogReader {
    /// Opens a log.
    ///
    /// # Errors
    /// Where it cannot be read or is no log.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let file = regular::open(path, regular::UNLIMITED)?;
        let size = file.metadata().map_err(Error::file("read", path))?.len();
        let mut file = BufReader::with_capacity(1 << 16, file);
        let mut magic = [0; 16];
        let mut word = [0; 4];
        let short = |_| broken(path, "it is too short");
        file.read_exact(&mut magic).map_err(short)?;
        if &magic != MAGIC {
            return Err(broken(path, "it does not begin like one"));
        }
        file.read_exact(&mut word).map_err(short)?;
        let length = u32::from_le_bytes(word);
        if u64::from(length) > size {
            return Err(broken(path, "it is too short"));
        }
        let mut text = vec![0; length as usize];
        file.read_exact(&mut text).map_err(short)?;
        file.read_exact(&mut word).map_err(short)?;
        let header = (word == crc32fast::hash(&text).to_le_bytes())
            .then(|| serde_json::from_slice::<LogHeader>(&text).ok())
            .flatten()
            .filter(|header| header.memory <= 4096)
            .ok_or_else(|| broken(path, "its header is damaged"))?;
        Ok(Self {
            bytes: vec![0; header.record_length()],
            header,
            file,
            begin: 24 + u64::from(length),
            index: 0,
            record: LogRecord::default(),
        })
    }
    /// The next valid record.
    ///
    /// # Errors
    /// Where the file cannot be read.
    pub fn next_record(&mut self) -> io::Result<Option<&LogRecord>> {
        match self.file.read_exact(&mut self.bytes) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
            Err(error) => return Err(error),
        }
        let valid = decode(&self.bytes, self.index, &mut self.record);
        self.index += 1;
        Ok(valid.then_some(&self.record))
    }
}
