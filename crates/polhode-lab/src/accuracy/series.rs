//! The series: which tolerance leads to an error.

use super::candidate::Candidate;
use super::pilot::{Setting, TrialRun};
use super::reach::{MARKS, Reach, extrapolated};
use super::task::Task;
use crate::scenario::{Precision, Scenario};

/// Below there is rounding only.
pub(super) const TIGHTEST: f64 = 1e-16;
/// What rounding does to a step, as a tolerance.
pub(super) const ROUNDING: f64 = 3e-16;
/// How much more it is where the torque depends on time, or slows the body down.
pub(super) const UNSTEADY: f64 = 10.0;
/// What is left of it, and of the same over a run, by a refined series.
pub(super) const REFINED: f64 = 0.05;
/// The same of a step, as a tolerance: over a run its errors add up less.
pub(super) const REFINED_STEP: f64 = 0.00625;
/// The least tolerance of a refined series.
pub(super) const FINEST: f64 = 1e-22;
/// Above the first step may be a guess.
const LOOSEST: f64 = 1e-2;
/// Runs to find a tolerance.
const TRIES: usize = 4;

/// Can a series tell of this scenario?
pub(super) fn tells_of(scenario: &Scenario) -> bool {
    let takes = tightest()
        .is_some_and(|one| polhode_bound::accepts(&one.method, &scenario.problem.torque).is_ok());
    scenario.problem.torques.is_empty() || takes
}

/// The series at a tolerance.
pub(super) fn setting(tolerance: f64) -> Option<Setting> {
    let method = format!("taylor:tolerance={tolerance:.0e}").parse().ok()?;
    Some(Setting::by_tolerance(method))
}

/// The series that errs by rounding only, in steps of a degree at which that is least.
pub(super) fn tightest() -> Option<Setting> {
    Some(Setting::by_tolerance("taylor:tolerance=1e-16,degree=18".parse().ok()?))
}

/// One that errs by rounding as well, in other places.
pub(super) fn other_tightest() -> Option<Setting> {
    Some(Setting::by_tolerance("taylor:tolerance=1e-16,degree=24".parse().ok()?))
}

/// One in refined precision.
pub(super) fn refined(tolerance: f64) -> Option<Setting> {
    let tolerance = tolerance.max(FINEST);
    let one = setting(tolerance)?;
    Some(Setting { precision: Precision::Refined, ..one })
}

/// A step errs by its tolerance, and errors are passed on as neighbours are.
pub(super) fn first_guess(accuracy: f64, input: f64) -> f64 {
    let growth = (input / f64::EPSILON).max(1.0);
    (accuracy / (4.0 * growth)).clamp(TIGHTEST, LOOSEST)
}

/// The loosest tolerance that leads to the accuracy, as far as that can be told.
pub(super) fn fit(pilot: &mut TrialRun<'_>, task: &Task, reach: &mut Reach) -> Option<Candidate> {
    let mut tolerance = first_guess(task.accuracy, task.input);
    let mut best: Option<Candidate> = None;
    for _ in 0..TRIES {
        tolerance = tolerance.clamp(TIGHTEST, LOOSEST);
        reach.improve(pilot, tolerance)?;
        let tried = setting(tolerance)?;
        let trace = pilot.run(&tried, task.part, MARKS, f64::INFINITY)?;
        let errors = trace.errors(&reach.reference);
        // The energy drifts, if only by chance, and with it the phase.
        let error = extrapolated(&errors, task.times, 2.0) * task.doubt;
        #[expect(clippy::cast_precision_loss, reason = "a cost")]
        let cost = trace.steps as f64 * trace.each * task.times + pilot.showing(&tried.method);
        let found = Candidate { setting: tried, error, cost, note: task.note };
        let ratio = task.accuracy / error.max(1e-300);
        let tightest = tolerance <= TIGHTEST;
        if ratio >= 1.0 || tightest {
            let better = best.as_ref().is_none_or(|best| cost < best.cost);
            if better {
                best = Some(found);
            }
        }
        let loose = tolerance >= LOOSEST;
        if ratio >= 1.0 && (ratio < task.patience || loose) || tightest && ratio < 1.0 {
            break;
        }
        // The error follows the tolerance, more or less.
        tolerance *= if ratio >= 1.0 { (ratio / 6.0).min(1e4) } else { (ratio / 4.0).max(1e-5) };
        let known = best.as_ref().and_then(|best| best.setting.method.tolerance());
        if known.is_some_and(|known| tolerance <= known) {
            break;
        }
    }
    best
}
