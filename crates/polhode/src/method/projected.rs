//! Energy preservation, Buss 2001 section 4.
//!
//! After a step the body is tilted a little so that its energy is the wanted one
//! while its spatial momentum stays; [`with_energy`](super::with_energy) says how.

use super::tilt::{Tilt, rotation_between, with_energy};
use super::{Failure, Memory, Method};
use crate::body::{Body, State};
use crate::error::Error;
use crate::geometry::{Attitude, Rotation, Vec3};
use crate::inertia::Inertia;
use crate::real::{Mask, Real};
use crate::series::Series;
use crate::torque::Torque;

/// A method followed by the energy correction.
///
/// The kinetic energy of a free body stays what it was. That of a pushed body is
/// the constant total less the potential at the new attitude, where the torque
/// comes from a constant potential; else it gains the work of the torque, from
/// the jets of the motion.
#[derive(Clone, Copy, Debug)]
pub struct Projected<M> {
    /// The method.
    pub method: M,
    /// Its order, to which the work is integrated.
    pub order: u8,
    /// The correction acts after every so many steps.
    pub every: u32,
}

/// What is to be held, and how long ago it was restored.
#[derive(Clone, Copy, Debug)]
pub struct EnergyMemory<R, I> {
    inner: I,
    /// The total energy where that is constant, else the kinetic energy.
    energy: R,
    /// Of a free body: e, 1/(2 E) and 1/|m|^2.
    excess: R,
    half_over_energy: R,
    inverse_square: R,
    steps_since: R,
}

impl<R: Real, I: Memory<R>> Memory<R> for EnergyMemory<R, I> {
    fn visit(&mut self, slot: &mut dyn FnMut(&mut R)) {
        self.inner.visit(slot);
        slot(&mut self.energy);
        slot(&mut self.excess);
        slot(&mut self.half_over_energy);
        slot(&mut self.inverse_square);
        slot(&mut self.steps_since);
    }
}

impl<M: Method> Method for Projected<M> {
    type Memory<R: Real> = EnergyMemory<R, M::Memory<R>>;

    fn begin<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &State<R, A>,
    ) -> Self::Memory<R> {
        let kinetic = body.inertia.kinetic_energy(state.momentum);
        let conserved = body.torque.conserves_energy();
        EnergyMemory {
            inner: self.method.begin(body, state),
            energy: if conserved { body.energy(state) } else { kinetic },
            excess: Tilt::new(&body.inertia).excess(state.momentum),
            half_over_energy: kinetic.twice().recip(),
            inverse_square: state.momentum.norm_squared().recip(),
            steps_since: R::zero(),
        }
    }

    fn accepts<R: Real, T: Torque<R>>(&self, torque: &T) -> Result<(), Error> {
        if !torque.conserves_energy() && !torque.is_differentiable() {
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

    #[inline(always)]
    fn step<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &mut State<R, A>,
        memory: &mut Self::Memory<R>,
        h: R,
    ) -> Result<(), Failure> {
        let works = !T::NONE && !body.torque.conserves_energy();
        let work = if works { work_of(self.order, body, state, h) } else { R::zero() };
        self.method.step(body, state, &mut memory.inner, h)?;
        memory.energy += work;
        memory.steps_since += R::one();
        if R::of(f64::from(self.every)).le(memory.steps_since).all() {
            memory.steps_since = R::zero();
            if T::NONE {
                hold_free(&body.inertia, state, memory);
            } else {
                hold_pushed(body, state, memory.energy);
            }
            self.method.renew(body, state, &mut memory.inner);
        }
        Ok(())
    }
}

/// The work of the torque in a step from here, to this order.
fn work_of<R: Real, A: Attitude<R>, T: Torque<R>>(
    order: u8,
    body: &Body<R, T>,
    state: &State<R, A>,
    h: R,
) -> R {
    match order {
        0 | 1 => Series::<R, 1>::at(body, state).work(h),
        2 => Series::<R, 2>::at(body, state).work(h),
        3 => Series::<R, 3>::at(body, state).work(h),
        4 => Series::<R, 4>::at(body, state).work(h),
        5 => Series::<R, 5>::at(body, state).work(h),
        6 => Series::<R, 6>::at(body, state).work(h),
        _ => Series::<R, 8>::at(body, state).work(h),
    }
}

/// Restores the energy of a free body.
#[inline(always)]
fn hold_free<R: Real, A: Attitude<R>, I>(
    inertia: &Inertia<R>,
    state: &mut State<R, A>,
    memory: &EnergyMemory<R, I>,
) {
    let m = state.momentum;
    let tilted = Tilt::new(inertia).with_excess(m, memory.inverse_square, memory.excess);
    // What rounding did to the length: 1 + x/2 is the root of 1 + x.
    let error = memory.energy - inertia.kinetic_energy(tilted);
    let momentum = tilted + tilted * (error * memory.half_over_energy);
    let momentum = Vec3::select(R::zero().lt(memory.energy), momentum, m);
    state.attitude = state.attitude.turned(rotation_between(momentum, m));
    state.momentum = momentum;
}

/// Restores the energy of a pushed body: the total where that is constant, else
/// the kinetic energy.
fn hold_pushed<R: Real, A: Attitude<R>, T: Torque<R>>(
    body: &Body<R, T>,
    state: &mut State<R, A>,
    energy: R,
) {
    if body.torque.conserves_energy() {
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
        let at = body.situation(state);
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
