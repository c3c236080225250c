//! What the page has to know of a scenario.

use crate::answer::Answer;
use crate::http::Response;
use crate::question::{ACCURACY, DEFAULT_ACCURACY, for_accuracy, sampled, with_method};
use crate::shape;
use crate::subject::PageSubject;
use polhode_lab::description;
use polhode_lab::document::{Document, Node};
use polhode_lab::{Scenario, compare};
use serde_json::{Value, json};

/// An answer that begins with the facts of a scenario: body, start, what is conserved, and all that
/// the file says.
pub(crate) fn answer(scenario: &Scenario, document: &Document, subject: &PageSubject) -> Answer {
    let given = subject.text.is_some() && document.origin == subject.name;
    let mut facts = facts(scenario, document);
    // The shape of a file may be large, and is not copied into each head.
    if let Some(shape) = subject.shape.clone().filter(|_| given) {
        return Answer::new(facts).with_shape(shape);
    }
    facts["shape"] = shape::to_json(scenario);
    Answer::new(facts)
}

fn facts(scenario: &Scenario, document: &Document) -> Value {
    let free = scenario.problem.torques.is_empty();
    let words = description::DescribedMotion::new(scenario).describe().words(&scenario.time_unit);
    let methods = compare::all_methods(scenario);
    json!({
        "title": if scenario.title.is_empty() { &document.origin } else { &scenario.title },
        "description": scenario.description,
        "words": words,
        "time_unit": scenario.time_unit,
        "start": scenario.problem.start.epoch,
        "duration": scenario.schedule.duration,
        "step": document.root.get("run").and_then(|run| run.get("step")).map_or(scenario.plan.duration.abs() / 1000.0, Node::number),
        "accuracy": document.root.get("run").and_then(|run| run.get("accuracy")).map_or(DEFAULT_ACCURACY, Node::number),
        "precision": scenario.plan.precision.name(),
        "free": free,
        "conserves_energy": scenario.conserves_energy(),
        "torques": scenario.problem.torques,
        "moments": scenario.problem.body.inertia.moments().to_array(),
        "principal_axes": scenario.problem.body.principal_axes.to_wxyz(),
        "says": document.root.to_json(),
        "warnings": scenario.warnings.iter().map(|w| w.diagnostic().message.clone()).collect::<Vec<_>>(),
        "suited": methods.iter().map(ToString::to_string).collect::<Vec<_>>(),
    })
}

/// The file itself, with the changes and a method.
pub(crate) fn text(document: &Document, method: &str) -> Result<Response, Response> {
    let scenario = if method == ACCURACY {
        for_accuracy(document)?
    } else {
        // Is it right at all?
        sampled(document, method)?;
        with_method(document, method)?
    };
    Ok(Response::json(&json!({ "text": scenario.text() })))
}
