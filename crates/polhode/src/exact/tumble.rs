//! Periods and ranges of a tumbling free body: docs/exact-rotation.md, Periods, extremes,
//! flips.

use super::frame::PrincipalFrame;
use super::polhode::Polhode;
use crate::axes::AxisOrder;
use crate::elliptic::{cel, k, rf};
use crate::geometry::{Axis, Vec3};
use crate::inertia::Inertia;
use crate::real::Real;

/// Mode of the free rotation: the motion of the momentum in the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// The momentum circles the axis of the smallest moment.
    LongAxis,
    /// The momentum circles the axis of the largest moment.
    ShortAxis,
    /// The momentum moves from one end of the intermediate axis to the other, once, in
    /// infinite time.
    Separatrix,
    /// The momentum is constant in the body: a spin about a principal axis, stable or not, any
    /// spin of a spherical body, a spin about any axis on the equator of a symmetric body, or
    /// rest.
    Steady,
}

/// Periods, rates and ranges of the free rotation of a body through a state.
///
/// The angles are Euler angles about the momentum, the convention for tumbling asteroids
/// (Samarasinha and A'Hearn 1991, Kaasalainen 2001). The axis is the end nearer to the
/// momentum of the axis that the momentum circles. The *nutation* theta is the angle of the
/// axis to the momentum. The *precession* phi is the azimuth of the axis about the momentum.
/// The *rotation* psi is the angle of the body about the axis, counted from the node, so that
/// the spin of the body about the circled axis is psi' + phi' cos theta. With Jacobi's
/// functions of lambda t + constant and their quarter period K:
///
/// - [`rotation_period`](Self::rotation_period), 4 K/lambda, is the period of the momentum
///   in the body: psi gains one revolution;
/// - [`nutation_period`](Self::nutation_period), 2 K/lambda, is the period of theta, phi',
///   the angular speed and the component of the momentum along the circled axis; the other
///   two components change sign;
/// - phi does not grow uniformly; [`precession_period`](Self::precession_period) is a
///   revolution divided by its mean rate, in general not commensurable with the other
///   periods. The attitude is then not periodic.
///
/// The periods are P_psi, P_theta and the mean of P_phi in the notation of astronomers. They
/// often describe a short-axis mode by the long axis as well; then psi oscillates and phi' has
/// the same mean. Here the axis is always the circled one.
///
/// Every quantity is accurate to a few units in the last place for the given state. Near the
/// separatrix the accuracy of k' is that of the differences of the moments and components.
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
    /// Moments of inertia in ascending order.
    moments: Vec3<R>,
    momentum: Vec3<R>,
}

impl<R: Real<Mask = bool>> Tumble<R> {
    /// Returns the motion of a body with a momentum in body components.
    #[must_use]
    pub fn new(inertia: &Inertia<R>, momentum: Vec3<R>) -> Self {
        let moments = AxisOrder::Ascending.renaming(inertia).reorder(inertia.moments());
        Self {
            polhode: Polhode::new(&PrincipalFrame::new(inertia), momentum),
            inertia: *inertia,
            moments,
            momentum,
        }
    }

    /// Returns the mode of the rotation.
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

    /// Returns the axis of the body that the momentum circles, if there is one.
    #[must_use]
    pub fn axis(&self) -> Option<Axis> {
        let third = self.polhode.names.undo(Vec3::new(R::zero(), R::zero(), R::one()));
        let circled = Axis::ALL.into_iter().find(|&axis| !third[axis].equals(R::zero()));
        matches!(self.mode(), Mode::LongAxis | Mode::ShortAxis).then_some(circled?)
    }

    /// Returns modulus k and complementary modulus k' of the motion; none if it is steady.
    #[must_use]
    pub fn modulus(&self) -> Option<(R, R)> {
        self.unless_steady(|p| (p.k_squared.sqrt(), p.k_prime))
    }

    /// Returns 2 E I2/|m|^2 - 1, I2 the intermediate moment: the relative excess of the energy
    /// over that of the separatrix. Positive in long-axis, negative in short-axis modes; zero
    /// also for a spherical body and at rest.
    #[must_use]
    pub fn separatrix_excess(&self) -> R {
        let (i, m) = (self.moments, self.sorted());
        let square = m.norm_squared();
        if square.equals(R::zero()) {
            return square;
        }
        // m1^2 (I2 - I1)/I1 - m3^2 (I3 - I2)/I3 over |m|^2, without the terms in m2 that cancel.
        let long = m.x.squared() * (i.y - i.x) / i.x;
        let short = m.z.squared() * (i.z - i.y) / i.z;
        (long - short) / square
    }

    /// Returns the smallest angle, in the body, between the momentum along its polhode and the
    /// separatrix: two great circles that cross on the intermediate axis, one (the equator) for
    /// a symmetric body, none for a spherical one or at rest.
    #[must_use]
    pub fn separatrix_angle(&self) -> Option<R> {
        let (i, m) = (self.moments, self.sorted());
        let zero = R::zero();
        if !(i.x.lt(i.z) && zero.lt(m.norm_squared())) {
            return None;
        }
        let scale = i.y * (i.z - i.x);
        let (tau, rho) = (i.x * (i.z - i.y) / scale, i.z * (i.y - i.x) / scale);
        // Smallest where m2 = 0, at (A1, 0, A3): the table of docs/exact-rotation.md, Periods,
        // extremes, flips.
        let a1 = (m.x.squared() + tau * m.y.squared()).sqrt();
        let a3 = (m.z.squared() + rho * m.y.squared()).sqrt();
        let (root_tau, root_rho) = (tau.sqrt(), rho.sqrt());
        let sum = root_tau * a3 + root_rho * a1;
        let across = tau * m.z.squared() - rho * m.x.squared();
        let across = if sum.equals(zero) { zero } else { across.abs() / sum };
        Some(across.atan2(root_rho * a3 + root_tau * a1))
    }

