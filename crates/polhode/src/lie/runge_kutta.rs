//! Methods of Runge-Kutta type for the dynamics of any group.

use super::exponentials::{Exponentials, GroupStep, MuntheKaas4};
use super::{Dynamics, GroupMethod, GroupState, LieAlgebra, LieGroup, Vector};
use crate::real::Real;

/// The velocity in the body and the force seen from the start of the step, at a part of
/// it, after a turn, with a momentum that is seen from the start too.
pub(super) fn asked<R: Real, D: Dynamics<R>>(
    body: &D,
    start: &GroupState<R, D::Group>,
    h: R,
    (part, turn, momentum): (R, D::Group, Vector<R, D>),
) -> (Vector<R, D>, Vector<R, D>) {
    let time = start.time + h * part;
    let momentum = [turn.coadjoint(momentum)];
    let velocity = body.velocity(time, &momentum);
    let force = body.force(time, &momentum, &[velocity]);
    let pushed = force.map(|force| turn.inverse().coadjoint(force));
    (velocity, pushed.unwrap_or_else(LieAlgebra::zero))
}

/// The end of a step, from its turn and the momentum seen from the start.
pub(super) fn end<R: Real, G: LieGroup<R>>(
    state: &mut GroupState<R, G>,
    h: R,
    turn: G,
    momentum: G::Algebra,
) {
    state.place = state.place * turn;
    state.momentum = turn.coadjoint(momentum);
    state.time += h;
}

/// The method of any dynamics, by the steps of its group.
macro_rules! on_any_group {
    ($method:ty) => {
        impl<R: Real, G: LieGroup<R>> GroupMethod<R, G> for $method {
            fn step<D: Dynamics<R, Group = G>>(
                &mut self,
                body: &D,
                state: &mut GroupState<R, G>,
                h: R,
            ) {
                let start = *state;
                let ask = |part, turn, momentum| asked(body, &start, h, (part, turn, momentum));
                let (turn, momentum) = self.step_from(start.momentum, h, ask);
                end(state, h, turn, momentum);
            }
        }
    };
}
on_any_group!(Exponentials);
on_any_group!(MuntheKaas4);
