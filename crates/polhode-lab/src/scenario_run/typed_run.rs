//! The run of a scenario in one scalar type.

use super::{Checkpoint, Computed, EventOccurrence, RunState, ScenarioRun};
use crate::scenario::Scenario;
use polhode::event::{Crossing, Watch};
use polhode::geometry::Rotation;
use polhode::{
    Real, Run, State, Stopped, SwitchCount, SwitchRecord, TorqueResolution, UnresolvedStep,
};
use polhode_bound::{Dimension, RunUnits, TorqueCount};

pub(super) fn narrowed<R: Real>(wxyz: [f64; 4]) -> Rotation<R> {
    let [w, x, y, z] = wxyz.map(R::from_f64);
    Rotation { w, x, y, z }
}

/// The run of a scenario in the scalar type `R`, with its events.
pub(crate) struct TypedRun<R> {
    /// In the units of the run.
    pub(crate) inner: Box<dyn Run<R>>,
    pub(super) h: R,
    pub(crate) units: RunUnits,
    pub(crate) taken: u64,
    pub(super) count: TorqueCount,
    pub(super) watch: Option<Watch<R>>,
    pub(super) occurrences: Vec<EventOccurrence>,
    pub(super) ended: Option<EventOccurrence>,
    /// Whether the torque contains a function of the caller.
    pub(super) has_unknown_switches: bool,
    /// The number of events, where switches are recorded: occurrences after these are switches.
    pub(super) events: Option<usize>,
}

/// Returns the state in double precision and in the file's units.
pub(crate) fn run_state<R: Computed>(state: &State<R>, units: RunUnits) -> RunState {
    let in_file = |value: R, of| units.to_file(value.into(), of);
    RunState {
        time: in_file(state.time, Dimension::TIME),
        attitude: state.attitude.to_wxyz().map(Into::into),
        momentum: state.momentum.to_array().map(|m| in_file(m, Dimension::MOMENTUM)),
    }
}

impl<R: Computed> TypedRun<R> {
    /// A run at its start, without events; the step is in the file's unit.
    pub(super) fn new(
        inner: Box<dyn Run<R>>,
        step: f64,
        units: RunUnits,
        count: TorqueCount,
    ) -> Self {
        let h = time_in_run(step, units);
        Self {
            inner,
            h,
            units,
            taken: 0,
            count,
            watch: None,
            occurrences: Vec::new(),
            ended: None,
            events: None,
            has_unknown_switches: false,
        }
    }
    /// A time of the file since the start in the run's unit.
    fn time(&self, time: f64) -> R {
        time_in_run(time, self.units)
    }
    /// The same, with its switches among its occurrences where the scenario asks for them.
    pub(super) fn recording_switches(mut self, scenario: &Scenario) -> Self {
        self.events = scenario.plan.switches.then_some(scenario.problem.events.len());
        self.inner.record_switches(scenario.plan.switches);
        self
    }
    /// Adds the switches since the last call to the occurrences from index `begin` on, in the order of time. None
    /// comes after the event that ended the run.
    fn merge_switches(&mut self, begin: usize) {
        let Some(events) = self.events else { return };
        let units = self.units;
        let switches = self.inner.take_switches();
        if switches.is_empty() {
            return;
        }
        let occurrence = |record: &SwitchRecord<R>| EventOccurrence {
            event: events + 2 * usize::from(record.switch) + usize::from(record.slides),
            rising: record.branch > record.previous,
            state: run_state(&record.state, units),
        };
        let sign: f64 = R::one().with_sign_of(self.h).into();
        let place = |occurrence: &EventOccurrence| occurrence.state.time * sign;
        let last = self.ended.as_ref().map_or(f64::INFINITY, place);
        let new = switches.iter().map(occurrence).filter(|switch| place(switch) <= last);
        self.occurrences.extend(new);
        self.occurrences[begin..].sort_by(|a, b| place(a).total_cmp(&place(b)));
    }
    /// Takes one step, unless an event has ended the run before.
    fn step_watched(&mut self) -> Result<(), Stopped<R>> {
        let begin = self.occurrences.len();
        let (Some(watch), None) = (&mut self.watch, &self.ended) else { return Ok(()) };
        let (units, occurrences) = (self.units, &mut self.occurrences);
        let encounter = |crossing: &Crossing<R>| EventOccurrence {
            event: crossing.event,
            rising: crossing.rising,
            state: run_state(&crossing.state, units),
        };
        let tell = &mut |crossing: &Crossing<R>| occurrences.push(encounter(crossing));
        let ended = watch.advance(&mut *self.inner, self.h, 1, tell);
        self.taken = ended.as_ref().map_or_else(|stopped| stopped.steps, |_| self.taken + 1);
        self.ended = ended?.map(|crossing| encounter(&crossing));
        self.merge_switches(begin);
        Ok(())
    }
}

