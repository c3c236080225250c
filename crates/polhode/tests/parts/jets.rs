//! Jets hold the Taylor coefficients of what is computed with them.
//!
//! Truth is, in turn: closed forms, differences in double-double, identities
//! between functions, and the plain number.

mod closed_forms;
mod differences;
mod edges;
mod identities;
mod nested;
mod plain;

use polhode::real::{DoubleDouble, Jet, Lanes};

/// As a double, for reporting.
trait Size: Lanes {
    fn size(self) -> f64;
}
impl Size for f64 {
    fn size(self) -> f64 {
        f64::abs(self)
    }
}
impl Size for DoubleDouble {
    fn size(self) -> f64 {
        f64::abs(self.hi)
    }
}

/// The largest difference of coefficients, relative to the largest coefficient
/// of the second (at least 1).
fn distance<R: Size, const N: usize>(jet: Jet<R, N>, truth: Jet<R, N>) -> f64 {
    let largest = |jet: Jet<R, N>| {
        jet.coefficients.iter().fold(0.0, |most, c| {
            let size = c.size();
            // Not-a-number must not get lost on the way.
            if size <= most { most } else { size }
        })
    };
    largest(jet - truth) / largest(truth).max(1.0)
}

/// Fails with what was measured.
#[track_caller]
fn claim(what: &str, error: f64, bound: f64) {
    assert!(error <= bound, "{what}: {error:e}");
}
