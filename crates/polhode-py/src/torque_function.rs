//! Torques that are Python functions, and runs with them.

use crate::error::{aligned, input};
use numpy::{AllowTypeChange, PyArray1, PyArrayLike1};
use polhode::geometry::{Rotation, Vec3};
use polhode_bound::Function;
use polhode_lab::Scenario;
use polhode_lab::scenario::Precision;
use polhode_lab::scenario_run::{ScenarioRun, simulate_with};
use pyo3::prelude::*;
use std::sync::{Arc, Mutex, PoisonError};

/// `function(time, attitude, angular_velocity)` gives the torque; all in the body's axes.
#[derive(Clone)]
pub(crate) struct TorqueFunction {
    function: Arc<Py<PyAny>>,
    /// The first exception that it raised. From then on it is not called.
    raised: Arc<Mutex<Option<PyErr>>>,
}

impl TorqueFunction {
    pub(crate) fn new(function: Py<PyAny>) -> Self {
        Self { function: Arc::new(function), raised: Arc::default() }
    }
    /// For another run.
    fn anew(&self) -> Self {
        Self { function: self.function.clone(), raised: Arc::default() }
    }
    /// What it raised since this was asked last.
    pub(crate) fn raised(&self) -> Option<PyErr> {
        self.raised.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
    fn torque(&self, time: f64, attitude: Rotation<f64>, rates: Vec3<f64>) -> Vec3<f64> {
        let nothing = Vec3::from([f64::NAN; 3]);
        let mut raised = self.raised.lock().unwrap_or_else(PoisonError::into_inner);
        if raised.is_some() {
            return nothing;
        }
        Python::attach(|py| self.asked(py, time, attitude, rates)).unwrap_or_else(|error| {
            *raised = Some(error);
            nothing
        })
    }
    fn asked(
        &self,
        py: Python<'_>,
        time: f64,
        attitude: Rotation<f64>,
        rates: Vec3<f64>,
    ) -> PyResult<Vec3<f64>> {
        let attitude = PyArray1::from_slice(py, &attitude.to_wxyz());
        let rates = PyArray1::from_slice(py, &rates.to_array());
        let given = self.function.bind(py).call1((time, attitude, rates))?;
        let array = given.extract::<PyArrayLike1<'_, f64, AllowTypeChange>>();
        let array = array.ok().filter(|array| aligned("torque", array).is_ok());
        let numbers = array.map(|array| array.as_array().to_vec());
        match numbers.as_deref() {
            Some(&[x, y, z]) => Ok(Vec3::new(x, y, z)),
            _ => Err(input(format!(
                "the torque function returned {given}; it must return three numbers, the torque \
                 in body axes"
            ))),
        }
    }
}

/// Refuses what needs a torque that the laboratory knows.
pub(crate) fn refuse(scenario: &Scenario) -> PyResult<()> {
    let refused = [
        (scenario.plan.accuracy.is_some(), "an accuracy is asked for", "give method and step"),
        (
            scenario.plan.certificate,
            "a certificate is asked for",
            "compare with a run of half the step",
        ),
        (!scenario.sensitivity.is_empty(), "a sensitivity is asked for", "take differences"),
        (!scenario.problem.events.is_empty(), "there are events", "look for them in the samples"),
        (scenario.plan.precision == Precision::Single, "the precision is f32", "take f64"),
    ];
    let found = refused.iter().find(|(holds, ..)| *holds);
    found.map_or(Ok(()), |(_, what, remedy)| {
        Err(input(format!(
            "a torque is a Python function, and {what}; that is for built-in torques and \
             expressions: {remedy}, or write the torque as an expression"
        )))
    })
}

/// A run of a scenario with a torque of Python besides its own.
pub(crate) fn simulate(
    scenario: &Scenario,
    callable: &TorqueFunction,
) -> PyResult<(Box<dyn ScenarioRun>, TorqueFunction)> {
    let callable = callable.anew();
    let inertia = scenario.problem.body.inertia;
    let axes = scenario.problem.body.principal_axes;
    let function = callable.clone();
    let called = Function::new(move |time, attitude: Rotation<f64>, momentum| {
        let rates = axes.apply(inertia.rates(momentum));
        axes.apply_inverse(function.torque(time, attitude * axes.inverse(), rates))
    });
    let run = simulate_with(scenario, &called).map_err(|r| crate::error::report(&r, true))?;
    Ok((run, callable))
}
