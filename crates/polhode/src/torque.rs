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
mod on_branch;
mod prescribed;
mod pull;
mod rotor;
mod scaled;
mod soft_wall;
mod space_vector;
mod sum;
mod switching;
mod table;
mod uniform_field;

use crate::error::Error;
use crate::failure::Failure;
pub use crate::geometry::Frame;
use crate::geometry::{Rotation, Vec3};
use crate::inertia::Inertia;
use crate::real::{Jet, Mask, Over, Real};
use crate::resolution::NearTimes;
use crate::solve::{Patience, keep_converged};
use alloc::vec::Vec;
use core::fmt::Debug;

pub use closure::Closure;
pub use harmonics::Harmonics;
pub use impulses::Impulse;
pub use kepler::KeplerOrbit;
pub use lane_model::{LaneModel, LaneModels};
pub use magnetic_dipole::MagneticField;
pub use model::Model;
pub(crate) use on_branch::OnBranch;
pub use prescribed::TimeFunction;
pub use pull::Pull;
pub use scaled::Scaled;
pub use space_vector::SpaceVector;
pub use sum::Sum;
pub use switching::{SLIDING, Switch, SwitchKind};
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
    /// The branch of each switching function of the torque, in the order of [`Torque::switches`]. Empty: the
    /// branches that the values of the switching functions select here.
    pub branches: &'a [f64],
}

impl<'a, R: Real, S: Over<R>> TorqueInput<'a, R, S> {
    /// The input at a time and state, on the branches that they select.
    #[inline(always)]
    pub fn new(inertia: &'a Inertia<R>, time: S, attitude: Rotation<S>, momentum: Vec3<S>) -> Self {
        Self { inertia, time, attitude, momentum, branches: &[] }
    }
    /// Angular velocity in the body frame.
    #[inline]
    pub fn rates(&self) -> Vec3<S> {
        self.momentum.component_mul(self.inertia.inverse().map(S::lift))
    }
    /// The inputs of the two torques of a sum, of which the first has so many switching functions.
    #[inline]
    pub(crate) fn split(&self, first: u16) -> [Self; 2] {
        let count = usize::from(first).min(self.branches.len());
        let (first, second) = self.branches.split_at(count);
        [Self { branches: first, ..*self }, Self { branches: second, ..*self }]
    }
    /// A fixed vector of space, in body components.
    #[inline]
    pub fn in_body(&self, space: Vec3<R>) -> Vec3<S> {
        S::in_body(self.attitude, space)
    }
}

impl<'a, R: Real> TorqueInput<'a, R> {
    /// The input as it changes with time under this torque: values and their rates.
    #[inline]
    pub(crate) fn moving(&self, torque: Vec3<R>) -> TorqueInput<'a, R, Jet<R, 2>> {
        let (m, nu) = (self.momentum, self.rates());
        let q_rate = self.attitude * Rotation::from_parts(R::zero(), nu.map(R::half));
        let jet = |value: R, rate: R| Jet::<R, 2> { coefficients: [value, rate] };
        TorqueInput {
            inertia: self.inertia,
            time: jet(self.time, R::one()),
            attitude: Rotation {
                w: jet(self.attitude.w, q_rate.w),
                x: jet(self.attitude.x, q_rate.x),
                y: jet(self.attitude.y, q_rate.y),
                z: jet(self.attitude.z, q_rate.z),
            },
            momentum: m.zip(m.cross(nu) + torque, jet),
            branches: self.branches,
        }
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
/// | [`switches`](Torque::switches), [`switching_values`](Torque::switching_values) | that are smooth on branches only |
/// | [`prepare`](Torque::prepare) | that are evaluated sooner where the branches are known before |
/// | [`least_resolved_part`](Torque::least_resolved_part) | that are sums |
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
    /// [`torque`](Torque::torque). Torques that count their evaluations add each coefficient, and do not count calls
    /// in a scalar type that [`RECORDS`](Over::RECORDS), nor those of [`pull`](Torque::pull): a resumed run repeats them.
    fn count_coefficients(&self, coefficients: u64) {
        let _ = coefficients;
    }

