//! Many bodies, one method: kernels over columns of numbers.
//!
//! A [`Block`] is a part of the columns. Kernels take it through many steps in lanes, a few
//! registers of bodies at a time, so that these stay next to the arithmetic; what a lane holds has
//! the bits of the body alone. A `Lattice` owns its columns, of integers, whose steps can be
//! undone to the bit.

mod after;
mod block;
#[cfg(feature = "lattice")]
mod lattice;
mod leapfrog;
mod push;
mod steps;

pub use after::After;
pub use block::Block;
#[cfg(feature = "lattice")]
pub use lattice::Lattice;
pub use leapfrog::LeapFrogSteps;
pub use push::{Kick, Pulls};
pub use steps::{BeginRun, BlockRun, FailedBody, MethodSteps, RegisterRun, TorqueColumns};
