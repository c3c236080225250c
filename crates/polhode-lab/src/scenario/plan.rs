//! The plan of a run: what `[run]` and `[output]` ask for, as values that code may change.

use super::{AccuracyRequest, Precision, accuracy_request};
use crate::accuracy::Setting;
use crate::diagnostic::Diagnostic;
use crate::document::{Edit, Node};
use crate::listed::Listed;
use crate::remedy::Remedy;
use polhode::catalogue::MethodName;
use polhode_formats::Format;
use std::str::FromStr;

/// Method, step or accuracy, duration and outputs of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Duration; negative is backwards in time.
    pub duration: f64,
    /// The method; `None` where an accuracy is requested.
    pub method: Option<MethodName>,
    /// The step size, or the largest one of a method with variable steps.
    pub step: Option<f64>,
    /// The requested accuracy, in place of method and step.
    pub accuracy: Option<AccuracyRequest>,
    /// Whether the error is estimated at each sample by a second computation.
    pub certificate: bool,
    /// Whether steps are shortened that would pass over narrow features of the torque.
    pub resolve: bool,
    /// The precision of the computation.
    pub precision: Precision,
    /// When samples are taken.
    pub sampling: Sampling,
    /// The files for the trajectory.
    pub formats: Vec<Format>,
    /// What the sensitivity of the end is requested to.
    pub sensitivity: Vec<SensitivityGroup>,
    /// Whether switches of the torque are recorded one by one, together with the events.
    pub switches: bool,
}

/// When samples are taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sampling {
    /// At most this number of samples after the initial state, equally spaced.
    Count(u64),
    /// After this number of steps each.
    EverySteps(u64),
    /// After this time each.
    Every(f64),
}

impl Default for Sampling {
    fn default() -> Self {
        Self::Count(1000)
    }
}

/// A group of quantities to which the sensitivity can be requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SensitivityGroup {
    /// The initial state.
    InitialState,
    /// The principal moments of inertia.
    Moments,
    /// The strength of each torque.
    Torques,
}

impl SensitivityGroup {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::InitialState, Self::Moments, Self::Torques];
    /// The name in `output.sensitivity`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::InitialState => "start",
            Self::Moments => "moments",
            Self::Torques => "torques",
        }
    }
}

impl Plan {
    /// Takes a method, its step and precision in place of a requested accuracy, with steps that resolve the torque.
    pub fn set(&mut self, setting: &Setting) {
        self.accuracy = None;
        self.method = Some(setting.method);
        self.step = setting.step.map(f64::abs).or(self.step);
        self.precision = setting.precision;
        self.resolve = true;
    }

    pub(super) fn read(run: &Node, output: Option<&Node>) -> Result<Self, Diagnostic> {
        let precision = run.get("precision").map_or("", Node::text);
        let precision = Precision::ALL.into_iter().find(|one| one.name() == precision);
        let precision = precision.unwrap_or(Precision::Double);
        let formats = output.and_then(|output| output.get("formats"));
        Ok(Self {
            accuracy: accuracy_request::read(run)?,
            method: run.get("method").map(method).transpose()?,
            duration: duration(run)?,
            step: run.get("step").map(step).transpose()?,
            certificate: run.get("certificate").is_some_and(|node| node.flag()),
            resolve: run.get("resolve").is_some_and(|node| node.flag()),
            precision,
            sampling: Sampling::read(output)?,
            formats: named(formats, &Format::ALL, Format::name, &[Format::Csv]),
            sensitivity: named(
                output.and_then(|output| output.get("sensitivity")),
                &SensitivityGroup::ALL,
                SensitivityGroup::name,
                &[],
            ),
            switches: output
                .and_then(|output| output.get("switches"))
                .is_some_and(|node| node.flag()),
        })
    }

    /// The changes to a text that says `from`, after which it says this plan.
    pub(super) fn edits(&self, from: &Self) -> Vec<Edit> {
        let mut edits = Vec::new();
        let mut edit = |section, key, differs: bool, value: Option<String>| {
            if differs {
                edits.push(Edit { section, key, value });
            }
        };
        let number = |x: f64| format!("{x:?}");
        let text = |x: &str| format!("{x:?}");
        let list = |names: Vec<&str>| format!("{names:?}");
        let accuracy = self.accuracy.map(|accuracy_request| number(accuracy_request.accuracy));
        let prefer = self
            .accuracy
            .map(|accuracy_request| accuracy_request.prefer)
            .filter(|prefer| *prefer != Default::default());
        edit("run", "duration", self.duration != from.duration, Some(number(self.duration)));
        edit("run", "accuracy", self.accuracy != from.accuracy, accuracy);
        edit(
            "run",
            "prefer",
            self.accuracy != from.accuracy,
            prefer.map(|prefer| text(prefer.name())),
        );
        let limit = self.accuracy.and_then(|request| request.work_limit).map(number);
        edit("run", "work_limit", self.accuracy != from.accuracy, limit);
        let method = self.method.map(|method| text(&method.to_string()));
        edit("run", "method", self.method != from.method, method);
        edit("run", "step", self.step != from.step, self.step.map(number));
        let precision = text(self.precision.name());
        edit("run", "precision", self.precision != from.precision, Some(precision));
        let certificate = self.certificate.then(|| "true".into());
        edit("run", "certificate", self.certificate != from.certificate, certificate);
        let resolve = self.resolve.then(|| "true".into());
        edit("run", "resolve", self.resolve != from.resolve, resolve);
        let resampled = self.sampling != from.sampling;
        for (key, value) in self.sampling.keys() {
            edit("output", key, resampled, value);
        }
        let formats = list(self.formats.iter().map(|format| format.name()).listed());
        edit("output", "formats", self.formats != from.formats, Some(formats));
        let sensitivity = list(self.sensitivity.iter().map(|varied| varied.name()).listed());
        edit("output", "sensitivity", self.sensitivity != from.sensitivity, Some(sensitivity));
        let switches = self.switches.then(|| "true".into());
        edit("output", "switches", self.switches != from.switches, switches);
        edits
    }
}

