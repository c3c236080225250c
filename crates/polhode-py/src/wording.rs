//! Remedies in the words of Python: keyword arguments.

use polhode_lab::remedy::{Action, Wording};

/// The words of Python.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Keywords;

impl Wording for Keywords {
    fn action(&self, action: &Action) -> Option<String> {
        Some(match action {
            Action::SmallerStep { step } => format!(
                "take a smaller step; the step is {step:?}, try for example step={:?}",
                Action::step_to_try(*step)
            ),
            Action::Change(example) => format!("write for example {}", keyword(example)),
            Action::Flip => "turn all triangles over by flip=True, or leave flip out".into(),
            // Words, and what Python has no keyword for.
            _ => return None,
        })
    }
    fn change(&self) -> &str {
        "changes"
    }
}

/// A change of a scenario, `key=value`, as a keyword argument.
fn keyword(change: &str) -> String {
    let (key, value) = change.split_once('=').unwrap_or((change, ""));
    let table = value.strip_prefix("{ ").and_then(|rest| rest.strip_suffix(" }"));
    let value = match table {
        Some(entries) => format!("dict({})", entries.replace(" = ", "=")),
        None => value.into(),
    };
    format!("{}={value}", key.replace('.', "__"))
}
