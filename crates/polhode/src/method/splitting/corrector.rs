//! Symplectic correctors made of kicks.

use crate::real::{Constant, Real};

/// Change of variables by a chain of kicks at other times: drift by a h, kick by b h, drift
/// back, then the same with -a and -b. Wisdom, Holman and Touma 1996; docs/papers/splittings.md,
/// Processors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Corrector {
    /// Pairs of a and b: a kick of b at a is followed by one of -b at -a.
    pub(crate) pairs: &'static [(Constant, Constant)],
    /// True if the chain is applied with half the weights, then with the other half in the
    /// opposite order.
    pub(crate) symmetrised: bool,
}

impl Corrector {
    /// Returns the number of kicks.
    pub(crate) fn len(self) -> usize {
        2 * self.pairs.len() * if self.symmetrised { 2 } else { 1 }
    }

    /// Returns places and weights in the order of application, of the corrector or its inverse.
    pub(crate) fn kicks<R: Real>(self, inverse: bool) -> impl Iterator<Item = (R, R)> {
        let (count, total) = (2 * self.pairs.len(), self.len());
        let scale = if self.symmetrised { 0.5 } else { 1.0 };
        (0..total).map(move |step| {
            let step = if inverse { total - 1 - step } else { step };
            let index = if step < count { step } else { total - 1 - step };
            // A pair makes 2 b sin(a theta) of a torque that rotates by theta within a step.
            let (place, weight) = self.pairs[index / 2];
            let side = R::from_f64(if index % 2 == 0 { 1.0 } else { -1.0 });
            let weight =
                R::constant(weight) * side * R::from_f64(if inverse { -scale } else { scale });
            (R::constant(place) * side, weight)
        })
    }
}
