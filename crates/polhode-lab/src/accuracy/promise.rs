//! What a summary says of a requested accuracy.

use super::{Choice, Quality, Verification};
use serde::{Deserialize, Serialize};

/// The requested accuracy and what is known of the error of the run.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct Promise {
    /// The requested accuracy.
    pub asked: f64,
    /// The expected error at the end.
    pub expected: f64,
    /// Whether the accuracy is verified.
    pub status: Status,
    /// Why it is not verified, where that is so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unverified: Option<String>,
    /// How far the last digit of the initial state moves the end, where that is near the accuracy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_digit: Option<f64>,
    /// How the expected error is known.
    pub reason: String,
    /// What the end must show.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verification: Option<Verification>,
}

/// Whether an accuracy is verified.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Status {
    /// Runs over the whole span, or the closed form, show that the error is below the accuracy.
    Verified,
    /// The expected error is an estimate that nothing verifies.
    Unverified,
    /// The last digit of the initial state moves the end by more than the accuracy.
    Unattainable,
}

impl Promise {
    /// Of a choice.
    #[must_use]
    pub fn new(asked: f64, choice: &Choice) -> Self {
        let (status, unverified) = match &choice.quality {
            Quality::Verified => (Status::Verified, None),
            Quality::Unverified(why) => (Status::Unverified, Some(why.clone())),
            Quality::Unattainable => (Status::Unattainable, None),
        };
        Self {
            asked,
            expected: choice.error,
            status,
            unverified,
            last_digit: choice.input,
            reason: choice.reason.clone(),
            verification: choice.verification.clone(),
        }
    }
    /// Why the accuracy is not assured: it is unattainable or unverified. `None` where it is verified.
    #[must_use]
    pub fn shortfall(&self) -> Option<String> {
        let Self { asked, expected, .. } = self;
        match self.status {
            Status::Verified => None,
            Status::Unverified => {
                let why = self.unverified.as_deref().unwrap_or_default();
                Some(format!("the requested accuracy of {asked:e} is unverified: {why}"))
            }
            Status::Unattainable => {
                let last_digit = self.last_digit.unwrap_or(*expected);
                Some(format!(
                    "an accuracy of {asked:e} is unattainable in double precision: a change of the initial state \
                     by its last digit moves the end by {last_digit:.1e}"
                ))
            }
        }
    }
}