fn time_in_run<R: Computed>(time: f64, units: RunUnits) -> R {
    R::from_f64(units.to_run(time, Dimension::TIME))
}

/// Returns a failure in the file's units.
pub(crate) fn widened<R: Computed>(stopped: Stopped<R>, units: RunUnits) -> Stopped<f64> {
    let Stopped { failure, time, steps } = stopped;
    Stopped { failure, time: units.to_file(time.into(), Dimension::TIME), steps }
}

impl<R: Computed> ScenarioRun for TypedRun<R> {
    fn advance(&mut self, steps: u64) -> Result<(), Stopped<f64>> {
        #[expect(clippy::collapsible_if, reason = "alone, the constant drops what is not compiled")]
        if R::WATCHED {
            if self.watch.is_some() {
                let units = self.units;
                return (0..steps)
                    .try_for_each(|_| self.step_watched())
                    .map_err(|stopped| widened(stopped, units));
            }
        }
        let result = self.inner.advance(self.h, steps);
        self.taken = result.as_ref().map_or_else(|stopped| stopped.steps, |()| self.taken + steps);
        let units = self.units;
        result.map_err(|stopped| widened(stopped, units))
    }
    fn advance_past(&mut self, time: f64, most: u64) -> Result<bool, Stopped<f64>> {
        let sign = R::one().with_sign_of(self.h);
        let time = self.time(time);
        for _ in 0..most {
            let now = self.inner.state().time;
            if (time * sign).le(now * sign) || self.ended.is_some() {
                return Ok(true);
            }
            self.advance(1)?;
        }
        Ok(false)
    }
    fn steps(&self) -> u64 {
        self.taken
    }
    fn state(&self) -> RunState {
        run_state(self.inner.state(), self.units)
    }
    fn state_near(&self, time: f64) -> Result<RunState, Stopped<f64>> {
        let (now, time, units) = (self.inner.state(), self.time(time), self.units);
        if now.time == time {
            return Ok(run_state(now, units));
        }
        let state = self.inner.state_near(time).map_err(|stopped| widened(stopped, units))?;
        Ok(run_state(&state, units))
    }
    fn checkpoint_into(&mut self, checkpoint: &mut Checkpoint) {
        checkpoint.steps = self.taken;
        checkpoint.state = run_state(self.inner.state(), self.units);
        checkpoint.evaluations = self.count.get();
        checkpoint.memory.clear();
        self.inner.visit_memory(&mut |slot| checkpoint.memory.push((*slot).into()));
        if let Some(watch) = &mut self.watch {
            watch.visit_memory(&mut |slot| checkpoint.memory.push(*slot));
        }
    }
    fn restore(&mut self, checkpoint: &Checkpoint) {
        let RunState { time, attitude, momentum } = checkpoint.state;
        let momentum = self.units.vector_to_run(momentum.into(), Dimension::MOMENTUM);
        let state = State {
            time: self.time(time),
            attitude: narrowed(attitude),
            momentum: momentum.map(R::from_f64),
        };
        self.inner.restore(state, self.h, checkpoint.steps);
        let mut slots = checkpoint.memory.iter();
        self.inner.visit_memory(&mut |slot| {
            if let Some(&value) = slots.next() {
                *slot = R::from_f64(value);
            }
        });
        if let Some(watch) = &mut self.watch {
            watch.visit_memory(&mut |slot| *slot = slots.next().copied().unwrap_or(*slot));
        }
        self.taken = checkpoint.steps;
        self.count.set(checkpoint.evaluations);
    }
    fn occurrences(&mut self) -> Vec<EventOccurrence> {
        self.merge_switches(self.occurrences.len());
        std::mem::take(&mut self.occurrences)
    }
    fn switches_until(&self, time: f64) -> (SwitchCount, f64) {
        let (count, sliding_time) = self.inner.switches_until(self.time(time));
        (count, self.units.to_file(sliding_time.into(), Dimension::TIME))
    }
    fn has_unknown_switches(&self) -> bool {
        self.has_unknown_switches
    }
    fn boundary_reached(&self) -> Option<u16> {
        self.inner.boundary_reached()
    }
    fn resolve_torque(&mut self, resolve: bool) {
        self.inner.resolve_torque(resolve);
    }
    fn torque_resolution(&self) -> Option<TorqueResolution<f64>> {
        let TorqueResolution { shortened, unresolved, first, sampled } =
            self.inner.torque_resolution()?;
        let widened = |UnresolvedStep { time, part }: UnresolvedStep<R>| UnresolvedStep {
            time: self.units.to_file(time.into(), Dimension::TIME),
            part,
        };
        Some(TorqueResolution { shortened, unresolved, first: first.map(widened), sampled })
    }
    fn ended(&self) -> Option<EventOccurrence> {
        self.ended
    }
}
