//! What a run is measured against: the same motion in double-doubles.

use crate::problem::Report;
use crate::scenario::Scenario;
use crate::simulation::start;
use polhode::exact::FreeMotion;
use polhode::geometry::{Rotation, Vec3};
use polhode::methods::taylor::AdaptiveTaylor;
use polhode::real::{DoubleDouble, Real};
use polhode::{Body, Inertia, Motion, State};

/// Of the series; what is asked of the sum of all errors is far less.
const TOLERANCE: f64 = 1e-24;
const DEGREE: u8 = 30;

/// The state of a scenario at its end: by the closed form where nothing pushes, else by a series
/// in double-doubles.
///
/// # Errors
/// Where the series cannot take the torque, or comes to an end.
pub fn at_end(scenario: &Scenario) -> Result<State<f64>, Report> {
    let wide = |v: Vec3<f64>| v.map(DoubleDouble::of);
    let from = start(scenario);
    let Rotation { w, x, y, z } = from.attitude;
    let [w, x, y, z] = [w, x, y, z].map(DoubleDouble::of);
    let state = State {
        time: DoubleDouble::of(from.time),
        attitude: Rotation { w, x, y, z },
        momentum: wide(from.momentum),
    };
    let stuck = |error: &dyn std::fmt::Display| {
        let message = format!("there is no reference: {error}");
        scenario.problem_with(&["torque"], message, String::new())
    };
    let moments = wide(scenario.body.inertia.moments()).to_array();
    let inertia = Inertia::unchecked(moments).map_err(|error| stuck(&error))?;
    let duration = DoubleDouble::of(scenario.plan.duration);
    let end = state.time + duration;
    if scenario.torques.is_empty() {
        return Ok(narrow(&FreeMotion::new(&inertia, state).at(end)));
    }
    let body = Body { inertia, torque: scenario.torque_in::<DoubleDouble>(1.0)? };
    let method = AdaptiveTaylor { degree: Some(DEGREE), tolerance: TOLERANCE };
    let mut motion = Motion::new(method, body, state).map_err(|error| stuck(&error))?;
    while (motion.state().time - end).hi * scenario.plan.duration < 0.0 {
        motion.advance(duration, 1).map_err(|error| stuck(&error))?;
    }
    let there = motion.state_near(end).map_err(|error| stuck(&error))?;
    Ok(narrow(&there))
}

fn narrow(state: &State<DoubleDouble>) -> State<f64> {
    let Rotation { w, x, y, z } = state.attitude;
    State {
        time: state.time.hi,
        attitude: Rotation { w: w.hi, x: x.hi, y: y.hi, z: z.hi },
        momentum: state.momentum.map(|m| m.hi),
    }
}
