//! What pushes a body.
//!
//! A torque is a formula over any number that contains the body's own, so that
//! its time derivatives come from jets and nobody writes them by hand. Each model
//! has its formula and frame in docs/torques.md.

/// The torque models: scenario name, module, variant of [`Model`], type.
///
/// A row exports the type and makes its variant of [`Model`]; a row under `lanes`, also that of
/// [`LaneModel`]. Those under `scalar` look up times, or prescribe the momentum.
macro_rules! torque_models {
    ($define:ident) => {
        $define! {
            lanes {
                "constant": constant::ConstantInBody(ConstantInBody<R>),
                    constant::ConstantInSpace(ConstantInSpace<R>);
                "uniform-field": uniform_field::UniformField(UniformField<R>);
                "gravity-gradient": gravity_gradient::GravityGradient(GravityGradient<R>);
                "kepler-gravity-gradient":
                    kepler_gravity_gradient::KeplerGravityGradient(KeplerGravityGradient<R>);
                "soft-wall": soft_wall::SoftWall(SoftWall<R>);
                "magnetic-dipole": magnetic_dipole::MagneticDipole(MagneticDipole<R>);
                "prescribed-torque": prescribed::PrescribedTorque(PrescribedTorque<Harmonics<R>>);
                "damping": damping::LinearDamping(LinearDamping<R>);
                "rotor": rotor::Rotor(Rotor<R>);
                "attitude-law": attitude_law::AttitudeLaw(AttitudeLaw<R>);
            }
            scalar {
                "free": free::Free(Free);
                "prescribed-momentum":
                    prescribed::PrescribedMomentum(PrescribedMomentum<Harmonics<R>>);
                "table": table::Table(Table<R>);
                "impulses": impulses::Impulses(Impulses<R>);
            }
        }
    };
}

mod attitude_law;
mod check;
mod closure;
mod constant;
mod damping;
mod exponential;
mod free;
mod gravity_gradient;
mod harmonics;
mod impulses;
mod kepler;
mod kepler_gravity_gradient;
mod lane_model;
mod magnetic_dipole;
mod model;
mod prescribed;
mod pull;
mod rotor;
mod scaled;
mod soft_wall;
mod space_vector;
mod sum;
mod table;
mod uniform_field;

use crate::error::Error;
use crate::failure::Failure;
pub use crate::geometry::Frame;
use crate::geometry::{Rotation, Vec3};
use crate::inertia::Inertia;
use crate::real::{Mask, Over, Real};
use crate::solve::{Patience, kept};
use core::fmt::Debug;

pub use closure::Closure;
pub use harmonics::Harmonics;
pub use impulses::Impulse;
pub use kepler::KeplerOrbit;
pub use lane_model::{LaneModel, LaneModels};
pub use magnetic_dipole::MagneticField;
pub use model::Model;
pub use prescribed::TimeFunction;
pub use pull::Pull;
pub use scaled::Scaled;
pub use space_vector::SpaceVector;
pub use sum::Sum;
pub use table::{Interpolation, Overshoot};

macro_rules! export {
    ($($section:ident { $($name:literal: $($module:ident::$variant:ident($type:ty)),+;)+ })+) => {
        $($($(pub use $module::$variant;)+)+)+
    };
}
torque_models!(export);

/// The arguments of a torque: inertia, time, attitude and momentum, in a scalar type `S` that contains
/// the scalar type `R` of the body.
#[derive(Clone, Copy, Debug)]
pub struct TorqueInput<'a, R, S = R> {
    /// The body's inertia.
    pub inertia: &'a Inertia<R>,
    /// Time.
    pub time: S,
    /// Attitude, body to space.
    pub attitude: Rotation<S>,
    /// Angular momentum in the body frame.
    pub momentum: Vec3<S>,
}

impl<R: Real, S: Over<R>> TorqueInput<'_, R, S> {
    /// Angular velocity in the body frame.
    #[inline]
    pub fn rates(&self) -> Vec3<S> {
        self.momentum.component_mul(self.inertia.inverse().map(S::lift))
    }
    /// A fixed vector of space, in body components.
    #[inline]
    pub fn in_body(&self, space: Vec3<R>) -> Vec3<S> {
        S::in_body(self.attitude, space)
    }
}

