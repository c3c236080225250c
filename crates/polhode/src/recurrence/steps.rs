//! Steps by the series: the state in compensated sums, and states within the last step.
//!
//! docs/taylor.md.

use super::{HIGHEST, Recurrence};
use crate::body::{Body, State};
use crate::failure::Failure;
use crate::geometry::{Attitude, Rotation, Vec3};
use crate::memory::Memory;
use crate::real::{Mask, Real, add_with_rest};
use crate::resolution::TorqueResolution;
use crate::torque::{Discontinuity, Torque, sooner};

/// Series of the last step, and the compensation terms of its sums.
#[derive(Clone, Debug)]
pub struct TaylorMemory<R: Real> {
    pub(crate) recurrence: Recurrence<R>,
    pub(crate) degree: usize,
    /// Attitude as a quaternion, whatever the representation in the state.
    attitude: Rotation<R>,
    attitude_rest: [R; 4],
    momentum_rest: Vec3<R>,
    pub(crate) time_rest: R,
    last: LastStep<R>,
    /// True if the coefficients are those of the last step.
    fresh: bool,
    /// True if steps have exactly the requested size.
    pub(crate) exactly: bool,
    /// Where steps are to resolve the torque.
    pub(crate) resolution: Option<TorqueResolution<R>>,
}

/// Start and size of the last step.
#[derive(Clone, Copy, Debug)]
struct LastStep<R> {
    time: R,
    attitude: Rotation<R>,
    momentum: Vec3<R>,
    size: R,
}

impl<R: Real> Memory<R> for TaylorMemory<R> {
    fn visit(&mut self, slot: &mut dyn FnMut(&mut R)) {
        let mut changed = false;
        let mut show = |number: &mut R| {
            let before = *number;
            slot(number);
            changed |= *number != before;
        };
        let (last, m) = (&mut self.last, &mut self.momentum_rest);
        for q in [&mut self.attitude, &mut last.attitude] {
            [&mut q.w, &mut q.x, &mut q.y, &mut q.z].into_iter().for_each(&mut show);
        }
        self.attitude_rest.iter_mut().for_each(&mut show);
        [&mut m.x, &mut m.y, &mut m.z, &mut self.time_rest].into_iter().for_each(&mut show);
        let m = &mut last.momentum;
        [&mut m.x, &mut m.y, &mut m.z].into_iter().for_each(&mut show);
        [&mut last.time, &mut last.size].into_iter().for_each(&mut show);
        self.fresh &= !changed;
        self.recurrence.visit(slot);
        if let Some(resolution) = &mut self.resolution {
            resolution.visit(slot);
        }
    }
    fn take_exactly(&mut self, exactly: bool) {
        self.exactly = exactly;
    }
    fn resolution(&self) -> Option<TorqueResolution<R>> {
        self.resolution
    }
    fn watch_resolution(&mut self, resolution: Option<TorqueResolution<R>>) -> bool {
        self.resolution = resolution;
        true
    }
}

impl<R: Real> TaylorMemory<R> {
    pub(crate) fn new<A: Attitude<R>>(state: &State<R, A>, degree: u8) -> Self {
        let attitude = state.attitude.to_rotation();
        let State { time, momentum, .. } = *state;
        Self {
            recurrence: Recurrence::new(),
            degree: usize::from(degree).clamp(2, HIGHEST),
            attitude,
            attitude_rest: [R::zero(); 4],
            momentum_rest: Vec3::zero(),
            time_rest: R::zero(),
            last: LastStep { time, attitude, momentum, size: R::zero() },
            fresh: false,
            exactly: false,
            resolution: None,
        }
    }
    /// Adopts a changed state and clears the compensation terms.
    pub(crate) fn renew<A: Attitude<R>>(&mut self, state: &State<R, A>) {
        let State { time, momentum, .. } = *state;
        self.attitude = state.attitude.to_rotation();
        self.attitude_rest = [R::zero(); 4];
        self.momentum_rest = Vec3::zero();
        self.last = LastStep { time, attitude: self.attitude, momentum, size: R::zero() };
        self.fresh = false;
    }

    /// Computes the series at this state, for steps in the direction of h.
    #[inline]
    pub(crate) fn expand<A: Attitude<R>, T: Torque<R>>(
        &mut self,
        body: &Body<R, T>,
        state: &State<R, A>,
        h: R,
    ) {
        self.fresh = false;
        let time = seen_time(body, state.time, h);
        self.recurrence.expand_counted(body, time, self.attitude, state.momentum, self.degree);
    }

