//! Method, step and precision, and how they attain an accuracy.

use super::policy::POLICY;
use crate::listed::Listed;
use crate::scenario::{Precision, Preference, Scenario};
use polhode::catalogue::{Card, MethodName};
use serde::Serialize;
use std::fmt;

/// A method and its step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setting {
    /// The method.
    pub method: MethodName,
    /// The length of its steps. Of steps that follow a tolerance, the longest; none: no bound.
    pub step: Option<f64>,
    /// The precision of the computation.
    pub precision: Precision,
}

/// How an accuracy is attained.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Strategy {
    /// The closed form of the torque-free motion, whose error is computed.
    ClosedForm,
    /// A Taylor series in steps that follow a tolerance.
    Series,
    /// A method with steps of one length.
    FixedSteps,
}

impl Setting {
    /// A method in steps of one length.
    pub(super) fn in_steps(method: MethodName, step: f64) -> Self {
        Self { method, step: Some(step), precision: Precision::Double }
    }
    /// The series at a tolerance.
    pub(super) fn series(tolerance: f64) -> Option<Self> {
        let tolerance = tolerance.max(POLICY.tightest);
        Self::taylor(&format!("taylor:tolerance={tolerance:.0e}"))
    }
    /// The series whose errors are those of rounding, of a degree at which these are small.
    pub(super) fn tightest_series() -> Option<Self> {
        Self::taylor("taylor:tolerance=1e-16,degree=18")
    }
    /// Another one, whose steps are others.
    pub(super) fn other_tightest_series() -> Option<Self> {
        Self::taylor("taylor:tolerance=1e-16,degree=24")
    }
    /// The series in refined precision.
    pub(super) fn refined(tolerance: f64) -> Option<Self> {
        let tolerance = tolerance.max(POLICY.finest);
        let series = Self::taylor(&format!("taylor:tolerance={tolerance:.0e}"))?;
        Some(Self { precision: Precision::Refined, ..series })
    }
    fn taylor(name: &str) -> Option<Self> {
        Some(Self { method: name.parse().ok()?, step: None, precision: Precision::Double })
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
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

/// A setting that was looked at.
#[derive(Clone, Debug, Serialize)]
pub struct Candidate {
    /// Method and step.
    pub setting: Setting,
    /// The expected error at the end.
    pub error: f64,
    /// The expected cost of the run, in nanoseconds by the table of costs.
    pub cost: f64,
    /// How the error is known.
    pub note: &'static str,
}

/// Methods with steps of one length, the most promising first.
const FIXED: [&str; 19] = [
    "corrected",
    "corrected:kick=plain",
    "exact:compose=saba4",
    "exact:compose=aba-1064",
    "exact:compose=srkn14a",
    "exact:compose=chin-4a",
    "exact:compose=aba-864",
    "exact:compose=mclachlan-84",
    "exact:compose=srkn11b",
    "exact:compose=srkn6b",
    "exact:compose=blanes-moan-s10",
    "exact:compose=blanes-moan-s6",
    "exact:compose=kahan-li-8",
    "exact:compose=kahan-li-6",
    "exact:compose=suzuki-4",
    "exact",
    "buss-6:energy",
    "buss-5:energy",
    "buss-4:energy",
];

/// The methods with steps of one length that take the torque and have the preferred property.
pub(super) fn fixed_methods(scenario: &Scenario, prefer: Preference) -> Vec<MethodName> {
    let names = FIXED.iter().filter_map(|name| name.parse::<MethodName>().ok());
    names
        .filter(|name| is_preferred(&name.card(), prefer))
        .filter(|name| polhode_bound::accepts(name, &scenario.problem.torque).is_ok())
        .listed()
}

/// Returns whether the series takes the torque.
pub(super) fn series_accepts(scenario: &Scenario) -> bool {
    Setting::tightest_series().is_some_and(|series| {
        scenario.problem.torques.is_empty()
            || polhode_bound::accepts(&series.method, &scenario.problem.torque).is_ok()
    })
}

/// Returns whether a method has the preferred property.
pub(super) fn is_preferred(card: &Card, prefer: Preference) -> bool {
    match prefer {
        Preference::Speed => true,
        Preference::Symplectic => card.symplectic,
        Preference::Energy => card.conserves_energy,
    }
}
