//! What the closed form knows of a tumbling body without moving it.

use super::frame::Frame;
use super::polhode::Polhode;
use crate::axes::AxisOrder;
use crate::elliptic::{cel, k, rf};
use crate::geometry::{Axis, Vec3};
use crate::inertia::Inertia;
use crate::real::Real;

/// How the momentum of a free body moves in the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// It circles the axis of the least moment.
    LongAxis,
    /// It circles the axis of the largest moment.
    ShortAxis,
    /// It goes from one end of the intermediate axis to the other, once, in infinite
    /// time.
    Separatrix,
    /// It stands still: a spin about a principal axis, stable or not, any spin of a
    /// spherical body, a spin about any axis of the equator of a symmetric one, or no
    /// spin at all.
    Steady,
}

/// The free rotation of a body through a state, as a whole.
///
/// The angles are Euler's, about the momentum, as is the custom for asteroids that
/// tumble. Of the axis that the momentum circles, the end nearer to the momentum is
/// meant. Its *nutation* theta is its angle to the momentum; its *precession* phi is
/// its azimuth about the momentum; the *rotation* psi is that of the body about it,
/// counted from the node, so that the spin of the body about the circled axis is
/// psi' + phi' cos theta. With Jacobi's functions of lambda t + constant and their
/// quarter period K:
///
/// - after 4 K/lambda, [`rotation_period`](Self::rotation_period), the momentum is back
///   in the body: psi has gained one turn;
/// - after 2 K/lambda, [`nutation_period`](Self::nutation_period), theta is back, and so
///   are phi', the angular speed and the component of the momentum along the circled
///   axis; the other two components have changed sign;
/// - phi does not grow evenly; [`precession_period`](Self::precession_period) is a full
///   turn over its mean rate, in general not commensurable with the others. The body
///   is never again in the same attitude.
///
/// Astronomers write P_psi, P_theta and the mean of P_phi. A body in a short-axis mode
/// is often described by its long axis all the same; then psi swings and phi' has the
/// same mean. Here it is always the circled axis.
///
/// Every quantity is good to a few units in the last place of the state that it is
/// computed from: near the separatrix k' is what the differences of the moments and
/// components leave of it.
///
/// ```
/// use polhode::exact::{Mode, Tumble};
/// use polhode::{Inertia, Vec3};
///
/// let inertia = Inertia::new([1.0, 3.0, 3.2])?;
/// let tumble = Tumble::new(&inertia, Vec3::new(2.0, 1.5, 0.7));
/// assert_eq!(tumble.mode(), Mode::LongAxis);
/// assert_eq!(tumble.nutation_period().map(|p| 2.0 * p), tumble.rotation_period());
/// # Ok::<(), polhode::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Tumble<R: Real> {
    polhode: Polhode<R>,
    inertia: Inertia<R>,
    /// Moments in ascending order.
    moments: Vec3<R>,
    momentum: Vec3<R>,
}

impl<R: Real<Mask = bool>> Tumble<R> {
    /// Of a body with a momentum, in body components.
    #[must_use]
    pub fn new(inertia: &Inertia<R>, momentum: Vec3<R>) -> Self {
        let moments = AxisOrder::Ascending.renaming(inertia).reorder(inertia.moments());
        Self {
            polhode: Polhode::new(&Frame::new(inertia), momentum),
            inertia: *inertia,
            moments,
            momentum,
        }
    }

    /// How the momentum moves in the body.
    #[must_use]
    pub fn mode(&self) -> Mode {
        if self.polhode.fixed {
            Mode::Steady
        } else if self.polhode.k_prime.equals(R::zero()) {
            Mode::Separatrix
        } else if self.polhode.names.exchanged {
            Mode::LongAxis
        } else {
            Mode::ShortAxis
        }
    }

    /// The axis of the body that its momentum circles, if there is one.
    #[must_use]
    pub fn axis(&self) -> Option<Axis> {
        let third = self.polhode.names.undo(Vec3::new(R::zero(), R::zero(), R::one()));
        let circled = Axis::ALL.into_iter().find(|&axis| !third[axis].equals(R::zero()));
        matches!(self.mode(), Mode::LongAxis | Mode::ShortAxis).then_some(circled?)
    }

    /// Modulus k and complementary modulus k' of the motion; none if it is steady.
    #[must_use]
    pub fn modulus(&self) -> Option<(R, R)> {
        self.unless_steady(|p| (p.k_squared.sqrt(), p.k_prime))
    }

    /// 2 E I2/|m|^2 - 1, I2 the intermediate moment: what the energy has too much for
    /// the separatrix. Positive in long-axis, negative in short-axis modes; zero also
    /// for a spherical body and at rest.
    #[must_use]
    pub fn separatrix_excess(&self) -> R {
        let (i, m) = (self.moments, self.sorted());
        let square = m.norm_squared();
        if square.equals(R::zero()) {
            return square;
        }
        let long = m.x.squared() * (i.y - i.x) / i.x;
        let short = m.z.squared() * (i.z - i.y) / i.z;
        (long - short) / square
    }

    /// The least angle, in the body, between the momentum on its way and the
    /// separatrix: two great circles that cross on the intermediate axis, one (the
    /// equator) for a symmetric body, none for a spherical one or at rest.
    #[must_use]
    pub fn separatrix_angle(&self) -> Option<R> {
        let (i, m) = (self.moments, self.sorted());
        let zero = R::zero();
        if !(i.x.lt(i.z) && zero.lt(m.norm_squared())) {
            return None;
        }
        let scale = i.y * (i.z - i.x);
        let (tau, rho) = (i.x * (i.z - i.y) / scale, i.z * (i.y - i.x) / scale);
        // Nearest where m2 = 0, that is, at (A1, 0, A3).
        let a1 = (m.x.squared() + tau * m.y.squared()).sqrt();
        let a3 = (m.z.squared() + rho * m.y.squared()).sqrt();
        let (root_tau, root_rho) = (tau.sqrt(), rho.sqrt());
        let sum = root_tau * a3 + root_rho * a1;
        let across = tau * m.z.squared() - rho * m.x.squared();
        let across = if sum.equals(zero) { zero } else { across.abs() / sum };
        Some(across.atan2(root_rho * a3 + root_tau * a1))
    }

