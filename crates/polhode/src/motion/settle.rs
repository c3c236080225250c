//! The branches at a state: where a run begins, after impulses, and after every switch.

use super::stepper::Stepper;
use super::switching::{Switching, as_rotation};
use crate::body::State;
use crate::event::search::rounding;
use crate::failure::Failure;
use crate::geometry::{Attitude, Rotation};
use crate::real::{Mask, Real};
use crate::torque::{SLIDING, SwitchKind};
use alloc::vec::Vec;
use core::cell::RefCell;

/// On a border are values nearer to it than this many times their rounding.
const NOISE: f64 = 16.0;

/// Finds the branch of each switching function at a state. Those of time alone have the branch of the time
/// `middle`. One that is on the border of its branch, and would leave it, takes the branch next to it; where
/// it would leave that too, back to the border, the body slides on the border. Those in `decided` have just
/// been changed and stay.
///
/// # Errors
/// [`Failure::Sliding`] where the torque has no equivalent control, [`Failure::Chatter`] where the run makes
/// no progress.
pub(super) fn settle<R: Real, A: Attitude<R>>(
    switching: &mut Switching<R>,
    stepper: &mut dyn Stepper<R, A>,
    state: &State<R, A>,
    middle: R,
    h: R,
    decided: &[usize],
) -> Result<(), Failure> {
    let here = as_rotation(state);
    begin(switching, stepper, state, middle, h)?;
    let mut decided: Vec<bool> =
        (0..switching.list.len()).map(|index| decided.contains(&index)).collect();
    // Each change decides one function, or puts one right that others have moved.
    for _ in 0..4 * switching.list.len() {
        let Some(change) = next_change(switching, stepper, &here, h, &decided) else { break };
        let Change { index, branch, upper } = change;
        let previous = stepper.body().branches()[index];
        set(stepper, index, branch);
        if let Some(upper) = upper {
            decided[index] = true;
            if returns(switching, stepper, &here, h, (index, upper)) {
                if !switching.list[index].slides {
                    let switch = u16::try_from(index).unwrap_or(u16::MAX);
                    return Err(Failure::Sliding { switch });
                }
                set(stepper, index, SLIDING);
            }
        }
        let branch = stepper.body().branches()[index];
        switching.switched(index, [previous, branch], h, state, stepper.body())?;
    }
    if let Some(Change { index, .. }) = next_change(switching, stepper, &here, h, &decided) {
        // Functions that move each other to and fro.
        return Err(Failure::Chatter { switch: u16::try_from(index).unwrap_or(u16::MAX) });
    }
    (switching.settled, switching.fresh, switching.last) = (true, false, None);
    Ok(())
}

/// The branches that values and times select.
fn begin<R: Real, A: Attitude<R>>(
    switching: &mut Switching<R>,
    stepper: &mut dyn Stepper<R, A>,
    state: &State<R, A>,
    middle: R,
    h: R,
) -> Result<(), Failure> {
    let inside = State { time: middle, ..as_rotation(state) };
    let mut branches = Vec::new();
    stepper.body().natural_branches(&inside, &mut branches);
    let before = stepper.body().branches().to_vec();
    if before.len() == branches.len() {
        for index in 0..branches.len() {
            if !switching.list[index].of_time_alone {
                branches[index] = before[index];
            } else if branches[index] != before[index] {
                let change = [before[index], branches[index]];
                switching.switched(index, change, h, state, stepper.body())?;
            }
        }
    }
    stepper.set_branches(&branches);
    Ok(())
}

fn set<R: Real, A: Attitude<R>>(stepper: &mut dyn Stepper<R, A>, index: usize, branch: f64) {
    let mut branches = stepper.body().branches().to_vec();
    branches[index] = branch;
    stepper.set_branches(&branches);
}

/// A switching function that is not on its branch, or would leave it at once.
struct Change {
    index: usize,
    branch: f64,
    /// Whether it leaves over the upper border, where it is on one.
    upper: Option<bool>,
}

fn next_change<R: Real, A: Attitude<R>>(
    switching: &Switching<R>,
    stepper: &dyn Stepper<R, A>,
    here: &State<R>,
    h: R,
    decided: &[bool],
) -> Option<Change> {
    if switching.of_time_alone() {
        return None;
    }
    let mut rates = Vec::new();
    stepper.body().switching_rates(here, &mut rates);
    let watched = switching.list.iter().enumerate().filter(|(_, switch)| switch.is_watched());
    for (index, switch) in watched.filter(|(index, _)| !decided[*index]) {
        let (&[value, rate], branch) = (rates.get(index)?, stepper.body().branches()[index]);
        let ahead = rate * R::one().with_sign_of(h);
        for (upper, border) in switch.kind.range(branch).into_iter().enumerate() {
            if !border.is_finite() {
                continue;
            }
            let (upper, border) = (upper == 1, R::from_f64(border));
            let sign = if upper { -R::one() } else { R::one() };
            let (inside, ahead) = ((value - border) * sign, ahead * sign);
            let falls = ahead.lt(R::zero()).any();
            if !inside.lt(R::zero()).any() && !falls {
                continue;
            }
            let size = inside.abs();
            let is_on_border = size.le(noise(stepper, here, (index, rate), h)).all();
            if is_on_border && falls {
                let branch = switch.kind.neighbour(branch, upper);
                return Some(Change { index, branch, upper: Some(upper) });
            }
            if !is_on_border && inside.lt(R::zero()).any() {
                let branch = switch.kind.branch(value, branch);
                return Some(Change { index, branch, upper: None });
            }
        }
    }
    None
}

/// Whether a switching function that has just crossed a border, upwards or downwards, would go back at once.
fn returns<R: Real, A: Attitude<R>>(
    switching: &Switching<R>,
    stepper: &dyn Stepper<R, A>,
    here: &State<R>,
    h: R,
    (index, upper): (usize, bool),
) -> bool {
    let kind = switching.kind(index);
    if kind == SwitchKind::Boundary {
        return false;
    }
    let mut rates = Vec::new();
    stepper.body().switching_rates(here, &mut rates);
    let Some(&[value, rate]) = rates.get(index) else { return false };
    let [low, high] = kind.range(stepper.body().branches()[index]);
    let border = R::from_f64(if upper { low } else { high });
    let is_on_border = (value - border).abs().le(noise(stepper, here, (index, rate), h)).all();
    let ahead = rate * R::one().with_sign_of(h);
    is_on_border && if upper { ahead.lt(R::zero()).any() } else { R::zero().lt(ahead).any() }
}

/// How far from a border rounding of the state and of the time of a switch may leave a switching function.
fn noise<R: Real, A: Attitude<R>>(
    stepper: &dyn Stepper<R, A>,
    here: &State<R>,
    (index, rate): (usize, R),
    h: R,
) -> R {
    let (body, buffer) = (stepper.body(), RefCell::new(Vec::new()));
    let value = |state: &State<R>| {
        let mut values = buffer.borrow_mut();
        values.clear();
        body.switching_values(state, &mut values);
        values.get(index).copied().unwrap_or(R::zero())
    };
    let time = (here.time.abs() + h.abs()) * R::from_f64(R::EPSILON);
    (rounding::<R, Rotation<R>>(&value, here) + rate.abs() * time) * R::from_f64(NOISE)
}
