//! The torque of an inverse-square field on a body of finite size.

use super::{Pull, SpaceVector, Torque, TorqueInput, TorqueProperties, unit};
use crate::error::Error;
use crate::geometry::Vec3;
use crate::inertia::Inertia;
use crate::real::{Over, Real};

/// The gravity gradient of a distant body that is at rest, or goes around evenly.
///
/// With n = R^T direction in body components and I the inertia,
///
/// ```text
/// T = 3 rate_squared n x I n,   V = 3/2 rate_squared n.I n
/// ```
///
/// where `rate_squared` = GM/r^3. Either sign of the direction is the same.
///
/// ```
/// use polhode::{Body, Inertia, Rotation, State, Vec3, torque::GravityGradient};
/// let torque = GravityGradient::new(1.0, Vec3::new(3.0, 4.0, 0.0))?;
/// let body = Body { inertia: Inertia::new([2.0, 3.0, 4.0])?, torque };
/// let state: State<f64> = State::new(Rotation::identity(), Vec3::zero());
/// // 3 (3 - 2) 0.6 0.8 about z
/// assert!((body.torque_at(&state) - Vec3::new(0.0, 0.0, 1.44)).norm() < 1e-15);
/// # Ok::<(), polhode::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GravityGradient<R> {
    /// GM/r^3.
    pub rate_squared: R,
    /// Where the attracting body is: a unit vector of space.
    pub direction: SpaceVector<R>,
}

impl<R: Real<Mask = bool>> GravityGradient<R> {
    /// The direction may have any length.
    ///
    /// # Errors
    /// [`Error::NoDirection`] where the direction is null or not finite.
    pub fn new(rate_squared: R, direction: Vec3<R>) -> Result<Self, Error> {
        let direction = unit("the direction of a gravity gradient", direction)?;
        Ok(Self { rate_squared, direction: SpaceVector::Fixed(direction) })
    }
    /// On a circular orbit: the direction turns about an axis at this rate. Both vectors
    /// may have any length.
    ///
    /// # Errors
    /// [`Error::NoDirection`] where one of them is null or not finite.
    pub fn turning(
        rate_squared: R,
        direction: Vec3<R>,
        axis: Vec3<R>,
        rate: R,
    ) -> Result<Self, Error> {
        let direction = unit("the direction of a gravity gradient", direction)?;
        Ok(Self { rate_squared, direction: SpaceVector::turning(direction, axis, rate)? })
    }
}

impl<R: Copy> GravityGradient<R> {
    /// The same torque, each number of it by what is made of it; always in the same order.
    pub fn map<Q>(&self, f: &mut impl FnMut(R) -> Q) -> GravityGradient<Q> {
        let Self { rate_squared, direction } = *self;
        GravityGradient { rate_squared: f(rate_squared), direction: direction.map(f) }
    }
}

impl<R: Real> Torque<R> for GravityGradient<R> {
    #[inline(always)]
    fn torque<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Vec3<S> {
        torque(at.inertia, S::lift(self.rate_squared), self.direction.in_body(at))
    }
    #[inline]
    fn properties(&self) -> TorqueProperties {
        TorqueProperties {
            conserves_energy: !self.direction.turns(),
            ..TorqueProperties::default()
        }
    }
    #[inline(always)]
    fn potential<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Option<S> {
        Some(potential(at.inertia, S::lift(self.rate_squared), self.direction.in_body(at)))
    }
    fn pull(&self, inertia: &Inertia<R>, time: R) -> Option<Pull<R>> {
        let couplings = couplings(inertia, self.rate_squared);
        Some(Pull { couplings, ..Pull::along(&self.direction, time) })
    }
}

/// 3 rate_squared n x I n.
#[inline(always)]
pub(super) fn torque<R: Real, S: Over<R>>(
    inertia: &Inertia<R>,
    rate_squared: S,
    n: Vec3<S>,
) -> Vec3<S> {
    let products = Vec3::new(n.y * n.z, n.z * n.x, n.x * n.y);
    products.component_mul(couplings(inertia, rate_squared))
}

/// Its factors, with the differences of the moments done first: they are what turns a
/// nearly spherical body.
#[inline(always)]
fn couplings<R: Real, S: Over<R>>(inertia: &Inertia<R>, rate_squared: S) -> Vec3<S> {
    let Vec3 { x, y, z } = inertia.moments();
    Vec3::new(z - y, x - z, y - x).map(S::lift) * (rate_squared * S::from_f64(3.0))
}

/// 3/2 rate_squared n.I n
#[inline(always)]
pub(super) fn potential<R: Real, S: Over<R>>(
    inertia: &Inertia<R>,
    rate_squared: S,
    n: Vec3<S>,
) -> S {
    n.dot(n.component_mul(inertia.moments().map(S::lift))) * rate_squared * S::from_f64(1.5)
}
