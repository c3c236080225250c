//! What a method is, and what makes methods out of methods.
//!
//! Chains read in the order of time: what stands first happens first.

mod composed;
mod kicked;
mod memory;
mod projected;
mod tilt;

use crate::body::{Body, State};
use crate::error::Error;
use crate::geometry::Attitude;
use crate::inertia::Inertia;
use crate::real::Real;
use crate::torque::Torque;
use core::fmt::{self, Debug, Display};

pub use composed::{Composed, Composition};
pub use kicked::{KickMemory, Kicked};
pub use memory::Memory;
pub use projected::{EnergyMemory, Projected};
pub use tilt::with_energy;

/// Turns a torque-free body: a paper's core formula.
pub trait FreeFlow: Copy + Debug + Send + Sync + 'static {
    /// Moves attitude and momentum of a free body by the time `h`.
    ///
    /// # Errors
    /// Where an equation has no solution or its solution was not found.
    fn flow<R: Real, A: Attitude<R>>(
        &self,
        inertia: &Inertia<R>,
        state: &mut State<R, A>,
        h: R,
    ) -> Result<(), Failure>;
}

/// Advances the state of a body.
pub trait Method: Copy + Debug + Send + Sync + 'static {
    /// What it remembers between steps: made from a start state, saved with
    /// every checkpoint.
    type Memory<R: Real>: Memory<R>;

    /// The memory with which a run from this state begins.
    fn begin<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &State<R, A>,
    ) -> Self::Memory<R>;

    /// Can it take this torque?
    ///
    /// # Errors
    /// [`Error::NeedsDerivatives`] where the method needs time derivatives of the
    /// torque and the torque has none.
    fn accepts<R: Real, T: Torque<R>>(&self, torque: &T) -> Result<(), Error> {
        let _ = torque;
        Ok(())
    }

    /// Someone else has changed the state: what the memory knows of it is out of
    /// date.
    fn renew<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &State<R, A>,
        memory: &mut Self::Memory<R>,
    ) {
        let _ = (body, state, memory);
    }

    /// One step. Time advances with the state, by plain addition: whoever
    /// drives many steps knows better and overwrites it.
    ///
    /// # Errors
    /// Where an equation has no solution or its solution was not found; the state
    /// is then left as it was.
    fn step<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &mut State<R, A>,
        memory: &mut Self::Memory<R>,
        h: R,
    ) -> Result<(), Failure>;
}

/// Why a step could not be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Failure {
    /// A torque that depends on the momentum changes it so much within half a
    /// step that the implicit midpoint rule does not settle.
    KickNotConverged,
    /// The equation for the rotation within the step was not solved.
    IncrementNotFound,
    /// The same, of a method whose equation has no real solution for long steps.
    NoIncrement,
    /// A method that needs the torque where it leads found none that leads there.
    TorqueNotSettled,
    /// The iteration for what an implicit step looks for did not settle.
    StepNotConverged,
}

impl Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::KickNotConverged => f.write_str(
                "the torque depends on the momentum, and within half a step it changes the \
                 momentum so much that the implicit midpoint rule does not settle; \
                 take a smaller step",
            ),
            Self::IncrementNotFound => f.write_str(
                "the equation for the rotation within the step was not solved, neither from a \
                 nearby start nor from shorter steps to longer ones; take a smaller step",
            ),
            Self::NoIncrement => f.write_str(
                "no rotation solves the equation of this method: there is none where the body \
                 would turn by more than about one radian within the step, or, for a thin body \
                 with correction=4 or 6, sooner; take a smaller step",
            ),
            Self::TorqueNotSettled => f.write_str(
                "the torque within the step depends on where it leads, so strongly that it does \
                 not settle; take a smaller step",
            ),
            Self::StepNotConverged => f.write_str(
                "the step is implicit, and the iteration that solves for it does not settle; \
                 take a smaller step",
            ),
        }
    }
}
impl core::error::Error for Failure {}
