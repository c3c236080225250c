//! Where trials on a part would cost more than they save: the series, as fine as will do as a rule. A
//! coarse one goes before it over all of the span, and the end of the run is to prove it.

use super::candidate::Candidate;
use super::pilot::TrialRun;
use super::proof::{self, CAUTION, Proof};
use super::task::Task;
use super::verdict::TrialVerdict;
use super::{Choice, refined, series};
use crate::scenario::Scenario;

/// By how much the tolerance that will do is below the accuracy; and where it is known how far
/// neighbours come apart, by how much more than that.
const BELOW: f64 = 1e5;
const GROWN: f64 = 300.0;
/// The tolerance of the coarse one, and by how much that of the run is below it.
const COARSE: f64 = 1e-7;
const FINER: f64 = 30.0;
/// What is left beside the caution of a proof, since nothing else is known of how errors grow.
const ROOM: f64 = 16.0;

/// The series and its proof; none where a run does not come to its end.
pub(super) fn choose(scenario: &Scenario, pilot: &mut TrialRun<'_>, task: &Task) -> Option<Choice> {
    let coarse = pilot.run(&series::setting(COARSE)?, pilot.span(), 1, f64::INFINITY)?;
    let below = BELOW.max(GROWN * task.input / f64::EPSILON);
    let tolerance = (task.accuracy / below).min(COARSE / FINER);
    let note = "as fine as will do as a rule";
    let one = if tolerance > proof::rounding(task.steady) {
        let setting = series::setting(tolerance)?;
        let cost = pilot.expected(&setting, task.scale);
        Candidate { setting, error: task.accuracy / (CAUTION * ROOM), cost, note }
    } else {
        refined::candidate(scenario, pilot, task, 0.0)?
    };
    let share = ROOM * proof::share(&one.setting, COARSE, task.steady)?;
    let within = proof::within(task.accuracy, share);
    let proof = Proof::beside(&coarse.setting, coarse.places.last()?, within);
    let told =
        TrialVerdict::good(&one, task.input).told(pilot, task, task.input, vec![one.clone()]);
    let reason = format!("{note}; its end is to prove it, beside {}", proof.beside);
    Some(Choice { proof: Some(proof), reason, ..told })
}
