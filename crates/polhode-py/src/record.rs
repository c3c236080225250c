//! What came out of a run, as arrays.

use crate::error::{aligned, file, input, report};
use crate::memory::{Many, available, listed, room};
use crate::memory_run::states_at;
use crate::states::{COLUMNS, PIECE, SampleColumns, States, WIDTH, columns};
use crate::threads::spread;
use crate::torque_function::{self, TorqueFunction};
use numpy::{PyArray1, PyArrayMethods, PyReadonlyArray1};
use polhode_formats::Format;
use polhode_lab::Scenario;
use polhode_lab::accuracy::Certificate;
use polhode_lab::recording::about;
use polhode_lab::sample::{Sample, Sampler};
use polhode_lab::scenario_run::{Checkpoint, EventOccurrence, simulate};
use polhode_lab::sensitivity::TransitionMatrix;
use polhode_lab::summary::SwitchSummary;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PySlice};
use rayon::prelude::*;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

/// Names and directions.
type EventNames = Vec<(String, &'static str)>;
/// JSON and an array.
type Numbered<'py> = (String, Bound<'py, PyArray1<f64>>);
/// Bytes of rows that are held before they are written to a file.
const IN_A_FILE: usize = 16 << 20;

/// Access to arrays.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
    /// Read-only: cached, and shared by all callers.
    Read,
    /// Writable: they belong to the caller.
    Write,
}

/// The states of a run.
#[pyclass(frozen, module = "polhode._polhode")]
pub(crate) struct Record {
    scenario: Arc<Scenario>,
    function: Option<TorqueFunction>,
    /// The names of the Python functions that it calls.
    pub(crate) functions: Vec<String>,
    pub(crate) states: States,
    pub(crate) kept: Vec<Checkpoint>,
    pub(crate) occurrences: Vec<EventOccurrence>,
    pub(crate) steps: u64,
    pub(crate) evaluations: u64,
    pub(crate) switches: Option<SwitchSummary>,
    pub(crate) stopped_by: Option<usize>,
    pub(crate) failure: Option<String>,
    pub(crate) errors: Vec<f64>,
    pub(crate) certificate: Option<Certificate>,
    /// The matrices of all samples, one row after the other, and that of the end.
    pub(crate) derivatives: Vec<f64>,
    pub(crate) transition: Option<TransitionMatrix>,
    /// Made when they are asked for.
    arrays: PyOnceLock<Py<PyDict>>,
}

impl Record {
    pub(crate) fn new(
        scenario: Arc<Scenario>,
        function: Option<TorqueFunction>,
        states: States,
    ) -> Self {
        Self {
            scenario,
            function,
            functions: Vec::new(),
            states,
            kept: Vec::new(),
            occurrences: Vec::new(),
            steps: 0,
            evaluations: 0,
            switches: None,
            stopped_by: None,
            failure: None,
            errors: Vec::new(),
            certificate: None,
            derivatives: Vec::new(),
            transition: None,
            arrays: PyOnceLock::new(),
        }
    }
}