/// A torque on a body, in body components.
///
/// A torque implements [`torque`](Torque::torque) and [`properties`](Torque::properties). The other
/// functions have defaults:
///
/// | functions | for torques |
/// |---|---|
/// | [`potential`](Torque::potential) | with a potential energy |
/// | [`kick`](Torque::kick) | that depend on the momentum, with a known flow |
/// | [`prescribed_momentum`](Torque::prescribed_momentum) | that follow from a known angular momentum |
/// | [`next_discontinuity`](Torque::next_discontinuity), [`impulse`](Torque::impulse) | with impulses, or not smooth in time |
/// | [`pull`](Torque::pull), [`is_axisymmetric_about`](Torque::is_axisymmetric_about) | that depend on the attitude through a single vector |
/// | [`count_coefficients`](Torque::count_coefficients) | that count their evaluations |
///
/// A torque that contains other torques forwards each of them; `clippy::missing_trait_methods` on its
/// `impl` finds what is missing.
pub trait Torque<R: Real>: Clone + Debug + Send + Sync + 'static {
    /// True if the torque vanishes; the compiler then drops its evaluation.
    const NONE: bool = false;

    /// Returns the torque in body components.
    fn torque<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Vec3<S>;

    /// Returns the properties of the torque. Methods ask for them in every step.
    fn properties(&self) -> TorqueProperties;

    /// Returns the potential energy of the torque, if there is one.
    fn potential<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Option<S> {
        let _ = at;
        None
    }

    /// Returns the momentum after the torque alone has acted for the time `h` at fixed time and
    /// attitude: the flow of m' = T(t, R, m).
    ///
    /// # Errors
    /// [`Failure::KickNotConverged`] where the implicit midpoint rule, the default for a torque that
    /// depends on the momentum, does not converge.
    #[inline]
    fn kick(&self, at: &TorqueInput<'_, R>, h: R) -> Result<Vec3<R>, Failure> {
        kick_of_any(self, at, h)
    }

    /// Returns the angular momentum in space, where it is prescribed as a function of time: at all times
    /// or never.
    fn prescribed_momentum(&self, time: R) -> Option<Vec3<R>> {
        let _ = time;
        None
    }

    /// Returns the time of the first discontinuity of this kind between `from` and `until`, forwards or
    /// backwards in time.
    fn next_discontinuity(&self, kind: Discontinuity, from: R, until: R) -> Option<R> {
        let _ = (kind, from, until);
        None
    }

    /// Returns the impulse at exactly this time, in body components.
    fn impulse(&self, time: R, attitude: Rotation<R>) -> Vec3<R> {
        let _ = (time, attitude);
        Vec3::zero()
    }

    /// Returns the torque as a function of the single vector of space that it depends on, if it has
    /// that form.
    fn pull(&self, inertia: &Inertia<R>, time: R) -> Option<Pull<R>> {
        let _ = (inertia, time);
        None
    }

    /// Returns whether the torque is known to be invariant, at all times, under rotation about `axis`,
    /// a unit vector of the body.
    fn is_axisymmetric_about(&self, inertia: &Inertia<R>, axis: Vec3<R>) -> R::Mask {
        axisymmetric_by_pull(self, inertia, axis)
    }

    /// Counts series coefficients that a method computed from the recorded formula, without a call of
    /// [`torque`](Torque::torque). Torques that count their evaluations add each coefficient.
    fn count_coefficients(&self, coefficients: u64) {
        let _ = coefficients;
    }
}

/// Properties of a torque that hold at all times and in all states.
///
/// ```
/// use polhode::torque::TorqueProperties;
/// let friction = TorqueProperties { depends_on_momentum: true, ..Default::default() };
/// let sum = TorqueProperties::FREE.and(friction);
/// assert!(sum.depends_on_momentum && !sum.conserves_energy);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent properties, named where they are set"
)]
pub struct TorqueProperties {
    /// The torque depends on the momentum, and so on the angular velocity.
    pub depends_on_momentum: bool,
    /// Kinetic energy plus [`potential`](Torque::potential) is constant: the potential does not depend on
    /// time, and what does not follow from it does no work.
    pub conserves_energy: bool,
    /// The torque can be evaluated on jets.
    pub is_differentiable: bool,
    /// There are impulses: sudden changes of the momentum.
    pub has_impulses: bool,
}

