//! One frame of a physics engine: the rotation of one body, world frame in and
//! world frame out, nothing remembered in between.
//!
//! An engine keeps an attitude and an angular velocity in the world frame, and
//! an inertia tensor whose axes need not be principal. An [`EngineBody`] is made
//! once from the tensor; [`EngineBody::step`] replaces both the gyroscopic term
//! and the update of the quaternion:
//!
//! ```
//! use polhode::engine::EngineBody;
//! use polhode::{Mat3, Rotation, Vec3};
//!
//! // Once for each shape: any symmetric tensor in the engine's body frame.
//! let tensor = Mat3::<f32>::from_f64([[2.0, 0.3, 0.0], [0.3, 1.0, 0.1], [0.0, 0.1, 2.5]]);
//! let body = EngineBody::from_tensor(tensor)?;
//!
//! // In each frame: what the engine has goes in, what it wants comes out.
//! let mut attitude = Rotation::identity();
//! let mut angular_velocity = Vec3::new(0.1, 6.0, 0.1);
//! let torque = Vec3::zero();
//! for _frame in 0..600 {
//!     (attitude, angular_velocity) =
//!         body.step(attitude, angular_velocity, torque, 1.0 / 60.0);
//! }
//! assert!((attitude.norm_squared() - 1.0).abs() < 1e-5);
//! # Ok::<(), polhode::Error>(())
//! ```
//!
//! What it conserves, what it costs and where it goes in an engine's loop is in
//! docs/engine.md.
//!
//! There is no function that takes the tensor in every call: the drift needs
//! principal axes, and to find them costs more than the step. A body whose
//! tensor changes makes a new [`EngineBody`] when it changes.

use crate::axes::AxisOrder;
use crate::body::State;
use crate::error::Error;
use crate::geometry::{Mat3, Rotation, TurnRule, Vec3};
use crate::inertia::Inertia;
use crate::method::Drift;
use crate::methods::mclachlan_reich::McLachlanReich;
use crate::real::Real;

/// How the body turns between the kicks.
const DRIFT: McLachlanReich = McLachlanReich::new(AxisOrder::Ascending, TurnRule::Exact);

/// What a step has to know of a body: made once, good for every frame.
///
/// Moments may have any size: they are kept as multiples of a power of two, and
/// so is the torque; of the momentum only ratios matter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EngineBody<R> {
    /// Principal moments, the largest between 1 and 2.
    inertia: Inertia<R>,
    /// Principal components to the engine's body components.
    principal_to_body: Rotation<R>,
    /// The power of two by which the moments were multiplied.
    scale: R,
}

impl<R: Real<Mask = bool>> EngineBody<R> {
    /// From an inertia tensor about the centre of mass, in the engine's body
    /// frame.
    ///
    /// # Errors
    /// Those of [`Inertia::from_tensor`]; but the range of the moments is
    /// relative to the largest entry: none may be less than about 1e-50 of it
    /// (`f32`: 1e-12).
    pub fn from_tensor(tensor: Mat3<R>) -> Result<Self, Error> {
        let rows = [tensor.x, tensor.y, tensor.z].map(Vec3::max_abs);
        let scale = scale_of(Vec3::from(rows).max_abs());
        let (inertia, principal_to_body) = Inertia::from_tensor(tensor * R::from_f64(scale))
            .map_err(|error| unscaled(error, scale))?;
        Ok(Self { inertia, principal_to_body, scale: R::from_f64(scale) })
    }

    /// From principal moments and the rotation that takes principal components
    /// to components of the engine's body frame, which is scaled to norm 1.
    ///
    /// # Errors
    /// - [`Error::NoDirection`] if the quaternion is null or not finite;
    /// - [`Error::MomentNotPositive`] if a moment is so small beside the largest
    ///   that the quotient overflows.
    pub fn new(inertia: Inertia<R>, principal_to_body: Rotation<R>) -> Result<Self, Error> {
        let principal_to_body = principal_to_body.normalized();
        if !principal_to_body.norm_squared().is_finite() {
            return Err(Error::NoDirection { what: "the quaternion of the principal axes" });
        }
        let scale = scale_of(inertia.moments().max_abs());
        let moments = (inertia.moments() * R::from_f64(scale))
            .map(|moment| R::select(moment.recip().is_finite(), moment, R::zero()));
        let inertia = Inertia::new_without_triangle_check(moments.to_array())
            .map_err(|error| unscaled(error, scale))?;
        Ok(Self { inertia, principal_to_body, scale: R::from_f64(scale) })
    }
}

