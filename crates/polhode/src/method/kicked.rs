//! Strang splitting: half kick, drift, half kick.

use super::drift::drift_called;
use super::{Drift, Failure, Memory, Method};
use crate::body::{Body, State};
use crate::geometry::{Attitude, Vec3};
use crate::real::Real;
use crate::torque::Torque;
use core::fmt::Debug;

/// Strang splitting of a torqued body: the torque acts on the momentum for half a step, the
/// body rotates freely for a step, the torque acts again. For a free body the step is the
/// drift alone. Celledoni and Safstrom 2006, section 2, Stormer-Verlet scheme; with the drift
/// [`Twice`](crate::methods::liemid::Twice) LIEMID\[EA\] of Krysl 2004, section 3.4.
#[derive(Clone, Copy, Debug)]
pub struct Kicked<D>(pub D);

/// Torque at the end of the last step, and numbers that the drift carries. The torque is
/// that at the start of the next step: one evaluation per step, unless the torque depends on
/// the momentum.
#[derive(Clone, Copy, Debug)]
pub struct KickMemory<R, K = (), C = ()> {
    pub(crate) torque: Vec3<R>,
    /// Constants of the body for the drift.
    pub(crate) constants: K,
    pub(crate) carried: C,
    /// Whether the torque depends on the momentum: asked once.
    pub(crate) by_rates: bool,
}

impl<R: Real, K: Clone + Debug + Send + 'static, C: Memory<R>> Memory<R> for KickMemory<R, K, C> {
    fn visit(&mut self, slot: &mut dyn FnMut(&mut R)) {
        self.torque.visit(slot);
        self.carried.visit(slot);
    }
}

impl<D: Drift> Method for Kicked<D> {
    type Memory<R: Real> = KickMemory<R, D::Constants<R>, D::Carried<R>>;
    const KICKS: bool = true;

    #[inline(always)]
    fn begin<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &State<R, A>,
    ) -> Self::Memory<R> {
        let by_rates = !T::NONE && body.torque.properties().depends_on_momentum;
        let here = !T::NONE && !by_rates;
        let torque = if here { body.torque_at(state) } else { Vec3::zero() };
        let constants = self.0.constants(&body.inertia);
        let carried = self.0.carry(&constants, state.momentum);
        KickMemory { torque, carried, constants, by_rates }
    }

    #[inline(always)]
    fn step<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &mut State<R, A>,
        memory: &mut Self::Memory<R>,
        h: R,
    ) -> Result<(), Failure> {
        if T::NONE {
            return self.0.drift(&memory.constants, &mut memory.carried, state, h);
        }
        let (drift, by_rates) = (self.0, memory.by_rates);
        let (start, mut carried, of) = (state.momentum, memory.carried, &memory.constants);
        // After the drift only a kick by a torque of rates can fail.
        let before = by_rates.then_some(*state);
        // Celledoni and Safstrom 2006, eqs. (7) and (11), half a step.
        state.momentum = if by_rates {
            body.torque.kick(&body.torque_input(state), h.half())?
        } else {
            start + memory.torque * h.half()
        };
        drift.kicked(of, &mut carried, start, state.momentum);
        // Celledoni and Safstrom 2006, eq. (6), by the flow of the drift.
        let drifted = if R::CALLED {
            drift_called(drift, of, &mut carried, state, h)
        } else {
            drift.drift(of, &mut carried, state, h)
        };
        if let Err(failure) = drifted {
            state.momentum = start;
            return Err(failure);
        }
        let drifted = state.momentum;
        if let Some(before) = before {
            match body.torque.kick(&body.torque_input(state), h.half()) {
                Ok(kicked) => state.momentum = kicked,
                Err(failure) => {
                    *state = before;
                    return Err(failure);
                }
            }
        } else {
            // Celledoni and Safstrom 2006, eqs. (7) and (11), the other half.
            memory.torque = body.torque_at(state);
            state.momentum += memory.torque * h.half();
        }
        drift.kicked(of, &mut carried, drifted, state.momentum);
        memory.carried = carried;
        Ok(())
    }

    #[inline(always)]
    fn renew<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &State<R, A>,
        memory: &mut Self::Memory<R>,
    ) {
        *memory = self.begin(body, state);
    }

    #[inline(always)]
    fn torque_now<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &State<R, A>,
        memory: &Self::Memory<R>,
    ) -> Vec3<R> {
        if body.torque.properties().depends_on_momentum {
            body.torque_at(state)
        } else {
            memory.torque
        }
    }
}
