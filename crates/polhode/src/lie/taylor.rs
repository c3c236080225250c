//! Taylor series in the Lie algebra, of any order, on any group.
//!
//! From m' = ad*_xi m + f the coefficients of momentum and velocity follow one after the
//! other; [`TurnSeries`] makes the turn of them. A momentum that nothing pushes is carried
//! by the turn, so that a free body keeps it in space to rounding; what a force adds to it
//! obeys the same equation from 0 on.

use super::dexp::TurnSeries;
use super::{Dynamics, GroupMethod, GroupState, LieAlgebra, LieGroup};
use crate::error::Error;
use crate::geometry::Frame;
use crate::real::Real;
use alloc::vec::Vec;

/// The method of one order. It allocates when it is made, and not again.
#[derive(Clone, Debug)]
pub struct TaylorLie<R: Real, G: LieGroup<R>> {
    turn: TurnSeries<G::Algebra, R>,
    velocity: Vec<G::Algebra>,
    momentum: Vec<G::Algebra>,
    /// What forces have added to it, in the body.
    gain: Vec<G::Algebra>,
}

impl<R: Real, G: LieGroup<R>> TaylorLie<R, G> {
    /// Of this order, from 1 to 32.
    ///
    /// # Errors
    /// [`Error::Parameter`] for other orders.
    pub fn new(order: usize) -> Result<Self, Error> {
        let turn = TurnSeries::new(Frame::Body, order)?;
        let room = || Vec::with_capacity(order + 1);
        Ok(Self { turn, velocity: room(), momentum: room(), gain: room() })
    }

    /// The series from this state on.
    fn expand<D: Dynamics<R, Group = G>>(&mut self, body: &D, state: &GroupState<R, G>) {
        let Self { turn, velocity, momentum, gain } = self;
        turn.clear();
        velocity.clear();
        momentum.clear();
        gain.clear();
        momentum.push(state.momentum);
        for k in 0..turn.order() {
            let xi = body.velocity(state.time, momentum);
            velocity.push(xi);
            turn.push(xi);
            let force = body.force(state.time, momentum, velocity);
            let (push, scale) = (force.unwrap_or(G::Algebra::zero()), turn.reciprocals()[k]);
            momentum.push(carried::<R, G>(velocity, momentum, push) * scale);
            if force.is_some() || !gain.is_empty() {
                // Nothing before the first force.
                gain.resize(k + 1, G::Algebra::zero());
                gain.push(carried::<R, G>(velocity, gain, push) * scale);
            }
        }
    }
}

/// A sum and the coefficient of t^k of ad*_xi m, both known through t^k.
#[inline(always)]
fn carried<R: Real, G: LieGroup<R>>(
    velocity: &[G::Algebra],
    momentum: &[G::Algebra],
    sum: G::Algebra,
) -> G::Algebra {
    let pairs = velocity.iter().zip(momentum.iter().rev());
    pairs.fold(sum, |sum, (&xi, &m)| sum + G::coadjoint_rate(xi, m))
}

/// c0 h + c1 h^2 + ...
#[inline(always)]
fn at<R: Real, A: LieAlgebra<R> + Copy>(coefficients: &[A], h: R) -> A {
    coefficients.iter().rev().fold(A::zero(), |sum, &c| (sum + c) * h)
}

impl<R: Real, G: LieGroup<R>> GroupMethod<R, G> for TaylorLie<R, G> {
    fn step<D: Dynamics<R, Group = G>>(&mut self, body: &D, state: &mut GroupState<R, G>, h: R) {
        self.expand(body, state);
        let turn = G::exp(at(self.turn.theta(), h));
        state.place = state.place * turn;
        state.momentum = turn.coadjoint(state.momentum);
        if let Some(gains) = self.gain.get(1..) {
            state.momentum = state.momentum + at(gains, h);
        }
        state.time += h;
    }
}
