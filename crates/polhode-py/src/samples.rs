//! Tables of torques in files.

use crate::error::input;
use polhode_lab::scenario::TorqueSamples;
use pyo3::prelude::*;
use std::path::PathBuf;

/// Times and torques of a file with named columns.
#[pyfunction]
#[pyo3(signature = (file, columns=None))]
pub(crate) fn torque_samples(
    py: Python<'_>,
    file: PathBuf,
    columns: Option<[String; 4]>,
) -> PyResult<(Vec<f64>, Vec<[f64; 3]>)> {
    let columns = columns.unwrap_or(TorqueSamples::COLUMNS.map(String::from));
    let names = columns.each_ref().map(String::as_str);
    let TorqueSamples { times, torques } =
        py.detach(|| TorqueSamples::read(&file, names)).map_err(input)?;
    Ok((times, torques))
}