    /// Returns the step up to the first impulse or kink of the torque, and the time of that
    /// event.
    #[inline]
    pub(crate) fn until_break<T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        from: R,
        h: R,
    ) -> (R, Option<R>) {
        // The end of the step to the last bit, so that no impulse falls between two steps.
        let (mut until, mut rest) = (from, self.time_rest);
        add_with_rest(&mut until, &mut rest, h);
        let Body { torque, .. } = body;
        let next = |kind| torque.next_discontinuity(kind, from, until);
        let impulse = Discontinuity::Impulse { including: false };
        let first = sooner(from, [next(Discontinuity::Kink), next(impulse)]);
        (first.map_or(h, |time| time - from - self.time_rest), first)
    }

    /// Advances the state by the series, with compensated sums.
    #[inline]
    pub(crate) fn go<A: Attitude<R>>(
        &mut self,
        state: &mut State<R, A>,
        h: R,
    ) -> Result<(), Failure> {
        let (q, m) = self.recurrence.coefficients().change(self.degree, h);
        let mut to = self.attitude.to_wxyz();
        // docs/taylor.md, The quaternion.
        let correction = to_unit(to, q);
        let finite = correction.is_finite() & m.norm_squared().is_finite();
        if !finite.all() {
            return Err(Failure::NoSeries);
        }
        let State { time, momentum, .. } = *state;
        self.last = LastStep { time, attitude: self.attitude, momentum, size: h };
        self.fresh = true;
        for ((to, rest), q) in to.iter_mut().zip(&mut self.attitude_rest).zip(q) {
            let gain = q + (*to + q) * correction;
            add_with_rest(to, rest, gain);
        }
        let [w, x, y, z] = to;
        self.attitude = Rotation { w, x, y, z };
        state.attitude = A::from_rotation(self.attitude);
        let (to, rest) = (&mut state.momentum, &mut self.momentum_rest);
        add_with_rest(&mut to.x, &mut rest.x, m.x);
        add_with_rest(&mut to.y, &mut rest.y, m.y);
        add_with_rest(&mut to.z, &mut rest.z, m.z);
        Ok(())
    }

    /// Returns the state at a time within the last step: docs/taylor.md, States inside of a
    /// step.
    pub(crate) fn within<A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &State<R, A>,
        time: R,
    ) -> Option<State<R, A>> {
        if time == state.time {
            return Some(*state);
        }
        let last = &self.last;
        let (since, size) = (time - last.time, last.size.abs());
        let forth = since * R::one().with_sign_of(last.size);
        if !(R::zero().le(forth) & forth.le(size)).all() {
            return None;
        }
        let again;
        let recurrence = if self.fresh {
            &self.recurrence
        } else {
            let mut new = self.recurrence.clone();
            let time = seen_time(body, last.time, last.size);
            new.expand(body, time, last.attitude, last.momentum, self.degree);
            again = new;
            &again
        };
        let (q, m) = recurrence.coefficients().change(self.degree, since);
        let from = last.attitude.to_wxyz();
        let correction = to_unit(from, q);
        let [w, x, y, z] = core::array::from_fn(|c| {
            let q = q[c];
            from[c] + (q + (from[c] + q) * correction)
        });
        let attitude = A::from_rotation(Rotation { w, x, y, z });
        Some(State { time, attitude, momentum: last.momentum + m })
    }
}

/// Returns the time at which the torque is evaluated. For a backward step from a kink this
/// is the nearest representable time before the kink.
#[inline(always)]
fn seen_time<R: Real, T: Torque<R>>(body: &Body<R, T>, time: R, h: R) -> R {
    if T::NONE || !h.lt(R::zero()).all() {
        return time;
    }
    // Next to time 0, the rounding of a unit of time; or of a million steps, if these are less.
    let unit = R::one().min(h.abs() * R::from_f64(1_048_576.0));
    let least = (time.abs() + unit) * R::from_f64(2.0 * R::EPSILON);
    let kink = body.torque.next_discontinuity(Discontinuity::Kink, time + least, time - least);
    if kink == Some(time) { time - least } else { time }
}

/// Returns the relative change of length that normalises a quaternion. The truncated series
/// leaves the unit sphere; the correction along the quaternion does not change the attitude.
#[inline(always)]
fn to_unit<R: Real>(from: [R; 4], change: [R; 4]) -> R {
    let [w, x, y, z] = core::array::from_fn(|c| from[c] + change[c]);
    Rotation { w, x, y, z }.norm_squared().sqrt().recip() - R::one()
}
