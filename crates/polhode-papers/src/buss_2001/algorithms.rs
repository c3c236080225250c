//! The algorithms of section 3, under the paper's names.

use super::prism::{Algorithm, Simulation};

pub(crate) const FIRST: Simulation = Simulation::new("1st order", Algorithm::Named("buss-1"));
pub(crate) const SECOND: Simulation = Simulation::new("2nd order", Algorithm::Named("buss-2"));
pub(crate) const FALSE_THIRD: Simulation =
    Simulation::new("False 3rd order", Algorithm::Named("buss-3-false"));
pub(crate) const AUGMENTED: Simulation =
    Simulation::new("Augmented 2nd order", Algorithm::Named("buss-2-augmented"));
/// With the h^3/36 term, as in all of the paper's tables.
pub(crate) const THIRD: Simulation = Simulation::new("3rd order", Algorithm::Named("buss-3-h36"));
pub(crate) const FOURTH: Simulation = Simulation::new("4th order", Algorithm::Named("buss-4"));
pub(crate) const SIMO_WONG: Simulation = Simulation::new("Simo-Wong explicit", Algorithm::SimoWong);
pub(crate) const MR_123: Simulation =
    Simulation::new("McLachlan-Reich 1-2-3", Algorithm::Named("mclachlan-reich:axes=1-2-3"));
pub(crate) const MR_231: Simulation =
    Simulation::new("McLachlan-Reich 2-3-1", Algorithm::Named("mclachlan-reich:axes=2-3-1"));
pub(crate) const MR4_231: Simulation =
    Simulation::new("MR 4th order 2-3-1", Algorithm::Named("mclachlan-reich:axes=2-3-1,order=4"));
pub(crate) const RUNGE_KUTTA: Simulation =
    Simulation::new("Runge-Kutta", Algorithm::Named("rk4-average"));
pub(crate) const ADAMS: Simulation = Simulation::new("AB-AM", Algorithm::AdamsMoulton);
/// All terms of third order and no other.
pub(crate) const PURE_THIRD: Simulation =
    Simulation::new("3rd without h^3/36", Algorithm::Named("buss-3"));
pub(crate) const CAYLEY: Simulation = Simulation::new(
    "McLachlan-Reich 2-3-1, Cayley",
    Algorithm::Named("mclachlan-reich:axes=2-3-1,rotation=cayley"),
);
