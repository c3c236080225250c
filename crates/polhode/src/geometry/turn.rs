//! The turn about a body axis, in standard and in leap-frog form.
//!
//! A turn by theta about axis j rotates the plane (l, k) of every vector that
//! is kept in body components by theta, and the planes (w, j) and (l, k) of
//! the quaternion by theta/2, where (j, k, l) is cyclic. Fukushima 2012 writes
//! the rotation of a plane as three shears,
//!
//! ```text
//! v += tau u;   u -= sigma v;   v += tau u;      tau = tan(theta/2), sigma = sin theta
//! ```
//!
//! whose determinant is 1 whatever the rounding of tau and sigma: no drift,
//! even in single precision. With sigma = 2 tau/(1 + tau^2) it is a rotation,
//! by 2 atan(tau), for *every* tau; so a truncated series for the tangent
//! changes the angle and nothing else.

use super::{Axis, Vec3};
use crate::real::{Constant, Mask, Real};

/// How the angle becomes coefficients.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TurnRule {
    /// By the angle itself.
    Exact,
    /// By 2 atan(tau), tau = the first K terms of the series of tan(theta/2);
    /// K = 1 is the Cayley transform. The angle is off by O(theta^(2K+1)).
    Tangent(u8),
}

impl TurnRule {
    /// tan(x/2) = x (1/2 + x^2/24 + x^4/240 + ...), Fukushima (7).
    const SERIES: [Constant; 5] = [
        Constant::ratio(1, 2),
        Constant::ratio(1, 24),
        Constant::ratio(1, 240),
        Constant::ratio(17, 40320),
        Constant::ratio(31, 725_760),
    ];
    /// The longest series that is offered.
    pub const LONGEST: u8 = 5;

    #[inline(always)]
    fn series<R: Real>(terms: u8, theta: R) -> R {
        let [c1, c2, c3, c4, c5] = Self::SERIES.map(R::constant);
        let z = theta.squared();
        let sum = match terms {
            0 | 1 => c1,
            2 => z.times_plus(c2, c1),
            3 => z.times_plus(z.times_plus(c3, c2), c1),
            4 => z.times_plus(z.times_plus(z.times_plus(c4, c3), c2), c1),
            _ => z.times_plus(z.times_plus(z.times_plus(z.times_plus(c5, c4), c3), c2), c1),
        };
        sum * theta
    }
}

/// The rotation of a plane.
pub trait Plane<R>: Copy {
    /// (u, v) -> (u cos - v sin, u sin + v cos).
    #[must_use]
    fn rotate(self, u: R, v: R) -> (R, R);
}

/// Cosine and sine.
#[derive(Clone, Copy, Debug)]
pub struct Standard<R> {
    /// Cosine of the angle.
    pub cos: R,
    /// Sine of the angle.
    pub sin: R,
}

impl<R: Real> Plane<R> for Standard<R> {
    #[inline(always)]
    fn rotate(self, u: R, v: R) -> (R, R) {
        (self.cos * u - self.sin * v, self.sin * u + self.cos * v)
    }
}

/// Three shears.
#[derive(Clone, Copy, Debug)]
pub struct ShortShears<R> {
    /// Tangent of half the angle.
    pub tau: R,
    /// Sine of the angle.
    pub sigma: R,
}

impl<R: Real> ShortShears<R> {
    /// The turn of `K` terms of [`TurnRule::Tangent`], for angles that are [`short`](Self::is_short).
    #[inline(always)]
    #[must_use]
    pub fn tangent<const K: u8>(theta: R) -> Self {
        let tau = TurnRule::series(K, theta);
        Self { tau, sigma: tau.twice() / tau.times_plus(tau, R::one()) }
    }
    /// Is the tangent of half of this at most 1, whatever the number of terms? Where it is not,
    /// [`LeapFrog`] takes half a turn away.
    #[inline(always)]
    #[must_use]
    pub fn is_short(theta: R) -> R::Mask {
        theta.abs().le(R::from_f64(1.5))
    }
}

impl<R: Real> Plane<R> for ShortShears<R> {
    #[inline(always)]
    fn rotate(self, u: R, v: R) -> (R, R) {
        let v = self.tau.times_plus(u, v);
        let u = self.sigma.times_less(v, u);
        (u, self.tau.times_plus(u, v))
    }
}

/// Three shears, and a change of sign where the angle was reduced by pi.
#[derive(Clone, Copy, Debug)]
pub struct Shears<R: Real> {
    /// Tangent of half the (reduced) angle, at most 1.
    pub tau: R,
    /// Sine of the (reduced) angle.
    pub sigma: R,
    /// Was it reduced by pi?
    pub opposite: R::Mask,
}

impl<R: Real> Plane<R> for Shears<R> {
    #[inline(always)]
    fn rotate(self, u: R, v: R) -> (R, R) {
        let (u, v) = ShortShears { tau: self.tau, sigma: self.sigma }.rotate(u, v);
        if self.opposite.any() {
            return (R::select(self.opposite, -u, u), R::select(self.opposite, -v, v));
        }
        (u, v)
    }
}

