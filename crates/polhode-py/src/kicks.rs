//! Python functions as torques of an ensemble: kicks around torque-free steps.
//!
//! A function is called for all bodies at once, between torque-free steps. This suffices for
//! splittings whose step is half a kick, a torque-free step and half a kick, and for their symmetric
//! compositions. Other methods are refused.

use crate::error::input;
use polhode::catalogue::{MethodName, variants};
use polhode::real::Real;
use polhode_bound::{Function, Torques};
use pyo3::prelude::*;

/// Returns the method of the torque-free steps, and the lengths of the stages of a step in units of
/// the step.
#[pyfunction]
pub(crate) fn kick_stages(method: &str) -> PyResult<(String, Vec<f64>)> {
    let name: MethodName = method.parse().map_err(input)?;
    if !name.is_kicked() {
        return Err(input(refusal(&name)));
    }
    let weights = name.options().compose.map_or_else(
        || vec![1.0],
        |table| (0..table.stages()).map(|stage| f64::constant(table.weight(stage))).collect(),
    );
    Ok((name.without_composition().to_string(), weights))
}

/// Returns why a method takes no function, and the alternatives.
fn refusal(name: &MethodName) -> String {
    let order = name.card().order_torqued;
    let reason = match order {
        None => "takes no torque".to_owned(),
        Some(_) if name.steps_vary() => "chooses steps of its own for each body".to_owned(),
        Some(0..=2) => "is not made of kicks around free steps".to_owned(),
        Some(order) => format!(
            "is not made of kicks around free steps, with which it would be of order 2 in place \
             of {order}"
        ),
    };
    let instead = match order {
        None | Some(0..=2) => "exact",
        Some(3..=4) => "exact:order=4",
        Some(5..=6) => "exact:order=6",
        Some(_) => "exact:order=8",
    };
    let rows = variants().into_iter().filter(|name| name.is_kicked());
    let mut kicked: Vec<_> = rows.map(|name| name.row().name).collect();
    kicked.dedup();
    let kicked = kicked.join(", ");
    let mut remedies = vec![format!("take `{instead}` or another composition of {kicked}")];
    if order.is_some() && !name.steps_vary() {
        remedies.push("give a built-in model as torque".into());
    }
    let function = Function::new(|_, _, momentum| momentum);
    if order.is_some() && polhode_bound::accepts(name, &Torques::new([function.into()])).is_ok() {
        remedies.push("run the bodies one by one with polhode.run".into());
    }
    format!(
        "`{name}` {reason}; a Python function acts on an ensemble by kicks around free steps; {}",
        remedies.join(", or ")
    )
}
