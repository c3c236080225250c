//! The methods, one file for each idea.

pub mod buss;
pub mod classical;
pub mod energy_momentum;
pub mod exact;
pub mod lie_runge_kutta;
pub mod liemid;
pub mod magnus;
pub mod mclachlan_reich;
pub mod newmark;
pub mod simo_wong;
mod start;
pub mod symmetric_top;
pub mod taylor;
