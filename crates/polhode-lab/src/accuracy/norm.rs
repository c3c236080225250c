//! The error of a state.

use crate::scenario_run::RunState;
use polhode::State;
use polhode::geometry::{Rotation, Vec3};

/// The error of a state: the angle of the attitude in radians, or the error of the momentum in space relative to
/// its largest value over the run, whichever is larger.
#[must_use]
pub fn distance(state: &RunState, truth: &RunState, largest_momentum: f64) -> f64 {
    let (state, truth) = (state_of(state), state_of(truth));
    let angle = state.attitude.angle_to(truth.attitude);
    let momentum = (state.spatial_momentum() - truth.spatial_momentum()).norm();
    let relative = if largest_momentum > 0.0 { momentum / largest_momentum } else { momentum };
    if angle.is_nan() || relative.is_nan() { f64::INFINITY } else { angle.max(relative) }
}

/// The largest momentum of some states.
pub(super) fn largest_momentum<'a>(states: impl IntoIterator<Item = &'a RunState>) -> f64 {
    states.into_iter().map(|state| Vec3::from(state.momentum).norm()).fold(0.0, f64::max)
}

pub(super) fn state_of(state: &RunState) -> State<f64> {
    let [w, x, y, z] = state.attitude;
    let attitude = Rotation { w, x, y, z };
    State { time: state.time, attitude, momentum: Vec3::from(state.momentum) }
}

pub(super) fn run_state(state: &State<f64>) -> RunState {
    RunState {
        time: state.time,
        attitude: state.attitude.to_wxyz(),
        momentum: state.momentum.to_array(),
    }
}