/// The planes' rotations by an angle and by its half, of one and the same turn.
#[derive(Clone, Copy, Debug)]
pub struct Turn<P> {
    /// By the angle: for vectors.
    pub full: P,
    /// By its half: for quaternions.
    pub half: P,
}

/// How a plane is rotated: [`StandardForm`] or [`LeapFrog`].
pub trait TurnForm: Copy + core::fmt::Debug + Default + Send + Sync + 'static {
    /// The rotation of a plane in this form.
    type Plane<R: Real>: Plane<R>;
    /// By the angle alone: what a matrix needs.
    fn full<R: Real>(rule: TurnRule, theta: R) -> Self::Plane<R>;
    /// By the angle and its half: what a quaternion needs. Both come from one
    /// tangent, else the spatial momentum would not be conserved.
    fn both<R: Real>(rule: TurnRule, theta: R) -> Turn<Self::Plane<R>>;
}

/// Cosine and sine, as everyone writes it.
#[derive(Clone, Copy, Debug, Default)]
pub struct StandardForm;

impl TurnForm for StandardForm {
    type Plane<R: Real> = Standard<R>;

    #[inline(always)]
    fn full<R: Real>(rule: TurnRule, theta: R) -> Standard<R> {
        match rule {
            TurnRule::Exact => {
                let (sin, cos) = theta.sin_cos();
                Standard { cos, sin }
            }
            TurnRule::Tangent(terms) => {
                let tau = TurnRule::series(terms, theta);
                let scale = (R::one() + tau.squared()).recip();
                Standard { cos: (R::one() - tau.squared()) * scale, sin: tau.twice() * scale }
            }
        }
    }

    #[inline(always)]
    fn both<R: Real>(rule: TurnRule, theta: R) -> Turn<Standard<R>> {
        let half = match rule {
            TurnRule::Exact => {
                let (sin, cos) = theta.half().sin_cos();
                Standard { cos, sin }
            }
            TurnRule::Tangent(terms) => {
                let tau = TurnRule::series(terms, theta);
                let cos = (R::one() + tau.squared()).sqrt().recip();
                Standard { cos, sin: tau * cos }
            }
        };
        let twice_sin = half.sin.twice();
        let full = Standard { cos: R::one() - twice_sin * half.sin, sin: twice_sin * half.cos };
        Turn { full, half }
    }
}

/// Fukushima's three shears.
#[derive(Clone, Copy, Debug, Default)]
pub struct LeapFrog;

impl LeapFrog {
    /// The turn by 2 atan(numerator/denominator), whose sine is sigma, reduced by
    /// pi so that |tau| <= 1: else rounding would grow with tau.
    #[inline(always)]
    fn reduced<R: Real>(numerator: R, denominator: R, sigma: R) -> Shears<R> {
        let opposite = denominator.abs().lt(numerator.abs());
        if !opposite.any() {
            return Shears { tau: numerator / denominator, sigma, opposite };
        }
        let (above, below) = (
            R::select(opposite, -denominator, numerator),
            R::select(opposite, numerator, denominator),
        );
        Shears { tau: above / below, sigma: R::select(opposite, -sigma, sigma), opposite }
    }
}

impl TurnForm for LeapFrog {
    type Plane<R: Real> = Shears<R>;

    #[inline(always)]
    fn full<R: Real>(rule: TurnRule, theta: R) -> Shears<R> {
        match rule {
            TurnRule::Exact => {
                let (sin, cos) = theta.half().sin_cos();
                Self::reduced(sin, cos, sin.twice() * cos)
            }
            TurnRule::Tangent(terms) => {
                let tau = TurnRule::series(terms, theta);
                Self::reduced(tau, R::one(), tau.twice() / tau.times_plus(tau, R::one()))
            }
        }
    }

    #[inline(always)]
    fn both<R: Real>(rule: TurnRule, theta: R) -> Turn<Shears<R>> {
        let one = R::one();
        match rule {
            TurnRule::Exact => {
                let (sin, cos) = theta.half().sin_cos();
                let full = Self::reduced(sin, cos, sin.twice() * cos);
                Turn { full, half: Self::reduced(sin, one + cos, sin) }
            }
            TurnRule::Tangent(terms) => {
                let tau = TurnRule::series(terms, theta);
                let square = tau.times_plus(tau, one);
                let full = Self::reduced(tau, one, tau.twice() / square);
                // With phi = atan(tau): tan(phi/2) and sin phi.
                let root = square.sqrt();
                let half = Self::reduced(tau, one + root, tau / root);
                Turn { full, half }
            }
        }
    }
}

impl<R> Vec3<R> {
    /// Its components after the body has turned about one of its axes: the
    /// vector itself stays where it is.
    #[inline(always)]
    #[must_use]
    pub fn seen_after(self, axis: Axis, plane: impl Plane<R>) -> Self {
        let Self { x, y, z } = self;
        match axis {
            Axis::X => {
                let (z, y) = plane.rotate(z, y);
                Self { x, y, z }
            }
            Axis::Y => {
                let (x, z) = plane.rotate(x, z);
                Self { x, y, z }
            }
            Axis::Z => {
                let (y, x) = plane.rotate(y, x);
                Self { x, y, z }
            }
        }
    }
}
