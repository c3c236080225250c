//! Many bodies in columns, which NumPy sees where they are.

use crate::case::Case;
use crate::error::{ensemble as refused, input};
use crate::memory::{Many, available, listed};
use crate::start::{Start, column, finite, quaternion, shaped};
use crate::threads::spread;
use crate::visits::Visits;
use numpy::ndarray::{ArrayView1, ArrayView2, Axis};
use numpy::{Element, PyArray1, PyReadonlyArray2};
use polhode::catalogue::MethodName;
use polhode::ensemble::Kick;
use polhode::real::Real;
use polhode_ensemble::{Arithmetic, Ensemble, Failed, Number};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::borrow::Cow;
use std::time::{Duration, Instant};

/// Between two looks at Ctrl-C.
const LOOK: Duration = Duration::from_millis(50);
/// The names of the columns.
const ATTITUDE: [&str; 4] = ["q_w", "q_x", "q_y", "q_z"];
const MOMENTUM: [&str; 3] = ["l_bx", "l_by", "l_bz"];
const MOMENTS: [&str; 3] = ["i_x", "i_y", "i_z"];
/// Upper bound of the memory (bytes per body) of a step besides what the method remembers.
const PER_STEP: usize = 8;
const COLUMNS: usize = ATTITUDE.len() + MOMENTUM.len() + MOMENTS.len();

enum Any {
    Double(Ensemble<f64>),
    Single(Ensemble<f32>),
}

/// `each!(any, ensemble => what)`
macro_rules! each {
    ($any:expr, $ensemble:ident => $what:expr) => {
        match $any {
            Any::Double($ensemble) => $what,
            Any::Single($ensemble) => $what,
        }
    };
}

/// Many bodies on their way.
#[pyclass(module = "polhode._polhode")]
pub(crate) struct Swarm {
    any: Any,
    visits: Visits,
}

