//! The JSON Schema of a scenario, for editors.

use super::{SECTIONS, ScenarioKey, TORQUES, ValueKind, words};
use crate::listed::Listed;
use serde_json::{Map, Value, json};

/// JSON Schema, draft 2020-12.
#[must_use]
pub fn json_schema() -> Value {
    let mut schema = object(SECTIONS.iter());
    schema["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
    schema["title"] = json!("polhode scenario");
    schema
}

fn object<'k>(keys: impl Iterator<Item = &'k ScenarioKey> + Clone) -> Value {
    let required: Vec<_> = keys.clone().filter(|key| key.required).map(|key| key.name).listed();
    let properties: Map<String, Value> =
        keys.map(|key| (key.name.to_owned(), with_help(key))).collect();
    json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

fn with_help(key: &ScenarioKey) -> Value {
    let mut schema = kind(&key.kind);
    schema["description"] = json!(key.help);
    schema
}

fn kind(of: &ValueKind) -> Value {
    let numbers = |count: usize| json!({ "type": "array", "items": { "type": "number" }, "minItems": count, "maxItems": count });
    match of {
        ValueKind::Text | ValueKind::Epoch => json!({ "type": "string" }),
        ValueKind::Choice(names) => json!({ "enum": names }),
        ValueKind::Number => json!({ "type": "number" }),
        ValueKind::Count => json!({ "type": "integer", "minimum": 1 }),
        ValueKind::Whole => json!({ "type": "integer", "minimum": 0 }),
        ValueKind::Flag => json!({ "type": "boolean" }),
        ValueKind::Numbers(count) => numbers(*count),
        ValueKind::List => json!({ "type": "array", "items": { "type": "number" } }),
        ValueKind::Rows(0) => json!({ "type": "array", "items": numbers(3) }),
        ValueKind::Rows(count) => {
            json!({ "type": "array", "items": numbers(3), "minItems": count, "maxItems": count })
        }
        ValueKind::Texts(count) => json!({
            "type": "array", "items": { "type": "string" }, "minItems": count, "maxItems": count,
        }),
        ValueKind::Choices(names) => json!({ "type": "array", "items": { "enum": names } }),
        ValueKind::Named => {
            json!({ "type": "object", "additionalProperties": { "type": "number" } })
        }
        ValueKind::Values => json!({ "type": "array" }),
        ValueKind::Words => json!({ "type": "array", "items": { "type": "string" } }),
        ValueKind::Varied(keys) => {
            json!({ "type": "object", "additionalProperties": object(keys.iter()) })
        }
        ValueKind::Table(keys) => object(keys.iter()),
        ValueKind::Tables(keys) => json!({ "type": "array", "items": object(keys.iter()) }),
        ValueKind::Torques => {
            let models: Vec<_> = TORQUES.iter().map(model).listed();
            json!({ "type": "array", "items": { "oneOf": models } })
        }
        ValueKind::Either(kinds) => json!({ "anyOf": kinds.iter().map(kind).listed() }),
    }
}

fn model(torque: &words::TorqueKeys) -> Value {
    let mut schema = object(words::with_model(torque.keys));
    schema["description"] = json!(torque.help);
    schema["properties"]["model"] = json!({ "const": torque.name });
    schema
}
