//! The classical methods for ordinary differential equations, on the quaternion
//! and the spatial momentum:
//!
//! ```text
//! q' = q (0, nu)/2,   L' = R T,   nu = I^-1 R^T L.
//! ```
//!
//! Neither keeps the quaternion's norm, so each step ends with a division by
//! it. Rates and torques on the way are those of the normalised quaternion. The
//! momentum of a free body stays, since L' = 0.

use super::start::Start;
use crate::body::{Body, State};
use crate::geometry::{Attitude, Rotation, Vec3};
use crate::method::{Failure, Memory, Method};
use crate::real::{Mask, Real};
use crate::torque::Torque;

/// Quaternion and spatial momentum, or their rates.
#[derive(Clone, Copy, Debug)]
struct Pair<R> {
    q: Rotation<R>,
    l: Vec3<R>,
}

impl<R: Real> Pair<R> {
    #[inline]
    fn zero() -> Self {
        Self { q: Rotation::from_parts(R::zero(), Vec3::zero()), l: Vec3::zero() }
    }
    /// self + other s
    #[inline]
    fn plus(self, other: Self, s: R) -> Self {
        let (a, b) = (self.q, other.q);
        let q = Rotation::from_parts(a.w + b.w * s, a.vector() + b.vector() * s);
        Self { q, l: self.l + other.l * s }
    }
    #[inline]
    fn select(mask: R::Mask, yes: Self, no: Self) -> Self {
        let w = R::select(mask, yes.q.w, no.q.w);
        let q = Rotation::from_parts(w, Vec3::select(mask, yes.q.vector(), no.q.vector()));
        Self { q, l: Vec3::select(mask, yes.l, no.l) }
    }
    /// The same seen from the body after a turn.
    #[inline]
    fn seen_after(self, turn: Rotation<R>) -> Self {
        Self { q: turn.inverse() * self.q, l: turn.apply_inverse(self.l) }
    }
    fn visit(&mut self, slot: &mut dyn FnMut(&mut R)) {
        let Self { q, l } = self;
        [&mut q.w, &mut q.x, &mut q.y, &mut q.z, &mut l.x, &mut l.y, &mut l.z]
            .into_iter()
            .for_each(slot);
    }
}

impl<R: Real, A: Attitude<R>, T: Torque<R>> Start<'_, R, A, T> {
    /// Where a step begins: no turn yet.
    #[inline]
    fn here(&self) -> Pair<R> {
        Pair { q: Rotation::identity(), l: self.state.momentum }
    }
    /// The right-hand side.
    #[inline]
    fn slope(&self, part: R, y: Pair<R>) -> Pair<R> {
        let (rates, torque) = self.ask(part, y.q.normalized(), y.l);
        Pair { q: y.q * Rotation::from_parts(R::zero(), rates.map(R::half)), l: torque }
    }
    /// Runge and Kutta's step, from the first slope on.
    #[inline]
    fn runge_kutta(&self, k1: Pair<R>) -> Pair<R> {
        let (y, h, half) = (self.here(), self.h, R::of(0.5));
        let k2 = self.slope(half, y.plus(k1, h.half()));
        let k3 = self.slope(half, y.plus(k2, h.half()));
        let k4 = self.slope(R::one(), y.plus(k3, h));
        let two = R::of(2.0);
        y.plus(k1.plus(k2, two).plus(k3, two).plus(k4, R::one()), h * ratio!(1 / 6))
    }
    #[inline]
    fn normalized_end(&self, y: Pair<R>) -> State<R, A> {
        self.end(y.q.normalized(), y.l)
    }
}

/// The method of Runge and Kutta, of order 4.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RungeKutta4;

impl Method for RungeKutta4 {
    type Memory<R: Real> = ();
    const COMPOSES: bool = false;

    fn begin<R: Real, A: Attitude<R>, T: Torque<R>>(&self, _: &Body<R, T>, _: &State<R, A>) {}

    #[inline]
    fn step<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &mut State<R, A>,
        (): &mut (),
        h: R,
    ) -> Result<(), Failure> {
        let start = Start { body, state, h };
        let k1 = start.slope(R::zero(), start.here());
        *state = start.normalized_end(start.runge_kutta(k1));
        Ok(())
    }
}

/// The predictor of Adams and Bashforth, the corrector of Adams and Moulton,
/// with four slopes each: predict, evaluate, correct, evaluate. The first three
/// steps, and the first three after a change of the step size or a blow, are
/// Runge and Kutta's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AdamsBashforthMoulton4;

/// The last three slopes, as seen from the body now.
#[derive(Clone, Copy, Debug)]
pub struct AdamsMemory<R> {
    slopes: [Pair<R>; 3],
    /// How many of them there are.
    count: R,
    /// The step between them.
    h: R,
}

impl<R: Real> Memory<R> for AdamsMemory<R> {
    fn visit(&mut self, slot: &mut dyn FnMut(&mut R)) {
        for slope in &mut self.slopes {
            slope.visit(slot);
        }
        slot(&mut self.count);
        slot(&mut self.h);
    }
}

impl Method for AdamsBashforthMoulton4 {
    type Memory<R: Real> = AdamsMemory<R>;
    const COMPOSES: bool = false;

    fn begin<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        _: &Body<R, T>,
        _: &State<R, A>,
    ) -> AdamsMemory<R> {
        AdamsMemory { slopes: [Pair::zero(); 3], count: R::zero(), h: R::zero() }
    }

    /// The old slopes belong to another motion.
    fn renew<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &State<R, A>,
        memory: &mut AdamsMemory<R>,
    ) {
        *memory = self.begin(body, state);
    }

    fn step<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &mut State<R, A>,
        memory: &mut AdamsMemory<R>,
        h: R,
    ) -> Result<(), Failure> {
        let start = Start { body, state, h };
        let three = R::of(3.0);
        // A step between two times of a clock has the size h but for rounding.
        let same = (h - memory.h).abs().le(h.abs() * R::of(R::EPSILON).sqrt());
        let count = R::select(same, memory.count, R::zero());
        let ready = three.le(count);
        let [f1, f2, f3] = memory.slopes;
        let f0 = start.slope(R::zero(), start.here());
        let adams = || {
            let n = |numerator: f64| h * R::of(numerator) * ratio!(1 / 24);
            let y = start.here();
            let predicted =
                y.plus(f0, n(55.0)).plus(f1, n(-59.0)).plus(f2, n(37.0)).plus(f3, n(-9.0));
            let f = start.slope(R::one(), predicted);
            y.plus(f, n(9.0)).plus(f0, n(19.0)).plus(f1, n(-5.0)).plus(f2, n(1.0))
        };
        let y = if ready.all() {
            adams()
        } else if ready.any() {
            Pair::select(ready, adams(), start.runge_kutta(f0))
        } else {
            start.runge_kutta(f0)
        };
        *state = start.normalized_end(y);
        let turn = y.q.normalized();
        *memory = AdamsMemory {
            slopes: [f0, f1, f2].map(|slope| slope.seen_after(turn)),
            count: (count + R::one()).min(three),
            h,
        };
        Ok(())
    }
}
