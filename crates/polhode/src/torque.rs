//! What pushes a body.
//!
//! A torque is a formula over any number that contains the body's own, so that
//! its time derivatives come from jets and nobody writes them by hand. Each model
//! has its formula and frame in docs/torques.md.

mod attitude_law;
mod check;
mod closure;
mod constant;
mod damping;
mod exponential;
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
use crate::geometry::{Rotation, Vec3};
use crate::inertia::Inertia;
use crate::method::Failure;
use crate::real::{Mask, Over, Real};
use crate::solve::{Patience, kept};
use core::fmt::Debug;

pub use attitude_law::AttitudeLaw;
pub use closure::Closure;
pub use constant::{ConstantInBody, ConstantInSpace};
pub use damping::LinearDamping;
pub use gravity_gradient::GravityGradient;
pub use harmonics::Harmonics;
pub use impulses::{Impulse, Impulses};
pub use kepler::KeplerOrbit;
pub use kepler_gravity_gradient::KeplerGravityGradient;
pub use lane_model::{LaneModel, LaneModels};
pub use magnetic_dipole::{MagneticDipole, MagneticField};
pub use model::Model;
pub use prescribed::{PrescribedMomentum, PrescribedTorque, TimeFunction};
pub use pull::Pull;
pub use rotor::Rotor;
pub use scaled::Scaled;
pub use soft_wall::SoftWall;
pub use space_vector::SpaceVector;
pub use sum::Sum;
pub use table::{Interpolation, Table};
pub use uniform_field::UniformField;

/// Where a body is when its torque is asked for, in a number `S` that contains
/// the body's number `R`.
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
        self.momentum.times(self.inertia.inverse().map(S::lift))
    }
    /// A fixed vector of space, in body components.
    #[inline]
    pub fn in_body(&self, space: Vec3<R>) -> Vec3<S> {
        S::in_body(self.attitude, space)
    }
}

/// The torque on a body, in its own axes.
pub trait Torque<R: Real>: Clone + Debug + Send + Sync + 'static {
    /// There is none, and the compiler may leave out what asks for it.
    const NONE: bool = false;

    /// The torque in body components.
    fn torque<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Vec3<S>;

    /// The potential energy from which the torque comes, if it comes from one.
    fn potential<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Option<S> {
        let _ = at;
        None
    }

    /// Does it depend on the momentum, and so on the rates?
    fn depends_on_momentum(&self) -> bool {
        false
    }

    /// Is kinetic energy plus [`potential`](Torque::potential) constant? It is
    /// when there is a potential that does not depend on time, and what has none
    /// does no work.
    fn conserves_energy(&self) -> bool {
        false
    }

    /// Can it be evaluated on jets?
    fn is_differentiable(&self) -> bool {
        true
    }

    /// The spatial momentum itself, where it is prescribed as a function of time.
    fn prescribed_momentum(&self, time: R) -> Option<Vec3<R>> {
        let _ = time;
        None
    }

    /// Are there sudden changes of the momentum?
    fn has_impulses(&self) -> bool {
        false
    }

    /// When the next sudden change happens on the way from `from` to `until`,
    /// forwards or backwards in time. Of the two ends the earlier one belongs to
    /// the way and the later one does not; `from` counts only if `including`.
    fn next_impulse(&self, from: R, including: bool, until: R) -> Option<R> {
        let _ = (from, including, until);
        None
    }

    /// The sudden change at exactly this time, in body components.
    fn impulse(&self, time: R, attitude: Rotation<R>) -> Vec3<R> {
        let _ = (time, attitude);
        Vec3::zero()
    }

    /// When the torque next stops being smooth in time, on the way from `from`, which does
    /// not count, to `until`, forwards or backwards: a method of high order that knows it
    /// ends a step there.
    fn next_kink(&self, from: R, until: R) -> Option<R> {
        let _ = (from, until);
        None
    }

    /// Counts series coefficients that a method computed from the recorded formula, without a call of
    /// [`torque`](Torque::torque). Torques that count their evaluations add each coefficient.
    fn count_coefficients(&self, coefficients: u64) {
        let _ = coefficients;
    }

    /// The same torque, in another form, if it has that: one that sees space through a
    /// single vector.
    fn pull(&self, inertia: &Inertia<R>, time: R) -> Option<Pull<R>> {
        let _ = (inertia, time);
        None
    }

    /// Does it treat all directions across this unit vector of the body alike, at all times?
    fn is_axisymmetric_about(&self, inertia: &Inertia<R>, axis: Vec3<R>) -> R::Mask {
        let pull = self.pull(inertia, R::zero());
        pull.map_or(R::Mask::splat(false), |pull| pull.is_axisymmetric_about(axis))
    }

    /// The momentum after the torque alone has acted for the time h at this time
    /// and attitude: the flow of m' = T(t, R, m).
    ///
    /// # Errors
    /// Where the implicit midpoint rule, which serves a torque that depends on
    /// the momentum, finds no solution.
    #[inline]
    fn kick(&self, at: &TorqueInput<'_, R>, h: R) -> Result<Vec3<R>, Failure> {
        kick_of_any(self, at, h)
    }
}

/// Which of two times comes first after `from`, if there are any.
pub(crate) fn sooner<R: Real>(from: R, times: [Option<R>; 2]) -> Option<R> {
    match times {
        [Some(a), Some(b)] => Some(R::select((a - from).abs().le((b - from).abs()), a, b)),
        [one, other] => one.or(other),
    }
}

/// In which axes a vector is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Frame {
    /// Those of the body.
    Body,
    /// Those of space.
    Space,
}

/// The kick of a torque without a flow of its own: for those who implement
/// [`Torque::kick`] for some cases only.
///
/// # Errors
/// As [`Torque::kick`].
#[inline]
pub fn kick_of_any<R: Real, T: Torque<R>>(
    torque: &T,
    at: &TorqueInput<'_, R>,
    h: R,
) -> Result<Vec3<R>, Failure> {
    if torque.depends_on_momentum() {
        implicit_midpoint(torque, at, h)
    } else {
        Ok(at.momentum + torque.torque(at) * h)
    }
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
        let rounding = (start.max_abs() + next.max_abs()) * R::of(R::EPSILON);
        let now = (next - half).max_abs().le(rounding);
        half = kept(settled, half, next);
        settled = settled | now;
        if patience.ends::<R>(settled) {
            return Ok(start + half.map(R::twice));
        }
    }
    Err(Failure::KickNotConverged)
}

/// No torque: a free body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Free;

impl<R: Real> Torque<R> for Free {
    const NONE: bool = true;

    #[inline]
    fn torque<S: Over<R>>(&self, _: &TorqueInput<'_, R, S>) -> Vec3<S> {
        Vec3::zero()
    }
    fn potential<S: Over<R>>(&self, _: &TorqueInput<'_, R, S>) -> Option<S> {
        Some(S::zero())
    }
    fn conserves_energy(&self) -> bool {
        true
    }
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
