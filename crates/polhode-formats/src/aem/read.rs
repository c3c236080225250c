//! Reads a message.

use super::clock::{TimeReference, TimeSystem, instant};
use super::words::{HEADER, HEADER_NEEDS, METADATA, METADATA_NEEDS, ONLY_VERSION_ONE};
use super::{AemMetadata, Version};
use crate::convention::conjugated;
use crate::lines::Lines;
use crate::{About, Error, Heading, Source};
use std::path::Path;

/// Rows of all segments, which must be of one object in one pair of frames.
pub(crate) struct AemReader {
    lines: Lines,
    version: Version,
    segment: AemSegment,
    heading: Heading,
    clock: TimeReference,
    /// The first row, which says when time 0 is.
    first: Option<AttitudeLine>,
    last: i128,
}

/// What the metadata of a segment says.
#[derive(Clone, Debug, PartialEq, Eq)]
struct AemSegment {
    object: [String; 4],
    system: TimeSystem,
    scalar_first: bool,
    backwards: bool,
    /// None, or in which frame they are.
    rates: Option<RateFrame>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RateFrame {
    Space,
    Body,
}

#[derive(Clone, Copy, Debug)]
struct AttitudeLine {
    instant: i128,
    quaternion: [f64; 4],
    rates: [f64; 3],
}

/// How far the norm of a quaternion may be from 1: more is no rounding of a file.
const NORM: f64 = 1e-3;

impl AemReader {
    pub(crate) fn open(path: &Path) -> Result<Self, Error> {
        let mut lines = Lines::open(path)?;
        let version = version(&mut lines)?;
        let mut header = block(&mut lines, "META_START", &HEADER)?.ok_or_else(|| {
            lines.wrong("the file ends where META_START must be: there is no segment")
        })?;
        header.needs(&HEADER_NEEDS, &lines)?;
        let segment = segment(&mut lines, version)?;
        let line = next(&mut lines, &segment)?;
        let line = line.ok_or_else(|| lines.wrong("a segment must have a line of data"))?;
        let mut columns = vec!["t", "q_w", "q_x", "q_y", "q_z"];
        if segment.rates.is_some() {
            columns.extend(["w_bx", "w_by", "w_bz"]);
        }
        let (keys, clock) = keys(&segment, version, &mut header, line.instant);
        let about = About { json: String::new(), aem: keys.ok(), time_unit: "s".into() };
        let columns = columns.into_iter().map(Into::into).collect();
        let (first, last) = (Some(line), line.instant);
        let heading = Heading { columns, about };
        Ok(Self { lines, version, segment, heading, clock, first, last })
    }

