//! Methods side by side.

use crate::case::Case;
use crate::error::{self, input, report};
use crate::watch::attended;
use polhode::catalogue::MethodName;
use polhode_lab::Scenario;
use polhode_lab::compare::{Comparison, Grid, all_methods, compare_while};
use pyo3::prelude::*;

/// Error against cost of some methods, as JSON.
#[pyfunction]
pub(crate) fn compare(
    py: Python<'_>,
    case: &Case,
    methods: Option<Vec<String>>,
    steps: Option<Vec<f64>>,
    budgets: Option<Vec<u64>>,
    tell: Option<Py<PyAny>>,
) -> PyResult<String> {
    case.refuse_functions("a comparison")?;
    let scenario = case.scenario.clone();
    let methods = match methods {
        None => all_methods(&scenario),
        Some(names) => names.iter().map(|n| named(&scenario, n)).collect::<PyResult<_>>()?,
    };
    if let Some(step) = steps.iter().flatten().find(|h| !(h.is_finite() && **h > 0.0)) {
        return Err(input(format!("a step is {step:?}; it must be positive and finite")));
    }
    let grid = match (steps, budgets) {
        (_, Some(budgets)) => Grid::Budgets(budgets),
        (Some(steps), None) => Grid::Steps(steps),
        (None, None) => Grid::around(&scenario),
    };
    let rows = attended(py, tell, move |watched| {
        #[expect(clippy::cast_precision_loss, reason = "for people")]
        let part = |done: usize, all: usize| done as f64 / all.max(1) as f64;
        let tell = &mut |done, all| watched.tell(part(done, all));
        compare_while(&scenario, &Comparison { methods, grid }, tell, &mut || watched.may_go_on())
    })?;
    let rows = rows.map_err(|r| report(&r, case.is_from_values()))?;
    serde_json::to_string(&rows).map_err(error::solve)
}

fn named(scenario: &Scenario, name: &str) -> PyResult<MethodName> {
    let method: MethodName = name.parse().map_err(input)?;
    if !scenario.problem.torques.is_empty() {
        polhode_bound::accepts(&method, &scenario.problem.torque)
            .map_err(|error| input(format!("`{name}` cannot take this torque: {error}")))?;
    }
    Ok(method)
}
