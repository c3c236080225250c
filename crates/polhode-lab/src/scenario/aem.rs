//! `[aem]`: what a message of the attitude says.

use super::{SampleSpacing, Schedule};
use crate::diagnostic::Diagnostic;
use crate::document::{Node, Value};
use crate::listed::Listed;
use polhode_formats::aem::AemMetadata;
use polhode_formats::{Format, TIME_UNITS, seconds_in};

/// Epochs have nanoseconds.
const FINEST: f64 = 2e-9;

/// The unit of all times of a run: `output.time_unit` or `aem.time_unit`, which must agree.
pub(super) fn time_unit(output: Option<&Node>, aem: Option<&Node>) -> Result<String, Diagnostic> {
    let said = |section: Option<&Node>| {
        let node = section?.get("time_unit")?;
        Some((node.span.clone(), node.text().trim().to_owned()))
    };
    match (said(output), said(aem)) {
        (Some((_, unit)), Some((span, other))) if unit != other => {
            let message = format!(
                "`aem.time_unit` is {other:?}, and `output.time_unit` is {unit:?}; all files of a run \
                 have one unit of time"
            );
            Err(Diagnostic::at(span, message, "give one of them"))
        }
        (Some((span, unit)), _) if aem.is_some() && seconds_in(&unit).is_none() => {
            let message = format!(
                "`output.time_unit` is {unit:?}, whose length is not known; the epochs of `aem` need it"
            );
            let remedy = format!("take one of {}", TIME_UNITS.join(", "));
            Err(Diagnostic::at(span, message, remedy))
        }
        (Some((_, unit)), _) | (None, Some((_, unit))) => Ok(unit),
        (None, None) => Ok(if aem.is_some() { "s".into() } else { String::new() }),
    }
}

/// The keys, and whether the run can be said with them in the formats that need them.
pub(super) fn read(
    node: Option<&Node>,
    formats: Option<&Node>,
    schedule: &Schedule,
    time_unit: &str,
) -> Result<Option<AemMetadata>, Diagnostic> {
    let keys = node.map(|node| keys(node, time_unit)).transpose()?;
    let needs = |node: &&Node| Format::find(node.text()).is_some_and(Format::has_epochs);
    let Some(asked) = formats.map_or(&[][..], |formats| formats.items()).iter().find(needs) else {
        return Ok(keys);
    };
    let name = asked.text();
    let span = asked.span.clone();
    let Some(keys) = keys else {
        let message = format!("`output.formats` has {name:?}, and there is no `aem`");
        let remedy = "say whose attitude it is and when time 0 is: [aem] with object_name, \
                      object_id and epoch";
        return Err(Diagnostic::at(span, message, remedy));
    };
    if schedule.duration < 0.0 {
        let message = format!("`run.duration` is negative; epochs of {name} must increase");
        return Err(Diagnostic::at(span, message, "run forwards, or leave this format out"));
    }
    let every = match schedule.pace {
        #[expect(clippy::cast_precision_loss, reason = "compared with a nanosecond")]
        SampleSpacing::Steps { every, .. } => schedule.step * every as f64,
        SampleSpacing::Times { every, .. } => every,
    };
    if every * keys.unit < FINEST {
        let message = format!(
            "samples are {:.1e} s apart; epochs of {name} have nanoseconds",
            every * keys.unit
        );
        return Err(Diagnostic::at(span, message, "take fewer samples: output.every"));
    }
    Ok(Some(keys))
}

fn keys(node: &Node, time_unit: &str) -> Result<AemMetadata, Diagnostic> {
    let pairs = node.entries().iter().filter_map(|entry| match &entry.node.value {
        Value::Text(text) | Value::Date(text) => Some((entry.key.clone(), text.clone())),
        _ => None,
    });
    let unit = ("time_unit".to_owned(), time_unit.to_owned());
    AemMetadata::new(pairs.chain([unit]).listed()).map_err(|wrong| {
        let place = node.get(&wrong.key).unwrap_or(node);
        Diagnostic::at(place.span.clone(), wrong.message, wrong.remedy)
    })
}
