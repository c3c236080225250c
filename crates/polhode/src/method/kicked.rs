//! Half kick - drift - half kick.

use super::drift::drift_called;
use super::{Drift, Failure, Memory, Method};
use crate::body::{Body, State};
use crate::geometry::{Attitude, Vec3};
use crate::real::Real;
use crate::torque::Torque;
use core::fmt::Debug;

/// Strang's splitting of a pushed body: the torque acts on the momentum for
/// half a step, the body turns freely for a step, the torque acts again. A free
/// body has no kicks, and the step is the drift itself.
#[derive(Clone, Copy, Debug)]
pub struct Kicked<D>(pub D);

/// The torque at the end of the last step, which is that at the start of the
/// next: one evaluation a step, unless the torque depends on the momentum. And
/// what the drift carries.
#[derive(Clone, Copy, Debug)]
pub struct KickMemory<R, K = (), C = ()> {
    pub(crate) torque: Vec3<R>,
    /// What the drift needs of the body.
    pub(crate) constants: K,
    pub(crate) carried: C,
}

impl<R: Real, K: Clone + Debug + Send + 'static, C: Memory<R>> Memory<R> for KickMemory<R, K, C> {
    fn visit(&mut self, slot: &mut dyn FnMut(&mut R)) {
        self.torque.visit(slot);
        self.carried.visit(slot);
    }
}

impl<D: Drift> Method for Kicked<D> {
    type Memory<R: Real> = KickMemory<R, D::Constants<R>, D::Carried<R>>;

    #[inline(always)]
    fn begin<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &State<R, A>,
    ) -> Self::Memory<R> {
        let here = !T::NONE && !body.torque.properties().depends_on_momentum;
        let torque = if here { body.torque_at(state) } else { Vec3::zero() };
        let constants = self.0.constants(&body.inertia);
        KickMemory { torque, carried: self.0.carry(&constants, state.momentum), constants }
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
        let (drift, by_rates) = (self.0, body.torque.properties().depends_on_momentum);
        let (start, mut carried, of) = (state.momentum, memory.carried, &memory.constants);
        // After the drift only a kick by rates can fail.
        let before = by_rates.then_some(*state);
        state.momentum = if by_rates {
            body.torque.kick(&body.torque_input(state), h.half())?
        } else {
            start + memory.torque * h.half()
        };
        drift.kicked(of, &mut carried, start, state.momentum);
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
