//! Every value against its kind, before anything is made of it.

use super::{SECTIONS, ScenarioKey, TORQUES, ValueKind};
use crate::diagnostic::{Diagnostic, suggestion};
use crate::document::{Entry, Node, Value};
use crate::listed::Listed;
use crate::scenario::foreign;
use std::ops::Range;

/// The first thing in a document that is not as the keys say.
pub(crate) fn validate(root: &Node) -> Result<(), Diagnostic> {
    table(root, "", SECTIONS.iter())
}

fn table<'k>(
    node: &Node,
    place: &str,
    keys: impl Iterator<Item = &'k ScenarioKey> + Clone,
) -> Result<(), Diagnostic> {
    for Entry { key, key_span, node } in node.entries() {
        let path = join(place, key);
        let known = keys.clone().find(|known| known.name == key).ok_or_else(|| {
            let names: Vec<_> = keys.clone().map(|key| key.name).listed();
            unknown(key_span, &path, place, key, &names)
        })?;
        check(node, &path, known)?;
    }
    let missing = keys.clone().find(|key| key.required && node.get(key.name).is_none());
    missing.map_or(Ok(()), |key| {
        let (message, help) = (format!("`{}` is missing", join(place, key.name)), example(key));
        Err(Diagnostic::at(node.span.clone(), message, help))
    })
}

fn join(place: &str, key: &str) -> String {
    if place.is_empty() { key.into() } else { format!("{place}.{key}") }
}

fn unknown(span: &Range<usize>, path: &str, place: &str, key: &str, names: &[&str]) -> Diagnostic {
    let near = suggestion(key, names.iter().copied());
    let whose = if place.is_empty() { "a scenario".into() } else { format!("`{place}`") };
    Diagnostic::at(
        span.clone(),
        format!("there is no key `{path}`{near}"),
        format!("the keys of {whose} are {}", names.join(", ")),
    )
}

fn example(key: &ScenarioKey) -> String {
    match key.kind {
        ValueKind::Table(_) => format!("{}; begin it with a line [{}]", key.help, key.name),
        ValueKind::Torques | ValueKind::Tables(_) if key.example.is_empty() => {
            format!("{}; begin each with a line [[{}]]", key.help, key.name)
        }
        _ => format!("{}; write for example {} = {}", key.help, key.name, key.example),
    }
}

fn check(node: &Node, path: &str, key: &ScenarioKey) -> Result<(), Diagnostic> {
    kind(node, path, &key.kind).map_err(|trouble| match trouble {
        InvalidValue::Here(problem) => problem,
        InvalidValue::ValueKind => Diagnostic::at(
            node.span.clone(),
            format!("`{path}` is {}; it must be {}", node.print(), key.kind.describe()),
            example(key),
        ),
    })
}

/// Either the value is of another kind, or something inside it is wrong.
enum InvalidValue {
    ValueKind,
    Here(Diagnostic),
}

impl From<Diagnostic> for InvalidValue {
    fn from(problem: Diagnostic) -> Self {
        Self::Here(problem)
    }
}

fn kind(node: &Node, path: &str, kind_of: &ValueKind) -> Result<(), InvalidValue> {
    let items = node.items();
    let is_list = matches!(node.value, Value::List(_));
    let is_table = matches!(node.value, Value::Table(_));
    match *kind_of {
        ValueKind::Text => holds(matches!(node.value, Value::Text(_))),
        ValueKind::Epoch => holds(matches!(node.value, Value::Text(_) | Value::Date(_))),
        ValueKind::Choice(names) => choice(node, path, names),
        ValueKind::Number => number(node, path),
        ValueKind::Count => {
            holds(matches!(node.value, Value::Number { value, whole: true } if value >= 1.0))
        }
        ValueKind::Whole => {
            let fits = |value: f64| (0.0..=MOST_WHOLE).contains(&value);
            holds(matches!(node.value, Value::Number { value, whole: true } if fits(value)))
        }
        ValueKind::Flag => holds(matches!(node.value, Value::Flag(_))),
        ValueKind::Numbers(count) => {
            holds(is_list && items.len() == count && items.iter().all(is_number))?;
            items.iter().try_for_each(|item| number(item, path))
        }
        ValueKind::List => {
            holds(is_list && items.iter().all(is_number))?;
            items.iter().try_for_each(|item| number(item, path))
        }
        ValueKind::Rows(count) => {
            holds(is_list && (count == 0 || items.len() == count))?;
            items.iter().try_for_each(|row| kind(row, path, &ValueKind::Numbers(3)))
        }
        ValueKind::Texts(count) => holds(
            items.len() == count && items.iter().all(|item| matches!(item.value, Value::Text(_))),
        ),
        ValueKind::Choices(names) => {
            holds(is_list && items.iter().all(|item| matches!(item.value, Value::Text(_))))?;
            items.iter().try_for_each(|item| choice(item, path, names))
        }
        ValueKind::Named => {
            holds(is_table)?;
            node.entries().iter().try_for_each(|entry| {
                let path = join(path, &entry.key);
                kind(&entry.node, &path, &ValueKind::Number).map_err(|trouble| match trouble {
                    InvalidValue::ValueKind => InvalidValue::Here(Diagnostic::at(
                        entry.node.span.clone(),
                        format!("`{path}` is {}; it must be a number", entry.node.print()),
                        format!("write for example {} = 1.0", entry.key),
                    )),
                    here @ InvalidValue::Here(_) => here,
                })
            })
        }
        ValueKind::Values => holds(is_list),
        ValueKind::Words => {
            holds(is_list && items.iter().all(|item| matches!(item.value, Value::Text(_))))
        }
        ValueKind::Varied(keys) => {
            holds(is_table)?;
            Ok(node.entries().iter().try_for_each(|entry| varied(entry, path, keys))?)
        }
        ValueKind::Table(keys) => {
            holds(is_table)?;
            Ok(table(node, path, keys.iter())?)
        }
        ValueKind::Tables(keys) => {
            holds(is_list && items.iter().all(|item| matches!(item.value, Value::Table(_))))?;
            Ok(items.iter().try_for_each(|item| table(item, path, keys.iter()))?)
        }
        ValueKind::Torques => {
            holds(is_list && items.iter().all(|item| matches!(item.value, Value::Table(_))))?;
            Ok(items.iter().try_for_each(|item| torque(item, path))?)
        }
        ValueKind::Either(kinds) => {
            for one in kinds {
                match kind(node, path, one) {
                    Err(InvalidValue::ValueKind) => {}
                    done => return done,
                }
            }
            Err(InvalidValue::ValueKind)
        }
    }
}

