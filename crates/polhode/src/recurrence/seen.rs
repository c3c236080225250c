//! A fixed vector of space, seen from a body: most torques begin with it.

use super::LENGTH;
use super::quad::{Quad, Quads, product};
use super::tape::{Rows, Slot};
use crate::geometry::Vec3;
use crate::real::{Four, Real};

/// The quaternion and the vector, and the factors of its products.
#[derive(Copy, Debug)]
pub(super) struct Seen<R> {
    pub(super) attitude: [Slot; 4],
    space: Vec3<R>,
    w: Quads<R>,
    /// u = -v with its components in the order y z x, and z x y.
    turn: [Quads<R>; 2],
    /// 2 u x space, as it is and in these orders.
    twist: [Quads<R>; 3],
}

/// The components of the result.
pub(super) const WIDTH: usize = 3;

/// At once, not number by number.
impl<R: Copy> Clone for Seen<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Real> Seen<R> {
    #[inline(never)]
    pub(super) fn new() -> Self {
        let zero = [Quad::zero(); LENGTH];
        Self { attitude: [0; 4], space: Vec3::zero(), w: zero, turn: [zero; 2], twist: [zero; 3] }
    }
    /// Forgets what it had, and has this.
    pub(super) fn begin(&mut self, attitude: [Slot; 4], space: Vec3<R>) {
        (self.attitude, self.space) = (attitude, space);
    }
    /// Coefficient k of [`Rotation::apply_inverse`](crate::Rotation::apply_inverse), to the
    /// bit: space + twist w + u x twist.
    #[inline(always)]
    pub(super) fn extend<F: Four<R>>(&mut self, all: &mut Rows<R>, to: Slot, k: usize) {
        let k = k.min(LENGTH - 1);
        let [w, x, y, z] = self.attitude;
        let (w, u) = (all[w][k], -Vec3::new(all[x][k], all[y][k], all[z][k]));
        let t = u.cross(self.space).map(R::twice);
        let zero = R::zero();
        self.w[k].store(F::from_array([w; 4]));
        self.turn[0][k].store(F::from_array([u.y, u.z, u.x, zero]));
        self.turn[1][k].store(F::from_array([u.z, u.x, u.y, zero]));
        self.twist[0][k].store(F::from_array([t.x, t.y, t.z, zero]));
        self.twist[1][k].store(F::from_array([t.y, t.z, t.x, zero]));
        self.twist[2][k].store(F::from_array([t.z, t.x, t.y, zero]));
        let along: F = product(&self.twist[0], &self.w, k);
        let forth: F = product(&self.turn[0], &self.twist[2], k);
        let back: F = product(&self.turn[1], &self.twist[1], k);
        let Vec3 { x, y, z } = self.space;
        let constant = if k == 0 { F::from_array([x, y, z, zero]) + along } else { along };
        let seen = (constant + (forth - back)).to_array();
        for (row, value) in all[to..to + WIDTH].iter_mut().zip(seen) {
            row[k] = value;
        }
    }
}
