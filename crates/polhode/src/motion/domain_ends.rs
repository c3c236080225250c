//! Functions of the state that are not smooth at the end of their domain: whether a run may have come there.
//!
//! They are not located ([`SwitchKind::Boundary`](crate::torque::SwitchKind)). Their values and rates are looked at from time to time, at
//! most a quarter of a radian of the rotation apart, and near the end of the domain in every step.

use super::driver::RunDriver;
use super::step_interpolant::StepInterpolant;
use super::stepper::Stepper;
use super::switching::as_rotation;
use super::tally::{through, through_count};
use crate::body::State;
use crate::error::to_f64;
use crate::geometry::Attitude;
use crate::real::{Mask, Real};
use crate::torque::{Switch, SwitchKind};
use alloc::vec::Vec;

/// The rotation between two looks, in radians.
const APART: f64 = 0.25;
/// Looks inside of a step at most, and steps without a look.
const MOST: f64 = 16.0;
/// How many times as far as a function moves until the next look it has to be from the end of its domain.
const FAR: f64 = 4.0;
/// A smallest value between two looks that is below this part of the change is one at the end of the domain.
const NEAR: f64 = 1.0 / 16.0;

/// A function of the state at the end of its domain, if a run may have met it.
#[derive(Clone, Debug)]
pub(super) struct DomainEnds<R> {
    /// The switching function that may have been at the end of its domain first.
    pub(super) reached: Option<u16>,
    /// Indices of such functions; none where nobody looks.
    functions: Vec<usize>,
    last: Option<Look<R>>,
    /// When the next look is due.
    due: R,
}

/// Values and rates of the functions at a time.
#[derive(Clone, Debug)]
struct Look<R> {
    time: R,
    values: Vec<[R; 2]>,
}

impl<R: Real> DomainEnds<R> {
    pub(super) fn new() -> Self {
        Self { reached: None, functions: Vec::new(), last: None, due: R::zero() }
    }
    /// Looks at those of these switching functions that are not located.
    pub(super) fn watch(&mut self, list: &[Switch]) {
        let ends = |switch: &Switch| switch.kind == SwitchKind::Boundary && !switch.of_time_alone;
        let functions = list.iter().enumerate().filter(|(_, switch)| ends(switch));
        self.functions = functions.map(|(index, _)| index).collect();
    }
    /// Forgets what was seen of a state that has been changed.
    pub(super) fn forget(&mut self) {
        self.last = None;
    }
    fn are_watched(&self) -> bool {
        self.reached.is_none() && !self.functions.is_empty()
    }
    fn look<A: Attitude<R>>(&self, stepper: &dyn Stepper<R, A>, state: &State<R, A>) -> Look<R> {
        let mut all = Vec::new();
        stepper.body().switching_rates(&as_rotation(state), &mut all);
        let of = |&index: &usize| all.get(index).copied().unwrap_or([R::one(), R::zero()]);
        Look { time: state.time, values: self.functions.iter().map(of).collect() }
    }
    /// Looks at a state, and at what may have been since the last look.
    fn see<A: Attitude<R>>(&mut self, stepper: &dyn Stepper<R, A>, state: &State<R, A>) {
        let look = self.look(stepper, state);
        let touched = match &self.last {
            Some(last) => touched(last, &look),
            None => look.values.iter().position(|[value, _]| !R::zero().lt(value.abs()).all()),
        };
        let index = touched.and_then(|place| self.functions.get(place));
        self.reached = index.map(|&index| u16::try_from(index).unwrap_or(u16::MAX));
        self.last = Some(look);
    }
    /// The number of steps in which none of them comes near to the end of its domain.
    fn steps_until_near(&self, h: R, angular_rate: R) -> R {
        let Some(last) = &self.last else { return R::one() };
        let ratio = |far: R, step: R| if step == R::zero() { MOST } else { to_f64(far / step) };
        let by_angle = ratio(R::from_f64(APART), angular_rate * h.abs());
        let steps = last.values.iter().fold(by_angle.min(MOST), |steps, [value, rate]| {
            steps.min(ratio(value.abs(), rate.abs() * h.abs() * R::from_f64(FAR)))
        });
        R::from_f64(Real::round(steps.max(1.0)))
    }
    /// Shows every number that a checkpoint needs, if there are such functions.
    pub(super) fn visit(&mut self, slot: &mut dyn FnMut(&mut R)) {
        if self.functions.is_empty() {
            return;
        }
        let mut index = self.reached.map_or(0, |index| u64::from(index) + 1);
        through_count(&mut index, slot);
        self.reached = index.checked_sub(1).and_then(|index| u16::try_from(index).ok());
        slot(&mut self.due);
        let none = Look { time: R::zero(), values: Vec::new() };
        let (mut is_known, mut look) = self.last.take().map_or((0.0, none), |look| (1.0, look));
        look.values.resize(self.functions.len(), [R::zero(); 2]);
        through(&mut is_known, slot);
        slot(&mut look.time);
        look.values.iter_mut().flatten().for_each(&mut *slot);
        self.last = (is_known == 1.0).then_some(look);
    }
}