    /// P_psi, the time 4 K/lambda of one rotation of the body about the circled axis,
    /// after which the momentum is back in the body. Infinite on the separatrix, none
    /// if steady.
    #[must_use]
    pub fn rotation_period(&self) -> Option<R> {
        self.nutation_period().map(R::twice)
    }

    /// P_theta, the period 2 K/lambda of the nutation. Infinite on the separatrix, none
    /// if steady.
    #[must_use]
    pub fn nutation_period(&self) -> Option<R> {
        match self.mode() {
            Mode::Steady => None,
            Mode::Separatrix => Some(R::of(f64::INFINITY)),
            _ => Some(k(self.polhode.k_prime.squared()).twice() / self.polhode.lambda),
        }
    }

    /// The mean of psi', the rate at which the body rotates about the circled axis:
    /// positive in long-axis, negative in short-axis modes, zero on the separatrix,
    /// none if steady.
    #[must_use]
    pub fn rotation_rate(&self) -> Option<R> {
        match self.mode() {
            Mode::Steady => None,
            Mode::Separatrix => Some(R::zero()),
            _ => self.rotation_period().map(|p| -self.polhode.sign * R::pi().twice() / p),
        }
    }

    /// P_phi, the mean period of the precession of the circled axis about the
    /// momentum: a full turn over [`precession_rate`](Self::precession_rate).
    #[must_use]
    pub fn precession_period(&self) -> Option<R> {
        self.precession_rate().map(|rate| R::pi().twice() / rate)
    }

    /// The mean of phi', the rate at which the circled axis goes round the momentum:
    /// between |m| over the intermediate and |m| over the outer moment that is not
    /// circled. |m|/I2 on the separatrix, where the body ends; none if steady.
    #[must_use]
    pub fn precession_rate(&self) -> Option<R> {
        let outer = if self.polhode.names.exchanged { self.moments.z } else { self.moments.x };
        let (one, middle) = (R::one(), self.moments.y);
        self.unless_steady(|p| {
            if p.k_prime.equals(R::zero()) {
                return p.norm / middle;
            }
            // phi' = |m| (m1^2/I1 + m2^2/I2)/(m1^2 + m2^2), (m1, m2) ~ (cn, sn/sqrt tau)
            let over = p.tau.recip();
            let whole = cel(p.k_prime, over, outer.recip(), over / middle);
            p.norm * whole / cel(p.k_prime, one, one, one)
        })
    }

    /// The least and the largest nutation: the angles between the momentum and the
    /// circled axis; none if steady. On the separatrix the axis of the largest moment
    /// is meant, and the largest angle, a quarter turn, is the limit.
    #[must_use]
    pub fn nutation_range(&self) -> Option<[R; 2]> {
        self.unless_steady(|p| {
            let (a1, a3) = p.axes();
            [a1.atan2(a3), (a1 / p.tau.sqrt()).atan2(a3 * p.k_prime)]
        })
    }

    /// The least and the largest value of each body component of the momentum.
    #[must_use]
    pub fn momentum_range(&self) -> [Vec3<R>; 2] {
        let range = self.unless_steady(|p| {
            let (a1, a3) = p.axes();
            let side = Vec3::new(a1, a1 / p.tau.sqrt(), a3);
            let ends = [Vec3::new(-side.x, -side.y, a3 * p.k_prime), side];
            let [a, b] = ends.map(|end| p.names.undo(end));
            let pick = |f: fn(R, R) -> R| Vec3::new(f(a.x, b.x), f(a.y, b.y), f(a.z, b.z));
            [pick(R::min), pick(R::max)]
        });
        range.unwrap_or([self.momentum; 2])
    }

    /// The least and the largest value of each body component of the angular velocity.
    #[must_use]
    pub fn rates_range(&self) -> [Vec3<R>; 2] {
        self.momentum_range().map(|m| self.inertia.rates(m))
    }

    /// The time until the momentum's component along the intermediate axis changes
    /// its sign next: when a body that spins nearly about that axis will have flipped
    /// half way. If the component is zero now, the time until it is zero again. None
    /// if it never will: after the passage along the separatrix, and in a steady spin.
    #[must_use]
    pub fn time_to_flip(&self) -> Option<R> {
        let p = &self.polhode;
        if p.fixed {
            return None;
        }
        let zero = R::zero();
        let [s, c, d] = p.phase(p.names.apply(self.momentum));
        // sn grows through zero at cn = 1 and falls through it at cn = -1.
        let ahead = (zero.lt(s) && c.lt(zero)) || (s.lt(zero) && zero.lt(c));
        let from_zero = s.abs() * rf(c.squared(), d.squared(), R::one());
        if ahead {
            Some(from_zero / p.lambda)
        } else if p.k_prime.equals(zero) {
            None
        } else {
            Some((k(p.k_prime.squared()).twice() - from_zero) / p.lambda)
        }
    }

    fn unless_steady<T>(&self, value: impl FnOnce(&Polhode<R>) -> T) -> Option<T> {
        (!self.polhode.fixed).then(|| value(&self.polhode))
    }

    /// The momentum by ascending moments; its signs do not matter.
    fn sorted(&self) -> Vec3<R> {
        AxisOrder::Ascending.renaming(&self.inertia).reorder(self.momentum)
    }
}
