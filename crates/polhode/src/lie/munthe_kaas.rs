//! Any explicit Runge-Kutta method in the Lie algebra (Munthe-Kaas 1999).
//!
//! The equation of the turn theta from the start of the step, theta' = dexp^-1_(-theta) xi, lives in
//! a vector space, where a method of Runge and Kutta's kind is at home. Its series is
//! cut where it no longer touches the order. [`MuntheKaas4`](super::MuntheKaas4) is one of them
//! with all brackets left out that may be; here none has to be found by hand.

use super::dexp::checked;
use super::rational::bernoulli_over_factorial;
use super::runge_kutta::{asked, end};
use super::{Dynamics, GroupMethod, GroupState, LieAlgebra, LieGroup};
use crate::error::Error;
use crate::real::{Constant, Real};

/// Weights of k_1, k_2, ...; what is left out is 0.
type Weights = &'static [Constant];

/// A table of weights, and its order in a vector space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MuntheKaas {
    stages: &'static [Weights],
    end: Weights,
    order: usize,
}

const fn r(numerator: i128, denominator: u128) -> Constant {
    let size = Constant::ratio(numerator.unsigned_abs(), denominator);
    if numerator < 0 { Constant { hi: -size.hi, lo: -size.lo } } else { size }
}

impl MuntheKaas {
    /// Runge and Kutta's method of order 4.
    pub const KUTTA_4: Self = Self {
        stages: &[&[r(1, 2)], &[r(0, 1), r(1, 2)], &[r(0, 1), r(0, 1), r(1, 1)]],
        end: &[r(1, 6), r(1, 3), r(1, 3), r(1, 6)],
        order: 4,
    };
    /// Butcher's method of order 6 with seven stages (1964).
    pub const BUTCHER_6: Self = Self {
        stages: &[
            &[r(1, 3)],
            &[r(0, 1), r(2, 3)],
            &[r(1, 12), r(1, 3), r(-1, 12)],
            &[r(25, 48), r(-55, 24), r(35, 48), r(15, 8)],
            &[r(3, 20), r(-11, 24), r(-1, 8), r(1, 2), r(1, 10)],
            &[r(-261, 260), r(33, 13), r(43, 156), r(-118, 39), r(32, 195), r(80, 39)],
        ],
        end: &[r(13, 200), r(0, 1), r(11, 40), r(11, 40), r(4, 25), r(4, 25), r(13, 200)],
        order: 6,
    };
}

const MOST: usize = 16;
const BERNOULLI: [Constant; MOST] = {
    let (exact, mut rounded) = (bernoulli_over_factorial::<MOST>(), [r(0, 1); MOST]);
    let mut j = 0;
    while j < MOST {
        rounded[j] = exact[j].rounded();
        j += 1;
    }
    rounded
};

impl MuntheKaas {
    /// From the weights for each stage after the first, those for the end, and the order.
    ///
    /// # Errors
    /// [`Error::Parameter`] for more than 16 stages, an order that is not from 1 to 16, or a
    /// stage that needs itself or a later one.
    pub fn new(stages: &'static [Weights], end: Weights, order: usize) -> Result<Self, Error> {
        checked(order, MOST, "be from 1 to 16")?;
        let later = stages.iter().enumerate().find(|(i, weights)| weights.len() > i + 1);
        let (stage, rule, remedy) = if stages.len() >= MOST {
            (stages.len() + 1, "be at most 16", "choose a table with fewer stages")
        } else if let Some((i, _)) = later {
            (i + 2, "need earlier ones only", "leave out the weights from its own on")
        } else if end.len() > stages.len() + 1 {
            (end.len(), "have a row of its own", "add it, or leave out its weight at the end")
        } else {
            return Ok(Self { stages, end, order });
        };
        #[expect(clippy::cast_precision_loss, reason = "it is shown to people")]
        let value = stage as f64;
        Err(Error::Parameter { what: "the number of a stage", value, rule, remedy })
    }
    /// Its order.
    #[must_use]
    pub fn order(&self) -> usize {
        self.order
    }
    /// dexp^-1_(-theta) v: ad^j v is of the order h^(j+1) here, so that ad^(order-2) is the last.
    #[inline]
    fn dexp_inverse<R: Real, A: LieAlgebra<R> + Copy>(&self, theta: &A, v: A) -> A {
        let (mut sum, mut nested) = (v, v);
        for &bernoulli in BERNOULLI.iter().take(self.order - 1).skip(1) {
            nested = theta.bracket(&nested) * R::from_f64(-1.0);
            if bernoulli.hi != 0.0 {
                sum = sum + nested * R::constant(bernoulli);
            }
        }
        sum
    }
}

/// The weighted sum of as many vectors as there are weights.
fn combined<R: Real, A: LieAlgebra<R> + Copy>(weights: &[Constant], vectors: &[A; MOST]) -> A {
    let pairs = weights.iter().zip(vectors);
    pairs.fold(A::zero(), |sum, (&weight, &v)| sum + v * R::constant(weight))
}

impl<R: Real, G: LieGroup<R>> GroupMethod<R, G> for MuntheKaas {
    fn step<D: Dynamics<R, Group = G>>(&mut self, body: &D, state: &mut GroupState<R, G>, h: R) {
        let (mut k, mut gains) = ([G::Algebra::zero(); MOST], [G::Algebra::zero(); MOST]);
        let first: &[Constant] = &[];
        let stages = core::iter::once(first).chain(self.stages.iter().copied());
        for (i, weights) in stages.enumerate() {
            let part = weights.iter().fold(R::zero(), |sum, &weight| sum + R::constant(weight));
            let (theta, gain) = (combined(weights, &k), combined(weights, &gains));
            let there = (part, G::exp(theta), state.momentum + gain);
            let (velocity, push) = asked(body, state, h, there);
            k[i] = self.dexp_inverse(&theta, velocity) * h;
            gains[i] = push * h;
        }
        let momentum = state.momentum + combined(self.end, &gains);
        end(state, h, G::exp(combined(self.end, &k)), momentum);
    }
}
