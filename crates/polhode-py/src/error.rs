//! Errors of the library as exceptions of Python.

use crate::case::Case;
use crate::wording::Keywords;
use numpy::ndarray::Dimension;
use numpy::{Element, PyArray, PyArrayMethods, PyUntypedArrayMethods};
use polhode_lab::Remedy;
use polhode_lab::diagnostic::Report;
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use std::fmt::Display;

mod imported {
    #![allow(missing_docs, unreachable_pub, reason = "made by a macro")]
    pyo3::import_exception!(polhode._errors, InputError);
    pyo3::import_exception!(polhode._errors, OutOfMemoryError);
    pyo3::import_exception!(polhode._errors, SolveError);
}

/// What was given is wrong.
pub(crate) fn input(error: impl Display) -> PyErr {
    imported::InputError::new_err(error.to_string())
}

/// Insufficient memory; `what` is the message.
pub(crate) fn out_of_memory(what: impl Display) -> PyErr {
    imported::OutOfMemoryError::new_err(what.to_string())
}

/// An error of an ensemble.
pub(crate) fn ensemble(error: polhode_ensemble::Error) -> PyErr {
    match error {
        polhode_ensemble::Error::OutOfMemory { .. } => out_of_memory(error),
        other => input(other),
    }
}

/// The computation could not go on.
pub(crate) fn solve(error: impl Display) -> PyErr {
    imported::SolveError::new_err(error.to_string())
}

/// A problem of a scenario. Where that was made of values of Python, its text means nothing to
/// who gave them.
pub(crate) fn report(report: &Report, from_values: bool) -> PyErr {
    if !from_values {
        return input(report.render(false, &Keywords));
    }
    input(report.diagnostic().worded(&Keywords))
}

/// Anything of the laboratory.
pub(crate) fn lab(error: polhode_lab::Error, case: &Case) -> PyErr {
    match error {
        polhode_lab::Error::Input(problem) => report(&problem, case.is_from_values()),
        polhode_lab::Error::Solve { .. } => solve(error.worded(&Keywords)),
        polhode_lab::Error::File { .. } => PyOSError::new_err(error.message()),
        other => input(other.worded(&Keywords)),
    }
}

/// What is wrong with a shape.
#[expect(clippy::needless_pass_by_value, reason = "for map_err")]
pub(crate) fn shape(error: polhode_shape::Error) -> PyErr {
    input(Remedy::from(error.remedy()).after(&error.message(), &Keywords))
}

/// What went wrong with a file.
pub(crate) fn file(error: polhode_formats::Error) -> PyErr {
    match error {
        polhode_formats::Error::File { .. } => PyOSError::new_err(error.message()),
        other => input(Remedy::from(other.remedy()).after(&other.message(), &Keywords)),
    }
}

/// Numbers that do not begin where a processor expects them, as in a message that was received,
/// must not be looked at in place.
pub(crate) fn aligned<T: Element, D: Dimension>(
    what: &str,
    array: &Bound<'_, PyArray<T, D>>,
) -> PyResult<()> {
    let size = align_of::<T>();
    let begins = (array.data() as usize).is_multiple_of(size);
    if begins && array.strides().iter().all(|stride| stride.unsigned_abs().is_multiple_of(size)) {
        return Ok(());
    }
    let remedy = "take numpy.require(array, requirements=\"A\")";
    Err(input(format!("`{what}` is not aligned in memory; {remedy}")))
}
