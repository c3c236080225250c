//! Solids with a formula.

use crate::error::{Error, positive};
use crate::properties::{Amount, MassProperties};
use polhode::{Mat3, Vec3};
use std::f64::consts::PI;

/// A homogeneous solid. But for the cone, its centre is the origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Solid {
    /// A box along the axes.
    Box {
        /// Its lengths along x, y, z.
        sides: [f64; 3],
    },
    /// An ellipsoid along the axes.
    Ellipsoid {
        /// Half its lengths along x, y, z.
        semi_axes: [f64; 3],
    },
    /// A circular cylinder about z.
    Cylinder {
        /// Its radius.
        radius: f64,
        /// Its length along z.
        height: f64,
    },
    /// A circular cone about z: its base in the plane z = 0, its tip at z = height.
    Cone {
        /// The radius of its base.
        radius: f64,
        /// Its length along z.
        height: f64,
    },
}

impl Solid {
    /// Its mass properties.
    ///
    /// # Errors
    /// [`Error::NotPositive`] for what is no length, mass or density; [`Error::Overflow`].
    pub fn properties(self, amount: Amount) -> Result<MassProperties, Error> {
        self.check()?;
        let volume = self.volume();
        let mass = amount.mass(volume)?;
        let [x, y, z] = self.moments(mass);
        let centre = Vec3::new(0.0, 0.0, self.centre_height());
        let tensor = Mat3::diagonal(Vec3::new(x, y, z));
        MassProperties { mass, volume: Some(volume), centre, tensor }.checked()
    }

    fn check(self) -> Result<(), Error> {
        let lengths: &[(&'static str, f64)] = &match self {
            Self::Box { sides: [x, y, z] } => {
                [("the side along x", x), ("the side along y", y), ("the side along z", z)]
            }
            Self::Ellipsoid { semi_axes: [x, y, z] } => {
                [("the semi-axis x", x), ("the semi-axis y", y), ("the semi-axis z", z)]
            }
            Self::Cylinder { radius, height } | Self::Cone { radius, height } => {
                [("the radius", radius), ("the height", height), ("the height", height)]
            }
        };
        lengths.iter().try_for_each(|&(what, length)| positive(what, length).map(drop))
    }

    fn volume(self) -> f64 {
        match self {
            Self::Box { sides: [x, y, z] } => x * y * z,
            Self::Ellipsoid { semi_axes: [x, y, z] } => 4.0 / 3.0 * PI * x * y * z,
            Self::Cylinder { radius, height } => PI * radius * radius * height,
            Self::Cone { radius, height } => PI * radius * radius * height / 3.0,
        }
    }

    /// How far above the plane z = 0 the centre of mass is.
    fn centre_height(self) -> f64 {
        if let Self::Cone { height, .. } = self { height / 4.0 } else { 0.0 }
    }

    /// About the centre of mass.
    fn moments(self, mass: f64) -> [f64; 3] {
        let about = |[x, y, z]: [f64; 3]| [y + z, z + x, x + y];
        let squares = |lengths: [f64; 3]| lengths.map(|length| length * length);
        match self {
            Self::Box { sides } => about(squares(sides)).map(|sum| mass * sum / 12.0),
            Self::Ellipsoid { semi_axes } => about(squares(semi_axes)).map(|sum| mass * sum / 5.0),
            Self::Cylinder { radius, height } => {
                let across = mass * (3.0 * radius * radius + height * height) / 12.0;
                [across, across, mass * radius * radius / 2.0]
            }
            Self::Cone { radius, height } => {
                let across = 3.0 * mass * (4.0 * radius * radius + height * height) / 80.0;
                [across, across, 3.0 * mass * radius * radius / 10.0]
            }
        }
    }
}
