//! A fixed vector of space, seen from a body: most torques begin with it.

use super::LENGTH;
use super::tape::{Rows, Slot};
use crate::geometry::Vec3;
use crate::real::Real;

/// The quaternion and the vector.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen<R> {
    pub(super) attitude: [Slot; 4],
    pub(super) space: Vec3<R>,
}

/// -v, 2 (-v) x space, and the result: three slots each.
pub(super) const WIDTH: usize = 9;

impl<R: Real> Seen<R> {
    /// Coefficient k of [`Rotation::apply_inverse`](crate::Rotation::apply_inverse), to the
    /// bit, its nine products in one loop.
    #[inline(always)]
    pub(super) fn extend(&self, all: &mut Rows<R>, to: Slot, k: usize) {
        let k = k.min(LENGTH - 1);
        let [w, x, y, z] = self.attitude;
        let u = -Vec3::new(all[x][k], all[y][k], all[z][k]);
        let twist = u.cross(self.space).map(R::twice);
        for (i, value) in u.to_array().into_iter().chain(twist.to_array()).enumerate() {
            all[to + i][k] = value;
        }
        let row = |i: usize| &all[i];
        let rows: [&[R; LENGTH]; 7] = [w, to, to + 1, to + 2, to + 3, to + 4, to + 5].map(row);
        let [w, ux, uy, uz, tx, ty, tz] = rows;
        let place = |i: usize| Place {
            w: w[i],
            u: Vec3::new(ux[i], uy[i], uz[i]),
            twist: Vec3::new(tx[i], ty[i], tz[i]),
        };
        // The products in the order in which `convolution` adds them.
        let mut sum = if k == 0 { place(0).products(&place(0)) } else { place(0).both(&place(k)) };
        for i in 1..k.div_ceil(2) {
            sum = sum.plus(&place(i).both(&place(k - i)));
        }
        if k > 0 && k.is_multiple_of(2) {
            let middle = place(k / 2);
            sum = sum.plus(&middle.products(&middle));
        }
        let constant = if k == 0 { self.space + sum.along } else { sum.along };
        let seen = constant + (sum.forth - sum.back);
        for (i, value) in seen.to_array().into_iter().enumerate() {
            all[to + 6 + i][k] = value;
        }
    }
}

/// The factors of one order.
struct Place<R> {
    w: R,
    u: Vec3<R>,
    twist: Vec3<R>,
}

/// twist w, and the products of u x twist with plus and with minus.
struct Products<R> {
    along: Vec3<R>,
    forth: Vec3<R>,
    back: Vec3<R>,
}

impl<R: Real> Place<R> {
    #[inline(always)]
    fn products(&self, other: &Self) -> Products<R> {
        let (u, t) = (self.u, other.twist);
        Products {
            along: self.twist * other.w,
            forth: Vec3::new(u.y * t.z, u.z * t.x, u.x * t.y),
            back: Vec3::new(u.z * t.y, u.x * t.z, u.y * t.x),
        }
    }
    #[inline(always)]
    fn both(&self, other: &Self) -> Products<R> {
        self.products(other).plus(&other.products(self))
    }
}

impl<R: Real> Products<R> {
    #[inline(always)]
    fn plus(&self, other: &Self) -> Self {
        Self {
            along: self.along + other.along,
            forth: self.forth + other.forth,
            back: self.back + other.back,
        }
    }
}
