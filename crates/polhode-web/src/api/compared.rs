//! Work and precision.

use crate::deadline::{Caller, Deadline};
use crate::http::Response;
use crate::limits::{COMPARE, MOST_COMPARED};
use crate::question::wrong;
use polhode_lab::Scenario;
use polhode_lab::compare::{Comparison, ComparisonGrid, compare_while};
use serde_json::json;

/// The grid has steps from eight times as long to an eighth: so many times those of the scenario.
const GRID: u64 = 16;

/// Runs the methods of these scenarios at several steps.
pub(crate) fn answered(scenarios: &[Scenario], caller: Caller<'_>) -> Result<Response, Response> {
    let Some(scenario) = scenarios.first() else {
        return Err(Response::error(422, "no method can be run"));
    };
    let steps = scenarios.iter().filter_map(|one| one.schedule.steps()).max().unwrap_or(0);
    let all = steps.saturating_mul(GRID).saturating_mul(scenarios.len() as u64);
    if all > MOST_COMPARED {
        let message = format!(
            "all runs together have {all} steps; the page takes at most {MOST_COMPARED}: take a larger \
             step, a shorter duration, or `polhode compare`"
        );
        return Err(Response::error(422, message));
    }
    let methods = scenarios.iter().map(|one| one.method).collect();
    let plan = Comparison { methods, grid: ComparisonGrid::around(scenario) };
    let mut patience = Deadline::new(caller, COMPARE);
    let rows = compare_while(scenario, &plan, &mut |_, _| {}, &mut || !patience.is_over());
    let rows = rows.map_err(|report| wrong(&report))?;
    if rows.is_empty() {
        return Err(Response::error(
            422,
            format!(
                "it took longer than {COMPARE:?}: take a shorter duration, or `polhode compare`"
            ),
        ));
    }
    let note = patience
        .is_late()
        .then(|| format!("not all runs are here: they took longer than {COMPARE:?}"));
    let free = scenario.problem.torques.is_empty();
    Ok(Response::json(&json!({ "free": free, "rows": rows, "note": note })))
}
