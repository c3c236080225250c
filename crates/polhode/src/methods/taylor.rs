//! Taylor series of any degree, in equal steps or in steps that follow a tolerance.
//!
//! Momentum and quaternion are series in time (see `recurrence.rs`); the body goes as far
//! as the last coefficients allow (Jorba and Zou 2005), and its state is known at every
//! time on the way: docs/taylor.md.

mod refined;

use crate::body::{Body, State};
use crate::error::Error;
use crate::geometry::{Attitude, Rotation, Vec3};
use crate::inertia::Inertia;
use crate::method::{Failure, Memory, Method, add_with_rest};
use crate::real::{Mask, Real};
use crate::recurrence::{Coefficients, HIGHEST, Recurrence};
use crate::torque::{Torque, sooner};
pub use refined::{RefinedTaylor, Refinement};

/// The series in equal steps: a method of any order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Taylor {
    /// The highest power of time, from 2 to [`Taylor::HIGHEST`]; its order.
    pub degree: u8,
}

impl Taylor {
    /// The highest degree there is.
    #[expect(clippy::cast_possible_truncation, reason = "it is 32")]
    pub const HIGHEST: u8 = HIGHEST as u8;
}

/// The series in steps as long as a tolerance allows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AdaptiveTaylor {
    /// The highest power of time, if it is not the tolerance that chooses it.
    pub degree: Option<u8>,
    /// How large the last terms of a step may be: of the quaternion, and of the momentum
    /// relative to its size. What is below rounding is lifted to a quarter of it.
    pub tolerance: f64,
}

impl AdaptiveTaylor {
    /// If nothing is said: the error is that of rounding.
    pub const TOLERANCE: f64 = 1e-15;

    fn tolerance_in<R: Real>(&self) -> f64 {
        self.tolerance.max(R::EPSILON / 4.0)
    }
    /// The degree at which a long way costs least, as measured: docs/taylor.md.
    #[must_use]
    pub fn degree_for(tolerance: f64) -> u8 {
        let degree = Real::round(5.0 - 0.57 * Real::ln(tolerance));
        (2..Taylor::HIGHEST).find(|&p| f64::from(p) >= degree).unwrap_or(Taylor::HIGHEST)
    }
}

/// The series of the last step, and what rounding has left of its sums.
#[derive(Clone, Debug)]
pub struct TaylorMemory<R: Real> {
    recurrence: Recurrence<R>,
    degree: usize,
    /// The attitude as a quaternion, whatever form the state keeps it in.
    attitude: Rotation<R>,
    attitude_rest: [R; 4],
    momentum_rest: Vec3<R>,
    time_rest: R,
    last: LastStep<R>,
    /// Are the coefficients those of the last step?
    fresh: bool,
}

/// Where the last step began, and how long it was.
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
    }
}

impl<R: Real> TaylorMemory<R> {
    fn new<A: Attitude<R>>(state: &State<R, A>, degree: u8) -> Self {
        let attitude = state.attitude.to_rotation();
        let State { time, momentum, .. } = *state;
        Self {
            recurrence: Recurrence::new(),
            degree: usize::from(degree.clamp(2, Taylor::HIGHEST)),
            attitude,
            attitude_rest: [R::zero(); 4],
            momentum_rest: Vec3::zero(),
            time_rest: R::zero(),
            last: LastStep { time, attitude, momentum, size: R::zero() },
            fresh: false,
        }
    }
    /// The state is another one: nothing is left of sums that did not lead there.
    fn renew<A: Attitude<R>>(&mut self, state: &State<R, A>) {
        let State { time, momentum, .. } = *state;
        self.attitude = state.attitude.to_rotation();
        self.attitude_rest = [R::zero(); 4];
        self.momentum_rest = Vec3::zero();
        self.last = LastStep { time, attitude: self.attitude, momentum, size: R::zero() };
        self.fresh = false;
    }

    /// The series from this state on, for steps in the direction of h.
    #[inline]
    fn expand<A: Attitude<R>, T: Torque<R>>(
        &mut self,
        body: &Body<R, T>,
        state: &State<R, A>,
        h: R,
    ) {
        self.fresh = false;
        let time = seen_time(body, state.time, h);
        self.recurrence.expand(body, time, self.attitude, state.momentum, self.degree);
    }

