//! Columns of numbers for the page: a head in JSON, then doubles, least byte first.

use crate::http::Response;
use serde_json::{Value, json};
use std::sync::Arc;

/// What is answered: some facts, and a table for each run.
#[derive(Debug, Default)]
pub(crate) struct Answer {
    head: Value,
    /// The shape of the body as JSON, where the head has none.
    shape: Option<Arc<str>>,
    runs: Vec<Value>,
    numbers: Vec<f64>,
}

impl Answer {
    pub(crate) fn new(head: Value) -> Self {
        Self { head, ..Self::default() }
    }
    pub(crate) fn with_shape(self, shape: Arc<str>) -> Self {
        Self { shape: Some(shape), ..self }
    }
    /// A run without numbers, or with a row for each sample.
    pub(crate) fn push(&mut self, mut facts: Value, columns: &[&str], rows: &[Vec<f64>]) {
        facts["columns"] = json!(columns);
        facts["rows"] = json!(rows.len());
        facts["offset"] = json!(self.numbers.len());
        self.runs.push(facts);
        // Column after column: the page looks at them so.
        for i in 0..columns.len() {
            self.numbers.extend(rows.iter().map(|row| row.get(i).copied().unwrap_or(f64::NAN)));
        }
    }
    /// The length of the head in four bytes, the head, blanks up to a multiple of eight, numbers.
    pub(crate) fn respond(mut self) -> Response {
        self.head["runs"] = Value::Array(self.runs);
        let mut head = self.head.to_string();
        if let Some(shape) = self.shape {
            head.pop();
            head.extend([",\"shape\":", &shape, "}"]);
        }
        while !(head.len() + 4).is_multiple_of(8) {
            head.push(' ');
        }
        let length = u32::try_from(head.len()).unwrap_or(u32::MAX);
        let mut bytes = Vec::with_capacity(4 + head.len() + 8 * self.numbers.len());
        bytes.extend(length.to_le_bytes());
        bytes.extend(head.as_bytes());
        bytes.extend(self.numbers.iter().flat_map(|number| number.to_le_bytes()));
        Response::new("application/octet-stream", bytes)
    }
}
