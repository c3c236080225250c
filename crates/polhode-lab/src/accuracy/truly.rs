//! Errors at the edge of rounding: only the truth tells.

use super::candidate::Candidate;
use super::pilot::{Pilot, Setting, apart};
use crate::scenario::Scenario;
use crate::simulation::Place;
use crate::truth;

/// What errs by rounding only, each in its own way; the dearest last.
const DEGREES: [u8; 8] = [26, 24, 22, 30, 20, 18, 16, 12];

/// The first that is as good as is asked for, or else the best; against the refined series.
pub(super) fn best(scenario: &Scenario, pilot: &mut Pilot, accuracy: f64) -> Option<Candidate> {
    let end = truth::at_end(scenario).ok()?;
    let end = Place {
        time: end.time,
        attitude: end.attitude.to_wxyz(),
        momentum: end.momentum.to_array(),
    };
    let mut best: Option<Candidate> = None;
    for degree in DEGREES {
        let method = format!("taylor:tolerance=1e-16,degree={degree}").parse().ok()?;
        let setting = Setting { method, step: None };
        let Some(trace) = pilot.run(&setting, pilot.span(), 1, f64::INFINITY) else { continue };
        let Some(place) = trace.places.last() else { continue };
        let error = apart(place, &end);
        #[expect(clippy::cast_precision_loss, reason = "a cost")]
        let cost = trace.steps as f64 * trace.each;
        if best.as_ref().is_none_or(|best| error < best.error) {
            best = Some(Candidate { setting, error, cost, note: "against the truth" });
        }
        if error <= accuracy {
            break;
        }
    }
    best
}
