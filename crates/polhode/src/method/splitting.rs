//! Tables of drifts and kicks, of high order where both are flows.
//!
//! A symmetric composition of whole steps works with every method. Separate weights for
//! drifts and kicks leave more freedom and have smaller errors. Sources:
//! docs/papers/splittings.md.

mod corrector;
mod tables;

use crate::real::Constant;
use corrector::Corrector;

/// Weights of drifts and kicks that alternate symmetrically.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Splitting {
    /// Name in method strings, as in `compose=srkn14a`.
    pub name: &'static str,
    /// Order with an exact drift, under any torque that the splitting accepts.
    pub order: u8,
    /// Source of the weights.
    pub source: &'static str,
    /// Assumption on which the order relies.
    pub kind: SplittingKind,
    first: First,
    /// First half of the drifts, and the middle one; likewise for the kicks.
    drifts: &'static [Constant],
    kicks: &'static [Constant],
    /// g of the kicks with the potential V - g h^2 T.I^-1 T; missing entries are 0.
    gradients: &'static [Constant],
    /// Change of variables between internal and shown states.
    pub(crate) corrector: Option<Corrector>,
}

/// Assumption on which the order of a splitting relies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SplittingKind {
    /// None: a composition of kick-drift and its adjoint, drift-kick, for any symmetric drift
    /// and any torque.
    Adjoint,
    /// Kinetic energy that is quadratic in the momentum, and torques that do not depend on the
    /// momentum: then \[B,\[B,\[B,A\]\]\] = 0 for the kick B and the drift A.
    Nystrom,
    /// Weak torque: the order in the first powers of the torque is higher.
    NearIntegrable,
    /// Derivative of the torque along the rotation that the torque causes.
    ForceGradient,
}

/// First element of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum First {
    Drift,
    Kick,
}

impl Splitting {
    fn kick_first(&self) -> usize {
        usize::from(self.first == First::Kick)
    }
    /// Returns the number of kicks per step. If a step begins with a kick, its last kick is the
    /// first of the next step.
    #[inline]
    #[must_use]
    pub fn kicks(&self) -> usize {
        // Kicks and drifts together are a palindrome with one in the middle.
        self.kicks.len() + self.drifts.len() - 1 + self.kick_first()
    }
    /// Returns the number of drifts per step.
    #[inline]
    #[must_use]
    pub fn drifts(&self) -> usize {
        self.kicks.len() + self.drifts.len() - self.kick_first()
    }
    /// Returns the evaluations of the torque per step, including those of its derivative.
    #[must_use]
    pub fn evaluations(&self) -> usize {
        let gradients = (self.kick_first()..self.kicks()).filter(|&i| self.gradient(i).is_some());
        self.kicks() - self.kick_first() + gradients.count()
    }
    /// Returns the weight of a drift.
    #[inline]
    #[must_use]
    pub fn drift(&self, index: usize) -> Constant {
        mirrored(self.drifts, index, self.drifts())
    }
    /// Returns the weight of a kick.
    #[inline]
    #[must_use]
    pub fn kick(&self, index: usize) -> Constant {
        mirrored(self.kicks, index, self.kicks())
    }
    /// Returns g of a kick with the potential V - g h^2 T.I^-1 T.
    #[inline]
    #[must_use]
    pub fn gradient(&self, index: usize) -> Option<Constant> {
        if self.gradients.is_empty() {
            return None;
        }
        Some(mirrored(self.gradients, index, self.kicks())).filter(|g| g.hi != 0.0)
    }
    /// Returns whether a step begins with a kick.
    #[inline]
    #[must_use]
    pub fn begins_with_kick(&self) -> bool {
        self.first == First::Kick
    }
    /// Returns the evaluations of the torque by the corrector, at the start and for each shown
    /// state.
    #[must_use]
    pub fn corrector_evaluations(&self) -> usize {
        self.corrector.map_or(0, Corrector::len)
    }
    /// Returns whether internal and shown states differ by more than a drift.
    #[must_use]
    pub fn has_corrector(&self) -> bool {
        self.corrector.is_some()
    }
    /// Returns whether a step begins with a drift. Drifts that are flows can then be merged with
    /// the last drift of the previous step.
    #[inline]
    #[must_use]
    pub(crate) fn begins_with_drift(&self) -> bool {
        self.first == First::Drift
    }
}

/// Returns an entry of a palindrome of length `count`, given by its first half.
#[inline]
fn mirrored(half: &[Constant], index: usize, count: usize) -> Constant {
    half[index.min(count - 1 - index)]
}
