//! Remedies: what to do about an error, as data that each interface puts into its own words.

use std::fmt;
use std::path::PathBuf;

/// What to do about an error: the alternatives. Empty where the message says all.
///
/// `Display` names no option of any interface; [`worded`](Self::worded) names those of one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Remedy {
    /// The alternatives, in the order in which they are worded.
    pub actions: Vec<Action>,
}

/// One thing that a user can do about an error.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Action {
    /// Words that hold for every interface.
    Words(String),
    /// Write to another folder.
    AnotherFolder,
    /// Write to a folder with write permission.
    WritableFolder,
    /// Replace an existing result.
    Replace {
        /// The words for the result, such as `it`.
        what: &'static str,
    },
    /// Run again from the initial state and replace the existing run.
    StartAnew,
    /// Write although the free space is too small.
    WriteAnyway,
    /// Resume the run of this folder.
    Resume(PathBuf),
    /// Begin a run in a folder.
    BeginRun,
    /// Begin an ensemble, in shards.
    BeginShards,
    /// Take a smaller step.
    SmallerStep {
        /// The present step.
        step: f64,
    },
    /// Change the scenario, for example by this `key=value`.
    Change(&'static str),
    /// Convert all columns in place of chosen ones.
    AllColumns,
    /// Turn the triangles of a mesh over, or do not.
    Flip,
}

/// The words of an interface for what its users can do.
pub trait Wording {
    /// Returns the words for an action; `None` selects those of [`Action`]'s `Display`.
    fn action(&self, action: &Action) -> Option<String>;
    /// The name of the place where a user changes a scenario.
    fn change(&self) -> &str {
        "change"
    }
}

/// The words that name no option of any interface.
#[derive(Clone, Copy, Debug)]
pub struct Neutral;

impl Wording for Neutral {
    fn action(&self, _: &Action) -> Option<String> {
        None
    }
}

impl Action {
    /// A step to try in place of one that is too large.
    #[must_use]
    pub fn step_to_try(step: f64) -> f64 {
        step / 4.0
    }
}

impl Remedy {
    /// Any of these actions.
    pub fn any_of(actions: impl IntoIterator<Item = Action>) -> Self {
        Self { actions: actions.into_iter().collect() }
    }
    /// Whether there is nothing to say.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.actions.is_empty()
    }
    /// The remedy in the words of an interface.
    #[must_use]
    pub fn worded(&self, wording: &dyn Wording) -> String {
        let worded = |action| wording.action(action).unwrap_or_else(|| action.to_string());
        let words: Vec<String> = self.actions.iter().map(worded).collect();
        match &words[..] {
            [] => String::new(),
            [one] => one.clone(),
            [others @ .., last] => format!("{}, or {last}", others.join(", ")),
        }
    }
    /// A message with the remedy after it, in the words of an interface.
    #[must_use]
    pub fn after(&self, message: &str, wording: &dyn Wording) -> String {
        if self.is_empty() {
            return message.into();
        }
        format!("{message}; {}", self.worded(wording))
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Words(words) => f.write_str(words),
            Self::AnotherFolder => f.write_str("choose another folder"),
            Self::WritableFolder => f.write_str("choose a folder that you may write to"),
            Self::Replace { what } => write!(f, "replace {what}"),
            Self::StartAnew => f.write_str("start the run anew"),
            Self::WriteAnyway => f.write_str("write anyway"),
            Self::Resume(_) => f.write_str("go on with it"),
            Self::BeginRun | Self::BeginShards => f.write_str("begin one"),
            Self::SmallerStep { step } => write!(
                f,
                "take a smaller step; the step is {step:?}, try for example {:?}",
                Self::step_to_try(*step)
            ),
            Self::Change(example) => write!(f, "write for example {example}"),
            Self::AllColumns => polhode_formats::Remedy::AllColumns.fmt(f),
            // The key of a scenario.
            Self::Flip => f.write_str("turn all triangles over by flip = true, or take that away"),
        }
    }
}

impl fmt::Display for Remedy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.worded(&Neutral))
    }
}

impl From<Action> for Remedy {
    fn from(action: Action) -> Self {
        Self::any_of([action])
    }
}
impl From<String> for Remedy {
    fn from(words: String) -> Self {
        Self::any_of((!words.is_empty()).then_some(Action::Words(words)))
    }
}
impl From<&str> for Remedy {
    fn from(words: &str) -> Self {
        words.to_owned().into()
    }
}

impl From<polhode_formats::Remedy> for Remedy {
    fn from(remedy: polhode_formats::Remedy) -> Self {
        match remedy {
            polhode_formats::Remedy::AllColumns => Action::AllColumns.into(),
            other => other.to_string().into(),
        }
    }
}
impl From<polhode_shape::Remedy> for Remedy {
    fn from(remedy: polhode_shape::Remedy) -> Self {
        match remedy {
            polhode_shape::Remedy::Flip => Action::Flip.into(),
            other => other.to_string().into(),
        }
    }
}
