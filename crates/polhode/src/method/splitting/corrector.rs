//! A change of variables made of kicks.

use crate::real::{Constant, Real};

/// A change of variables made of kicks at other times: at `places` h from now, with
/// `weights` h, in this order; then back. Kicks at a and -a of opposite weight come in
/// pairs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Corrector {
    /// a and b: a kick of b at a is followed by one of -b at -a.
    pub(crate) pairs: &'static [(Constant, Constant)],
    /// Each weight in halves, the second halves in the opposite order.
    pub(crate) symmetrised: bool,
}

impl Corrector {
    /// How many kicks.
    pub(crate) fn len(self) -> usize {
        2 * self.pairs.len() * if self.symmetrised { 2 } else { 1 }
    }

    /// Places and weights in the order of time, of the corrector or its inverse.
    pub(crate) fn kicks<R: Real>(self, inverse: bool) -> impl Iterator<Item = (R, R)> {
        let (count, total) = (2 * self.pairs.len(), self.len());
        let scale = if self.symmetrised { 0.5 } else { 1.0 };
        (0..total).map(move |step| {
            let step = if inverse { total - 1 - step } else { step };
            let index = if step < count { step } else { total - 1 - step };
            let (place, weight) = self.pairs[index / 2];
            let side = R::of(if index % 2 == 0 { 1.0 } else { -1.0 });
            let weight = R::constant(weight) * side * R::of(if inverse { -scale } else { scale });
            (R::constant(place) * side, weight)
        })
    }
}