/// The first function that may have been zero between two looks: it has changed its sign, or the cubic through values and
/// rates comes near to zero.
fn touched<R: Real>(from: &Look<R>, to: &Look<R>) -> Option<usize> {
    let span = to.time - from.time;
    from.values.iter().zip(&to.values).position(|(&[first, before], &[last, after])| {
        let change = span.abs() * before.abs().max(after.abs());
        let least = first.abs().min(last.abs());
        let is_far = change.lt(least) & R::zero().lt(first * last);
        !is_far.all() && {
            let cubic = |part: f64| {
                let (t, rest) = (R::from_f64(part), R::from_f64(1.0 - part));
                let ends = first * rest * rest * (R::one() + t.twice())
                    + last * t * t * (R::one() + rest.twice());
                ends + span * t * rest * (before * rest - after * t)
            };
            let limit = change * R::from_f64(NEAR);
            let sign = R::one().with_sign_of(first);
            (0..=8).any(|k| (cubic(f64::from(k) / 8.0) * sign).le(limit).any())
        }
    })
}

impl<R: Real, A: Attitude<R>> RunDriver<R, A> {
    /// The number of steps after which somebody has to look again, at most `most`; none where a step is so long that its inside
    /// has to be seen.
    pub(super) fn steps_before_look(
        &mut self,
        stepper: &dyn Stepper<R, A>,
        h: R,
        most: u64,
    ) -> u64 {
        let (ends, state) = (&mut self.switching.ends, &self.state);
        if !ends.are_watched() {
            return most;
        }
        let rates = state.momentum.component_mul(stepper.body().inertia().inverse()).norm();
        if R::from_f64(APART).lt(rates * h.abs()).any() {
            return 0;
        }
        let left = |due: R| to_f64((due - state.time) / h);
        if ends.last.is_none() || left(ends.due) < 0.5 {
            ends.see(stepper, state);
            ends.due = state.time + h * ends.steps_until_near(h, rates);
        }
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "1 to 16")]
        let steps = Real::round(left(ends.due)).clamp(1.0, MOST) as u64;
        most.min(steps)
    }

    /// Looks at a part of a step, and inside of a long one.
    pub(super) fn look_along(
        &mut self,
        stepper: &dyn Stepper<R, A>,
        part: &dyn StepInterpolant<R, A>,
    ) {
        let ends = &mut self.switching.ends;
        if !ends.are_watched() {
            return;
        }
        let (start, end) = (part.start(), part.end());
        if ends.last.as_ref().is_none_or(|last| last.time != start.time) {
            ends.last = None;
            ends.see(stepper, start);
        }
        let span = end.time - start.time;
        let rates = [start, end].map(|state| {
            to_f64(state.momentum.component_mul(stepper.body().inertia().inverse()).norm())
        });
        let looks = (rates[0].max(rates[1]) * to_f64(span.abs()) / APART).min(MOST);
        let mut k = 1.0;
        while k < looks && ends.are_watched() {
            if let Some(state) = part.at(start.time + span * R::from_f64(k / looks)) {
                ends.see(stepper, &state);
            }
            k += 1.0;
        }
        if ends.are_watched() {
            ends.see(stepper, end);
        }
    }
}
