//! The classical methods for ordinary differential equations, on the quaternion
//! and the spatial momentum:
//!
//! ```text
//! q' = q (0, nu)/2,   L' = R T,   nu = I^-1 R^T L.
//! ```
//!
//! Neither method conserves the norm of the quaternion, so each step ends with a
//! normalisation. Rates and torques of the stages are those of the normalised
//! quaternion. The momentum of a free body is constant, since L' = 0. Formulas:
//! docs/papers/classical.md, The equations.

use super::start::Start;
use crate::body::{Body, State};
use crate::geometry::{Attitude, Rotation, Vec3};
use crate::method::{Failure, Memory, Method};
use crate::real::{Mask, Real};
use crate::torque::Torque;

/// Quaternion and spatial momentum, or their time derivatives.
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
    /// Returns the pair in the axes of the body after a rotation.
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
    /// Returns the identity rotation and the momentum at the start of the step.
    #[inline]
    fn here(&self) -> Pair<R> {
        Pair { q: Rotation::identity(), l: self.state.momentum }
    }
    /// Returns the right-hand side q (0, nu)/2 and R T.
    #[inline]
    fn slope(&self, part: R, y: Pair<R>) -> Pair<R> {
        let (rates, torque) = self.ask(part, y.q.normalized(), y.l);
        Pair { q: y.q * Rotation::from_parts(R::zero(), rates.map(R::half)), l: torque }
    }
    /// Returns the end of a Runge-Kutta step from its first slope.
    #[inline]
    fn runge_kutta(&self, k1: Pair<R>) -> Pair<R> {
        // Runge 1895, Kutta 1901: docs/papers/classical.md.
        let (y, h, half) = (self.here(), self.h, R::from_f64(0.5));
        let k2 = self.slope(half, y.plus(k1, h.half()));
        let k3 = self.slope(half, y.plus(k2, h.half()));
        let k4 = self.slope(R::one(), y.plus(k3, h));
        let two = R::from_f64(2.0);
        y.plus(k1.plus(k2, two).plus(k3, two).plus(k4, R::one()), h * ratio!(1 / 6))
    }
    #[inline]
    fn normalized_end(&self, y: Pair<R>) -> State<R, A> {
        self.end(y.q.normalized(), y.l)
    }
}

/// Classical Runge-Kutta method of order 4.
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

/// Adams-Bashforth predictor and Adams-Moulton corrector with four slopes each: predict,
/// evaluate, correct, evaluate. The first three steps, and the first three after a change of
/// the step size or an impulse, are Runge-Kutta steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AdamsBashforthMoulton4;

/// Last three slopes, in the present body axes.
#[derive(Clone, Copy, Debug)]
pub struct AdamsMemory<R> {
    slopes: [Pair<R>; 3],
    /// Number of valid slopes.
    count: R,
    /// Step size between the slopes.
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

    /// Discards the slopes, which belong to another trajectory.
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
        let three = R::from_f64(3.0);
        // The step between two clock times is h up to rounding.
        let same = (h - memory.h).abs().le(h.abs() * R::from_f64(R::EPSILON).sqrt());
        let count = R::select(same, memory.count, R::zero());
        let ready = three.le(count);
        let [f1, f2, f3] = memory.slopes;
        let f0 = start.slope(R::zero(), start.here());
        let adams = || {
            let n = |numerator: f64| h * R::from_f64(numerator) * ratio!(1 / 24);
            let y = start.here();
            // Predictor, docs/papers/classical.md: h/24 (55 f0 - 59 f-1 + 37 f-2 - 9 f-3).
            let predicted =
                y.plus(f0, n(55.0)).plus(f1, n(-59.0)).plus(f2, n(37.0)).plus(f3, n(-9.0));
            let f = start.slope(R::one(), predicted);
            // Corrector, docs/papers/classical.md: h/24 (9 f1 + 19 f0 - 5 f-1 + f-2).
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
