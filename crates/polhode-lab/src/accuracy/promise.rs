//! What a summary says of a choice.

use super::{Choice, Proof};
use serde::{Deserialize, Serialize};

/// What was asked for and what is expected.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct Promise {
    /// The error that the end may have.
    pub asked: f64,
    /// The error that it is expected to have.
    pub expected: f64,
    /// Can it be reached?
    pub reachable: bool,
    /// What can be reached, by rounding and by the last digit of the start.
    pub best: f64,
    /// By how much the end moves if the start does by its last digit.
    pub last_digit: f64,
    /// Which part of the run was tried.
    pub tried: f64,
    /// Why this method.
    pub reason: String,
    /// Why the expected error is an estimate that nothing verifies, where that is so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unverified: Option<String>,
    /// What the end must show for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<Proof>,
}

impl Promise {
    /// Of a choice.
    #[must_use]
    pub fn new(asked: f64, choice: &Choice) -> Self {
        Self {
            asked,
            expected: choice.error,
            reachable: choice.reachable,
            best: choice.best,
            last_digit: choice.input,
            tried: choice.part,
            reason: choice.reason.clone(),
            unverified: choice.unverified.clone(),
            proof: choice.proof.clone(),
        }
    }
    /// Why the accuracy is not assured, where it is not: it cannot be attained, or is not verified.
    #[must_use]
    pub fn shortfall(&self) -> Option<String> {
        let unverified = || {
            let (asked, why) = (self.asked, self.unverified.as_ref()?);
            Some(format!("the requested accuracy of {asked:e} is unverified: {why}"))
        };
        self.refusal().or_else(unverified)
    }
    /// What must be said where it cannot be reached.
    #[must_use]
    pub fn refusal(&self) -> Option<String> {
        let Self { asked, best, last_digit, .. } = self;
        (!self.reachable).then(|| {
            format!(
                "an accuracy of {asked:e} cannot be reached in double precision: the last digit of the start \
                 moves the end by {last_digit:.1e}, and about {best:.1e} can be reached"
            )
        })
    }
}
