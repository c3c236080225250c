//! Writes a message.

use super::clock::{label, now};
use super::{AemMetadata, Version};
use crate::recast::places;
use crate::{About, Error, PartFile, Sink};
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;

/// Writes the segment's head with its first row, and its end into it with its last.
pub(crate) struct AemWriter {
    file: PartFile,
    keys: AemMetadata,
    /// Where in a row time, quaternion and rates are.
    time: usize,
    quaternion: [usize; 4],
    rates: Option<[usize; 3]>,
    /// Where in the file its last epoch is to be put.
    stop: u64,
    last: Option<i128>,
}

impl AemWriter {
    pub(crate) fn create(path: &Path, columns: &[String], about: &About) -> Result<Self, Error> {
        let keys = about.aem.clone().ok_or_else(|| {
            Error::input("a message must say whose attitude it is and when")
                .with_remedy("give aem.object_name, object_id and epoch")
        })?;
        for (key, value) in [("object_name", &keys.object_name), ("object_id", &keys.object_id)] {
            if value.is_empty() {
                let message =
                    format!("aem.{key} is missing; a message must say whose attitude it is");
                return Err(Error::input(message));
            }
        }
        let [time] = places(columns, ["t"])?;
        let quaternion = places(columns, ["q_x", "q_y", "q_z", "q_w"])?;
        let rates = places(columns, ["w_bx", "w_by", "w_bz"]);
        let rates = match keys.rates {
            Some(true) => Some(rates?),
            Some(false) => None,
            None => rates.ok().filter(|_| keys.version == Version::Two),
        };
        let file = PartFile::create(path)?;
        Ok(Self { file, keys, time, quaternion, rates, stop: 0, last: None })
    }

    fn head(&mut self, start: &str) -> std::io::Result<()> {
        let AemMetadata { version, originator, object_name, object_id, .. } = &self.keys;
        let AemMetadata { ref_frame_a, ref_frame_b, clock, creation_date, .. } = &self.keys;
        let file = &mut self.file;
        let (number, first) = match version {
            Version::One => ("1.0", true),
            Version::Two => ("2.0", false),
        };
        writeln!(file, "CCSDS_AEM_VERS = {number}")?;
        writeln!(file, "CREATION_DATE = {}", creation_date.clone().unwrap_or_else(now))?;
        writeln!(file, "ORIGINATOR = {originator}\n\nMETA_START")?;
        writeln!(file, "OBJECT_NAME = {object_name}\nOBJECT_ID = {object_id}")?;
        writeln!(file, "REF_FRAME_A = {ref_frame_a}\nREF_FRAME_B = {ref_frame_b}")?;
        if first {
            writeln!(file, "ATTITUDE_DIR = A2B")?;
        }
        writeln!(file, "TIME_SYSTEM = {}", clock.system.name())?;
        write!(file, "START_TIME = {start}\nSTOP_TIME = ")?;
        self.stop = file.stream_position()?;
        // All epochs are of one length.
        writeln!(file, "{start}")?;
        match (self.rates, first) {
            (Some(_), _) => {
                writeln!(file, "ATTITUDE_TYPE = QUATERNION/ANGVEL\nANGVEL_FRAME = {ref_frame_b}")?;
            }
            (None, true) => writeln!(file, "ATTITUDE_TYPE = QUATERNION\nQUATERNION_TYPE = LAST")?,
            (None, false) => writeln!(file, "ATTITUDE_TYPE = QUATERNION")?,
        }
        writeln!(file, "META_STOP\n\nDATA_START")
    }

    fn line(&mut self, epoch: &str, row: &[f64]) -> std::io::Result<()> {
        write!(self.file, "{epoch}")?;
        for i in self.quaternion {
            write!(self.file, " {}", decimal(row[i]))?;
        }
        // Radians in a unit of time, as degrees in a second.
        for i in self.rates.into_iter().flatten() {
            write!(self.file, " {}", decimal((row[i] / self.keys.unit).to_degrees()))?;
        }
        writeln!(self.file)
    }
}

/// The shortest decimal that reads back the same, with a point.
fn decimal(number: f64) -> String {
    let text = format!("{number:?}");
    match text.split_once('e') {
        Some((mantissa, exponent)) if !mantissa.contains('.') => format!("{mantissa}.0e{exponent}"),
        _ => text,
    }
}

impl Sink for AemWriter {
    fn row(&mut self, row: &[f64]) -> Result<(), Error> {
        let time = row[self.time];
        let used = self.quaternion.iter().chain(self.rates.iter().flatten());
        if let Some(&bad) = used.map(|&i| &row[i]).find(|number| !number.is_finite()) {
            let message =
                format!("at time {time:?} a number is {bad}; a message has finite ones only");
            return Err(Error::input(message));
        }
        let instant = self.keys.clock.after(time * self.keys.unit).ok_or_else(|| {
            let unit = self.keys.unit;
            Error::input(format!("time {time:?}, in units of {unit} s, is outside of the calendar"))
        })?;
        match self.last {
            // States less than a nanosecond apart have one epoch, which may stand once.
            Some(last) if instant == last => return Ok(()),
            Some(last) if instant < last => {
                return Err(Error::input(format!(
                    "time goes back to {time:?}; the epochs of a message must increase"
                )));
            }
            _ => {}
        }
        let epoch = label(instant, self.keys.clock.system);
        let head = if self.last.is_none() { self.head(&epoch) } else { Ok(()) };
        self.last = Some(instant);
        let written = head.and_then(|()| self.line(&epoch, row));
        written.map_err(Error::file("write", self.file.path()))
    }
    fn finish(mut self: Box<Self>) -> Result<u64, Error> {
        let Some(last) = self.last else {
            return Err(Error::input("there is no row; a message must have at least one"));
        };
        let stop = label(last, self.keys.clock.system);
        let end = writeln!(self.file, "DATA_STOP")
            .and_then(|()| self.file.seek(SeekFrom::Start(self.stop)))
            .and_then(|_| write!(self.file, "{stop}"));
        end.map_err(Error::file("write", self.file.path()))?;
        self.file.keep()
    }
}
