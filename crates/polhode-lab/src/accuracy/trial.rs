//! Unrecorded runs of the problem, which a choice compares.

use super::cost::Costs;
use super::norm::{distance, largest_momentum, run_state};
use super::policy::POLICY;
use super::setting::Setting;
use crate::sampling::{Advanced, RunFailure, SampleDriver};
use crate::scenario::{Precision, SampleSpacing, Scenario, Schedule};
use crate::scenario_run::{RunState, ScenarioRun, TypedRun, start, unwatched};
use polhode::State;
use polhode::geometry::Vec3;

/// States of a run at equal parts of a span, the last one at its end.
pub(super) const MARKS: u32 = 8;
/// What a step of a series in refined precision costs by that of doubles: 2.1 to 4.3, as measured.
const REFINED: f64 = 3.0;
/// Steps between two questions whether to go on.
const LOOK: u64 = 4096;
const LOOK_OF_SERIES: u64 = 64;

/// A run and what it cost.
#[derive(Clone, Debug)]
pub(super) struct Trace {
    pub(super) setting: Setting,
    pub(super) states: Vec<RunState>,
    /// The largest momentum at the start and at these states.
    pub(super) largest_momentum: f64,
    pub(super) steps: f64,
    /// The cost of a step, in nanoseconds by the table.
    pub(super) cost_of_step: f64,
    /// Why the run does not tell of every feature of the torque, where that is so.
    pub(super) blind: Option<String>,
}

impl Trace {
    /// The largest distance from another run of the same span.
    pub(super) fn distance(&self, other: &Self) -> f64 {
        let pairs = self.states.iter().zip(&other.states);
        pairs.map(|(a, b)| distance(a, b, self.largest_momentum)).fold(0.0, f64::max)
    }
    pub(super) fn cost(&self) -> f64 {
        self.steps * self.cost_of_step
    }
}

/// Why no more runs are computed.
#[derive(Clone, Debug)]
pub(super) enum Halt {
    /// Somebody asked for it.
    Stopped,
    /// All runs together would exceed the limit of work.
    WorkLimit,
    /// The last run did not come to its end.
    Failed(RunFailure),
}

/// Runs of one scenario, without its events.
pub(super) struct Trials<'a> {
    scenario: Scenario,
    /// Sees the part of the limit of work that is spent, and returns whether to go on.
    go_on: &'a dyn Fn(f64) -> bool,
    pub(super) start: State<f64>,
    pub(super) costs: Costs,
    /// The cost of all runs so far, and its limit, in nanoseconds by the table.
    pub(super) spent: f64,
    pub(super) limit: f64,
    pub(super) halt: Option<Halt>,
}

impl<'a> Trials<'a> {
    pub(super) fn new(scenario: &Scenario, limit: f64, go_on: &'a dyn Fn(f64) -> bool) -> Self {
        let mut own = scenario.clone();
        own.problem.events.clear();
        own.plan.resolve = true;
        let costs = Costs::of(scenario);
        Self { start: start(&own), scenario: own, go_on, costs, spent: 0.0, limit, halt: None }
    }
    /// The length of the run.
    pub(super) fn span(&self) -> f64 {
        self.scenario.schedule.duration.abs()
    }
    fn epoch(&self) -> f64 {
        self.scenario.problem.start.epoch
    }
    /// Returns whether runs may go on.
    pub(super) fn may_go_on(&self) -> bool {
        !matches!(self.halt, Some(Halt::Stopped | Halt::WorkLimit))
    }

    /// The momentum of a body that takes the span for a radian.
    pub(super) fn rest_momentum(&self) -> f64 {
        rest_momentum(&self.scenario)
    }

    /// A run over the whole span.
    pub(super) fn whole(&mut self, setting: &Setting) -> Option<Trace> {
        let start = self.start;
        self.run(&start, setting, self.span(), MARKS)
    }

