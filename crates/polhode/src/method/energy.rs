//! Energy preservation: Buss 2001, section 4.
//!
//! After a step the body is tilted to the wanted energy at constant spatial momentum;
//! see [`with_energy`](super::with_energy).

use super::tilt::{Tilt, rotation_between, with_energy};
use crate::body::{Body, State};
use crate::error::Error;
use crate::geometry::{Attitude, Rotation, Vec3};
use crate::inertia::Inertia;
use crate::real::{Mask, Real};
use crate::series::{Series, Wanted};
use crate::torque::Torque;

/// Interval of the energy correction, and order of the work of the torque.
///
/// The kinetic energy of a free body is constant. Under a torque with a constant potential
/// the wanted kinetic energy is the total less the potential at the new attitude. Under any
/// other torque the kinetic energy gains the work of the torque, from the series of the motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EnergyPreservation {
    /// Order of the method, to which the work is integrated.
    pub order: u8,
    /// Number of steps between corrections.
    pub every: u32,
}

/// Energy to be preserved, and steps since the last correction.
#[derive(Clone, Copy, Debug)]
pub(super) struct HeldEnergy<R> {
    /// Total energy where that is constant, else kinetic energy.
    energy: R,
    /// e, 1/(2 E) and 1/|m|^2 of a free body.
    excess: R,
    half_over_energy: R,
    inverse_square: R,
    steps_since: R,
}

impl<R: Real> HeldEnergy<R> {
    pub(super) fn visit(&mut self, slot: &mut dyn FnMut(&mut R)) {
        slot(&mut self.energy);
        slot(&mut self.excess);
        slot(&mut self.half_over_energy);
        slot(&mut self.inverse_square);
        slot(&mut self.steps_since);
    }

    #[inline(always)]
    pub(super) fn begin<A: Attitude<R>, T: Torque<R>>(
        body: &Body<R, T>,
        state: &State<R, A>,
    ) -> Self {
        if R::INLINED { Self::at(body, state) } else { held_called(body, state) }
    }

    /// Returns the energy of this state.
    #[inline(always)]
    fn at<A: Attitude<R>, T: Torque<R>>(body: &Body<R, T>, state: &State<R, A>) -> Self {
        // Buss 2001, eq. (10).
        let kinetic = body.inertia.kinetic_energy(state.momentum);
        let conserved = body.torque.properties().conserves_energy;
        Self {
            energy: if conserved { body.energy(state) } else { kinetic },
            excess: Tilt::new(&body.inertia).excess(state.momentum),
            half_over_energy: kinetic.twice().recip(),
            inverse_square: state.momentum.norm_squared().recip(),
            steps_since: R::zero(),
        }
    }

    /// Restores the energy after a step if a correction is due. Returns whether it did.
    #[inline(always)]
    pub(super) fn after_step<A: Attitude<R>, T: Torque<R>>(
        &mut self,
        rule: EnergyPreservation,
        body: &Body<R, T>,
        state: &mut State<R, A>,
        work: R,
    ) -> bool {
        // Buss 2001, eq. (11), integrated over the step.
        self.energy += work;
        self.steps_since += R::one();
        let due = R::from_f64(f64::from(rule.every)).le(self.steps_since).all();
        if due {
            self.steps_since = R::zero();
            if !T::NONE {
                hold_pushed(body, state, self.energy);
            } else if R::INLINED {
                hold_free(&body.inertia, state, self);
            } else {
                hold_free_called(&body.inertia, state, self);
            }
        }
        due
    }
}

/// Calls [`HeldEnergy::at`]. One function for all methods.
#[inline(never)]
fn held_called<R: Real, A: Attitude<R>, T: Torque<R>>(
    body: &Body<R, T>,
    state: &State<R, A>,
) -> HeldEnergy<R> {
    HeldEnergy::at(body, state)
}

impl EnergyPreservation {
    pub(super) fn accepts<R: Real, T: Torque<R>>(torque: &T) -> Result<(), Error> {
        if !torque.properties().conserves_energy && !torque.properties().is_differentiable {
            return Err(Error::NeedsDerivatives);
        }
        Ok(())
    }

