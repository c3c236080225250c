//! Python functions as torques: recorded by name, and refused where a scenario is read.

use super::Scenario;
use crate::diagnostic::{Diagnostic, Report};
use crate::document::{Document, Entry, Node, Value};

/// Value of the key `model` of a torque that is a Python function.
pub(crate) const PYTHON: &str = "python";

/// Returns the error for a torque that is a Python function.
pub(crate) fn refused(node: &Node) -> Diagnostic {
    let function =
        node.get("function").map_or_else(String::new, |name| format!(" {}", name.print()));
    let message = format!(
        "a torque is the Python function{function}, which is not part of the scenario; a scenario \
         runs with built-in models and formulas"
    );
    let remedy = "run it from Python with that function: polhode.Body(..., torque=function); or \
                  write a model or a formula in place of it: model = \"expression\"";
    Diagnostic::at(node.span.clone(), message, remedy)
}

impl Scenario {
    /// Returns the record of a run with Python functions of these names as additional torques.
    /// Text and JSON of the record name the functions; such a text is refused where it is read.
    ///
    /// # Errors
    /// If the text of the scenario cannot be parsed.
    pub fn with_functions(&self, names: &[String]) -> Result<Self, Report> {
        let mut record = self.clone();
        if names.is_empty() {
            return Ok(record);
        }
        let mut portable = Document::parse(self.origin(), &self.text(), &[])?.root;
        for root in [&mut portable, &mut record.document.root] {
            names.iter().for_each(|name| root.push("torque", function(name)));
        }
        record.text = portable.to_file();
        Ok(record)
    }
}

/// Table of the torque that is the function of this name.
fn function(name: &str) -> Node {
    let entry = |key: &str, text: &str| Entry {
        key: key.into(),
        key_span: 0..0,
        node: Node { value: Value::Text(text.into()), span: 0..0 },
    };
    let entries = vec![entry("model", PYTHON), entry("function", name)];
    Node { value: Value::Table(entries), span: 0..0 }
}
