//! After a run that its end does not prove: how far it is from the coarser one tells what will do, and
//! the run is the coarser one of the next.

use super::candidate::Candidate;
use super::proof::{self, CAUTION, LARGEST, Proof};
use super::task::stays_as_it_is;
use super::{Choice, refined, series};
use crate::scenario::{AccuracyRequest, Precision, Scenario};
use crate::scenario_run::RunState;

/// What is left beside the caution of a proof: a third run would cost more than the digits.
const ROOM: f64 = 10.0;
/// By how much the tolerance is tightened at least; and where nothing else is known.
const TIGHTER: f64 = 30.0;
const BLINDLY: f64 = 1e3;

/// The series with a tolerance that will do; none where the first was not a series in doubles, or has
/// been tightened before, or rounding is in the way.
pub(super) fn tightened(
    scenario: &Scenario,
    wish: &AccuracyRequest,
    first: &Choice,
    end: &RunState,
) -> Option<Choice> {
    let failed = first.proof.as_ref().filter(|proof| !proof.is_second)?;
    if first.setting.precision != Precision::Double {
        return None;
    }
    let steady = stays_as_it_is(scenario);
    let rounding = proof::rounding(steady);
    let own = first.setting.method.tolerance()?.max(rounding);
    let distance = failed.distance(end);
    // Two that are too far apart to tell say nothing of the third.
    let (needed, room) = if distance <= LARGEST {
        (wish.accuracy / (CAUTION * ROOM) * failed.looser? / distance, 1.0)
    } else {
        (own / BLINDLY, ROOM)
    };
    let tolerance = needed.min(own / TIGHTER);
    let setting = if tolerance > rounding {
        series::setting(tolerance)?
    } else if scenario.has_smooth_torque() {
        series::refined(tolerance.min(refined::LOOSEST))?
    } else {
        return None;
    };
    let within = proof::within(wish.accuracy, room * proof::share(&setting, own, steady)?);
    let proof = Proof::beside(&first.setting, end, within).second();
    let note = "tightened, since the end of the first run did not prove it";
    let (error, cost) = (wish.accuracy / (CAUTION * ROOM), first.cost);
    let mut candidates = first.candidates.clone();
    candidates.insert(0, Candidate { setting, error, cost, note });
    let reason = format!("{note}; beside {}", proof.beside);
    Some(Choice { setting, error, candidates, reason, proof: Some(proof), ..first.clone() })
}
