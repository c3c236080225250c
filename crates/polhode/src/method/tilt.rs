//! Tilt of a body to a given kinetic energy at constant spatial momentum: Buss 2001,
//! section 4.
//!
//! Buss moves the point rho of the inertia ellipsoid to the wanted polhode along a
//! hyperboloid that crosses all polhodes at right angles. The three linear equations for
//! rho_i^2 have a solution in closed form (docs/papers/buss-2001.md, The energy correction
//! in closed form): with y_i = m_i^2/|m|^2,
//!
//! ```text
//! m_i' = m_i sqrt(f_i E/E_now),   f_i = 1 + (1 - E_now/E) g_i / D,
//! g_i = J_i sum_j (J_j - J_i) y_j,   D = sum_{j<k} (J_j - J_k)^2 y_j y_k
//! ```
//!
//! without cancellation in any sum. No such point exists where some f_i < 0 or D = 0;
//! then the momentum is tilted towards the axis that the wanted polhode circles.
//!
//! The energy is stored as its excess over that of the slowest spin,
//!
//! ```text
//! 2 E/|m|^2 = 1/J_max + e,   e = sum_i (1/J_i - 1/J_max) y_i,
//! ```
//!
//! a sum of positive terms. The rounding of the energy then does not tilt a nearly
//! spherical body, whose energy hardly depends on the tilt. For the same reason a
//! correction at the level of rounding is damped by V/(V + eps e^2). V is a quarter of
//! the squared gradient of e. V is negligible within sqrt(eps) of the fastest spin, and
//! anywhere on the equator of a symmetric body.

use crate::geometry::{Rotation, Vec3};
use crate::inertia::Inertia;
use crate::real::{Mask, Real};

/// Returns the momentum of the same length with the given kinetic energy (Buss 2001, section
/// 4), next to `momentum` along the hyperboloid where that exists, else tilted towards the
/// axis that the wanted polhode circles. An energy out of range is replaced by the nearest
/// attainable one. A difference at the level of rounding is ignored.
pub fn with_energy<R: Real>(inertia: &Inertia<R>, momentum: Vec3<R>, energy: R) -> Vec3<R> {
    let tilt = Tilt::new(inertia);
    // Buss 2001, eq. (10).
    let now = inertia.kinetic_energy(momentum);
    let inverse_square = momentum.norm_squared().recip();
    let excess = energy.twice() * inverse_square - tilt.slowest;
    let moved = tilt.with_excess(momentum, inverse_square, excess);
    let near = (energy - now).abs().le(energy * R::from_f64(2.0 * R::EPSILON));
    Vec3::select(near, momentum, moved)
}

/// Constants of a body for tilts of its momentum.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tilt<R> {
    moments: Vec3<R>,
    /// 1/J_i - 1/J_max.
    excess: Vec3<R>,
    /// 1/J_max.
    slowest: R,
}

impl<R: Real> Tilt<R> {
    #[inline(always)]
    pub(super) fn new(inertia: &Inertia<R>) -> Self {
        let (moments, inverse) = (inertia.moments(), inertia.inverse());
        let largest = moments.x.max(moments.y).max(moments.z);
        let slowest = inverse.x.min(inverse.y).min(inverse.z);
        let excess = moments.zip(inverse, |j, inverse| (largest - j) * inverse * slowest);
        Self { moments, excess, slowest }
    }

    /// Returns e = sum of (1/J_i - 1/J_max) y_i: docs/papers/buss-2001.md, Excess and damping.
    #[inline(always)]
    pub(super) fn excess(&self, m: Vec3<R>) -> R {
        let squares = m.component_mul(m);
        let excess = self.excess.dot(squares) / m.norm_squared();
        R::select(m.norm_squared().equals(R::zero()), R::zero(), excess)
    }

    /// Returns the momentum of the same length with this excess. `inverse_square` is 1/|m|^2.
    #[inline(always)]
    pub(super) fn with_excess(&self, m: Vec3<R>, inverse_square: R, wanted: R) -> Vec3<R> {
        let (moved, change) = self.once(m, inverse_square, wanted);
        // A change as large as the energy itself leaves rounding errors of that size.
        // Reasonable steps stay far below this limit.
        let far = (self.slowest + wanted).half().lt(change.abs());
        if far.any() {
            return Vec3::select(far, self.again(m, moved, inverse_square, wanted), moved);
        }
        moved
    }

    /// Returns the result of a second pass, from the result `moved` of the first.
    #[cold]
    fn again(&self, m: Vec3<R>, moved: Vec3<R>, inverse_square: R, wanted: R) -> Vec3<R> {
        let length = (m.norm_squared() / moved.norm_squared()).sqrt();
        self.once(moved * length, inverse_square, wanted).0
    }

