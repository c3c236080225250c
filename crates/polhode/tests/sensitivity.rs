//! The state-transition matrix: against differences of the same method in twice the
//! digits, over the whole catalogue; symplectic where the method is; composed by the
//! chain rule; right where the closed form of the free rotation has no derivatives.

mod support;

#[path = "sensitivity/problem.rs"]
mod problem;

#[path = "sensitivity/differences.rs"]
mod differences;
#[path = "sensitivity/special.rs"]
mod special;
#[path = "sensitivity/structure.rs"]
mod structure;
