//! Tables of drifts and kicks: high order where both are flows of their own.
//!
//! A symmetric composition takes whole steps and serves every method. Where drift
//! and kick can be told apart there is more to choose, and the errors are smaller.

mod corrector;
mod tables;

use crate::real::Constant;
use corrector::Corrector;

/// Weights of drifts and kicks that alternate symmetrically.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Splitting {
    /// The name by which methods are told, as in `compose=srkn14a`.
    pub name: &'static str,
    /// The order under any torque that it takes, with an exact drift.
    pub order: u8,
    /// Who found it.
    pub source: &'static str,
    /// What it makes use of.
    pub kind: Kind,
    first: First,
    /// The first half of each, and the one in the middle.
    drifts: &'static [Constant],
    kicks: &'static [Constant],
    /// g of the kicks with the potential V - g h^2 T.I^-1 T; no entry is 0.
    gradients: &'static [Constant],
    /// What the states that it goes through differ by from those that it shows.
    pub(crate) corrector: Option<Corrector>,
}

/// What a splitting makes use of, which is what restricts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Nothing: it is a composition of kick-drift and its adjoint, drift-kick. So the
    /// drift may be any symmetric one, and the torque any torque.
    Adjoint,
    /// Kinetic energy that is quadratic in the momentum, and torques that do not
    /// depend on it: then \[B,\[B,\[B,A\]\]\] = 0 for the kick B and the drift A.
    Nystrom,
    /// That the torque is weak: the order in its first powers is higher.
    NearIntegrable,
    /// The derivative of the torque along its own effect.
    ForceGradient,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum First {
    Drift,
    Kick,
}

impl Splitting {
    fn kick_first(&self) -> usize {
        usize::from(self.first == First::Kick)
    }
    /// How many kicks a step has. The last is the first of the next step, where it
    /// begins with one.
    #[inline]
    #[must_use]
    pub fn kicks(&self) -> usize {
        // Kicks and drifts together are a palindrome with one in the middle.
        self.kicks.len() + self.drifts.len() - 1 + self.kick_first()
    }
    /// How many drifts a step has.
    #[inline]
    #[must_use]
    pub fn drifts(&self) -> usize {
        self.kicks.len() + self.drifts.len() - self.kick_first()
    }
    /// Evaluations of the torque in a step, those of its derivative with them.
    #[must_use]
    pub fn evaluations(&self) -> usize {
        let gradients = (self.kick_first()..self.kicks()).filter(|&i| self.gradient(i).is_some());
        self.kicks() - self.kick_first() + gradients.count()
    }
    /// The weight of a drift.
    #[inline]
    #[must_use]
    pub fn drift(&self, index: usize) -> Constant {
        mirrored(self.drifts, index, self.drifts())
    }
    /// The weight of a kick.
    #[inline]
    #[must_use]
    pub fn kick(&self, index: usize) -> Constant {
        mirrored(self.kicks, index, self.kicks())
    }
    /// The g of a kick whose potential is V - g h^2 T.I^-1 T.
    #[inline]
    #[must_use]
    pub fn gradient(&self, index: usize) -> Option<Constant> {
        if self.gradients.is_empty() {
            return None;
        }
        Some(mirrored(self.gradients, index, self.kicks())).filter(|g| g.hi != 0.0)
    }
    /// Does a step begin with a kick?
    #[inline]
    #[must_use]
    pub fn begins_with_kick(&self) -> bool {
        self.first == First::Kick
    }
    /// Evaluations of the torque that correcting the states takes: at the start, and
    /// for each state that is shown.
    #[must_use]
    pub fn corrector_evaluations(&self) -> usize {
        self.corrector.map_or(0, Corrector::len)
    }
    /// Are the states that it goes through others than those that it shows, by more than
    /// a drift?
    #[must_use]
    pub fn has_corrector(&self) -> bool {
        self.corrector.is_some()
    }
    /// Does a step begin with a drift? Then it can be done together with the last of the
    /// step before, if drifts are flows.
    #[inline]
    #[must_use]
    pub(crate) fn begins_with_drift(&self) -> bool {
        self.first == First::Drift
    }
}

/// An entry of a palindrome of `count` of which the first half is given.
#[inline]
fn mirrored(half: &[Constant], index: usize, count: usize) -> Constant {
    half[index.min(count - 1 - index)]
}
