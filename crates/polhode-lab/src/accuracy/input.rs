//! How far the last digit of the initial state moves the end: what no method can improve.

use super::Quality;
use super::policy::POLICY;
use super::setting::Setting;
use super::trial::{MARKS, Trials};
use polhode::State;
use polhode::geometry::{Rotation, Vec3};

/// How far a change of the initial state by its last digit moves the end, by runs with this setting.
pub(super) fn of(trials: &mut Trials<'_>, setting: &Setting) -> Option<f64> {
    let (start, span) = (trials.start, trials.span());
    let here = trials.run(&start, setting, span, MARKS)?;
    let (rest, mut shift) = (trials.rest_momentum(), POLICY.shift);
    loop {
        let there = trials.run(&moved(&start, rest, shift), setting, span, MARKS)?;
        let apart = there.distance(&here);
        if apart <= POLICY.largest || shift <= f64::EPSILON {
            return Some(apart * f64::EPSILON / shift);
        }
        shift = (shift / POLICY.leap).max(f64::EPSILON);
    }
}

/// The quality of a run whose error is estimated to be above the accuracy.
pub(super) fn quality(input: f64, accuracy: f64, error: f64) -> Quality {
    if input > accuracy {
        return Quality::Unattainable;
    }
    Quality::Unverified(format!(
        "the estimated error is {error:.1e}, and rounding in double precision leaves no smaller one"
    ))
}

/// A state near another one, in a direction that has nothing to do with any axis; `rest` is the size of a momentum for a body
/// at rest.
pub(super) fn moved(state: &State<f64>, rest: f64, by: f64) -> State<f64> {
    let turn = Vec3::new(0.61, -0.53, 0.59) * (by / 2.0);
    let nearby = Rotation { w: 1.0, x: turn.x, y: turn.y, z: turn.z };
    let size = state.momentum.norm();
    let size = if size > 0.0 { size } else { rest };
    let along = state.momentum * (0.7 / size) + Vec3::new(-0.43, 0.37, 0.41);
    State {
        attitude: state.attitude * nearby,
        momentum: state.momentum + along * (size * by),
        ..*state
    }
}
