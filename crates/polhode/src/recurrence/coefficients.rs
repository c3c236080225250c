//! What a series is: coefficients of attitude and momentum.

use super::frames::Frames;
use super::quad::{Quad, Quads};
use super::{HIGHEST, LENGTH};
use crate::geometry::{Rotation, Vec3};
use crate::real::{Four, FourWork, Real};
use core::ops::RangeInclusive;

/// Coefficients of attitude and momentum at some time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Coefficients<R> {
    /// Of time: where the series begin.
    pub(super) time: R,
    pub(super) attitude: Quads<R>,
    /// The fourth is zero.
    pub(super) momentum: Quads<R>,
    /// Between which frames they are.
    pub(super) frames: Frames<R>,
}

impl<R: Real> Coefficients<R> {
    pub(super) fn new() -> Self {
        let zero = [Quad::zero(); LENGTH];
        Self { time: R::zero(), attitude: zero, momentum: zero, frames: Frames::resting() }
    }
    /// The largest component of coefficient k of the attitude, and of the momentum.
    #[inline(always)]
    pub(crate) fn sizes(&self, k: usize) -> (R, R) {
        let largest = |quad: Quad<R>| {
            let [w, x, y, z] = quad.0.map(R::abs);
            w.max(x).max(y.max(z))
        };
        (largest(self.attitude[k]), largest(self.momentum[k]))
    }
    /// By how much attitude and momentum change in the time h.
    #[inline(always)]
    pub(crate) fn change(&self, degree: usize, h: R) -> ([R; 4], Vec3<R>) {
        self.change_with([[R::zero(); 4]; 2], degree, h)
    }
    /// The same with the sums of what is behind this degree.
    #[inline(always)]
    pub(crate) fn change_with(
        &self,
        behind: [[R; 4]; 2],
        degree: usize,
        h: R,
    ) -> ([R; 4], Vec3<R>) {
        let [q, m] = self.sums(behind, 1..=degree.min(HIGHEST), h);
        let [x, y, z, _] = m.map(|c| c * h);
        let change = (q.map(|c| c * h), Vec3::new(x, y, z));
        if self.frames.moves() { self.frames.leave(self.start(), change, h) } else { change }
    }
    /// The terms of these powers, divided by h to the first of them, of attitude and momentum;
    /// with what comes behind, divided by the next.
    #[inline(always)]
    pub(crate) fn sums(
        &self,
        mut sums: [[R; 4]; 2],
        powers: RangeInclusive<usize>,
        h: R,
    ) -> [[R; 4]; 2] {
        R::in_fours(Sums { of: self, powers, h, sums: &mut sums });
        sums
    }
    /// The time at which the series begin.
    pub(crate) fn time(&self) -> R {
        self.time
    }
    /// So many coefficients of each component of attitude and momentum, in resting frames; zeros after them.
    pub(crate) fn first<const N: usize>(&self, count: usize) -> ([[R; N]; 4], [[R; N]; 3]) {
        let of = |quads: &Quads<R>, c: usize| {
            core::array::from_fn(|k| if k < count { quads[k].0[c] } else { R::zero() })
        };
        let attitude = |c| of(&self.attitude, c);
        let momentum = |c| of(&self.momentum, c);
        ([0, 1, 2, 3].map(attitude), [0, 1, 2].map(momentum))
    }
    /// Attitude and momentum at that time.
    pub(super) fn start(&self) -> (Rotation<R>, Vec3<R>) {
        let [w, x, y, z] = self.attitude[0].0;
        let [m_x, m_y, m_z, _] = self.momentum[0].0;
        (Rotation { w, x, y, z }, Vec3::new(m_x, m_y, m_z))
    }
    /// Coefficient k of a q, with a the angular velocity of the outer frame.
    #[inline(always)]
    pub(super) fn carried<F: Four<R>>(&self, k: usize) -> F {
        let [w, x, y, z] = self.attitude[k].0;
        let a = self.frames.turning_rate;
        F::from_array([-x, w, -z, y]) * F::from_array([a.x; 4])
            + F::from_array([-y, z, w, -x]) * F::from_array([a.y; 4])
            + F::from_array([-z, -y, x, w]) * F::from_array([a.z; 4])
    }
}

/// The work of [`Coefficients::sums`].
struct Sums<'a, R> {
    of: &'a Coefficients<R>,
    powers: RangeInclusive<usize>,
    h: R,
    sums: &'a mut [[R; 4]; 2],
}

impl<R: Real> FourWork<R> for Sums<'_, R> {
    #[inline(always)]
    fn run<F: Four<R>>(self) {
        let h = F::from_array([self.h; 4]);
        let [mut q, mut m] = self.sums.map(F::from_array);
        for k in self.powers.rev() {
            q = q * h + self.of.attitude[k].load();
            m = m * h + self.of.momentum[k].load();
        }
        *self.sums = [q.to_array(), m.to_array()];
    }
}
