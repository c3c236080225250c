//! What came out of a run, as arrays.

use crate::called::{self, Callable};
use crate::error::{aligned, file, input, report};
use crate::threads::spread;
use crate::trip::states_at;
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1};
use polhode_formats::Format;
use polhode_lab::Scenario;
use polhode_lab::accuracy::Certificate;
use polhode_lab::sample::{Sample, Sampler};
use polhode_lab::sensitivity::TransitionMatrix;
use polhode_lab::session::about;
use polhode_lab::simulation::{Encounter, Place, Snapshot, simulate};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyDict;
use rayon::prelude::*;
use std::path::PathBuf;
use std::sync::Arc;

/// Names and directions.
type Words = Vec<(String, &'static str)>;

/// Samples of a piece of work for a thread.
const PIECE: usize = 4096;

/// The states of a run.
#[pyclass(frozen, module = "polhode._polhode")]
pub(crate) struct Record {
    scenario: Arc<Scenario>,
    called: Option<Callable>,
    pub(crate) places: Vec<Place>,
    pub(crate) kept: Vec<Snapshot>,
    pub(crate) encounters: Vec<Encounter>,
    pub(crate) steps: u64,
    pub(crate) evaluations: u64,
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
        called: Option<Callable>,
        places: Vec<Place>,
    ) -> Self {
        Self {
            scenario,
            called,
            places,
            kept: Vec::new(),
            encounters: Vec::new(),
            steps: 0,
            evaluations: 0,
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
    /// The arrays, by name.
    #[getter]
    fn arrays(&self, py: Python<'_>) -> PyResult<Py<PyDict>> {
        let made = self
            .arrays
            .get_or_try_init(py, || arrays(py, &self.scenario, &self.places).map(Bound::unbind))?;
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
    /// The name of the event that ended it.
    #[getter]
    fn stopped_by(&self) -> Option<&str> {
        self.scenario.events.get(self.stopped_by?).map(|event| event.name.as_str())
    }
    /// What other computations say of its error, as JSON, and the error of each sample.
    #[getter]
    fn certificate<'py>(&self, py: Python<'py>) -> Option<(String, Bound<'py, PyArray1<f64>>)> {
        let words = serde_json::to_string(self.certificate.as_ref()?).ok()?;
        Some((words, PyArray1::from_slice(py, &self.errors)))
    }
    /// How the end depends on the start, as JSON, and the matrices of all samples, flat.
    #[getter]
    fn sensitivity<'py>(&self, py: Python<'py>) -> Option<(String, Bound<'py, PyArray1<f64>>)> {
        let words = serde_json::to_string(self.transition.as_ref()?).ok()?;
        Some((words, PyArray1::from_slice(py, &self.derivatives)))
    }
    /// Name and direction of each event on the way, and their states.
    fn events<'py>(&self, py: Python<'py>) -> PyResult<(Words, Bound<'py, PyDict>)> {
        let sampler = Sampler::new(&self.scenario);
        let plan = &self.scenario.plan;
        let end = self.scenario.start.time + plan.duration;
        let mut words = Vec::new();
        let mut places = Vec::new();
        for encounter in &self.encounters {
            // The last step may lead beyond the end, where steps vary.
            let Some(event) = self.scenario.events.get(encounter.event) else { continue };
            if (encounter.place.time - end) * plan.duration > 0.0 {
                continue;
            }
            let energy = sampler.sample(&encounter.place).energy;
            let direction = if event.rose(encounter.rising, energy) { "rising" } else { "falling" };
            words.push((event.name.clone(), direction));
            places.push(encounter.place);
        }
        Ok((words, arrays(py, &self.scenario, &places)?))
    }
    /// The states at these times, as arrays.
    fn at<'py>(
        &self,
        py: Python<'py>,
        times: PyReadonlyArray1<'py, f64>,
    ) -> PyResult<Bound<'py, PyDict>> {
        aligned("times", &times)?;
        let times = times.as_array().to_vec();
        if self.kept.is_empty() {
            return Err(input("this has no run behind it; ask polhode.exact for these times"));
        }
        let mut scenario = Scenario::clone(&self.scenario);
        scenario.events.clear();
        let (simulation, called) = match &self.called {
            Some(callable) => {
                let (simulation, callable) = called::simulate(&scenario, callable)?;
                (simulation, Some(callable))
            }
            None => (simulate(&scenario).map_err(|r| report(&r, true))?, None),
        };
        let found = py.detach(|| {
            states_at(&scenario, simulation, &self.kept, &times, &mut |_| {
                Python::attach(|py| py.check_signals())
            })
        });
        if let Some(raised) = called.and_then(|callable| callable.raised()) {
            return Err(raised);
        }
        arrays(py, &self.scenario, &found?)
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
        let changed = Scenario::parse(self.scenario.origin(), self.scenario.text(), &changes);
        let changed = changed.map_err(|r| report(&r, true))?;
        py.detach(|| {
            let sampler = Sampler::new(&self.scenario);
            let columns = Sample::COLUMNS.map(String::from);
            let about = about(&changed, env!("CARGO_PKG_VERSION"));
            let mut sink = format.create(&path, &columns, &about)?;
            for place in &self.places {
                sink.row(&sampler.sample(place).numbers())?;
            }
            sink.finish()
        })
        .map_err(file)
    }
    fn __len__(&self) -> usize {
        self.places.len()
    }
}

