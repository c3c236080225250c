//! The options of methods.

mod list;

use super::card::Card;
use crate::axes::AxisOrder;
use crate::geometry::TurnRule;
use crate::method::{Composition, Splitting, StepControl};
use crate::methods::taylor::AdaptiveTaylor;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The options of a method; what is `None` or default is left to the method.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Options {
    /// The order of the axes in a splitting.
    pub axes: AxisOrder,
    /// How a turn about an axis is made.
    pub rotation: Option<TurnRule>,
    /// The order of a Magnus series, where it is not 2.
    pub magnus: Option<u8>,
    /// The order to which discrete Moser-Veselov is corrected, where it is not 2.
    pub correction: Option<u8>,
    /// The order of the momentum where the time is rescaled, where it is not 4.
    pub momentum: Option<u8>,
    /// sigma of s = 1 + sigma c.c in the energy-momentum family.
    pub s: Option<f64>,
    /// Kicks without a gradient, where they would have one.
    pub plain_kick: bool,
    /// A corrector that is not symmetrised, where it would be.
    pub plain_corrector: bool,
    /// The degree of a Taylor series.
    pub degree: Option<u8>,
    /// What the last terms of a Taylor series may be.
    pub tolerance: Option<f64>,
    /// Which composition is wrapped around the method.
    pub compose: Option<Composition>,
    /// Or how its drifts and kicks are taken apart.
    pub splitting: Option<Splitting>,
    /// How the steps vary, if they do.
    pub reversible: Option<StepControl>,
    /// After how many steps the energy is restored.
    pub energy: Option<u32>,
}

pub use list::Key;

/// The definition of an option: all that the catalogue knows of it.
pub(super) struct Definition {
    /// The name in a method string.
    name: &'static str,
    /// One sentence for help texts.
    help: &'static str,
    /// Whether a method that has the option cannot do without it.
    required: bool,
    /// The possible values.
    values: OptionValues,
    /// Sets the option; `None` where the value is not possible.
    set: fn(&mut Options, Option<&str>, &Card) -> Option<()>,
    /// The value as it is written, empty for a flag; `None` where the option is left to the method.
    print: fn(&Options) -> Option<String>,
    /// What the option changes on the card of a method that has it.
    effect: fn(&Options, &mut Card),
}

/// The possible values of an option.
enum OptionValues {
    /// These; the argument tells whether the method's drifts and kicks can be told apart.
    Choices(fn(bool) -> Vec<String>),
    /// Any that the text describes, with samples for tests and benches.
    Described(fn() -> String, &'static [&'static str]),
}

impl Key {
    /// The name in a method string.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.definition().name
    }
    /// One sentence on what the option does.
    #[must_use]
    pub fn help(self) -> &'static str {
        self.definition().help
    }
    /// Returns whether a method that has the option cannot do without it.
    #[must_use]
    pub fn is_required(self) -> bool {
        self.definition().required
    }
    /// The possible values, for people.
    #[must_use]
    pub fn values(self) -> String {
        self.values_for(false)
    }
    /// The same for a method whose drifts and kicks can be told apart, or not.
    pub(super) fn values_for(self, splits: bool) -> String {
        match self.definition().values {
            OptionValues::Choices(choices) => choices(splits).join(", "),
            OptionValues::Described(text, _) => text(),
        }
    }
    /// Options with this one set, once for each value: for tests and benches.
    pub(super) fn samples(self, card: &Card, base: Options) -> Vec<Options> {
        let mut samples = Vec::new();
        if self == Self::Order {
            return samples; // states nothing that compose does not
        }
        let choices = match self.definition().values {
            OptionValues::Choices(choices) => choices(card.splits),
            OptionValues::Described(_, samples) => {
                samples.iter().map(|text| (*text).into()).collect()
            }
        };
        for choice in choices {
            let mut options = base;
            let value = Some(choice.as_str()).filter(|text| !text.is_empty());
            if self.set(&mut options, value, card).is_some() && options != base {
                samples.push(options);
            }
        }
        samples
    }
    /// Sets the option; `None` where the value is not possible.
    pub(super) fn set(self, options: &mut Options, value: Option<&str>, card: &Card) -> Option<()> {
        (self.definition().set)(options, value, card)
    }
}

/// What must be given, and nothing else.
pub(super) fn least(card: &Card) -> Options {
    let default = Options::default();
    let required = card.keys.iter().find(|key| key.is_required());
    required.and_then(|key| key.samples(card, default).first().copied()).unwrap_or(default)
}

impl Options {
    /// The table of `corrected`.
    pub(super) fn corrected(&self) -> Splitting {
        Splitting::corrected(!self.plain_kick, !self.plain_corrector)
    }
    /// The tolerance that a Taylor series follows: that given, none where there is a degree
    /// only, else the default.
    pub(super) fn tolerance_or_default(&self) -> Option<f64> {
        self.tolerance.or(self.degree.is_none().then_some(AdaptiveTaylor::TOLERANCE))
    }
}

impl Options {
    /// The options as they are written, in the order of the keys.
    pub(super) fn print(&self) -> Vec<String> {
        let keys = Key::ALL.iter().map(|key| key.definition());
        let parts = keys.filter_map(|key| {
            let value = (key.print)(self)?;
            Some(if value.is_empty() { key.name.into() } else { format!("{}={value}", key.name) })
        });
        parts.collect()
    }
    /// Puts the effects of the options onto the card of their method.
    pub(super) fn apply(&self, card: &mut Card) {
        let keys = card.keys;
        for key in Key::ALL.iter().filter(|key| keys.contains(key)) {
            (key.definition().effect)(self, card);
        }
    }
}