    /// A run over the first part of the span; `None` with [`halt`](Self::halt) where it does not come to its end.
    pub(super) fn run(
        &mut self,
        start: &State<f64>,
        setting: &Setting,
        span: f64,
        marks: u32,
    ) -> Option<Trace> {
        if !self.may_go_on() {
            return None;
        }
        let mut setting = *setting;
        let is_fixed = !setting.method.steps_vary();
        let part = span / f64::from(marks);
        let mut every = None;
        if let Some(step) = setting.step.as_mut().filter(|_| is_fixed) {
            let steps = parts(part, *step);
            if self.exceeds(steps * f64::from(marks) * self.costs.step(&setting.method)) {
                return None;
            }
            *step = part / steps;
            every = Some(whole(steps));
        }
        let evaluations = self.scenario.problem.torque.count().get();
        let run = self.begin(&setting, start)?;
        let schedule = self.schedule(span, marks, every);
        let mut driver = SampleDriver::with_schedule(schedule, self.epoch(), Box::new(run));
        let states = self.finish(&mut driver, &setting)?;
        let steps = count(driver.run.taken);
        #[expect(clippy::cast_precision_loss, reason = "a cost")]
        let evaluations = (self.scenario.problem.torque.count().get() - evaluations) as f64;
        let shown = f64::from(marks) * self.costs.kicks_to_show(&setting.method);
        // How often a torque of the rates is evaluated is known afterwards only.
        let each = (evaluations - shown).max(0.0) / steps.max(1.0);
        let cost_of_step = self.costs.step_with(&setting.method, each) * expense(&setting);
        self.spent += steps * cost_of_step;
        let blind = blindness(&self.scenario, &driver.run);
        let all = states.iter().chain([&run_state(start)]).copied().collect::<Vec<_>>();
        let largest_momentum = largest_momentum(&all);
        Some(Trace { setting, states, largest_momentum, steps, cost_of_step, blind })
    }

    fn begin(&mut self, setting: &Setting, start: &State<f64>) -> Option<TypedRun<f64>> {
        let duration = self.scenario.schedule.duration;
        self.scenario.method = setting.method;
        self.scenario.plan.precision = setting.precision;
        self.scenario.schedule.step = setting.step.map_or(duration, |step| step.copysign(duration));
        unwatched(&self.scenario, start)
    }

    fn finish(
        &mut self,
        driver: &mut SampleDriver<TypedRun<f64>>,
        setting: &Setting,
    ) -> Option<Vec<RunState>> {
        let look = if setting.method.steps_vary() { LOOK_OF_SERIES } else { LOOK };
        let each = self.costs.step(&setting.method) * expense(setting);
        let mut states = Vec::new();
        while !driver.is_complete() {
            match driver.next(look) {
                Ok(Advanced::Sample(state) | Advanced::Event(state)) => states.push(state),
                Ok(Advanced::Between) => {}
                Err(failure) => {
                    self.halt = Some(Halt::Failed(failure));
                    return None;
                }
            }
            if self.exceeds(count(driver.run.taken) * each) {
                return None;
            }
        }
        Some(states)
    }

    /// Returns whether runs must end that have taken so much beside what is spent.
    fn exceeds(&mut self, cost: f64) -> bool {
        let part = (self.spent + cost) / self.limit;
        if part > 1.0 {
            self.halt = Some(Halt::WorkLimit);
        } else if !(self.go_on)(part) {
            self.halt = Some(Halt::Stopped);
        }
        !self.may_go_on()
    }

    fn schedule(&self, span: f64, marks: u32, every: Option<u64>) -> Schedule {
        let Schedule { duration, step, .. } = self.scenario.schedule;
        let part = span / f64::from(marks);
        let pace = match every {
            Some(every) => SampleSpacing::Steps { steps: every * u64::from(marks), every },
            None => SampleSpacing::Times { samples: marks.into(), every: part.copysign(duration) },
        };
        let duration = if span >= duration.abs() { duration } else { span.copysign(duration) };
        Schedule { duration, step, asked: None, pace }
    }

    /// The length of a step of the series at this tolerance, on average over the first ones.
    pub(super) fn length_of_step(&mut self, setting: &Setting) -> Option<f64> {
        let start = self.start;
        let mut run = self.begin(setting, &start)?;
        let end = self.scenario.schedule.duration;
        for taken in 1..=POLICY.scout {
            match run.advance_past(end, 1) {
                Ok(true) => return Some(self.span() / count(taken)),
                Ok(false) => {}
                Err(stopped) => {
                    self.halt = Some(Halt::Failed(stopped.into()));
                    return None;
                }
            }
        }
        self.spent += count(POLICY.scout) * self.costs.step(&setting.method);
        Some(run.state().time.abs() / count(POLICY.scout))
    }

