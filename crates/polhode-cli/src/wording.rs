//! Remedies in the words of the command line: its flags.

use polhode_lab::Remedy;
use polhode_lab::remedy::{Action, Wording};

/// The words of the command line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flags;

impl Wording for Flags {
    fn action(&self, action: &Action) -> Option<String> {
        Some(match action {
            Action::AnotherFolder => "choose another folder with --out".into(),
            Action::WritableFolder => "choose a folder that you may write to, with --out".into(),
            Action::Replace { what } => format!("replace {what} by --force"),
            Action::StartAnew => "start the run anew with --force".into(),
            Action::WriteAnyway => "write anyway with --force".into(),
            Action::Resume(folder) => format!("go on with it by --resume {}", folder.display()),
            Action::BeginRun => "begin one with polhode run SCENARIO --out FOLDER".into(),
            Action::BeginShards => {
                "begin one with polhode ensemble SCENARIO --shard 1/2 --out FOLDER".into()
            }
            Action::SmallerStep { step } => format!(
                "take a smaller step; the step is {step:?}, try for example --step {:?}",
                Action::step_to_try(*step)
            ),
            Action::Change(example) => format!("write for example --set {}", quoted(example)),
            Action::AllColumns => "leave --columns out".into(),
            // Words, and keys of a scenario.
            _ => return None,
        })
    }
    fn change(&self) -> &str {
        "--set"
    }
}

/// An argument as a shell takes it.
fn quoted(argument: &str) -> String {
    if argument.contains([' ', '"']) { format!("'{argument}'") } else { argument.into() }
}

/// A message with its remedy.
pub(crate) fn worded(message: &str, remedy: impl Into<Remedy>) -> String {
    remedy.into().after(message, &Flags)
}
