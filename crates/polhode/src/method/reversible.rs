//! Steps of varying size that can be taken back.
//!
//! A symmetric method with steps h/rho, where the density rho of the steps follows
//! the torque, is reversible only if rho is advanced symmetrically too. Explicitly so:
//! with y the state, n the number of the step and U(y) the density that is wanted,
//!
//! ```text
//! rho(n+1/2) + rho(n-1/2) = 2 U(y(n))        Hoelder, Leimkuhler and Reich 2001
//! rho(n+1/2) - rho(n-1/2) = h (ln U)'(y(n))  Hairer and Soederlind 2005
//! ```
//!
//! The first needs no derivative, but an error of rho changes its sign from step to
//! step and never goes away. The second has no such error.

use super::{Failure, Memory, Method, add_with_rest};
use crate::body::{Body, State};
use crate::error::Error;
use crate::geometry::{Attitude, Rotation, Vec3};
use crate::real::{Jet, Mask, Over, Real};
use crate::torque::{Situation, Torque};

/// How the density of the steps is advanced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepControl {
    /// Its mean before and after is that of the torque: Hoelder, Leimkuhler and
    /// Reich 2001.
    Torque,
    /// It is integrated from the rate of the torque: Hairer and Soederlind 2005.
    TorqueRate,
}

impl StepControl {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Torque, Self::TorqueRate];

    /// As one writes it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Torque => "torque",
            Self::TorqueRate => "torque-rate",
        }
    }
}

/// A symmetric method in steps h/rho, rho = 1 where the torque is small.
#[derive(Clone, Copy, Debug)]
pub struct Reversible<M> {
    /// The symmetric method.
    pub method: M,
    /// How rho follows the torque.
    pub control: StepControl,
}

/// The density of the steps, and how it changes.
#[derive(Clone, Copy, Debug)]
pub struct ReversibleMemory<R, I> {
    inner: I,
    /// One over the torque that counts as large; 0 where nothing tells.
    per_large: R,
    /// rho now, between the steps.
    density: R,
    /// How it grows: until the middle of the next step forth (`Torque`), or
    /// (ln U)' (`TorqueRate`).
    change: R,
    /// What rounding has left of the time.
    time_rest: R,
}

impl<R: Real, I: Memory<R>> Memory<R> for ReversibleMemory<R, I> {
    fn visit(&mut self, slot: &mut dyn FnMut(&mut R)) {
        self.inner.visit(slot);
        slot(&mut self.per_large);
        slot(&mut self.density);
        slot(&mut self.change);
        slot(&mut self.time_rest);
    }
}

impl<M: Method> Method for Reversible<M> {
    type Memory<R: Real> = ReversibleMemory<R, M::Memory<R>>;

    const KEEPS_TIME: bool = true;

    fn begin<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &State<R, A>,
    ) -> Self::Memory<R> {
        let inner = self.method.begin(body, state);
        let (zero, one) = (R::zero(), R::one());
        let mut memory = ReversibleMemory {
            inner,
            per_large: zero,
            density: one,
            change: zero,
            time_rest: zero,
        };
        if !T::NONE {
            // A torque that changes the motion of the start within a radian.
            let torque = self.method.torque_now(body, state, &memory.inner).norm();
            let large = body.inertia.kinetic_energy(state.momentum).twice() + torque;
            memory.per_large = R::select(zero.lt(large), large.recip(), zero);
            memory.density = density(torque * memory.per_large);
            if self.control == StepControl::TorqueRate {
                memory.change = growth(body, state, memory.per_large);
            }
        }
        memory
    }

    fn accepts<R: Real, T: Torque<R>>(&self, torque: &T) -> Result<(), Error> {
        if torque.has_impulses() {
            return Err(Error::TakesNoImpulses);
        }
        if self.control == StepControl::TorqueRate && !torque.is_differentiable() {
            return Err(Error::NeedsDerivatives);
        }
        self.method.accepts(torque)
    }

    fn renew<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &State<R, A>,
        memory: &mut Self::Memory<R>,
    ) {
        self.method.renew(body, state, &mut memory.inner);
    }

    fn step<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &mut State<R, A>,
        memory: &mut Self::Memory<R>,
        h: R,
    ) -> Result<(), Failure> {
        if T::NONE {
            return self.step_by(body, state, memory, h);
        }
        // Both rules are h -> -h symmetric maps of state, density and change.
        let forth = R::one().with_sign_of(h);
        let ahead = match self.control {
            StepControl::Torque => forth,
            StepControl::TorqueRate => h.half(),
        };
        let rho = memory.density + memory.change * ahead;
        self.step_by(body, state, memory, size(h, rho)?)?;
        match self.control {
            StepControl::Torque => {
                let torque = self.method.torque_now(body, state, &memory.inner).norm();
                memory.density = density(torque * memory.per_large);
                memory.change = (memory.density - rho) * forth;
            }
            StepControl::TorqueRate => {
                memory.change = growth(body, state, memory.per_large);
                memory.density = rho + memory.change * h.half();
            }
        }
        Ok(())
    }

    /// The steps vary, so their times are summed: with what rounding leaves.
    fn step_by<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &mut State<R, A>,
        memory: &mut Self::Memory<R>,
        h: R,
    ) -> Result<(), Failure> {
        let time = state.time;
        self.method.step(body, state, &mut memory.inner, h)?;
        state.time = time;
        add_with_rest(&mut state.time, &mut memory.time_rest, h);
        Ok(())
    }
}

fn size<R: Real>(h: R, rho: R) -> Result<R, Failure> {
    if R::zero().lt(rho).all() { Ok((h / rho).still()) } else { Err(Failure::NoStep) }
}

/// U = (1 + x^2)^(1/4) of the torque in units of a large one: a body on a spring
/// of the strength x swings in the time x^-1/2.
fn density<R: Real>(x: R) -> R {
    (R::one() + x.squared()).sqrt().sqrt()
}

/// (ln U)' = x.x'/(2 (1 + x.x)), from a jet of the torque along the motion.
fn growth<R: Real, A: Attitude<R>, T: Torque<R>>(
    body: &Body<R, T>,
    state: &State<R, A>,
    per_large: R,
) -> R {
    let now = body.situation(state);
    let (m, nu) = (now.momentum, now.rates());
    let by_rates = body.torque.depends_on_momentum();
    let torque = if by_rates { body.torque.torque(&now) } else { Vec3::zero() };
    let q_rate = now.attitude * Rotation::from_parts(R::zero(), nu.map(R::half));
    let jet = |value: R, rate: R| Jet::<R, 2> { coefficients: [value, rate] };
    let at = Situation {
        inertia: now.inertia,
        time: jet(now.time, R::one()),
        attitude: Rotation {
            w: jet(now.attitude.w, q_rate.w),
            x: jet(now.attitude.x, q_rate.x),
            y: jet(now.attitude.y, q_rate.y),
            z: jet(now.attitude.z, q_rate.z),
        },
        momentum: m.zip(m.cross(nu) + torque, jet),
    };
    let x = body.torque.torque(&at) * Jet::lift(per_large);
    let [square, rate] = x.norm_squared().coefficients;
    rate * R::of(0.25) / (R::one() + square)
}
