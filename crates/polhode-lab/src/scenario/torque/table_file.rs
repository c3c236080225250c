//! `file` and `columns` of a table: the times and torques are put in their place, in the values and in the text of the
//! scenario, which then depends on no file.

use super::samples::TorqueSamples;
use crate::diagnostic::Diagnostic;
use crate::document::{Document, Entry, Node, Value};
use crate::scenario::named_file;
use polhode_formats::regular;
use std::borrow::Cow;
use std::fmt::Write;
use std::ops::Range;
use std::path::Path;

const MODEL: &str = "table";
/// The keys of a torque that are replaced, and those in their place.
const OLD: [&str; 2] = ["file", "columns"];
const NEW: [&str; 2] = ["times", "torques"];

/// A document with the values of its table files, and its text with them.
pub(crate) struct EmbeddedTable<'d> {
    /// Spans are of the text that was read.
    pub(crate) document: Cow<'d, Document>,
    pub(crate) text: Cow<'d, str>,
}

/// Returns the document with times and torques in place of the files of its tables.
pub(crate) fn embed<'d>(
    document: &'d Document,
    folder: Option<&Path>,
) -> Result<EmbeddedTable<'d>, Diagnostic> {
    let (mut root, mut replacements, mut places) = (None, Vec::new(), Vec::new());
    let torques = document.root.get("torque").map_or(&[][..], Node::items);
    for (index, node) in torques.iter().enumerate() {
        let Some(file) = file_of(node)? else { continue };
        let columns = columns(node);
        let path = named_file::path(file, "torque.table.file", folder)?;
        let samples = TorqueSamples::read(&path, columns.each_ref().map(String::as_str))
            .map_err(|error| named_file::refused(file, error))?;
        replacements.extend(in_text(document, node, &samples, &columns));
        places.push(file);
        put(root.get_or_insert_with(|| document.root.clone()), index, &samples, &file.span);
    }
    let Some(root) = root else {
        let text = Cow::Borrowed(&*document.text);
        return Ok(EmbeddedTable { document: Cow::Borrowed(document), text });
    };
    // In-memory values have no span in a text.
    let written = places.iter().all(|file| !file.span.is_empty());
    let text = if written { replaced(&document.text, replacements) } else { root.to_file() };
    if let Some(file) = places.first().filter(|_| text.len() as u64 > regular::SCENARIO) {
        let message = format!(
            "the scenario records the rows of `{}`, and would have {} bytes; the limit is {} bytes",
            file.text(),
            text.len(),
            regular::SCENARIO
        );
        return Err(Diagnostic::at(file.span.clone(), message, "give fewer rows, or fewer digits"));
    }
    Ok(EmbeddedTable {
        document: Cow::Owned(Document { root, ..document.clone() }),
        text: text.into(),
    })
}

/// The file of a torque, if it has one. The keys of a table are those of a file or those of points.
fn file_of(node: &Node) -> Result<Option<&Node>, Diagnostic> {
    if node.get("model").map(Node::text) != Some(MODEL) {
        return Ok(None);
    }
    let entry = |key: &str| node.entries().iter().find(|entry| entry.key == key);
    match (node.get("file"), NEW.iter().find_map(|key| entry(key)), entry("columns")) {
        (Some(_), Some(both), _) => {
            let message = format!("`torque.table` has both `file` and `{}`", both.key);
            let remedy = "give the points by a file, or by times and torques";
            Err(Diagnostic::at(both.key_span.clone(), message, remedy))
        }
        (None, _, Some(columns)) => {
            let message = "`torque.table` has `columns` and no `file`";
            let remedy = "write for example file = \"thrust.csv\"";
            Err(Diagnostic::at(columns.key_span.clone(), message, remedy))
        }
        (None, _, None) => match NEW.iter().find(|key| node.get(key).is_none()) {
            Some(missing) => {
                let message = format!("`torque.table.{missing}` is missing");
                let remedy = "give times and torques, or in their place for example \
                              file = \"thrust.csv\"";
                Err(Diagnostic::at(node.span.clone(), message, remedy))
            }
            None => Ok(None),
        },
        (file, None, _) => Ok(file),
    }
}

fn columns(node: &Node) -> [String; 4] {
    let named = node.get("columns").map(Node::items);
    std::array::from_fn(|i| {
        let name = named.and_then(|names| names.get(i)).map(Node::text);
        name.unwrap_or(TorqueSamples::COLUMNS[i]).to_owned()
    })
}

/// Puts the samples into the values.
fn put(root: &mut Node, index: usize, samples: &TorqueSamples, span: &Range<usize>) {
    let number =
        |value: f64| Node { value: Value::Number { value, whole: false }, span: span.clone() };
    let list = |nodes: Vec<Node>| Node { value: Value::List(nodes), span: span.clone() };
    let times = list(samples.times.iter().copied().map(number).collect());
    let row = |torque: &[f64; 3]| list(torque.iter().copied().map(number).collect());
    let torques = list(samples.torques.iter().map(row).collect());
    let Some(Value::List(nodes)) = root.get_mut("torque").map(|node| &mut node.value) else {
        return;
    };
    let Some(Value::Table(entries)) = nodes.get_mut(index).map(|node| &mut node.value) else {
        return;
    };
    entries.retain(|entry| !OLD.contains(&&*entry.key));
    entries.extend(NEW.into_iter().zip([times, torques]).map(|(key, node)| Entry {
        key: key.into(),
        key_span: span.clone(),
        node,
    }));
}

type Replacement = (Range<usize>, String);

/// What takes the place of the keys in the text.
fn in_text(
    document: &Document,
    node: &Node,
    samples: &TorqueSamples,
    columns: &[String; 4],
) -> Vec<Replacement> {
    let span = |key: &str| {
        let entry = node.entries().iter().find(|entry| entry.key == key);
        entry.map(|entry| entry.key_span.start..entry.node.span.end)
    };
    let name = node.get("file").map_or("", Node::text);
    let [times, torques] = [times(samples, name, columns), torques(samples)];
    match (span("file"), span("columns")) {
        (Some(file), Some(columns)) => vec![(file, times), (columns, torques)],
        (Some(file), None) => {
            let inline =
                document.text.get(node.span.clone()).is_some_and(|text| text.starts_with('{'));
            let between = if inline { ", " } else { "\n" };
            vec![(file, times + between + &torques)]
        }
        (None, _) => Vec::new(),
    }
}

/// The times as TOML, with the name of their file as a comment.
fn times(samples: &TorqueSamples, file: &str, columns: &[String; 4]) -> String {
    let comment = format!("{} of {file}", columns.join(", "));
    let comment: String = comment.chars().filter(|c| !c.is_control()).collect();
    let mut text = format!("times = [ # {comment}\n");
    for some in samples.times.chunks(8) {
        for time in some {
            let _ = write!(text, "{time:?}, "); // a String takes everything
        }
        text.pop();
        text.push('\n');
    }
    text + "]"
}

fn torques(samples: &TorqueSamples) -> String {
    let mut text = "torques = [\n".to_owned();
    for torque in &samples.torques {
        let _ = writeln!(text, "{torque:?},"); // a String takes everything
    }
    text + "]"
}

/// The text with other words at these places.
fn replaced(text: &str, mut replacements: Vec<Replacement>) -> String {
    replacements.sort_by_key(|(span, _)| span.start);
    let (mut whole, mut end) = (String::new(), 0);
    for (span, words) in replacements {
        whole += text.get(end..span.start).unwrap_or_default();
        whole += &words;
        end = span.end;
    }
    whole + text.get(end..).unwrap_or_default()
}
