//! The exact rotation of a body with two equal moments: no elliptic functions.
//!
//! With the axis e and the moments I about it and J across it, the body turns by
//!
//! ```text
//! exp(t m/J) exp(a e),   a = t (1/I - 1/J) m.e
//! ```
//!
//! and its momentum goes backwards about e by a.

use crate::geometry::{Axis, Rotation, Vec3};
use crate::inertia::Inertia;
use crate::real::{Constant, Mask, Real};

/// What the closed form needs of a symmetric body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SymmetricBody<R: Real> {
    /// Is it one?
    pub(crate) symmetric: R::Mask,
    pub(crate) axis: Vec3<R>,
    /// 1/J, and 1/I - 1/J.
    across: R,
    spin: R,
}

impl<R: Real> SymmetricBody<R> {
    /// Of any body; of one that is not symmetric only that it is not.
    pub(crate) fn new(inertia: &Inertia<R>) -> Self {
        let (i, inverse) = (inertia.moments(), inertia.inverse());
        let about = |axis, along: R, across: R, one: R, other: R, over: R| Self {
            symmetric: one.equals(other),
            axis: Vec3::unit(axis),
            across: over,
            spin: (across - along) * inverse[axis] * over,
        };
        let x = about(Axis::X, i.x, i.y, i.y, i.z, inverse.y);
        let y = about(Axis::Y, i.y, i.z, i.z, i.x, inverse.z);
        let z = about(Axis::Z, i.z, i.x, i.x, i.y, inverse.x);
        z.or(y).or(x)
    }

    fn or(self, other: Self) -> Self {
        let first = self.symmetric;
        Self {
            symmetric: first | other.symmetric,
            axis: Vec3::select(first, self.axis, other.axis),
            across: R::select(first, self.across, other.across),
            spin: R::select(first, self.spin, other.spin),
        }
    }

    /// The square of the momentum across the axis.
    #[inline]
    pub(crate) fn square(&self, m: Vec3<R>) -> R {
        (m - self.axis * m.dot(self.axis)).norm_squared()
    }

    /// The same after a kick, from what it changes.
    #[inline(always)]
    pub(crate) fn square_after_kick(&self, square: R, before: Vec3<R>, after: Vec3<R>) -> R {
        let change = after - before;
        let gains = change.times(before.map(R::twice) + change);
        square + gains.dot(Vec3::of([1.0; 3]) - self.axis)
    }

    /// The rotation in the time t, and the momentum after it, whose square across the
    /// axis is known better than the momentum tells.
    #[inline(always)]
    pub(crate) fn turn(&self, square: R, m: Vec3<R>, t: R) -> (Rotation<R>, Vec3<R>) {
        let spin = self.spin(m, t);
        let Spin { axis: e, sin, cos } = spin;
        let wobble = exp_without_root(m * (t * self.across));
        let v = wobble.vector();
        let turn = Rotation::from_parts(
            wobble.w * cos - v.dot(e) * sin,
            v * cos + (e * wobble.w + v.cross(e)) * sin,
        );
        (of_unit_length(turn), spin.momentum(square, m))
    }

    /// exp(t m/J): the rotation without the spin, which leaves the momentum as it is.
    #[inline(always)]
    pub(crate) fn wobble(&self, m: Vec3<R>, t: R) -> Rotation<R> {
        of_unit_length(exp_without_root(m * (t * self.across)))
    }

    /// exp(a e)
    #[inline(always)]
    pub(crate) fn spin(&self, m: Vec3<R>, t: R) -> Spin<R> {
        let (sin, cos) = (m.dot(self.axis) * (t * self.spin)).half().sin_cos();
        Spin { axis: self.axis, sin, cos }
    }
}

/// A turn about the axis of symmetry: sine and cosine of half of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spin<R> {
    axis: Vec3<R>,
    sin: R,
    cos: R,
}

