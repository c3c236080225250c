//! The polhode, the curve of the momentum of a free body in the body frame.
//!
//! Axes are named so that the moments ascend; axis 2 is the intermediate one. With
//!
//! ```text
//! tau = I1 (I3 - I2) / (I2 (I3 - I1)),   rho = I3 (I2 - I1) / (I2 (I3 - I1)),   tau + rho = 1
//! A1^2 = m1^2 + tau m2^2,                A3^2 = m3^2 + rho m2^2
//! ```
//!
//! A1 and A3 are constants of the motion. If tau A3^2 < rho A1^2 the momentum circles
//! axis 1 instead of axis 3, and the two axes are exchanged by a proper rotation. If
//! then m3 < 0 the momentum is rotated by half a revolution about axis 1. After that m3
//! remains positive, and (m1, m2, m3) are proportional to (cn, sn, dn) of lambda t with
//! lambda = |g2| sqrt(tau) A3, g2 = 1/I1 - 1/I3.
//!
//! This is Jacobi's solution, Celledoni and Safstrom 2006, eqs. (12) to (14), in other
//! constants. docs/exact-rotation.md derives all formulas.

use super::departure::Departure;
use super::frame::PrincipalFrame;
use super::increment::Increment;
use super::landen::Landen;
use super::variation::with_variation;
use crate::axes::Renaming;
use crate::geometry::{Rotation, Vec3};
use crate::inertia::Inertia;
use crate::real::{Mask, Real};

/// Polhode of a free body: constants of the motion.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Polhode<R: Real> {
    pub(super) names: Names<R>,
    inertia: Inertia<R>,
    /// True if the polhode is a point: the angular velocity is constant.
    pub(super) fixed: R::Mask,
    pub(super) tau: R,
    rho: R,
    /// sign sqrt(tau)/A1 and sign/(sqrt(tau) A3).
    to_sine: R,
    lever: R,
    /// The sign of g2 after the exchange.
    pub(super) sign: R,
    /// A1^2, A3^2 and tau A3^2 - rho A1^2.
    squares: (R, R),
    w: R,
    /// 1/A1, 1/A3 and 1/(1 + k').
    over_a1: R,
    over_a3: R,
    pub(super) over_more: R,
    /// 2 k^2/(1 + k')^3.
    pub(super) to_cosine: R,
    /// |m|.
    pub(super) norm: R,
    pub(super) lambda: R,
    /// k^2 and the complementary modulus.
    pub(super) k_squared: R,
    pub(super) k_prime: R,
    /// Constants of the rate of the phase, `steady + varying w`. w is 1/(1 + mu3), or
    /// mu3/(1 + mu3) after an exchange, mu3 = m3/|m|: a sum of positive terms.
    pub(super) steady: R,
    pub(super) varying: R,
}

impl<R: Real> Polhode<R> {
    /// Returns the polhode through a momentum.
    #[inline(always)]
    pub(crate) fn new(frame: &PrincipalFrame<R>, momentum: Vec3<R>) -> Self {
        Self::with_squares(frame, momentum, frame.squares(momentum))
    }

