//! Short runs of the problem at hand.

use super::cost::Costs;
use crate::compare::errors;
use crate::listed::Listed;
use crate::sampling::{Advanced, SampleDriver};
use crate::scenario::{Precision, SampleSpacing, Scenario, Schedule};
use crate::scenario_run::{RunState, ScenarioRun, TypedRun, start, unwatched};
use polhode::State;
use polhode::catalogue::MethodName;
use polhode::geometry::{Rotation, Vec3};
use serde::Serialize;

/// What a step of a series in refined precision costs more: 2.1 to 4.3 times, as measured.
const REFINED: f64 = 3.0;

/// A method and its step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setting {
    /// The method.
    pub method: MethodName,
    /// The length of its steps. Of steps that follow a tolerance, the longest; none: no bound.
    pub step: Option<f64>,
    /// The number in which it is computed.
    pub precision: Precision,
}

impl Setting {
    /// In steps of one length.
    pub(super) fn in_steps(method: MethodName, step: f64) -> Self {
        Self { method, step: Some(step), precision: Precision::Double }
    }
    /// In steps that follow a tolerance.
    pub(super) fn by_tolerance(method: MethodName) -> Self {
        Self { method, step: None, precision: Precision::Double }
    }
}

impl std::fmt::Display for Setting {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.step, self.precision) {
            (Some(step), _) => write!(f, "{}, step {step:.6e}", self.method),
            (None, Precision::Double) => write!(f, "{}", self.method),
            (None, other) => write!(f, "{}, {}", self.method, other.name()),
        }
    }
}
impl Serialize for Setting {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        (self.method.to_string(), self.step, self.precision.name()).serialize(to)
    }
}

/// States at equal parts of a span, and what they took.
#[derive(Clone, Debug)]
pub(super) struct Trace {
    pub(super) places: Vec<RunState>,
    /// As it was taken.
    pub(super) setting: Setting,
    pub(super) steps: u64,
    /// What each of them cost, in nanoseconds by the table.
    pub(super) each: f64,
}

impl Trace {
    /// The distance from another one at each place.
    pub(super) fn errors(&self, other: &Self) -> Vec<f64> {
        let pairs = self.places.iter().zip(&other.places);
        pairs.map(|(here, there)| apart(here, there)).listed()
    }
}

/// The larger of the errors of attitude and momentum.
pub(super) fn apart(here: &RunState, there: &RunState) -> f64 {
    let (attitude, momentum) = errors(here, &state_of(there));
    if attitude.is_nan() || momentum.is_nan() { f64::INFINITY } else { attitude.max(momentum) }
}

pub(super) fn state_of(place: &RunState) -> State<f64> {
    let [w, x, y, z] = place.attitude;
    let attitude = Rotation { w, x, y, z };
    State { time: place.time, attitude, momentum: Vec3::from(place.momentum) }
}

/// Steps between two looks at who may want to stop it.
const LOOK: u64 = 4096;

/// Runs of one scenario over parts of its span.
pub(super) struct TrialRun<'a> {
    scenario: Scenario,
    /// Is asked now and then; from the first no on, no run comes to its end.
    go_on: &'a dyn Fn() -> bool,
    pub(super) start: State<f64>,
    pub(super) costs: Costs,
    /// All that was spent so far, in nanoseconds by the table.
    pub(super) spent: f64,
}

impl<'a> TrialRun<'a> {
    pub(super) fn new(scenario: &Scenario, go_on: &'a dyn Fn() -> bool) -> Self {
        let mut own = scenario.clone();
        own.problem.events.clear();
        let costs = Costs::of(scenario);
        Self { start: start(&own), scenario: own, go_on, costs, spent: 0.0 }
    }
    /// The length of the whole.
    pub(super) fn span(&self) -> f64 {
        self.scenario.schedule.duration.abs()
    }

    /// The mean of the rates at these places.
    #[expect(clippy::cast_precision_loss, reason = "a handful")]
    pub(super) fn rate(&self, places: &[RunState]) -> f64 {
        let rate = |place: &RunState| {
            self.scenario.problem.body.inertia.rates(Vec3::from(place.momentum)).norm()
        };
        places.iter().map(rate).sum::<f64>() / places.len().max(1) as f64
    }

    fn begin(&mut self, setting: &Setting, state: &State<f64>) -> Option<TypedRun<f64>> {
        let duration = self.scenario.schedule.duration;
        self.scenario.method = setting.method;
        self.scenario.plan.precision = setting.precision;
        self.scenario.schedule.step = setting.step.map_or(duration, |step| step.copysign(duration));
        unwatched(&self.scenario, state)
    }

    /// States at so many equal parts of a span; none where a step could not be taken, or where
    /// it would take more than `most` nanoseconds.
    pub(super) fn run(
        &mut self,
        setting: &Setting,
        span: f64,
        marks: u32,
        most: f64,
    ) -> Option<Trace> {
        let state = self.start;
        self.run_from(&state, setting, span, marks, most)
    }

