//! The catalogue of methods as data for programs: the one JSON form of a card.

use polhode::catalogue::{Card, Key};
use serde_json::{Value, json};

/// A card as JSON, under the name of the method with its options.
#[must_use]
pub fn card_json(name: &str, card: &Card) -> Value {
    json!({
        "name": name,
        "summary": card.summary,
        "order_free": card.order_free,
        "exact_free": card.order_free.is_none(),
        "order_torqued": card.order_torqued,
        "symmetric": card.symmetric,
        "symplectic": card.symplectic,
        "conserves_energy": card.conserves_energy,
        "conserves_momentum": card.conserves_momentum,
        "torque_evaluations": card.torque_evaluations,
        "rotations": card.rotations,
        "renormalizes": card.renormalizes,
        "needs_torque_derivatives": card.needs_torque_derivatives,
        "take": card.take,
        "leave": card.leave,
        "source": source(card),
        "paper": card.paper.key,
        "options": card.keys.iter().copied().map(option_json).collect::<Vec<_>>(),
    })
}

/// The paper and the section that describe a method.
#[must_use]
pub fn source(card: &Card) -> String {
    format!("{}, {}", card.paper.cite, card.section)
}

fn option_json(key: Key) -> Value {
    json!({
        "name": key.name(),
        "values": key.values(),
        "help": key.help(),
        "required": key.is_required(),
    })
}
