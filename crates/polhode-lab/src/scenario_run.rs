//! Where a scenario becomes a run: the one place that knows in which number, and
//! with or without torque, a body is computed.

mod range;
mod typed_run;

use crate::diagnostic::Report;
use crate::scenario::{InitialState, Precision, Problem, Scenario, Shape};
use crate::summary::SwitchSummary;
use polhode::event::Watch;
use polhode::methods::taylor::AdaptiveTaylor;
use polhode::real::{DoubleDouble, Dual};
use polhode::{Body, Error, Inertia, Run, State, Stopped, SwitchCount, Torque, TorqueResolution};
use polhode_bound::{
    Bind, Dimension, Function, RunUnits, TorqueCount, Torques, bind_refined, bind_refined_free,
};
use range::{check_range, check_torque};
use typed_run::narrowed;
pub(crate) use typed_run::{TypedRun, run_state, widened};

/// A run of a scenario.
pub trait ScenarioRun: Send {
    /// Takes steps.
    ///
    /// # Errors
    /// Where one could not be taken; the state is then that before it.
    fn advance(&mut self, steps: u64) -> Result<(), Stopped<f64>>;
    /// Takes steps of a method whose steps vary, at most so many, until this time is
    /// reached or passed; tells whether it is.
    ///
    /// # Errors
    /// Where one could not be taken.
    fn advance_past(&mut self, time: f64, most: u64) -> Result<bool, Stopped<f64>>;
    /// Steps since the start.
    fn steps(&self) -> u64;
    /// The present state.
    fn state(&self) -> RunState;
    /// The state at a time near the present one.
    ///
    /// # Errors
    /// Where the step that leads there could not be taken.
    fn state_near(&self, time: f64) -> Result<RunState, Stopped<f64>>;
    /// Where it is, and all that is needed to go on from there, into a checkpoint
    /// whose memory is used again.
    fn checkpoint_into(&mut self, checkpoint: &mut Checkpoint);
    /// Goes on from a checkpoint of the same scenario.
    fn restore(&mut self, checkpoint: &Checkpoint);
    /// The events since this was asked last, in the order in which the run came to them.
    fn occurrences(&mut self) -> Vec<EventOccurrence>;
    /// The event that ended it: no step is taken behind that one in which it was.
    fn ended(&self) -> Option<EventOccurrence>;
    /// Returns what has switched in the torque, and the total length of the sliding intervals, up to the
    /// present time or up to one within the last step.
    fn switches_until(&self, time: f64) -> (SwitchCount, f64);
    /// Returns whether the torque may have switches that nobody knows: it contains a function of the caller.
    fn has_unknown_switches(&self) -> bool;
    /// Returns the index of the first switching function that is not located and may have been at the end of its domain, such
    /// as a square root of the state at 0, if one may have been. [`Scenario::switch_name`] names it.
    fn boundary_reached(&self) -> Option<u16>;
    /// Selects whether steps are to resolve the torque: docs/taylor.md, Features within a step; default: no. Set
    /// before the first step and before [`restore`](ScenarioRun::restore).
    fn resolve_torque(&mut self, resolve: bool);
    /// Returns how well the steps resolved the torque, where that is watched. [`UnresolvedStep::part`] is the
    /// index of a `[[torque]]`.
    ///
    /// [`UnresolvedStep::part`]: polhode::UnresolvedStep::part
    fn torque_resolution(&self) -> Option<TorqueResolution<f64>>;
}

/// An event or a switch on the way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EventOccurrence {
    /// Which one of the scenario's events. Those after the last one are switches, two numbers for each switching
    /// function: a change of its branch, and the start of sliding on its surface. [`Scenario::occurrence`] names both.
    pub event: usize,
    /// Did what was looked at rise? Of a switch: whether the branch did.
    pub rising: bool,
    /// Where and when.
    pub state: RunState,
}

