//! What the page has to know of a scenario.

use crate::answer::Answer;
use crate::http::Response;
use crate::question::{ACCURACY, DEFAULT_ACCURACY, edited, for_accuracy, remove, sampled, step};
use crate::shape;
use crate::subject::Subject;
use polhode_lab::description;
use polhode_lab::document::{Document, Node};
use polhode_lab::{Scenario, compare};
use serde_json::{Value, json};

/// An answer that begins with the facts of a scenario: body, start, what is conserved, and all that
/// the file says.
pub(crate) fn answer(scenario: &Scenario, document: &Document, subject: &Subject) -> Answer {
    let given = subject.text.is_some() && document.origin == subject.name;
    let mut facts = facts(scenario, document);
    // The shape of a file may be large, and is not copied into each head.
    if let Some(shape) = subject.shape.clone().filter(|_| given) {
        return Answer::new(facts).with_shape(shape);
    }
    facts["shape"] = shape::of(scenario);
    Answer::new(facts)
}

fn facts(scenario: &Scenario, document: &Document) -> Value {
    let free = scenario.torques.is_empty();
    let words = description::Subject::of(scenario).describe().words(&scenario.time_unit);
    let methods = compare::all_methods(scenario);
    json!({
        "title": if scenario.title.is_empty() { &document.origin } else { &scenario.title },
        "description": scenario.description,
        "words": words,
        "time_unit": scenario.time_unit,
        "start": scenario.start.time,
        "duration": scenario.plan.duration,
        "step": step(document),
        "accuracy": accuracy(document),
        "precision": scenario.precision.name(),
        "free": free,
        "conserves_energy": scenario.conserves_energy(),
        "torques": scenario.torques,
        "moments": scenario.body.inertia.moments().to_array(),
        "principal_axes": scenario.body.principal_axes.to_wxyz(),
        "says": document.root.to_json(),
        "warnings": scenario.warnings.iter().map(|w| w.problem().message.clone()).collect::<Vec<_>>(),
        "suited": methods.iter().map(ToString::to_string).collect::<Vec<_>>(),
    })
}

/// What is asked of a method that is chosen.
fn accuracy(document: &Document) -> f64 {
    let said = document.root.get("run").and_then(|run| run.get("accuracy"));
    said.map_or(DEFAULT_ACCURACY, Node::number)
}

/// The file itself, with the changes and a method.
pub(crate) fn text(document: &Document, method: &str) -> Result<Response, Response> {
    let text = if method == ACCURACY {
        for_accuracy(document)
    } else {
        // Is it right at all?
        sampled(document, method)?;
        edited(document, |text| {
            remove(text, "run", &["accuracy", "prefer", "certificate"]);
            if let Some(run) = text.get_mut("run").and_then(|item| item.as_table_like_mut()) {
                run.insert("method", toml_edit::value(method));
            }
        })
    };
    let parse = |text: &str| Scenario::parse(&document.origin, text, &[]);
    // Samples may be between the steps; then they are taken by the default.
    let parsed = parse(&text).or_else(|_| {
        let mut text = text.parse::<toml_edit::DocumentMut>().unwrap_or_default();
        remove(&mut text, "output", &["every", "every_steps"]);
        parse(&text.to_string())
    });
    let scenario = parsed.map_err(|report| crate::question::wrong(&report))?;
    Ok(Response::json(&json!({ "text": scenario.text() })))
}
