//! Mass, centre of mass and inertia of shapes, molecules and meshes.
//!
//! ```
//! use polhode_shape::{Amount, Solid};
//! let brick = Solid::Box { sides: [1.0, 2.0, 3.0] }.properties(Amount::Mass(4.0))?;
//! let (inertia, axes) = brick.principal()?;
//! assert_eq!(inertia.moments().z, 4.0 * (1.0 + 4.0) / 12.0);
//! # assert_eq!(axes, polhode::Rotation::identity());
//! # Ok::<(), polhode_shape::Error>(())
//! ```
//!
//! A [`Solid`] has a formula. [`PointMasses`] are read from a table or, as a molecule, from
//! an XYZ file. A [`Mesh`] of triangles is read from an OBJ or STL file or from plate-vertex
//! text, and is refused with its defects where it encloses no body. All become
//! [`MassProperties`], whose tensor is in the axes of the shape, about the centre of mass.
#![warn(clippy::print_stdout, clippy::unwrap_used)]

mod elements;
mod error;
mod lines;
mod mesh;
mod moments;
mod points;
mod properties;
mod solid;

pub use elements::atomic_weight;
pub use error::{Error, Remedy};
pub use mesh::{Corner, Mesh, MeshDefect, MeshFormat, Triangle, TriangleReference, Vertex};
pub use points::PointMasses;
pub use properties::{Amount, MassProperties};
pub use solid::Solid;
