//! What all shapes become.

use crate::error::{Error, positive};
use polhode::{Inertia, Mat3, Rotation, Vec3};

/// How much of it there is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Amount {
    /// The mass of the whole.
    Mass(f64),
    /// Mass by volume.
    Density(f64),
}

impl Amount {
    /// The mass of a body of this volume.
    pub(crate) fn mass(self, volume: f64) -> Result<f64, Error> {
        match self {
            Self::Mass(mass) => positive("the mass", mass),
            Self::Density(density) => Ok(positive("the density", density)? * volume),
        }
    }
}

/// Mass, centre of mass and inertia, in the axes of the shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MassProperties {
    /// Its mass.
    pub mass: f64,
    /// Its volume; points have none.
    pub volume: Option<f64>,
    /// Its centre of mass.
    pub centre: Vec3<f64>,
    /// Its inertia tensor about the centre of mass.
    pub tensor: Mat3<f64>,
}

/// Below this part of the largest moment a tensor of doubles does not know the smallest.
const RESOLVED: f64 = 1e-14;

impl MassProperties {
    /// Principal moments, and the rotation that takes components in principal axes to those
    /// in the axes of the shape, as [`Inertia::from_tensor`] has them.
    ///
    /// # Errors
    /// - [`Error::NoExtent`] of a point or a line, as far as a double can tell;
    /// - [`Error::Body`] for moments out of range.
    pub fn principal(&self) -> Result<(Inertia<f64>, Rotation<f64>), Error> {
        let no_extent =
            |[smallest, largest]: [f64; 2]| Error::NoExtent { moments: [smallest, largest] };
        match Inertia::from_tensor(self.tensor) {
            Ok((inertia, axes)) => {
                let [x, y, z] = inertia.moments().to_array();
                let extremes = [x.min(y).min(z), x.max(y).max(z)];
                let resolved = extremes[0] > RESOLVED * extremes[1];
                if resolved { Ok((inertia, axes)) } else { Err(no_extent(extremes)) }
            }
            Err(polhode::Error::MomentNotPositive { value, .. }) if value.is_finite() => {
                let [x, y, z] = [self.tensor.x.x, self.tensor.y.y, self.tensor.z.z];
                Err(no_extent([value, x.max(y).max(z)]))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Itself, if all of its numbers are.
    pub(crate) fn checked(self) -> Result<Self, Error> {
        let entries = self.tensor.to_rows().into_iter().flatten();
        let numbers = entries.chain(self.centre.to_array()).chain(self.volume);
        let finite = numbers.into_iter().all(f64::is_finite);
        if finite && self.mass > 0.0 && self.mass.is_finite() {
            Ok(self)
        } else {
            Err(Error::Overflow)
        }
    }
}
