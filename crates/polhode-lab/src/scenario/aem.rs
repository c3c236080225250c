//! `[aem]`: what a message of the attitude says.

use super::{Pace, Plan};
use crate::document::{Node, Value};
use crate::problem::Problem;
use polhode_formats::Format;
use polhode_formats::aem::Keys;

/// Epochs have nanoseconds.
const FINEST: f64 = 2e-9;

/// The keys, and whether the run can be said with them in the formats that need them.
pub(super) fn read(
    node: Option<&Node>,
    formats: Option<&Node>,
    plan: &Plan,
) -> Result<Option<Keys>, Problem> {
    let keys = node.map(keys).transpose()?;
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
        return Err(Problem::at(span, message, remedy));
    };
    if plan.duration < 0.0 {
        let message = format!("`run.duration` is negative; epochs of {name} must increase");
        return Err(Problem::at(span, message, "run forwards, or leave this format out"));
    }
    let every = match plan.pace {
        #[expect(clippy::cast_precision_loss, reason = "compared with a nanosecond")]
        Pace::Steps { every, .. } => plan.step * every as f64,
        Pace::Times { every, .. } => every,
    };
    if every * keys.unit < FINEST {
        let message = format!(
            "samples are {:.1e} s apart; epochs of {name} have nanoseconds",
            every * keys.unit
        );
        return Err(Problem::at(span, message, "take fewer samples: output.every"));
    }
    Ok(Some(keys))
}

fn keys(node: &Node) -> Result<Keys, Problem> {
    let pairs = node.entries().iter().filter_map(|entry| match &entry.node.value {
        Value::Text(text) | Value::Date(text) => Some((entry.key.clone(), text.clone())),
        _ => None,
    });
    Keys::new(pairs.collect()).map_err(|wrong| {
        let place = node.get(&wrong.key).unwrap_or(node);
        Problem::at(place.span.clone(), wrong.message, wrong.remedy)
    })
}
