//! Many bodies in columns, which NumPy sees where they are.

use crate::case::Case;
use crate::error::input;
use crate::start::{Start, column, finite, quaternions, shaped};
use crate::threads::spread;
use crate::visits::Visits;
use numpy::ndarray::{ArrayView1, ArrayView2, Axis};
use numpy::{Element, PyArray1, PyReadonlyArray2};
use polhode::catalogue::MethodName;
use polhode::ensemble::Kick;
use polhode::real::Real;
use polhode_ensemble::{Arithmetic, Ensemble, Number};
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
    fn failed(&self) -> Vec<(usize, f64, String)> {
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
            Any::Single(ensemble) => py.detach(|| spread(|| ensemble.jump_to(f32::of(time)))),
        }
        .map_err(input)
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

fn failed<S: Number + Into<f64>>(ensemble: &Ensemble<S>) -> Vec<(usize, f64, String)> {
    let failed = ensemble.failed().iter();
    failed.map(|one| (one.body, one.stopped.time.into(), one.stopped.failure.to_string())).collect()
}

/// Doubles as the numbers of an ensemble, where they are if they can stay there.
trait Lent: Number {
    fn lent(numbers: ArrayView1<'_, f64>) -> Cow<'_, [Self]>;
}
impl Lent for f64 {
    fn lent(numbers: ArrayView1<'_, f64>) -> Cow<'_, [f64]> {
        numbers.to_slice().map_or_else(|| numbers.to_vec().into(), Cow::Borrowed)
    }
}
impl Lent for f32 {
    fn lent(numbers: ArrayView1<'_, f64>) -> Cow<'_, [f32]> {
        column(numbers).into()
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
    let attitude = attitude.map(|rows| quaternions(rows, false)).transpose()?;
    let (attitudes, momenta) = ensemble.columns_mut();
    if let (Some(rows), Some(columns)) = (attitude, attitudes) {
        for (k, column) in columns.into_iter().enumerate() {
            column.iter_mut().zip(&rows).for_each(|(to, row)| *to = S::of(row[k]));
        }
    }
    if let Some(rows) = momentum {
        for (k, column) in momenta.into_iter().enumerate() {
            column.iter_mut().zip(rows.column(k)).for_each(|(to, &x)| *to = S::of(x));
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
        let columns = [0, 1, 2].map(|k| S::lent(torque.index_axis_move(Axis(1), k)));
        let kick = Kick { torque: columns.each_ref().map(|column| &**column), h: S::of(time) };
        spread(|| ensemble.kick_and_advance(Some(kick), S::of(h), 0)).map_err(input)
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
        py.detach(|| spread(|| ensemble.advance(S::of(h), now))).map_err(input)?;
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