    /// Returns the momentum after one pass, and the change of the excess.
    #[inline(always)]
    fn once(&self, m: Vec3<R>, inverse_square: R, wanted: R) -> (Vec3<R>, R) {
        let (one, zero, j) = (R::one(), R::zero(), self.moments);
        // y_i = J_i^2 rho_i^2 (2 E_now)/|m|^2, rho of Buss 2001, eqs. (12) and (16).
        let y = m.component_mul(m) * inverse_square;
        let pairs = Vec3::new(y.y * y.z, y.z * y.x, y.x * y.y);
        let now = self.excess.dot(y);
        let change = self.change(now, wanted, pairs);
        // Buss 2001, section 4, the equations for rho'^2, solved in closed form:
        // D = sum of (J_j - J_k)^2 y_j y_k, g_i = J_i sum of (J_j - J_i) y_j.
        let apart = Vec3::new(j.y - j.z, j.z - j.x, j.x - j.y);
        let d = apart.component_mul(apart).dot(pairs);
        let g = j.component_mul(Vec3::new(
            apart.y * y.z - apart.z * y.y,
            apart.z * y.x - apart.x * y.z,
            apart.x * y.y - apart.y * y.x,
        ));
        // 2 E_now/|m|^2 and 2 E/|m|^2.
        let before = self.slowest + now;
        let after = before + change;
        // f_i = 1 + (1 - E_now/E) g_i/D.
        let scale = change / (after * d);
        let f = g.map(|g| one + scale * g);
        // m_i' = m_i sqrt(f_i E/E_now); the signs are those of rho in Buss 2001, section 4.
        let ratio = after / before;
        let moved = m.zip(f, |m, f| m * (f * ratio).sqrt());
        let exists = zero.lt(d) & zero.le(f.x) & zero.le(f.y) & zero.le(f.z);
        if exists.all() {
            return (moved, change);
        }
        (Vec3::select(exists, moved, self.along_a_meridian(m, now, change)), change)
    }

    /// Returns the change of the excess, damped at the level of rounding where the excess
    /// hardly depends on the tilt: docs/papers/buss-2001.md, Excess and damping.
    #[inline(always)]
    fn change(&self, now: R, wanted: R, pairs: Vec3<R>) -> R {
        let (e, change, size) = (self.excess, wanted - now, now.max(wanted));
        let apart = Vec3::new(e.y - e.z, e.z - e.x, e.x - e.y);
        // V = sum of (e_j - e_k)^2 y_j y_k.
        let variance = apart.component_mul(apart).dot(pairs);
        let rounding = size * R::from_f64(R::EPSILON);
        let floor = rounding * size;
        let flat = change.abs().le(rounding * R::from_f64(1024.0))
            & variance.lt(floor * R::from_f64(1024.0))
            & R::zero().lt(size);
        if flat.any() {
            return R::select(flat, change * variance / (variance + floor), change);
        }
        change
    }

    /// Returns the momentum tilted to or from one axis, where there is no rho' (end of Buss
    /// 2001, section 4). The axis is the one that the wanted polhode circles, so that the
    /// angle exists whenever the energy does.
    #[cold]
    fn along_a_meridian(&self, m: Vec3<R>, now: R, change: R) -> Vec3<R> {
        let (e, zero, wanted) = (self.excess, R::zero(), now + change);
        let fastest = e.x.max(e.y).max(e.z);
        let middle = e.x.min(e.y).max(e.x.max(e.y).min(e.z));
        let slow = wanted.lt(middle); // around the largest moment
        let pole = unit_of(e, R::select(slow, zero, fastest));
        let equator = unit_of(e, R::select(slow, fastest, zero));

        let along = m.dot(pole);
        let across = m - pole * along;
        let across_squared = across.norm_squared();
        let direction = across * across_squared.sqrt().recip();
        let direction = Vec3::select(across_squared.equals(zero), equator, direction);
        let lever = e.dot(direction.component_mul(direction)) - e.dot(pole);
        // Shift from the square of the component along the axis to that across it,
        // limited by the axis and the equator.
        let shift = change * m.norm_squared() / lever;
        let shift = shift.min(along.squared()).max(-across_squared);
        let moved = direction * (across_squared + shift).sqrt()
            + pole * (along.squared() - shift).sqrt().with_sign_of(along);
        let idle = change.equals(zero) | lever.equals(zero) | m.norm_squared().equals(zero);
        Vec3::select(idle, m, moved)
    }
}

/// Returns the rotation q with R(q) a = b, for two vectors of the same length.
#[inline(always)]
pub(super) fn rotation_between<R: Real>(a: Vec3<R>, b: Vec3<R>) -> Rotation<R> {
    // Buss 2001, section 4: the rotation along tau x L that makes tau parallel to L.
    let q = Rotation::from_parts(b.norm_squared() + a.dot(b), a.cross(b));
    let still = q.norm_squared().equals(R::zero());
    let w = R::select(still, R::one(), q.w);
    Rotation::from_parts(w, q.vector()).normalized()
}

/// Returns the unit vector along the first axis with this value.
fn unit_of<R: Real>(values: Vec3<R>, value: R) -> Vec3<R> {
    let (one, zero) = (R::one(), R::zero());
    let x = values.x.equals(value);
    let y = values.y.equals(value) & !x;
    Vec3::new(R::select(x, one, zero), R::select(y, one, zero), R::select(x | y, zero, one))
}
