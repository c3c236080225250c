//! The exact rotation of a body with two equal moments: no elliptic functions.
//!
//! With the axis e and the moments I about e and J perpendicular to e, the body rotates by
//!
//! ```text
//! exp(t m/J) exp(a e),   a = t (1/I - 1/J) m.e
//! ```
//!
//! and its momentum in the body rotates by -a about e. This is the flow of Celledoni and
//! Safstrom 2006, eq. (6), for two equal moments; the paper refers to other sources for it.

use crate::geometry::{Axis, Rotation, Vec3};
use crate::inertia::Inertia;
use crate::real::{Constant, Mask, Real};

/// Constants of a symmetric body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SymmetricBody<R: Real> {
    /// True if the body is symmetric.
    pub(crate) symmetric: R::Mask,
    pub(crate) axis: Vec3<R>,
    /// 1/J, and 1/I - 1/J.
    across: R,
    spin: R,
}

impl<R: Real> SymmetricBody<R> {
    /// Returns the constants of any body. Without symmetry only `symmetric` has a meaning.
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

    /// Returns the square of the momentum perpendicular to the axis.
    #[inline]
    pub(crate) fn square(&self, m: Vec3<R>) -> R {
        (m - self.axis * m.dot(self.axis)).norm_squared()
    }

    /// Returns that square after a kick, by its change.
    #[inline(always)]
    pub(crate) fn square_after_kick(&self, square: R, before: Vec3<R>, after: Vec3<R>) -> R {
        let change = after - before;
        let gains = change.component_mul(before.map(R::twice) + change);
        square + gains.dot(Vec3::from_f64([1.0; 3]) - self.axis)
    }

    /// Returns the rotation in the time t and the momentum after it, with the given square
    /// perpendicular to the axis.
    #[inline(always)]
    pub(crate) fn turn(&self, square: R, m: Vec3<R>, t: R) -> (Rotation<R>, Vec3<R>) {
        // exp(t m/J) exp(a e).
        let spin = self.spin(m, t);
        let Spin { axis: e, sin, cos } = spin;
        let wobble = exp_without_root(m * (t * self.across));
        let v = wobble.vector();
        let turn = Rotation::from_parts(
            wobble.w * cos - v.dot(e) * sin,
            v * cos + (e * wobble.w + v.cross(e)) * sin,
        );
        (renormalized(turn), spin.momentum(square, m))
    }

    /// Returns exp(t m/J), the rotation without the spin, which does not change the momentum.
    #[inline(always)]
    pub(crate) fn wobble(&self, m: Vec3<R>, t: R) -> Rotation<R> {
        renormalized(exp_without_root(m * (t * self.across)))
    }

    /// Returns exp(a e), a = t (1/I - 1/J) m.e.
    #[inline(always)]
    pub(crate) fn spin(&self, m: Vec3<R>, t: R) -> Spin<R> {
        let (sin, cos) = (m.dot(self.axis) * (t * self.spin)).half().sin_cos();
        Spin { axis: self.axis, sin, cos }
    }
}

/// Rotation about the axis of symmetry, by sine and cosine of half the angle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spin<R> {
    axis: Vec3<R>,
    sin: R,
    cos: R,
}

impl<R: Real> Spin<R> {
    /// Returns the rotation.
    #[inline(always)]
    pub(crate) fn turn(&self) -> Rotation<R> {
        renormalized(Rotation::from_parts(self.cos, self.axis * self.sin))
    }
    /// Returns the components of a space-fixed vector in the rotated body, along the axis and
    /// perpendicular to it.
    #[inline(always)]
    fn parts(&self, vector: Vec3<R>) -> (Vec3<R>, Vec3<R>) {
        let Self { axis: e, sin, cos } = *self;
        let fixed = e * vector.dot(e);
        let moving = vector - fixed;
        let (cos, sin) = (cos.squared() - sin.squared(), (sin * cos).twice());
        (fixed, moving * cos + moving.cross(e) * sin)
    }
    /// Returns a space-fixed vector in the rotated body.
    #[inline(always)]
    pub(crate) fn seen(&self, vector: Vec3<R>) -> Vec3<R> {
        let (fixed, moved) = self.parts(vector);
        fixed + moved
    }
    /// Returns the momentum in the rotated body, with the given square perpendicular to the
    /// axis.
    #[inline(always)]
    pub(crate) fn momentum(&self, square: R, momentum: Vec3<R>) -> Vec3<R> {
        let (fixed, moved) = self.parts(momentum);
        let possible = R::zero().lt(square);
        let scale = R::select(possible, square.twice(), R::one()).recip();
        let error = R::select(possible, (square - moved.norm_squared()) * scale, R::zero());
        fixed + (moved + moved * error)
    }
}

/// Returns the rotation with its norm error removed by sqrt(1 + x) = 1 + x/2.
#[inline(always)]
fn renormalized<R: Real>(turn: Rotation<R>) -> Rotation<R> {
    let error = (R::one() - turn.norm_squared()).half();
    Rotation::from_parts(turn.w + turn.w * error, turn.vector() + turn.vector() * error)
}

/// Returns [`Rotation::exp`] by series in the square of half the angle, where that is at most
/// 0.64, without square root or division.
#[inline(always)]
fn exp_without_root<R: Real>(vector: Vec3<R>) -> Rotation<R> {
    let half = vector.map(R::half);
    let square = half.norm_squared();
    let short = square.le(R::from_f64(if R::EPSILON < 1e-20 { -1.0 } else { 0.64 }));
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

/// Returns cos(sqrt z) through z^9, with even and odd powers separate.
#[inline(always)]
fn cos_root<R: Real>(z: R) -> R {
    let c = |n: usize| R::constant(INVERSE_FACTORIALS[n]);
    let w = z.squared();
    let even = w.times_plus(w.times_plus(w.times_plus(c(16), c(12)), c(8)), c(4));
    let odd = w.times_plus(w.times_plus(w.times_plus(c(18), c(14)), c(10)), c(6));
    w.times_plus(even, R::one() - z * w.times_plus(odd, c(2)))
}

/// Returns sin(sqrt z)/sqrt z through z^8.
#[inline(always)]
fn sinc_root<R: Real>(z: R) -> R {
    let c = |n: usize| R::constant(INVERSE_FACTORIALS[n]);
    let w = z.squared();
    let even = w.times_plus(w.times_plus(w.times_plus(c(17), c(13)), c(9)), c(5));
    let odd = w.times_plus(w.times_plus(w.times_plus(c(15), c(11)), c(7)), c(3));
    w.times_plus(even, R::one() - z * odd)
}