    /// The same from another state.
    pub(super) fn run_from(
        &mut self,
        state: &State<f64>,
        setting: &Setting,
        span: f64,
        marks: u32,
        most: f64,
    ) -> Option<Trace> {
        let mut setting = *setting;
        let each = self.each(&setting);
        let part = span / f64::from(marks);
        let mut count = 0;
        let is_fixed = !setting.method.steps_vary();
        if let Some(step) = setting.step.as_mut().filter(|_| is_fixed) {
            let steps = parts(part, *step);
            if steps * f64::from(marks) * each > most {
                return None;
            }
            *step = part / steps;
            count = whole(steps);
        }
        let run = self.begin(&setting, state)?;
        let asked = self.scenario.problem.torque.count().get();
        let plan = self.marked(span, marks, is_fixed.then_some(count));
        let mut driver =
            SampleDriver::with_schedule(plan, self.scenario.problem.start.epoch, Box::new(run));
        let chunk = if is_fixed { LOOK } else { 64 };
        let mut places = Vec::new();
        while !driver.is_complete() {
            match driver.next(chunk).ok()? {
                Advanced::Sample(place) | Advanced::Event(place) => {
                    places.push(place);
                    self.spent += f64::from(self.costs.shown(&setting.method));
                }
                Advanced::Between => {
                    (self.go_on)().then_some(())?;
                    if !is_fixed && steps_so_far(&driver.run) * each > most {
                        self.spent += steps_so_far(&driver.run) * each;
                        return None;
                    }
                }
            }
        }
        let run = driver.run;
        // How often a torque of rate is asked for is known afterwards only.
        #[expect(clippy::cast_precision_loss, reason = "a cost")]
        let evaluations = (self.scenario.problem.torque.count().get() - asked) as f64;
        let taken = steps_so_far(&run).max(1.0);
        let shown = f64::from(marks) * self.costs.kicks_to_show(&setting.method);
        let asked = (evaluations - shown).max(0.0) / taken;
        let each = self.costs.step_with(&setting.method, asked) * dearer(setting.precision);
        self.spent += taken * each;
        Some(Trace { places, setting, steps: run.taken, each })
    }

    /// The plan of a run over a span with equidistant samples, so many steps between them.
    fn marked(&self, span: f64, marks: u32, every: Option<u64>) -> Schedule {
        let Schedule { duration, step, .. } = self.scenario.schedule;
        let part = span / f64::from(marks);
        let pace = match every {
            Some(every) => SampleSpacing::Steps { steps: every * u64::from(marks), every },
            None => SampleSpacing::Times { samples: marks.into(), every: part.copysign(duration) },
        };
        let duration = if span >= duration.abs() { duration } else { span.copysign(duration) };
        Schedule { duration, step, asked: None, pace }
    }

    /// What a run of the whole would take, of a series whose steps are about so long at rounding.
    pub(super) fn expected(&self, setting: &Setting, scale: f64) -> f64 {
        self.span() / scale * self.each(setting) + self.showing(&setting.method)
    }
    /// What a step costs, as far as that is known before it is taken.
    fn each(&self, setting: &Setting) -> f64 {
        self.costs.step(&setting.method) * dearer(setting.precision)
    }

    /// How far so many steps of a method lead that chooses them itself, and how many were
    /// taken if the end came first.
    pub(super) fn scout(&mut self, method: &MethodName, steps: u64) -> Option<(f64, u64)> {
        let state = self.start;
        let mut run = self.begin(&Setting::by_tolerance(*method), &state)?;
        let end = self.scenario.schedule.duration;
        for taken in 1..=steps {
            if run.advance_past(end, 1).ok()? {
                return Some((self.span(), taken));
            }
        }
        self.spent += steps_so_far(&run) * self.costs.step(method);
        let now = run.state().time;
        Some((now.abs(), steps))
    }

    /// Time between samples, and whether all of them fit into the span: a step must fit into
    /// it. None where they are taken as steps come.
    pub(super) fn grid(&self) -> Grid {
        match self.scenario.schedule.pace {
            SampleSpacing::Times { samples, every } if self.scenario.says_every() => {
                let parts = self.span() / every.abs();
                let fits = (parts - parts.round()).abs() <= 1e-9 * parts.max(1.0);
                Grid::Every { every: every.abs(), samples, fits }
            }
            _ => Grid::Any,
        }
    }
    /// The step of this length or the next shorter one that fits into samples and span.
    pub(super) fn fitting(&self, step: f64) -> Option<f64> {
        match self.grid() {
            Grid::Any => Some(self.span() / parts(self.span(), step)),
            Grid::Every { every, fits: true, .. } => Some(every / parts(every, step)),
            Grid::Every { fits: false, .. } => None,
        }
    }
    /// What showing the samples costs.
    pub(super) fn showing(&self, method: &MethodName) -> f64 {
        let samples = match self.grid() {
            Grid::Any if self.scenario.plan.formats.is_empty() => 1,
            Grid::Any => 1000,
            Grid::Every { samples, .. } => samples,
        };
        #[expect(clippy::cast_precision_loss, reason = "a cost")]
        let samples = samples as f64;
        samples * f64::from(self.costs.shown(method))
    }
}

/// How much dearer a step of this precision is.
fn dearer(precision: Precision) -> f64 {
    if precision == Precision::Refined { REFINED } else { 1.0 }
}

/// How many steps of at most this length a span is.
fn parts(span: f64, step: f64) -> f64 {
    (span / step.abs() * (1.0 - 1e-12)).ceil().max(1.0)
}

/// When samples are wanted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Grid {
    /// As steps come.
    Any,
    /// At given times.
    Every {
        /// Time between them.
        every: f64,
        /// How many.
        samples: u64,
        /// Is the span a whole number of them?
        fits: bool,
    },
}

#[expect(clippy::cast_precision_loss, reason = "a cost")]
fn steps_so_far(run: &TypedRun<f64>) -> f64 {
    run.taken as f64
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 1 to 2^53")]
fn whole(steps: f64) -> u64 {
    steps as u64
}