    /// Appends the switching functions of the torque. A later one may depend on the branch of an earlier one.
    fn switches(&self, list: &mut Vec<Switch>) {
        let _ = list;
    }

    /// Prepares evaluations on these branches, which inputs of a run then have. The results must not depend on it.
    fn prepare(&mut self, branches: &[f64]) {
        let _ = branches;
    }

    /// Appends the value of each switching function, on the branches of `at`. Those of time alone may be
    /// left at 0.
    fn switching_values<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>, values: &mut Vec<S>) {
        let _ = (at, values);
    }

    /// Appends the branch that each switching function selects here. On the border of two branches, and where
    /// a branch depends on the past, it is that of `at`, if there is one.
    fn natural_branches(&self, at: &TorqueInput<'_, R>, branches: &mut Vec<f64>) {
        if self.properties().switch_count > 0 {
            branches.extend(branches_by_values(self, at));
        }
    }

    /// Returns the index of the part of a sum that changes most on a disc of times; 0 if there are no parts.
    fn least_resolved_part(&self, at: &TorqueInput<'_, R, NearTimes<R>>) -> usize {
        let _ = at;
        0
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
    /// On each branch the torque is a polynomial of low degree in time, attitude and momentum, so that no feature
    /// of it is narrower than those of the motion.
    pub is_polynomial: bool,
    /// How many switching functions there are; 0 if the torque is smooth. See [`Torque::switches`].
    pub switch_count: u16,
}

impl TorqueProperties {
    /// The properties of a torque that vanishes.
    pub const FREE: Self = Self {
        depends_on_momentum: false,
        conserves_energy: true,
        is_differentiable: true,
        has_impulses: false,
        is_polynomial: true,
        switch_count: 0,
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
            is_polynomial: self.is_polynomial & other.is_polynomial,
            switch_count: self.switch_count.saturating_add(other.switch_count),
        }
    }
}

/// The properties of a formula in time and attitude that does not conserve energy.
impl Default for TorqueProperties {
    #[inline]
    fn default() -> Self {
        Self { conserves_energy: false, is_polynomial: false, ..Self::FREE }
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
    /// A jump of the torque or of one of its derivatives at a known time, between the two ends of an
    /// interval. Steps end there.
    Kink,
}

/// Returns the first of two times after `from`, forwards or backwards.
pub(crate) fn sooner<R: Real>(from: R, times: [Option<R>; 2]) -> Option<R> {
    match times {
        [Some(a), Some(b)] => Some(R::select((a - from).abs().le((b - from).abs()), a, b)),
        [one, other] => one.or(other),
    }
}

/// The default of [`Torque::natural_branches`]: one switching function after the other, each on the branches
/// of those before.
fn branches_by_values<R: Real, T: Torque<R>>(torque: &T, at: &TorqueInput<'_, R>) -> Vec<f64> {
    let (mut list, mut values) = (Vec::new(), Vec::new());
    torque.switches(&mut list);
    let mut branches: Vec<f64> =
        (0..list.len()).map(|index| at.branches.get(index).copied().unwrap_or(1.0)).collect();
    for (index, switch) in list.iter().enumerate() {
        values.clear();
        torque.switching_values(&TorqueInput { branches: &branches, ..*at }, &mut values);
        if let Some(&value) = values.get(index) {
            branches[index] = switch.kind.branch(value, branches[index]);
        }
    }
    branches
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
    let (mut converged, mut patience) = (R::Mask::splat(false), Patience::default());
    for _ in 0..Patience::most::<R>(MOST) {
        let next = change_at(start + half);
        let rounding = (start.max_abs() + next.max_abs()) * R::from_f64(R::EPSILON);
        let now = (next - half).max_abs().le(rounding);
        half = keep_converged(converged, half, next);
        converged = converged | now;
        if patience.ends::<R>(converged) {
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
