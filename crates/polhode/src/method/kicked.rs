//! Half kick - flow - half kick.

use super::{Failure, FreeFlow, Memory, Method};
use crate::body::{Body, State};
use crate::geometry::{Attitude, Vec3};
use crate::real::Real;
use crate::torque::Torque;

/// Strang's splitting of a pushed body: the torque acts on the momentum for
/// half a step, the body turns freely for a step, the torque acts again. A free
/// body has no kicks, and the step is the flow itself.
#[derive(Clone, Copy, Debug)]
pub struct Kicked<F>(pub F);

/// The torque at the end of the last step, which is that at the start of the
/// next: one evaluation a step, unless the torque depends on the momentum.
#[derive(Clone, Copy, Debug)]
pub struct KickMemory<R> {
    pub(crate) torque: Vec3<R>,
}

impl<R: Real> Memory<R> for KickMemory<R> {
    fn visit(&mut self, slot: &mut dyn FnMut(&mut R)) {
        slot(&mut self.torque.x);
        slot(&mut self.torque.y);
        slot(&mut self.torque.z);
    }
}

impl<F: FreeFlow> Method for Kicked<F> {
    type Memory<R: Real> = KickMemory<R>;

    #[inline]
    fn begin<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &State<R, A>,
    ) -> KickMemory<R> {
        let here = !T::NONE && !body.torque.depends_on_momentum();
        let torque = if here { body.torque_at(state) } else { Vec3::zero() };
        KickMemory { torque }
    }

    #[inline]
    fn step<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &mut State<R, A>,
        memory: &mut KickMemory<R>,
        h: R,
    ) -> Result<(), Failure> {
        if T::NONE {
            self.0.flow(&body.inertia, state, h)?;
            state.time += h;
            return Ok(());
        }
        let mut next = *state;
        if body.torque.depends_on_momentum() {
            next.momentum = body.torque.kick(&body.situation(&next), h.half())?;
            self.0.flow(&body.inertia, &mut next, h)?;
            next.time += h;
            next.momentum = body.torque.kick(&body.situation(&next), h.half())?;
        } else {
            next.momentum += memory.torque * h.half();
            self.0.flow(&body.inertia, &mut next, h)?;
            next.time += h;
            memory.torque = body.torque_at(&next);
            next.momentum += memory.torque * h.half();
        }
        *state = next;
        Ok(())
    }

    fn renew<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &State<R, A>,
        memory: &mut KickMemory<R>,
    ) {
        *memory = self.begin(body, state);
    }
}
