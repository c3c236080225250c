//! The sample driver: takes the run of a scenario from one sample to the next.

use crate::listed::Listed;
use crate::remedy::{Action, Neutral, Remedy};
use crate::scenario::{SampleSpacing, Scenario, Schedule};
use crate::scenario_run::{RunState, ScenarioRun};
use polhode::method::Failure;
use polhode::{Stopped, Torque};
use std::fmt;
use std::time::{Duration, Instant};

/// A run with its position among the samples of its schedule.
pub struct SampleDriver<S: ScenarioRun + ?Sized = dyn ScenarioRun> {
    /// The run.
    pub run: Box<S>,
    schedule: Schedule,
    /// The time of the file at which the run starts.
    epoch: f64,
    sample: u64,
    stopped_by: Option<usize>,
    /// The names of the switching functions.
    switches: Vec<String>,
}

/// The result of [`SampleDriver::next`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Advanced {
    /// The maximum number of steps was taken without reaching the next sample.
    Between,
    /// The state at the next sample.
    Sample(RunState),
    /// An event ended the run; its state is the last sample.
    Event(RunState),
}

/// Why a run could not reach its next sample.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum RunFailure {
    /// A step failed.
    Step(Stopped<f64>),
    /// A step failed where the torque switches.
    Switch {
        /// When and why.
        stopped: Stopped<f64>,
        /// The name of the switching function.
        switch: String,
    },
    /// The state became infinite or not a number between these times.
    NotFinite {
        /// The last time of a finite state.
        from: f64,
        /// The first time of a state that is not finite.
        to: f64,
    },
}

impl RunFailure {
    /// When the run failed, and why.
    #[must_use]
    pub fn message(&self) -> String {
        match self {
            Self::Step(stopped) => stopped.message(),
            Self::Switch { stopped, switch } => {
                format!("{} (switch `{switch}`)", stopped.message())
            }
            Self::NotFinite { from, to } => format!(
                "between time {from:?} and {to:?} the state became infinite or not a number: the torque \
                 did, or the step is too large"
            ),
        }
    }
    /// What to do about it; may be empty.
    #[must_use]
    pub fn remedy(&self) -> &'static str {
        match self {
            Self::Step(stopped) | Self::Switch { stopped, .. } => stopped.remedy(),
            Self::NotFinite { .. } => "",
        }
    }
    /// What to do about it where the step size is known.
    #[must_use]
    pub fn remedy_at(&self, step: f64) -> Remedy {
        match self {
            Self::Step(stopped) | Self::Switch { stopped, .. }
                if !stopped.failure.needs_smaller_step() =>
            {
                stopped.remedy().into()
            }
            _ => Action::SmallerStep { step }.into(),
        }
    }
}

impl fmt::Display for RunFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Remedy::from(self.remedy()).after(&self.message(), &Neutral))
    }
}
impl std::error::Error for RunFailure {}

impl From<Stopped<f64>> for RunFailure {
    fn from(stopped: Stopped<f64>) -> Self {
        Self::Step(stopped)
    }
}

impl<S: ScenarioRun + ?Sized> SampleDriver<S> {
    /// A run at its first sample, the initial state.
    pub fn new(scenario: &Scenario, run: Box<S>) -> Self {
        let driver = Self::with_schedule(scenario.schedule, scenario.problem.start.epoch, run);
        let count = scenario.problem.torque.properties().switch_count;
        Self { switches: (0..count).map(|switch| scenario.switch_name(switch)).listed(), ..driver }
    }
    /// The same with another schedule.
    pub(crate) fn with_schedule(schedule: Schedule, epoch: f64, run: Box<S>) -> Self {
        Self { run, schedule, epoch, sample: 0, stopped_by: None, switches: Vec::new() }
    }
    /// Resumes after a sample.
    pub(crate) fn resume_after(&mut self, sample: u64, stopped_by: Option<usize>) {
        (self.sample, self.stopped_by) = (sample, stopped_by);
    }

    /// The index of the last sample; the initial state is sample 0.
    pub fn sample(&self) -> u64 {
        self.sample
    }
    /// The index of the event that ended the run.
    pub fn stopped_by(&self) -> Option<usize> {
        self.stopped_by
    }
    /// Returns whether the last sample has been reached.
    pub fn is_complete(&self) -> bool {
        self.stopped_by.is_some() || self.sample + 1 >= self.schedule.samples()
    }
    /// The completed fraction of the run, from 0 to 1.
    #[expect(clippy::cast_precision_loss, reason = "for people")]
    pub fn fraction(&self) -> f64 {
        match self.schedule.pace {
            SampleSpacing::Steps { steps, .. } => self.run.steps() as f64 / steps as f64,
            SampleSpacing::Times { .. } => self.run.state().time / self.schedule.duration,
        }
    }

