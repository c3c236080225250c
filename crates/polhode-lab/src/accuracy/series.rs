//! The tolerance of a series that attains an accuracy, from two coarser series over the whole span.
//!
//! The distance of two series of different tolerance is the error of the coarser one. The error of a series is
//! its tolerance times a growth that depends on the motion and hardly on the tolerance (policy.rs); rounding
//! acts like a tolerance that is always there.

use super::policy::POLICY;
use super::setting::{Candidate, Setting, Strategy};
use super::trial::{Trace, Trials};
use super::verification::Verification;
use super::{Choice, Quality, input};
use crate::scenario::{AccuracyRequest, Scenario};

/// The series that attains the accuracy, or the best one with what is known of it, in about so many steps; `None` where a
/// run does not come to its end.
pub(super) fn choose(
    scenario: &Scenario,
    trials: &mut Trials<'_>,
    request: &AccuracyRequest,
    steps: f64,
) -> Option<Choice> {
    let pair = Pair::in_proportion(trials, steps)?;
    let rounding = POLICY.rounding[usize::from(!scenario.conserves_energy())];
    if let Some(tolerance) = pair.tolerance(request.accuracy, rounding, POLICY.tightest) {
        let setting = Setting::series(tolerance)?;
        let error = pair.growth * (tolerance + rounding);
        return Some(pair.choice(trials, request, setting, error, Quality::Verified));
    }
    let input = input::of(trials, &pair.finer.setting)?;
    let left = rounding * POLICY.refined;
    let refined = (scenario.has_smooth_torque() && input <= request.accuracy)
        .then(|| pair.tolerance(request.accuracy, left, POLICY.finest))
        .flatten();
    let choice = match refined {
        Some(tolerance) => {
            let error = pair.growth * (tolerance + left);
            let setting = Setting::refined(tolerance)?;
            pair.choice(trials, request, setting, error, Quality::Verified)
        }
        None => {
            let error = (pair.growth * (POLICY.tightest + rounding)).min(pair.errors[0]);
            let quality = input::quality(input, request.accuracy, error);
            pair.choice(trials, request, Setting::tightest_series()?, error, quality)
        }
    };
    Some(Choice { input: Some(input), ..choice })
}

/// Two series over the whole span.
struct Pair {
    coarser: Trace,
    finer: Trace,
    /// The errors of both.
    errors: [f64; 2],
    /// The error by the tolerance; infinite where the two are too far apart to tell.
    growth: f64,
}

impl Pair {
    /// Pairs, the next one finer, until the distance of one is in proportion to its tolerance.
    fn in_proportion(trials: &mut Trials<'_>, steps: f64) -> Option<Self> {
        let [least, most] = POLICY.first_bounds;
        let mut tolerance = (POLICY.first / steps.powf(POLICY.first_power)).clamp(least, most);
        loop {
            let fine = tolerance / POLICY.pair;
            let pair = Self::of(trials, [tolerance, fine])?;
            if pair.growth.is_finite() || fine <= POLICY.tightest * POLICY.pair {
                return Some(pair);
            }
            tolerance = (fine / POLICY.leap).max(POLICY.tightest * POLICY.pair);
        }
    }
    fn of(trials: &mut Trials<'_>, [coarse, fine]: [f64; 2]) -> Option<Self> {
        let coarser = trials.whole(&Setting::series(coarse)?)?;
        let finer = trials.whole(&Setting::series(fine)?)?;
        let error = coarser.distance(&finer).max(f64::EPSILON);
        let growth = (error / coarse).max(POLICY.least_growth_of_error);
        let is_in_proportion = error <= POLICY.largest;
        let errors = if is_in_proportion { [growth * coarse, growth * fine] } else { [error; 2] };
        let growth = if is_in_proportion { growth } else { f64::INFINITY };
        Some(Self { coarser, finer, errors, growth })
    }

    fn scatter(&self) -> f64 {
        POLICY.scatter.max(POLICY.scatter_of_steps * self.finer.steps.sqrt())
    }

    /// The tolerance that attains the accuracy beside this rounding of a step, where it is not below the tightest.
    fn tolerance(&self, accuracy: f64, rounding: f64, tightest: f64) -> Option<f64> {
        // accuracy = growth (scatter tolerance + rounding_scatter rounding)
        let left = accuracy / self.growth - POLICY.rounding_scatter * rounding;
        let tolerance = (left / self.scatter()).min(POLICY.loosest);
        (tolerance >= tightest).then_some(tolerance)
    }

    fn choice(
        &self,
        trials: &Trials<'_>,
        request: &AccuracyRequest,
        setting: Setting,
        error: f64,
        quality: Quality,
    ) -> Choice {
        let cost = trials.expected_cost(&setting, self.finer.steps);
        let note = "expected by the distance of two coarser series";
        let mut candidates = vec![Candidate { setting, error, cost, note }];
        for (trace, error) in
            [&self.finer, &self.coarser].into_iter().zip([self.errors[1], self.errors[0]])
        {
            let (setting, cost) = (trace.setting, trace.cost());
            candidates.push(Candidate { setting, error, cost, note: "run over the whole span" });
        }
        let within = request.accuracy + POLICY.scatter_at_end * self.errors[1];
        let verification = Verification::beside(&self.finer, within);
        Choice {
            setting,
            strategy: Strategy::Series,
            error,
            input: None,
            cost,
            trials: trials.spent,
            reason: format!(
                "{} and {} over the whole span differ by {:.1e}",
                self.coarser.setting, self.finer.setting, self.errors[0]
            ),
            candidates,
            verification: verification.filter(|_| quality == Quality::Verified),
            quality: quality.unless(self.finer.blind.as_ref()),
        }
    }
}
