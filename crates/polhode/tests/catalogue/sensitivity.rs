//! The state-transition matrix: against differences of the same method in twice the
//! digits, over the whole catalogue; symplectic where the method is; composed by the
//! chain rule; right where the closed form of the free rotation has no derivatives.

mod problem;

mod differences;
mod special;
mod structure;
