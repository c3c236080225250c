//! The one list of options: to add one is a field of `Options` and an entry here.

use super::{Definition, OptionValues};
use crate::axes::AxisOrder;
use crate::catalogue::card::Card;
use crate::geometry::{Axis, TurnRule};
use crate::method::{Composition, Splitting, SplittingKind, StepControl};
use crate::methods::taylor::{AdaptiveTaylor, Taylor};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

macro_rules! options {
    ($($(#[$doc:meta])* $key:ident: $definition:expr;)+) => {
        /// An option.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Key {
            $($(#[$doc])* $key,)+
        }

        impl Key {
            pub(super) const ALL: &[Self] = &[$(Self::$key),+];

            pub(super) fn definition(self) -> &'static Definition {
                match self {
                    $(Self::$key => const { &$definition },)+
                }
            }
        }
    };
}

/// An option that only chooses how the method computes.
const PLAIN: Definition = Definition {
    name: "",
    help: "",
    required: false,
    values: OptionValues::Choices(|_| Vec::new()),
    set: |_, _, _| None,
    print: |_| None,
    effect: |_, _| {},
};

options! {
    /// `axes=2-3-1`
    Axes: Definition {
        name: "axes",
        help: "order of the axes, outermost first (default: ascending moments)",
        values: OptionValues::Choices(|_| AxisOrder::GIVEN.map(print_axes).to_vec()),
        set: |options, value, _| {
            let value = value?;
            let given = AxisOrder::GIVEN.into_iter().find(|&order| print_axes(order) == value)?;
            options.axes = AxisOrder::Given(given);
            Some(())
        },
        print: |options| match options.axes {
            AxisOrder::Given(order) => Some(print_axes(order)),
            AxisOrder::Ascending => None,
        },
        ..PLAIN
    };
    /// `rotation=exact`
    Rotation: Definition {
        name: "rotation",
        help: "how an angle becomes a turn about an axis",
        values: OptionValues::Choices(|_| {
            let tangents = (1..=TurnRule::LONGEST).map(TurnRule::Tangent);
            core::iter::once(TurnRule::Exact).chain(tangents).map(print_rule).collect()
        }),
        set: |options, value, card| {
            let rule = match value? {
                "exact" => TurnRule::Exact,
                "cayley" => TurnRule::Tangent(1),
                other => TurnRule::Tangent(other.strip_prefix("tangent-")?.parse().ok()?),
            };
            let possible = match rule {
                TurnRule::Exact => true,
                TurnRule::Tangent(terms) => (1..=TurnRule::LONGEST).contains(&terms),
            };
            options.rotation = possible.then_some(rule).filter(|&rule| rule != card.rotation);
            possible.then_some(())
        },
        print: |options| options.rotation.map(print_rule),
        ..PLAIN
    };
    /// `magnus=4`
    Magnus: Definition {
        name: "magnus",
        help: "order of the Magnus series of the attitude",
        values: OptionValues::Choices(|_| listed(&["2", "4"])),
        set: |options, value, _| order(&mut options.magnus, value, 2, &[4]),
        print: |options| options.magnus.map(|order| order.to_string()),
        effect: |options, card| card.order_free = options.magnus.or(card.order_free),
        ..PLAIN
    };
    /// `correction=4`
    Correction: Definition {
        name: "correction",
        help: "order to which the moments of inertia are corrected (default: 2)",
        values: OptionValues::Choices(|_| listed(&["2", "4", "6"])),
        set: |options, value, _| order(&mut options.correction, value, 2, &[4, 6]),
        print: |options| options.correction.map(|order| order.to_string()),
        effect: |options, card| {
            card.order_free = options.correction.or(card.order_free);
            // Corrected moments depend on the momentum.
            card.symplectic &= options.correction.is_none();
        },
        ..PLAIN
    };
    /// `momentum=6`
    Momentum: Definition {
        name: "momentum",
        help: "order of the momentum by a rescaled time (default: 4)",
        values: OptionValues::Choices(|_| listed(&["4", "6"])),
        set: |options, value, _| order(&mut options.momentum, value, 4, &[6]),
        print: |options| options.momentum.map(|order| order.to_string()),
        effect: |options, card| card.order_momentum = options.momentum.or(card.order_momentum),
        ..PLAIN
    };
    /// `s=one`
    S: Definition {
        name: "s",
        help: "the member of the family: one, dmv, or sigma in s = 1 + sigma c.c (required)",
        required: true,
        values: OptionValues::Described(|| "one, dmv, or a number".to_string(), &["one", "dmv", "0.5"]),
        set: |options, value, _| {
            options.s = Some(match value? {
                "one" => 0.0,
                "dmv" => 1.0,
                number => number.parse().ok().filter(|x: &f64| x.is_finite())?,
            });
            Some(())
        },
        print: |options| options.s.map(print_s),
        effect: |options, card| card.symplectic |= options.s == Some(1.0),
    };
    /// `kick=plain`
    Kick: Definition {
        name: "kick",
        help: "whether kicks have a gradient (default: modified)",
        values: OptionValues::Choices(|_| listed(&["modified", "plain"])),
        set: |options, value, _| plain(&mut options.plain_kick, value, "modified"),
        print: |options| options.plain_kick.then(|| "plain".into()),
        ..PLAIN
    };
    /// `corrector=plain`
    Corrector: Definition {
        name: "corrector",
        help: "whether kicks of the corrector come in both orders (default: symmetrised)",
        values: OptionValues::Choices(|_| listed(&["symmetrised", "plain"])),
        set: |options, value, _| plain(&mut options.plain_corrector, value, "symmetrised"),
        print: |options| options.plain_corrector.then(|| "plain".into()),
        effect: |options, card| split(card, &options.corrected()),
        ..PLAIN
    };
    /// `degree=20`
    Degree: Definition {
        name: "degree",
        help: "degree of the series; alone, its steps are equal (default: as the tolerance wants)",
        values: OptionValues::Described(
            || format!("a whole number from 2 to {}", Taylor::HIGHEST),
            &["4", "8"],
        ),
        set: |options, value, _| {
            let degree = value?.parse().ok();
            options.degree = degree.filter(|p| (2..=Taylor::HIGHEST).contains(p));
            options.degree.map(|_| ())
        },
        print: |options| options.degree.map(|degree| degree.to_string()),
        ..PLAIN
    };
    /// `tolerance=1e-12`
    Tolerance: Definition {
        name: "tolerance",
        help: "how large the last terms of a step may be; steps follow it (default: 1e-15)",
        values: OptionValues::Described(|| "a number from 1e-32 to 0.1".to_string(), &["1e-9"]),
        set: |options, value, _| {
            let tolerance = value?.parse().ok();
            options.tolerance = tolerance.filter(|size| (1e-32..=0.1).contains(size));
            options.tolerance.map(|_| ())
        },
        print: |options| options.tolerance.map(|tolerance| format!("{tolerance:e}")),
        effect: |options, card| {
            let tolerance = options.tolerance_or_default();
            let by_tolerance = tolerance.map(AdaptiveTaylor::degree_for);
            let Some(degree) = options.degree.or(by_tolerance) else { return };
            (card.order_free, card.order_torqued) = (Some(degree), Some(degree));
            // To write the series down, and to check the end of a step that it chooses.
            card.torque_evaluations = 1 + u32::from(tolerance.is_some());
        },
        ..PLAIN
    };
    /// `compose=yoshida-4`
    Compose: Definition {
        name: "compose",
        help: "higher order by a symmetric composition or splitting",
        values: OptionValues::Choices(|splits| {
            let splittings = Splitting::ALL.iter().filter(|_| splits).map(|s| s.name);
            let names = Composition::ALL.iter().map(|c| c.name).chain(splittings);
            names.map(String::from).collect()
        }),
        set: |options, value, card| {
            let value = value?;
            options.compose = Composition::ALL.into_iter().find(|c| c.name == value);
            let splitting = Splitting::ALL.into_iter().find(|s| s.name == value);
            options.splitting = splitting.filter(|_| card.splits);
            (options.compose.is_some() || options.splitting.is_some()).then_some(())
        },
        print: |options| {
            let splitting = options.splitting.map(|table| table.name);
            options.compose.map(|table| table.name).or(splitting).map(String::from)
        },
        effect: |options, card| {
            if let Some(composition) = options.compose {
                compose(card, &composition);
            }
            if let Some(splitting) = options.splitting {
                split(card, &splitting);
            }
        },
        ..PLAIN
    };
    /// `order=4`
    Order: Definition {
        name: "order",
        help: "shorthand for compose",
        values: OptionValues::Choices(|_| listed(&["4", "6", "8"])),
        set: |options, value, card| {
            options.compose = Some(match value? {
                "4" => card.fourth,
                "6" => Composition::KAHAN_LI_6,
                "8" => Composition::KAHAN_LI_8,
                _ => return None,
            });
            Some(())
        },
        ..PLAIN
    };
    /// `reversible=torque-rate`
    Reversible: Definition {
        name: "reversible",
        help: "steps that shrink where the torque is large and can be taken back, by the torque \
               or by its rate",
        values: OptionValues::Choices(|_| StepControl::ALL.map(|c| c.name().to_string()).to_vec()),
        set: |options, value, _| {
            let value = value?;
            options.reversible = StepControl::ALL.into_iter().find(|one| one.name() == value);
            options.reversible.map(|_| ())
        },
        print: |options| options.reversible.map(|control| control.name().into()),
        effect: |options, card| {
            let Some(control) = options.reversible else { return };
            card.symplectic = false;
            let by_rate = control == StepControl::TorqueRate;
            card.needs_torque_derivatives |= by_rate;
            if card.torque_evaluations > 0 {
                card.torque_evaluations += u32::from(by_rate);
            }
        },
        ..PLAIN
    };
    /// `energy` or `energy=10`
    Energy: Definition {
        name: "energy",
        help: "restores the kinetic energy, after every step or every so many",
        values: OptionValues::Described(
            || "nothing, or a whole number of steps from 1 to 1000000".to_string(),
            &["", "3"],
        ),
        set: |options, value, _| {
            let every = value.map_or(Some(1), |text| text.parse().ok())?;
            options.energy = Some(every).filter(|every| (1..=1_000_000).contains(every));
            options.energy.map(|_| ())
        },
        print: |options| match options.energy? {
            1 => Some(String::new()),
            every => Some(every.to_string()),
        },
        effect: |options, card| {
            let Some(every) = options.energy else { return };
            (card.symmetric, card.symplectic) = (false, false);
            card.conserves_energy |= every == 1;
            card.rotations += 1;
            card.torque_evaluations += 1;
        },
        ..PLAIN
    };
}

fn listed(names: &[&str]) -> Vec<String> {
    names.iter().copied().map(String::from).collect()
}

/// Sets an order that is `None` where it has its default.
fn order(slot: &mut Option<u8>, value: Option<&str>, default: u8, others: &[u8]) -> Option<()> {
    let order = value?.parse().ok()?;
    *slot = others.contains(&order).then_some(order);
    (order == default || slot.is_some()).then_some(())
}

/// Sets a flag whose values are `plain` and a default.
fn plain(slot: &mut bool, value: Option<&str>, default: &str) -> Option<()> {
    let value = value?;
    *slot = value == "plain";
    (*slot || value == default).then_some(())
}

fn compose(card: &mut Card, composition: &Composition) {
    let stages = u32::try_from(composition.stages()).unwrap_or(u32::MAX);
    // A composition for order 2 takes nothing from a method of a higher order.
    card.order_free = card.order_free.map(|own| own.max(composition.order));
    card.order_torqued = card.order_torqued.map(|_| composition.order);
    card.order_momentum = card.order_momentum.filter(|own| *own > composition.order);
    card.rotations *= stages;
    card.torque_evaluations *= stages;
}

/// What a splitting makes of a method's card.
fn split(card: &mut Card, splitting: &Splitting) {
    let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let adjoint = splitting.kind == SplittingKind::Adjoint;
    // A drift that is no solution limits the order, unless adjoint pairs make up for it.
    let limit = card.order_free.filter(|_| !adjoint).unwrap_or(u8::MAX);
    let order = splitting.order.min(limit);
    card.order_free = card.order_free.map(|_| order);
    card.order_torqued = card.order_torqued.map(|_| order);
    card.symmetric &= !splitting.has_corrector();
    card.rotations *= count(splitting.drifts());
    card.torque_evaluations = count(splitting.evaluations());
    card.needs_torque_derivatives |= splitting.kind == SplittingKind::ForceGradient;
    card.refuses_rates |= !adjoint;
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