#[pymethods]
impl Swarm {
    #[new]
    #[pyo3(signature = (method, moments, attitude, momentum, *, torque=None, time=0.0, single=false, fast=false, as_is=false))]
    #[expect(clippy::too_many_arguments, reason = "Python gives them by name")]
    fn new(
        method: &str,
        moments: PyReadonlyArray2<'_, f64>,
        attitude: PyReadonlyArray2<'_, f64>,
        momentum: PyReadonlyArray2<'_, f64>,
        torque: Option<PyRef<'_, Case>>,
        time: f64,
        single: bool,
        fast: bool,
        as_is: bool,
    ) -> PyResult<Self> {
        let method: MethodName = method.parse().map_err(input)?;
        // Before all values are checked, which takes long. Columns are copied one at a time.
        let bodies = momentum.as_array().nrows();
        let size = if single { size_of::<f32>() } else { size_of::<f64>() };
        available(bodies.saturating_mul((COLUMNS + 1) * size), Many(bodies, "bodies"))?;
        let start = Start {
            moments: shaped("moments", &moments, 3)?,
            attitude: shaped("attitude", &attitude, 4)?,
            momentum: shaped("momentum", &momentum, 3)?,
            torque: torque.as_deref(),
            as_is,
            time: finite("time", time)?,
            arithmetic: if fast { Arithmetic::Fast } else { Arithmetic::Portable },
        };
        let any = if single {
            Any::Single(start.ensemble(&method)?)
        } else {
            Any::Double(start.ensemble(&method)?)
        };
        let count = each!(&any, ensemble => ensemble.len());
        Ok(Self { any, visits: Visits::new(count) })
    }
    fn __len__(&self) -> usize {
        each!(&self.any, ensemble => ensemble.len())
    }
    #[getter]
    fn time(&self) -> f64 {
        match &self.any {
            Any::Double(ensemble) => ensemble.time(),
            Any::Single(ensemble) => ensemble.time().into(),
        }
    }
    /// Those that could not go on: number, time and reason.
    #[getter]
    fn failed(&self) -> PyResult<Vec<(usize, f64, String)>> {
        each!(&self.any, ensemble => failed(ensemble))
    }
    /// The columns, by name: views of the memory in which the bodies are, not to be written to.
    #[getter]
    fn columns(this: Bound<'_, Self>) -> PyResult<Bound<'_, PyDict>> {
        let swarm = this.borrow();
        each!(&swarm.any, ensemble => columns(ensemble, &this))
    }
    /// Takes steps of length h; before them each momentum is changed by its torque times `kick`.
    /// `tell` is shown how much of them is done.
    #[pyo3(signature = (h, steps, torque=None, kick=0.0, tell=None))]
    fn step(
        &mut self,
        py: Python<'_>,
        h: f64,
        steps: u64,
        torque: Option<PyReadonlyArray2<'_, f64>>,
        kick: f64,
        tell: Option<Py<PyAny>>,
    ) -> PyResult<()> {
        let (h, kick) = (finite("step", h)?, finite("kick", kick)?);
        let torque = torque.as_ref().map(|torque| shaped("torque", torque, 3)).transpose()?;
        let count = each!(&self.any, ensemble => ensemble.len());
        if let Some(other) = torque.map(|torque| torque.nrows()).filter(|&rows| rows != count) {
            return Err(input(format!("there are {other} torques and {count} bodies")));
        }
        available(count.saturating_mul(PER_STEP), Many(count, "bodies"))?;
        each!(&mut self.any, ensemble => {
            if let Some(torque) = torque {
                push(py, ensemble, h, torque, kick)?;
            }
            advance(py, ensemble, &mut self.visits, h, steps, tell.as_ref())
        })
    }
    /// Takes free bodies to a time by the closed form.
    fn jump_to(&mut self, py: Python<'_>, time: f64) -> PyResult<()> {
        let time = finite("time", time)?;
        match &mut self.any {
            Any::Double(ensemble) => py.detach(|| spread(|| ensemble.jump_to(time))),
            Any::Single(ensemble) => py.detach(|| spread(|| ensemble.jump_to(f32::from_f64(time)))),
        }?
        .map_err(refused)
    }
    /// Puts other attitudes or momenta into the columns.
    #[pyo3(signature = (attitude=None, momentum=None))]
    fn put(
        &mut self,
        attitude: Option<PyReadonlyArray2<'_, f64>>,
        momentum: Option<PyReadonlyArray2<'_, f64>>,
    ) -> PyResult<()> {
        let attitude = attitude.as_ref().map(|a| shaped("attitude", a, 4)).transpose()?;
        let momentum = momentum.as_ref().map(|a| shaped("momentum", a, 3)).transpose()?;
        each!(&mut self.any, ensemble => put(ensemble, attitude, momentum))
    }
}

fn failed<S: Number + Into<f64>>(ensemble: &Ensemble<S>) -> PyResult<Vec<(usize, f64, String)>> {
    /// About as much as a reason takes.
    const REASON: usize = 200;
    let failed = ensemble.failed();
    let many = Many(failed.len(), "bodies that failed");
    available(failed.len().saturating_mul(REASON), many)?;
    let one =
        |one: &Failed<S>| (one.body, one.stopped.time.into(), one.stopped.failure.to_string());
    listed(failed.iter().map(one), many)
}

/// Doubles as the numbers of an ensemble, where they are if they can stay there.
trait Lent: Number {
    fn lent(numbers: ArrayView1<'_, f64>) -> PyResult<Cow<'_, [Self]>>;
}
impl Lent for f64 {
    fn lent(numbers: ArrayView1<'_, f64>) -> PyResult<Cow<'_, [f64]>> {
        match numbers.to_slice() {
            Some(slice) => Ok(Cow::Borrowed(slice)),
            None => column(numbers).map(Cow::Owned),
        }
    }
}
impl Lent for f32 {
    fn lent(numbers: ArrayView1<'_, f64>) -> PyResult<Cow<'_, [f32]>> {
        column(numbers).map(Cow::Owned)
    }
}

fn put<S: Number>(
    ensemble: &mut Ensemble<S>,
    attitude: Option<ArrayView2<'_, f64>>,
    momentum: Option<ArrayView2<'_, f64>>,
) -> PyResult<()> {
    let count = ensemble.len();
    let lengths = [attitude.as_ref(), momentum.as_ref()];
    if let Some(other) = lengths.into_iter().flatten().map(|a| a.nrows()).find(|n| *n != count) {
        return Err(input(format!("there are {other} states and {count} bodies")));
    }
    // All are checked before the first is changed.
    for (body, row) in attitude.iter().flat_map(|rows| rows.rows().into_iter().enumerate()) {
        quaternion(body, row, false)?;
    }
    let (attitudes, momenta) = ensemble.columns_mut();
    if let (Some(rows), Some(mut columns)) = (attitude, attitudes) {
        for (body, row) in rows.rows().into_iter().enumerate() {
            let numbers = quaternion(body, row, false)?;
            columns.iter_mut().zip(numbers).for_each(|(column, x)| column[body] = S::from_f64(x));
        }
    }
    if let Some(rows) = momentum {
        for (k, column) in momenta.into_iter().enumerate() {
            column.iter_mut().zip(rows.column(k)).for_each(|(to, &x)| *to = S::from_f64(x));
        }
    }
    Ok(())
}

/// Changes each momentum by its torque in a time. The count of steps of length h goes on.
fn push<S: Lent>(
    py: Python<'_>,
    ensemble: &mut Ensemble<S>,
    h: f64,
    torque: ArrayView2<'_, f64>,
    time: f64,
) -> PyResult<()> {
    py.detach(|| {
        let column = |k| S::lent(torque.index_axis_move(Axis(1), k));
        let columns = [column(0)?, column(1)?, column(2)?];
        let kick =
            Kick { torque: columns.each_ref().map(|column| &**column), h: S::from_f64(time) };
        spread(|| ensemble.kick_and_advance(Some(kick), S::from_f64(h), 0))?.map_err(refused)
    })
}

/// Takes steps, with looks at Ctrl-C between visits.
#[expect(clippy::cast_precision_loss, reason = "for people and clocks")]
fn advance<S: Number>(
    py: Python<'_>,
    ensemble: &mut Ensemble<S>,
    visits: &mut Visits,
    h: f64,
    steps: u64,
    tell: Option<&Py<PyAny>>,
) -> PyResult<()> {
    let (mut left, mut looked) = (steps, Instant::now());
    while left > 0 {
        let (now, begin) = (left.min(visits.steps), Instant::now());
        py.detach(|| spread(|| ensemble.advance(S::from_f64(h), now)))?.map_err(refused)?;
        visits.took(now, begin.elapsed());
        left -= now;
        if looked.elapsed() > LOOK {
            looked = Instant::now();
            py.check_signals()?;
            let part = 1.0 - left as f64 / steps as f64;
            tell.map_or(Ok(()), |tell| tell.call1(py, (part,)).map(|_| ()))?;
        }
    }
    Ok(())
}

fn columns<'py, S: Number + Element>(
    ensemble: &Ensemble<S>,
    owner: &Bound<'py, Swarm>,
) -> PyResult<Bound<'py, PyDict>> {
    let all = PyDict::new(owner.py());
    let attitude = ensemble.attitude_columns().into_iter().flatten();
    let momentum = ensemble.momentum_columns();
    let moments = ensemble.moment_columns();
    let names = ATTITUDE.into_iter().chain(MOMENTUM).chain(MOMENTS);
    for (name, column) in names.zip(attitude.chain(momentum).chain(moments)) {
        all.set_item(name, view(column, owner)?)?;
    }
    Ok(all)
}

/// A column where it is.
fn view<'py, S: Element>(
    column: &[S],
    owner: &Bound<'py, Swarm>,
) -> PyResult<Bound<'py, PyArray1<S>>> {
    // SAFETY: the owner is the base of the array, so it lives as long; it holds quaternions, and
    // nothing that it is asked for moves a column: see `Ensemble::columns_mut`.
    #[expect(unsafe_code, reason = "a view of memory that Rust owns")]
    let array =
        unsafe { PyArray1::borrow_from_array(&ArrayView1::from(column), owner.clone().into_any()) };
    array.getattr("flags")?.setattr("writeable", false)?;
    Ok(array)
}
