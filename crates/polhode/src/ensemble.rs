//! Many bodies, one method: kernels over columns of numbers.
//!
//! A [`Block`] is a part of the columns. Kernels take it through many steps in lanes, a few
//! registers of bodies at a time, so that these stay next to the arithmetic; what a lane holds has
//! the bits of the body alone.

mod block;
mod leapfrog;

pub use block::Block;
pub use leapfrog::LeapFrogSteps;
