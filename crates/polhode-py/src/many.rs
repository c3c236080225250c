//! The bodies of a scenario with an `[ensemble]`, as `polhode ensemble` runs them.

use crate::case::Case;
use crate::error::{input, lab, out_of_memory};
use crate::memory::{Many, available};
use crate::threads::spread;
use crate::watch::attended;
use numpy::PyArray1;
use polhode_lab::ensemble::{Draws, End, Engine, InLanes};
use polhode_lab::{Error, Scenario};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

/// Number and reason of those that did not come to their end.
type Failures = Vec<(u64, String)>;
/// Largest number of bodies in progress at once, which bounds the memory they take besides their
/// results.
const AT_ONCE: u64 = 1 << 14;
/// Approximate bytes of memory of a body in progress.
const BESIDES: usize = 1000;

/// The ends of some bodies, a column for each name, and why some have none.
#[pyfunction]
#[pyo3(signature = (case, first, last, tell=None))]
pub(crate) fn run_bodies<'py>(
    py: Python<'py>,
    case: &Case,
    first: u64,
    last: u64,
    tell: Option<Py<PyAny>>,
) -> PyResult<(Bound<'py, PyDict>, Failures)> {
    case.refuse_functions("an ensemble of a scenario")?;
    let scenario = case.scenario.clone();
    let found = attended(py, tell, move |watched| {
        spread(|| {
            ends(&scenario, first..last, &|part| {
                watched.tell(part);
                watched.may_go_on()
            })
        })
    })??;
    let EndsTable { names, columns, failures } = found.map_err(|trouble| match trouble {
        EnsembleFailure::Lab(error) => lab(error, case),
        EnsembleFailure::Memory(error) => error,
    })?;
    let all = PyDict::new(py);
    for (name, column) in names.into_iter().zip(columns) {
        all.set_item(name, PyArray1::from_vec(py, column))?;
    }
    Ok((all, failures))
}

/// The file of a body, as a user could have written it.
#[pyfunction]
pub(crate) fn body_text(case: &Case, body: u64) -> PyResult<String> {
    case.refuse_functions("an ensemble of a scenario")?;
    let (mut draws, mut tables) = Draws::new(&case.scenario).map_err(|error| lab(error, case))?;
    let count = draws.ensemble().count;
    if body >= count {
        return Err(input(format!("there is no body {body}; there are {count}, from 0")));
    }
    draws.load(&mut tables, &(body..body + 1)).map_err(|error| lab(error, case))?;
    draws.text_of(body).map_err(|report| lab(report.into(), case))
}

#[derive(Default)]
struct EndsTable {
    names: Vec<String>,
    columns: Vec<Vec<f64>>,
    failures: Failures,
}

/// Why an ensemble has no results.
enum EnsembleFailure {
    Lab(Error),
    Memory(PyErr),
}

impl From<Error> for EnsembleFailure {
    fn from(error: Error) -> Self {
        Self::Lab(error)
    }
}

/// Chunk by chunk. What was computed before `go_on` said no is of no use to anybody.
fn ends(
    scenario: &Scenario,
    bodies: Range<u64>,
    go_on: &(dyn Fn(f64) -> bool + Sync),
) -> Result<EndsTable, EnsembleFailure> {
    let (mut draws, mut tables) = Draws::new(scenario)?;
    let names = draws.ensemble().columns();
    let mut table =
        EndsTable { columns: vec![Vec::new(); names.len()], names, ..EndsTable::default() };
    let (taken, each) = (AtomicU64::new(0), scenario.schedule.steps());
    let count = bodies.end.saturating_sub(bodies.start);
    let size = draws.ensemble().chunk.clamp(1, AT_ONCE);
    let mut first = bodies.start;
    while first < bodies.end {
        let chunk = first..bodies.end.min(first.saturating_add(size));
        table.make_room(chunk.end - chunk.start, count).map_err(EnsembleFailure::Memory)?;
        draws.load(&mut tables, &chunk)?;
        let done = first - bodies.start;
        let look = |more: u64| {
            let steps = taken.fetch_add(more, Ordering::Relaxed) + more;
            go_on(part(done, steps, count, each))
        };
        let Some(ends) = InLanes.run(&draws, chunk.clone(), &look) else { break };
        first = chunk.end;
        chunk.zip(ends).for_each(|(body, end)| table.add(&draws, body, end));
    }
    Ok(table)
}

impl EndsTable {
    /// Reserves memory for `more` bodies out of `of`.
    fn make_room(&mut self, more: u64, of: u64) -> PyResult<()> {
        let [more, of] = [more, of].map(|count| usize::try_from(count).unwrap_or(usize::MAX));
        let many = Many(of, "bodies");
        for column in &mut self.columns {
            column.try_reserve(more).map_err(|_| out_of_memory(many))?;
        }
        self.failures.try_reserve(more).map_err(|_| out_of_memory(many))?;
        available(more.saturating_mul(BESIDES), many)
    }
    #[expect(clippy::cast_precision_loss, reason = "at most 2^48")]
    fn add(&mut self, draws: &Draws, body: u64, end: End) {
        let mut drawn = Vec::new();
        if draws.ensemble().keep.drawn {
            draws.numbers(body, &mut drawn);
        }
        let row = std::iter::once(body as f64).chain(end.all_numbers()).chain(drawn);
        self.columns.iter_mut().zip(row).for_each(|(column, number)| column.push(number));
        self.failures.extend(end.failure.map(|why| (body, why)));
    }
}

/// By steps, where it is known how many there are.
#[expect(clippy::cast_precision_loss, reason = "for people")]
fn part(done: u64, steps: u64, count: u64, each: Option<u64>) -> f64 {
    let bodies = each.map_or(done as f64, |each| steps as f64 / each.max(1) as f64);
    (bodies / count.max(1) as f64).min(1.0)
}
