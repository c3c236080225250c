//! Changes to a text, each `key=value`.

use super::Edit;
use crate::diagnostic::{Diagnostic, Report};
use crate::keys::SHAPES;
use crate::remedy::Action;
use toml_edit::{DocumentMut, Item, Key, Value};

/// The text with the changes in it; what is not changed stays as it was written.
pub(super) fn apply(origin: &str, text: &str, changes: &[String]) -> Result<String, Report> {
    let parsed = text.parse::<DocumentMut>();
    let mut document =
        parsed.map_err(|error| Report::error(origin, text, super::no_toml(&error)))?;
    for change in changes {
        set(&mut document, change).map_err(|problem| Report::in_change(change, problem))?;
    }
    Ok(document.to_string())
}

/// The text with an inertia tensor in place of a shape that was read from a file.
pub(super) fn with_inertia(text: &str, tensor: [[f64; 3]; 3], file: &str) -> Option<String> {
    let mut document = text.parse::<DocumentMut>().ok()?;
    set(&mut document, &format!("body.inertia={tensor:?}")).ok()?;
    // In an inline table a comment would hide the brace.
    if let Item::Table(body) = document.get_mut("body")? {
        let inertia = body.get_mut("inertia")?.as_value_mut()?;
        let line: String = file.chars().filter(|c| !c.is_control()).collect();
        inertia.decor_mut().set_suffix(format!(" # of {line}"));
    }
    Some(document.to_string())
}

/// The text without one of its tables.
pub(super) fn without(text: &str, table: &str) -> Option<String> {
    let mut document = text.parse::<DocumentMut>().ok()?;
    document.remove(table)?;
    Some(document.to_string())
}

/// The text with changes in it.
pub(super) fn edited(text: &str, edits: &[Edit]) -> Option<String> {
    let mut document = text.parse::<DocumentMut>().ok()?;
    for Edit { section, key, value } in edits {
        match value {
            Some(value) => {
                let table = step_into(document.as_item_mut(), section)?.as_table_like_mut()?;
                let mut value = parse(value);
                if let Some(old) = table.get(key).and_then(Item::as_value) {
                    *value.decor_mut() = old.decor().clone();
                }
                table.insert(key, Item::Value(value));
            }
            None => {
                let table = document.get_mut(section).and_then(Item::as_table_like_mut);
                table.map(|table| table.remove(key));
            }
        }
    }
    Some(document.to_string())
}

/// A change, for example.
const STEP: &str = "run.step=0.01";

fn set(document: &mut DocumentMut, change: &str) -> Result<(), Diagnostic> {
    let whole = 0..change.len();
    let (path, value) = change.split_once('=').ok_or_else(|| {
        let message = format!("`{change}` sets nothing; it must be key=value");
        Diagnostic::at(whole.clone(), message, Action::Change(STEP))
    })?;
    let keys = Key::parse(path.trim()).map_err(|_| {
        let message = format!("`{path}` is no key; it must be words with points between them");
        Diagnostic::at(0..path.len(), message, Action::Change("torque.0.strength=20"))
    })?;
    let Some((last, way)) = keys.split_last() else {
        return Err(Diagnostic::at(whole, "the key is empty", Action::Change(STEP)));
    };
    let mut item = document.as_item_mut();
    for key in way {
        item = step_into(item, key.get()).ok_or_else(|| nowhere(path, key.get()))?;
    }
    take_away_rivals(item, way, last.get());
    let slot = step_into(item, last.get()).ok_or_else(|| nowhere(path, last.get()))?;
    // The comment behind the old value stays.
    let decor = slot.as_value().map(|old| old.decor().clone());
    let mut value = parse(value.trim());
    if let Some(decor) = decor {
        *value.decor_mut() = decor;
    }
    // An element of [[torque]] is a table; a value among them would not be seen.
    *slot = match (last.get().parse::<usize>(), value) {
        (Ok(_), Value::InlineTable(table)) => Item::Table(table.into_table()),
        (Ok(_), value) => {
            let message = format!("`{}` is {value}; it must be a table", path.trim());
            let example = "torque.0={ model = \"damping\", coefficient = 0.1 }";
            return Err(Diagnostic::at(whole, message, Action::Change(example)));
        }
        (Err(_), value) => Item::Value(value),
    };
    Ok(())
}

/// Keys of which a table has one: a new one replaces the old one.
const RIVALS: [(&str, &[&str]); 3] = [
    ("body", &SHAPES),
    ("initial", &["angular_velocity", "angular_momentum"]),
    ("output", &["every", "every_steps", "samples"]),
];

/// What a key of `[run]` takes the place of.
const REPLACED: [(&str, &[&str]); 3] = [
    ("accuracy", &["method", "step"]),
    ("method", &["accuracy", "prefer"]),
    ("step", &["accuracy", "prefer"]),
];

/// Keys of a torque that give its points, in two ways.
const POINTS: [[&str; 2]; 2] = [["file", "columns"], ["times", "torques"]];

fn take_away_rivals(item: &mut Item, way: &[Key], key: &str) {
    let [section] = way else {
        let rivals = POINTS.iter().position(|keys| keys.contains(&key)).map(|own| POINTS[1 - own]);
        let torque = way.len() == 2 && way.first().is_some_and(|key| key.get() == "torque");
        if let (Some(keys), Some(table), true) = (rivals, item.as_table_like_mut(), torque) {
            keys.iter().for_each(|key| drop(table.remove(key)));
        }
        return;
    };
    let replaced = REPLACED.iter().find(|(new, _)| section.get() == "run" && *new == key);
    if let (Some((_, keys)), Some(table)) = (replaced, item.as_table_like_mut()) {
        keys.iter().for_each(|key| drop(table.remove(key)));
    }
    let rivals = RIVALS.iter().find(|(name, keys)| *name == section.get() && keys.contains(&key));
    if let (Some((_, keys)), Some(table)) = (rivals, item.as_table_like_mut()) {
        for rival in keys.iter().filter(|rival| **rival != key) {
            table.remove(rival);
        }
    }
}

/// A TOML value, or else a word without quotes.
fn parse(text: &str) -> Value {
    text.parse().unwrap_or_else(|_| Value::from(text))
}

/// What belongs to a key, which a number makes an element of a list.
fn step_into<'a>(item: &'a mut Item, key: &str) -> Option<&'a mut Item> {
    if let Ok(index) = key.parse::<usize>() {
        return match item {
            // A plain list is replaced as a whole.
            Item::ArrayOfTables(_) => item.get_mut(index),
            _ => None,
        };
    }
    match item {
        Item::Table(_) | Item::Value(Value::InlineTable(_)) => {
            let table = item.as_table_like_mut()?;
            if table.get(key).is_none() {
                table.insert(key, toml_edit::table());
            }
            table.get_mut(key)
        }
        Item::None => {
            *item = toml_edit::table();
            step_into(item, key)
        }
        _ => None,
    }
}

fn nowhere(path: &str, key: &str) -> Diagnostic {
    let begin = path.find(key).unwrap_or(0);
    Diagnostic::at(
        begin..begin + key.len(),
        format!("there is no `{key}` in `{}`", path.trim()),
        "the elements of [[torque]] are torque.0, torque.1 and so on; a list is set as a whole, \
         for example body.inertia=[1.0,2.0,2.5]",
    )
}
