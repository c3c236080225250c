//! What there is: methods, scenarios, torque models, conventions. As JSON, which Python reads.

use polhode::catalogue::{MethodName, cards};
use polhode_formats::CONVENTIONS;
use polhode_lab::embedded::SCENARIOS;
use polhode_lab::keys::TORQUES;
use polhode_lab::methods::card_json;
use pyo3::prelude::*;
use serde_json::Value;

/// The cards of all methods, or of one with its options.
#[pyfunction]
#[pyo3(signature = (name=None))]
pub(crate) fn methods(name: Option<&str>) -> PyResult<String> {
    let rows: Vec<Value> = match name {
        None => cards().map(|card| card_json(card.name, &card)).collect(),
        Some(name) => {
            let row = cards().find(|card| card.name == name);
            // A row can be shown even where it needs an option to be run.
            let card = match (row, name.parse::<MethodName>()) {
                (_, Ok(method)) => method.card(),
                (Some(card), Err(_)) => card,
                (None, Err(error)) => return Err(crate::error::input(error)),
            };
            vec![card_json(name, &card)]
        }
    };
    Ok(Value::from(rows).to_string())
}

/// Names and texts of the scenarios that come with polhode.
#[pyfunction]
pub(crate) fn scenarios() -> Vec<(&'static str, &'static str)> {
    SCENARIOS.iter().map(|scenario| (scenario.name, scenario.text)).collect()
}

/// Names of the torque models, each with the names of its keys.
#[pyfunction]
pub(crate) fn torques() -> Vec<(&'static str, Vec<&'static str>)> {
    let keys = |torque: &polhode_lab::keys::TorqueKeys| {
        (torque.name, torque.keys.iter().map(|key| key.name).collect())
    };
    TORQUES.iter().map(keys).collect()
}

/// Name of each convention of quaternions, which of w, x, y, z (0 to 3) comes when, and whether
/// it is the quaternion of the inverse rotation.
#[pyfunction]
pub(crate) fn conventions() -> Vec<(&'static str, Vec<usize>, bool)> {
    let one = |c: &polhode_formats::Convention| {
        (c.name, c.order.iter().map(|&part| part as usize).collect(), c.conjugate)
    };
    CONVENTIONS.iter().map(one).collect()
}
