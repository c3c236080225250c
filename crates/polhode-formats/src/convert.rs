//! From one file to another.

use crate::recast::Recast;
use crate::{About, Convention, Error, Format, Remedy, Source, TIME_UNITS, aem, seconds_in};
use std::path::Path;

/// How to convert.
#[derive(Clone, Debug, Default)]
pub struct Conversion {
    /// How the quaternions of the source are to be read, if not as its columns say.
    pub from: Option<&'static Convention>,
    /// How they are to be written, if not as they are.
    pub to: Option<&'static Convention>,
    /// Only these columns, if any are named.
    pub columns: Vec<String>,
    /// Keys of the message, beside those that the source has.
    pub aem: Vec<(String, String)>,
}

/// What was converted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Converted {
    /// Rows that were read.
    pub rows: u64,
    /// The columns that were written.
    pub columns: Vec<String>,
    /// Columns of the source for which the format has no place, or that were not asked for.
    pub left_out: Vec<String>,
    /// The size of the file.
    pub bytes: u64,
    /// Were times taken as seconds, since nothing says what they are?
    pub seconds_assumed: bool,
}

/// Writes a table to a file whose name says of which format it is.
///
/// # Errors
/// Where the source cannot be read, the file not be written, or what was asked for is not
/// possible.
pub fn convert(source: &mut dyn Source, path: &Path, how: &Conversion) -> Result<Converted, Error> {
    let format = Format::from_path(path)?;
    let about = about(source.about(), &how.aem, format)?;
    let to = target(format, how)?;
    let mut recast = Recast::new(source.columns(), how.from, to)?;
    let told =
        if format.has_epochs() { written_by(&recast.columns, &about, format) } else { vec![] };
    if format.has_epochs() && !how.columns.is_empty() {
        let message =
            format!("columns are chosen for a file of {}, which has its own", format.name());
        return Err(Error::input(message).with_remedy(Remedy::AllColumns));
    }
    let all = recast.columns.clone();
    if !how.columns.is_empty() {
        recast = recast.select(&how.columns)?;
    }
    let columns = if told.is_empty() { recast.columns.clone() } else { told };
    let left_out = all.into_iter().filter(|name| !columns.contains(name)).collect();
    let mut sink = format.create(path, &recast.columns, &about)?;
    let (mut row, mut out, mut rows) = (Vec::new(), Vec::new(), 0);
    while source.next_row(&mut row)? {
        recast.row(&row, &mut out);
        sink.row(&out)?;
        rows += 1;
    }
    let told = !about.time_unit.is_empty() || how.aem.iter().any(|pair| pair.0 == TIME_UNIT);
    let seconds_assumed = format.has_epochs() && !told;
    Ok(Converted { rows, columns, left_out, bytes: sink.finish()?, seconds_assumed })
}

/// The key that says what times are counted in.
const TIME_UNIT: &str = "time_unit";

/// What is known of the source, with further keys for a message. What times are counted in is known
/// once: another unit would stretch them.
fn about(source: &About, more: &[(String, String)], format: Format) -> Result<About, Error> {
    let unit = &source.time_unit;
    let (asked, mut more) = (!more.is_empty(), more.to_vec());
    if let Some((_, other)) = more.iter().find(|(key, other)| key == TIME_UNIT && other != unit)
        && !unit.is_empty()
    {
        let message =
            format!("aem.time_unit is {other:?}, and the times of the source are in {unit}");
        return Err(Error::input(message).with_remedy("leave time_unit out"));
    }
    if format.has_epochs() && !unit.is_empty() {
        if seconds_in(unit).is_none() {
            let message =
                format!("the times of the source are in {unit:?}, whose length is not known");
            return Err(Error::input(message).with_remedy(format!(
                "a file of {} needs one of {} as output.time_unit of the run",
                format.name(),
                TIME_UNITS.join(", ")
            )));
        }
        more.push((TIME_UNIT.into(), unit.clone()));
    }
    let keys = match &source.aem {
        Some(keys) => Some(keys.with(&more)),
        None if !asked => None,
        None => Some(aem::Keys::new(more)),
    };
    let keys =
        keys.transpose().map_err(|wrong| Error::input(wrong.message).with_remedy(wrong.remedy))?;
    Ok(About { json: source.json.clone(), aem: keys, time_unit: unit.clone() })
}

/// Messages and tables for SPICE have a convention of their own, and want to be given ours.
fn target(format: Format, how: &Conversion) -> Result<Option<&'static Convention>, Error> {
    let own = match format {
        Format::Aem => "ccsds",
        Format::Msopck => "spice",
        _ => return Ok(how.to),
    };
    match how.to {
        Some(other) if other.name != own => Err(Error::input(format!(
            "the quaternions of a file of {} are of the convention {own}; they cannot be of {}",
            format.name(),
            other.name
        ))),
        _ => Convention::find("polhode").map(Some),
    }
}

/// The columns that a format with epochs takes.
fn written_by(columns: &[String], about: &About, format: Format) -> Vec<String> {
    let rates = about.aem.as_ref().is_some_and(|keys| keys.writes_rates(format));
    let taken = |name: &&String| {
        let is_rate = ["w_bx", "w_by", "w_bz"].contains(&name.as_str());
        name.as_str() == "t" || name.starts_with("q_") || (rates && is_rate)
    };
    columns.iter().filter(taken).cloned().collect()
}
