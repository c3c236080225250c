//! A controller that holds an attitude.

use super::check::finite_vector;
use super::{Torque, TorqueInput, TorqueProperties};
use crate::error::Error;
use crate::geometry::{Rotation, Vec3};
use crate::real::{Mask, Over, Real};

/// Proportional-derivative control towards a target attitude.
///
/// With q_e = q_t^-1 q the turn from the target to the body, (w, v) its scalar
/// and vector part, all in body components and element by element,
///
/// ```text
/// T = -stiffness sign(w) v - damping omega
/// ```
///
/// The sign makes the body take the shorter way; where w = 0, half a turn away,
/// the torque jumps. Without damping and with the same stiffness about all axes
/// the torque comes from V = 2 stiffness (1 - |w|), and energy is constant.
///
/// ```
/// use polhode::{Body, Inertia, Rotation, State, Vec3, geometry::Axis, torque::AttitudeLaw};
/// let gains = [Vec3::from_f64([4.0; 3]), Vec3::from_f64([1.0; 3])];
/// let torque = AttitudeLaw::new(Rotation::identity(), gains[0], gains[1])?;
/// let body = Body { inertia: Inertia::new([1.0, 2.0, 2.0])?, torque };
/// let off: State<f64> = State::new(Rotation::about(Axis::X, 0.1), Vec3::zero());
/// assert!((body.torque_at(&off).x + 4.0 * 0.05f64.sin()).abs() < 1e-15);
/// # Ok::<(), polhode::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AttitudeLaw<R> {
    /// Where to.
    pub target: Rotation<R>,
    /// Torque per sine of half the angle, about each body axis.
    pub stiffness: Vec3<R>,
    /// Torque per rate, about each body axis.
    pub damping: Vec3<R>,
}

impl<R: Real<Mask = bool>> AttitudeLaw<R> {
    /// The target may have any norm.
    ///
    /// # Errors
    /// [`Error::NoDirection`] where the target is null or not finite,
    /// [`Error::Parameter`] where a gain is not finite.
    pub fn new(target: Rotation<R>, stiffness: Vec3<R>, damping: Vec3<R>) -> Result<Self, Error> {
        let norm = target.norm_squared();
        if !(norm.is_finite() && R::zero().lt(norm)) {
            return Err(Error::NoDirection { what: "the quaternion of the target attitude" });
        }
        Ok(Self {
            target: target.normalized(),
            stiffness: finite_vector("a stiffness of an attitude law", stiffness)?,
            damping: finite_vector("a damping of an attitude law", damping)?,
        })
    }
}

impl<R: Real> AttitudeLaw<R> {
    /// q_t^-1 q
    #[inline]
    fn error<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Rotation<S> {
        let Rotation { w, x, y, z } = self.target.inverse();
        Rotation { w: S::lift(w), x: S::lift(x), y: S::lift(y), z: S::lift(z) } * at.attitude
    }
    fn is_damped(&self) -> bool {
        !self.damping.max_abs().equals(R::zero()).all()
    }
    fn has_potential(&self) -> bool {
        let Vec3 { x, y, z } = self.stiffness;
        !self.is_damped() && (x.equals(y) & y.equals(z)).all()
    }
}

impl<R: Copy> AttitudeLaw<R> {
    pub(super) fn map<Q>(&self, f: &mut impl FnMut(R) -> Q) -> AttitudeLaw<Q> {
        let Self { target: Rotation { w, x, y, z }, stiffness, damping } = *self;
        AttitudeLaw {
            target: Rotation { w: f(w), x: f(x), y: f(y), z: f(z) },
            stiffness: stiffness.map(&mut *f),
            damping: damping.map(f),
        }
    }
}

impl<R: Real> Torque<R> for AttitudeLaw<R> {
    #[inline]
    fn torque<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Vec3<S> {
        let error = self.error(at);
        let shorter = error.vector() * S::one().with_sign_of(error.w);
        let damping = at.rates().component_mul(self.damping.map(S::lift));
        -(shorter.component_mul(self.stiffness.map(S::lift)) + damping)
    }
    #[inline]
    fn properties(&self) -> TorqueProperties {
        TorqueProperties {
            depends_on_momentum: self.is_damped(),
            conserves_energy: self.has_potential(),
            ..TorqueProperties::default()
        }
    }
    /// Where the whole torque comes from it.
    fn potential<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Option<S> {
        if !self.has_potential() {
            return None;
        }
        // 1 - |w| = |v|^2 / (1 + |w|)
        let error = self.error(at);
        let rest = error.vector().norm_squared() / (S::one() + error.w.abs());
        Some(S::lift(self.stiffness.x).twice() * rest)
    }
}