impl Scenario {
    /// Returns name and direction of an occurrence: of an event `rising` or `falling`, of a switch also `sliding`
    /// where sliding begins. `energy` is that of its state.
    #[must_use]
    pub fn occurrence(
        &self,
        event: usize,
        rising: bool,
        energy: f64,
    ) -> Option<(String, &'static str)> {
        let direction = |rising| if rising { "rising" } else { "falling" };
        let events = &self.problem.events;
        if let Some(of) = events.get(event) {
            return Some((of.name.clone(), direction(of.rose(rising, energy))));
        }
        let (switch, slides) = self.switch_of(event)?;
        Some((self.switch_name(switch), if slides { "sliding" } else { direction(rising) }))
    }
    /// Returns the switching function of an occurrence that is not one of an event, and whether sliding begins.
    #[must_use]
    pub fn switch_of(&self, event: usize) -> Option<(u16, bool)> {
        let number = event.checked_sub(self.problem.events.len())?;
        let switch = u16::try_from(number / 2).ok()?;
        let known = switch < self.problem.torque.properties().switch_count;
        known.then_some((switch, number % 2 == 1))
    }
    /// Returns the name of a switching function of the torque.
    #[must_use]
    pub fn switch_name(&self, switch: u16) -> String {
        self.problem.torque.switch_name(switch)
    }
    /// Returns what has switched in a run, where the torque has switching functions, or may have unknown ones.
    #[must_use]
    pub fn switch_summary(&self, run: &dyn ScenarioRun) -> Option<SwitchSummary> {
        // The last step may lead beyond the end, where steps vary.
        let (now, end) = (run.state().time, self.schedule.duration);
        let beyond = (now - end) * self.schedule.duration > 0.0;
        let (count, sliding_time) = run.switches_until(if beyond { end } else { now });
        let is_unknown = run.has_unknown_switches();
        (self.has_switches() || is_unknown).then(|| SwitchSummary {
            located: count.located,
            sliding: count.sliding,
            sliding_time,
            chatter: count.chatter.map(|switch| self.switch_name(switch)),
            unknown: is_unknown.then(|| SwitchSummary::UNKNOWN.into()),
        })
    }
}

impl dyn ScenarioRun {
    /// Where it is, and all that is needed to go on from there.
    pub fn checkpoint(&mut self) -> Checkpoint {
        let mut checkpoint = Checkpoint::default();
        self.checkpoint_into(&mut checkpoint);
        checkpoint
    }
}

/// A state.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RunState {
    /// The time since the start, as all times of runs.
    pub time: f64,
    /// w x y z, from principal axes to space.
    pub attitude: [f64; 4],
    /// In principal axes and the file's units.
    pub momentum: [f64; 3],
}

impl RunState {
    /// Returns whether all numbers are finite.
    #[must_use]
    pub fn is_finite(&self) -> bool {
        let Self { time, attitude, momentum } = self;
        [*time].iter().chain(attitude).chain(momentum).all(|x| x.is_finite())
    }
}

/// A state with what the method remembers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Checkpoint {
    /// Steps since the start.
    pub steps: u64,
    /// The state.
    pub state: RunState,
    /// Torque evaluations since the start.
    pub evaluations: u64,
    /// What the method remembers.
    pub memory: Vec<f64>,
}

impl Checkpoint {
    /// Is it a state of a body?
    #[must_use]
    pub fn is_finite(&self) -> bool {
        self.state.is_finite()
    }
}

/// The run of a scenario.
///
/// # Errors
/// Where the method cannot take the torque, or a number is beyond single precision.
pub fn simulate(scenario: &Scenario) -> Result<Box<dyn ScenarioRun>, Report> {
    match scenario.plan.precision {
        Precision::Double | Precision::Refined => bind::<f64>(scenario),
        Precision::Single => bind::<f32>(scenario),
    }
}

/// The run of a scenario with one more torque, in double precision and without events. The torque is a function of the
/// file's time, in the file's units.
///
/// # Errors
/// As [`simulate`].
pub fn simulate_with(
    scenario: &Scenario,
    torque: &Function<f64>,
) -> Result<Box<dyn ScenarioRun>, Report> {
    let Problem { units, start, .. } = &scenario.problem;
    let torque = scenario.torque_in::<f64>(*units)?.and(torque.in_run(*units, start.epoch));
    let (count, properties) = (torque.count().clone(), torque.properties());
    let body = Body { inertia: inertia_in_run(scenario)?, torque };
    let run = f64::pushed(scenario, body, state_in_run(&self::start(scenario), *units))?;
    let run = TypedRun {
        has_unknown_switches: !properties.is_differentiable,
        ..TypedRun::new(run, scenario.schedule.step, *units, count)
    };
    Ok(Box::new(run.recording_switches(scenario)))
}

/// The scalars of runs.
pub(crate) trait Computed: Bind + Into<f64> {
    /// Are events looked for in runs in this number? Where they are not, nothing of it is compiled.
    const WATCHED: bool = true;

