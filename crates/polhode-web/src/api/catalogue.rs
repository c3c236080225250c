//! What there is to choose from.

use crate::limits::MOST_METHODS;
use crate::subject::Subject;
use polhode::catalogue::{Card, cards};
use polhode_lab::Scenario;
use polhode_lab::embedded::SCENARIOS;
use serde_json::{Value, json};

/// Methods, scenarios, and what was given on the command line.
pub(crate) fn all(subject: &Subject) -> Value {
    let scenarios: Vec<_> = SCENARIOS
        .iter()
        .filter_map(|embedded| {
            let scenario = Scenario::parse(embedded.name, embedded.text, &[]).ok()?;
            Some(json!({
                "name": embedded.name,
                "title": scenario.title,
                "description": scenario.description,
                "method": scenario.method.to_string(),
                "free": scenario.problem.torques.is_empty(),
            }))
        })
        .collect();
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "most_methods": MOST_METHODS,
        "methods": cards().map(|card| object(&card)).collect::<Vec<_>>(),
        "scenarios": scenarios,
        "given": subject.text.as_ref().map(|_| json!({ "name": subject.name })),
    })
}

fn object(card: &Card) -> Value {
    let options: Vec<_> = card
        .keys
        .iter()
        .map(|key| {
            json!({
                "name": key.name(),
                "values": key.values(),
                "help": key.help(),
                "required": key.is_required(),
            })
        })
        .collect();
    json!({
        "name": card.name,
        "summary": card.summary,
        "order_free": card.order_free,
        "order_torqued": card.order_torqued,
        "symmetric": card.symmetric,
        "symplectic": card.symplectic,
        "conserves_energy": card.conserves_energy,
        "conserves_momentum": card.conserves_momentum,
        "take": card.take,
        "leave": card.leave,
        "source": format!("{}, {}", card.paper.cite, card.section),
        "options": options,
    })
}
