//! What the end of a run itself says against the accuracy that was requested.

use super::norm::state_of;
use super::{Certificate, Promise, Status};
use crate::scenario::Scenario;
use crate::scenario_run::RunState;
use polhode::geometry::Vec3;
use polhode::{Body, State, Torque};

/// By how much a change of a conserved quantity may exceed what the accuracy allows to first order:
/// terms of second order, and norms.
const FACTOR: f64 = 4.0;
/// Relative rounding error of an energy.
const ROUNDING: f64 = 1e-12;

impl Promise {
    /// What contradicts it, in a sentence: a conserved quantity that changed between the first and the
    /// last state, the end beside that of a coarser run, or the certificate. `None` where the accuracy is unattainable.
    #[must_use]
    pub fn contradiction(
        &self,
        scenario: &Scenario,
        ends: Option<(&RunState, &RunState)>,
        certificate: Option<&Certificate>,
    ) -> Option<String> {
        if self.status == Status::Unattainable {
            return None;
        }
        let conserved = ends.and_then(|(start, end)| conserved(scenario, self.asked, start, end));
        conserved
            .or_else(|| self.too_far(ends?.1))
            .or_else(|| self.above(certificate?, Certificate::CAUTION))
    }

    /// What is said where the end is too far from that of the coarser run.
    fn too_far(&self, end: &RunState) -> Option<String> {
        let verification = self.verification.as_ref()?;
        let (asked, within) = (self.asked, verification.within);
        let distance = verification.distance(end)?;
        let is_near = distance <= within;
        (!is_near).then(|| {
            format!(
                "the requested accuracy of {asked:e} is contradicted: the end is {distance:.1e} from that of {}, \
                 and the errors of both allow {within:.1e}; request a smaller error, or give a method and \
                 a step",
                verification.beside
            )
        })
    }

    /// What is said where a certificate is more than so many times above the accuracy.
    pub(crate) fn above(&self, certificate: &Certificate, times: f64) -> Option<String> {
        let (asked, found) = (self.asked, certificate.final_error);
        let is_below = found <= times * asked;
        (!is_below).then(|| {
            format!(
                "the requested accuracy of {asked:e} is contradicted: the certificate estimates an error \
                 of {found:.1e} at the end; give a method and a smaller step"
            )
        })
    }
}

/// The conserved quantity whose change contradicts this accuracy, in a sentence.
fn conserved(
    scenario: &Scenario,
    accuracy: f64,
    start: &RunState,
    end: &RunState,
) -> Option<String> {
    let (start, end) = (state_of(start), state_of(end));
    let found = momentum(scenario, accuracy, &start, &end)
        .or_else(|| energy(scenario, accuracy, &start, &end))?;
    let Found { what, change, allowed } = found;
    Some(format!(
        "the requested accuracy of {accuracy:e} is contradicted: the {what} is conserved, but changed by \
         {change:.1e}, and this accuracy allows {allowed:.1e}; give a method and a smaller step, or a \
         torque that is smooth"
    ))
}

/// A conserved quantity that changed.
struct Found {
    what: &'static str,
    change: f64,
    allowed: f64,
}

impl Found {
    /// None where the change is small enough; what is not a number is too large.
    fn new(what: &'static str, change: f64, allowed: f64) -> Option<Self> {
        let is_small = change <= allowed;
        (!is_small).then_some(Self { what, change, allowed })
    }
}

fn momentum(
    scenario: &Scenario,
    accuracy: f64,
    start: &State<f64>,
    end: &State<f64>,
) -> Option<Found> {
    if !scenario.problem.torques.is_empty() {
        return None;
    }
    let (from, to) = (start.spatial_momentum(), end.spatial_momentum());
    let allowed = (FACTOR * accuracy + ROUNDING) * from.norm();
    Found::new("angular momentum", (to - from).norm(), allowed)
}

/// To first order the energy changes by w.dm + T.dtheta, with |dm| = accuracy |m| and |dtheta| = accuracy.
fn energy(
    scenario: &Scenario,
    accuracy: f64,
    start: &State<f64>,
    end: &State<f64>,
) -> Option<Found> {
    if !scenario.conserves_energy() {
        return None;
    }
    let inertia = scenario.problem.body.inertia;
    let body = Body { inertia, torque: scenario.problem.torque.clone() };
    let (mut energies, mut sizes, mut work) = ([0.0; 2], 0.0, 0.0);
    for (energy, state) in energies.iter_mut().zip([start, end]) {
        let at = body.torque_input(state);
        let kinetic = inertia.kinetic_energy(state.momentum);
        let potential = body.torque.potential(&at).unwrap_or(0.0);
        let torque: Vec3<f64> = body.torque.torque(&at);
        *energy = kinetic + potential;
        sizes += kinetic + potential.abs();
        work = at.rates().norm() * state.momentum.norm() + torque.norm();
    }
    let allowed = FACTOR * accuracy * work + ROUNDING * sizes;
    Found::new("energy", (energies[1] - energies[0]).abs(), allowed)
}