    /// The first torque that is infinite or not a number in the state of the start.
    fn not_finite(
        scenario: &Scenario,
        body: &Body<Self, Torques<Self>>,
        state: &State<Self>,
    ) -> Option<usize> {
        let _ = scenario;
        body.torque.not_finite(&body.torque_input(state))
    }
    /// A run of a free body.
    fn free(
        scenario: &Scenario,
        inertia: Inertia<Self>,
        state: State<Self>,
    ) -> Result<Box<dyn Run<Self>>, Report> {
        found(scenario, Self::bind_free(&scenario.method, inertia, state))
    }
    /// A run of a pushed body.
    fn pushed(
        scenario: &Scenario,
        body: Body<Self, Torques<Self>>,
        state: State<Self>,
    ) -> Result<Box<dyn Run<Self>>, Report> {
        found(scenario, Self::bind_pushed(&scenario.method, body, state))
    }
}
impl Computed for f32 {}
impl Computed for f64 {
    fn free(
        scenario: &Scenario,
        inertia: Inertia<f64>,
        state: State<f64>,
    ) -> Result<Box<dyn Run<f64>>, Report> {
        match scenario.plan.precision {
            Precision::Refined => {
                found(scenario, bind_refined_free(&series(scenario), inertia, &state))
            }
            _ => found(scenario, f64::bind_free(&scenario.method, inertia, state)),
        }
    }
    fn pushed(
        scenario: &Scenario,
        body: Body<f64, Torques<f64>>,
        state: State<f64>,
    ) -> Result<Box<dyn Run<f64>>, Report> {
        match scenario.plan.precision {
            Precision::Refined => {
                let torque = scenario.torque_in::<DoubleDouble>(scenario.problem.units)?;
                found(scenario, bind_refined(&series(scenario), body, torque, &state))
            }
            _ => found(scenario, f64::bind_pushed(&scenario.method, body, state)),
        }
    }
}
impl Computed for Dual<f64, 2> {
    const WATCHED: bool = false;

    /// Values are those without derivatives.
    fn not_finite(
        scenario: &Scenario,
        _: &Body<Self, Torques<Self>>,
        _: &State<Self>,
    ) -> Option<usize> {
        let body = Body {
            inertia: scenario.problem.body.inertia,
            torque: scenario.problem.torque.clone(),
        };
        f64::not_finite(scenario, &body, &start(scenario))
    }
}

/// The series of a run in refined precision.
fn series(scenario: &Scenario) -> AdaptiveTaylor {
    let method = &scenario.method;
    let tolerance = method.tolerance().unwrap_or(AdaptiveTaylor::TOLERANCE);
    AdaptiveTaylor { degree: method.options().degree, tolerance }
}

/// In the units of the problem.
fn bind<R: Computed>(scenario: &Scenario) -> Result<Box<dyn ScenarioRun>, Report> {
    let Problem { body, start, units, .. } = &scenario.problem;
    let inertia = inertia_in_run::<R>(scenario)?;
    let state = start_in(body, start, *units);
    Ok(Box::new(bound(scenario, inertia, state, *units, &[])?.recording_switches(scenario)))
}

/// The moments of inertia in the units of the problem.
fn inertia_in_run<R: Computed>(scenario: &Scenario) -> Result<Inertia<R>, Report> {
    let Problem { body, units, .. } = &scenario.problem;
    inertia_in(&body.inertia, *units).map_err(|_| range::moments(scenario))
}

/// The same of any body.
pub(crate) fn inertia_in<R: Computed>(
    inertia: &Inertia<f64>,
    units: RunUnits,
) -> Result<Inertia<R>, Error> {
    let moments = units.vector_to_run(inertia.moments(), Dimension::MOMENT);
    Inertia::new_without_triangle_check(moments.map(R::from_f64).to_array())
}

/// The state of the start in principal axes, at time 0.
#[must_use]
pub fn start(scenario: &Scenario) -> State<f64> {
    start_in(&scenario.problem.body, &scenario.problem.start, RunUnits::FILE)
}

/// The same of any shape, in these units.
pub(crate) fn start_in<R: Computed>(
    shape: &Shape,
    start: &InitialState,
    units: RunUnits,
) -> State<R> {
    let axes = shape.principal_axes;
    let momentum = axes.apply_inverse(start.momentum);
    State {
        time: R::zero(),
        attitude: narrowed((start.attitude * axes).to_wxyz()),
        momentum: units.vector_to_run(momentum, Dimension::MOMENTUM).map(R::from_f64),
    }
}

/// A state in the file's units in those of a run.
pub(crate) fn state_in_run(state: &State<f64>, units: RunUnits) -> State<f64> {
    State {
        time: units.to_run(state.time, Dimension::TIME),
        momentum: units.vector_to_run(state.momentum, Dimension::MOMENTUM),
        ..*state
    }
}

