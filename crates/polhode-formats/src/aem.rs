//! Attitude ephemeris messages of the CCSDS (504.0-B), in keyword = value notation:
//! version 2.0 is written and read, version 1.0 on request.
//!
//! Frame A is polhode's space, frame B the body. The quaternion is then polhode's, scalar
//! last; rates are those of the body in its own axes, in degrees per second.

mod clock;
mod read;
mod words;
mod write;

pub(crate) use clock::ephemeris_time;
pub use clock::{TimeReference, TimeSystem};
pub(crate) use read::AemReader;
pub(crate) use write::AemWriter;

use crate::{Format, TIME_UNITS, seconds_in};

/// Whose attitude it is, in which frames, and when: what a message says before its data.
#[derive(Clone, Debug)]
pub struct AemMetadata {
    /// Of the format.
    pub version: Version,
    /// Who made it.
    pub originator: String,
    /// Whose attitude it is.
    pub object_name: String,
    /// Its international designator, or what else names it.
    pub object_id: String,
    /// The frame that polhode calls space.
    pub ref_frame_a: String,
    /// The frame that polhode calls body.
    pub ref_frame_b: String,
    /// When it was made, always UTC; now, if not said.
    pub creation_date: Option<String>,
    /// When time 0 is.
    pub clock: TimeReference,
    /// Seconds in a unit of time.
    pub unit: f64,
    /// Are rates to be written? If not said they are where the version has them.
    pub rates: Option<bool>,
    pairs: Vec<(String, String)>,
}

/// Of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// 1.0, with QUATERNION_TYPE and ATTITUDE_DIR.
    One,
    /// 2.0
    Two,
}

/// A key whose value cannot be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The key.
    pub key: String,
    /// The value and the rule.
    pub message: String,
    /// What to do.
    pub remedy: String,
}

impl std::fmt::Display for Wrong {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}; {}", self.message, self.remedy)
    }
}

/// The time systems that can be written and read.
pub const TIME_SYSTEMS: [&str; 5] = ["UTC", "TAI", "TT", "TDB", "GPS"];
/// The versions.
pub const VERSIONS: [&str; 2] = ["2.0", "1.0"];
/// The attitude types that can be written.
pub const ATTITUDE_TYPES: [&str; 2] = ["QUATERNION/ANGVEL", "QUATERNION"];
/// All keys.
pub const KEYS: [&str; 11] = [
    "epoch",
    "time_system",
    "time_unit",
    "object_name",
    "object_id",
    "originator",
    "ref_frame_a",
    "ref_frame_b",
    "attitude_type",
    "version",
    "creation_date",
];

impl AemMetadata {
    /// From keys and values.
    ///
    /// # Errors
    /// The first key that is not known or whose value cannot be.
    pub fn new(pairs: Vec<(String, String)>) -> Result<Self, Wrong> {
        for (key, value) in &pairs {
            check(key, value)?;
        }
        // The last one of a key counts.
        let get = |key: &str| pairs.iter().rev().find(|pair| pair.0 == key).map(|pair| &*pair.1);
        let text = |key, default: &str| get(key).unwrap_or(default).to_owned();
        let system = TimeSystem::find(&text("time_system", "UTC")).unwrap_or(TimeSystem::Utc);
        let epoch = get("epoch").ok_or_else(|| {
            wrong("epoch", "aem.epoch is missing", "say when time 0 is: 2026-01-01T00:00:00")
        })?;
        let clock = TimeReference::new(epoch, system).map_err(|message| {
            wrong("epoch", &message, "write it as 2026-01-01T00:00:00.0 or 2026-001T00:00:00.0")
        })?;
        let keys = Self {
            version: if get("version") == Some("1.0") { Version::One } else { Version::Two },
            originator: text("originator", "POLHODE"),
            object_name: text("object_name", ""),
            object_id: text("object_id", ""),
            ref_frame_a: text("ref_frame_a", "ICRF"),
            ref_frame_b: text("ref_frame_b", "SC_BODY_1"),
            creation_date: get("creation_date").map(ToOwned::to_owned),
            clock,
            unit: get("time_unit").and_then(seconds_in).unwrap_or(1.0),
            rates: get("attitude_type").map(|kind| kind == ATTITUDE_TYPES[0]),
            pairs: pairs.clone(),
        };
        keys.fit().map(|()| keys)
    }
    /// The same with other values of some keys.
    ///
    /// # Errors
    /// As those of [`new`](AemMetadata::new).
    pub fn with(&self, more: &[(String, String)]) -> Result<Self, Wrong> {
        Self::new([&self.pairs, more].concat())
    }
    /// Are rates written, if there are any?
    pub(crate) fn writes_rates(&self, format: Format) -> bool {
        self.rates.unwrap_or(format == Format::Msopck || self.version == Version::Two)
    }
    /// Do they go together?
    fn fit(&self) -> Result<(), Wrong> {
        if self.ref_frame_a == self.ref_frame_b {
            let message = format!("aem.ref_frame_a and ref_frame_b are both {}", self.ref_frame_a);
            return Err(wrong("ref_frame_b", &message, "a body turns from one frame to another"));
        }
        if self.version == Version::One && self.rates == Some(true) {
            let message = "aem.attitude_type is QUATERNION/ANGVEL, which version 1.0 does not have";
            return Err(wrong("attitude_type", message, "take QUATERNION, or version 2.0"));
        }
        Ok(())
    }
}

fn wrong(key: &str, message: &str, remedy: &str) -> Wrong {
    Wrong { key: key.into(), message: message.into(), remedy: remedy.into() }
}

/// Is it a key, and can its value be one?
fn check(key: &str, value: &str) -> Result<(), Wrong> {
    if !KEYS.contains(&key) {
        let message = format!("there is no key aem.{key}");
        return Err(wrong(key, &message, &format!("there are {}", KEYS.join(", "))));
    }
    let printable = value.chars().all(|c| c.is_ascii_graphic() || c == ' ');
    if !printable || value.trim() != value || value.is_empty() || value.len() > 200 {
        let message = format!("aem.{key} is {value:?}");
        return Err(wrong(key, &message, "it must be a line of at most 200 ASCII characters"));
    }
    let choices: &[&str] = match key {
        "time_system" => &TIME_SYSTEMS,
        "time_unit" => &TIME_UNITS,
        "version" => &VERSIONS,
        "attitude_type" => &ATTITUDE_TYPES,
        "creation_date" => {
            return clock::instant(value, TimeSystem::Utc)
                .map(|_| ())
                .map_err(|message| wrong(key, &message, "write it as 2026-01-01T00:00:00"));
        }
        _ => return Ok(()),
    };
    if choices.contains(&value) {
        return Ok(());
    }
    let message = format!("aem.{key} is {value:?}");
    Err(wrong(key, &message, &format!("it can be {}", choices.join(", "))))
}