/// Above, a double does not know every whole number.
const MOST_WHOLE: f64 = 9_007_199_254_740_992.0;

/// What a key is drawn from. A key with points but without quotes is a table in a table.
fn varied(entry: &Entry, path: &str, keys: &'static [ScenarioKey]) -> Result<(), Diagnostic> {
    let (key, inner) = (&entry.key, entry.node.entries().first());
    let path = format!("{path}.\"{key}\"");
    let Some(inner) = inner else {
        let message = format!("`{path}` is {}; it must be a distribution", entry.node.print());
        let remedy = "write for example { distribution = \"uniform\", from = 0.0, to = 1.0 }";
        return Err(Diagnostic::at(entry.node.span.clone(), message, remedy));
    };
    let nested =
        matches!(inner.node.value, Value::Table(_)) && !keys.iter().any(|k| k.name == inner.key);
    if nested {
        let message = format!("the key `{key}.{}` has no quotes", inner.key);
        let remedy = format!("write \"{key}.{}\" = ..., as one word", inner.key);
        return Err(Diagnostic::at(entry.key_span.clone(), message, remedy));
    }
    table(&entry.node, &path, keys.iter())
}

fn holds(condition: bool) -> Result<(), InvalidValue> {
    if condition { Ok(()) } else { Err(InvalidValue::ValueKind) }
}

fn is_number(node: &Node) -> bool {
    matches!(node.value, Value::Number { .. })
}

fn number(node: &Node, path: &str) -> Result<(), InvalidValue> {
    holds(is_number(node))?;
    if node.number().is_finite() {
        return Ok(());
    }
    let message = format!("`{path}` is {}; it must be finite", node.print());
    Err(Diagnostic::at(node.span.clone(), message, "check what computed it").into())
}

fn choice(node: &Node, path: &str, names: &[&str]) -> Result<(), InvalidValue> {
    let Value::Text(given) = &node.value else { return Err(InvalidValue::ValueKind) };
    if names.contains(&given.as_str()) {
        return Ok(());
    }
    let near = suggestion(given, names.iter().copied());
    let message = format!("`{path}` is {given:?}{near}");
    let remedy = format!("it can be {}", super::quoted(names));
    Err(Diagnostic::at(node.span.clone(), message, remedy).into())
}

/// The table of a torque: its model first, then the keys of that model.
fn torque(node: &Node, path: &str) -> Result<(), Diagnostic> {
    let names = TORQUES.iter().map(|torque| torque.name);
    let list = || format!("the models are {}", names.clone().listed().join(", "));
    let Some(model) = node.get("model") else {
        let message = format!("`{path}.model` is missing");
        return Err(Diagnostic::at(node.span.clone(), message, list()));
    };
    if model.text() == foreign::PYTHON {
        return Err(foreign::refused(node));
    }
    let found = TORQUES.iter().find(|torque| torque.name == model.text());
    let Some(found) = found else {
        let near = suggestion(model.text(), names.clone());
        let message = format!("there is no torque model {}{near}", model.print());
        return Err(Diagnostic::at(model.span.clone(), message, list()));
    };
    table(node, &format!("{path}.{}", found.name), super::words::with_model(found.keys))
}
