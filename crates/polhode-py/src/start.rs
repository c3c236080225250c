//! What an ensemble begins with, checked.

use crate::case::Case;
use crate::error::{aligned, ensemble, input, report};
use crate::memory::{Many, listed, room};
use numpy::PyReadonlyArray2;
use numpy::ndarray::{ArrayView1, ArrayView2};
use polhode::Inertia;
use polhode::catalogue::MethodName;
use polhode::real::Real;
use polhode_bound::RunUnits;
use polhode_ensemble::{Arithmetic, Bodies, Ensemble, EnsembleScalar, EnsembleTorques};
use pyo3::prelude::*;

/// How far a quaternion may be from the norm 1 and be mended, as in a scenario.
const MENDED: f64 = 1e-6;

/// What an ensemble begins with.
pub(crate) struct EnsembleStart<'a> {
    pub(crate) moments: ArrayView2<'a, f64>,
    pub(crate) attitude: ArrayView2<'a, f64>,
    pub(crate) momentum: ArrayView2<'a, f64>,
    pub(crate) torque: Option<&'a Case>,
    pub(crate) time: f64,
    /// Quaternions are taken whatever their norm: these bodies were on their way before.
    pub(crate) as_is: bool,
    pub(crate) arithmetic: Arithmetic,
}

impl EnsembleStart<'_> {
    pub(crate) fn ensemble<S: EnsembleScalar + Real<Mask = bool>>(
        &self,
        method: &MethodName,
    ) -> PyResult<Ensemble<S>> {
        let bodies = Bodies {
            moments: columns(self.moments)?,
            attitude: attitudes(self.attitude, self.as_is)?,
            momentum: columns(self.momentum)?,
        };
        for (body, moments) in self.moments.rows().into_iter().enumerate() {
            Inertia::new([moments[0], moments[1], moments[2]])
                .map_err(|error| input(format!("body {body}: {error}")))?;
        }
        let made = Ensemble::new(method, bodies).map_err(ensemble)?;
        let made = match self.torque {
            Some(case) => {
                let torque = case.scenario.torque_in::<S>(RunUnits::FILE);
                let torque = torque.map_err(|r| report(&r, true))?;
                let Some(models) = torque.models() else {
                    return Err(input(
                        "a torque is an expression, which does not go in lanes; take a built-in \
                         model, run the bodies one by one with polhode.run, or take a Python \
                         function of all bodies and a method of kicks: `exact`, `exact:order=4`",
                    ));
                };
                made.pushed_by(EnsembleTorques::new(&models).map_err(ensemble)?)
                    .map_err(ensemble)?
            }
            None => made,
        };
        Ok(made.starting_at(S::from_f64(self.time)).with(self.arithmetic))
    }
}

/// A column as the numbers of an ensemble.
pub(crate) fn column<S: Real>(numbers: ArrayView1<'_, f64>) -> PyResult<Vec<S>> {
    listed(numbers.iter().map(|&x| S::from_f64(x)), Many(numbers.len(), "bodies"))
}

fn columns<S: Real, const N: usize>(rows: ArrayView2<'_, f64>) -> PyResult<[Vec<S>; N]> {
    let mut all = [const { Vec::new() }; N];
    for (k, to) in all.iter_mut().enumerate() {
        *to = column(rows.column(k))?;
    }
    Ok(all)
}

/// Quaternions in columns.
fn attitudes<S: Real>(rows: ArrayView2<'_, f64>, as_is: bool) -> PyResult<[Vec<S>; 4]> {
    let mut all = [const { Vec::new() }; 4];
    for column in &mut all {
        *column = room(rows.nrows(), Many(rows.nrows(), "bodies"))?;
    }
    for (body, row) in rows.rows().into_iter().enumerate() {
        let quaternion = quaternion(body, row, as_is)?;
        all.iter_mut()
            .zip(quaternion)
            .for_each(|(column, number)| column.push(S::from_f64(number)));
    }
    Ok(all)
}

/// Of norm 1, or near enough to be mended.
pub(crate) fn quaternion(body: usize, row: ArrayView1<'_, f64>, as_is: bool) -> PyResult<[f64; 4]> {
    let [w, x, y, z] = [row[0], row[1], row[2], row[3]];
    let given = polhode::Rotation { w, x, y, z };
    let norm = given.norm_squared().sqrt();
    if as_is {
        return Ok(given.to_wxyz());
    }
    if (norm - 1.0).abs() > MENDED {
        return Err(input(format!(
            "the quaternion `attitude` of body {body} has the norm {norm:?}; it must be 1; check \
             the four numbers (w x y z)"
        )));
    }
    Ok(if norm == 1.0 { given } else { given.normalized() }.to_wxyz())
}

pub(crate) fn finite(what: &str, value: f64) -> PyResult<f64> {
    if value.is_finite() {
        return Ok(value);
    }
    Err(input(format!("`{what}` is {value:?}; it must be finite")))
}

pub(crate) fn shaped<'a>(
    what: &str,
    array: &'a PyReadonlyArray2<'_, f64>,
    width: usize,
) -> PyResult<ArrayView2<'a, f64>> {
    aligned(what, array)?;
    let array = array.as_array();
    if array.ncols() != width {
        let shape = array.shape();
        return Err(input(format!("`{what}` has the shape {shape:?}; it must be (n, {width})")));
    }
    if let Some(((row, _), value)) = array.indexed_iter().find(|(_, value)| !value.is_finite()) {
        return Err(input(format!("`{what}` of body {row} has {value:?}; it must be finite")));
    }
    Ok(array)
}
