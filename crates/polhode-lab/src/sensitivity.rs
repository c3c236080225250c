//! How the states of a run depend on its start and its parameters: all steps once more,
//! with derivatives, two at a time and all of them in step.

use crate::diagnostic::Report;
use crate::listed::Listed;
use crate::recording::Progress;
use crate::sampling::{Advanced, RunFailure, SampleDriver};
use crate::scenario::Scenario;
use crate::scenario_run::{ScenarioRun, TypedRun, bound, start, widened};
use polhode::geometry::Vec3;
use polhode::real::{Dual, Real};
use polhode::sensitivity::{Transition, VARIABLES, moved};
use polhode::{Inertia, State, Stopped};
use polhode_bound::Dimension;
use serde::{Deserialize, Serialize};
use std::array::from_fn;
use std::time::{Duration, Instant};

/// Two directions fit into a register: as quick as more, and compiled sooner.
const PAIR: usize = 2;
type PairDual = Dual<f64, PAIR>;

/// Between two looks of who watches.
const LOOK: Duration = Duration::from_millis(20);
/// Steps between two looks at the clock.
const CHUNK: u64 = 64;

/// What a state depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SensitivityVariable {
    /// A variable of the start: a turn about a body axis, or a component of the momentum.
    Start(usize),
    /// A principal moment, the momentum of the start held.
    Moment(usize),
    /// A factor of a torque.
    Torque(usize),
}

impl SensitivityVariable {
    /// Those that are asked for; `torques` is how many there are.
    pub(crate) fn list(start: bool, moments: bool, torques: usize) -> Vec<Self> {
        let start = (0..if start { VARIABLES } else { 0 }).map(Self::Start);
        let moments = (0..if moments { 3 } else { 0 }).map(Self::Moment);
        start.chain(moments).chain((0..torques).map(Self::Torque)).listed()
    }
    /// As it is called in files.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Self::Start(variable) => ROWS.get(variable).copied().unwrap_or_default().into(),
            Self::Moment(axis) => format!("I_{}", axis + 1),
            Self::Torque(index) => format!("torque.{index}"),
        }
    }
}

/// The variables of a state: the rotation vector in body axes by which the body is turned
/// further, and the momentum in body axes.
pub const ROWS: [&str; VARIABLES] = ["theta_x", "theta_y", "theta_z", "l_bx", "l_by", "l_bz"];

/// What `summary.json` says of the sensitivity of the end.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct TransitionMatrix {
    /// What changes: turns about the body axes in radians, momentum in the body.
    pub rows: Vec<String>,
    /// What it changes with: the same of the start; principal moments with the momentum of
    /// the start held; factors of torques.
    pub columns: Vec<String>,
    /// Rows of derivatives.
    pub matrix: Vec<Vec<f64>>,
    /// How far it is from symplectic, as its largest entry of M^T J M - J; null without
    /// the start.
    pub symplectic_defect: Option<f64>,
}

/// The runs of a scenario that carry derivatives, in step with each other.
pub struct SensitivityRun<'a> {
    scenario: &'a Scenario,
    drivers: Vec<SampleDriver<TypedRun<PairDual>>>,
    states: Vec<State<PairDual>>,
    looked: Instant,
}

impl std::fmt::Debug for SensitivityRun<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SensitivityRun").field("states", &self.states).finish_non_exhaustive()
    }
}

impl<'a> SensitivityRun<'a> {
    /// At the start.
    ///
    /// # Errors
    /// As [`simulate`](crate::scenario_run::simulate).
    pub fn new(scenario: &'a Scenario) -> Result<Self, Report> {
        let pairs = scenario.sensitivity.chunks(PAIR);
        let runs = pairs.map(|pair| varied(scenario, pair)).collect::<Result<Vec<_>, _>>()?;
        let states = runs.iter().map(TypedRun::state_in_file).listed();
        let drivers =
            runs.into_iter().map(|run| SampleDriver::new(scenario, Box::new(run))).listed();
        Ok(Self { scenario, drivers, states, looked: Instant::now() })
    }

    /// The names of [`numbers`](SensitivityRun::numbers).
    #[must_use]
    pub fn header(&self) -> Vec<String> {
        let columns = || self.scenario.sensitivity.iter();
        let all = ROWS.iter().flat_map(|row| columns().map(move |d| format!("{row}/{}", d.name())));
        std::iter::once("t".into()).chain(all).listed()
    }
    /// Time, and the matrix row by row.
    #[must_use]
    pub fn numbers(&self) -> Vec<f64> {
        let since = self.states.first().map_or(0.0, |state| state.time.value);
        let time = self.scenario.problem.start.epoch + since;
        std::iter::once(time).chain(self.rows().into_iter().flatten()).listed()
    }
    /// The state without derivatives, in principal axes.
    #[must_use]
    pub fn state(&self) -> Option<State<f64>> {
        self.states.first().map(|state| Transition::from_state(state).state)
    }

