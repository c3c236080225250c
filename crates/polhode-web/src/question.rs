//! What the page asks about: a scenario, changes to it, and methods.

use crate::http::Response;
use crate::limits::{LEAST_SAMPLES, MOST_METHODS, MOST_SAMPLES, MOST_STEPS, TURN};
use crate::named_files::{NamedFile, named_files};
use crate::subject::Subject;
use polhode::catalogue::MethodName;
use polhode_lab::accuracy::Setting;
use polhode_lab::document::{Document, Node};
use polhode_lab::embedded;
use polhode_lab::problem::Report;
use polhode_lab::scenario::{Pace, Scenario};
use serde::Deserialize;
use serde_json::{Value, json};
use toml_edit::{DocumentMut, TableLike};

/// As the page sends it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Question {
    scenario: Which,
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
enum Which {
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
    pub(crate) fn document(&self, subject: &Subject) -> Result<Document, Response> {
        let (origin, text) = match &self.scenario {
            Which::Name(name) => match embedded::find(name) {
                Some(found) => (found.name, found.text),
                None => return Err(Response::error(422, format!("there is no scenario `{name}`"))),
            },
            Which::Text(text) => ("the page", text.as_str()),
            Which::Given => match &subject.text {
                Some(text) => (subject.name.as_str(), text.as_str()),
                None => {
                    return Err(Response::error(422, "no scenario was given to `polhode view`"));
                }
            },
        };
        let document =
            Document::parse(origin, text, &self.changes).map_err(|report| wrong(&report))?;
        let known = match self.scenario {
            Which::Given => &subject.files[..],
            Which::Name(_) | Which::Text(_) => &[],
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

/// The scenario of a document with a method, sampled as the page wants it: so often that turns can
/// be followed.
pub(crate) fn sampled(document: &Document, method: &str) -> Result<Scenario, Response> {
    let varies = varies(method);
    let text = edited(document, |text| {
        for_page(text);
        if let Some(run) = table(text, "run")
            && !run.contains_key("step")
            && !varies
        {
            run.insert("step", toml_edit::value(step(document)));
        }
    });
    parsed(document, &text, method, Vec::new())
}

/// The same with a method and a step that were chosen.
pub(crate) fn settled(document: &Document, setting: &Setting) -> Result<Scenario, Response> {
    let text = edited(document, |text| {
        for_page(text);
        remove(text, "run", &["step"]);
    });
    let step = setting.step.map(|step| format!("run.step={:?}", step.abs()));
    let precision = format!("run.precision={:?}", setting.precision.name());
    let more = step.into_iter().chain([precision]).collect();
    parsed(document, &text, &setting.method.to_string(), more)
}

fn varies(method: &str) -> bool {
    method.parse::<MethodName>().is_ok_and(|name| name.steps_vary())
}

fn parsed(
    document: &Document,
    text: &str,
    method: &str,
    more: Vec<String>,
) -> Result<Scenario, Response> {
    // What the file says of samples may not fit the page's step; it is replaced below.
    let every = duration(document) / 1000.0;
    let samples = match varies(method) {
        true if every > 0.0 && every.is_finite() => format!("output.every={every:?}"),
        true => "output.every=1.0".into(),
        false => "output.every_steps=1".into(),
    };
    let mut changes = vec![
        format!("run.method={}", toml_edit::Value::from(method)),
        samples,
        "output.formats=[]".into(),
    ];
    changes.extend(more);
    let mut scenario =
        Scenario::parse(&document.origin, text, &changes).map_err(|report| wrong(&report))?;
    let wanted = wanted(&scenario);
    scenario.sensitivity.clear();
    scenario.plan.pace = match scenario.plan.pace {
        Pace::Steps { steps, .. } if steps > MOST_STEPS => {
            let message = format!(
                "the run has {steps} steps; the page takes at most {MOST_STEPS}: take a larger step, a \
                 shorter duration, or `polhode run`"
            );
            return Err(Response::error(422, message));
        }
        Pace::Steps { steps, .. } => Pace::Steps { steps, every: steps.div_ceil(wanted).max(1) },
        #[expect(clippy::cast_precision_loss, reason = "some thousands")]
        Pace::Times { .. } => {
            Pace::Times { samples: wanted, every: scenario.plan.duration / wanted as f64 }
        }
    };
    Ok(scenario)
}

/// How many samples.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturates")]
fn wanted(scenario: &Scenario) -> u64 {
    let momentum = scenario.body.principal_axes.apply_inverse(scenario.start.momentum);
    let rate = scenario.body.inertia.rates(momentum).norm();
    let turns = rate * scenario.plan.duration.abs() / TURN;
    (turns as u64).clamp(LEAST_SAMPLES, MOST_SAMPLES)
}

fn duration(document: &Document) -> f64 {
    let duration = document.root.get("run").and_then(|run| run.get("duration"));
    duration.map_or(f64::NAN, Node::number).abs()
}

/// The step of methods whose step is not chosen: the document's, or a thousandth of the duration.
pub(crate) fn step(document: &Document) -> f64 {
    let step = document.root.get("run").and_then(|run| run.get("step"));
    step.map_or(duration(document) / 1000.0, Node::number)
}

/// The text of a document, edited; as it is, if it is none.
pub(crate) fn edited(document: &Document, edit: impl FnOnce(&mut DocumentMut)) -> String {
    let Ok(mut text) = document.text.parse::<DocumentMut>() else { return document.text.clone() };
    edit(&mut text);
    text.to_string()
}

fn table<'t>(text: &'t mut DocumentMut, name: &str) -> Option<&'t mut dyn TableLike> {
    text.get_mut(name).and_then(|item| item.as_table_like_mut())
}

/// Keys of a table of the text go.
pub(crate) fn remove(text: &mut DocumentMut, name: &str, keys: &[&str]) {
    if let Some(table) = table(text, name) {
        for key in keys {
            table.remove(key);
        }
    }
}

/// One body, without the many around it, and a method in place of an accuracy.
fn for_page(text: &mut DocumentMut) {
    text.remove("ensemble");
    remove(text, "run", &["accuracy", "prefer", "certificate"]);
}

/// An accuracy in place of method and step, and the default samples.
pub(crate) fn for_accuracy(document: &Document) -> String {
    edited(document, |text| {
        text.remove("ensemble");
        remove(text, "run", &["method", "step", "certificate"]);
        remove(text, "output", &["every", "every_steps"]);
        if let Some(run) = table(text, "run")
            && !run.contains_key("accuracy")
        {
            run.insert("accuracy", toml_edit::value(DEFAULT_ACCURACY));
        }
    })
}

/// What is wrong with a scenario, and where.
pub(crate) fn wrong(report: &Report) -> Response {
    Response { status: 422, ..Response::json(&problem(report)) }
}

/// The same as an object.
pub(crate) fn problem(report: &Report) -> Value {
    let problem = report.problem();
    let (line, column) = report.position().unzip();
    json!({
        "error": problem.message,
        "remedy": problem.remedy,
        "line": line,
        "column": column,
    })
}
