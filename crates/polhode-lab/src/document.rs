//! A TOML text as a tree in which every value knows where it stands.

mod set;

use crate::diagnostic::{Diagnostic, Report};
use std::ops::Range;
use toml_edit::{Item, TableLike};

/// A parsed text.
#[derive(Clone, Debug)]
pub struct Document {
    /// The file, or what else the text is.
    pub origin: String,
    /// The text that the spans belong to.
    pub text: String,
    /// Is the text another than that of the file?
    pub changed: bool,
    /// Its values.
    pub root: Node,
}

impl Document {
    /// From a text and changes to it, each `key=value` with a dotted key.
    ///
    /// # Errors
    /// Where the text is no TOML, or a change is not possible.
    pub fn parse(origin: &str, text: &str, changes: &[String]) -> Result<Self, Report> {
        let text =
            if changes.is_empty() { text.to_owned() } else { set::apply(origin, text, changes)? };
        let parsed = toml_edit::Document::parse(&*text)
            .map_err(|error| Report::error(origin, &text, no_toml(&error)))?;
        let root = Node::from_table(parsed.as_table(), 0..0);
        Ok(Self { origin: origin.into(), text, changed: !changes.is_empty(), root })
    }
    /// From values that nobody has written: the text is made of them, and they stand nowhere in it.
    #[must_use]
    pub fn from_values(origin: &str, root: Node) -> Self {
        Self { origin: origin.into(), text: root.to_file(), changed: false, root }
    }
    /// The document without one of its tables.
    ///
    /// # Errors
    /// As [`parse`](Self::parse).
    pub fn without(&self, table: &str) -> Result<Self, Report> {
        if self.root.get(table).is_none() {
            return Ok(self.clone());
        }
        let document = Self::parse(&self.origin, &without(&self.text, table), &[])?;
        Ok(Self { changed: self.changed, ..document })
    }
    /// Where the text can be found; a change may have moved its lines.
    #[must_use]
    pub fn place(&self) -> String {
        if self.changed { format!("{} (as changed)", self.origin) } else { self.origin.clone() }
    }
    /// A problem of this text.
    pub fn report(&self, problem: Diagnostic) -> Report {
        Report::error(&self.place(), &self.text, problem)
    }
}

fn no_toml(error: &toml_edit::TomlError) -> Diagnostic {
    let message = format!("this is no valid TOML: {}", error.message().replace('\n', ", "));
    let remedy = "compare with a scenario that is: `polhode scenarios show t-handle` prints one";
    Diagnostic::at(error.span(), message, remedy)
}

/// A change to a text: the value of a key as TOML, or its removal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The table.
    pub section: &'static str,
    /// The key.
    pub key: &'static str,
    /// The value; `None` removes the key.
    pub value: Option<String>,
}

/// A text with changes in it; the rest stays as it was written.
pub(crate) fn edited(text: &str, edits: &[Edit]) -> String {
    set::edited(text, edits).unwrap_or_else(|| text.to_owned())
}

/// A text with an inertia tensor in place of a shape that was read from a file: it means the same anywhere and at any
/// time.
pub(crate) fn with_inertia(text: &str, tensor: [[f64; 3]; 3], file: &str) -> String {
    set::with_inertia(text, tensor, file).unwrap_or_else(|| text.to_owned())
}

/// A text without one of its tables.
pub(crate) fn without(text: &str, table: &str) -> String {
    set::without(text, table).unwrap_or_else(|| text.to_owned())
}

/// A value and where it stands.
#[derive(Clone, Debug)]
pub struct Node {
    /// What it is.
    pub value: Value,
    /// The bytes of the text.
    pub span: Range<usize>,
}

/// What a value can be.
#[derive(Clone, Debug)]
pub enum Value {
    /// Whole, or not.
    Number {
        /// Its value.
        value: f64,
        /// Was it written without a point?
        whole: bool,
    },
    /// A string.
    Text(String),
    /// true or false.
    Flag(bool),
    /// A list.
    List(Vec<Node>),
    /// A table of any form.
    Table(Vec<Entry>),
    /// A date or a time, as it is written without quotes.
    Date(String),
}

