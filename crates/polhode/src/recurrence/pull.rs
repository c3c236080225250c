//! The series of a torque that sees space through one vector.

use super::quad::{Quad, Quads, padded, product};
use super::{Coefficients, LENGTH, TorqueSource, vanishes};
use crate::geometry::Vec3;
use crate::real::{Four, Real};
use crate::torque::Pull;

/// With e the vector and q = (w, v),
///
/// ```text
/// n = R^T e = 2 (a v + w b) - e,   a = v.e,   b = w e + e x v
/// ```
///
/// two products for each component, since a and b are linear in q. And then
/// T = couplings n n + n x arm: one more.
#[derive(Copy, Debug)]
pub(super) struct PullSeries<R> {
    pull: Pull<R>,
    /// Are there no products?
    linear: bool,
    a: Quads<R>,
    v: Quads<R>,
    w: Quads<R>,
    b: Quads<R>,
    /// n with its components in the order y z x and z x y.
    next: Quads<R>,
    after_next: Quads<R>,
}

/// At once, not number by number.
impl<R: Copy> Clone for PullSeries<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Real> PullSeries<R> {
    pub(super) fn new() -> Self {
        let (zero, none) = ([Quad::zero(); LENGTH], Vec3::zero());
        let pull = Pull { vector: none, turning_rate: none, couplings: none, arm: none };
        Self {
            pull,
            linear: false,
            a: zero,
            v: zero,
            w: zero,
            b: zero,
            next: zero,
            after_next: zero,
        }
    }
    /// This one, from now on.
    pub(super) fn begin(&mut self, pull: Pull<R>) {
        self.pull = pull;
        self.linear = vanishes(pull.couplings);
    }
}

/// The first three in the order y z x, and z x y. The fourth stays, whatever it is: so
/// each stays in one register.
#[inline(always)]
fn shifted<R: Real, F: Four<R>>([x, y, z, rest]: [R; 4]) -> (F, F) {
    (F::from_array([y, z, x, rest]), F::from_array([z, x, y, rest]))
}

impl<R: Real> TorqueSource<R> for PullSeries<R> {
    #[inline(always)]
    fn torque<F: Four<R>>(&mut self, of: &Coefficients<R>, k: usize) -> F {
        let k = k.min(LENGTH - 1);
        let Pull { vector, couplings, arm, .. } = self.pull;
        let e: F = padded(vector);
        let (e_next, e_after): (F, F) = shifted(e.to_array());
        let [w, x, y, z] = of.attitude[k].0;
        let v = F::from_array([x, y, z, w]);
        let (v_next, v_after): (F, F) = shifted(v.to_array());
        let w = F::from_array([w; 4]);
        self.a[k].store(F::from_array([Vec3::new(x, y, z).dot(vector); 4]));
        self.v[k].store(v);
        self.w[k].store(w);
        self.b[k].store(w * e + (e_next * v_after - e_after * v_next));
        let half = product::<R, F, _>(&self.a, &self.v, k) + product(&self.w, &self.b, k);
        let n = if k == 0 { half + half - e } else { half + half };

        let (next, after_next): (F, F) = shifted(n.to_array());
        let (arm_next, arm_after): (F, F) = shifted(padded::<R, F>(arm).to_array());
        // What stands fourth is multiplied by zero.
        let torque = next * arm_after - after_next * arm_next;
        if self.linear {
            return torque;
        }
        self.next[k].store(next);
        self.after_next[k].store(after_next);
        torque + product::<R, F, _>(&self.next, &self.after_next, k) * padded(couplings)
    }
}
