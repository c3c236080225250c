//! Products that do not wait for each other, four side by side.

use super::{Rows, Slot};
use crate::real::{Four, Real};
use crate::recurrence::LENGTH;
use crate::recurrence::quad::{Quad, Quads, product};

/// Up to four products: operands and result, and the operands once more, packed.
#[derive(Copy, Debug)]
pub(super) struct Pack<R> {
    products: [[Slot; 3]; 4],
    count: usize,
    left: Quads<R>,
    right: Quads<R>,
}

/// At once, not number by number.
impl<R: Copy> Clone for Pack<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Real> Pack<R> {
    #[inline(never)]
    pub(super) fn new() -> Self {
        let zero = [Quad::zero(); LENGTH];
        Self { products: [[0; 3]; 4], count: 0, left: zero, right: zero }
    }
    /// Forgets what it had, and has this. (What stands in for the others is not kept.)
    pub(super) fn begin(&mut self, product: [Slot; 3]) {
        self.products = [product; 4];
        self.count = 1;
    }
    /// Takes one more, if there is room.
    pub(super) fn add(&mut self, product: [Slot; 3]) -> bool {
        let room = self.count < self.products.len();
        if room {
            self.products[self.count] = product;
            self.count += 1;
        }
        room
    }
    /// Coefficient k of all.
    #[inline(always)]
    pub(super) fn extend<F: Four<R>>(&mut self, all: &mut Rows<R>, k: usize) {
        let [p, q, r, s] = self.products;
        let four =
            |i: usize| F::from_array([all[p[i]][k], all[q[i]][k], all[r[i]][k], all[s[i]][k]]);
        self.left[k].store(four(0));
        self.right[k].store(four(1));
        let sums = product::<R, F, _>(&self.left, &self.right, k).to_array();
        for (sum, [_, _, to]) in sums.into_iter().zip(self.products).take(self.count) {
            all[to][k] = sum;
        }
    }
}
