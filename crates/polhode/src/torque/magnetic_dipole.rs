//! A magnet in a field.

use super::{Pull, SpaceVector, Torque, TorqueInput, TorqueProperties};
use crate::geometry::Vec3;
use crate::inertia::Inertia;
use crate::real::{Over, Real};

/// A magnetic field that is the same everywhere: it does not change, or turns.
pub type MagneticField<R> = SpaceVector<R>;

/// A dipole that is fixed in the body, in a field B that is fixed in space or
/// turns there:
///
/// ```text
/// T = moment x R^T B(t),   V = -moment.R^T B(t)
/// ```
///
/// Energy is constant where the field is fixed.
///
/// ```
/// use polhode::{Body, Inertia, Rotation, State, Vec3};
/// use polhode::torque::{MagneticDipole, MagneticField};
/// let field = MagneticField::turning(Vec3::new(1.0, 0.0, 0.0), Vec3::new(0.0, 0.0, 5.0), 0.1)?;
/// let torque = MagneticDipole { moment: Vec3::new(0.0, 2.0, 0.0), field };
/// let body = Body { inertia: Inertia::new([1.0, 2.0, 2.0])?, torque };
/// let state: State<f64> = State::new(Rotation::identity(), Vec3::zero());
/// assert_eq!(body.torque_at(&state), Vec3::new(0.0, 0.0, -2.0));
/// # Ok::<(), polhode::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MagneticDipole<R> {
    /// The dipole, in body components.
    pub moment: Vec3<R>,
    /// The field.
    pub field: MagneticField<R>,
}

impl<R: Real> MagneticDipole<R> {
    #[inline]
    fn moment_and_field<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> (Vec3<S>, Vec3<S>) {
        (self.moment.map(S::lift), at.attitude.apply_inverse(self.field.at(at.time)))
    }
}

impl<R: Copy> MagneticDipole<R> {
    pub(super) fn map<Q>(&self, f: &mut impl FnMut(R) -> Q) -> MagneticDipole<Q> {
        MagneticDipole { moment: self.moment.map(&mut *f), field: self.field.map(f) }
    }
}

impl<R: Real> Torque<R> for MagneticDipole<R> {
    #[inline]
    fn torque<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Vec3<S> {
        let (moment, field) = self.moment_and_field(at);
        moment.cross(field)
    }
    #[inline]
    fn properties(&self) -> TorqueProperties {
        TorqueProperties { conserves_energy: !self.field.turns(), ..TorqueProperties::default() }
    }
    #[inline]
    fn potential<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Option<S> {
        let (moment, field) = self.moment_and_field(at);
        Some(-moment.dot(field))
    }
    fn pull(&self, _: &Inertia<R>, time: R) -> Option<Pull<R>> {
        Some(Pull { arm: -self.moment, ..Pull::along(&self.field, time) })
    }
}