impl<R: Real> EngineBody<R> {
    /// Attitude and angular velocity after the time `dt`, from those before.
    ///
    /// `attitude` takes body components to world components; `angular_velocity`
    /// and `torque` are in world components, and the torque stays as it is for
    /// the whole step. Half of its impulse is given before the body turns
    /// freely, half after.
    ///
    /// The attitude is never normalised, neither on the way in nor on the way
    /// out: its norm drifts by rounding alone, in `f32` by less than 1e-4 in a
    /// million steps, and the motion does not depend on it. With `dt` = 0 or at
    /// rest the arguments come back as they are.
    #[inline]
    #[must_use]
    pub fn step(
        &self,
        attitude: Rotation<R>,
        angular_velocity: Vec3<R>,
        torque: Vec3<R>,
        dt: R,
    ) -> (Rotation<R>, Vec3<R>) {
        let frame = WorldFrame::new(attitude * self.principal_to_body);
        let rates = frame.components(angular_velocity);
        let impulse = frame.components(torque * self.scale * dt);
        let momentum = self.inertia.momentum(rates);

        // Half a kick, the drift; of what comes out only the turn is needed.
        let mut drift = State::<R>::new(Rotation::identity(), momentum + impulse.map(R::half));
        let drifted = DRIFT.drift_once(&self.inertia, &mut drift, dt);
        debug_assert!(drifted.is_ok(), "rotations cannot fail");
        let turn = drift.attitude;

        // The momentum stays where it is in space, so in the body it turns back;
        // the second half of the kick has turned back with it.
        let total = momentum + impulse;
        let change = self.inertia.rates(impulse + change_by(turn.inverse(), total));
        let change = change + change_by(turn, rates + change);
        (
            turned(attitude, turn.w, self.principal_to_body.apply(turn.vector())),
            angular_velocity + frame.vector(change),
        )
    }
}

/// What a turn adds to a vector: small where the turn is, and so is its rounding.
#[inline]
fn change_by<R: Real>(turn: Rotation<R>, v: Vec3<R>) -> Vec3<R> {
    let u = turn.vector();
    let twist = u.cross(v).map(R::twice);
    twist * turn.w + u.cross(twist)
}

/// An attitude after the turn (w, v) in its own axes, by addition of what the
/// turn changes: w - 1 = -|v|^2/(1 + w) has digits that w itself has not, and a
/// body that turns by the same angle in every frame would add up their lack.
#[inline]
fn turned<R: Real>(attitude: Rotation<R>, w: R, v: Vec3<R>) -> Rotation<R> {
    let forth = R::zero().lt(w);
    let fine = -(v.norm_squared() / (R::one() + w.abs()));
    let change = attitude * Rotation::from_parts(R::select(forth, fine, w - R::one()), v);
    Rotation::from_parts(attitude.w + change.w, attitude.vector() + change.vector())
}

/// A frame, as a quaternion of any norm: with a norm of 1 + e, which engines
/// have, [`Rotation::apply`] would stretch what it turns by up to 4e. One division
/// makes it a rotation.
struct WorldFrame<R> {
    rotation: Rotation<R>,
    two_by_square: R,
}

impl<R: Real> WorldFrame<R> {
    #[inline]
    fn new(rotation: Rotation<R>) -> Self {
        Self { rotation, two_by_square: R::from_f64(2.0) / rotation.norm_squared() }
    }
    /// World components of a vector given in this frame.
    #[inline]
    fn vector(&self, components: Vec3<R>) -> Vec3<R> {
        self.turned(self.rotation.vector(), components)
    }
    /// The components in this frame of a vector of the world.
    #[inline]
    fn components(&self, vector: Vec3<R>) -> Vec3<R> {
        self.turned(-self.rotation.vector(), vector)
    }
    #[inline]
    fn turned(&self, axis: Vec3<R>, v: Vec3<R>) -> Vec3<R> {
        let twist = axis.cross(v) * self.two_by_square;
        v + twist * self.rotation.w + axis.cross(twist)
    }
}

/// The power of two that brings this number between 1 and 2, or as near to it
/// as a finite power does; 1 for what is not finite.
fn scale_of<R: Real<Mask = bool>>(largest: R) -> f64 {
    let (mut scale, one, two) = (1.0_f64, R::one(), R::from_f64(2.0));
    if !largest.is_finite() {
        return scale;
    }
    while two.le(largest * R::from_f64(scale)) {
        scale *= 0.5;
    }
    while (largest * R::from_f64(scale)).lt(one) && R::from_f64(scale * 2.0).is_finite() {
        scale *= 2.0;
    }
    scale
}

/// An error about scaled numbers, with the numbers that were given.
fn unscaled(error: Error, scale: f64) -> Error {
    match error {
        Error::MomentNotPositive { axis, value } => {
            Error::MomentNotPositive { axis, value: value / scale }
        }
        Error::MomentOutOfRange { axis, value, smallest, largest } => Error::MomentOutOfRange {
            axis,
            value: value / scale,
            smallest: smallest / scale,
            largest: largest / scale,
        },
        Error::TriangleInequality { axis, moments } => {
            Error::TriangleInequality { axis, moments: moments.map(|moment| moment / scale) }
        }
        Error::AsymmetricTensor { row, column, entry, mirrored } => Error::AsymmetricTensor {
            row,
            column,
            entry: entry / scale,
            mirrored: mirrored / scale,
        },
        other => other,
    }
}
