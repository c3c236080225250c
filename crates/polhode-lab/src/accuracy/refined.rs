//! Where rounding is in the way: a series in refined precision.

use super::candidate::Candidate;
use super::pilot::TrialRun;
use super::series::{self, REFINED};
use super::task::Task;
use crate::scenario::Scenario;

/// By how much its tolerance is below what would do.
const ROOM: f64 = 300.0;
/// Above, it is no better than a double.
pub(super) const LOOSEST: f64 = 1e-18;

/// The series that is as good as asked for, if `rounding` is what doubles leave at the end; none
/// where the torque does not allow it.
pub(super) fn candidate(
    scenario: &Scenario,
    pilot: &TrialRun<'_>,
    task: &Task,
    rounding: f64,
) -> Option<Candidate> {
    if !scenario.has_smooth_torque() {
        return None;
    }
    let growth = (task.input / f64::EPSILON).max(1.0);
    let tolerance = (task.accuracy / (ROOM * growth)).min(LOOSEST);
    let setting = series::refined(tolerance)?;
    let cost = pilot.expected(&setting, task.scale);
    let error = (REFINED * rounding).max(task.accuracy / ROOM);
    Some(Candidate { setting, error, cost, note: "refined, since rounding is in the way" })
}