    /// Returns P_psi, the time 4 K/lambda of one revolution of the body about the circled axis,
    /// which is the period of the momentum in the body. Infinite on the separatrix, none if
    /// steady.
    #[must_use]
    pub fn rotation_period(&self) -> Option<R> {
        self.nutation_period().map(R::twice)
    }

    /// Returns P_theta, the period 2 K/lambda of the nutation. Infinite on the separatrix, none
    /// if steady.
    #[must_use]
    pub fn nutation_period(&self) -> Option<R> {
        match self.mode() {
            Mode::Steady => None,
            Mode::Separatrix => Some(R::from_f64(f64::INFINITY)),
            _ => Some(k(self.polhode.k_prime.squared()).twice() / self.polhode.lambda),
        }
    }

    /// Returns the mean of psi', the rate of rotation about the circled axis: positive in
    /// long-axis, negative in short-axis modes, zero on the separatrix, none if steady.
    #[must_use]
    pub fn rotation_rate(&self) -> Option<R> {
        match self.mode() {
            Mode::Steady => None,
            Mode::Separatrix => Some(R::zero()),
            _ => self.rotation_period().map(|p| -self.polhode.sign * R::pi().twice() / p),
        }
    }

    /// Returns P_phi, the mean period of the precession of the circled axis about the momentum:
    /// a revolution divided by [`precession_rate`](Self::precession_rate).
    #[must_use]
    pub fn precession_period(&self) -> Option<R> {
        self.precession_rate().map(|rate| R::pi().twice() / rate)
    }

    /// Returns the mean of phi', the rate of precession of the circled axis about the momentum.
    /// The rate is between |m| over the intermediate moment and |m| over the outer moment that
    /// is not circled. |m|/I2 on the separatrix, the limit of the motion; none if steady.
    #[must_use]
    pub fn precession_rate(&self) -> Option<R> {
        let outer = if self.polhode.names.exchanged { self.moments.z } else { self.moments.x };
        let (one, middle) = (R::one(), self.moments.y);
        self.unless_steady(|p| {
            if p.k_prime.equals(R::zero()) {
                return p.norm / middle;
            }
            // phi' = |m| (m1^2/I1 + m2^2/I2)/(m1^2 + m2^2), (m1, m2) ~ (cn, sn/sqrt tau); the
            // mean by Bulirsch's cel: docs/exact-rotation.md, The mean precession.
            let over = p.tau.recip();
            let whole = cel(p.k_prime, over, outer.recip(), over / middle);
            p.norm * whole / cel(p.k_prime, one, one, one)
        })
    }

    /// Returns the smallest and the largest nutation, the angle between the momentum and the
    /// circled axis; none if steady. On the separatrix the axis is that of the largest moment,
    /// and the largest angle, a quarter of a revolution, is a limit.
    #[must_use]
    pub fn nutation_range(&self) -> Option<[R; 2]> {
        self.unless_steady(|p| {
            let (a1, a3) = p.axes();
            // tan = A1/A3, tan = A1/(sqrt(tau) A3 k').
            [a1.atan2(a3), (a1 / p.tau.sqrt()).atan2(a3 * p.k_prime)]
        })
    }

    /// Returns the smallest and the largest value of each body component of the momentum.
    #[must_use]
    pub fn momentum_range(&self) -> [Vec3<R>; 2] {
        let range = self.unless_steady(|p| {
            let (a1, a3) = p.axes();
            // +-A1, +-A1/sqrt(tau), A3 k' to A3.
            let side = Vec3::new(a1, a1 / p.tau.sqrt(), a3);
            let ends = [Vec3::new(-side.x, -side.y, a3 * p.k_prime), side];
            let [a, b] = ends.map(|end| p.names.undo(end));
            let pick = |f: fn(R, R) -> R| Vec3::new(f(a.x, b.x), f(a.y, b.y), f(a.z, b.z));
            [pick(R::min), pick(R::max)]
        });
        range.unwrap_or([self.momentum; 2])
    }

    /// Returns the smallest and the largest value of each body component of the angular
    /// velocity.
    #[must_use]
    pub fn rates_range(&self) -> [Vec3<R>; 2] {
        self.momentum_range().map(|m| self.inertia.rates(m))
    }

    /// Returns the time until the component of the momentum along the intermediate axis next
    /// changes its sign: the middle of the flip of a body that spins nearly about that axis. If
    /// the component is zero now, the time until it is zero again. None if there is no such
    /// time: after the passage along the separatrix, and in a steady spin.
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
        // F = sn0 R_F(cn0^2, dn0^2, 1): docs/exact-rotation.md, Periods, extremes, flips.
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

    /// Returns the momentum by ascending moments, up to signs.
    fn sorted(&self) -> Vec3<R> {
        AxisOrder::Ascending.renaming(&self.inertia).reorder(self.momentum)
    }
}
