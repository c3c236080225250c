//! Why a step could not be taken.

use core::fmt::{self, Display};

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
    /// Of reversible steps of varying size: the next one would have none.
    NoStep,
    /// Of Taylor series: the coefficients are not finite, or so large that no step has
    /// a size.
    NoSeries,
    /// On both sides the torque drives this switching function back to its zero, and has no equivalent
    /// control there.
    Sliding {
        /// Its index in [`Torque::switches`](crate::Torque::switches).
        switch: u16,
    },
    /// This switching function switches again and again, and time makes no progress.
    Chatter {
        /// Its index in [`Torque::switches`](crate::Torque::switches).
        switch: u16,
    },
}

impl Failure {
    /// What happened in the step.
    #[must_use]
    pub fn message(&self) -> &'static str {
        match self {
            Self::KickNotConverged => {
                "the torque depends on the momentum, and within half a step it changes the \
                 momentum so much that the implicit midpoint rule does not settle"
            }
            Self::IncrementNotFound => {
                "the equation for the rotation within the step was not solved, neither from a \
                 nearby start nor from shorter steps to longer ones"
            }
            Self::NoIncrement => {
                "no rotation solves the equation of this method: there is none where the body \
                 would turn by more than about one radian within the step, or, for a thin body \
                 with correction=4 or 6, sooner"
            }
            Self::TorqueNotSettled => {
                "the torque within the step depends on where it leads, so strongly that it does \
                 not settle"
            }
            Self::StepNotConverged => {
                "the step is implicit, and the iteration that solves for it does not settle"
            }
            Self::NoStep => {
                "the torque changes so much within a step that the next step would have no \
                 positive size"
            }
            Self::NoSeries => {
                "the motion has no Taylor series here on which a step could go on: the torque or \
                 its derivatives are infinite, not a number, or too large"
            }
            Self::Sliding { .. } => {
                "on both sides of a switch the torque drives the body back to it, so that the motion is not \
                 defined there"
            }
            Self::Chatter { .. } => {
                "the torque switches again and again, and time makes no progress"
            }
        }
    }
    /// What to do about it.
    #[must_use]
    pub fn remedy(&self) -> &'static str {
        match self {
            Self::NoSeries => {
                "take another method, or a torque that is smooth where the body comes"
            }
            Self::Sliding { .. } => {
                "write the torque as a formula, whose equivalent control is known, or make the switch smooth"
            }
            Self::Chatter { .. } => "give the switch a hysteresis, or make it smooth",
            _ => "take a smaller step",
        }
    }
    /// Whether a smaller step is the remedy.
    #[must_use]
    pub fn needs_smaller_step(&self) -> bool {
        !matches!(self, Self::NoSeries | Self::Sliding { .. } | Self::Chatter { .. })
    }
}

impl Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.message(), self.remedy())
    }
}
impl core::error::Error for Failure {}
