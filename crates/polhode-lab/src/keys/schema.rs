//! The JSON Schema of a scenario, for editors.

use super::{Key, Kind, SECTIONS, TORQUES, words};
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

fn object<'k>(keys: impl Iterator<Item = &'k Key> + Clone) -> Value {
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

fn with_help(key: &Key) -> Value {
    let mut schema = kind(&key.kind);
    schema["description"] = json!(key.help);
    schema
}

fn kind(of: &Kind) -> Value {
    let numbers = |count: usize| json!({ "type": "array", "items": { "type": "number" }, "minItems": count, "maxItems": count });
    match of {
        Kind::Text | Kind::Epoch => json!({ "type": "string" }),
        Kind::Choice(names) => json!({ "enum": names }),
        Kind::Number => json!({ "type": "number" }),
        Kind::Count => json!({ "type": "integer", "minimum": 1 }),
        Kind::Whole => json!({ "type": "integer", "minimum": 0 }),
        Kind::Flag => json!({ "type": "boolean" }),
        Kind::Numbers(count) => numbers(*count),
        Kind::List => json!({ "type": "array", "items": { "type": "number" } }),
        Kind::Rows(0) => json!({ "type": "array", "items": numbers(3) }),
        Kind::Rows(count) => {
            json!({ "type": "array", "items": numbers(3), "minItems": count, "maxItems": count })
        }
        Kind::Texts(count) => json!({
            "type": "array", "items": { "type": "string" }, "minItems": count, "maxItems": count,
        }),
        Kind::Choices(names) => json!({ "type": "array", "items": { "enum": names } }),
        Kind::Named => json!({ "type": "object", "additionalProperties": { "type": "number" } }),
        Kind::Values => json!({ "type": "array" }),
        Kind::Words => json!({ "type": "array", "items": { "type": "string" } }),
        Kind::Varied(keys) => {
            json!({ "type": "object", "additionalProperties": object(keys.iter()) })
        }
        Kind::Table(keys) => object(keys.iter()),
        Kind::Tables(keys) => json!({ "type": "array", "items": object(keys.iter()) }),
        Kind::Torques => {
            let models: Vec<_> = TORQUES.iter().map(model).listed();
            json!({ "type": "array", "items": { "oneOf": models } })
        }
        Kind::Either(kinds) => json!({ "anyOf": kinds.iter().map(kind).listed() }),
    }
}

fn model(torque: &words::TorqueKeys) -> Value {
    let mut schema = object(words::with_model(torque.keys));
    schema["description"] = json!(torque.help);
    schema["properties"]["model"] = json!({ "const": torque.name });
    schema
}
