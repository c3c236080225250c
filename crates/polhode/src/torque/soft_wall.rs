//! A top that comes near a soft wall (Krysl 2004).

use super::check::{checked, finite};
use super::{Torque, TorqueInput, TorqueProperties};
use crate::error::Error;
use crate::geometry::{Axis, Vec3};
use crate::real::{Constant, Over, Real};

/// A Coulomb force with a hard core that acts on the tip of the body's third
/// axis.
///
/// With gamma = R^T e3, the space axis z in body components, and z = gamma_3 the
/// height of the tip,
///
/// ```text
/// V = strength (1/(offset + z) - core/(offset + z)^10)
/// T = V'(z) gamma x e3
/// ```
///
/// Krysl's text has a repelling core and his formula the sign of an attracting
/// one: [`printed`](SoftWall::printed) is the formula, [`physical`](SoftWall::physical)
/// the text.
///
/// ```
/// use polhode::{Body, Inertia, Rotation, State, Vec3, torque::SoftWall};
/// let body = Body { inertia: Inertia::new([5.0, 5.0, 1.0])?, torque: SoftWall::printed() };
/// let upright: State<f64> = State::new(Rotation::identity(), Vec3::zero());
/// assert_eq!(body.torque_at(&upright), Vec3::zero());
/// # Ok::<(), polhode::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SoftWall<R> {
    /// Strength of the Coulomb force: positive repels the tip from the wall.
    pub strength: R,
    /// Distance of the wall from the fixed point; more than 1.
    pub offset: R,
    /// Weight of the core.
    pub core: R,
}

impl<R: Real> SoftWall<R> {
    fn krysl(strength: f64) -> Self {
        Self {
            strength: R::from_f64(strength),
            offset: R::constant(Constant::decimal("1.1")),
            core: R::constant(Constant::decimal("0.001")),
        }
    }
    /// The signs of Krysl's formula: offset 1.1, core 0.001, strength 1.
    #[must_use]
    pub fn printed() -> Self {
        Self::krysl(1.0)
    }
    /// The other sign, strength -1: the far field attracts, the core repels.
    #[must_use]
    pub fn physical() -> Self {
        Self::krysl(-1.0)
    }
}

impl<R: Real<Mask = bool>> SoftWall<R> {
    /// Any wall that the tip does not reach.
    ///
    /// # Errors
    /// [`Error::Parameter`] unless the offset exceeds 1 and all are finite.
    pub fn new(strength: R, offset: R, core: R) -> Result<Self, Error> {
        Ok(Self {
            strength: finite("the strength of a soft wall", strength)?,
            offset: checked(
                "the offset of a soft wall",
                offset,
                R::one().lt(offset),
                ("exceed 1 and be finite", "else the tip, at height -1 to 1, goes through it"),
            )?,
            core: finite("the core of a soft wall", core)?,
        })
    }
}

impl<R: Copy> SoftWall<R> {
    pub(super) fn map<Q>(&self, f: &mut impl FnMut(R) -> Q) -> SoftWall<Q> {
        let Self { strength, offset, core } = *self;
        SoftWall { strength: f(strength), offset: f(offset), core: f(core) }
    }
}

impl<R: Real> Torque<R> for SoftWall<R> {
    #[inline]
    fn torque<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Vec3<S> {
        let gamma = at.in_body(Vec3::unit(Axis::Z));
        let (near, core) = self.distance(gamma.z);
        // V' = strength (-1/d^2 + 10 core/d^11)
        let slope = S::lift(self.strength) * near.squared() * (core * S::from_f64(10.0) - S::one());
        Vec3::new(slope * gamma.y, -(slope * gamma.x), S::zero())
    }
    #[inline]
    fn properties(&self) -> TorqueProperties {
        TorqueProperties { conserves_energy: true, ..TorqueProperties::default() }
    }
    #[inline]
    fn potential<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Option<S> {
        let (near, core) = self.distance(at.in_body(Vec3::unit(Axis::Z)).z);
        Some(S::lift(self.strength) * near * (S::one() - core))
    }
}

impl<R: Real> SoftWall<R> {
    /// 1/d and core/d^9 where d = offset + z.
    #[inline]
    fn distance<S: Over<R>>(&self, z: S) -> (S, S) {
        let near = (S::lift(self.offset) + z).recip();
        (near, S::lift(self.core) * near.powi(9))
    }
}
