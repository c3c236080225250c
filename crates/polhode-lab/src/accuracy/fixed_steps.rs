//! The step of a method with steps of one length that attains an accuracy: proposed on a short part of the span, and
//! verified by two longer steps over the whole of it.

use super::policy::POLICY;
use super::setting::{Candidate, Setting, Strategy, fixed_methods};
use super::trial::{Trace, Trials};
use super::verification::Verification;
use super::{Choice, Quality};
use crate::scenario::{AccuracyRequest, Scenario};
use polhode::catalogue::MethodName;

/// Marks of the short part.
const FEW: u32 = 4;
/// Runs to find a step on the short part.
const TRIES: usize = 4;
/// The first step, by that of the series, for a method with one evaluation of the torque; others do more
/// in a step.
const FIRST_STEP: f64 = 0.35;
/// By how much the first step may cost more than a rival: it is a guess, and the next one may be four times as long.
const FIRST_COST: f64 = 20.0;
/// By how much the error of a proposed step is below what is allowed.
const AIM: f64 = 2.5;

/// The cheapest method that attains the accuracy at a cost below `rival`; `None` where there is none.
pub(super) fn choose(
    scenario: &Scenario,
    trials: &mut Trials<'_>,
    request: &AccuracyRequest,
    rival: f64,
) -> Option<Choice> {
    let series = Setting::tightest_series()?;
    let scale = trials.length_of_step(&series)?;
    // Without a rival there is nothing else to run.
    let budget = if rival.is_finite() {
        let cost_of_series = trials.span() / scale * trials.costs.step(&series.method);
        (POLICY.search * cost_of_series).max(POLICY.least_search)
    } else {
        f64::INFINITY
    };
    let mut proposals = proposals(scenario, trials, request, scale, (rival, trials.spent + budget));
    proposals.sort_by(|a, b| a.cost.total_cmp(&b.cost));
    let mut best: Option<Verified> = None;
    for proposal in proposals.iter().take(POLICY.finalists) {
        let rival = best.as_ref().map_or(rival, |best| best.chosen.cost);
        if proposal.cost < rival {
            best = verified(trials, request, &proposal.setting, rival).or(best);
        }
    }
    let Verified { chosen, finer, within, quality } = best?;
    let others = proposals.into_iter().filter(|one| one.setting.method != chosen.setting.method);
    Some(Choice {
        setting: chosen.setting,
        strategy: Strategy::FixedSteps,
        quality,
        error: chosen.error,
        input: None,
        cost: chosen.cost,
        trials: trials.spent,
        reason: format!(
            "longer steps over the whole span, such as {}, tell the error",
            finer.setting
        ),
        candidates: std::iter::once(chosen.clone()).chain(others).collect(),
        verification: Verification::beside(&finer, within),
    })
}

/// A step of each method that attains the accuracy on a short part of the span, as far as its cost is below
/// `rival` and all searches below `budget`.
fn proposals(
    scenario: &Scenario,
    trials: &mut Trials<'_>,
    request: &AccuracyRequest,
    scale: f64,
    (rival, limit): (f64, f64),
) -> Vec<Candidate> {
    let part = trials.span().min(scale * count(POLICY.scout));
    let start = trials.start;
    let reference =
        Setting::tightest_series().and_then(|series| trials.run(&start, &series, part, FEW));
    let Some(reference) = reference else { return Vec::new() };
    let (mut found, mut least) = (Vec::new(), rival);
    for method in fixed_methods(scenario, request.prefer) {
        if trials.spent > limit || !trials.may_go_on() {
            break;
        }
        let proposal = proposal(trials, request, (&reference, part, scale), &method, least);
        if let Some(candidate) = proposal {
            least = least.min(1.2 * candidate.cost);
            found.push(candidate);
        }
    }
    found
}

