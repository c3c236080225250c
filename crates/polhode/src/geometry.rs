//! Vectors, matrices and rotations.

mod attitude;
mod convert;
mod interop;
mod mat3;
mod rotation;
mod so3;
mod turn;
mod vec3;

pub use attitude::{Attitude, Rename};
pub use convert::EulerSequence;
pub use mat3::Mat3;
pub use rotation::Rotation;
pub use so3::{cayley, dexp, dexp_inverse};
pub use turn::{
    LeapFrog, Plane, Shears, ShortShears, Standard, StandardForm, Turn, TurnForm, TurnRule,
};
pub use vec3::{Axis, Vec3};

/// The frame in which the components of a vector are given. Of a velocity on a group: g' = g a in body
/// components, g' = a g in space components.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Frame {
    /// Body axes.
    Body,
    /// Space axes.
    Space,
}
