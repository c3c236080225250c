//! How a run went and how good it is.

use crate::accuracy::{Certificate, Promise};
use crate::log::{LogRecord, RecordKind};
use crate::sample::Sample;
use crate::scenario::{Problem, Scenario};
use crate::scenario_run::RunState;
use crate::sensitivity::TransitionMatrix;
use crate::truth::{free_at, free_motion};
use polhode::geometry::{Rotation, Vec3};
use polhode::real::DoubleDouble;
use polhode::{Inertia, Real, State};
use polhode_bound::Dimension;
use serde::{Deserialize, Serialize};

/// What `summary.json` says. Errors are the largest over the samples.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct Summary {
    /// The title, or else the file.
    pub scenario: String,
    /// The method string.
    pub method: String,
    /// `f64` or `f32`.
    pub precision: String,
    /// The length of a step, negative if backwards.
    pub step: f64,
    /// The step that was asked for, where it was shortened to fit.
    pub step_asked: Option<f64>,
    /// Steps taken.
    pub steps: u64,
    /// Samples kept.
    pub samples: u64,
    /// Is this the end, or could it go on?
    pub complete: bool,
    /// Time at the end.
    pub time: f64,
    /// The unit of all times; empty if the scenario does not say.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub time_unit: String,
    /// w x y z, body to space.
    pub attitude: [f64; 4],
    /// Takes body components to space components; rows.
    pub matrix: [[f64; 3]; 3],
    /// Angular momentum in body axes.
    pub momentum_body: [f64; 3],
    /// Angular momentum in space axes.
    pub momentum_space: [f64; 3],
    /// In body axes.
    pub angular_velocity: [f64; 3],
    /// Kinetic and potential energy.
    pub energy: Energy,
    /// Angular momentum in space.
    pub momentum: Momentum,
    /// How far the quaternion's norm is from 1.
    pub attitude_norm_error: f64,
    /// The angle between the last attitude and the closed form, in radians; null
    /// where there is a torque.
    pub attitude_error: Option<f64>,
    /// The events, where the scenario looks for some.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<EventCount>,
    /// What has switched, where the torque has switching functions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub switches: Option<SwitchSummary>,
    /// The event that ended the run, if one did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped_by: Option<String>,
    /// How often the torque was evaluated.
    pub torque_evaluations: u64,
    /// Time spent computing.
    pub wall_seconds: f64,
    /// How the end depends on what `output.sensitivity` names; only where it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transition_matrix: Option<TransitionMatrix>,
    /// How method and step were chosen, where an accuracy was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accuracy: Option<Promise>,
    /// How large the error is, where a certificate was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<Certificate>,
    /// What contradicts the accuracy that was asked for, where something does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contradiction: Option<String>,
    /// The version of polhode.
    pub version: String,
}

impl Summary {
    /// Why the accuracy that was asked for is not delivered or not assured, for those who want nothing
    /// less: what contradicts it, what cannot be attained or verified, or a certificate above it.
    #[must_use]
    pub fn shortfall(&self) -> Option<String> {
        let accuracy = self.accuracy.as_ref()?;
        let above = || accuracy.above(self.certificate.as_ref()?, 1.0);
        self.contradiction.clone().or_else(|| accuracy.shortfall()).or_else(above)
    }
}

/// The switches of a torque in a run.
#[derive(Clone, Debug, Default, Serialize, Deserialize, PartialEq)]
pub struct SwitchSummary {
    /// Changes of a branch, each located in time.
    pub located: u64,
    /// Intervals of sliding, that is, of motion on the surface of a switching function.
    pub sliding: u64,
    /// The total length of these intervals.
    pub sliding_time: f64,
    /// The name of a switching function that switched more than 1000 times in a revolution, or null.
    pub chatter: Option<String>,
    /// Why there may be switches that were not located, or null: a torque is a function of which nothing else is known.
    #[serde(default)]
    pub unknown: Option<String>,
}

impl SwitchSummary {
    /// What [`unknown`](Self::unknown) says of a torque that is given as a function.
    pub const UNKNOWN: &str = "a torque is a function, whose switches are unknown: steps do not end there, and a method \
                               loses its order in a step across one; write the torque as a formula if it switches";
}

/// How often an event was.
#[derive(Clone, Debug, Default, Serialize, Deserialize, PartialEq)]
pub struct EventCount {
    /// Its name.
    pub name: String,
    /// How often.
    pub count: u64,
    /// The time of the first one.
    pub first: Option<f64>,
    /// The time of the last one.
    pub last: Option<f64>,
}

impl EventCount {
    pub(crate) fn see(&mut self, time: f64) {
        self.count += 1;
        self.first = self.first.or(Some(time));
        self.last = Some(time);
    }
}

/// Energy at both ends and in between.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, PartialEq)]
pub struct Energy {
    /// At the start.
    pub initial: f64,
    /// At the end.
    #[serde(rename = "final")]
    pub last: f64,
    /// Relative to the larger of the initial energy and the initial kinetic energy;
    /// null where energy is not constant.
    pub max_relative_error: Option<f64>,
}

/// Angular momentum in space.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, PartialEq)]
pub struct Momentum {
    /// Relative to its length at the start; null where there is a torque.
    pub max_relative_error: Option<f64>,
}