#[pymethods]
impl Record {
    /// The arrays by name, cached and read-only: files are written from the states, and must agree
    /// with them.
    #[getter]
    pub(crate) fn arrays(&self, py: Python<'_>) -> PyResult<Py<PyDict>> {
        let made = self.arrays.get_or_try_init(py, || {
            arrays(py, &self.scenario, &self.states, Access::Read).map(Bound::unbind)
        })?;
        Ok(made.clone_ref(py))
    }
    #[getter]
    fn steps(&self) -> u64 {
        self.steps
    }
    #[getter]
    fn evaluations(&self) -> u64 {
        self.evaluations
    }
    #[getter]
    fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }
    /// What has switched, as JSON, where the torque has switching functions.
    #[getter]
    fn switches(&self) -> Option<String> {
        serde_json::to_string(self.switches.as_ref()?).ok()
    }
    /// The name of the event that ended it.
    #[getter]
    fn stopped_by(&self) -> Option<&str> {
        self.scenario.problem.events.get(self.stopped_by?).map(|event| event.name.as_str())
    }
    /// What other computations say of its error, as JSON, and the error of each sample.
    #[getter]
    fn certificate<'py>(&self, py: Python<'py>) -> PyResult<Option<Numbered<'py>>> {
        let words = self.certificate.as_ref().and_then(|one| serde_json::to_string(one).ok());
        words.map(|words| Ok((words, copied(py, &self.errors)?))).transpose()
    }
    /// How the end depends on the start, as JSON, and the matrices of all samples, flat.
    #[getter]
    fn sensitivity<'py>(&self, py: Python<'py>) -> PyResult<Option<Numbered<'py>>> {
        let words = self.transition.as_ref().and_then(|one| serde_json::to_string(one).ok());
        words.map(|words| Ok((words, copied(py, &self.derivatives)?))).transpose()
    }
    /// Name and direction of each event on the way, and their states.
    fn events<'py>(&self, py: Python<'py>) -> PyResult<(EventNames, Bound<'py, PyDict>)> {
        let sampler = Sampler::new(&self.scenario);
        let plan = &self.scenario.schedule;
        let many = Many(self.occurrences.len(), "events");
        let (mut words, mut states) = (room(many.0, many)?, room(many.0, many)?);
        for encounter in &self.occurrences {
            // The last step may lead beyond the end, where steps vary.
            if (encounter.state.time - plan.duration) * plan.duration > 0.0 {
                continue;
            }
            let energy = sampler.sample(&encounter.state).energy;
            let occurrence = self.scenario.occurrence(encounter.event, encounter.rising, energy);
            let Some(named) = occurrence else { continue };
            words.push(named);
            states.push(encounter.state);
        }
        Ok((words, arrays(py, &self.scenario, &States::Kept(states), Access::Write)?))
    }
    /// The states at these times, as arrays.
    fn at<'py>(
        &self,
        py: Python<'py>,
        times: PyReadonlyArray1<'py, f64>,
    ) -> PyResult<Bound<'py, PyDict>> {
        aligned("times", &times)?;
        let times = times.as_array();
        let times = listed(times.iter().copied(), Many(times.len(), "times"))?;
        if self.kept.is_empty() {
            return Err(input("this has no run behind it; ask polhode.exact for these times"));
        }
        let mut scenario = Scenario::clone(&self.scenario);
        scenario.problem.events.clear();
        scenario.plan.switches = false;
        let (run, function) = match &self.function {
            Some(callable) => {
                let (run, callable) = torque_function::simulate(&scenario, callable)?;
                (run, Some(callable))
            }
            None => (simulate(&scenario).map_err(|r| report(&r, true))?, None),
        };
        let found = py.detach(|| {
            states_at(&scenario, run, &self.kept, &times, &mut |_| {
                Python::attach(|py| py.check_signals())
            })
        });
        if let Some(raised) = function.and_then(|callable| callable.raised()) {
            return Err(raised);
        }
        arrays(py, &self.scenario, &States::Kept(found?), Access::Write)
    }
    /// Writes the samples to a file, as the command line does.
    #[pyo3(signature = (path, format, changes=Vec::new()))]
    fn write(
        &self,
        py: Python<'_>,
        path: PathBuf,
        format: &str,
        changes: Vec<String>,
    ) -> PyResult<u64> {
        let Some(format) = Format::find(format) else {
            let names: Vec<_> = Format::ALL.iter().map(|format| format.name()).collect();
            return Err(input(format!(
                "there is no format `{format}`; there are {}",
                names.join(", ")
            )));
        };
        let changed = Scenario::parse(self.scenario.origin(), &self.scenario.text(), &changes);
        let record = changed.and_then(|changed| changed.with_functions(&self.functions));
        let record = record.map_err(|r| report(&r, true))?;
        available(IN_A_FILE, "rows of a file do not fit into memory; free some memory")?;
        py.detach(|| {
            let sampler = Sampler::new(&self.scenario);
            let names = Sample::COLUMNS.map(String::from);
            let about = about(&record, env!("CARGO_PKG_VERSION"));
            let mut sink = format.create(&path, &names, &about)?;
            let (mut numbers, mut row) = (vec![0.0; PIECE * WIDTH], Vec::new());
            for piece in self.states.pieces() {
                let count = piece.len();
                let mut some = columns(&mut numbers, count);
                self.states.sample(piece, &sampler, &mut some);
                for k in 0..count {
                    row.clear();
                    for (column, (_, width)) in some.iter().zip(COLUMNS) {
                        row.extend_from_slice(&column[k * width..][..width]);
                    }
                    sink.row(&row)?;
                }
            }
            sink.finish()
        })
        .map_err(file)
    }
    fn __len__(&self) -> usize {
        self.states.len()
    }
}

