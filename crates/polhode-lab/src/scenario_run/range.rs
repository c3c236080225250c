//! What the numbers of a file become may be too large or too small for a run, even in its units.

use super::{Computed, start};
use crate::diagnostic::Report;
use crate::scenario::{Precision, Scenario};
use polhode::torque::TorqueInput;
use polhode::{Body, Inertia, State};
use polhode_bound::{Dimension, RunUnits, Torques};

/// The sizes that a scalar type holds with all digits.
fn range<R: Computed>() -> (f64, f64) {
    if R::EPSILON > 1e-10 {
        (f64::from(f32::MIN_POSITIVE), f64::from(f32::MAX))
    } else {
        (f64::MIN_POSITIVE, f64::MAX)
    }
}

/// Is a number zero, or within the range of the scalar type?
fn fits<R: Computed>(value: f64) -> bool {
    let (smallest, largest) = range::<R>();
    value == 0.0 || (smallest..=largest).contains(&value.abs())
}

/// A number of the problem that does not fit.
fn refused(scenario: &Scenario, path: &[&str], message: String) -> Report {
    scenario.problem_with(path, message, remedy(scenario).into())
}

fn remedy(scenario: &Scenario) -> &'static str {
    match scenario.plan.precision {
        Precision::Single => "take precision = \"f64\", or check the units",
        _ => "check the units, or choose others",
    }
}

/// Moments of inertia of which one is too small beside the largest.
pub(super) fn moments(scenario: &Scenario) -> Report {
    let precision = scenario.plan.precision.name();
    let moments = scenario.problem.body.inertia.moments().to_array();
    let rule = format!("in {precision} the smallest must be at least 1e-37 of the largest");
    refused(scenario, &["body"], format!("the principal moments are {moments:?}; {rule}"))
}

/// A torque in the units of the run, in which those that matter are of the order of 1.
const NEGLIGIBLE: f64 = 1e-30;

/// Checks inertia, start and times.
pub(super) fn check_range<R: Computed>(
    scenario: &Scenario,
    inertia: &Inertia<R>,
    state: &State<R>,
    units: RunUnits,
) -> Result<(), Report> {
    let precision = scenario.plan.precision.name();
    let (smallest, largest) = range::<R>();
    if !inertia.moments().to_array().into_iter().all(|moment| fits::<R>(moment.into())) {
        return Err(moments(scenario));
    }
    let momentum = state.momentum.to_array();
    let energy: f64 = inertia.kinetic_energy(state.momentum).into();
    let given = scenario.problem.start.momentum;
    let in_run = units.vector_to_run(given, Dimension::MOMENTUM).to_array();
    let vanishes = energy == 0.0 && given.max_abs() != 0.0;
    let all = in_run.into_iter().chain(momentum.map(Into::into)).chain([energy]);
    if vanishes || !all.into_iter().all(fits::<R>) {
        let given = given.to_array();
        let rule = format!(
            "in units in which the rates, or one per duration, are of the order of 1, each component and the kinetic energy \
             must be 0 or from {smallest:.1e} to {largest:.1e} in {precision}"
        );
        let message = format!("the momentum of the start is {given:?}; {rule}");
        return Err(refused(scenario, &["initial"], message));
    }
    let kinetic = scenario.problem.body.inertia.kinetic_energy(start(scenario).momentum);
    if !(kinetic.is_finite() && given.norm_squared().is_finite()) {
        let message = format!(
            "the momentum of the start is {:?}; its square and its kinetic energy must be finite in f64",
            given.to_array()
        );
        return Err(refused(scenario, &["initial"], message));
    }
    let end = scenario.problem.start.epoch + scenario.schedule.duration;
    if !end.is_finite() {
        let message = format!("the run ends at time {end:?}; it must be finite");
        return Err(refused(scenario, &["run", "duration"], message));
    }
    let times = [
        (scenario.schedule.duration, "run.duration", "duration"),
        (scenario.schedule.step, "run.step", "step"),
    ];
    for (time, name, key) in times {
        let in_run = units.to_run(time, Dimension::TIME);
        if !fits::<R>(in_run) || in_run == 0.0 {
            let message = format!(
                "`{name}` is {time:?}; in {precision} it must not be 0 or infinite beside the rates of the body"
            );
            return Err(refused(scenario, &["run", key], message));
        }
    }
    check_formulas::<R>(scenario, units)
}

/// Formulas are evaluated in the units of the file.
fn check_formulas<R: Computed>(scenario: &Scenario, units: RunUnits) -> Result<(), Report> {
    let Some(quantity) = units.unseen_by_formulas::<R>() else { return Ok(()) };
    let precision = scenario.plan.precision.name();
    scenario.place_of_formula().map_or(Ok(()), |path| {
        let message = format!(
            "a formula is evaluated in the units of the file, and in these {quantity} is beyond the range of {precision}"
        );
        Err(refused(scenario, &[path], message))
    })
}

/// A torque that is no number at the start will not become one, and one that vanishes there is another torque.
pub(super) fn check_torque<R: Computed>(
    scenario: &Scenario,
    body: &Body<R, Torques<R>>,
    state: &State<R>,
    units: RunUnits,
) -> Result<(), Report> {
    let precision = scenario.plan.precision.name();
    let name = |index: usize| scenario.problem.torques.get(index).map_or("", String::as_str);
    if let Some(index) = R::not_finite(scenario, body, state) {
        let message = format!(
            "`torque.{}` is infinite or not a number in the state of the start, in {precision}",
            name(index)
        );
        let remedy = "check its numbers: what they are divided by, roots and logarithms, and units";
        return Err(scenario.problem_with_torque(index, message, remedy));
    }
    let State { time, attitude, momentum } = start(scenario);
    let at = TorqueInput::new(&scenario.problem.body.inertia, time, attitude, momentum);
    let sizes = scenario.problem.torque.sizes(&at);
    let lost = sizes.iter().position(|&(size, is_written)| {
        let in_run = units.to_run(size, Dimension::TORQUE);
        // A pulse of a formula has hardly begun.
        let is_negligible = is_written && in_run <= NEGLIGIBLE;
        !is_negligible && (!fits::<R>(in_run) || is_written && !fits::<R>(size))
    });
    lost.map_or(Ok(()), |index| {
        let message = format!(
            "`torque.{}` is {:.3e} at the start, which is beyond the range of {precision} beside the inertia and the \
             rates of the body",
            name(index),
            sizes.get(index).map_or(f64::NAN, |(size, _)| *size),
        );
        Err(scenario.problem_with_torque(index, message, remedy(scenario)))
    })
}