impl TorqueProperties {
    /// The properties of a torque that vanishes.
    pub const FREE: Self = Self {
        depends_on_momentum: false,
        conserves_energy: true,
        is_differentiable: true,
        has_impulses: false,
    };

    /// Returns the properties of a sum of two torques.
    #[inline]
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self {
            depends_on_momentum: self.depends_on_momentum | other.depends_on_momentum,
            conserves_energy: self.conserves_energy & other.conserves_energy,
            is_differentiable: self.is_differentiable & other.is_differentiable,
            has_impulses: self.has_impulses | other.has_impulses,
        }
    }
}

/// The properties of a formula in time and attitude that does not conserve energy.
impl Default for TorqueProperties {
    #[inline]
    fn default() -> Self {
        Self { conserves_energy: false, ..Self::FREE }
    }
}

/// Kinds of discontinuities in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Discontinuity {
    /// A sudden change of the momentum. Of the two ends of an interval the earlier one belongs to it
    /// and the later one does not.
    Impulse {
        /// Whether an impulse at the time `from` counts.
        including: bool,
    },
    /// A jump of the torque or of one of its derivatives, between the two ends of an interval. Methods of
    /// high order end a step there.
    Kink,
}

/// Returns the first of two times after `from`, forwards or backwards.
pub(crate) fn sooner<R: Real>(from: R, times: [Option<R>; 2]) -> Option<R> {
    match times {
        [Some(a), Some(b)] => Some(R::select((a - from).abs().le((b - from).abs()), a, b)),
        [one, other] => one.or(other),
    }
}

/// The default of [`Torque::kick`], for torques that override it in some cases only.
///
/// # Errors
/// As [`Torque::kick`].
#[inline]
pub fn kick_of_any<R: Real, T: Torque<R>>(
    torque: &T,
    at: &TorqueInput<'_, R>,
    h: R,
) -> Result<Vec3<R>, Failure> {
    if torque.properties().depends_on_momentum {
        implicit_midpoint(torque, at, h)
    } else {
        Ok(at.momentum + torque.torque(at) * h)
    }
}

/// The default of [`Torque::is_axisymmetric_about`]: false unless the [`Pull`] of the torque shows it.
pub(crate) fn axisymmetric_by_pull<R: Real, T: Torque<R>>(
    torque: &T,
    inertia: &Inertia<R>,
    axis: Vec3<R>,
) -> R::Mask {
    let pull = torque.pull(inertia, R::zero());
    pull.map_or(R::Mask::splat(false), |pull| pull.is_axisymmetric_about(axis))
}

/// m1 = m0 + h T(t, R, (m0 + m1)/2), by iteration to rounding: symmetric, and
/// exact in what it conserves of quadratic invariants.
fn implicit_midpoint<R: Real, T: Torque<R>>(
    torque: &T,
    at: &TorqueInput<'_, R>,
    h: R,
) -> Result<Vec3<R>, Failure> {
    const MOST: u32 = 100;
    let start = at.momentum;
    let change_at =
        |middle: Vec3<R>| torque.torque(&TorqueInput { momentum: middle, ..*at }) * h.half();
    let mut half = change_at(start);
    let (mut settled, mut patience) = (R::Mask::splat(false), Patience::default());
    for _ in 0..Patience::most::<R>(MOST) {
        let next = change_at(start + half);
        let rounding = (start.max_abs() + next.max_abs()) * R::from_f64(R::EPSILON);
        let now = (next - half).max_abs().le(rounding);
        half = kept(settled, half, next);
        settled = settled | now;
        if patience.ends::<R>(settled) {
            return Ok(start + half.map(R::twice));
        }
    }
    Err(Failure::KickNotConverged)
}

/// The examples of the page compile and run.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/torques.md")]
struct Page;

/// A unit vector, or an error that names what it was to be.
pub(crate) fn unit<R: Real<Mask = bool>>(
    what: &'static str,
    vector: Vec3<R>,
) -> Result<Vec3<R>, Error> {
    let norm = vector.norm();
    if norm.is_finite() && R::zero().lt(norm) {
        Ok(vector / norm)
    } else {
        Err(Error::NoDirection { what })
    }
}
