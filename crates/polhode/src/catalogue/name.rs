//! The one string that names a method completely.

use super::CATALOGUE;
use super::bind::{Visit, visit};
use super::card::Card;
use super::options::{Key, Options};
use crate::method::{Method, Splitting};
use crate::suggestion::suggestion;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Display};
use core::str::FromStr;

/// A method with its options, as in `mclachlan-reich:axes=2-3-1,compose=yoshida-4`.
///
/// ```
/// use polhode::catalogue::MethodName;
/// let name: MethodName = "mclachlan-reich:order=4".parse()?;
/// assert_eq!(name.to_string(), "mclachlan-reich:compose=yoshida-4");
/// assert_eq!(name.card().order_free, Some(4));
/// # Ok::<(), polhode::catalogue::NameError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MethodName {
    row: &'static Card,
    options: Options,
}

impl MethodName {
    pub(super) fn plain(row: &'static Card) -> Self {
        Self { row, options: Options::default() }
    }
    pub(super) fn with(self, options: Options) -> Self {
        Self { options, ..self }
    }
    /// The row of the catalogue, without regard to the options.
    #[must_use]
    pub fn row(&self) -> &'static Card {
        self.row
    }
    /// The options.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }
    /// Does it choose its own steps, so that they end at no given times?
    #[must_use]
    pub fn steps_vary(&self) -> bool {
        self.options.reversible.is_some() || self.tolerance().is_some()
    }
    /// What its steps follow, if they follow a tolerance.
    #[must_use]
    pub fn tolerance(&self) -> Option<f64> {
        let follows = self.row.keys.contains(&Key::Tolerance);
        self.options.tolerance_or_default().filter(|_| follows)
    }
    /// The table of drifts and kicks, where it goes by one.
    #[must_use]
    pub fn splitting(&self) -> Option<Splitting> {
        let corrected = self.row.keys.contains(&Key::Corrector);
        if corrected { Some(self.options.corrected()) } else { self.options.splitting }
    }
    /// The same method with another tolerance; `None` where its steps follow none.
    #[must_use]
    pub fn with_tolerance(self, tolerance: f64) -> Option<Self> {
        let options = Options { tolerance: Some(tolerance), ..self.options };
        self.row.keys.contains(&Key::Tolerance).then(|| self.with(options))
    }
    /// The same method without a composition.
    #[must_use]
    pub fn without_composition(self) -> Self {
        self.with(Options { compose: None, ..self.options })
    }
    /// Returns whether a step, or each stage of a composition, is half a kick, a torque-free step and half
    /// a kick.
    #[must_use]
    pub fn is_kicked(&self) -> bool {
        struct Kicks;
        impl Visit for Kicks {
            type Output = bool;
            fn visit<M: Method>(self, _: M) -> bool {
                M::KICKS
            }
        }
        visit(self, Kicks) && self.options.energy.is_none() && !self.steps_vary()
    }
    /// Returns whether the method is a Taylor series of any degree.
    #[must_use]
    pub fn is_series(&self) -> bool {
        self.row.keys.contains(&Key::Degree)
    }
    /// The card of the method with these options.
    #[must_use]
    pub fn card(&self) -> Card {
        let mut card = *self.row;
        self.options.apply(&mut card);
        card
    }
}

impl Display for MethodName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.row.name)?;
        for (i, part) in self.options.print().iter().enumerate() {
            write!(f, "{}{part}", if i == 0 { ':' } else { ',' })?;
        }
        Ok(())
    }
}

/// Why a string names no method.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NameError {
    /// No row of this name.
    Method {
        /// What was given.
        given: String,
    },
    /// No such option of this method.
    Key {
        /// The method.
        method: &'static str,
        /// What was given.
        given: String,
    },
    /// Not a value of this option.
    Value {
        /// The option.
        key: &'static str,
        /// What was given.
        given: String,
        /// What could be.
        possible: String,
    },
    /// The energy of states that are not shown cannot be restored.
    Processed {
        /// The splitting.
        splitting: &'static str,
    },
    /// An option that is said twice (`order` says `compose`).
    Twice {
        /// The option.
        key: &'static str,
    },
    /// Two options that exclude each other.
    Together {
        /// The options.
        keys: [&'static str; 2],
        /// Why.
        reason: &'static str,
    },
    /// An option that must be given.
    Missing {
        /// The method.
        method: &'static str,
        /// The option.
        key: &'static str,
        /// What it can be.
        possible: String,
    },
}

