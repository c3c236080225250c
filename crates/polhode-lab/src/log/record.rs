//! One record as bytes.

use crate::scenario_run::{Checkpoint, RunState};

/// One record.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    /// The state of the run.
    pub checkpoint: Checkpoint,
    /// The number of the last sample so far; that of the start is 0.
    pub sample: u64,
    /// The state of this sample, which is another than that of the run where steps
    /// vary; none in a record that is only a place to go on from.
    pub place: Option<RunState>,
    /// Seconds spent so far.
    pub wall_seconds: f64,
    /// What else it is.
    pub mark: Mark,
}

/// What a record is besides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mark {
    /// A place to go on from.
    #[default]
    Plain,
    /// An event, whose state is that of the sample. The run goes on from the next record
    /// that is none; an event behind the last such record has not been.
    Event {
        /// Which one of the scenario's.
        event: u32,
        /// Did what was looked at rise?
        rising: bool,
    },
    /// The end, by an event.
    Ended {
        /// Which one.
        event: u32,
    },
}

impl Mark {
    fn to_word(self) -> u64 {
        let (event, code) = match self {
            Self::Plain => (0, 0),
            Self::Event { event, rising } => (event, 1 + u64::from(rising)),
            Self::Ended { event } => (event, 3),
        };
        u64::from(event) << 2 | code
    }
    fn from_word(word: u64) -> Self {
        let event = u32::try_from(word >> 2).unwrap_or(u32::MAX);
        match word & 3 {
            0 => Self::Plain,
            3 => Self::Ended { event },
            code => Self::Event { event, rising: code == 2 },
        }
    }
}

fn numbers(place: &RunState) -> impl Iterator<Item = f64> {
    [place.time].into_iter().chain(place.attitude).chain(place.momentum)
}

pub(super) fn encode(record: &Record, index: u64, bytes: &mut Vec<u8>) {
    let Checkpoint { steps, place, evaluations, memory } = &record.checkpoint;
    bytes.clear();
    for count in [*steps, *evaluations, record.sample, record.mark.to_word()] {
        bytes.extend_from_slice(&count.to_le_bytes());
    }
    // Not-a-number stands for no sample; the time of one is finite.
    let none = RunState { time: f64::NAN, ..RunState::default() };
    let sample = record.place.unwrap_or(none);
    let memory = memory.iter().copied();
    for number in [record.wall_seconds].into_iter().chain(numbers(place)).chain(numbers(&sample)) {
        bytes.extend_from_slice(&number.to_le_bytes());
    }
    for number in memory {
        bytes.extend_from_slice(&number.to_le_bytes());
    }
    bytes.extend_from_slice(&checksum(bytes, index).to_le_bytes());
}

/// Of the bytes and of the place, so that a record is valid in its own place only.
fn checksum(bytes: &[u8], index: u64) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&index.to_le_bytes());
    hasher.update(bytes);
    hasher.finalize()
}

/// The record, if its checksum is right.
pub(super) fn decode(bytes: &[u8], index: u64, record: &mut Record) -> bool {
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
    let place = |begin: usize| RunState {
        time: number(begin),
        attitude: std::array::from_fn(|i| number(begin + 1 + i)),
        momentum: std::array::from_fn(|i| number(begin + 5 + i)),
    };
    record.checkpoint.steps = u64::from_le_bytes(word(0));
    record.checkpoint.evaluations = u64::from_le_bytes(word(1));
    record.sample = u64::from_le_bytes(word(2));
    record.mark = Mark::from_word(u64::from_le_bytes(word(3)));
    record.wall_seconds = number(4);
    record.checkpoint.place = place(5);
    record.place = Some(place(13)).filter(|place| place.time.is_finite());
    record.checkpoint.memory.clear();
    record.checkpoint.memory.extend((21..content.len() / 8).map(number));
    true
}
