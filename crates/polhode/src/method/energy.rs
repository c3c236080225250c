//! Energy preservation, Buss 2001 section 4.
//!
//! After a step the body is tilted a little so that its energy is the wanted one
//! while its spatial momentum stays; [`with_energy`](super::with_energy) says how.

use super::tilt::{Tilt, rotation_between, with_energy};
use crate::body::{Body, State};
use crate::error::Error;
use crate::geometry::{Attitude, Rotation, Vec3};
use crate::inertia::Inertia;
use crate::real::{Mask, Real};
use crate::series::{Series, Wanted};
use crate::torque::Torque;

/// After how many steps the energy is restored, and how well the work of the torque is known.
///
/// The kinetic energy of a free body stays what it was. That of a pushed body is
/// the constant total less the potential at the new attitude, where the torque
/// comes from a constant potential; else it gains the work of the torque, from
/// the series of the motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EnergyPreservation {
    /// The order of the method, to which the work is integrated.
    pub order: u8,
    /// The correction acts after every so many steps.
    pub every: u32,
}

/// What is to be held, and how long ago it was restored.
#[derive(Clone, Copy, Debug)]
pub(super) struct HeldEnergy<R> {
    /// The total energy where that is constant, else the kinetic energy.
    energy: R,
    /// Of a free body: e, 1/(2 E) and 1/|m|^2.
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

    /// The energy of this state.
    #[inline(always)]
    fn at<A: Attitude<R>, T: Torque<R>>(body: &Body<R, T>, state: &State<R, A>) -> Self {
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

    /// After a step: restores the energy if it is due, and says whether it did.
    #[inline(always)]
    pub(super) fn after_step<A: Attitude<R>, T: Torque<R>>(
        &mut self,
        rule: EnergyPreservation,
        body: &Body<R, T>,
        state: &mut State<R, A>,
        work: R,
    ) -> bool {
        self.energy += work;
        self.steps_since += R::one();
        let due = R::of(f64::from(rule.every)).le(self.steps_since).all();
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

/// Every method begins with it: one function for all.
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

    /// What the torque does to the energy that is held, in a step from here.
    #[inline(always)]
    pub(super) fn work<R: Real, A: Attitude<R>, T: Torque<R>>(
        self,
        body: &Body<R, T>,
        state: &State<R, A>,
        series: &mut Series<R>,
        h: R,
    ) -> R {
        // A condition of its own, which the compiler knows before it looks at the rest.
        if T::NONE {
            return R::zero();
        }
        let works = !body.torque.properties().conserves_energy;
        if works { work_of(self.order, body, state, series, h) } else { R::zero() }
    }
}

/// The work of the torque in a step from here, to this order.
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
    let tilted = Tilt::new(inertia).with_excess(m, held.inverse_square, held.excess);
    // What rounding did to the length: 1 + x/2 is the root of 1 + x.
    let error = held.energy - inertia.kinetic_energy(tilted);
    let momentum = tilted + tilted * (error * held.half_over_energy);
    let momentum = Vec3::select(R::zero().lt(held.energy), momentum, m);
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

/// Restores the energy of a pushed body: the total where that is constant, else
/// the kinetic energy.
fn hold_pushed<R: Real, A: Attitude<R>, T: Torque<R>>(
    body: &Body<R, T>,
    state: &mut State<R, A>,
    energy: R,
) {
    if body.torque.properties().conserves_energy {
        return hold_total(body, state, energy);
    }
    let momentum = with_energy(&body.inertia, state.momentum, energy);
    state.attitude = state.attitude.turned(rotation_between(momentum, state.momentum));
    state.momentum = momentum;
}

/// Tilts the body until kinetic and potential energy are the wanted total.
///
/// A tilt delta with the spatial momentum held changes the total energy by
/// -delta.m', where m' = m x nu + T: so the shortest tilt is along m'. Newton's
/// iteration to rounding, damped where the energy hardly depends on the tilt.
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
        let rounding = size * R::of(R::EPSILON);
        let off = rounding.twice().lt(error.abs());
        if !off.any() {
            // Derivatives are right after one step more, in which values stay.
            if last || !R::VARIES {
                return;
            }
            last = true;
        } else if round == MOST {
            return; // values have had their turns
        }
        let m_rate = m.cross(nu) + body.torque.torque(&at);
        let scale = error / (m_rate.norm_squared() + rounding * size);
        let tilt = Rotation::exp(m_rate * R::select(off, scale, scale.variation()));
        state.attitude = state.attitude.turned(tilt);
        state.momentum = tilt.apply_inverse(m);
    }
}
