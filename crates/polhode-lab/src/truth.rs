//! What a run is measured against: the same motion to more digits than a double has.

use crate::diagnostic::Report;
use crate::listed::Listed;
use crate::remedy::Remedy;
use crate::scenario::Scenario;
use crate::scenario_run::{start, state_in_file, state_in_run};
use polhode::exact::FreeMotion;
use polhode::geometry::{Rotation, Vec3};
use polhode::methods::taylor::AdaptiveTaylor;
use polhode::real::{DoubleDouble, Real};
use polhode::{Body, Inertia, State, Torque};
use polhode_bound::{Dimension, Reference, Torques, bind_wide};

/// Of the series that ends its steps at kinks; what is asked of the sum of all errors is far less.
const TOLERANCE: f64 = 1e-24;
const DEGREE: u8 = 30;

/// The state of a scenario at its end: by the closed form where nothing pushes, else by a series,
/// both in double-doubles.
///
/// # Errors
/// Where the series cannot take the torque, or comes to an end.
pub fn at_end(scenario: &Scenario) -> Result<State<f64>, Report> {
    let found = at_end_while(scenario, &mut || true)?;
    found.ok_or_else(|| stuck(scenario, &"it came to no end"))
}

/// The same; none where `go_on` says no on the way.
pub(crate) fn at_end_while(
    scenario: &Scenario,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Option<State<f64>>, Report> {
    let end = DoubleDouble::from_f64(scenario.schedule.duration);
    Ok(through(scenario, &[end], go_on)?.first().copied())
}

/// The same at times since the start of which each is behind the one before, in the direction of the run; it ends
/// sooner where `go_on`, which is asked now and then, says so.
///
/// # Errors
/// Where the series cannot take the torque, or comes to an end.
pub fn along(
    scenario: &Scenario,
    times: &[f64],
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Vec<State<f64>>, Report> {
    let wide: Vec<_> = times.iter().map(|&time| DoubleDouble::from_f64(time)).listed();
    through(scenario, &wide, go_on)
}

fn stuck(scenario: &Scenario, error: &dyn std::fmt::Display) -> Report {
    scenario.problem_with(&["torque"], format!("there is no reference: {error}"), Remedy::default())
}

fn through(
    scenario: &Scenario,
    times: &[DoubleDouble],
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Vec<State<f64>>, Report> {
    let wide = |v: Vec3<f64>| v.map(DoubleDouble::from_f64);
    let units = scenario.problem.units;
    let from = state_in_run(&start(scenario), units);
    let [w, x, y, z] = from.attitude.to_wxyz().map(DoubleDouble::from_f64);
    let state = State {
        time: DoubleDouble::zero(),
        attitude: Rotation { w, x, y, z },
        momentum: wide(from.momentum),
    };
    let in_run = |time: f64| units.to_run(time, Dimension::TIME);
    let times =
        times.iter().map(|time| DoubleDouble { hi: in_run(time.hi), lo: in_run(time.lo) }).listed();
    let moments = scenario.problem.body.inertia.moments();
    let own = Inertia::new_without_triangle_check(
        units.vector_to_run(moments, Dimension::MOMENT).to_array(),
    );
    let own = own.map_err(|error| stuck(scenario, &error))?;
    let moments = wide(own.moments()).to_array();
    let inertia =
        Inertia::new_without_triangle_check(moments).map_err(|error| stuck(scenario, &error))?;
    let found = if scenario.problem.torques.is_empty() {
        let motion = free_motion(&inertia, state);
        let times = times.iter().take_while(|_| go_on());
        times.map(|time| narrow(&free_at(&motion, *time))).listed()
    } else {
        torqued(scenario, (own, inertia), (&from, state), &times, go_on)?
    };
    Ok(found.into_iter().map(|state| state_in_file(&state, units)).listed())
}

/// With torques, all in the units of the run.
fn torqued(
    scenario: &Scenario,
    (own, inertia): (Inertia<f64>, Inertia<DoubleDouble>),
    (from, state): (&State<f64>, State<DoubleDouble>),
    times: &[DoubleDouble],
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Vec<State<f64>>, Report> {
    let torque = scenario.torque_in::<DoubleDouble>(scenario.problem.units)?;
    let is_smooth = !torque.properties().has_impulses && torque.properties().switch_count == 0;
    if is_smooth {
        return smooth(scenario, own, torque, from, times, go_on);
    }
    with_kinks(scenario, Body { inertia, torque }, state, times, go_on)
}

/// The closed form from a state on. In double-doubles it is so much to compile that all who ask for it
/// call the same two functions.
#[inline(never)]
pub(crate) fn free_motion(
    inertia: &Inertia<DoubleDouble>,
    start: State<DoubleDouble>,
) -> FreeMotion<DoubleDouble> {
    FreeMotion::new(inertia, start)
}

/// Where it is at a time.
#[inline(never)]
pub(crate) fn free_at(
    motion: &FreeMotion<DoubleDouble>,
    time: DoubleDouble,
) -> State<DoubleDouble> {
    motion.at(time)
}

/// The torque is smooth in time.
fn smooth(
    scenario: &Scenario,
    inertia: Inertia<f64>,
    torque: Torques<DoubleDouble>,
    start: &State<f64>,
    times: &[DoubleDouble],
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Vec<State<f64>>, Report> {
    let failed = |error: &dyn std::fmt::Display| stuck(scenario, error);
    let own = Body { inertia, torque: scenario.torque_in::<f64>(scenario.problem.units)? };
    let motion = Reference::new(own, torque, start);
    let mut motion = motion.map_err(|error| failed(&error))?;
    let mut found = Vec::new();
    for &time in times {
        let mut there = false;
        while !there {
            if !go_on() {
                return Ok(found);
            }
            there = motion.step_towards(time).map_err(|error| failed(&error))?;
        }
        found.push(narrow(motion.state()));
    }
    Ok(found)
}

/// There are impulses, or times at which the torque is not smooth.
fn with_kinks(
    scenario: &Scenario,
    body: Body<DoubleDouble, Torques<DoubleDouble>>,
    state: State<DoubleDouble>,
    times: &[DoubleDouble],
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Vec<State<f64>>, Report> {
    let failed = |error: &dyn std::fmt::Display| stuck(scenario, error);
    let method = AdaptiveTaylor { degree: Some(DEGREE), tolerance: TOLERANCE };
    let mut motion = bind_wide(method, body, state).map_err(|error| failed(&error))?;
    let duration = scenario.schedule.duration;
    let in_run = scenario.problem.units.to_run(duration, Dimension::TIME);
    let mut found = Vec::new();
    for &time in times {
        while (motion.state().time - time).hi * duration < 0.0 {
            if !go_on() {
                return Ok(found);
            }
            let step = DoubleDouble::from_f64(in_run);
            motion.advance(step, 1).map_err(|error| failed(&error))?;
        }
        let there = motion.state_near(time).map_err(|error| failed(&error))?;
        found.push(narrow(&there));
    }
    Ok(found)
}

fn narrow(state: &State<DoubleDouble>) -> State<f64> {
    let Rotation { w, x, y, z } = state.attitude;
    State {
        time: state.time.hi,
        attitude: Rotation { w: w.hi, x: x.hi, y: y.hi, z: z.hi },
        momentum: state.momentum.map(|m| m.hi),
    }
}