/// How far energy and momentum are from those of the start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConservationErrors {
    /// Relative to the larger of the initial energy and the initial kinetic energy.
    pub energy: f64,
    /// In space, relative to its length at the start.
    pub momentum: f64,
}

impl ConservationErrors {
    /// From the sample of the start to another.
    #[must_use]
    pub fn between(start: &Sample, sample: &Sample) -> Self {
        let scale = start.energy.abs().max(start.kinetic_energy);
        let length = start.momentum_space.norm();
        let energy = (sample.energy - start.energy).abs();
        let momentum = (sample.momentum_space - start.momentum_space).norm();
        // A body at rest has no scale; what it gains is then the error itself.
        let relative = |error: f64, scale: f64| if scale > 0.0 { error / scale } else { error };
        Self { energy: relative(energy, scale), momentum: relative(momentum, length) }
    }
}

/// Sees all samples, one after the other.
#[derive(Debug, Default)]
pub(crate) struct Gauge {
    first: Option<(Sample, RunState)>,
    last: Option<(Sample, RunState)>,
    samples: u64,
    energy_error: f64,
    momentum_error: f64,
    norm_error: f64,
}

impl Gauge {
    pub(crate) fn see(&mut self, sample: &Sample, state: &RunState) {
        let (start, _) = self.first.get_or_insert((*sample, *state));
        let drift = ConservationErrors::between(start, sample);
        let norm = (sample.attitude.norm_squared().sqrt() - 1.0).abs();
        self.energy_error = largest(self.energy_error, drift.energy);
        self.momentum_error = largest(self.momentum_error, drift.momentum);
        self.norm_error = largest(self.norm_error, norm);
        self.samples += 1;
        self.last = Some((*sample, *state));
    }
    /// The first and the last state.
    pub(crate) fn ends(&self) -> Option<(&RunState, &RunState)> {
        Some((&self.first.as_ref()?.1, &self.last.as_ref()?.1))
    }
    /// With the last record of the run.
    pub(crate) fn summary(
        &self,
        scenario: &Scenario,
        end: &LogRecord,
        events: Vec<EventCount>,
    ) -> Option<Summary> {
        let ((first, start), (last, state)) = (self.first.as_ref()?, self.last.as_ref()?);
        let free = scenario.problem.torques.is_empty();
        let title = &scenario.title;
        let stopped_by = match end.mark {
            RecordKind::Ended { event } => Some(events.get(event as usize)?.name.clone()),
            _ => None,
        };
        Some(Summary {
            scenario: if title.is_empty() { scenario.origin().into() } else { title.clone() },
            method: scenario.method.to_string(),
            precision: scenario.plan.precision.name().into(),
            step: scenario.schedule.step,
            step_asked: scenario.schedule.asked,
            steps: end.checkpoint.steps,
            samples: self.samples,
            complete: stopped_by.is_some() || self.samples == scenario.schedule.samples(),
            time: last.time,
            time_unit: scenario.time_unit.clone(),
            attitude: last.attitude.to_wxyz(),
            matrix: last.attitude.to_matrix().to_rows(),
            momentum_body: last.momentum_body.to_array(),
            momentum_space: last.momentum_space.to_array(),
            angular_velocity: last.rates.to_array(),
            energy: Energy {
                initial: first.energy,
                last: last.energy,
                max_relative_error: scenario.conserves_energy().then_some(self.energy_error),
            },
            momentum: Momentum { max_relative_error: free.then_some(self.momentum_error) },
            attitude_norm_error: self.norm_error,
            attitude_error: free.then(|| off_closed_form(&scenario.problem, start, state)),
            events,
            switches: None,
            stopped_by,
            torque_evaluations: end.checkpoint.evaluations,
            wall_seconds: end.wall_seconds,
            transition_matrix: None,
            accuracy: None,
            certificate: None,
            contradiction: None,
            version: env!("CARGO_PKG_VERSION").into(),
        })
    }
}

/// The larger; not-a-number if one of them is.
fn largest(a: f64, b: f64) -> f64 {
    if a.is_nan() || b.is_nan() { f64::NAN } else { a.max(b) }
}

/// The angle between where a free body ended and where the closed form, in twice
/// the digits, says it is.
fn off_closed_form(problem: &Problem, start: &RunState, end: &RunState) -> f64 {
    type Number = DoubleDouble;
    let units = problem.units;
    let in_run = |x: f64, of| Number::from_f64(units.to_run(x, of));
    let moments = problem.body.inertia.moments().map(|moment| in_run(moment, Dimension::MOMENT));
    let Ok(inertia) = Inertia::new_without_triangle_check(moments.to_array()) else {
        return f64::NAN;
    };
    let state = |at: &RunState| {
        let [w, x, y, z] = at.attitude.map(Number::from_f64);
        State {
            time: in_run(at.time, Dimension::TIME),
            attitude: Rotation { w, x, y, z },
            momentum: Vec3::from(at.momentum.map(|m| in_run(m, Dimension::MOMENTUM))),
        }
    };
    let (start, end) = (state(start), state(end));
    let truth = free_at(&free_motion(&inertia, start), end.time);
    end.attitude.angle_to(truth.attitude).hi
}
