//! Series in more digits than a double has, for the torques of a user: compiled here, once.

use crate::torque::Torques;
use polhode::method::Failure;
use polhode::methods::taylor::{AdaptiveTaylor, RefinedTaylor, Refinement};
use polhode::real::DoubleDouble;
use polhode::torque::Free;
use polhode::{Body, Error, Inertia, Motion, Run, State};

/// A run of a free body in refined precision.
///
/// # Errors
/// Where it cannot start there.
pub fn bind_refined_free(
    series: &AdaptiveTaylor,
    inertia: Inertia<f64>,
    start: &State<f64>,
) -> Result<Box<dyn Run<f64>>, Error> {
    let body = Body::free(inertia);
    let refinement = Refinement::for_body(series, &body);
    Ok(Box::new(RefinedTaylor::new(body, Free, start, refinement)?))
}

/// A run of a torqued body in refined precision, its torque in both numbers.
///
/// # Errors
/// Where the torque has no derivatives, or has impulses.
pub fn bind_refined(
    series: &AdaptiveTaylor,
    body: Body<f64, Torques<f64>>,
    torque: Torques<DoubleDouble>,
    start: &State<f64>,
) -> Result<Box<dyn Run<f64>>, Error> {
    let refinement = Refinement::for_body(series, &body);
    Ok(Box::new(RefinedTaylor::new(body, torque, start, refinement)?))
}

/// A run in double-doubles by a series.
///
/// # Errors
/// Where the series cannot take the torque.
pub fn bind_wide(
    series: AdaptiveTaylor,
    body: Body<DoubleDouble, Torques<DoubleDouble>>,
    start: State<DoubleDouble>,
) -> Result<Box<dyn Run<DoubleDouble>>, Error> {
    Ok(Box::new(Motion::new(series, body, start)?))
}

/// The motion of a torqued body to far more digits than a double has: what runs are measured
/// against. The torque is smooth in time.
#[derive(Debug)]
pub struct Reference(RefinedTaylor<Torques<f64>, Torques<DoubleDouble>>);

impl Reference {
    /// From a start, the torque in both numbers.
    ///
    /// # Errors
    /// Where the torque has no derivatives, or has impulses.
    pub fn new(
        body: Body<f64, Torques<f64>>,
        torque: Torques<DoubleDouble>,
        start: &State<f64>,
    ) -> Result<Self, Error> {
        Ok(Self(RefinedTaylor::new(body, torque, start, Refinement::TRUTH)?))
    }
    /// One step, not beyond this time; says whether it is there.
    ///
    /// # Errors
    /// Where the step could not be taken.
    pub fn step_towards(&mut self, time: DoubleDouble) -> Result<bool, Failure> {
        self.0.step_towards(time)
    }
    /// Where it is.
    #[must_use]
    pub fn state(&self) -> &State<DoubleDouble> {
        self.0.state()
    }
}