    /// The error by rounding of a run in fixed steps: the energy drifts, and the phase with it.
    pub(super) fn rounding_of_steps(&self, setting: &Setting, of: &Trace) -> f64 {
        let Some(step) = setting.step else { return 0.0 };
        let card = setting.method.card();
        let rotations = f64::from(card.rotations + card.torque_evaluations);
        let inertia = self.scenario.problem.body.inertia;
        let rates = of.states.iter().map(|state| inertia.rates(Vec3::from(state.momentum)).norm());
        let angle = rates.fold(0.0, f64::max) * self.span();
        POLICY.energy_drift * rotations * self.span() / step * angle
    }

    /// The expected cost of a run of the whole span with so many steps.
    pub(super) fn expected_cost(&self, setting: &Setting, steps: f64) -> f64 {
        steps * self.costs.step(&setting.method) * expense(setting) + self.cost_to_show(setting)
    }
    /// The cost of showing the samples.
    pub(super) fn cost_to_show(&self, setting: &Setting) -> f64 {
        let samples = match self.grid() {
            SampleGrid::Any if self.scenario.plan.formats.is_empty() => 1,
            SampleGrid::Any => 1000,
            SampleGrid::Every { samples, .. } => samples,
        };
        count(samples) * f64::from(self.costs.shown(&setting.method))
    }

    fn grid(&self) -> SampleGrid {
        match self.scenario.schedule.pace {
            SampleSpacing::Times { samples, every } if self.scenario.says_every() => {
                let parts = self.span() / every.abs();
                let fits = (parts - parts.round()).abs() <= 1e-9 * parts.max(1.0);
                SampleGrid::Every { every: every.abs(), samples, fits }
            }
            _ => SampleGrid::Any,
        }
    }
    /// A step of this length, or the next shorter one of which a whole number fits between samples and into the
    /// span.
    pub(super) fn fitting(&self, step: f64) -> Option<f64> {
        match self.grid() {
            SampleGrid::Any => Some(self.span() / parts(self.span(), step)),
            SampleGrid::Every { every, fits: true, .. } => Some(every / parts(every, step)),
            SampleGrid::Every { fits: false, .. } => None,
        }
    }
    /// The longest step that fits.
    pub(super) fn longest_step(&self) -> Option<f64> {
        match self.grid() {
            SampleGrid::Any => Some(self.span() / 1000.0),
            SampleGrid::Every { every, fits: true, .. } => Some(every),
            SampleGrid::Every { fits: false, .. } => None,
        }
    }
}

/// The momentum of a body that takes the span for a radian: the scale of one at rest.
pub(super) fn rest_momentum(scenario: &Scenario) -> f64 {
    let moments = scenario.problem.body.inertia.moments();
    moments.x.max(moments.y).max(moments.z) / scenario.schedule.duration.abs()
}

/// What a run may have passed over in the torque.
fn blindness(scenario: &Scenario, run: &TypedRun<f64>) -> Option<String> {
    if let Some(switch) = run.boundary_reached() {
        return Some(format!(
            "`{}` in a torque formula may have reached the end of its domain, where it is not smooth",
            scenario.switch_name(switch)
        ));
    }
    let resolution = run.torque_resolution()?;
    if resolution.sampled {
        return Some("a torque is a function, whose values are known at samples only".into());
    }
    let first = resolution.first?;
    let name = scenario.problem.torques.get(first.part).map_or("", String::as_str);
    let time = scenario.problem.start.epoch + first.time;
    Some(format!("torque.{name} changes within a step near time {time:?}, unseen by the method"))
}

/// When samples are wanted.
#[derive(Clone, Copy, Debug)]
enum SampleGrid {
    /// Wherever steps end.
    Any,
    /// At given times; `fits`: the span is a whole number of them.
    Every { every: f64, samples: u64, fits: bool },
}

fn expense(setting: &Setting) -> f64 {
    if setting.precision == Precision::Refined { REFINED } else { 1.0 }
}

/// How many steps of at most this length a span is.
fn parts(span: f64, step: f64) -> f64 {
    (span / step.abs() * (1.0 - 1e-12)).ceil().max(1.0)
}

#[expect(clippy::cast_precision_loss, reason = "a cost")]
fn count(steps: u64) -> f64 {
    steps as f64
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 1 to 2^53")]
fn whole(steps: f64) -> u64 {
    steps as u64
}
