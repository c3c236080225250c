//! What the page asks about: a scenario, changes to it, and methods.

use crate::http::Response;
use crate::limits::{LEAST_SAMPLES, MOST_METHODS, MOST_SAMPLES, MOST_STEPS, TURN};
use crate::named_files::{NamedFile, named_files};
use crate::subject::PageSubject;
use polhode::catalogue::MethodName;
use polhode_lab::accuracy::Setting;
use polhode_lab::diagnostic::Report;
use polhode_lab::document::{Document, Node};
use polhode_lab::embedded;
use polhode_lab::scenario::{AccuracyRequest, Plan, Problem, Sampling, Scenario};
use serde::Deserialize;
use serde_json::{Value, json};

/// As the page sends it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Question {
    scenario: ScenarioSource,
    #[serde(default)]
    changes: Vec<String>,
    #[serde(default)]
    pub(crate) methods: Vec<String>,
    /// A recorded result, as CSV.
    #[serde(default)]
    pub(crate) csv: Option<String>,
    /// Are errors of a record wanted too: of this one, or that of the command line?
    #[serde(default)]
    pub(crate) recorded: bool,
}

/// Whose scenario it is.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
enum ScenarioSource {
    /// One that comes with polhode.
    Name(String),
    /// The page's own.
    Text(String),
    /// That of the command line.
    Given,
}

impl Question {
    pub(crate) fn read(bytes: &[u8]) -> Result<Self, Response> {
        let question: Self = serde_json::from_slice(bytes).map_err(|error| {
            Response::error(400, format!("the question is not understood: {error}"))
        })?;
        if question.methods.len() > MOST_METHODS {
            let message = format!("{} methods; at most {MOST_METHODS}", question.methods.len());
            return Err(Response::error(422, message));
        }
        Ok(question)
    }

    /// The scenario with its changes, which name no files.
    pub(crate) fn document(&self, subject: &PageSubject) -> Result<Document, Response> {
        let (origin, text) = match &self.scenario {
            ScenarioSource::Name(name) => match embedded::find(name) {
                Some(found) => (found.name, found.text),
                None => return Err(Response::error(422, format!("there is no scenario `{name}`"))),
            },
            ScenarioSource::Text(text) => ("the page", text.as_str()),
            ScenarioSource::Given => match &subject.text {
                Some(text) => (subject.name.as_str(), text.as_str()),
                None => {
                    return Err(Response::error(422, "no scenario was given to `polhode view`"));
                }
            },
        };
        let document =
            Document::parse(origin, text, &self.changes).map_err(|report| wrong(&report))?;
        let known = match self.scenario {
            ScenarioSource::Given => &subject.files[..],
            ScenarioSource::Name(_) | ScenarioSource::Text(_) => &[],
        };
        let files = named_files(&document.root);
        match files.iter().find(|file| !known.contains(file)) {
            Some(file) => Err(naming(file)),
            None => Ok(document),
        }
    }

    /// The methods, or else that of the scenario.
    pub(crate) fn methods(&self, document: &Document) -> Vec<String> {
        if !self.methods.is_empty() {
            return self.methods.clone();
        }
        let said = |key| document.root.get("run").and_then(|run| run.get(key));
        let method = match said("method") {
            None if said("accuracy").is_some() => ACCURACY,
            method => method.map_or("", Node::text),
        };
        vec![method.to_owned()]
    }
}

/// In the place of a method: the one that `run.accuracy` asks for, with its step.
pub(crate) const ACCURACY: &str = "accuracy";
/// Where the scenario says no other.
pub(crate) const DEFAULT_ACCURACY: f64 = 1e-9;

/// The answer to a request that names a file.
fn naming(NamedFile { key, value }: &NamedFile) -> Response {
    let error = format!("`{key}` is {value}; no request may name a file");
    let remedy = "give the scenario to the command, which reads its files: polhode view my.toml";
    Response { status: 422, ..Response::json(&json!({ "error": error, "remedy": remedy })) }
}

