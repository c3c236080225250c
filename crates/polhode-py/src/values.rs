//! Values of Python as those of a scenario.

use crate::error::input;
use crate::memory::{Many, available, room};
use polhode_lab::document::{Entry, Node, Value};
use pyo3::exceptions::{PyMemoryError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};

/// Lists in lists in tables: nothing that a scenario says is deeper, and a list that contains
/// itself has no end.
const DEEPEST: usize = 8;

/// About as many bytes as a value takes, with its text and what is made of it: measured.
const PER_VALUE: usize = 250;

/// A table; what is `None` is left out.
pub(crate) fn table(values: &Bound<'_, PyDict>) -> PyResult<Node> {
    let node = table_at(values, 0)?;
    let count = count(&node);
    available(count.saturating_mul(PER_VALUE), Many(count, "values"))?;
    Ok(node)
}

/// How many values a node has.
fn count(node: &Node) -> usize {
    match &node.value {
        Value::List(items) => items.iter().map(count).sum(),
        Value::Table(entries) => entries.iter().map(|entry| count(&entry.node)).sum(),
        _ => 1,
    }
}

fn table_at(values: &Bound<'_, PyDict>, depth: usize) -> PyResult<Node> {
    let mut entries = Vec::with_capacity(values.len());
    for (key, value) in values.iter().filter(|(_, value)| !value.is_none()) {
        let key = key.cast::<PyString>().map_err(|_| no_key(&key))?.to_str()?.to_owned();
        let node = value_at(&value, depth + 1).map_err(|error| named(value.py(), &key, error))?;
        entries.push(Entry { key, key_span: 0..0, node });
    }
    Ok(node(Value::Table(entries)))
}

fn node(value: Value) -> Node {
    Node { value, span: 0..0 }
}

/// The key belongs into the message, unless the error is one of another kind.
fn named(py: Python<'_>, key: &str, error: PyErr) -> PyErr {
    let message = error.value(py).to_string();
    let is_input = !error.is_instance_of::<PyMemoryError>(py)
        && (error.is_instance_of::<PyValueError>(py) || error.is_instance_of::<PyTypeError>(py));
    if is_input { input(format!("`{key}`: {message}")) } else { error }
}

fn no_key(key: &Bound<'_, PyAny>) -> PyErr {
    input(format!("a key of a table is {key}; keys are texts"))
}

fn value_at(value: &Bound<'_, PyAny>, depth: usize) -> PyResult<Node> {
    if depth > DEEPEST {
        return Err(input("lists or tables are nested too deeply"));
    }
    // Those that come most often first; a flag is an integer to Python.
    let value = if let Ok(number) = value.cast::<PyFloat>() {
        Value::Number { value: number.value(), whole: false }
    } else if let Ok(flag) = value.cast::<PyBool>() {
        Value::Flag(flag.is_true())
    } else if let Ok(number) = value.cast::<PyInt>() {
        whole(number)?
    } else if let Ok(string) = value.cast::<PyString>() {
        Value::Text(string.to_str()?.to_owned())
    } else if let Ok(items) = value.cast::<PyList>() {
        list(items.len(), items.iter(), depth)?
    } else if let Ok(items) = value.cast::<PyTuple>() {
        list(items.len(), items.iter(), depth)?
    } else if let Ok(table) = value.cast::<PyDict>() {
        return table_at(table, depth);
    } else {
        return value_at(&plain(value)?, depth + 1);
    };
    Ok(node(value))
}

#[expect(clippy::cast_precision_loss, reason = "as in a file")]
fn whole(number: &Bound<'_, PyInt>) -> PyResult<Value> {
    if let Ok(number) = number.extract::<i64>() {
        return Ok(Value::Number { value: number as f64, whole: true });
    }
    let value = number.extract().map_err(|_| input("a number is too large"))?;
    Ok(Value::Number { value, whole: false })
}

fn list<'py>(
    length: usize,
    items: impl Iterator<Item = Bound<'py, PyAny>>,
    depth: usize,
) -> PyResult<Value> {
    let mut nodes = room(length, Many(length, "values of a list"))?;
    // A list may be changed by what is asked of its items.
    for item in items.take(length) {
        nodes.push(value_at(&item, depth + 1)?);
    }
    Ok(Value::List(nodes))
}

/// Arrays and scalars of NumPy, paths, and what else is a list or a number at heart.
fn plain<'py>(value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    for way in ["tolist", "__fspath__", "__float__"] {
        if value.hasattr(way)? {
            return value.call_method0(way);
        }
    }
    // What has no length may have no end.
    if value.hasattr("__iter__")? && value.hasattr("__len__")? {
        return Ok(
            PyList::new(value.py(), value.try_iter()?.collect::<PyResult<Vec<_>>>()?)?.into_any()
        );
    }
    let kind = value.get_type().name()?;
    Err(input(format!("a value is of the type {kind}; give numbers, lists or texts")))
}