    /// The next line of data, in this segment or the next.
    fn next_line(&mut self) -> Result<Option<AttitudeLine>, Error> {
        loop {
            let line = match next(&mut self.lines, &self.segment)? {
                Some(line) => line,
                None => {
                    // Only blank lines and metadata may follow.
                    if block(&mut self.lines, "META_START", &[])?.is_none() {
                        return Ok(None);
                    }
                    let other = segment(&mut self.lines, self.version)?;
                    if other != self.segment {
                        let message = "this segment is of another object, frame, time system or \
                                       attitude type than the first; one table has one of each";
                        return Err(self.lines.wrong(message).with_remedy("give a file for each"));
                    }
                    let line = next(&mut self.lines, &self.segment)?;
                    let line =
                        line.ok_or_else(|| self.lines.wrong("a segment must have a line of data"))?;
                    // Segments may share the epoch at which they meet.
                    if line.instant == self.last {
                        continue;
                    }
                    line
                }
            };
            if line.instant <= self.last {
                return Err(self.lines.wrong("its epoch is not after that of the line before it"));
            }
            self.last = line.instant;
            return Ok(Some(line));
        }
    }
}

impl Source for AemReader {
    fn heading(&self) -> &Heading {
        &self.heading
    }
    fn next_row(&mut self, row: &mut Vec<f64>) -> Result<bool, Error> {
        row.clear();
        let line = match self.first.take() {
            Some(line) => Some(line),
            None => self.next_line()?,
        };
        let Some(AttitudeLine { instant, quaternion, rates }) = line else { return Ok(false) };
        row.push(self.clock.seconds(instant));
        row.extend(quaternion);
        if self.segment.rates.is_some() {
            row.extend(rates);
        }
        Ok(true)
    }
}

/// What a message with these data would say; and time 0, which is the first epoch.
fn keys(
    segment: &AemSegment,
    version: Version,
    header: &mut KeywordBlock,
    zero: i128,
) -> (Result<AemMetadata, super::Wrong>, TimeReference) {
    let epoch = super::clock::label(zero, segment.system);
    let [name, id, a, b] = segment.object.clone();
    let pairs = [
        ("epoch", epoch.clone()),
        ("time_system", segment.system.name().into()),
        ("object_name", name),
        ("object_id", id),
        ("ref_frame_a", a),
        ("ref_frame_b", b),
        ("originator", header.take("ORIGINATOR")),
        ("version", if version == Version::One { "1.0" } else { "2.0" }.into()),
    ];
    let keys = AemMetadata::new(pairs.map(|(key, value)| (key.to_owned(), value)).to_vec());
    (keys, TimeReference::at(zero, segment.system))
}

fn version(lines: &mut Lines) -> Result<Version, Error> {
    while let Some(line) = lines.next_line()? {
        if line.trim().is_empty() {
            continue;
        }
        let version = line.split_once('=').filter(|(key, _)| key.trim() == "CCSDS_AEM_VERS");
        return match version.map(|(_, value)| short(value.trim())).as_deref() {
            Some("1.0") => Ok(Version::One),
            Some("2.0") => Ok(Version::Two),
            Some(other) => {
                Err(lines.wrong(format!("the version is {other}; 1.0 and 2.0 are read")))
            }
            None => Err(lines.wrong("a message must begin with CCSDS_AEM_VERS = 2.0")),
        };
    }
    Err(lines.wrong("the file is empty; a message must begin with CCSDS_AEM_VERS = 2.0"))
}

/// Keywords with their values.
#[derive(Debug, Default)]
struct KeywordBlock(Vec<(String, String)>);

impl KeywordBlock {
    fn get(&self, key: &str) -> &str {
        self.0.iter().find(|pair| pair.0 == key).map_or("", |pair| &pair.1)
    }
    fn take(&mut self, key: &str) -> String {
        self.get(key).to_owned()
    }
    fn needs(&self, keys: &[&str], lines: &Lines) -> Result<(), Error> {
        let missing = keys.iter().find(|key| self.get(key).is_empty());
        missing.map_or(Ok(()), |key| Err(lines.wrong(format!("{key} is missing before it"))))
    }
}

/// All lines up to one that ends them; none if the file ends before it without a line.
fn block(lines: &mut Lines, end: &str, known: &[&str]) -> Result<Option<KeywordBlock>, Error> {
    let mut block = KeywordBlock::default();
    loop {
        let Some(line) = lines.next_line()? else {
            let message = format!("the file ends where {end} must be");
            return if block.0.is_empty() { Ok(None) } else { Err(lines.wrong(message)) };
        };
        let line = line.trim().to_owned();
        if line == end {
            return Ok(Some(block));
        }
        if line.is_empty() || is_comment(&line) {
            continue;
        }
        let Some((key, value)) = line.split_once('=') else {
            let message = format!("`{}` is no KEYWORD = value, nor {end}", short(&line));
            return Err(lines.wrong(message));
        };
        let (key, value) = (key.trim(), value.trim());
        if !known.contains(&key) {
            let message = format!("there is no keyword {} before {end}", short(key));
            return Err(lines.wrong(message));
        }
        if value.is_empty() {
            return Err(lines.wrong(format!("{key} has no value")));
        }
        if !block.get(key).is_empty() {
            return Err(lines.wrong(format!("{key} is there twice")));
        }
        block.0.push((key.into(), value.into()));
    }
}

fn is_comment(line: &str) -> bool {
    line == "COMMENT" || line.starts_with("COMMENT ")
}

fn short(text: &str) -> String {
    text.chars().take(60).collect()
}

/// The metadata of a segment, to the line where its data begin.
fn segment(lines: &mut Lines, version: Version) -> Result<AemSegment, Error> {
    let Some(metadata) = block(lines, "META_STOP", &METADATA)? else {
        return Err(lines.wrong("the file ends where META_STOP must be"));
    };
    metadata.needs(&METADATA_NEEDS, lines)?;
    match version {
        Version::One => metadata.needs(&ONLY_VERSION_ONE, lines)?,
        Version::Two => {
            if let Some(old) = ONLY_VERSION_ONE.iter().find(|key| !metadata.get(key).is_empty()) {
                return Err(lines.wrong(format!("{old} before it is of version 1.0 only")));
            }
        }
    }
    let segment = meaning(&metadata).map_err(|message| lines.wrong(message))?;
    match block(lines, "DATA_START", &[])? {
        Some(_) => Ok(segment),
        None => Err(lines.wrong("the file ends where DATA_START must be")),
    }
}

fn meaning(metadata: &KeywordBlock) -> Result<AemSegment, String> {
    let one_of = |key: &str, choices: [&str; 2]| match metadata.get(key) {
        value if value == choices[0] || value.is_empty() => Ok(false),
        value if value == choices[1] => Ok(true),
        value => Err(format!("{key} is {value}; it must be {} or {}", choices[0], choices[1])),
    };
    let system = metadata.get("TIME_SYSTEM");
    let known = super::TIME_SYSTEMS.join(", ");
    let system = TimeSystem::find(system)
        .ok_or_else(|| format!("TIME_SYSTEM before it is {system}; {known} can be read"))?;
    for key in ["START_TIME", "STOP_TIME"] {
        instant(metadata.get(key), system).map_err(|message| format!("{key}: {message}"))?;
    }
    let frame = metadata.get("ANGVEL_FRAME");
    let (a, b) = (metadata.get("REF_FRAME_A"), metadata.get("REF_FRAME_B"));
    let rates = match metadata.get("ATTITUDE_TYPE") {
        "QUATERNION" => None,
        "QUATERNION/ANGVEL" if frame == b => Some(RateFrame::Body),
        "QUATERNION/ANGVEL" if frame == a => Some(RateFrame::Space),
        "QUATERNION/ANGVEL" if frame.is_empty() => return Err("ANGVEL_FRAME is missing".into()),
        "QUATERNION/ANGVEL" => {
            return Err(format!("ANGVEL_FRAME before it is {frame}; it must be {a} or {b}"));
        }
        other => {
            return Err(format!(
                "ATTITUDE_TYPE before it is {other}; QUATERNION and QUATERNION/ANGVEL can be read"
            ));
        }
    };
    Ok(AemSegment {
        object: ["OBJECT_NAME", "OBJECT_ID", "REF_FRAME_A", "REF_FRAME_B"]
            .map(|key| metadata.get(key).to_owned()),
        system,
        scalar_first: one_of("QUATERNION_TYPE", ["LAST", "FIRST"])?,
        backwards: one_of("ATTITUDE_DIR", ["A2B", "B2A"])?,
        rates,
    })
}

/// The next line of data; none at the end of the segment.
fn next(lines: &mut Lines, segment: &AemSegment) -> Result<Option<AttitudeLine>, Error> {
    loop {
        let Some(line) = lines.next_line()? else {
            return Err(lines.wrong("the file ends where DATA_STOP must be"));
        };
        let line = line.trim();
        if line == "DATA_STOP" {
            return Ok(None);
        }
        if line.is_empty() || is_comment(line) {
            continue;
        }
        return match data(line, segment) {
            Ok(line) => Ok(Some(line)),
            Err(message) => Err(lines.wrong(message)),
        };
    }
}

fn data(line: &str, segment: &AemSegment) -> Result<AttitudeLine, String> {
    let mut words = line.split_whitespace();
    let instant = instant(words.next().unwrap_or_default(), segment.system)?;
    let mut numbers = [0.0; 7];
    let count = if segment.rates.is_some() { 7 } else { 4 };
    let given = words.clone().count();
    if given != count {
        return Err(format!("it has {given} numbers behind its epoch; it must have {count}"));
    }
    for (number, word) in numbers.iter_mut().zip(words) {
        let parsed = word.parse().ok().filter(|x: &f64| x.is_finite());
        *number = parsed.ok_or_else(|| format!("`{}` is no number", short(word)))?;
    }
    let [a, b, c, d, rates @ ..] = numbers;
    let q = if segment.scalar_first { [a, b, c, d] } else { [d, a, b, c] };
    let norm = q.iter().map(|x| x * x).sum::<f64>().sqrt();
    if (norm - 1.0).abs() > NORM {
        return Err(format!("the norm of its quaternion is {norm}; it must be 1"));
    }
    let quaternion = conjugated(q, segment.backwards);
    let rates = rates.map(f64::to_radians);
    let rates =
        if segment.rates == Some(RateFrame::Space) { to_body(quaternion, rates) } else { rates };
    Ok(AttitudeLine { instant, quaternion, rates })
}

/// Space components in body components: v + 2 u x (u x v - w v) with q = (w, u).
fn to_body([w, x, y, z]: [f64; 4], v: [f64; 3]) -> [f64; 3] {
    let u = [x, y, z];
    let cross = |a: [f64; 3], b: [f64; 3]| {
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    };
    let inner = cross(u, v);
    let outer = cross(u, std::array::from_fn(|i| inner[i] - w * v[i]));
    std::array::from_fn(|i| v[i] + 2.0 * outer[i])
}
