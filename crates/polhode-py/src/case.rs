//! A scenario, as Python has it.

use crate::afterwards::{certify, differentiate};
use crate::error::{input, report};
use crate::memory::{Many, available, listed};
use crate::memory_run::{MemoryRun, MemoryRunEnding};
use crate::record::Record;
use crate::states::{Epochs, States};
use crate::torque_function::{self, TorqueFunction};
use crate::watch::attended;
use crate::wording::Keywords;
use crate::{error, values};
use numpy::PyReadonlyArray1;
use polhode::State;
use polhode_formats::regular;
use polhode_lab::accuracy::{self, Choice, Promise};
use polhode_lab::description::DescribedMotion;
use polhode_lab::diagnostic::Report;
use polhode_lab::scenario::Shape;
use polhode_lab::scenario_run::{simulate, start};
use polhode_lab::{Scenario, embedded};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::{Path, absolute};
use std::sync::Arc;

/// What messages call a scenario that was made of values.
const VALUES: &str = "values";
/// About as many bytes as a byte of a text takes, and a value in it: measured.
const PER_BYTE: usize = 8;
const PER_VALUE: usize = 500;

/// A scenario that is read and checked.
#[pyclass(frozen, module = "polhode._polhode")]
#[derive(Debug)]
pub(crate) struct Case {
    pub(crate) scenario: Arc<Scenario>,
    /// The accuracy that was asked for, and what was chosen for it.
    choice: Option<(f64, Choice)>,
    /// Where it stands, if it is in a file: others that it names are found from there.
    file: Option<String>,
    /// The names of Python functions that are torques besides those of the scenario.
    functions: Vec<String>,
}

impl Case {
    fn new(scenario: Scenario) -> Self {
        Self { scenario: Arc::new(scenario), choice: None, file: None, functions: Vec::new() }
    }
    fn read(origin: &str, file: Option<String>, text: &str, changes: &[String]) -> PyResult<Self> {
        let values = text.bytes().filter(|byte| matches!(byte, b',' | b'\n')).count();
        let bytes = text.len().saturating_mul(PER_BYTE) + values.saturating_mul(PER_VALUE);
        available(bytes, Many(text.len(), "bytes of a text"))?;
        let scenario = match &file {
            Some(file) => Scenario::parse_file(file, text, changes),
            None => Scenario::parse(origin, text, changes),
        };
        let scenario = scenario.map_err(|r| report(&r, origin == VALUES))?;
        Ok(Self { file, ..Self::new(scenario) })
    }
    /// The same with what was chosen for an accuracy.
    fn chosen(&self, asked: f64, found: Result<(Scenario, Choice), Report>) -> PyResult<Self> {
        let (scenario, choice) = found.map_err(|r| report(&r, self.is_from_values()))?;
        let (choice, file) = (Some((asked, choice)), self.file.clone());
        Ok(Self { choice, file, ..Self::new(scenario) })
    }
    /// Refuses what needs torques that the laboratory knows.
    pub(crate) fn refuse_functions(&self, what: &str) -> PyResult<()> {
        let Some(name) = self.functions.first() else { return Ok(()) };
        Err(input(format!(
            "a torque is the Python function {name:?}; {what} takes built-in torques and \
             expressions; write the torque as an expression"
        )))
    }
    pub(crate) fn is_from_values(&self) -> bool {
        self.scenario.origin() == VALUES
    }
}

