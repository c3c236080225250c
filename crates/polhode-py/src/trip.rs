//! A run from its start to its end, kept in memory: what a session of the laboratory keeps in a
//! folder.

use crate::error::{out_of_memory, solve};
use crate::memory::{Many, available, room};
use polhode::Stopped;
use polhode_lab::Scenario;
use polhode_lab::scenario::Pace;
use polhode_lab::simulation::{Encounter, Place, Simulation, Snapshot};
use pyo3::prelude::*;
use std::time::{Duration, Instant};

/// Between two looks at who may want to stop it.
const LOOK: Duration = Duration::from_millis(50);
/// Places to go on from that are kept; more would take more memory than the samples.
const MOST_KEPT: u64 = 2000;

/// Shows how much of a run is done; an error ends it.
pub(crate) type Watch<'a> = dyn FnMut(f64) -> PyResult<()> + Send + 'a;

/// A run on its way.
pub(crate) struct Trip<'a> {
    scenario: &'a Scenario,
    simulation: Box<dyn Simulation>,
    now: Snapshot,
    sample: u64,
    ended: Option<usize>,
    /// The samples, in principal axes.
    pub(crate) places: Vec<Place>,
    /// Some of the states between steps.
    pub(crate) kept: Vec<Snapshot>,
    /// The events on the way.
    pub(crate) encounters: Vec<Encounter>,
}

/// How it ended.
pub(crate) enum Ending {
    Complete,
    /// By the event of this number.
    ByEvent(usize),
    /// A step could not be taken.
    Failed(String),
}

impl<'a> Trip<'a> {
    pub(crate) fn new(scenario: &'a Scenario, simulation: Box<dyn Simulation>) -> PyResult<Self> {
        let samples = scenario.plan.samples();
        let mut places = Vec::new();
        let fits = usize::try_from(samples).is_ok_and(|n| places.try_reserve_exact(n).is_ok());
        if !fits {
            return Err(out_of_memory(format!(
                "there would be {samples} samples, which do not fit into memory; take fewer: \
                 every=..."
            )));
        }
        let bytes = places.capacity().saturating_mul(size_of::<Place>());
        available(bytes, Many(places.capacity(), "samples"))?;
        let mut simulation = simulation;
        let now = simulation.snapshot();
        places.push(now.place);
        let kept = vec![now.clone()];
        let encounters = Vec::new();
        Ok(Self { scenario, simulation, now, sample: 0, ended: None, places, kept, encounters })
    }

    /// How many steps were taken, and how often the torque was asked.
    pub(crate) fn counts(&self) -> (u64, u64) {
        (self.now.steps, self.now.evaluations)
    }

    /// To the end.
    pub(crate) fn go(&mut self, watch: &mut Watch<'_>) -> PyResult<Ending> {
        let apart = self.scenario.plan.samples().div_ceil(MOST_KEPT);
        let (mut most, mut looked, mut before) = (64, Instant::now(), Instant::now());
        while self.sample + 1 < self.scenario.plan.samples() && self.ended.is_none() {
            let from = self.now.place.time;
            let place = match self.advance(most) {
                Ok(place) => place,
                Err(stopped) => return Ok(Ending::Failed(self.failure(&stopped.to_string()))),
            };
            if !self.now.is_finite() {
                let to = self.now.place.time;
                return Ok(Ending::Failed(self.failure(&format!(
                    "between time {from:?} and {to:?} the state became infinite or not a number: \
                     the torque did, or the step is too large"
                ))));
            }
            // Before there are more of them.
            let events = self.encounters.len();
            if self.encounters.capacity() < 2 * events {
                let full = |_| out_of_memory(Many(events, "events"));
                self.encounters.try_reserve_exact(events).map_err(full)?;
            }
            if let Some(place) = place {
                self.places.push(place);
                if self.sample.is_multiple_of(apart) {
                    self.kept.push(self.now.clone());
                }
            }
            let now = Instant::now();
            // Few looks at the clock in many short chunks, quick answers in long ones.
            most = if now - before < LOOK / 2 { most.saturating_mul(2) } else { (most / 2).max(1) };
            before = now;
            if now - looked > LOOK {
                looked = now;
                watch(self.part())?;
            }
        }
        Ok(self.ended.map_or(Ending::Complete, Ending::ByEvent))
    }

