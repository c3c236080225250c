//! What a part proposes where it does not tell of the whole: to be proven by the end of the run.

use super::candidate::Candidate;
use super::pilot::{Setting, TrialRun};
use super::reach::Reach;
use super::task::Task;
use super::verdict::{Proposal, TrialVerdict};
use super::{Choice, pairs, proof, series};
use crate::scenario::{Precision, Scenario};

/// By how much the tolerance of a series is tightened: digits cost less than another run.
const TIGHTENED: f64 = 10.0;

/// What is known from a part.
pub(super) struct Hope<'a> {
    pub(super) part: Task,
    pub(super) reach: &'a Reach,
    /// What would do if rounding is in the way.
    pub(super) refined: Option<Candidate>,
}

/// What a part proposes, or else a refined series, with the proof that it will need.
pub(super) fn choose(
    scenario: &Scenario,
    pilot: &mut TrialRun<'_>,
    whole: &Task,
    proposal: Proposal,
    Hope { part, reach, refined }: Hope<'_>,
) -> Option<Choice> {
    let chosen = match (proposal.chosen.clone(), refined) {
        (Some(one), Some(refined)) if is_at_rounding(&one, whole) => Some(refined),
        (chosen, refined) => chosen.and_then(tightened).or(refined),
    };
    let proof = chosen.as_ref().and_then(|one| proof::of(pilot, whole, reach, one));
    let (Some(chosen), Some(proof)) = (chosen, proof) else {
        return pairs::choose(scenario, pilot, whole, proposal);
    };
    let told = TrialVerdict::good(&chosen, whole.input).told(pilot, &part, whole.input, {
        let mut candidates = proposal.candidates;
        if !candidates.iter().any(|one| one.setting == chosen.setting) {
            candidates.insert(0, chosen.clone());
        }
        candidates
    });
    let reason = format!("{}; its end is to prove it, beside {}", told.reason, proof.beside);
    Some(Choice { proof: Some(proof), reason, ..told })
}

/// Is it a series whose tolerance could not be much tighter?
fn is_at_rounding(one: &Candidate, task: &Task) -> bool {
    let Setting { method, precision, .. } = one.setting;
    let least = series::TIGHTEST * if task.steady { 1.0 } else { series::UNSTEADY };
    let finer = method.tolerance().is_some_and(|tolerance| tolerance < TIGHTENED * least);
    finer && precision == Precision::Double
}

/// The same with a tighter tolerance, if it has one.
fn tightened(one: Candidate) -> Option<Candidate> {
    let in_doubles = one.setting.precision == Precision::Double;
    match one.setting.method.tolerance().filter(|_| in_doubles) {
        Some(tolerance) => {
            let setting = series::setting((tolerance / TIGHTENED).max(series::TIGHTEST))?;
            Some(Candidate { setting, error: one.error / TIGHTENED, ..one })
        }
        None => Some(one),
    }
}
