//! Time-reversible steps of varying size.
//!
//! A symmetric method with steps h/rho, where the density rho of the steps follows
//! the torque, is reversible only if rho is advanced symmetrically too. Explicit rules,
//! with y the state, n the number of the step and U(y) the wanted density
//! (docs/papers/classical.md, Steps that vary):
//!
//! ```text
//! rho(n+1/2) + rho(n-1/2) = 2 U(y(n))        Hoelder, Leimkuhler and Reich 2001
//! rho(n+1/2) - rho(n-1/2) = h (ln U)'(y(n))  Hairer and Soederlind 2005
//! ```
//!
//! The first rule needs no derivative, but an error of rho alternates in sign and is not
//! damped. The second has no such error.

use super::{Failure, add_with_rest};
use crate::body::{Body, State};
use crate::error::Error;
use crate::geometry::{Attitude, Rotation, Vec3};
use crate::real::{Jet, Mask, Over, Real};
use crate::torque::{Torque, TorqueInput};

/// Rule that advances the density of the steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepControl {
    /// The mean of the densities before and after a state is that of the torque: Hoelder,
    /// Leimkuhler and Reich 2001.
    Torque,
    /// The density is integrated from the rate of the torque: Hairer and Soederlind 2005.
    TorqueRate,
}

impl StepControl {
    /// Both rules.
    pub const ALL: [Self; 2] = [Self::Torque, Self::TorqueRate];

    /// Returns the name in method strings.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Torque => "torque",
            Self::TorqueRate => "torque-rate",
        }
    }
}

/// Density rho of steps h/rho, and its change; rho = 1 where the torque is small.
#[derive(Clone, Copy, Debug)]
pub(super) struct StepDensity<R> {
    /// 1/T0, T0 a large torque; 0 where T0 is 0.
    per_large: R,
    /// rho at the present state, between steps.
    density: R,
    /// Change of rho up to the midpoint of the next forward step (`Torque`), or (ln U)'
    /// (`TorqueRate`).
    change: R,
    /// Compensation term of the time.
    time_rest: R,
    /// True if steps have exactly the requested size.
    pub(super) exactly: bool,
}

impl<R: Real> StepDensity<R> {
    pub(super) fn visit(&mut self, slot: &mut dyn FnMut(&mut R)) {
        slot(&mut self.per_large);
        slot(&mut self.density);
        slot(&mut self.change);
        slot(&mut self.time_rest);
    }

    /// Returns the density at the start of a run, under the given torque.
    #[inline(never)]
    pub(super) fn begin<A: Attitude<R>, T: Torque<R>>(
        control: StepControl,
        body: &Body<R, T>,
        state: &State<R, A>,
        torque: Vec3<R>,
    ) -> Self {
        let (zero, one) = (R::zero(), R::one());
        let mut all =
            Self { per_large: zero, density: one, change: zero, time_rest: zero, exactly: false };
        if !T::NONE {
            // T0 = 2 E + |T| at the start: docs/papers/classical.md, Steps that vary.
            let torque = torque.norm();
            let large = body.inertia.kinetic_energy(state.momentum).twice() + torque;
            all.per_large = R::select(zero.lt(large), large.recip(), zero);
            all.density = density(torque * all.per_large);
            if control == StepControl::TorqueRate {
                all.change = growth(body, state, all.per_large);
            }
        }
        all
    }

    /// Returns rho(n+1/2), at the midpoint of the next step. Both rules are symmetric under
    /// h -> -h as maps of state, density and change.
    fn in_the_middle(&self, control: StepControl, h: R) -> R {
        let ahead = match control {
            StepControl::Torque => R::one().with_sign_of(h),
            StepControl::TorqueRate => h.half(),
        };
        self.density + self.change * ahead
    }

    /// Returns the size h/rho(n+1/2) of the next step.
    #[inline(never)]
    pub(super) fn size<T: Torque<R>>(&self, control: StepControl, h: R) -> Result<R, Failure> {
        if T::NONE || self.exactly {
            return Ok(h);
        }
        size(h, self.in_the_middle(control, h))
    }

    /// Returns the time after a step, by compensated summation.
    #[inline(always)]
    pub(super) fn time_after(&mut self, mut time: R, size: R) -> R {
        add_with_rest(&mut time, &mut self.time_rest, size);
        time
    }

    /// Advances the density after a step of requested size h, with the torque at its end.
    #[inline(never)]
    pub(super) fn after_step<A: Attitude<R>, T: Torque<R>>(
        &mut self,
        control: StepControl,
        body: &Body<R, T>,
        state: &State<R, A>,
        h: R,
        torque: Vec3<R>,
    ) {
        if T::NONE || self.exactly {
            return;
        }
        let rho = self.in_the_middle(control, h);
        match control {
            // rho(n+1/2) + rho(n-1/2) = 2 U(y(n)): Hoelder, Leimkuhler and Reich 2001.
            StepControl::Torque => {
                self.density = density(torque.norm() * self.per_large);
                self.change = (self.density - rho) * R::one().with_sign_of(h);
            }
            // rho(n+1/2) - rho(n-1/2) = h (ln U)'(y(n)): Hairer and Soederlind 2005.
            StepControl::TorqueRate => {
                self.change = growth(body, state, self.per_large);
                self.density = rho + self.change * h.half();
            }
        }
    }
}

impl StepControl {
    pub(super) fn accepts<R: Real, T: Torque<R>>(self, torque: &T) -> Result<(), Error> {
        if torque.properties().has_impulses {
            return Err(Error::TakesNoImpulses);
        }
        if self == Self::TorqueRate && !torque.properties().is_differentiable {
            return Err(Error::NeedsDerivatives);
        }
        Ok(())
    }
}

/// Returns h/rho, or an error unless rho is positive.
fn size<R: Real>(h: R, rho: R) -> Result<R, Failure> {
    if R::zero().lt(rho).all() { Ok((h / rho).still()) } else { Err(Failure::NoStep) }
}

/// Returns U = (1 + x^2)^(1/4), x the torque in units of T0. The period of a body on a
/// spring of strength x scales as x^-1/2.
fn density<R: Real>(x: R) -> R {
    (R::one() + x.squared()).sqrt().sqrt()
}

/// Returns (ln U)' = x.x'/(2 (1 + x.x)), from a jet of the torque along the motion.
fn growth<R: Real, A: Attitude<R>, T: Torque<R>>(
    body: &Body<R, T>,
    state: &State<R, A>,
    per_large: R,
) -> R {
    let now = body.torque_input(state);
    let (m, nu) = (now.momentum, now.rates());
    let by_rates = body.torque.properties().depends_on_momentum;
    let torque = if by_rates { body.torque.torque(&now) } else { Vec3::zero() };
    let q_rate = now.attitude * Rotation::from_parts(R::zero(), nu.map(R::half));
    let jet = |value: R, rate: R| Jet::<R, 2> { coefficients: [value, rate] };
    let at = TorqueInput {
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
    rate * R::from_f64(0.25) / (R::one() + square)
}