    /// Returns the polhode through a momentum with given A1^2 and A3^2, which may be more
    /// accurate than those of the momentum.
    #[inline(always)]
    pub(crate) fn with_squares(
        frame: &PrincipalFrame<R>,
        momentum: Vec3<R>,
        squares: (R, R),
    ) -> Self {
        let (zero, one) = (R::zero(), R::one());
        let &PrincipalFrame { inertia, order, slowest, g2, tau, rho, root_tau, root_rho } = frame;
        let m = order.apply(momentum);
        // Celledoni and Safstrom 2006, section 3: b_3/a_3 > b_1/a_1 above eq. (13), that is,
        // tau A3^2 < rho A1^2. Without squares, which could underflow.
        let exchanged = (root_tau * m.z.abs()).lt(root_rho * m.x.abs());
        let m = exchange(exchanged, m);
        let names = Names { order, exchanged, turned: m.z.lt(zero) };
        let m = turn(names.turned, m);
        let swapped = |x, y| (R::select(exchanged, y, x), R::select(exchanged, x, y));
        let ((tau, rho), (root_tau, _)) = (swapped(tau, rho), swapped(root_tau, root_rho));

        let (a1_squared, a3_squared) = swapped(squares.0, squares.1);
        let fixed = !(zero.lt(tau * a3_squared) & zero.lt(a1_squared) & zero.lt(m.z));
        // A fixed point does not use these values; 1 keeps them finite.
        let guarded = |x| R::select(fixed, one, x);
        let (tau, rho) = (guarded(tau), R::select(fixed, zero, rho));
        let (a1_squared, a3_squared) = (guarded(a1_squared), guarded(a3_squared));
        let (a3, root_tau) = (a3_squared.sqrt(), guarded(root_tau));
        let norm = guarded(m.norm());
        // k'^2 = 1 - rho A1^2/(tau A3^2) = (tau m3^2 - rho m1^2)/(tau A3^2), without the terms
        // that cancel: docs/exact-rotation.md, The motion.
        let w = tau * m.z.squared() - rho * m.x.squared();
        let scale = (root_tau * a3).recip();
        let k_prime = guarded(w * scale.squared()).max(zero).sqrt();
        let kinetic = inertia.kinetic_energy(momentum);
        let over_a1 = a1_squared.sqrt().recip();
        let sign = R::select(exchanged, -one, one);
        // Celledoni and Safstrom 2006, section 3: k = b_3 a_1/(b_1 a_3), below eq. (15).
        let k_squared = rho * a1_squared * scale.squared();
        let over_more = (one + k_prime).recip();
        // Near the intermediate axis the difference of the squares has no accuracy.
        let near = w.abs().le((tau * a3_squared) * R::from_f64(0.3));
        Self {
            names,
            inertia,
            fixed,
            tau,
            rho,
            to_sine: sign * root_tau * over_a1,
            lever: sign * scale,
            sign,
            squares: (a1_squared, a3_squared),
            w: R::select(near, w, tau * a3_squared - rho * a1_squared),
            over_a1,
            over_a3: a3.recip(),
            over_more,
            to_cosine: k_squared.twice() * over_more * over_more.squared(),
            norm,
            // Celledoni and Safstrom 2006, section 3: lambda = b_1 a_3/(I2 sqrt(I1 I3)), below
            // eq. (14).
            lambda: g2 * root_tau * a3,
            k_squared,
            k_prime,
            // psi' = G/I3 + (g A1^2/G)/(1 + mu3), or with the axes exchanged
            // 2 H/G + (g A1^2/G) mu3/(1 + mu3): docs/exact-rotation.md, The rate of the phase.
            steady: R::select(exchanged, kinetic.twice() / norm, norm * slowest),
            varying: g2 * a1_squared / norm,
        }
    }

    /// Returns the inertia of the body.
    #[inline(always)]
    pub(super) fn inertia(&self) -> Inertia<R> {
        self.inertia
    }

    /// Returns A1 and A3.
    pub(super) fn axes(&self) -> (R, R) {
        (self.squares.0.sqrt(), self.squares.1.sqrt())
    }

    /// Returns the largest mu3 = m3/|m|, and (A1/|m|)^2.
    #[inline(always)]
    pub(super) fn tilt(&self) -> (R, R) {
        let over = self.norm.recip();
        (self.squares.1 * self.over_a3 * over, self.squares.0 * over.squared())
    }

    /// Returns sn, cn, dn of the phase of a momentum on the polhode.
    #[inline(always)]
    pub(super) fn phase(&self, m: Vec3<R>) -> [R; 3] {
        // Celledoni and Safstrom 2006, eq. (13), solved for sn, cn, dn.
        [self.to_sine * m.y, m.x * self.over_a1, m.z * self.over_a3]
    }