impl<R: Real> Spin<R> {
    /// As a rotation.
    #[inline(always)]
    pub(crate) fn turn(&self) -> Rotation<R> {
        of_unit_length(Rotation::from_parts(self.cos, self.axis * self.sin))
    }
    /// A vector that stays in space, seen from the body: along the axis, and across it.
    #[inline(always)]
    fn parts(&self, vector: Vec3<R>) -> (Vec3<R>, Vec3<R>) {
        let Self { axis: e, sin, cos } = *self;
        let fixed = e * vector.dot(e);
        let moving = vector - fixed;
        let (cos, sin) = (cos.squared() - sin.squared(), (sin * cos).twice());
        (fixed, moving * cos + moving.cross(e) * sin)
    }
    /// The same as one.
    #[inline(always)]
    pub(crate) fn seen(&self, vector: Vec3<R>) -> Vec3<R> {
        let (fixed, moved) = self.parts(vector);
        fixed + moved
    }
    /// The momentum, whose square across the axis is known better than it tells.
    #[inline(always)]
    pub(crate) fn momentum(&self, square: R, momentum: Vec3<R>) -> Vec3<R> {
        let (fixed, moved) = self.parts(momentum);
        let possible = R::zero().lt(square);
        let scale = R::select(possible, square.twice(), R::one()).recip();
        let error = R::select(possible, (square - moved.norm_squared()) * scale, R::zero());
        fixed + (moved + moved * error)
    }
}

/// What rounding did to its length taken back: 1 + x/2 is the root of 1 + x.
#[inline(always)]
fn of_unit_length<R: Real>(turn: Rotation<R>) -> Rotation<R> {
    let error = (R::one() - turn.norm_squared()).half();
    Rotation::from_parts(turn.w + turn.w * error, turn.vector() + turn.vector() * error)
}

/// [`Rotation::exp`] by series in the square of half the angle, where that is at most
/// 0.64: neither a root nor a division.
#[inline(always)]
fn exp_without_root<R: Real>(vector: Vec3<R>) -> Rotation<R> {
    let half = vector.map(R::half);
    let square = half.norm_squared();
    let short = square.le(R::of(if R::EPSILON < 1e-20 { -1.0 } else { 0.64 }));
    if !short.any() {
        return Rotation::exp(vector);
    }
    let series = Rotation::from_parts(cos_root(square), half * sinc_root(square));
    if short.all() {
        return series;
    }
    let exp = Rotation::exp(vector);
    Rotation::from_parts(
        R::select(short, series.w, exp.w),
        Vec3::select(short, series.vector(), exp.vector()),
    )
}

/// 1/n!
const INVERSE_FACTORIALS: [Constant; 20] = {
    let mut terms = [Constant::ratio(1, 1); 20];
    let (mut n, mut factorial) = (1, 1);
    while n < 20 {
        factorial *= n;
        terms[n as usize] = Constant::ratio(1, factorial);
        n += 1;
    }
    terms
};

/// cos(sqrt z) through z^9, the even and the odd powers apart.
#[inline(always)]
fn cos_root<R: Real>(z: R) -> R {
    let c = |n: usize| R::constant(INVERSE_FACTORIALS[n]);
    let w = z.squared();
    let even = w.times_plus(w.times_plus(w.times_plus(c(16), c(12)), c(8)), c(4));
    let odd = w.times_plus(w.times_plus(w.times_plus(c(18), c(14)), c(10)), c(6));
    w.times_plus(even, R::one() - z * w.times_plus(odd, c(2)))
}

/// sin(sqrt z)/sqrt z through z^8.
#[inline(always)]
fn sinc_root<R: Real>(z: R) -> R {
    let c = |n: usize| R::constant(INVERSE_FACTORIALS[n]);
    let w = z.squared();
    let even = w.times_plus(w.times_plus(w.times_plus(c(17), c(13)), c(9)), c(5));
    let odd = w.times_plus(w.times_plus(w.times_plus(c(15), c(11)), c(7)), c(3));
    w.times_plus(even, R::one() - z * odd)
}
