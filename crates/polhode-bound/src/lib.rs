//! Every method bound to numbers and torques, compiled once.
//!
//! The catalogue is generic: whoever binds it compiles it. What a file, a page or another language
//! asks for is not known to a compiler, so here it is bound to a torque made of [`Torques`]' parts,
//! in single and double precision and with derivatives. The functions of [`Bind`] are no longer
//! generic, so that nothing that uses them waits for a hundred methods.

mod bind;
mod refined;
mod torque;
mod units;

pub use bind::{Bind, accepts};
pub use refined::{Reference, bind_refined, bind_refined_free, bind_wide};
pub use torque::{Function, TorqueCount, TorqueTerm, Torques, Written};
pub use units::{Dimension, FormulaFactors, RunUnits};
