//! What can be said after a method's name.

use super::card::Card;
use crate::axes::AxisOrder;
use crate::geometry::{Axis, TurnRule};
use crate::method::Composition;
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
    /// sigma of s = 1 + sigma c.c in the energy-momentum family.
    pub s: Option<f64>,
    /// Which composition is wrapped around the method.
    pub compose: Option<Composition>,
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
    /// `s=one`
    S,
    /// `compose=yoshida-4`
    Compose,
    /// `order=4`
    Order,
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
            Self::S => "s",
            Self::Compose => "compose",
            Self::Order => "order",
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
            Self::S => {
                "the member of the family: one, dmv, or sigma in s = 1 + sigma c.c (required)"
            }
            Self::Compose => "higher order by a symmetric composition",
            Self::Order => "shorthand for compose",
            Self::Energy => "restores the kinetic energy, after every step or every so many",
        }
    }

    /// The values it can have, for people.
    #[must_use]
    pub fn values(self) -> String {
        match self {
            Self::Energy => "nothing, or a whole number of steps from 1 to 1000000".to_string(),
            Self::S => "one, dmv, or a number".to_string(),
            _ => self.choices().join(", "),
        }
    }

    fn choices(self) -> Vec<String> {
        match self {
            Self::Axes => AxisOrder::GIVEN.map(print_axes).to_vec(),
            Self::Rotation => core::iter::once(TurnRule::Exact)
                .chain((1..=TurnRule::LONGEST).map(TurnRule::Tangent))
                .map(print_rule)
                .collect(),
            Self::Magnus => ["2", "4"].map(String::from).to_vec(),
            Self::Correction => ["2", "4", "6"].map(String::from).to_vec(),
            Self::S => ["one", "dmv", "0.5"].map(String::from).to_vec(),
            Self::Compose => Composition::ALL.map(|c| c.name.to_string()).to_vec(),
            Self::Order => ["4", "6", "8"].map(String::from).to_vec(),
            Self::Energy => ["", "3"].map(String::from).to_vec(),
        }
    }

    /// Must it be given?
    #[must_use]
    pub fn is_required(self) -> bool {
        self == Self::S
    }

    /// Options with this one set, once for each value: for tests and benches.
    pub(super) fn samples(self, card: &Card) -> Vec<Options> {
        let mut samples = Vec::new();
        if self == Self::Order {
            return samples; // says nothing that compose does not
        }
        for choice in self.choices() {
            let mut options = Options::default();
            let value = Some(choice.as_str()).filter(|text| !text.is_empty());
            if self.set(&mut options, value, card).is_some() && options != Options::default() {
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
            Self::S => {
                let sigma = match value? {
                    "one" => 0.0,
                    "dmv" => 1.0,
                    number => number.parse().ok().filter(|x: &f64| x.is_finite())?,
                };
                options.s = Some(sigma);
            }
            Self::Compose => {
                options.compose =
                    Some(Composition::ALL.into_iter().find(|c| c.name == value.unwrap_or(""))?);
            }
            Self::Order => {
                options.compose = Some(match value? {
                    "4" => card.fourth,
                    "6" => Composition::KAHAN_LI_6,
                    "8" => Composition::KAHAN_LI_8,
                    _ => return None,
                });
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

impl Options {
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
        if let Some(sigma) = self.s {
            parts.push(format!("s={}", print_s(sigma)));
        }
        if let Some(composition) = self.compose {
            parts.push(format!("compose={}", composition.name));
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
