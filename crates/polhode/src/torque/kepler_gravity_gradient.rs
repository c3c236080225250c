//! The gravity gradient on a body in orbit.

use super::gravity_gradient::{potential, torque};
use super::kepler::{KeplerOrbit, solve};
use super::{Torque, TorqueInput, TorqueProperties};
use crate::error::Error;
use crate::geometry::Vec3;
use crate::real::{Lanes, Mask, Over, Real};

/// The gravity gradient on a body that moves on a Kepler orbit.
///
/// With the eccentric anomaly E(t), P the unit vector to the periapsis and Q that
/// a quarter turn ahead, both in space,
///
/// ```text
/// r/a = 1 - e cos E,   rate_squared = GM/r^3,
/// direction = ((cos E - e) P + sqrt(1 - e^2) sin E Q) a/r
/// ```
///
/// and with n = R^T direction: T = 3 rate_squared n x I n,
/// V = 3/2 rate_squared n.I n. The potential depends on time, so the energy is
/// not constant. The turning of the body does not act back on the orbit.
///
/// ```
/// use polhode::torque::{KeplerGravityGradient, KeplerOrbit};
/// let (k, degree): (f64, f64) = (0.01720209895, 1f64.to_radians());
/// let ida = KeplerGravityGradient::new(KeplerOrbit {
///     gm: k * k, // AU^3/day^2
///     semi_major_axis: 2.862,
///     eccentricity: 0.0452,
///     inclination: 1.138 * degree,
///     node: 324.218 * degree,
///     periapsis: 108.754 * degree,
///     mean_anomaly: 191.869 * degree,
/// })?;
/// let (rate_squared, direction) = ida.place(0.0);
/// assert!((direction.norm() - 1.0).abs() < 1e-15 && rate_squared < 1.3e-5);
/// # Ok::<(), polhode::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KeplerGravityGradient<R> {
    orbit: KeplerOrbit<R>,
    rate_squared: R,
    mean_motion: R,
    towards: Vec3<R>,
    /// sqrt(1 - e^2) Q
    across: Vec3<R>,
}

impl<R: Real> KeplerGravityGradient<R> {
    fn from_orbit(orbit: KeplerOrbit<R>) -> Self {
        let [towards, ahead] = orbit.axes();
        let (e, rate_squared) = (orbit.eccentricity, orbit.rate_squared());
        let across = ahead * ((R::one() - e) * (R::one() + e)).sqrt();
        Self { orbit, rate_squared, mean_motion: rate_squared.sqrt(), towards, across }
    }
    /// The orbit.
    pub fn orbit(&self) -> &KeplerOrbit<R> {
        &self.orbit
    }
    /// GM/r^3 at this time and the unit vector of space from the attracting body
    /// to this one.
    #[inline]
    pub fn place<S: Over<R>>(&self, time: S) -> (S, Vec3<S>) {
        let e = self.orbit.eccentricity;
        let mean = S::lift(self.orbit.mean_anomaly) + S::lift(self.mean_motion) * time;
        let circular = S::lift(e).equals(S::zero());
        if !circular.any() {
            return self.place_on_ellipse(mean);
        }
        let (sin, cos) = mean.sin_cos();
        let direction = self.towards.map(S::lift) * cos + self.across.map(S::lift) * sin;
        let rate_squared = S::lift(self.rate_squared);
        if circular.all() {
            return (rate_squared, direction);
        }
        let (rate_on_ellipse, direction_on_ellipse) = self.place_on_ellipse(mean);
        (
            S::select(circular, rate_squared, rate_on_ellipse),
            Vec3::select(circular, direction, direction_on_ellipse),
        )
    }

    #[inline]
    fn place_on_ellipse<S: Over<R>>(&self, mean: S) -> (S, Vec3<S>) {
        let e = self.orbit.eccentricity;
        let (sin, cos) = solve(mean, e).half().sin_cos();
        // Half angles keep the digits of 1 - e cos E and cos E - e near e = 1.
        let (rest, versine) = (S::lift(R::one() - e), sin.squared().twice());
        let over = (rest + S::lift(e) * versine).recip();
        let direction = self.towards.map(S::lift) * ((rest - versine) * over)
            + self.across.map(S::lift) * ((sin * cos).twice() * over);
        (S::lift(self.rate_squared) * over * over.squared(), direction)
    }
}

impl<R: Real<Mask = bool>> KeplerGravityGradient<R> {
    /// From the elements of the orbit.
    ///
    /// # Errors
    /// As [`KeplerOrbit::checked`].
    pub fn new(orbit: KeplerOrbit<R>) -> Result<Self, Error> {
        orbit.checked().map(Self::from_orbit)
    }
}

impl<R: Lanes> KeplerGravityGradient<R> {
    /// Every lane from its index.
    pub fn from_lanes(mut lane: impl FnMut(usize) -> KeplerGravityGradient<R::Scalar>) -> Self {
        let mut part =
            |of: fn(&KeplerOrbit<R::Scalar>) -> R::Scalar| R::from_lanes(|i| of(&lane(i).orbit));
        Self::from_orbit(KeplerOrbit {
            gm: part(|o| o.gm),
            semi_major_axis: part(|o| o.semi_major_axis),
            eccentricity: part(|o| o.eccentricity),
            inclination: part(|o| o.inclination),
            node: part(|o| o.node),
            periapsis: part(|o| o.periapsis),
            mean_anomaly: part(|o| o.mean_anomaly),
        })
    }
}

impl<R: Copy> KeplerGravityGradient<R> {
    pub(super) fn map<Q>(&self, f: &mut impl FnMut(R) -> Q) -> KeplerGravityGradient<Q> {
        KeplerGravityGradient {
            orbit: self.orbit.map(f),
            rate_squared: f(self.rate_squared),
            mean_motion: f(self.mean_motion),
            towards: self.towards.map(&mut *f),
            across: self.across.map(f),
        }
    }
}

impl<R: Real> Torque<R> for KeplerGravityGradient<R> {
    #[inline]
    fn torque<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Vec3<S> {
        let (rate_squared, direction) = self.place(at.time);
        torque(at.inertia, rate_squared, at.attitude.apply_inverse(direction))
    }
    #[inline]
    fn properties(&self) -> TorqueProperties {
        TorqueProperties::default()
    }
    #[inline]
    fn potential<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Option<S> {
        let (rate_squared, direction) = self.place(at.time);
        Some(potential(at.inertia, rate_squared, at.attitude.apply_inverse(direction)))
    }
}