/// The scenario of a document with a method, sampled as the page wants it: so often that rotations can
/// be followed.
pub(crate) fn sampled(document: &Document, method: &str) -> Result<Scenario, Response> {
    let method = named(method)?;
    for_page(document, &|plan| {
        plan.method = Some(method);
        if !method.steps_vary() {
            plan.step = plan.step.or(Some(default_step(plan)));
        }
    })
}

/// The same with a method and a step that were chosen.
pub(crate) fn settled(document: &Document, setting: &Setting) -> Result<Scenario, Response> {
    for_page(document, &|plan| {
        plan.step = None;
        plan.set(setting);
    })
}

/// One body, by a method and not by an accuracy, without files.
fn for_page(document: &Document, change: &dyn Fn(&mut Plan)) -> Result<Scenario, Response> {
    let document = document.without("ensemble").map_err(|report| wrong(&report))?;
    let scenario = Scenario::with_plan(&document, &|problem, plan| {
        (plan.accuracy, plan.certificate) = (None, false);
        plan.formats.clear();
        plan.sensitivity.clear();
        plan.sampling = Sampling::Count(wanted(problem, plan.duration));
        change(plan);
    });
    let scenario = scenario.map_err(|report| wrong(&report))?;
    match scenario.schedule.steps() {
        Some(steps) if steps > MOST_STEPS => Err(Response::error(
            422,
            format!(
                "the run has {steps} steps; the page takes at most {MOST_STEPS}: take a larger step, a \
                 shorter duration, or `polhode run`"
            ),
        )),
        _ => Ok(scenario),
    }
}

/// A method string of the page.
pub(crate) fn named(method: &str) -> Result<MethodName, Response> {
    method.parse::<MethodName>().map_err(|error| Response::error(422, error.to_string()))
}

/// How many samples.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates")]
fn wanted(problem: &Problem, duration: f64) -> u64 {
    let momentum = problem.body.principal_axes.apply_inverse(problem.start.momentum);
    let rate = problem.body.inertia.rates(momentum).norm();
    let turns = rate * duration.abs() / TURN;
    (turns as u64).clamp(LEAST_SAMPLES, MOST_SAMPLES)
}

/// The step of methods whose step is not chosen: the plan's, or a thousandth of the duration.
pub(crate) fn default_step(plan: &Plan) -> f64 {
    plan.step.unwrap_or(plan.duration.abs() / 1000.0)
}

/// The scenario with an accuracy in place of method and step, and the default samples.
pub(crate) fn for_accuracy(document: &Document) -> Result<Scenario, Response> {
    let document = document.without("ensemble").map_err(|report| wrong(&report))?;
    let scenario = Scenario::with_plan(&document, &|_, plan| {
        (plan.method, plan.step, plan.certificate) = (None, None, false);
        plan.sampling = Sampling::default();
        let default = AccuracyRequest::new(DEFAULT_ACCURACY);
        plan.accuracy = plan.accuracy.or(Some(default));
    });
    scenario.map_err(|report| wrong(&report))
}

/// The scenario with a method in place of an accuracy, otherwise as it is; with default samples where
/// those of the document lie between the steps.
pub(crate) fn with_method(document: &Document, method: &str) -> Result<Scenario, Response> {
    let method = named(method)?;
    let with = |resampled: bool| {
        Scenario::with_plan(document, &move |_, plan| {
            (plan.method, plan.accuracy, plan.certificate) = (Some(method), None, false);
            if resampled {
                plan.sampling = Sampling::default();
            }
        })
    };
    with(false).or_else(|_| with(true)).map_err(|report| wrong(&report))
}

/// What is wrong with a scenario, and where.
pub(crate) fn wrong(report: &Report) -> Response {
    Response { status: 422, ..Response::json(&problem(report)) }
}

/// The same as an object.
pub(crate) fn problem(report: &Report) -> Value {
    let problem = report.diagnostic();
    let (line, column) = report.position().unzip();
    json!({
        "error": problem.message,
        "remedy": problem.remedy.to_string(),
        "line": line,
        "column": column,
    })
}
