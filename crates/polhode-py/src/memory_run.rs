//! A run from its start to its end, kept in memory: what a session of the laboratory keeps in a
//! folder.

use crate::error::{out_of_memory, solve};
use crate::memory::{Many, available, room};
use crate::wording::Keywords;
use polhode::Stopped;
use polhode_lab::Scenario;
use polhode_lab::sampling::{Advanced, ChunkSize, RunFailure, SampleDriver, advance_towards};
use polhode_lab::scenario_run::{Checkpoint, EventOccurrence, RunState, ScenarioRun};
use polhode_lab::summary::SwitchSummary;
use pyo3::prelude::*;
use std::time::{Duration, Instant};

/// Between two looks at who may want to stop it.
const LOOK: Duration = Duration::from_millis(50);
/// Places to go on from that are kept; more would take more memory than the samples.
const MOST_KEPT: u64 = 2000;

/// Shows how much of a run is done; an error ends it.
pub(crate) type ProgressWatch<'a> = dyn FnMut(f64) -> PyResult<()> + Send + 'a;

/// A run on its way.
pub(crate) struct MemoryRun<'a> {
    scenario: &'a Scenario,
    driver: SampleDriver,
    now: Checkpoint,
    /// The samples, in principal axes.
    pub(crate) states: Vec<RunState>,
    /// Some of the states between steps.
    pub(crate) kept: Vec<Checkpoint>,
    /// The events on the way.
    pub(crate) occurrences: Vec<EventOccurrence>,
}

/// How it ended.
pub(crate) enum MemoryRunEnding {
    Complete,
    /// By the event of this number.
    ByEvent(usize),
    /// A step could not be taken.
    Failed(String),
}

impl<'a> MemoryRun<'a> {
    pub(crate) fn new(
        scenario: &'a Scenario,
        scenario_run: Box<dyn ScenarioRun>,
    ) -> PyResult<Self> {
        let samples = scenario.schedule.samples();
        let mut states = Vec::new();
        let fits = usize::try_from(samples).is_ok_and(|n| states.try_reserve_exact(n).is_ok());
        if !fits {
            return Err(out_of_memory(format!(
                "there would be {samples} samples, which do not fit into memory; take fewer: \
                 every=..."
            )));
        }
        let bytes = states.capacity().saturating_mul(size_of::<RunState>());
        available(bytes, Many(states.capacity(), "samples"))?;
        let mut driver = SampleDriver::new(scenario, scenario_run);
        let now = driver.run.checkpoint();
        states.push(now.state);
        let kept = vec![now.clone()];
        Ok(Self { scenario, driver, now, states, kept, occurrences: Vec::new() })
    }

    /// How many steps were taken, and how often the torque was asked.
    pub(crate) fn counts(&self) -> (u64, u64) {
        (self.now.steps, self.now.evaluations)
    }

    /// What has switched so far, where the torque has switching functions.
    pub(crate) fn switches(&self) -> Option<SwitchSummary> {
        self.scenario.switch_summary(&*self.driver.run)
    }

    /// To the end.
    pub(crate) fn go(&mut self, watch: &mut ProgressWatch<'_>) -> PyResult<MemoryRunEnding> {
        let apart = self.scenario.schedule.samples().div_ceil(MOST_KEPT);
        let (mut chunk, mut looked) = (ChunkSize::new(LOOK), Instant::now());
        while !self.driver.is_complete() {
            let advanced = self.driver.next(chunk.steps());
            self.driver.run.checkpoint_into(&mut self.now);
            self.occurrences.extend(self.driver.run.occurrences());
            // Before there are more of them.
            let events = self.occurrences.len();
            if self.occurrences.capacity() < 2 * events {
                let full = |_| out_of_memory(Many(events, "events"));
                self.occurrences.try_reserve_exact(events).map_err(full)?;
            }
            match advanced {
                Ok(Advanced::Between) => {}
                Ok(Advanced::Sample(state) | Advanced::Event(state)) => {
                    self.states.push(state);
                    if self.driver.sample().is_multiple_of(apart) {
                        self.kept.push(self.now.clone());
                    }
                }
                Err(failed) => return Ok(MemoryRunEnding::Failed(self.failure(&failed))),
            }
            let now = Instant::now();
            chunk.adapt(now);
            if now - looked > LOOK {
                looked = now;
                watch(self.driver.fraction())?;
            }
        }
        Ok(self.driver.stopped_by().map_or(MemoryRunEnding::Complete, MemoryRunEnding::ByEvent))
    }

    fn failure(&self, failed: &RunFailure) -> String {
        let remedy = failed.remedy_at(self.scenario.schedule.step.abs());
        remedy.after(&failed.message(), &Keywords)
    }
}

/// The states at some times of the file, from the states that were kept of a run.
pub(crate) fn states_at(
    scenario: &Scenario,
    mut scenario_run: Box<dyn ScenarioRun>,
    kept: &[Checkpoint],
    times: &[f64],
    watch: &mut ProgressWatch<'_>,
) -> PyResult<Vec<RunState>> {
    let sign = scenario.schedule.step.signum();
    let fixed_step = (!scenario.method.steps_vary()).then_some(scenario.schedule.step);
    let mut looked = Instant::now();
    let mut found = room(times.len(), Many(times.len(), "times"))?;
    let epoch = scenario.problem.start.epoch;
    let failed = |stopped: Stopped<f64>| solve(Stopped { time: epoch + stopped.time, ..stopped });
    for time in times {
        let time = time - epoch;
        let before = kept.partition_point(|one| one.state.time * sign <= time * sign);
        let from = &kept[before.saturating_sub(1).min(kept.len() - 1)];
        let now = scenario_run.state().time;
        let is_between = from.state.time * sign <= now * sign && now * sign <= time * sign;
        if !is_between {
            scenario_run.restore(from);
        }
        advance_towards(&mut *scenario_run, fixed_step, time).map_err(failed)?;
        found.push(scenario_run.state_near(time).map_err(failed)?);
        if looked.elapsed() > LOOK {
            looked = Instant::now();
            watch(0.0)?;
        }
    }
    Ok(found)
}
