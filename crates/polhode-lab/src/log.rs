//! The record of a run: a header, then records of one length, each with its
//! checksum. It is the truth from which all other files are made, and where a run
//! that was cut off goes on.

use crate::error::Error;
use crate::simulation::{Place, Snapshot};
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

const MAGIC: &[u8; 16] = b"polhode log 0001";

/// What a log says before its records.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, Eq)]
pub struct Header {
    /// The version of polhode that wrote it.
    pub version: String,
    /// Where the scenario came from.
    pub origin: String,
    /// The scenario with all changes.
    pub scenario: String,
    /// How many numbers the method remembers.
    pub memory: usize,
}

impl Header {
    fn record_length(&self) -> usize {
        // steps, evaluations, seconds, sample number, two states of 8, memory; checksum
        8 * (20 + self.memory) + 4
    }
}

/// One record.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    /// The state of the run.
    pub snapshot: Snapshot,
    /// The number of the last sample so far; that of the start is 0.
    pub sample: u64,
    /// The state of this sample, which is another than that of the run where steps
    /// vary; none in a record that is only a place to go on from.
    pub place: Option<Place>,
    /// Seconds spent so far.
    pub wall_seconds: f64,
}

fn numbers(place: &Place) -> impl Iterator<Item = f64> {
    [place.time].into_iter().chain(place.attitude).chain(place.momentum)
}

fn encode(record: &Record, index: u64, bytes: &mut Vec<u8>) {
    let Snapshot { steps, place, evaluations, memory } = &record.snapshot;
    bytes.clear();
    for count in [*steps, *evaluations, record.sample] {
        bytes.extend(count.to_le_bytes());
    }
    // Not-a-number stands for no sample; the time of one is finite.
    let none = Place { time: f64::NAN, ..Place::default() };
    let sample = record.place.unwrap_or(none);
    let memory = memory.iter().copied();
    for number in [record.wall_seconds].into_iter().chain(numbers(place)).chain(numbers(&sample)) {
        bytes.extend(number.to_le_bytes());
    }
    for number in memory {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(checksum(bytes, index).to_le_bytes());
}

/// Of the bytes and of the place, so that a record is valid in its own place only.
fn checksum(bytes: &[u8], index: u64) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&index.to_le_bytes());
    hasher.update(bytes);
    hasher.finalize()
}

/// The record, if its checksum is right.
fn decode(bytes: &[u8], index: u64, record: &mut Record) -> bool {
    let (content, sum) = bytes.split_at(bytes.len() - 4);
    if sum != checksum(content, index).to_le_bytes() {
        return false;
    }
    let word = |i: usize| {
        let mut word = [0; 8];
        word.copy_from_slice(&content[8 * i..8 * i + 8]);
        word
    };
    let number = |i: usize| f64::from_le_bytes(word(i));
    let place = |begin: usize| Place {
        time: number(begin),
        attitude: std::array::from_fn(|i| number(begin + 1 + i)),
        momentum: std::array::from_fn(|i| number(begin + 5 + i)),
    };
    record.snapshot.steps = u64::from_le_bytes(word(0));
    record.snapshot.evaluations = u64::from_le_bytes(word(1));
    record.sample = u64::from_le_bytes(word(2));
    record.wall_seconds = number(3);
    record.snapshot.place = place(4);
    record.place = Some(place(12)).filter(|place| place.time.is_finite());
    record.snapshot.memory.clear();
    record.snapshot.memory.extend((20..content.len() / 8).map(number));
    true
}

/// Writes records.
#[derive(Debug)]
pub struct Writer {
    file: BufWriter<File>,
    path: PathBuf,
    index: u64,
    bytes: Vec<u8>,
}

impl Writer {
    /// A new log, where none may be. It gets its name when it has its first record,
    /// so that a log that is there can be gone on with.
    ///
    /// # Errors
    /// Where the file cannot be made.
    pub fn create(path: &Path, header: &Header, first: &Record) -> Result<Self, Error> {
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
    fn header(&mut self, header: &Header) -> io::Result<()> {
        let text = serde_json::to_vec(header)?;
        let length = u32::try_from(text.len()).map_err(io::Error::other)?;
        self.file.write_all(MAGIC)?;
        self.file.write_all(&length.to_le_bytes())?;
        self.file.write_all(&text)?;
        self.file.write_all(&crc32fast::hash(&text).to_le_bytes())?;
        self.file.flush()
    }
    /// Goes on behind the last valid record, which is given back; what a crash left
    /// behind it is cut off.
    ///
    /// # Errors
    /// Where the file cannot be read or has no valid record.
    pub fn resume(path: &Path) -> Result<(Self, Header, Record), Error> {
        if !path.exists() {
            let path = path.display();
            return Err(Error::folder(format!(
                "there is no `{path}`, so no run was begun there; check the folder, or begin one with \
                 polhode run SCENARIO --out FOLDER"
            )));
        }
        let mut file = OpenOptions::new().read(true).write(true).open(path);
        if let Ok(file) = &file {
            lock(file, path)?;
        }
        let mut reader = Reader::open(path)?;
        let (mut last, mut count) = (Record::default(), 0);
        while let Some(record) = reader.next_record().map_err(Error::file("read", path))? {
            last.clone_from(record);
            count += 1;
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
    pub fn write(&mut self, record: &Record) -> Result<(), Error> {
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

/// Two runs into one folder would mix.
fn lock(file: &File, path: &Path) -> Result<(), Error> {
    match file.try_lock() {
        // Some file systems know no locks.
        Ok(()) | Err(std::fs::TryLockError::Error(_)) => Ok(()),
        Err(std::fs::TryLockError::WouldBlock) => Err(in_use(path)),
    }
}

fn in_use(path: &Path) -> Error {
    let path = path.display();
    Error::folder(format!(
        "another run writes to `{path}`; wait until it has ended, or choose another folder with --out"
    ))
}

/// A log to which a run still writes must not be taken away from it.
pub(crate) fn check_unused(path: &Path) -> Result<(), Error> {
    let file = File::open(path).map_err(Error::file("read", path))?;
    lock(&file, path)
}

fn broken(path: &Path, why: &str) -> Error {
    let path = path.display();
    Error::folder(format!("`{path}` is no log of a run: {why}; start the run anew with --force"))
}

/// Reads records up to the first that is not valid.
#[derive(Debug)]
pub struct Reader {
    /// What it says before its records.
    pub header: Header,
    file: BufReader<File>,
    begin: u64,
    index: u64,
    bytes: Vec<u8>,
    record: Record,
}

impl Reader {
    /// Opens a log.
    ///
    /// # Errors
    /// Where it cannot be read or is no log.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let file = File::open(path).map_err(Error::file("read", path))?;
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
            .then(|| serde_json::from_slice::<Header>(&text).ok())
            .flatten()
            .filter(|header| header.memory <= 4096)
            .ok_or_else(|| broken(path, "its header is damaged"))?;
        Ok(Self {
            bytes: vec![0; header.record_length()],
            header,
            file,
            begin: 24 + u64::from(length),
            index: 0,
            record: Record::default(),
        })
    }
    /// The next valid record.
    ///
    /// # Errors
    /// Where the file cannot be read.
    pub fn next_record(&mut self) -> io::Result<Option<&Record>> {
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