    /// Takes at most so many steps, and not beyond the next sample, which is given if it is
    /// reached.
    fn advance(&mut self, most: u64) -> Result<Option<Place>, Stopped<f64>> {
        let plan = &self.scenario.plan;
        let mut place = None;
        let reached = match plan.pace {
            Pace::Steps { steps, every } => {
                let done = self.now.steps;
                let to_sample = (every - done % every).min(steps - done);
                self.simulation.advance(to_sample.min(most)).map(|()| to_sample <= most)
            }
            Pace::Times { .. } => {
                let time = self.scenario.start.time + plan.time_of(self.sample + 1);
                let reached = self.simulation.advance_past(time, most);
                reached.and_then(|reached| {
                    // Behind an event that ends the run there is no sample.
                    let end = self.simulation.ended();
                    let end = end.filter(|end| (end.place.time - time) * plan.duration <= 0.0);
                    let there = || match end {
                        Some(end) => Ok(end.place),
                        None => self.simulation.place_near(time),
                    };
                    place = reached.then(there).transpose()?;
                    Ok(reached)
                })
            }
        };
        self.simulation.snapshot_into(&mut self.now);
        self.encounters.extend(self.simulation.encounters());
        if reached? {
            place = place.or(Some(self.now.place));
            self.sample += 1;
        }
        Ok(self.cut(place))
    }

    /// If an event has ended the run, its state is the last sample. Where steps vary, samples
    /// inside of the same step come before it.
    fn cut(&mut self, place: Option<Place>) -> Option<Place> {
        let Some(end) = self.simulation.ended() else { return place };
        let sample = place.map(|place| place.time);
        let varies = matches!(self.scenario.plan.pace, Pace::Times { .. });
        if varies && sample != Some(end.place.time) {
            return place;
        }
        self.ended = Some(end.event);
        self.sample += u64::from(sample.is_none());
        Some(end.place)
    }

    #[expect(clippy::cast_precision_loss, reason = "for people")]
    fn part(&self) -> f64 {
        let plan = &self.scenario.plan;
        match plan.pace {
            Pace::Steps { steps, .. } => self.now.steps as f64 / steps as f64,
            Pace::Times { .. } => (self.now.place.time - self.scenario.start.time) / plan.duration,
        }
    }

    fn failure(&self, why: &str) -> String {
        let step = self.scenario.plan.step.abs();
        format!("{why}; the step is {step:?}, try for example step={:?}", step / 4.0)
    }
}

/// The states at some times, from the states that were kept of a run.
pub(crate) fn states_at(
    scenario: &Scenario,
    mut simulation: Box<dyn Simulation>,
    kept: &[Snapshot],
    times: &[f64],
    watch: &mut Watch<'_>,
) -> PyResult<Vec<Place>> {
    let (h, sign) = (scenario.plan.step, scenario.plan.step.signum());
    let varies = scenario.method.steps_vary();
    let mut looked = Instant::now();
    let mut found = room(times.len(), Many(times.len(), "times"))?;
    for &time in times {
        let before = kept.partition_point(|one| one.place.time * sign <= time * sign);
        let from = &kept[before.saturating_sub(1).min(kept.len() - 1)];
        let now = simulation.snapshot().place.time;
        let is_between = from.place.time * sign <= now * sign && now * sign <= time * sign;
        if !is_between {
            simulation.restore(from);
        }
        let state = (|| {
            if varies {
                while !simulation.advance_past(time, 1000)? {}
            } else {
                let now = simulation.snapshot().place.time;
                simulation.advance(whole_steps(now, time, h))?;
            }
            simulation.place_near(time)
        })();
        found.push(state.map_err(solve)?);
        if looked.elapsed() > LOOK {
            looked = Instant::now();
            watch(0.0)?;
        }
    }
    Ok(found)
}

/// How many steps fit between two times.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 2^53")]
fn whole_steps(from: f64, to: f64, h: f64) -> u64 {
    ((to - from) / h + 1e-9).floor().max(0.0) as u64
}
