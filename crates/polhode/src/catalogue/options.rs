//! What can be said after a method's name.

use super::card::Card;
use crate::axes::AxisOrder;
use crate::geometry::{Axis, TurnRule};
use crate::method::{Composition, Splitting, StepControl};
use crate::methods::taylor::{AdaptiveTaylor, Taylor};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The options of a method; what is `None` or default is left to the method.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
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

/// An option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// `axes=2-3-1`
    Axes,
    /// `rotation=exact`
    Rotation,
    /// `magnus=4`
    Magnus,
    /// `correction=4`
    Correction,
    /// `momentum=6`
    Momentum,
    /// `s=one`
    S,
    /// `kick=plain`
    Kick,
    /// `corrector=plain`
    Corrector,
    /// `degree=20`
    Degree,
    /// `tolerance=1e-12`
    Tolerance,
    /// `compose=yoshida-4`
    Compose,
    /// `order=4`
    Order,
    /// `reversible=torque-rate`
    Reversible,
    /// `energy` or `energy=10`
    Energy,
}

impl Key {
    /// As it is written.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Axes => "axes",
            Self::Rotation => "rotation",
            Self::Magnus => "magnus",
            Self::Correction => "correction",
            Self::Momentum => "momentum",
            Self::S => "s",
            Self::Kick => "kick",
            Self::Corrector => "corrector",
            Self::Degree => "degree",
            Self::Tolerance => "tolerance",
            Self::Compose => "compose",
            Self::Order => "order",
            Self::Reversible => "reversible",
            Self::Energy => "energy",
        }
    }

    /// What it does, in a sentence.
    #[must_use]
    pub fn help(self) -> &'static str {
        match self {
            Self::Axes => "order of the axes, outermost first (default: ascending moments)",
            Self::Rotation => "how an angle becomes a turn about an axis",
            Self::Magnus => "order of the Magnus series of the attitude",
            Self::Correction => "order to which the moments of inertia are corrected (default: 2)",
            Self::Momentum => "order of the momentum by a rescaled time (default: 4)",
            Self::S => {
                "the member of the family: one, dmv, or sigma in s = 1 + sigma c.c (required)"
            }
            Self::Kick => "whether kicks have a gradient (default: modified)",
            Self::Corrector => {
                "whether kicks of the corrector come in both orders (default: symmetrised)"
            }
            Self::Degree => {
                "degree of the series; alone, its steps are equal (default: as the tolerance wants)"
            }
            Self::Tolerance => {
                "how large the last terms of a step may be; steps follow it (default: 1e-15)"
            }
            Self::Compose => "higher order by a symmetric composition or splitting",
            Self::Order => "shorthand for compose",
            Self::Reversible => {
                "steps that shrink where the torque is large and can be taken back, by the torque \
                 or by its rate"
            }
            Self::Energy => "restores the kinetic energy, after every step or every so many",
        }
    }

    /// The values it can have, for people.
    #[must_use]
    pub fn values(self) -> String {
        self.values_for(false)
    }

    /// The same, of a method whose drifts and kicks can be told apart or not.
    pub(super) fn values_for(self, splits: bool) -> String {
        match self {
            Self::Energy => "nothing, or a whole number of steps from 1 to 1000000".to_string(),
            Self::S => "one, dmv, or a number".to_string(),
            Self::Degree => format!("a whole number from 2 to {}", Taylor::HIGHEST),
            Self::Tolerance => "a number from 1e-32 to 0.1".to_string(),
            _ => self.choices(splits).join(", "),
        }
    }

    fn choices(self, splits: bool) -> Vec<String> {
        match self {
            Self::Axes => AxisOrder::GIVEN.map(print_axes).to_vec(),
            Self::Rotation => core::iter::once(TurnRule::Exact)
                .chain((1..=TurnRule::LONGEST).map(TurnRule::Tangent))
                .map(print_rule)
                .collect(),
            Self::Magnus => ["2", "4"].map(String::from).to_vec(),
            Self::Correction => ["2", "4", "6"].map(String::from).to_vec(),
            Self::Momentum => ["4", "6"].map(String::from).to_vec(),
            Self::S => ["one", "dmv", "0.5"].map(String::from).to_vec(),
            Self::Degree => ["4", "8"].map(String::from).to_vec(),
            Self::Tolerance => ["1e-9"].map(String::from).to_vec(),
            Self::Kick => ["modified", "plain"].map(String::from).to_vec(),
            Self::Corrector => ["symmetrised", "plain"].map(String::from).to_vec(),
            Self::Compose => {
                let splittings = Splitting::ALL.iter().filter(|_| splits).map(|s| s.name);
                Composition::ALL
                    .iter()
                    .map(|c| c.name)
                    .chain(splittings)
                    .map(String::from)
                    .collect()
            }
            Self::Order => ["4", "6", "8"].map(String::from).to_vec(),
            Self::Reversible => StepControl::ALL.map(|c| c.name().to_string()).to_vec(),
            Self::Energy => ["", "3"].map(String::from).to_vec(),
        }
    }

    /// Must it be given?
    #[must_use]
    pub fn is_required(self) -> bool {
        self == Self::S
    }

    /// Options with this one set, once for each value: for tests and benches.
    pub(super) fn samples(self, card: &Card, base: Options) -> Vec<Options> {
        let mut samples = Vec::new();
        if self == Self::Order {
            return samples; // says nothing that compose does not
        }
        for choice in self.choices(card.splits) {
            let mut options = base;
            let value = Some(choice.as_str()).filter(|text| !text.is_empty());
            if self.set(&mut options, value, card).is_some() && options != base {
                samples.push(options);
            }
        }
        samples
    }

    /// Sets the option; `None` where the value is none of the possible ones.
    pub(super) fn set(self, options: &mut Options, value: Option<&str>, card: &Card) -> Option<()> {
        match self {
            Self::Axes => {
                let value = value?;
                let given = AxisOrder::GIVEN.into_iter().find(|&o| print_axes(o) == value)?;
                options.axes = AxisOrder::Given(given);
            }
            Self::Rotation => {
                let rule = match value? {
                    "exact" => TurnRule::Exact,
                    "cayley" => TurnRule::Tangent(1),
                    other => {
                        let terms: u8 = other.strip_prefix("tangent-")?.parse().ok()?;
                        TurnRule::Tangent(terms)
                    }
                };
                let possible = match rule {
                    TurnRule::Exact => true,
                    TurnRule::Tangent(terms) => (1..=TurnRule::LONGEST).contains(&terms),
                };
                options.rotation = possible.then_some(rule).filter(|&r| r != card.rotation);
                possible.then_some(())?;
            }
            Self::Magnus => {
                options.magnus = match value? {
                    "2" => None,
                    "4" => Some(4),
                    _ => return None,
                };
            }
            Self::Correction => {
                options.correction = match value? {
                    "2" => None,
                    "4" => Some(4),
                    "6" => Some(6),
                    _ => return None,
                };
            }
            Self::Momentum => {
                options.momentum = match value? {
                    "4" => None,
                    "6" => Some(6),
                    _ => return None,
                };
            }
            Self::S => {
                let sigma = match value? {
                    "one" => 0.0,
                    "dmv" => 1.0,
                    number => number.parse().ok().filter(|x: &f64| x.is_finite())?,
                };
                options.s = Some(sigma);
            }
            Self::Kick => {
                options.plain_kick = match value? {
                    "modified" => false,
                    "plain" => true,
                    _ => return None,
                };
            }
            Self::Corrector => {
                options.plain_corrector = match value? {
                    "symmetrised" => false,
                    "plain" => true,
                    _ => return None,
                };
            }
            Self::Degree => {
                let degree = value?.parse().ok();
                options.degree = degree.filter(|p| (2..=Taylor::HIGHEST).contains(p));
                options.degree?;
            }
            Self::Tolerance => {
                let tolerance = value?.parse().ok();
                options.tolerance = tolerance.filter(|size| (1e-32..=0.1).contains(size));
                options.tolerance?;
            }
            Self::Compose => {
                let value = value?;
                options.compose = Composition::ALL.into_iter().find(|c| c.name == value);
                let splitting = Splitting::ALL.into_iter().find(|s| s.name == value);
                options.splitting = splitting.filter(|_| card.splits);
                (options.compose.is_some() || options.splitting.is_some()).then_some(())?;
            }
            Self::Order => {
                options.compose = Some(match value? {
                    "4" => card.fourth,
                    "6" => Composition::KAHAN_LI_6,
                    "8" => Composition::KAHAN_LI_8,
                    _ => return None,
                });
            }
            Self::Reversible => {
                let value = value?;
                options.reversible =
                    Some(StepControl::ALL.into_iter().find(|control| control.name() == value)?);
            }
            Self::Energy => {
                let every = value.map_or(Some(1), |text| text.parse().ok())?;
                options.energy = Some(every).filter(|every| (1..=1_000_000).contains(every));
                options.energy?;
            }
        }
        Some(())
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
    /// As one writes them, in the order of the keys.
    pub(super) fn print(&self) -> Vec<String> {
        let mut parts = Vec::new();
        if let AxisOrder::Given(order) = self.axes {
            parts.push(format!("axes={}", print_axes(order)));
        }
        if let Some(rule) = self.rotation {
            parts.push(format!("rotation={}", print_rule(rule)));
        }
        if let Some(order) = self.magnus {
            parts.push(format!("magnus={order}"));
        }
        if let Some(order) = self.correction {
            parts.push(format!("correction={order}"));
        }
        if let Some(order) = self.momentum {
            parts.push(format!("momentum={order}"));
        }
        if let Some(sigma) = self.s {
            parts.push(format!("s={}", print_s(sigma)));
        }
        if self.plain_kick {
            parts.push("kick=plain".to_string());
        }
        if self.plain_corrector {
            parts.push("corrector=plain".to_string());
        }
        if let Some(degree) = self.degree {
            parts.push(format!("degree={degree}"));
        }
        if let Some(tolerance) = self.tolerance {
            parts.push(format!("tolerance={tolerance:e}"));
        }
        if let Some(composition) = self.compose {
            parts.push(format!("compose={}", composition.name));
        }
        if let Some(splitting) = self.splitting {
            parts.push(format!("compose={}", splitting.name));
        }
        if let Some(control) = self.reversible {
            parts.push(format!("reversible={}", control.name()));
        }
        match self.energy {
            Some(1) => parts.push("energy".to_string()),
            Some(every) => parts.push(format!("energy={every}")),
            None => {}
        }
        parts
    }
}

fn print_axes(order: [Axis; 3]) -> String {
    order.map(|axis| axis.number().to_string()).join("-")
}

fn print_s(sigma: f64) -> String {
    match sigma {
        0.0 => "one".to_string(),
        1.0 => "dmv".to_string(),
        other => format!("{other}"),
    }
}

fn print_rule(rule: TurnRule) -> String {
    match rule {
        TurnRule::Exact => "exact".to_string(),
        TurnRule::Tangent(1) => "cayley".to_string(),
        TurnRule::Tangent(terms) => format!("tangent-{terms}"),
    }
}