/// One line of a table.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The key.
    pub key: String,
    /// Where the key stands.
    pub key_span: Range<usize>,
    /// The value.
    pub node: Node,
}

impl Node {
    fn from_table(table: &dyn TableLike, span: Range<usize>) -> Self {
        let entries = table.iter().filter_map(|(key, item)| {
            let key_span = table.key(key).and_then(toml_edit::Key::span).unwrap_or(0..0);
            let node = Self::from_item(item, &key_span)?;
            Some(Entry { key: key.into(), key_span, node })
        });
        Self { value: Value::Table(entries.collect()), span }
    }

    fn from_item(item: &Item, key_span: &Range<usize>) -> Option<Self> {
        let span = item.span().unwrap_or_else(|| key_span.clone());
        Some(match item {
            Item::None => return None,
            Item::Value(value) => Self::from_value(value, span),
            Item::Table(table) => Self::from_table(table, span),
            Item::ArrayOfTables(tables) => {
                let from_one = |table: &toml_edit::Table| {
                    Self::from_table(table, table.span().unwrap_or_else(|| span.clone()))
                };
                Self { value: Value::List(tables.iter().map(from_one).collect()), span }
            }
        })
    }

    #[expect(clippy::cast_precision_loss, reason = "a number of a file is a double")]
    fn from_value(value: &toml_edit::Value, span: Range<usize>) -> Self {
        use toml_edit::Value as Toml;
        let value = match value {
            Toml::Integer(x) => Value::Number { value: *x.value() as f64, whole: true },
            Toml::Float(x) => Value::Number { value: *x.value(), whole: false },
            Toml::String(text) => Value::Text(text.value().clone()),
            Toml::Boolean(flag) => Value::Flag(*flag.value()),
            Toml::Datetime(date) => Value::Date(date.value().to_string()),
            Toml::Array(list) => {
                let one = |value: &Toml| {
                    Self::from_value(value, value.span().unwrap_or_else(|| span.clone()))
                };
                Value::List(list.iter().map(one).collect())
            }
            Toml::InlineTable(table) => return Self::from_table(table, span),
        };
        Self { value, span }
    }