impl Sampling {
    fn read(output: Option<&Node>) -> Result<Self, Diagnostic> {
        let get = |key| output.and_then(|output| output.get(key));
        let said = ["every", "every_steps", "samples"].map(get);
        let mut given = said.iter().flatten();
        if let (Some(_), Some(second)) = (given.next(), given.next()) {
            let message = "`output` has more than one of `every`, `every_steps` and `samples`";
            return Err(Diagnostic::at(second.span.clone(), message, "give one of them"));
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "whole, from 1"
        )]
        let whole = |node: &Node| node.number() as u64;
        match said {
            [Some(every), ..] if every.number() > 0.0 => Ok(Self::Every(every.number())),
            [Some(every), ..] => {
                let message = format!("`output.every` is {}; it must be positive", every.print());
                Err(Diagnostic::at(every.span.clone(), message, "give the time between samples"))
            }
            [_, Some(steps), _] => Ok(Self::EverySteps(whole(steps))),
            [.., Some(count)] => Ok(Self::Count(whole(count))),
            [None, None, None] => Ok(Self::default()),
        }
    }
    /// The keys of `[output]` with their values, `None` for those that are absent.
    fn keys(self) -> [(&'static str, Option<String>); 3] {
        let [mut every, mut every_steps, mut samples] = [None, None, None];
        match self {
            Self::Every(time) => every = Some(format!("{time:?}")),
            Self::EverySteps(steps) => every_steps = Some(steps.to_string()),
            Self::Count(count) => samples = Some(count.to_string()),
        }
        [("every", every), ("every_steps", every_steps), ("samples", samples)]
    }
}

/// A plan that cannot be carried out, with the key of the scenario to blame.
#[derive(Debug)]
pub(super) struct Misfit {
    path: &'static [&'static str],
    message: String,
    remedy: Remedy,
}

impl Misfit {
    pub(super) fn new(
        path: &'static [&'static str],
        message: impl Into<String>,
        remedy: impl Into<Remedy>,
    ) -> Self {
        Self { path, message: message.into(), remedy: remedy.into() }
    }
    /// The same at the key's place in a text.
    pub(super) fn at(self, root: &Node) -> Diagnostic {
        let node = self.path.iter().try_fold(root, |node, key| node.get(key));
        Diagnostic::at(node.map(|node| node.span.clone()), self.message, self.remedy)
    }
}

fn duration(run: &Node) -> Result<f64, Diagnostic> {
    let duration = run.get("duration").map_or(f64::NAN, Node::number);
    if duration == 0.0 {
        let span = run.get("duration").map(|value| value.span.clone());
        let message = "`run.duration` is 0; nothing would happen";
        let remedy = "give a time; a negative one runs backwards";
        return Err(Diagnostic::at(span, message, remedy));
    }
    Ok(duration)
}

fn step(node: &Node) -> Result<f64, Diagnostic> {
    let step = node.number();
    if step <= 0.0 {
        let message = format!("`run.step` is {}; it must be positive", node.print());
        let remedy = "a negative duration runs backwards, the step has no sign";
        return Err(Diagnostic::at(node.span.clone(), message, remedy));
    }
    Ok(step)
}

fn method(node: &Node) -> Result<MethodName, Diagnostic> {
    MethodName::from_str(node.text())
        .map_err(|error| Diagnostic::at(node.span.clone(), error.message(), error.remedy()))
}

/// Those that a list names, each once; the default where there is no list.
fn named<T: Copy>(
    node: Option<&Node>,
    all: &[T],
    name: impl Fn(T) -> &'static str,
    default: &[T],
) -> Vec<T> {
    let Some(node) = node else { return default.to_vec() };
    let asked = |one: &&T| node.items().iter().any(|item| item.text() == name(**one));
    all.iter().filter(asked).copied().listed()
}
