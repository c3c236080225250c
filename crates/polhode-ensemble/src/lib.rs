//! Many rigid bodies at once: every method of fixed steps in lanes and threads.
//!
//! An [`Ensemble`] holds its bodies in columns, each number of a state in one of its own, and
//! takes them on by the same method and the same steps: several bodies in a register, blocks of
//! them in threads. What becomes of a body does not depend on the others, on the number of
//! threads, on blocks or on the width of registers, to the bit.
//!
//! ```
//! use polhode::{Inertia, Rotation, State, Vec3};
//! use polhode_ensemble::{Bodies, Ensemble};
//!
//! let water = Inertia::new([1.0, 1.9, 2.9])?;
//! let start = |i: usize| State::new(Rotation::identity(), Vec3::new(0.1, 0.001 * i as f64, 0.2));
//! let bodies = Bodies::<f64>::new((0..1000).map(|i| (water, start(i))));
//! let mut ensemble = Ensemble::new(&"exact".parse()?, bodies)?;
//! ensemble.advance(0.05, 200)?;
//! assert_eq!(ensemble.time(), 10.0);
//! assert!(ensemble.failed().is_empty());
//! println!("{:?}", ensemble.state(999));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bind;
mod bodies;
mod column;
mod columns;
mod ensemble;
mod epochs;
mod error;
mod kernel;
mod torques;

pub use bind::EnsembleScalar;
pub use bodies::Bodies;
pub use ensemble::{Arithmetic, Ensemble};
pub use epochs::states_at;
pub use error::Error;
pub use polhode::ensemble::FailedBody;
pub use torques::EnsembleTorques;