    /// Returns the gain of the preserved energy by the torque in a step from this state.
    #[inline(always)]
    pub(super) fn work<R: Real, A: Attitude<R>, T: Torque<R>>(
        self,
        body: &Body<R, T>,
        state: &State<R, A>,
        series: &mut Series<R>,
        h: R,
    ) -> R {
        // A separate condition, which is constant at compile time.
        if T::NONE {
            return R::zero();
        }
        let works = !body.torque.properties().conserves_energy;
        if works { work_of(self.order, body, state, series, h) } else { R::zero() }
    }
}

/// Returns the work of the torque in a step from this state, to the given order.
fn work_of<R: Real, A: Attitude<R>, T: Torque<R>>(
    order: u8,
    body: &Body<R, T>,
    state: &State<R, A>,
    series: &mut Series<R>,
    h: R,
) -> R {
    let terms = match usize::from(order) {
        order @ 1..=6 => order,
        0 => 1,
        _ => 8,
    };
    // Buss 2001, eq. (11): dE/dt = omega . dL/dt.
    series.at(body, state, terms, Wanted::Work).work(terms, h)
}

/// Restores the energy of a free body.
#[inline(always)]
fn hold_free<R: Real, A: Attitude<R>>(
    inertia: &Inertia<R>,
    state: &mut State<R, A>,
    held: &HeldEnergy<R>,
) {
    let m = state.momentum;
    // Buss 2001, section 4, rho' of the algorithm.
    let tilted = Tilt::new(inertia).with_excess(m, held.inverse_square, held.excess);
    // Rounding error of the length, removed by sqrt(1 + x) = 1 + x/2.
    let error = held.energy - inertia.kinetic_energy(tilted);
    let momentum = tilted + tilted * (error * held.half_over_energy);
    let momentum = Vec3::select(R::zero().lt(held.energy), momentum, m);
    // Buss 2001, section 4: the rotation from tau to L.
    state.attitude = state.attitude.turned(rotation_between(momentum, m));
    state.momentum = momentum;
}

#[inline(never)]
fn hold_free_called<R: Real, A: Attitude<R>>(
    inertia: &Inertia<R>,
    state: &mut State<R, A>,
    held: &HeldEnergy<R>,
) {
    hold_free(inertia, state, held);
}

/// Restores the energy of a torqued body: the total where that is constant, else the
/// kinetic energy.
fn hold_pushed<R: Real, A: Attitude<R>, T: Torque<R>>(
    body: &Body<R, T>,
    state: &mut State<R, A>,
    energy: R,
) {
    if body.torque.properties().conserves_energy {
        return hold_total(body, state, energy);
    }
    // Buss 2001, section 4, with the energy updated by eq. (11).
    let momentum = with_energy(&body.inertia, state.momentum, energy);
    state.attitude = state.attitude.turned(rotation_between(momentum, state.momentum));
    state.momentum = momentum;
}

/// Tilts the body until the sum of kinetic and potential energy is the given total.
///
/// A tilt delta at constant spatial momentum changes the total energy by -delta.m', where
/// m' = m x nu + T. The shortest tilt is therefore along m'. Newton's iteration converges to
/// rounding, and is damped where the energy hardly depends on the tilt.
fn hold_total<R: Real, A: Attitude<R>, T: Torque<R>>(
    body: &Body<R, T>,
    state: &mut State<R, A>,
    total: R,
) {
    const MOST: u32 = 20;
    let mut last = false;
    for round in 0..MOST + u32::from(R::VARIES) {
        let at = body.torque_input(state);
        let (m, nu) = (state.momentum, at.rates());
        let kinetic = m.dot(nu).half();
        let potential = body.torque.potential(&at).unwrap_or(R::zero());
        let error = kinetic + potential - total;
        let size = kinetic + potential.abs();
        let rounding = size * R::from_f64(R::EPSILON);
        let off = rounding.twice().lt(error.abs());
        if !off.any() {
            // Derivatives need one more iteration, in which values do not change.
            if last || !R::VARIES {
                return;
            }
            last = true;
        } else if round == MOST {
            return; // iterations for the values are used up
        }
        let m_rate = m.cross(nu) + body.torque.torque(&at);
        let scale = error / (m_rate.norm_squared() + rounding * size);
        let tilt = Rotation::exp(m_rate * R::select(off, scale, scale.variation()));
        state.attitude = state.attitude.turned(tilt);
        state.momentum = tilt.apply_inverse(m);
    }
}
