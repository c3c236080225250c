//! `run.accuracy` and `run.prefer`: how good the end must be, in place of a method and a step.

use super::Precision;
use super::plan::Misfit;
use crate::diagnostic::Diagnostic;
use crate::document::Node;
use polhode::catalogue::{MethodName, NameError};

/// How good the end of a run must be, and what else is asked of its method.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AccuracyRequest {
    /// How large the error may be at the end: the angle of the attitude in radians, and the error of the
    /// momentum relative to its largest value over the run.
    pub accuracy: f64,
    /// What else is asked of the method.
    pub prefer: Preference,
    /// The largest cost of the runs that choose and verify, in seconds by the table of costs; `None`: the default.
    pub work_limit: Option<f64>,
}

/// What else is asked of a method that is chosen by its accuracy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Preference {
    /// Nothing: the cheapest.
    #[default]
    Speed,
    /// That it is symplectic.
    Symplectic,
    /// That it conserves the energy of a free body.
    Energy,
}

impl Preference {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Speed, Self::Symplectic, Self::Energy];
    /// As it is written.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Speed => "speed",
            Self::Symplectic => "symplectic",
            Self::Energy => "energy",
        }
    }
}

/// What can be asked for: below is less than a double tells of a quaternion, above is no
/// attitude.
const RANGE: std::ops::RangeInclusive<f64> = 1e-16..=0.1;

impl AccuracyRequest {
    /// An accuracy without preference, with the default limit of work.
    #[must_use]
    pub fn new(accuracy: f64) -> Self {
        Self { accuracy, prefer: Preference::default(), work_limit: None }
    }
    /// The largest cost of the runs that choose and verify, in seconds by the table of costs; default: 600.
    #[must_use]
    pub fn work_limit(&self) -> f64 {
        self.work_limit.unwrap_or(600.0)
    }

    /// A method to begin with: the series, which takes nearly any torque.
    pub(super) fn first_method(&self, precision: Precision) -> Result<MethodName, Misfit> {
        if precision != Precision::Double {
            let message = format!(
                "`run.accuracy` is asked for with precision {:?}; it is kept in double, or refined where \
                 that is not enough",
                precision.name()
            );
            return Err(Misfit::new(&["run", "accuracy"], message, "leave `precision` out"));
        }
        let tolerance = (self.accuracy / 100.0).clamp(1e-15, 1e-3);
        let name = format!("taylor:tolerance={tolerance:.0e}").parse();
        name.map_err(|error: NameError| Misfit::new(&["run"], error.message(), error.remedy()))
    }
}

pub(super) fn read(run: &Node) -> Result<Option<AccuracyRequest>, Diagnostic> {
    let Some(node) = run.get("accuracy") else {
        let alone = ["prefer", "work_limit"].into_iter().find_map(|key| Some((key, run.get(key)?)));
        let Some((key, node)) = alone else { return Ok(None) };
        let message =
            format!("`run.{key}` is given without `run.accuracy`: there is nothing to choose");
        let remedy = "drop it, or give accuracy in place of method and step";
        return Err(Diagnostic::at(node.span.clone(), message, remedy));
    };
    for key in ["method", "step"] {
        if let Some(rival) = run.get(key) {
            let message = format!("`run` has both `accuracy` and `{key}`");
            let remedy = format!("drop `{key}` to have it chosen, or drop `accuracy`");
            return Err(Diagnostic::at(rival.span.clone(), message, remedy));
        }
    }
    let accuracy = node.number();
    if !RANGE.contains(&accuracy) {
        let message = format!(
            "`run.accuracy` is {}; it must be from {:e} to {}",
            node.print(),
            RANGE.start(),
            RANGE.end()
        );
        let remedy = "it is the error that the end may have: radians, and parts of the momentum";
        return Err(Diagnostic::at(node.span.clone(), message, remedy));
    }
    let said = run.get("prefer").map_or("", Node::text);
    let prefer = Preference::ALL.into_iter().find(|one| one.name() == said).unwrap_or_default();
    let work_limit = match run.get("work_limit") {
        Some(limit) if limit.number() <= 0.0 => {
            let message = format!("`run.work_limit` is {}; it must be positive", limit.print());
            return Err(Diagnostic::at(limit.span.clone(), message, "give seconds, such as 600"));
        }
        limit => limit.map(Node::number),
    };
    Ok(Some(AccuracyRequest { accuracy, prefer, work_limit }))
}