    /// The value of a key, if this is a table that has it.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Self> {
        self.entries().iter().find(|entry| entry.key == key).map(|entry| &entry.node)
    }
    /// The value of a key, to be changed.
    pub(crate) fn get_mut(&mut self, key: &str) -> Option<&mut Self> {
        let Value::Table(entries) = &mut self.value else { return None };
        entries.iter_mut().find(|entry| entry.key == key).map(|entry| &mut entry.node)
    }
    /// Appends an element to the list that a key of this table has, or will have.
    pub(crate) fn push(&mut self, key: &str, element: Self) {
        let Value::Table(entries) = &mut self.value else { return };
        let known = entries.iter_mut().find(|entry| entry.key == key).map(|entry| &mut entry.node);
        match known {
            Some(Self { value: Value::List(items), .. }) => items.push(element),
            Some(other) => other.value = Value::List(vec![element]),
            None => {
                let node = Self { value: Value::List(vec![element]), span: 0..0 };
                entries.push(Entry { key: key.into(), key_span: 0..0, node });
            }
        }
    }
    /// The lines of a table; of anything else none.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        if let Value::Table(entries) = &self.value { entries } else { &[] }
    }
    /// The elements of a list; of anything else none.
    #[must_use]
    pub fn items(&self) -> &[Self] {
        if let Value::List(items) = &self.value { items } else { &[] }
    }
    /// A number; of anything else not-a-number.
    #[must_use]
    pub fn number(&self) -> f64 {
        if let Value::Number { value, .. } = self.value { value } else { f64::NAN }
    }
    /// A text; of anything else none.
    #[must_use]
    pub fn text(&self) -> &str {
        if let Value::Text(text) = &self.value { text } else { "" }
    }
    /// Is it `true`?
    #[must_use]
    pub fn flag(&self) -> bool {
        matches!(self.value, Value::Flag(true))
    }
    /// So many numbers.
    #[must_use]
    pub fn numbers<const N: usize>(&self) -> [f64; N] {
        std::array::from_fn(|i| self.items().get(i).map_or(f64::NAN, Self::number))
    }
    /// Rows of so many numbers.
    #[must_use]
    pub fn rows<const N: usize>(&self) -> Vec<[f64; N]> {
        self.items().iter().map(Self::numbers).collect()
    }
    /// The same as JSON. A number that was written without a point stays so.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "it was made of such a number")]
    pub fn to_json(&self) -> serde_json::Value {
        use serde_json::Value as Json;
        match &self.value {
            Value::Number { value, whole: true } => Json::from(*value as i64),
            Value::Number { value, whole: false } => Json::from(*value),
            Value::Text(text) => Json::from(text.as_str()),
            Value::Flag(flag) => Json::from(*flag),
            Value::Date(date) => Json::from(date.as_str()),
            Value::List(items) => items.iter().map(Self::to_json).collect(),
            Value::Table(entries) => {
                entries.iter().map(|entry| (entry.key.clone(), entry.node.to_json())).collect()
            }
        }
    }
    /// The same as TOML, in one line.
    #[must_use]
    pub fn to_toml(&self) -> String {
        match &self.value {
            Value::Number { value, .. } if value.is_nan() => "nan".into(),
            Value::Number { .. } | Value::Flag(_) => self.print(),
            Value::Text(text) => toml_edit::Value::from(text.as_str()).to_string(),
            Value::Date(date) => date.clone(),
            Value::List(items) => {
                format!("[{}]", items.iter().map(Self::to_toml).collect::<Vec<_>>().join(", "))
            }
            Value::Table(entries) => {
                format!("{{ {} }}", entries.iter().map(Entry::line).collect::<Vec<_>>().join(", "))
            }
        }
    }
    /// The same as a file: tables are sections, and so is each table of a list of them.
    #[must_use]
    pub fn to_file(&self) -> String {
        let (mut head, mut sections) = (String::new(), String::new());
        for entry in self.entries() {
            let key = toml_edit::Key::new(&entry.key);
            match &entry.node.value {
                Value::Table(lines) => section(&mut sections, &format!("[{key}]"), lines),
                Value::List(items) if items.iter().all(Self::is_table) && !items.is_empty() => {
                    let title = format!("[[{key}]]");
                    items.iter().for_each(|one| section(&mut sections, &title, one.entries()));
                }
                _ => head += &(entry.line() + "\n"),
            }
        }
        head + &sections
    }
    fn is_table(&self) -> bool {
        matches!(self.value, Value::Table(_))
    }
    /// As a message shows it.
    #[must_use]
    pub fn print(&self) -> String {
        match &self.value {
            Value::Number { value, whole: true } => format!("{value}"),
            Value::Number { value, whole: false } => format!("{value:?}"),
            Value::Text(text) => format!("{text:?}"),
            Value::Flag(flag) => flag.to_string(),
            Value::Date(_) => "a date".into(),
            Value::List(items) if items.is_empty() => "an empty list".into(),
            Value::List(items) if items.len() > 9 => format!("a list of {}", items.len()),
            Value::List(items) => {
                format!("[{}]", items.iter().map(Self::print).collect::<Vec<_>>().join(", "))
            }
            Value::Table(entries) => {
                let keys: Vec<_> = entries.iter().map(|entry| entry.key.as_str()).collect();
                format!(
                    "a table with {}",
                    if keys.is_empty() { "no keys".into() } else { keys.join(", ") }
                )
            }
        }
    }
}

impl Entry {
    /// As it is written.
    fn line(&self) -> String {
        format!("{} = {}", toml_edit::Key::new(&self.key), self.node.to_toml())
    }
}

fn section(text: &mut String, title: &str, lines: &[Entry]) {
    let lines = lines.iter().map(Entry::line);
    for line in std::iter::once(title.to_owned()).chain(lines) {
        text.push_str(&line);
        text.push('\n');
    }
}