    /// Goes along the series.
    #[inline]
    fn go<A: Attitude<R>>(&mut self, state: &mut State<R, A>, h: R) -> Result<(), Failure> {
        let (q, m) = self.recurrence.coefficients().change(self.degree, h);
        let mut to = self.attitude.to_wxyz();
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

    /// The state at a time inside of the last step.
    fn within<A: Attitude<R>, T: Torque<R>>(
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

/// The time at which the torque is asked for. Backwards from a kink it is that before the
/// kink, by the least that there is.
#[inline(always)]
fn seen_time<R: Real, T: Torque<R>>(body: &Body<R, T>, time: R, h: R) -> R {
    if T::NONE || !h.lt(R::zero()).all() {
        return time;
    }
    let least = (time.abs() + R::one()) * R::of(2.0 * R::EPSILON);
    let kink = body.torque.next_kink(time + least, time - least);
    if kink == Some(time) { time - least } else { time }
}

/// By what part of itself a quaternion that has changed must grow to be a unit again: the
/// cut-off series leads away from the sphere. Along the quaternion, so that the attitude is
/// not touched.
#[inline(always)]
fn to_unit<R: Real>(from: [R; 4], change: [R; 4]) -> R {
    let [w, x, y, z] = core::array::from_fn(|c| from[c] + change[c]);
    Rotation { w, x, y, z }.norm_squared().sqrt().recip() - R::one()
}

impl Method for Taylor {
    type Memory<R: Real> = TaylorMemory<R>;

    const KNOWS_INSIDE: bool = true;

    fn begin<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        _: &Body<R, T>,
        state: &State<R, A>,
    ) -> TaylorMemory<R> {
        TaylorMemory::new(state, self.degree)
    }

    fn accepts<R: Real, T: Torque<R>>(&self, torque: &T) -> Result<(), Error> {
        if torque.is_differentiable() { Ok(()) } else { Err(Error::NeedsDerivatives) }
    }

    fn renew<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        _: &Body<R, T>,
        state: &State<R, A>,
        memory: &mut TaylorMemory<R>,
    ) {
        memory.renew(state);
    }

    fn state_within<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &State<R, A>,
        memory: &TaylorMemory<R>,
        time: R,
    ) -> Option<State<R, A>> {
        memory.within(body, state, time)
    }

    fn step<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &mut State<R, A>,
        memory: &mut TaylorMemory<R>,
        h: R,
    ) -> Result<(), Failure> {
        memory.expand(body, state, h);
        memory.go(state, h)?;
        state.time += h;
        Ok(())
    }
}

impl Method for AdaptiveTaylor {
    type Memory<R: Real> = TaylorMemory<R>;

    const KEEPS_TIME: bool = true;
    const KNOWS_INSIDE: bool = true;

    fn begin<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        _: &Body<R, T>,
        state: &State<R, A>,
    ) -> TaylorMemory<R> {
        let degree = self.degree.unwrap_or_else(|| Self::degree_for(self.tolerance_in::<R>()));
        TaylorMemory::new(state, degree)
    }

    fn accepts<R: Real, T: Torque<R>>(&self, torque: &T) -> Result<(), Error> {
        if torque.is_differentiable() { Ok(()) } else { Err(Error::NeedsDerivatives) }
    }

    fn renew<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        _: &Body<R, T>,
        state: &State<R, A>,
        memory: &mut TaylorMemory<R>,
    ) {
        memory.renew(state);
    }

    fn state_within<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &State<R, A>,
        memory: &TaylorMemory<R>,
        time: R,
    ) -> Option<State<R, A>> {
        memory.within(body, state, time)
    }

    fn step_by<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &mut State<R, A>,
        memory: &mut TaylorMemory<R>,
        h: R,
    ) -> Result<(), Failure> {
        memory.expand(body, state, h);
        memory.go(state, h)?;
        add_with_rest(&mut state.time, &mut memory.time_rest, h);
        Ok(())
    }

    fn step<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &mut State<R, A>,
        memory: &mut TaylorMemory<R>,
        h: R,
    ) -> Result<(), Failure> {
        memory.expand(body, state, h);
        let tolerance = R::of(self.tolerance_in::<R>());
        let series = memory.recurrence.coefficients();
        let scale = momentum_scale::<R, T>(series, &body.inertia);
        let longest = size(series, memory.degree, tolerance, scale).still();
        if state.time.equals(state.time + longest).any() {
            return Err(Failure::NoSeries);
        }
        let mut h = h.abs().min(longest).with_sign_of(h);
        let (from, until) = (state.time, state.time + h);
        let ends =
            [body.torque.next_kink(from, until), body.torque.next_impulse(from, false, until)];
        let kink = sooner(from, ends);
        if let Some(time) = kink {
            h = time - state.time - memory.time_rest;
        }
        memory.go(state, h)?;
        add_with_rest(&mut state.time, &mut memory.time_rest, h);
        if let Some(time) = kink {
            (state.time, memory.time_rest) = (time, R::zero());
        }
        Ok(())
    }
}

/// What a momentum is large or small against: itself, and what the torque would make of
/// a body at rest within a radian.
#[inline(always)]
fn momentum_scale<R: Real, T: Torque<R>>(series: &Coefficients<R>, inertia: &Inertia<R>) -> R {
    let (_, now) = series.sizes(0);
    if T::NONE {
        return now;
    }
    let Vec3 { x, y, z } = inertia.moments();
    let (_, rate) = series.sizes(1);
    now.max((x.min(y).min(z) * rate).sqrt())
}

/// The step in which neither of the last two terms exceeds the tolerance: two, since one
/// may vanish by symmetry.
#[inline(always)]
#[expect(clippy::cast_precision_loss, reason = "a degree is small")]
fn size<R: Real>(series: &Coefficients<R>, degree: usize, tolerance: R, scale: R) -> R {
    // Further than any step that is asked for.
    let far = R::of(80.0);
    let logarithm = |k: usize| {
        let (q, m) = series.sizes(k);
        let m = R::select(R::zero().lt(scale), m / scale, R::zero());
        let term = m.max(q);
        let any = R::zero().lt(term);
        let room = (tolerance / R::select(any, term, R::one())).ln() / R::of(k as f64);
        R::select(any, room, far)
    };
    logarithm(degree - 1).min(logarithm(degree)).exp()
}

/// The example of the page compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../../../../docs/taylor.md")]
struct Page;