/// The other way round.
pub(crate) fn state_in_file(state: &State<f64>, units: RunUnits) -> State<f64> {
    State {
        time: units.to_file(state.time, Dimension::TIME),
        momentum: units.vector_to_file(state.momentum, Dimension::MOMENTUM),
        ..*state
    }
}

/// From a state; each torque times a factor, if there are such. Inertia and state are in these units.
pub(crate) fn bound<R: Computed>(
    scenario: &Scenario,
    inertia: Inertia<R>,
    state: State<R>,
    units: RunUnits,
    factors: &[R],
) -> Result<TypedRun<R>, Report> {
    check_range(scenario, &inertia, &state, units)?;
    let step = scenario.schedule.step;
    let bound = |run, count, watch| TypedRun { watch, ..TypedRun::new(run, step, units, count) };
    if scenario.problem.torques.is_empty() {
        let run = R::free(scenario, inertia, state)?;
        let body = Body { inertia, torque: Torques::new([]) };
        return Ok(bound(run, TorqueCount::default(), watch(scenario, &body, units)?));
    }
    check_prescribed(scenario)?;
    let torque = scenario.torque_in::<R>(units)?.with_factors(factors.iter().copied());
    let count = torque.count().clone();
    let body = Body { inertia, torque };
    check_torque(scenario, &body, &state, units)?;
    let watch = watch(scenario, &body, units)?;
    let mut run = R::pushed(scenario, body, state)?;
    run.resolve_torque(scenario.plan.resolve);
    Ok(bound(run, count, watch))
}

/// From a state in the file's units, in double precision and with no look at events: for many short runs. Evaluations of
/// the torque are counted by that of the problem. None where the method cannot begin there.
pub(crate) fn unwatched(scenario: &Scenario, state: &State<f64>) -> Option<TypedRun<f64>> {
    let Problem { units, run_torque: torque, torques, .. } = &scenario.problem;
    let (inertia, state) = (inertia_in_run(scenario).ok()?, state_in_run(state, *units));
    let count = torque.count().clone();
    let run = if torques.is_empty() {
        f64::free(scenario, inertia, state)
    } else {
        f64::pushed(scenario, Body { inertia, torque: torque.clone() }, state)
    };
    let mut run = run.ok()?;
    run.resolve_torque(scenario.plan.resolve);
    Some(TypedRun::new(run, scenario.schedule.step, *units, count))
}

/// The events of a scenario, if it has any and they are looked for.
fn watch<R: Computed>(
    scenario: &Scenario,
    body: &Body<R, Torques<R>>,
    units: RunUnits,
) -> Result<Option<Watch<R>>, Report> {
    if R::WATCHED {
        return watched(scenario, body, units);
    }
    Ok(None)
}

fn watched<R: Computed>(
    scenario: &Scenario,
    body: &Body<R, Torques<R>>,
    units: RunUnits,
) -> Result<Option<Watch<R>>, Report> {
    if scenario.problem.events.is_empty() {
        return Ok(None);
    }
    let axes = scenario.problem.body.principal_axes;
    let made = scenario.problem.events.iter().map(|event| event.made(body.clone(), axes, units));
    let events = made.collect::<Result<Vec<_>, _>>();
    let events = events.map_err(|error| {
        let message = format!("in {}: {error}", scenario.plan.precision.name());
        scenario.problem_with(&["event"], message, "compute in double precision".into())
    })?;
    Ok(Some(Watch::new(events)))
}

/// How far a start may be from a prescribed momentum, relative to it: the rounding of a file.
const PRESCRIBED: f64 = 1e-9;

/// A prescribed momentum holds from the start on.
fn check_prescribed(scenario: &Scenario) -> Result<(), Report> {
    let InitialState { epoch, attitude, momentum } = scenario.problem.start;
    let Some(prescribed) = scenario.problem.torque.prescribed_momentum(0.0) else { return Ok(()) };
    let given = attitude.apply(momentum);
    if (given - prescribed).norm() <= PRESCRIBED * given.norm().max(prescribed.norm()) {
        return Ok(());
    }
    let (given, prescribed) = (given.to_array(), prescribed.to_array());
    let message = format!(
        "the initial angular momentum is {given:?} in space axes, and `torque.prescribed-momentum` is \
         {prescribed:?} at time {epoch:?}; they must be equal"
    );
    let remedy = format!("write angular_momentum = {{ space = {prescribed:?} }} in place of it");
    Err(scenario.problem_with(&["initial"], message, remedy.into()))
}

fn found<T>(scenario: &Scenario, run: Result<T, Error>) -> Result<T, Report> {
    run.map_err(|error| {
        scenario.problem_with(&["run", "method"], error.message(), error.remedy().into())
    })
}
