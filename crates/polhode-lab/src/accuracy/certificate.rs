//! The error of a run at each sample, by computations that have nothing to do with it.

use super::input::moved;
use super::norm::{distance, largest_momentum};
use super::setting::{Setting, series_accepts};
use super::trial::rest_momentum;
use crate::diagnostic::Report;
use crate::listed::Listed;
use crate::sampling::advance_towards;
use crate::scenario::{Precision, Scenario};
use crate::scenario_run::{RunState, ScenarioRun, simulate};
use polhode::Stopped;
use serde::{Deserialize, Serialize};

/// By how much the steps of a finer run are shorter where they have a bound; not a ratio of small
/// integers, so that the runs do not step on the same times.
const FINER_STEPS: f64 = 1.618;
/// By how much the initial state of a neighbour is moved.
const SHIFT: f64 = 1e-13;

/// What `summary.json` says of the certificate.
#[derive(Clone, Debug, Default, Serialize, Deserialize, PartialEq)]
pub struct Certificate {
    /// The largest error over the samples, of the attitude in radians or of the momentum,
    /// relative to it, as it is estimated.
    pub largest_error: f64,
    /// The same at the end.
    pub final_error: f64,
    /// By how much the end moves if the start does by its last digit.
    pub last_digit: f64,
    /// What the run was compared with.
    pub witnesses: Vec<String>,
}

impl Certificate {
    /// What the largest distance from a witness is multiplied by: two runs may err alike, by a part of
    /// what they err.
    pub const CAUTION: f64 = 2.0;
}

/// What is said of one sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The error, as it is estimated.
    pub error: f64,
    /// How far the same method in half the steps is, or at a thousandth of the tolerance.
    pub finer: f64,
    /// How far a series at rounding is.
    pub series: f64,
    /// By how much the state moves if the start does by its last digit.
    pub last_digit: f64,
}

impl Estimate {
    /// The columns of `certificate.csv`, behind the time.
    pub const COLUMNS: [&'static str; 4] = ["error", "finer", "series", "last_digit"];
    /// One for each.
    #[must_use]
    pub fn numbers(&self) -> [f64; 4] {
        [self.error, self.finer, self.series, self.last_digit]
    }
}

/// Runs that go along with another one.
pub struct Witnesses {
    finer: Witness,
    series: Option<Witness>,
    neighbour: Option<Witness>,
    /// Of the states seen so far.
    largest_momentum: f64,
}

impl std::fmt::Debug for Witnesses {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Witnesses").field("names", &self.names()).finish_non_exhaustive()
    }
}

impl Witnesses {
    /// Of a run of this scenario.
    ///
    /// # Errors
    /// As [`simulate`].
    pub fn new(scenario: &Scenario) -> Result<Self, Report> {
        let tight = match scenario.plan.precision {
            Precision::Refined => Setting::refined(0.0),
            _ => Setting::other_tightest_series().filter(|_| series_accepts(scenario)),
        };
        let series = tight.map(|tight| Witness::of(scenario, &tight, 0.0)).transpose()?;
        let neighbour = tight.map(|tight| Witness::of(scenario, &tight, SHIFT)).transpose()?;
        let finer = Witness::of(scenario, &finer(scenario), 0.0)?;
        Ok(Self { finer, series, neighbour, largest_momentum: 0.0 })
    }
    /// How they are called.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let all = std::iter::once(&self.finer).chain(&self.series);
        all.map(|witness| witness.setting.to_string()).listed()
    }
    /// What they say of a state that is not before the last one.
    ///
    /// # Errors
    /// Where one of them cannot take a step.
    pub fn see(&mut self, place: &RunState) -> Result<Estimate, Stopped<f64>> {
        self.largest_momentum = self.largest_momentum.max(largest_momentum([place]));
        let largest = self.largest_momentum;
        let finer = distance(place, &self.finer.at(place.time)?, largest);
        let there = self.series.as_mut().map(|series| series.at(place.time)).transpose()?;
        let series = there.map_or(0.0, |there| distance(place, &there, largest));
        let moved = self.neighbour.as_mut().map(|one| one.at(place.time)).transpose()?;
        let last_digit = match (&moved, &there) {
            (Some(moved), Some(there)) => distance(moved, there, largest) * f64::EPSILON / SHIFT,
            _ => 0.0,
        };
        let error = Certificate::CAUTION * finer.max(series).max(f64::EPSILON);
        Ok(Estimate { error, finer, series, last_digit })
    }
}

/// The same method, finer.
fn finer(scenario: &Scenario) -> Setting {
    let method = scenario.method;
    let Some(tolerance) = method.tolerance() else {
        return Setting::in_steps(method, scenario.schedule.step / 2.0);
    };
    let finer = match scenario.plan.precision {
        Precision::Refined => Setting::refined(tolerance / 1000.0),
        _ => Setting::series(tolerance / 1000.0),
    };
    // A bound on the steps is there for a reason: other steps, but not longer ones.
    let step = Some(scenario.schedule.step / FINER_STEPS).filter(|_| scenario.says_step());
    let own = Setting { method, step, precision: scenario.plan.precision };
    Setting { step, ..finer.unwrap_or(own) }
}

struct Witness {
    simulation: Box<dyn ScenarioRun>,
    setting: Setting,
    varies: bool,
    span: f64,
}

impl Witness {
    fn of(scenario: &Scenario, setting: &Setting, by: f64) -> Result<Self, Report> {
        let mut own = scenario.clone();
        own.problem.events.clear();
        own.plan.precision = setting.precision;
        own.method = setting.method;
        own.schedule.step = setting.step.unwrap_or(scenario.schedule.duration);
        let mut simulation = simulate(&own)?;
        if by > 0.0 {
            let mut checkpoint = simulation.checkpoint();
            let state = moved(&crate::scenario_run::start(&own), rest_momentum(&own), by);
            checkpoint.state.attitude = state.attitude.to_wxyz();
            checkpoint.state.momentum = state.momentum.to_array();
            simulation.restore(&checkpoint);
        }
        let varies = setting.method.steps_vary();
        let span = own.schedule.duration.abs();
        Ok(Self { simulation, setting: *setting, varies, span })
    }
    /// Its state at a time that is not before the last one.
    fn at(&mut self, time: f64) -> Result<RunState, Stopped<f64>> {
        let fixed = self.setting.step.filter(|_| !self.varies);
        advance_towards(&mut *self.simulation, fixed, time)?;
        let place = self.simulation.state();
        let near = (place.time - time).abs() <= 1e-12 * self.span;
        if near && !self.varies { Ok(place) } else { self.simulation.state_near(time) }
    }
}
