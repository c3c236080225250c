//! Runs in refined precision.

use super::found;
use crate::problem::Report;
use crate::scenario::Scenario;
use polhode::methods::taylor::{AdaptiveTaylor, RefinedTaylor, Refinement};
use polhode::real::DoubleDouble;
use polhode::{Body, Run, State, Torque};

/// Of a body with its torque in both numbers.
pub(super) fn run<T: Torque<f64>, W: Torque<DoubleDouble>>(
    scenario: &Scenario,
    body: Body<f64, T>,
    torque: W,
    start: &State<f64>,
) -> Result<Box<dyn Run<f64>>, Report> {
    let method = &scenario.method;
    let tolerance = method.tolerance().unwrap_or(AdaptiveTaylor::TOLERANCE);
    let series = AdaptiveTaylor { degree: method.options().degree, tolerance };
    let refinement = Refinement::of(&series, &body);
    let made = RefinedTaylor::new(body, torque, start, refinement);
    Ok(Box::new(found(scenario, made)?))
}