/// Where a sample goes to: time, attitude, rates, both momenta, energy.
type Row<'a> = (
    &'a mut f64,
    &'a mut [f64; 4],
    &'a mut [f64; 3],
    &'a mut [f64; 3],
    &'a mut [f64; 3],
    &'a mut f64,
);

/// States in the axes that the scenario gave the body.
fn arrays<'py>(
    py: Python<'py>,
    scenario: &Scenario,
    places: &[Place],
) -> PyResult<Bound<'py, PyDict>> {
    let count = places.len();
    let (mut time, mut energy) = (vec![0.0; count], vec![0.0; count]);
    let mut attitude = vec![[0.0; 4]; count];
    let [mut rates, mut body, mut space] = [(); 3].map(|()| vec![[0.0; 3]; count]);
    py.detach(|| {
        let sampler = Sampler::new(scenario);
        let put = |row: Row<'_>, place: &Place| {
            let (t, q, w, m, s, e) = row;
            let sample = sampler.sample(place);
            (*t, *q, *w) = (sample.time, sample.attitude.to_wxyz(), sample.rates.to_array());
            *m = sample.momentum_body.to_array();
            *s = sample.momentum_space.to_array();
            *e = sample.energy;
        };
        // To wake threads takes longer than a few samples.
        if count > PIECE {
            let columns =
                (&mut time, &mut attitude, &mut rates, &mut body, &mut space, &mut energy);
            let all = (columns, places).into_par_iter().with_min_len(PIECE);
            spread(|| all.for_each(|(row, place)| put(row, place)));
        } else {
            for (k, place) in places.iter().enumerate() {
                let (t, q, w) = (&mut time[k], &mut attitude[k], &mut rates[k]);
                put((t, q, w, &mut body[k], &mut space[k], &mut energy[k]), place);
            }
        }
    });
    let all = PyDict::new(py);
    all.set_item("t", PyArray1::from_vec(py, time))?;
    all.set_item("attitude", rows(py, attitude)?)?;
    all.set_item("angular_velocity", rows(py, rates)?)?;
    all.set_item("momentum_body", rows(py, body)?)?;
    all.set_item("momentum_space", rows(py, space)?)?;
    all.set_item("energy", PyArray1::from_vec(py, energy))?;
    Ok(all)
}

/// Without a copy.
fn rows<const N: usize>(py: Python<'_>, rows: Vec<[f64; N]>) -> PyResult<Bound<'_, PyArray2<f64>>> {
    let count = rows.len();
    PyArray1::from_vec(py, rows.into_flattened()).reshape([count, N])
}