    /// Goes on to a sample that is not before the present one. `false` where the one who
    /// watches says so.
    ///
    /// # Errors
    /// Where a step could not be taken.
    pub fn advance_to(
        &mut self,
        sample: u64,
        watch: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<bool, RunFailure> {
        for index in 0..self.drivers.len() {
            while self.drivers[index].sample() < sample {
                let driver = &mut self.drivers[index];
                if let Advanced::Sample(state) = driver.next(CHUNK)? {
                    self.states[index] = driver.run.state_near(state.time)?;
                }
                if !self.look(sample, watch) {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Shows the progress now and then; may it go on?
    #[expect(clippy::cast_precision_loss, reason = "for people")]
    fn look(&mut self, sample: u64, watch: &mut dyn FnMut(Progress) -> bool) -> bool {
        let now = Instant::now();
        if now - self.looked < LOOK {
            return true;
        }
        self.looked = now;
        let steps = self.drivers.iter().map(|driver| driver.run.steps()).sum();
        let part = sample as f64 / self.scenario.schedule.samples() as f64;
        watch(Progress { steps, part })
    }

    /// Rows of derivatives in the body axes of the file.
    fn rows(&self) -> [Vec<f64>; VARIABLES] {
        let axes = self.scenario.problem.body.principal_axes;
        let mut rows: [Vec<f64>; VARIABLES] = Default::default();
        for state in &self.states {
            let matrix = Transition::from_state(state).matrix;
            let columns: [[f64; VARIABLES]; PAIR] = from_fn(|k| matrix.map(|row| row[k]));
            for [a, b, c, d, e, f] in columns {
                let turn = axes.apply(Vec3::new(a, b, c)).to_array();
                let gain = axes.apply(Vec3::new(d, e, f)).to_array();
                let column = turn.into_iter().chain(gain);
                rows.iter_mut().zip(column).for_each(|(row, number)| row.push(number));
            }
        }
        // The last pair may have one only.
        rows.map(|row| row.into_iter().take(self.scenario.sensitivity.len()).listed())
    }

    /// As the summary has it.
    #[must_use]
    pub fn matrix(&self) -> TransitionMatrix {
        let matrix = self.rows();
        let asked = &self.scenario.sensitivity;
        let defect = || {
            let square: Option<[[f64; VARIABLES]; VARIABLES]> = matrix
                .iter()
                .map(|row| row.first_chunk().copied())
                .collect::<Option<Vec<_>>>()
                .and_then(|rows| rows.try_into().ok());
            let axes = self.scenario.problem.body.principal_axes;
            let state = self.state()?;
            let state = State { momentum: axes.apply(state.momentum), ..state };
            Some(
                Transition { state, matrix: square? }
                    .symplectic_defect(self.scenario.problem.start.momentum),
            )
        };
        TransitionMatrix {
            rows: ROWS.map(Into::into).to_vec(),
            columns: asked.iter().map(|direction| direction.name()).listed(),
            symplectic_defect: asked
                .contains(&SensitivityVariable::Start(0))
                .then(defect)
                .flatten(),
            matrix: matrix.to_vec(),
        }
    }
}

/// A run in which these vary.
fn varied(scenario: &Scenario, pair: &[SensitivityVariable]) -> Result<TypedRun<PairDual>, Report> {
    let place = |direction| pair.iter().position(|&d| d == direction).unwrap_or(PAIR);
    let varying = |value, direction| PairDual::varying(value, place(direction));
    let axes = scenario.problem.body.principal_axes;
    let vector = |first: usize| {
        let parts: [PairDual; 3] = from_fn(|i| varying(0.0, SensitivityVariable::Start(first + i)));
        let slopes: [Vec3<f64>; PAIR] =
            from_fn(|k| axes.apply_inverse(Vec3::from(parts).map(|part| part.slopes[k])));
        let component = |of: fn(Vec3<f64>) -> f64| PairDual { value: 0.0, slopes: slopes.map(of) };
        Vec3::new(component(|v| v.x), component(|v| v.y), component(|v| v.z))
    };
    let state = moved(&start(scenario), vector(0), vector(3));
    let moments = scenario.problem.body.inertia.moments().to_array();
    let units = scenario.problem.units;
    let state = scaled(&state, |x, of| units.to_run(x, of));
    let moments: [PairDual; 3] = from_fn(|i| {
        let moment = varying(moments[i], SensitivityVariable::Moment(i));
        each(moment, |x| units.to_run(x, Dimension::MOMENT))
    });
    let inertia = Inertia::new_without_triangle_check(moments).map_err(|error| {
        scenario.problem_with(&["body"], error.message(), error.remedy().into())
    })?;
    let torques = 0..scenario.problem.torques.len();
    let factors: Vec<PairDual> =
        torques.map(|i| varying(1.0, SensitivityVariable::Torque(i))).listed();
    bound(scenario, inertia, state, units, &factors)
}

/// A change of a value and of its derivatives.
fn each(number: PairDual, change: impl Fn(f64) -> f64) -> PairDual {
    PairDual { value: change(number.value), slopes: number.slopes.map(change) }
}

/// A state in other units.
fn scaled(state: &State<PairDual>, change: impl Fn(f64, Dimension) -> f64) -> State<PairDual> {
    State {
        time: each(state.time, |x| change(x, Dimension::TIME)),
        momentum: state.momentum.map(|m| each(m, |x| change(x, Dimension::MOMENTUM))),
        ..*state
    }
}

impl TypedRun<PairDual> {
    /// The present state in the file's units.
    fn state_in_file(&self) -> State<PairDual> {
        scaled(self.inner.state(), |x, of| self.units.to_file(x, of))
    }
    /// The same at a time near the present one.
    fn state_near(&self, time: f64) -> Result<State<PairDual>, Stopped<f64>> {
        let in_run = PairDual::from_f64(self.units.to_run(time, Dimension::TIME));
        if self.inner.state().time == in_run {
            return Ok(self.state_in_file());
        }
        let found = self.inner.state_near(in_run);
        let state = found.map_err(|stopped| widened(stopped, self.units))?;
        Ok(scaled(&state, |x, of| self.units.to_file(x, of)))
    }
}