/// Pieces between two looks at Ctrl-C: some tenths of a second.
const UNSEEN: usize = 1024;

/// States in the axes that the scenario gave the body.
fn arrays<'py>(
    py: Python<'py>,
    scenario: &Scenario,
    states: &States,
    access: Access,
) -> PyResult<Bound<'py, PyDict>> {
    let count = states.len();
    let all = empty(py, count.saturating_mul(WIDTH))?;
    fill(py, all.readwrite().as_slice_mut()?, states, &Sampler::new(scenario))?;
    if access == Access::Read {
        // Views inherit the flag.
        all.getattr("flags")?.setattr("writeable", false)?;
    }
    let named = PyDict::new(py);
    let mut first = 0;
    for (name, width) in COLUMNS {
        let next = first + count * width;
        let part = PySlice::new(py, isize::try_from(first)?, isize::try_from(next)?, 1);
        let column = all.get_item(part)?.cast_into::<PyArray1<f64>>()?;
        match width {
            1 => named.set_item(name, column)?,
            _ => named.set_item(name, column.reshape([count, width])?)?,
        }
        first = next;
    }
    Ok(named)
}

/// Samples into memory for all of them, in threads, with looks at Ctrl-C.
fn fill(py: Python<'_>, into: &mut [f64], states: &States, sampler: &Sampler) -> PyResult<()> {
    let mut widths = COLUMNS.iter().map(|(_, width)| PIECE * width);
    let mut cut =
        columns(into, states.len()).map(|column| column.chunks_mut(widths.next().unwrap_or(PIECE)));
    let piece = |which| (which, cut.each_mut().map(|pieces| pieces.next().unwrap_or_default()));
    let count = states.len();
    let mut pieces = room(count.div_ceil(PIECE), Many(count, "samples"))?;
    pieces.extend(states.pieces().map(piece));
    let put = |(which, columns): &mut (Range<usize>, SampleColumns<'_>)| {
        states.sample(which.clone(), sampler, columns);
    };
    for some in pieces.chunks_mut(UNSEEN) {
        py.detach(|| match some {
            // To wake threads takes longer.
            [only] => {
                put(only);
                Ok(())
            }
            _ => spread(|| some.par_iter_mut().for_each(put)),
        })?;
        py.check_signals()?;
    }
    Ok(())
}

/// Memory of NumPy, which asks for large pages where there is much: the system gives it when it is
/// first written to, and each page takes its time. One piece for all columns is given back and had
/// again at less cost than several.
fn empty(py: Python<'_>, count: usize) -> PyResult<Bound<'_, PyArray1<f64>>> {
    static EMPTY: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    Ok(EMPTY.import(py, "numpy", "empty")?.call1((count,))?.cast_into()?)
}

/// Copies numbers into an array.
fn copied<'py>(py: Python<'py>, numbers: &[f64]) -> PyResult<Bound<'py, PyArray1<f64>>> {
    let array = empty(py, numbers.len())?;
    array.readwrite().as_slice_mut()?.copy_from_slice(numbers);
    Ok(array)
}
