//! The extension module of the Python package `polhode`.
//!
//! It translates and computes nothing: values of Python become a scenario ([`case`]), a scenario
//! becomes a run ([`trip`]), a run becomes arrays ([`record`]). So a run from Python has the bits
//! of the command line. The face that people see, with its docstrings and types, is written in
//! Python (`python/polhode`).

mod afterwards;
mod case;
mod catalogue;
mod compared;
mod error;
mod kicks;
mod many;
mod memory;
mod memory_run;
mod record;
mod samples;
mod shape;
mod start;
mod states;
mod swarm;
mod threads;
mod torque_function;
mod values;
mod visits;
mod watch;
mod wording;

use pyo3::prelude::*;

/// What `polhode` in Python is made of.
#[pymodule(name = "_polhode")]
fn polhode(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add("__version__", env!("CARGO_PKG_VERSION"))?;
    m.add_class::<case::Case>()?;
    m.add_class::<record::Record>()?;
    m.add_class::<swarm::Swarm>()?;
    m.add_function(wrap_pyfunction!(compared::compare, m)?)?;
    m.add_function(wrap_pyfunction!(kicks::kick_stages, m)?)?;
    m.add_function(wrap_pyfunction!(many::run_bodies, m)?)?;
    m.add_function(wrap_pyfunction!(many::body_text, m)?)?;
    m.add_function(wrap_pyfunction!(shape::mesh_tensor, m)?)?;
    m.add_function(wrap_pyfunction!(samples::torque_samples, m)?)?;
    m.add_function(wrap_pyfunction!(catalogue::methods, m)?)?;
    m.add_function(wrap_pyfunction!(catalogue::scenarios, m)?)?;
    m.add_function(wrap_pyfunction!(catalogue::torques, m)?)?;
    m.add_function(wrap_pyfunction!(catalogue::conventions, m)?)?;
    Ok(())
}