impl FromStr for MethodName {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        let (name, rest) = text.split_once(':').map_or((text, None), |(n, r)| (n, Some(r)));
        let row = CATALOGUE
            .iter()
            .find(|card| card.name == name.trim())
            .ok_or_else(|| NameError::Method { given: name.trim().to_string() })?;
        let mut options = Options::default();
        let mut seen = Vec::new();
        for part in rest.into_iter().flat_map(|rest| rest.split(',')) {
            let (key, value) =
                part.split_once('=').map_or((part, None), |(k, v)| (k, Some(v.trim())));
            let key = *row.keys.iter().find(|k| k.name() == key.trim()).ok_or_else(|| {
                NameError::Key { method: row.name, given: key.trim().to_string() }
            })?;
            let slot = if key == Key::Order { Key::Compose } else { key };
            if seen.contains(&slot) {
                return Err(NameError::Twice { key: slot.name() });
            }
            seen.push(slot);
            key.set(&mut options, value, row).ok_or_else(|| NameError::Value {
                key: key.name(),
                given: value.unwrap_or_default().to_string(),
                possible: key.values_for(row.splits),
            })?;
        }
        if options.reversible.is_some() && options.energy.is_some() {
            let keys = [Key::Reversible.name(), Key::Energy.name()];
            return Err(NameError::Together {
                keys,
                reason: "no corrected step can be taken back",
            });
        }
        if let Some(key) = row.keys.iter().find(|key| key.is_required() && !seen.contains(key)) {
            let (method, key, possible) = (row.name, key.name(), key.values());
            return Err(NameError::Missing { method, key, possible });
        }
        if options.reversible.is_some() && options.splitting.is_some() {
            let keys = [Key::Reversible.name(), Key::Compose.name()];
            return Err(NameError::Together {
                keys,
                reason: "only compositions of whole steps can vary them",
            });
        }
        match options.splitting.filter(Splitting::has_corrector) {
            Some(Splitting { name: splitting, .. }) if options.energy.is_some() => {
                Err(NameError::Processed { splitting })
            }
            _ => Ok(Self { row, options }),
        }
    }
}

impl NameError {
    /// What was given, and what is wrong with it.
    #[must_use]
    pub fn message(&self) -> String {
        match self {
            Self::Method { given } => {
                format!("there is no method `{given}`{}", suggestion(given, methods()))
            }
            Self::Key { method, given } => {
                let near = suggestion(given, options_of(method));
                format!("`{method}` has no option `{given}`{near}")
            }
            Self::Value { key, given, .. } => format!("`{given}` is no value of `{key}`"),
            Self::Missing { method, key, .. } => format!("`{method}` needs the option `{key}`"),
            Self::Together { keys: [one, other], reason } => {
                format!("`{one}` and `{other}` exclude each other, because {reason}")
            }
            Self::Processed { splitting } => format!(
                "`energy` does not go with `compose={splitting}`, whose steps go through other \
                 states than it shows"
            ),
            Self::Twice { key } => format!("`{key}` is given twice"),
        }
    }
    /// What could be given in its place.
    #[must_use]
    pub fn remedy(&self) -> String {
        match self {
            Self::Method { .. } => format!("the methods are {}", methods().join(", ")),
            Self::Key { method, .. } => {
                format!("its options are {}", options_of(method).join(", "))
            }
            Self::Value { possible, .. } | Self::Missing { possible, .. } => {
                format!("it can be {possible}")
            }
            Self::Together { .. } | Self::Processed { .. } => "leave one of them out".into(),
            Self::Twice { .. } => "give it once (`order` is short for `compose`)".into(),
        }
    }
}

/// The names of all rows.
fn methods() -> Vec<&'static str> {
    CATALOGUE.iter().map(|card| card.name).collect()
}

/// The names of the options of a row.
fn options_of(method: &str) -> Vec<&'static str> {
    let card = CATALOGUE.iter().find(|card| card.name == method);
    card.into_iter().flat_map(|card| card.keys).map(|key| key.name()).collect()
}

impl Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.message(), self.remedy())
    }
}
impl core::error::Error for NameError {}