    /// Returns the rotation in the time t from a momentum, and the momentum after it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn turn(&self, momentum: Vec3<R>, t: R) -> (Rotation<R>, Vec3<R>) {
        let increment = Increment::new(self, &Landen::new(self), t);
        self.advance(&Departure::new(self, momentum), &increment, t)
    }

    /// Returns the rotation in the time t of an increment, and the momentum after it.
    #[inline(always)]
    pub(crate) fn advance(
        &self,
        from: &Departure<R>,
        increment: &Increment<R>,
        t: R,
    ) -> (Rotation<R>, Vec3<R>) {
        let (momentum, start) = (from.momentum, from.named);
        let [s, c, d] = increment.jacobi;
        // Celledoni and Safstrom 2006, eq. (8), without t_j.
        let end = self.projected(self.moved(start, s, c, d));
        // R(t) = R(0) P(0)^-1 Z(psi) P(t): docs/exact-rotation.md, The attitude in the gauge of
        // the shortest rotation. It replaces eqs. (9) and (10) of the paper.
        let (cos, sin) = increment.half_phase(self, from);
        let turn = by_way_of_third(self.norm, start, cos, sin, end);
        let turn = Rotation::from_parts(turn.w, self.names.undo(turn.vector())).normalized();
        let end = self.names.undo(end);
        if R::VARIES {
            let (turn, end) = self.unless_fixed(momentum, turn, end, t);
            return with_variation(&self.inertia, momentum, t, turn, end);
        }
        self.unless_fixed(momentum, turn, end, t)
    }

    /// Returns the given rotation and momentum; at a fixed point those of a constant rate.
    #[inline(always)]
    fn unless_fixed(
        &self,
        momentum: Vec3<R>,
        turn: Rotation<R>,
        end: Vec3<R>,
        t: R,
    ) -> (Rotation<R>, Vec3<R>) {
        if !self.fixed.any() {
            return (turn, end);
        }
        let spin = Rotation::exp(self.inertia.rates(momentum) * t);
        (
            Rotation::from_parts(
                R::select(self.fixed, spin.w, turn.w),
                Vec3::select(self.fixed, spin.vector(), turn.vector()),
            ),
            Vec3::select(self.fixed, momentum, end),
        )
    }

    /// Returns the momentum after the time t by the addition theorem, s, c, d = sn, cn, dn of
    /// lambda t. It replaces the phase and the shift of time of Celledoni and Safstrom 2006,
    /// eqs. (15) to (17).
    #[inline(always)]
    fn moved(&self, m: Vec3<R>, s: R, c: R, d: R) -> Vec3<R> {
        // L and 1/N of docs/exact-rotation.md, The momentum from where it is.
        let lever = self.lever * s;
        let scale = (c.squared() + (s * m.z * self.over_a3).squared()).recip();
        Vec3::new(
            m.x * c - self.tau * lever * m.y * m.z * d,
            m.y * c * d + lever * m.x * m.z,
            m.z * d - self.rho * lever * m.x * m.y * c,
        ) * scale
    }

    /// Returns the nearest momentum with the A1 and A3 of the polhode, to first order: removes
    /// rounding errors. Near the intermediate axis A1 and A3 are nearly dependent; therefore
    /// W = tau m3^2 - rho m1^2 is stored separately. docs/exact-rotation.md, What rounding
    /// leaves.
    #[inline(always)]
    fn projected(&self, m: Vec3<R>) -> Vec3<R> {
        let (tau, rho) = (self.tau, self.rho);
        let Vec3 { x, y, z } = m.component_mul(m);
        let e1 = (self.squares.0 - (x + tau * y)).half();
        let e3 = (self.squares.1 - (z + rho * y)).half();
        let ew = (self.w - (tau * z - rho * x)).half();
        let determinant = x * z + y * (rho.squared() * x + tau.squared() * z);
        let possible = R::zero().lt(determinant);
        let scale = R::select(possible, determinant, R::one()).recip();
        let scale = R::select(possible, scale, R::zero());
        let l1 = (z * e1 - rho * y * ew) * scale;
        let l3 = (x * e3 + tau * y * ew) * scale;
        m + Vec3::new(m.x * l1, m.y * (tau * l1 + rho * l3), m.z * l3)
    }
}

/// Returns p(m)^-1 (cos, 0, 0, sin) p(n), up to a factor, where p(m) = (|m| + m3, m2, -m1, 0)
/// is the shortest rotation of m to axis 3. p is regular because m3 > 0.
#[inline(always)]
fn by_way_of_third<R: Real>(norm: R, m: Vec3<R>, cos: R, sin: R, n: Vec3<R>) -> Rotation<R> {
    let (mw, nw) = (norm + m.z, norm + n.z);
    let w = mw * cos;
    let x = m.x * sin - m.y * cos;
    let y = m.x * cos + m.y * sin;
    let z = mw * sin;
    Rotation {
        w: w * nw - x * n.y + y * n.x,
        x: w * n.y + x * nw + z * n.x,
        y: y * nw - w * n.x + z * n.y,
        z: z * nw - x * n.x - y * n.y,
    }
}

/// Renaming of the axes for a polhode.
#[derive(Clone, Copy, Debug)]
pub(super) struct Names<R: Real> {
    order: Renaming<R>,
    pub(super) exchanged: R::Mask,
    turned: R::Mask,
}

impl<R: Real> Names<R> {
    #[inline(always)]
    pub(super) fn apply(&self, v: Vec3<R>) -> Vec3<R> {
        turn(self.turned, exchange(self.exchanged, self.order.apply(v)))
    }
    #[inline(always)]
    pub(super) fn undo(&self, v: Vec3<R>) -> Vec3<R> {
        self.order.undo(exchange(self.exchanged, turn(self.turned, v)))
    }
}

/// Rotates by half a revolution about the bisector of axes 1 and 3; its own inverse.
#[inline(always)]
fn exchange<R: Real>(mask: R::Mask, v: Vec3<R>) -> Vec3<R> {
    if mask.any() { Vec3::select(mask, Vec3::new(v.z, -v.y, v.x), v) } else { v }
}

/// Rotates by half a revolution about axis 1; its own inverse.
#[inline(always)]
fn turn<R: Real>(mask: R::Mask, v: Vec3<R>) -> Vec3<R> {
    if mask.any() { Vec3::select(mask, Vec3::new(v.x, -v.y, -v.z), v) } else { v }
}
