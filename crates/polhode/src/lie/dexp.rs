//! From a velocity that varies to the one turn that does the same: Buss 2001, section 5.
//!
//! Let g' = a g (the velocity in space) or g' = g a (in the body), a = a0 + a1 t + a2 t^2 + ...
//! Then g(t) is exp(theta(t)) before or after g(0), and (18), (22) read
//!
//! ```text
//! theta' = sum over j of (B_j/j!) (ad theta)^j a      in space
//! theta' = sum over j of (B_j/j!) (-ad theta)^j a     in the body
//! ```
//!
//! with Bernoulli's numbers 1, -1/2, 1/6, 0, -1/30, ... Every power of theta starts one
//! power of t later, so the coefficient of t^k needs those of theta through t^k only.

use super::LieAlgebra;
use super::rational::{Rational, Weight, bernoulli_over_factorial};
use crate::error::Error;
use crate::geometry::Frame;
use alloc::vec::Vec;

/// The coefficients of theta, one for each that is given of the velocity.
#[derive(Clone, Debug)]
pub struct TurnSeries<A, S> {
    /// B_j/j!, with the sign of the frame.
    bernoulli: Vec<S>,
    /// 1, 1/2, 1/3, ...
    reciprocals: Vec<S>,
    /// Of t, t^2, ...
    theta: Vec<A>,
    /// Row j has the coefficients of (ad theta)^j a, from the first that is not null:
    /// t^0 for j = 0, else t^(j+1), since [a0, a0] = 0.
    rows: Vec<Vec<A>>,
}

/// The highest order of a series: the fractions just fit.
const HIGHEST: usize = 32;
const BERNOULLI: [Rational; HIGHEST] = bernoulli_over_factorial();

/// Complains about an order that there is not.
pub(super) fn checked(order: usize, highest: usize, rule: &'static str) -> Result<(), Error> {
    if (1..=highest).contains(&order) {
        return Ok(());
    }
    #[expect(clippy::cast_precision_loss, reason = "it is shown to people")]
    let value = order as f64;
    Err(Error::Parameter {
        what: "the order of a series",
        value,
        rule,
        remedy: "choose one of these",
    })
}

impl<A: LieAlgebra<S>, S: Weight> TurnSeries<A, S> {
    /// Room for a series through t^order, order from 1 to 32.
    ///
    /// # Errors
    /// [`Error::Parameter`] for other orders.
    pub fn new(frame: Frame, order: usize) -> Result<Self, Error> {
        checked(order, HIGHEST, "be from 1 to 32")?;
        let sign = |j: usize| match frame {
            Frame::Body if j % 2 == 1 => Rational::new(-1, 1),
            _ => Rational::ONE,
        };
        let bernoulli = (0..order).map(|j| S::fraction(BERNOULLI[j].times(sign(j)))).collect();
        let reciprocals = (1..=order).map(|n| S::fraction(Rational::new(1, n as i128))).collect();
        let theta = Vec::with_capacity(order);
        let rows = (0..order).map(|_| Vec::with_capacity(order)).collect();
        Ok(Self { bernoulli, reciprocals, theta, rows })
    }
    /// How many coefficients it has room for.
    #[must_use]
    pub fn order(&self) -> usize {
        self.reciprocals.len()
    }
    /// 1, 1/2, 1/3, ...: one for each coefficient.
    #[must_use]
    pub fn reciprocals(&self) -> &[S] {
        &self.reciprocals
    }
    /// Those that are known: of t, of t^2, ...
    #[must_use]
    pub fn theta(&self) -> &[A] {
        &self.theta
    }
    /// Forgets the velocity.
    pub fn clear(&mut self) {
        self.theta.clear();
        self.rows.iter_mut().for_each(Vec::clear);
    }
    /// Takes the next coefficient of the velocity; one more than there is room for is left out.
    #[inline]
    pub fn push(&mut self, a: A) {
        let k = self.theta.len();
        let Some(&reciprocal) = self.reciprocals.get(k) else { return };
        let mut rate = a.clone();
        self.rows[0].push(a);
        for j in 1..k {
            // The row above ends with t^k, and theta begins with t.
            let known = self.theta.iter().zip(self.rows[j - 1].iter().rev().skip(1));
            let sum = known.fold(A::zero(), |sum, (theta, row)| sum + theta.bracket(row));
            // B_3, B_5, ... are null.
            if j == 1 || j % 2 == 0 {
                rate = rate + sum.clone() * self.bernoulli[j];
            }
            self.rows[j].push(sum);
        }
        self.theta.push(rate * reciprocal);
    }
}