    /// Takes at most `most` steps, and none beyond the next sample.
    ///
    /// # Errors
    /// [`RunFailure`]; the run is then at its last valid state, or at the state that is not finite.
    pub fn next(&mut self, most: u64) -> Result<Advanced, RunFailure> {
        let from = self.run.state().time;
        let reached = match self.schedule.pace {
            SampleSpacing::Steps { steps, every } => {
                let done = self.run.steps();
                let to_sample = (every - done % every).min(steps - done);
                let taken = self.run.advance(to_sample.min(most));
                taken.map_err(|stopped| self.failure(stopped))?;
                (to_sample <= most).then(|| self.run.state())
            }
            SampleSpacing::Times { .. } => {
                let time = self.schedule.time_of(self.sample + 1);
                let passed = self.run.advance_past(time, most);
                let sample = passed.and_then(|passed| match passed {
                    true => self.sample_at(time).map(Some),
                    false => Ok(None),
                });
                sample.map_err(|stopped| self.failure(stopped))?
            }
        };
        let now = self.run.state();
        if !now.is_finite() {
            return Err(RunFailure::NotFinite {
                from: self.epoch + from,
                to: self.epoch + now.time,
            });
        }
        self.sample += u64::from(reached.is_some());
        Ok(self
            .ended_by_event(reached)
            .unwrap_or_else(|| reached.map_or(Advanced::Between, Advanced::Sample)))
    }

    /// A failure at a time of the file, with the name of the switching function where it is one of a switch.
    fn failure(&self, stopped: Stopped<f64>) -> RunFailure {
        let stopped = Stopped { time: self.epoch + stopped.time, ..stopped };
        let switch = match stopped.failure {
            Failure::Sliding { switch } | Failure::Chatter { switch } => Some(switch),
            _ => None,
        };
        match switch.and_then(|switch| self.switches.get(usize::from(switch))) {
            Some(switch) => RunFailure::Switch { stopped, switch: switch.clone() },
            None => RunFailure::Step(stopped),
        }
    }

    /// The sample at a time that variable steps have passed. There is none after the event that ends the run.
    fn sample_at(&self, time: f64) -> Result<RunState, Stopped<f64>> {
        let end = self.run.ended().map(|end| end.state);
        match end.filter(|end| (end.time - time) * self.schedule.duration <= 0.0) {
            Some(end) => Ok(end),
            None => self.run.state_near(time),
        }
    }

    /// Makes the state of the event that ends the run its last sample. With variable steps, samples inside the
    /// same step come before it, and the event may lie after the end of the run.
    fn ended_by_event(&mut self, reached: Option<RunState>) -> Option<Advanced> {
        let end = self.run.ended()?;
        let at_event = reached.is_some_and(|sample| sample.time == end.state.time);
        if matches!(self.schedule.pace, SampleSpacing::Times { .. }) && !at_event {
            return None;
        }
        self.stopped_by = Some(end.event);
        self.sample += u64::from(reached.is_none());
        Some(Advanced::Event(end.state))
    }

    /// Takes the run to its last sample; `None` if `go_on`, which is asked after every `most` steps, says no.
    ///
    /// # Errors
    /// As [`next`](Self::next).
    pub fn finish(
        &mut self,
        most: u64,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Option<RunState>, RunFailure> {
        loop {
            let advanced = self.next(most)?;
            match advanced {
                Advanced::Sample(state) | Advanced::Event(state) if self.is_complete() => {
                    return Ok(Some(state));
                }
                _ if !go_on() => return Ok(None),
                _ => {}
            }
        }
    }
}

impl<S: ScenarioRun + ?Sized> fmt::Debug for SampleDriver<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SampleDriver")
            .field("schedule", &self.schedule)
            .field("sample", &self.sample)
            .finish_non_exhaustive()
    }
}

/// Takes steps up to a time that is not before the present one: as many as fit if their size is fixed, else until
/// the time is passed. [`ScenarioRun::state_near`] then returns the state there.
///
/// # Errors
/// Where a step fails.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 2^53")]
pub fn advance_towards<S: ScenarioRun + ?Sized>(
    run: &mut S,
    fixed_step: Option<f64>,
    time: f64,
) -> Result<(), Stopped<f64>> {
    const ROUNDING: f64 = 1e-9;
    const CHUNK: u64 = 1000;
    let Some(step) = fixed_step else {
        while !run.advance_past(time, CHUNK)? {}
        return Ok(());
    };
    let steps = ((time - run.state().time) / step + ROUNDING).floor().max(0.0);
    run.advance(steps as u64)
}

/// The number of steps between two looks at the clock: few looks in many short chunks, prompt answers in long ones.
#[derive(Clone, Copy, Debug)]
pub struct ChunkSize {
    steps: u64,
    look: Duration,
    last: Instant,
}

impl ChunkSize {
    /// Chunks of about half the time between two looks.
    pub fn new(look: Duration) -> Self {
        Self { steps: 64, look, last: Instant::now() }
    }
    /// Steps of the next chunk.
    pub fn steps(&self) -> u64 {
        self.steps
    }
    /// Adapts the size after a chunk that ended now.
    pub fn adapt(&mut self, now: Instant) {
        let is_short = now - self.last < self.look / 2;
        self.steps = if is_short { self.steps.saturating_mul(2) } else { (self.steps / 2).max(1) };
        self.last = now;
    }
}
