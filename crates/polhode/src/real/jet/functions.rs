//! Functions, each by the differential equation that it solves.

use super::Jet;
use super::convolution::convolution;
use crate::real::{Mask, Real};

impl<R: Real, const N: usize> Jet<R, N> {
    /// From `root^2 = self`, coefficient by coefficient.
    #[inline]
    pub(super) fn square_root(self) -> Self {
        let a = &self.coefficients;
        let mut root = [a[0].sqrt(); N];
        let double = root[0].twice();
        for k in 1..N {
            root[k] = (a[k] - convolution(&root[1..k], &root[1..k])) / double;
        }
        let root = Self::from_coefficients(root);
        root.later_where(self.vanishing(), |k| a[k].sqrt())
    }

    /// `sin' = cos x'` and `cos' = -sin x'`.
    #[inline]
    pub(super) fn sine_and_cosine(self) -> (Self, Self) {
        let slope = self.differentiated().coefficients;
        let (sin, cos) = self.coefficients[0].sin_cos();
        let (mut sin, mut cos) = ([sin; N], [cos; N]);
        for k in 1..N {
            sin[k] = convolution(&slope[..k], &cos[..k]) * Self::inverse(k);
            cos[k] = -(convolution(&slope[..k], &sin[..k]) * Self::inverse(k));
        }
        (Self::from_coefficients(sin), Self::from_coefficients(cos))
    }

    /// `tan' = (1 + tan^2) x'`.
    #[inline]
    pub(super) fn tangent(self) -> Self {
        let slope = self.differentiated().coefficients;
        let mut tan = [self.coefficients[0].tan(); N];
        let mut growth = [R::one() + tan[0].squared(); N];
        for k in 1..N {
            tan[k] = convolution(&slope[..k], &growth[..k]) * Self::inverse(k);
            growth[k] = convolution(&tan[..=k], &tan[..=k]);
        }
        Self::from_coefficients(tan)
    }

    /// `angle' = (x y' - y x') / (x^2 + y^2)`.
    #[inline]
    pub(super) fn angle_with(self, x: Self) -> Self {
        let y = self;
        let angle = y.coefficients[0].atan2(x.coefficients[0]);
        let sweep = x * y.differentiated() - y * x.differentiated();
        let angle = (sweep / (x.squared() + y.squared())).integrated(angle);
        let resting = y.vanishing() & x.vanishing();
        angle.later_where(resting, |k| y.coefficients[k].sqrt() + x.coefficients[k].sqrt())
    }

    /// `exp' = exp x'`.
    #[inline]
    pub(super) fn exponential(self) -> Self {
        let slope = self.differentiated().coefficients;
        let mut exp = [self.coefficients[0].exp(); N];
        for k in 1..N {
            exp[k] = convolution(&slope[..k], &exp[..k]) * Self::inverse(k);
        }
        Self::from_coefficients(exp)
    }

    /// `ln' = x' / x`.
    #[inline]
    pub(super) fn logarithm(self) -> Self {
        (self.differentiated() / self).integrated(self.coefficients[0].ln())
    }

    /// Are all coefficients zero? (Of jets in jets this sees the leading ones.)
    #[inline]
    fn vanishing(self) -> R::Mask {
        self.coefficients
            .into_iter()
            .fold(R::Mask::splat(true), |all, coefficient| all & coefficient.equals(R::zero()))
    }
    /// Other coefficients after the leading one, where the mask says so.
    ///
    /// Where arguments vanish, the other coefficient is zero, written as a root:
    /// this stays zero at any depth of jets in jets, and if one of those hides
    /// coefficients from `vanishing`, they show as infinite.
    #[inline]
    fn later_where(mut self, mask: R::Mask, other: impl Fn(usize) -> R) -> Self {
        if mask.any() {
            for k in 1..N {
                self.coefficients[k] = R::select(mask, other(k), self.coefficients[k]);
            }
        }
        self
    }
}
