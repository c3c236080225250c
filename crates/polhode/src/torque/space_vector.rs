//! A vector that stands still in space, or turns there evenly.

use super::{TorqueInput, unit};
use crate::error::Error;
use crate::geometry::Vec3;
use crate::real::{Over, Real};

/// A vector of space: a field, or where something is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SpaceVector<R> {
    /// It does not change.
    Fixed(Vec3<R>),
    /// It turns about an axis: v(t) = exp(rate t axis^) vector.
    Turning {
        /// It at time 0.
        vector: Vec3<R>,
        /// A unit vector.
        axis: Vec3<R>,
        /// Angle per time.
        rate: R,
    },
}

impl<R: Real<Mask = bool>> SpaceVector<R> {
    /// One that turns about an axis of any length.
    ///
    /// # Errors
    /// [`Error::NoDirection`] where the axis is null or not finite.
    pub fn turning(vector: Vec3<R>, axis: Vec3<R>, rate: R) -> Result<Self, Error> {
        Ok(Self::Turning { vector, axis: unit("the axis of a turning vector", axis)?, rate })
    }
}

impl<R: Copy> SpaceVector<R> {
    pub(super) fn map<Q>(&self, f: &mut impl FnMut(R) -> Q) -> SpaceVector<Q> {
        match *self {
            Self::Fixed(vector) => SpaceVector::Fixed(vector.map(f)),
            Self::Turning { vector, axis, rate } => SpaceVector::Turning {
                vector: vector.map(&mut *f),
                axis: axis.map(&mut *f),
                rate: f(rate),
            },
        }
    }
}

impl<R: Real> SpaceVector<R> {
    /// It at this time, in space components.
    #[inline(always)]
    pub fn at<S: Over<R>>(&self, time: S) -> Vec3<S> {
        match *self {
            Self::Fixed(vector) => vector.map(S::lift),
            Self::Turning { vector, axis, rate } => {
                let along = axis * axis.dot(vector);
                let (sin, cos) = (S::lift(rate) * time).sin_cos();
                along.map(S::lift)
                    + (vector - along).map(S::lift) * cos
                    + axis.cross(vector).map(S::lift) * sin
            }
        }
    }
    /// Does it?
    #[inline(always)]
    pub fn turns(&self) -> bool {
        matches!(self, Self::Turning { .. })
    }
    /// The angular velocity with which it does, in space components.
    #[inline(always)]
    pub fn turning_rate(&self) -> Vec3<R> {
        match *self {
            Self::Fixed(_) => Vec3::zero(),
            Self::Turning { axis, rate, .. } => axis * rate,
        }
    }
    /// It as a body sees it.
    #[inline(always)]
    pub(super) fn in_body<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Vec3<S> {
        match *self {
            Self::Fixed(vector) => at.in_body(vector),
            Self::Turning { .. } => at.attitude.apply_inverse(self.at(at.time)),
        }
    }
}