fn proposal(
    trials: &mut Trials<'_>,
    request: &AccuracyRequest,
    (reference, part, scale): (&Trace, f64, f64),
    method: &MethodName,
    least: f64,
) -> Option<Candidate> {
    // Errors grow at least as time does.
    let times = (trials.span() / part).max(1.0);
    let allowed = request.accuracy / POLICY.step_scatter / times;
    let card = method.card();
    let kicks = f64::from(card.torque_evaluations.max(1));
    let mut order = f64::from(card.order_torqued.unwrap_or(2));
    let longest = part / f64::from(FEW);
    let mut step = (scale * FIRST_STEP * (1.0 + kicks / 2.0)).min(longest);
    let mut last: Option<(f64, f64)> = None;
    let start = trials.start;
    for _ in 0..TRIES {
        let setting_step = trials.fitting(step)?;
        let setting = Setting::in_steps(*method, setting_step);
        let cost = trials.expected_cost(&setting, trials.span() / step);
        if cost > least * if last.is_some() { 1.5 } else { FIRST_COST } {
            return None;
        }
        let trace = trials.run(&start, &setting, part, FEW)?;
        let (taken, error) = (trace.setting.step?, trace.distance(reference).max(1e-300));
        if let Some((other, its_error)) =
            last.filter(|(other, _)| (taken / other).ln().abs() > 0.05)
        {
            order = ((error / its_error).ln() / (taken / other).ln()).clamp(2.0, 12.0);
        }
        last = Some((taken, error));
        let ratio = allowed / error;
        step = (taken * (ratio / AIM).powf(1.0 / order).clamp(0.02, 4.0)).min(longest);
        // Between samples there may be no room for a longer one.
        let is_longest = || trials.fitting(step).is_none_or(|next| next <= setting_step);
        if (0.99..8.0).contains(&ratio) || ratio >= 8.0 && is_longest() {
            let setting = Setting::in_steps(*method, trials.fitting(taken)?);
            let cost = trials.span() / taken * trace.cost_of_step + trials.cost_to_show(&setting);
            let note = "proposed on a short part of the span";
            return Some(Candidate { setting, error: error * times, cost, note });
        }
    }
    None
}

/// A step of which two longer ones over the whole span tell the error.
struct Verified {
    chosen: Candidate,
    /// The shorter of the two.
    finer: Trace,
    /// How far from its end the run may end.
    within: f64,
    quality: Quality,
}

/// The step that attains the accuracy, by two longer ones over the whole span.
fn verified(
    trials: &mut Trials<'_>,
    request: &AccuracyRequest,
    proposal: &Setting,
    rival: f64,
) -> Option<Verified> {
    let method = proposal.method;
    let order = f64::from(method.card().order_torqued.unwrap_or(2).max(2));
    let mut step = proposal.step?;
    let mut previous = f64::INFINITY;
    for _ in 0..POLICY.pairs {
        let short = step * POLICY.step_error.powf(1.0 / order);
        let coarser = trials.whole(&Setting::in_steps(method, POLICY.longer * short))?;
        let finer = trials.whole(&Setting::in_steps(method, short))?;
        if finer.blind.is_some() {
            return None;
        }
        let (long, short) = (coarser.setting.step?, finer.setting.step?);
        let growth = (long / short).powf(order) - 1.0;
        if growth < POLICY.least_growth {
            return None;
        }
        let error = finer.distance(&coarser).max(f64::EPSILON) / growth;
        if error > POLICY.stagnation * previous {
            return None;
        }
        previous = error;
        let shrink = (request.accuracy / (POLICY.step_scatter * error)).powf(1.0 / order).min(1.0);
        let setting = Setting::in_steps(method, trials.fitting(short * shrink)?);
        let taken = setting.step?;
        let cost = trials.span() / taken * finer.cost_of_step + trials.cost_to_show(&setting);
        let rounding = trials.rounding_of_steps(&setting, &finer);
        let is_rounded = POLICY.rounding_scatter * rounding > request.accuracy;
        if cost > rival || is_rounded && rival.is_finite() {
            return None;
        }
        if error <= POLICY.step_error * POLICY.step_reach * request.accuracy {
            let note = "expected by the distance of two longer steps";
            let expected = error * (taken / short).powf(order) + rounding;
            let within = request.accuracy + POLICY.step_scatter * error;
            let chosen = Candidate { setting, error: expected, cost, note };
            let quality = if is_rounded {
                Quality::Unverified(format!("rounding of so many steps may reach {rounding:.1e}"))
            } else {
                Quality::Verified
            };
            return Some(Verified { chosen, finer, within, quality });
        }
        step = taken;
    }
    None
}

#[expect(clippy::cast_precision_loss, reason = "a few dozen")]
fn count(steps: u64) -> f64 {
    steps as f64
}
