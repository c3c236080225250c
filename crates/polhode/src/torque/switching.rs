//! Switching functions: where a torque changes from one smooth branch to another.
//!
//! A torque that switches is smooth on each branch. Its switching functions v(t, R, m), smooth themselves,
//! say which branch is active. A run freezes the branch within a step, locates the zeros of the switching
//! functions and ends a step there: docs/torques.md, Torques that switch.

use crate::error::to_f64;
use crate::real::{Mask, Real};

/// A switching function of a torque.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switch {
    /// Which branch belongs to which value.
    pub kind: SwitchKind,
    /// Whether the function depends on time alone. The torque then lists the times at which it switches by
    /// [`next_discontinuity`](super::Torque::next_discontinuity).
    pub of_time_alone: bool,
    /// Whether the torque accepts the branch 0 of [`SwitchKind::Sign`], for sliding on the surface v = 0.
    pub slides: bool,
}

impl Switch {
    /// Returns whether a run has to look for its zeros: a function of the state that changes the torque.
    pub(crate) fn is_watched(&self) -> bool {
        !self.of_time_alone && self.kind != SwitchKind::Boundary
    }
}

/// How the value v of a switching function selects a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SwitchKind {
    /// Branch 1 where v >= 0, branch -1 where v <= 0. Branch 0 is motion on the surface v = 0 by the
    /// equivalent control; v is then the branch, between -1 and 1, that keeps the body there.
    Sign,
    /// Branch k, a whole number, where k <= v <= k + 1.
    Whole,
    /// The branch is the sign of v and does not change the torque, which is not smooth where v = 0. Zeros in
    /// time alone are located, those of the state are not.
    Boundary,
}

/// Motion on the surface of a switching function of kind [`SwitchKind::Sign`].
pub const SLIDING: f64 = 0.0;

impl SwitchKind {
    /// Returns the branch that this value selects; on the border of two branches the previous one.
    pub fn branch<R: Real>(self, value: R, previous: f64) -> f64 {
        match self {
            Self::Whole => floor(to_f64(value)),
            Self::Sign | Self::Boundary if R::zero().lt(value).any() => 1.0,
            Self::Sign | Self::Boundary if value.lt(R::zero()).any() => -1.0,
            Self::Sign | Self::Boundary => previous,
        }
    }
    /// Returns the branch on the other side of a border of this branch: the upper or the lower one.
    #[must_use]
    pub fn neighbour(self, branch: f64, upper: bool) -> f64 {
        match (self, upper) {
            (Self::Whole, true) => branch + 1.0,
            (Self::Whole, false) => branch - 1.0,
            (_, true) => 1.0,
            (_, false) => -1.0,
        }
    }
    /// Returns the range of values that belong to a branch; infinite ends are not borders.
    #[must_use]
    pub fn range(self, branch: f64) -> [f64; 2] {
        match self {
            Self::Whole => [branch, branch + 1.0],
            Self::Sign if branch == SLIDING => [-1.0, 1.0],
            Self::Sign | Self::Boundary if branch > 0.0 => [0.0, f64::INFINITY],
            Self::Sign | Self::Boundary => [f64::NEG_INFINITY, 0.0],
        }
    }
}

/// The largest whole number that is not above x.
fn floor(x: f64) -> f64 {
    let near = Real::round(x);
    if near > x { near - 1.0 } else { near }
}
