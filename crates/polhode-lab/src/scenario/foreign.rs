//! Torques that are functions of Python: records name them, and no scenario runs with them.

use super::Scenario;
use crate::document::{Document, Entry, Node, Value};
use crate::problem::{Problem, Report};

/// The value of the key `model` that stands for a Python function.
pub(crate) const PYTHON: &str = "python";

/// The refusal of such a torque.
pub(crate) fn refused(node: &Node) -> Problem {
    let function =
        node.get("function").map_or_else(String::new, |name| format!(" {}", name.print()));
    let message = format!(
        "a torque is the Python function{function}, which is not part of the scenario; a scenario \
         runs with built-in models and formulas"
    );
    let remedy = "run it from Python with that function: polhode.Body(..., torque=function); or \
                  write a model or a formula in place of it: model = \"expression\"";
    Problem::at(node.span.clone(), message, remedy)
}

impl Scenario {
    /// The record of a run in which Python functions of these names were torques besides those of
    /// the scenario. Text and JSON of the record name them, and such a text is refused where it is
    /// read.
    ///
    /// # Errors
    /// Where the text of the scenario cannot be read.
    pub fn with_functions(&self, names: &[String]) -> Result<Self, Report> {
        let mut record = self.clone();
        if names.is_empty() {
            return Ok(record);
        }
        let mut portable = Document::parse(self.origin(), self.text(), &[])?.root;
        for root in [&mut portable, &mut record.document.root] {
            names.iter().for_each(|name| root.push("torque", function(name)));
        }
        record.text = portable.to_file();
        Ok(record)
    }
}

/// A torque that is the function of this name.
fn function(name: &str) -> Node {
    let entry = |key: &str, text: &str| Entry {
        key: key.into(),
        key_span: 0..0,
        node: Node { value: Value::Text(text.into()), span: 0..0 },
    };
    let entries = vec![entry("model", PYTHON), entry("function", name)];
    Node { value: Value::Table(entries), span: 0..0 }
}