#[pymethods]
impl Case {
    /// From tables of values, as in a file; `functions` are the names of further torques.
    #[new]
    #[pyo3(signature = (tables, functions=Vec::new()))]
    fn from_tables(tables: &Bound<'_, PyDict>, functions: Vec<String>) -> PyResult<Self> {
        let root = values::table(tables)?;
        let scenario = Scenario::from_values(VALUES, root).map_err(|r| report(&r, true))?;
        Ok(Self { functions, ..Self::new(scenario) })
    }
    /// From a file, or by the name of a scenario that comes with polhode.
    #[staticmethod]
    fn load(name: &str, changes: Vec<String>) -> PyResult<Self> {
        let file = regular::read_text(Path::new(name), regular::SCENARIO);
        match (file, embedded::find(name)) {
            (Ok(text), _) => Self::read(name, Some(located(name)), &text, &changes),
            (Err(_), Some(found)) => Self::read(name, None, found.text, &changes),
            (Err(cause), None) if !cause.is_not_found() => Err(input(cause)),
            (Err(cause), None) => {
                let names: Vec<_> = embedded::SCENARIOS.iter().map(|known| known.name).collect();
                let near = polhode_lab::diagnostic::suggestion(name, names.iter().copied());
                Err(input(format!(
                    "{cause}; and there is no scenario of this name{near}; \
                     there are {}",
                    names.join(", ")
                )))
            }
        }
    }
    /// From a text.
    #[staticmethod]
    fn parse(text: &str, changes: Vec<String>) -> PyResult<Self> {
        Self::read("text", None, text, &changes)
    }
    /// The same once more, in another process.
    #[staticmethod]
    fn again(
        origin: &str,
        file: Option<String>,
        text: &str,
        functions: Vec<String>,
    ) -> PyResult<Self> {
        Ok(Self { functions, ..Self::read(origin, file, text, &[])? })
    }
    #[expect(clippy::type_complexity, reason = "what pickle wants")]
    fn __reduce__<'py>(
        this: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, (String, Option<String>, String, Vec<String>))> {
        let Self { scenario, file, functions, .. } = this.get();
        let (origin, text) = (scenario.origin().into(), scenario.text().into());
        let parts = (origin, file.clone(), text, functions.clone());
        Ok((this.get_type().getattr("again")?, parts))
    }
    /// The same with other values, each as `key=value`.
    fn changed(&self, changes: Vec<String>) -> PyResult<Self> {
        let (scenario, file) = (&self.scenario, self.file.clone());
        let changed = Self::read(scenario.origin(), file, &scenario.text(), &changes)?;
        Ok(Self { functions: self.functions.clone(), ..changed })
    }

    #[getter]
    fn title(&self) -> &str {
        &self.scenario.title
    }
    /// As a file says it; one that names Python functions is refused where it is read.
    #[getter]
    fn text(&self) -> PyResult<String> {
        if self.functions.is_empty() {
            return Ok(self.scenario.text().into());
        }
        let record = self.scenario.with_functions(&self.functions);
        record.map(|record| record.text().into()).map_err(|r| report(&r, self.is_from_values()))
    }
    #[getter]
    fn method(&self) -> String {
        self.scenario.method.to_string()
    }
    #[getter]
    fn step(&self) -> f64 {
        self.scenario.schedule.step
    }
    #[getter]
    fn duration(&self) -> f64 {
        self.scenario.schedule.duration
    }
    #[getter]
    fn precision(&self) -> &'static str {
        self.scenario.plan.precision.name()
    }
    #[getter]
    fn torques(&self) -> Vec<String> {
        self.scenario.problem.torques.clone()
    }
    #[getter]
    fn moments(&self) -> [f64; 3] {
        self.scenario.problem.body.inertia.moments().to_array()
    }
    /// w x y z: takes principal components to components in body axes.
    #[getter]
    fn principal_axes(&self) -> [f64; 4] {
        self.scenario.problem.body.principal_axes.to_wxyz()
    }
    /// The table of the body as JSON, with the inertia in place of a shape from a file.
    fn shape(&self) -> PyResult<String> {
        let text = self.scenario.text();
        let again = Scenario::parse(VALUES, &text, &[]).map_err(|r| report(&r, true))?;
        Ok(again.to_json()["body"].to_string())
    }
    #[getter]
    fn conserves_energy(&self) -> bool {
        self.scenario.conserves_energy()
    }
    /// How many bodies, where it has an ensemble.
    #[getter]
    fn count(&self) -> Option<u64> {
        self.scenario.ensemble.as_ref().map(|ensemble| ensemble.count)
    }
    /// How many of them are run at a time.
    #[getter]
    fn chunk(&self) -> Option<u64> {
        self.scenario.ensemble.as_ref().map(|ensemble| ensemble.chunk)
    }
    #[getter]
    fn wishes_accuracy(&self) -> bool {
        self.scenario.plan.accuracy.is_some()
    }
    #[getter]
    fn warnings(&self) -> Vec<String> {
        let words =
            self.scenario.warnings.iter().map(|warning| warning.diagnostic().worded(&Keywords));
        words.collect()
    }
    /// What was asked for and what is expected, as JSON, where an accuracy was asked for.
    #[getter]
    fn promise(&self) -> Option<String> {
        let (asked, choice) = self.choice.as_ref()?;
        serde_json::to_string(&Promise::new(*asked, choice)).ok()
    }

    /// With the method and the step that attain its accuracy.
    fn settled(&self, py: Python<'_>) -> PyResult<Self> {
        let Some(request) = self.scenario.plan.accuracy else {
            let (choice, file) = (self.choice.clone(), self.file.clone());
            let functions = self.functions.clone();
            return Ok(Self { scenario: self.scenario.clone(), choice, file, functions });
        };
        self.refuse_functions("the choice of a method by accuracy")?;
        let given = self.scenario.clone();
        let found = attended(py, None, move |watched| {
            accuracy::select_while(&given, &|_| watched.may_go_on())
        })?;
        self.chosen(request.accuracy, found)
    }

    /// What contradicts the accuracy that was asked for: a conserved quantity, or the certificate.
    fn contradiction(&self, record: &Record) -> Option<String> {
        let (asked, choice) = self.choice.as_ref()?;
        let states = record.states.kept();
        let ends = states.first().zip(states.last()).filter(|_| record.failure.is_none());
        Promise::new(*asked, choice).contradiction(
            &self.scenario,
            ends,
            record.certificate.as_ref(),
        )
    }

    /// Computes it; `function` is one more torque, `tell` is shown how much is done.
    #[pyo3(signature = (function=None, tell=None))]
    fn run(
        &self,
        py: Python<'_>,
        function: Option<Py<PyAny>>,
        tell: Option<Py<PyAny>>,
    ) -> PyResult<Record> {
        let scenario = &*self.scenario;
        let function = function.map(TorqueFunction::new);
        match function {
            Some(_) => torque_function::refuse(scenario)?,
            None => self.refuse_functions("a run without it")?,
        }
        let (run, function) = match &function {
            Some(callable) => {
                let (run, callable) = torque_function::simulate(scenario, callable)?;
                (run, Some(callable))
            }
            None => (simulate(scenario).map_err(|r| report(&r, self.is_from_values()))?, None),
        };
        let watch = &mut watching(tell, function.clone());
        py.detach(|| {
            let mut trip = MemoryRun::new(scenario, run)?;
            let ending = trip.go(watch)?;
            if let Some(raised) = function.as_ref().and_then(TorqueFunction::raised) {
                return Err(raised);
            }
            let ((steps, evaluations), switches) = (trip.counts(), trip.switches());
            let mut record =
                Record::new(self.scenario.clone(), function, States::Kept(trip.states));
            record.functions.clone_from(&self.functions);
            (record.steps, record.evaluations) = (steps, evaluations);
            record.switches = switches;
            (record.kept, record.occurrences) = (trip.kept, trip.occurrences);
            match ending {
                MemoryRunEnding::Complete => {}
                MemoryRunEnding::ByEvent(event) => record.stopped_by = Some(event),
                MemoryRunEnding::Failed(why) => record.failure = Some(why),
            }
            if scenario.plan.certificate && record.failure.is_none() {
                certify(scenario, &mut record, watch)?;
            }
            if !scenario.sensitivity.is_empty() && record.failure.is_none() {
                differentiate(scenario, &mut record, watch)?;
            }
            Ok(record)
        })
    }

    /// The free motion through its start at some times, by the closed form.
    fn exact(&self, py: Python<'_>, times: PyReadonlyArray1<'_, f64>) -> PyResult<Record> {
        error::aligned("times", &times)?;
        let times = times.as_array();
        let times = listed(times.iter().copied(), Many(times.len(), "times"))?;
        if let Some(time) = times.iter().find(|time| !time.is_finite()) {
            return Err(input(format!("a time is {time:?}; times must be finite")));
        }
        let Shape { inertia, principal_axes: axes, .. } = self.scenario.problem.body;
        let epoch = self.scenario.problem.start.epoch;
        let start = State { time: epoch, ..start(&self.scenario) };
        let epochs = Epochs { inertia, axes, start, times };
        let states = States::Closed(Box::new(epochs));
        let record = Record::new(self.scenario.clone(), None, states);
        record.arrays(py)?;
        Ok(record)
    }

    /// What the closed form knows of the body and its start, as JSON; and in words.
    fn describe(&self) -> PyResult<(String, String)> {
        let description = DescribedMotion::new(&self.scenario).describe();
        let numbers = serde_json::to_string(&description).map_err(error::solve)?;
        Ok((numbers, description.words(&self.scenario.time_unit)))
    }

    fn __repr__(&self) -> String {
        let title = &self.scenario.title;
        let title = if title.is_empty() { self.scenario.origin() } else { title };
        format!("<scenario {title:?}>")
    }
}

/// Shows how much is done, and lets Ctrl-C through.
fn watching(
    tell: Option<Py<PyAny>>,
    function: Option<TorqueFunction>,
) -> impl FnMut(f64) -> PyResult<()> + Send {
    move |part| {
        if let Some(raised) = function.as_ref().and_then(TorqueFunction::raised) {
            return Err(raised);
        }
        Python::attach(|py| {
            py.check_signals()?;
            tell.as_ref().map_or(Ok(()), |tell| tell.call1(py, (part,)).map(|_| ()))
        })
    }
}

/// Whatever becomes the current folder.
fn located(name: &str) -> String {
    absolute(Path::new(name)).map_or_else(|_| name.into(), |path| path.display().to_string())
}
