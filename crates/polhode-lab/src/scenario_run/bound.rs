//! A run, whatever its number, as the laboratory sees it.

use super::{Checkpoint, Computed, EventOccurrence, RunState, ScenarioRun};
use polhode::event::{Crossing, Watch};
use polhode::geometry::{Rotation, Vec3};
use polhode::{Real, Run, State, Stopped};
use polhode_bound::TorqueCount;

pub(super) fn narrowed<R: Real>(wxyz: [f64; 4]) -> Rotation<R> {
    let [w, x, y, z] = wxyz.map(R::from_f64);
    Rotation { w, x, y, z }
}

/// A run in this number.
pub(crate) struct Bound<R> {
    pub(crate) run: Box<dyn Run<R>>,
    pub(super) h: R,
    pub(super) scale: R,
    pub(crate) taken: u64,
    pub(super) count: TorqueCount,
    pub(super) watch: Option<Watch<R>>,
    pub(super) occurrences: Vec<EventOccurrence>,
    pub(super) ended: Option<EventOccurrence>,
}

/// In the file's unit of mass.
pub(crate) fn place<R: Computed>(state: &State<R>, scale: R) -> RunState {
    RunState {
        time: state.time.into(),
        attitude: state.attitude.to_wxyz().map(Into::into),
        momentum: state.momentum.to_array().map(|m| m.into() / scale.into()),
    }
}

impl<R: Computed> Bound<R> {
    /// A run at its start, without events.
    pub(super) fn new(run: Box<dyn Run<R>>, h: R, scale: R, count: TorqueCount) -> Self {
        let (occurrences, ended) = (Vec::new(), None);
        Self { run, h, scale, taken: 0, count, watch: None, occurrences, ended }
    }
    /// Takes one step, unless an event has ended the run before.
    fn step_watched(&mut self) -> Result<(), Stopped<R>> {
        let (Some(watch), None) = (&mut self.watch, &self.ended) else { return Ok(()) };
        let (scale, occurrences) = (self.scale, &mut self.occurrences);
        let encounter = |crossing: &Crossing<R>| EventOccurrence {
            event: crossing.event,
            rising: crossing.rising,
            place: place(&crossing.state, scale),
        };
        let tell = &mut |crossing: &Crossing<R>| occurrences.push(encounter(crossing));
        let ended = watch.advance(&mut *self.run, self.h, 1, tell);
        self.taken = ended.as_ref().map_or_else(|stopped| stopped.steps, |_| self.taken + 1);
        self.ended = ended?.map(|crossing| encounter(&crossing));
        Ok(())
    }
}

pub(crate) fn widened<R: Computed>(stopped: Stopped<R>) -> Stopped<f64> {
    let Stopped { failure, time, steps } = stopped;
    Stopped { failure, time: time.into(), steps }
}

impl<R: Computed> ScenarioRun for Bound<R> {
    fn advance(&mut self, steps: u64) -> Result<(), Stopped<f64>> {
        #[expect(clippy::collapsible_if, reason = "alone, the constant drops what is not compiled")]
        if R::WATCHED {
            if self.watch.is_some() {
                return (0..steps).try_for_each(|_| self.step_watched()).map_err(widened);
            }
        }
        let result = self.run.advance(self.h, steps);
        self.taken = result.as_ref().map_or_else(|stopped| stopped.steps, |()| self.taken + steps);
        result.map_err(widened)
    }
    fn advance_past(&mut self, time: f64, most: u64) -> Result<bool, Stopped<f64>> {
        let sign: f64 = R::one().with_sign_of(self.h).into();
        for _ in 0..most {
            let now: f64 = self.run.state().time.into();
            if now * sign >= time * sign || self.ended.is_some() {
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
        place(self.run.state(), self.scale)
    }
    fn state_near(&self, time: f64) -> Result<RunState, Stopped<f64>> {
        let now = self.run.state();
        if now.time == R::from_f64(time) {
            return Ok(place(now, self.scale));
        }
        let state = self.run.state_near(R::from_f64(time)).map_err(widened)?;
        Ok(place(&state, self.scale))
    }
    fn checkpoint_into(&mut self, checkpoint: &mut Checkpoint) {
        checkpoint.steps = self.taken;
        checkpoint.place = place(self.run.state(), self.scale);
        checkpoint.evaluations = self.count.get();
        checkpoint.memory.clear();
        self.run.visit_memory(&mut |slot| checkpoint.memory.push((*slot).into()));
        if let Some(watch) = &mut self.watch {
            watch.visit_memory(&mut |slot| checkpoint.memory.push(*slot));
        }
    }
    fn restore(&mut self, checkpoint: &Checkpoint) {
        let RunState { time, attitude, momentum } = checkpoint.place;
        let state = State {
            time: R::from_f64(time),
            attitude: narrowed(attitude),
            momentum: Vec3::from(momentum.map(|m| R::from_f64(m * self.scale.into()))),
        };
        self.run.restore(state, self.h, checkpoint.steps);
        let mut slots = checkpoint.memory.iter();
        self.run.visit_memory(&mut |slot| {
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
        std::mem::take(&mut self.occurrences)
    }
    fn ended(&self) -> Option<EventOccurrence> {
        self.ended
    }
}
