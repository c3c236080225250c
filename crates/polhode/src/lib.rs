//! The rotation of rigid bodies.
//!
//! Give a body, a start and a method, and step:
//!
//! ```
//! use polhode::{Body, Inertia, Rotation, State, Vec3, catalogue};
//!
//! let inertia = Inertia::new([0.3, 0.2, 0.4])?; // principal moments
//! let start = State::<f64>::new(Rotation::identity(), Vec3::new(3.0e-3, 2.0e-3, 4.0));
//! let method = "buss-5:energy".parse()?;
//! let mut run = catalogue::bind(&method, Body::free(inertia), start)?;
//! run.advance(0.01, 10_000)?;
//!
//! let energy = run.invariants().energy;
//! assert!((energy / inertia.kinetic_energy(start.momentum) - 1.0).abs() < 1e-15);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A torque is a model, a sum of models, a type of yours or a closure:
//!
//! ```
//! # use polhode::{Body, Inertia, Rotation, State, Vec3, catalogue};
//! use polhode::torque::UniformField;
//!
//! let up = Vec3::new(0.0, 0.0, 1.0);
//! let top = Body { inertia: Inertia::new([5.0, 5.0, 1.0])?, torque: UniformField::new(20.0, up, up)? };
//! let start = State::<f64>::new(Rotation::exp(Vec3::new(0.3, 0.0, 0.0)), Vec3::new(0.0, 0.0, 50.0));
//! let mut run = catalogue::bind(&"exact:order=4".parse()?, top, start)?;
//! run.advance(0.01, 1000)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! In reading order:
//!
//! - [`real`]: what a formula may do with a number; every formula is written once
//! - [`geometry`]: vectors, matrices, rotations and turns
//! - [`Inertia`], [`torque`], [`Body`], [`State`]: what turns, what pushes it, where it is
//! - [`method`]: what a method is, and what makes methods out of methods
//! - [`methods`]: the papers' formulas
//! - [`exact`], [`elliptic`]: the free rotation in closed form
//! - [`catalogue`]: the one list, in which a name becomes a type
//! - [`Motion`], [`Run`]: a body on its way
//! - [`event`]: when something on the way happens, to rounding
//! - [`sensitivity`]: how the end depends on the start and on parameters
//!
//! Three parts that nothing else needs; each is a feature, on by default:
//!
//! - `lie`: the series and the methods of Runge-Kutta type on any Lie group ([`lie`])
//! - `engine`: one function per frame, for games and robots (`engine`)
//! - `lattice`: many bodies in columns of integers, whose steps are undone to the bit (`ensemble::Lattice`)
//!
//! Quaternions are Hamilton's, scalar first, active, body to space. The momentum
//! of a state is in the body frame, always. Time, mass and length have no units
//! but those that you give them.
#![warn(clippy::print_stdout, clippy::unwrap_used)]
#![warn(clippy::cast_possible_truncation, clippy::cast_possible_wrap)]
#![cfg_attr(not(feature = "std"), no_std)]

#[cfg(not(any(feature = "std", feature = "libm")))]
compile_error!("polhode needs square roots: enable the feature `std` (default) or `libm`");

extern crate alloc;

#[macro_use]
pub mod real;

mod axes;
mod body;
pub mod catalogue;
mod clock;
pub mod elliptic;
#[cfg(feature = "engine")]
pub mod engine;
pub mod ensemble;
mod error;
pub mod event;
pub mod exact;
mod failure;
pub mod geometry;
mod inertia;
pub mod lie;
mod memory;
pub mod method;
pub mod methods;
mod motion;
mod recurrence;
mod resolution;
pub mod sensitivity;
mod series;
mod solve;
pub mod suggestion;
pub mod torque;

pub use axes::AxisOrder;
pub use body::{Body, Invariants, State};
pub use error::Error;
pub use geometry::{Attitude, Axis, Mat3, Rotation, Vec3};
pub use inertia::{Inertia, MassUnit};
pub use method::Method;
pub use motion::{
    Clock, Motion, Observer, Run, StepInterpolant, Stopped, SwitchCount, SwitchRecord,
};
pub use real::Real;
pub use resolution::{NearTimes, TorqueResolution, UnresolvedStep};
pub use torque::{Free, Torque};
