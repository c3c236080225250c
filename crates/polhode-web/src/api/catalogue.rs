//! What there is to choose from.

use crate::limits::MOST_METHODS;
use crate::subject::PageSubject;
use polhode::catalogue::cards;
use polhode_lab::Scenario;
use polhode_lab::embedded::SCENARIOS;
use polhode_lab::methods::card_json;
use serde_json::{Value, json};

/// Methods, scenarios, and what was given on the command line.
pub(crate) fn all(subject: &PageSubject) -> Value {
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
        "methods": cards().map(|card| card_json(card.name, &card)).collect::<Vec<_>>(),
        "scenarios": scenarios,
        "given": subject.text.as_ref().map(|_| json!({ "name": subject.name })),
    })
}
