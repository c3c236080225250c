//! What a scenario file says, read and checked.

mod accuracy_request;
mod aem;
mod body;
mod event;
pub(crate) mod foreign;
mod initial;
mod named_file;
mod plan;
mod refined;
mod schedule;
mod torque;

use crate::diagnostic::{Diagnostic, Report};
use crate::document::{self, Document, Node};
use crate::ensemble::{self, EnsemblePlan};
use crate::keys;
use crate::listed::Listed;
use crate::remedy::Remedy;
use crate::sensitivity::SensitivityVariable;
use body::FromFile;
use plan::Misfit;
use polhode::catalogue::MethodName;
use polhode::geometry::{Rotation, Vec3};
use polhode::torque::TorqueInput;
use polhode::{Inertia, Real, Torque};
use polhode_bound::{RunUnits, Torques};
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use torque::{EmbeddedTable, TorqueScope};

pub use accuracy_request::{AccuracyRequest, Preference};
pub use event::ScenarioEvent;
pub use plan::{Plan, Sampling, SensitivityGroup};
pub use schedule::{SampleSpacing, Schedule};
pub(crate) use torque::TORQUE_KEYS;
pub use torque::TorqueSamples;

/// A problem and the plan of its run: one file.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// Title, one line.
    pub title: String,
    /// Description.
    pub description: String,
    /// Body, initial state, torques and events.
    pub problem: Problem,
    /// The plan of the run, as it was asked for.
    pub plan: Plan,
    /// The method of the plan; where an accuracy is requested, a provisional one until
    /// [`select`](crate::accuracy::select) has chosen.
    pub method: MethodName,
    /// The steps and samples of the plan.
    pub schedule: Schedule,
    /// The quantities to which the sensitivity of the end is requested.
    pub sensitivity: Vec<SensitivityVariable>,
    /// Time unit of all files of the run; may be empty.
    pub time_unit: String,
    /// Keys of a CCSDS attitude message.
    pub aem: Option<polhode_formats::aem::AemMetadata>,
    /// The ensemble of which this is the nominal body.
    pub ensemble: Option<EnsemblePlan>,
    /// Warnings for the user.
    pub warnings: Vec<Report>,
    document: Document,
    /// Where files that the text names are looked for.
    folder: Option<PathBuf>,
    /// The plan that the text states.
    stated: Plan,
    /// The text without files that it depends on.
    text: String,
}

/// What moves, from where, and under which torques.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The body.
    pub body: Shape,
    /// The initial state, in the axes that the file gave the body.
    pub start: InitialState,
    /// The names of the torque models.
    pub torques: Vec<String>,
    /// The sum of the torques, in principal axes and the file's units, as functions of the time since the start.
    pub torque: Torques<f64>,
    /// Events to look for.
    pub events: Vec<ScenarioEvent>,
    /// The units in which runs are computed.
    pub units: RunUnits,
    /// The torque in these units. It counts its evaluations together with `torque`.
    pub(crate) run_torque: Torques<f64>,
}

impl Problem {
    /// Units in which numbers of a run over this duration are of the order of 1: by the largest moment of inertia, and by the
    /// largest of the rate at the start, the rate that the torque gives the body there, and one per duration.
    fn own_units(&self, duration: f64) -> RunUnits {
        let Shape { inertia, principal_axes } = self.body;
        let momentum = principal_axes.apply_inverse(self.start.momentum);
        let attitude = self.start.attitude * principal_axes;
        let at = TorqueInput::new(&inertia, 0.0, attitude, momentum);
        let torque: Vec3<f64> =
            if self.torques.is_empty() { Vec3::zero() } else { self.torque.torque(&at) };
        let moment = inertia.moments().max_abs();
        let rates = [
            inertia.rates(momentum).max_abs(),
            (torque.max_abs() / moment).sqrt(),
            duration.abs().recip(),
        ];
        let usable = rates.into_iter().filter(|rate| rate.is_finite());
        let rate = usable.fold(f64::MIN_POSITIVE, f64::max);
        RunUnits::of_motion(moment, rate)
    }
}

/// The inertia and the axes in which a file describes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape {
    /// Principal moments.
    pub inertia: Inertia<f64>,
    /// Takes principal components to components in the file's body axes.
    pub principal_axes: Rotation<f64>,
}

/// Where a body starts, in the file's body axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InitialState {
    /// The time of the file at which it starts. Runs count their time from there, so that a late start loses nothing.
    pub epoch: f64,
    /// Body to space.
    pub attitude: Rotation<f64>,
    /// Angular momentum, body components.
    pub momentum: Vec3<f64>,
}

/// The number in which a run is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precision {
    /// `f32`
    Single,
    /// `f64`
    Double,
    /// Doubles with what rounding would take away, where that matters: a Taylor series alone.
    Refined,
}

impl Precision {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Single, Self::Double, Self::Refined];
    /// As it is written.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Single => "f32",
            Self::Double => "f64",
            Self::Refined => "refined",
        }
    }
}

impl Scenario {
    /// From a text; `origin` names it in messages, `changes` are `key=value`. Files that it
    /// names must have absolute paths.
    ///
    /// # Errors
    /// The first thing that is wrong, with its place in the text.
    pub fn parse(origin: &str, text: &str, changes: &[String]) -> Result<Self, Report> {
        Self::parse_in(None, origin, text, changes)
    }
    /// The same of a text that stands in a file: files that it names are found from the folder
    /// of this one.
    ///
    /// # Errors
    /// The first thing that is wrong, with its place in the text.
    pub fn parse_file(file: &str, text: &str, changes: &[String]) -> Result<Self, Report> {
        Self::parse_in(Path::new(file).parent(), file, text, changes)
    }
    pub(crate) fn parse_in(
        folder: Option<&Path>,
        origin: &str,
        text: &str,
        changes: &[String],
    ) -> Result<Self, Report> {
        Self::read(folder, &Document::parse(origin, text, changes)?, &|_, _| {})
    }
    /// From values that were never a text: a table as a file has it.
    ///
    /// # Errors
    /// The first thing that is wrong; it has no place.
    pub fn from_values(origin: &str, root: Node) -> Result<Self, Report> {
        Self::read(None, &Document::from_values(origin, root), &|_, _| {})
    }
    /// From a document whose plan is changed before it is checked.
    ///
    /// # Errors
    /// The first thing that is wrong, with its place in the text.
    pub fn with_plan(
        document: &Document,
        change: &dyn Fn(&Problem, &mut Plan),
    ) -> Result<Self, Report> {
        Self::read(None, document, change)
    }
    /// The same problem with another plan.
    ///
    /// # Errors
    /// Where the plan cannot be carried out.
    pub fn replanned(&self, change: &dyn Fn(&mut Plan)) -> Result<Self, Report> {
        let mut changed = self.clone();
        change(&mut changed.plan);
        changed.resolve().map_err(|diagnostic| self.document.report(diagnostic))?;
        if changed.plan.precision == Precision::Refined {
            changed.check_refined()?;
        }
        Ok(changed)
    }
    fn read(
        folder: Option<&Path>,
        document: &Document,
        change: &dyn Fn(&Problem, &mut Plan),
    ) -> Result<Self, Report> {
        let mut warnings = Vec::new();
        let read = read(document, folder, &mut warnings, change);
        let mut scenario = read.map_err(|diagnostic| document.report(diagnostic))?;
        scenario.warnings = warnings
            .into_iter()
            .map(|diagnostic| Report::warning(&document.place(), &document.text, diagnostic))
            .listed();
        if scenario.plan.precision == Precision::Refined {
            scenario.check_refined()?;
        }
        Ok(scenario)
    }
    /// Resolves the plan into method, steps, samples and sensitivities, and chooses the units of its runs.
    fn resolve(&mut self) -> Result<(), Diagnostic> {
        self.resolve_plan()?;
        self.choose_units()
    }
    fn resolve_plan(&mut self) -> Result<(), Diagnostic> {
        let (root, plan) = (&self.document.root, &self.plan);
        self.method = method(plan).map_err(|misfit| misfit.at(root))?;
        self.schedule = schedule::schedule(plan, &self.method).map_err(|misfit| misfit.at(root))?;
        self.sensitivity = directions(root, plan, self.problem.torques.len())?;
        let run = root.get("run");
        if plan.accuracy.is_none() && !self.problem.torques.is_empty() {
            accepts(run, &self.method, &self.problem.torque)?;
        }
        Ok(())
    }
    /// A text that states problem and plan: the one that was read, with what code has changed of the plan, with
    /// the inertia tensor in place of a shape that is in another file, and with the points in place of the file of a
    /// table. It means the same wherever it is read.
    #[must_use]
    pub fn text(&self) -> Cow<'_, str> {
        let edits = self.plan.edits(&self.stated);
        if edits.is_empty() {
            return Cow::Borrowed(&self.text);
        }
        Cow::Owned(document::edited(&self.text, &edits))
    }
    pub(crate) fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }
    /// Another body and start, in the same torques.
    pub(crate) fn put(
        &mut self,
        body: Shape,
        start: InitialState,
        varied: bool,
    ) -> Result<(), Report> {
        let is_later = start.epoch != self.problem.start.epoch;
        (self.problem.body, self.problem.start) = (body, start);
        if (varied || is_later) && !self.problem.torques.is_empty() {
            self.problem.torque = self.torque_in(RunUnits::FILE)?;
        }
        self.choose_units().map_err(|diagnostic| self.document.report(diagnostic))
    }
    /// Units of the problem, and the torque in them.
    fn choose_units(&mut self) -> Result<(), Diagnostic> {
        let problem = &mut self.problem;
        problem.units = problem.own_units(self.schedule.duration);
        if !problem.torques.is_empty() {
            let nodes = self.document.root.get("torque").map_or(&[][..], |list| list.items());
            let scope = TorqueScope { units: problem.units, epoch: problem.start.epoch };
            let torque = torque::read(nodes, &problem.body, scope)?;
            problem.run_torque = torque.counted_by(problem.torque.count());
        }
        Ok(())
    }
    /// All that it says, as JSON.
    #[must_use]
    pub fn to_json(&self) -> serde_json::Value {
        match self.text() {
            Cow::Borrowed(_) => self.document.root.to_json(),
            Cow::Owned(text) => Document::parse(self.origin(), &text, &[])
                .map_or_else(|_| self.document.root.to_json(), |changed| changed.root.to_json()),
        }
    }
    /// The file, or what else the text was.
    #[must_use]
    pub fn origin(&self) -> &str {
        &self.document.origin
    }
    /// A problem with the value of a key, found after reading.
    #[must_use]
    pub fn problem_with(&self, path: &[&str], message: String, remedy: Remedy) -> Report {
        let node = path.iter().try_fold(&self.document.root, |node, key| node.get(key));
        let span = node.map(|node| node.span.clone());
        self.document.report(Diagnostic::at(span, message, remedy))
    }
    /// A problem with one of its torques, found after reading.
    pub(crate) fn problem_with_torque(
        &self,
        index: usize,
        message: String,
        remedy: &str,
    ) -> Report {
        let torques = self.document.root.get("torque").map_or(&[][..], |list| list.items());
        let span = torques.get(index).map(|torque| torque.span.clone());
        self.document.report(Diagnostic::at(span, message, remedy))
    }
    /// The torque in another number and in these units, as a function of the time since the start.
    ///
    /// # Errors
    /// Where a number of the file is none in `R`.
    pub fn torque_in<R: Real<Mask = bool>>(&self, units: RunUnits) -> Result<Torques<R>, Report> {
        let nodes = self.document.root.get("torque").map_or(&[][..], |list| list.items());
        let scope = TorqueScope { units, epoch: self.problem.start.epoch };
        torque::read(nodes, &self.problem.body, scope)
            .map_err(|problem| self.document.report(problem))
    }
    /// Whether the time between samples is given.
    pub(crate) fn says_every(&self) -> bool {
        matches!(self.plan.sampling, Sampling::Every(_))
    }
    /// Whether the size of a step, or the largest one, is given.
    pub(crate) fn says_step(&self) -> bool {
        self.plan.step.is_some()
    }
    /// The texts of its formulas.
    fn formulas(&self) -> impl Iterator<Item = &str> {
        let nodes = self.document.root.get("torque").map_or(&[][..], |list| list.items());
        let texts =
            nodes.iter().flat_map(|node| node.get("components").map_or(&[][..], Node::items));
        texts.map(Node::text)
    }
    /// The key with a formula of a torque or of an event, if there is one.
    pub(crate) fn place_of_formula(&self) -> Option<&'static str> {
        let events = self.document.root.get("event").map_or(&[][..], |list| list.items());
        if self.formulas().next().is_some() {
            return Some("torque");
        }
        events.iter().any(|event| event.get("expression").is_some()).then_some("event")
    }
    /// How long its formulas are: their operators and functions, counted by signs.
    pub(crate) fn signs_of_expressions(&self) -> usize {
        self.formulas().map(|text| text.matches(['+', '-', '*', '/', '^', '(']).count()).sum()
    }
    /// Returns whether a recorded run has a file of events.
    #[must_use]
    pub fn has_events_file(&self) -> bool {
        !self.problem.events.is_empty() || self.plan.switches
    }
    /// Returns whether the torque is smooth on branches only.
    pub(crate) fn has_switches(&self) -> bool {
        self.problem.torque.properties().switch_count > 0
    }
    /// What an axis of a plot is called that counts times.
    pub(crate) fn label(&self, what: &str) -> String {
        if self.time_unit.is_empty() { what.into() } else { format!("{what} ({})", self.time_unit) }
    }
    /// The same for what is counted per time.
    pub(crate) fn label_per_time(&self, what: &str, unit: &str) -> String {
        let time = if self.time_unit.is_empty() { "unit of time" } else { &self.time_unit };
        format!("{what} ({unit}/{time})")
    }
    /// Can an event end a run before its duration?
    #[must_use]
    pub fn may_end_early(&self) -> bool {
        self.problem.events.iter().any(ScenarioEvent::stops)
    }
    /// Is the energy constant?
    #[must_use]
    pub fn conserves_energy(&self) -> bool {
        self.problem.torque.properties().conserves_energy
    }
}

fn read(
    document: &Document,
    folder: Option<&Path>,
    warnings: &mut Vec<Diagnostic>,
    change: &dyn Fn(&Problem, &mut Plan),
) -> Result<Scenario, Diagnostic> {
    keys::validate(&document.root)?;
    let EmbeddedTable { document, text: recorded } = torque::embed(document, folder)?;
    let root = &document.root;
    let text = |key| root.get(key).map_or("", |node| node.text()).trim().to_owned();
    let run = section(root, "run")?;
    let (problem, file) = problem(root, folder, warnings)?;
    let stated = Plan::read(run, root.get("output"))?;
    let mut plan = stated.clone();
    change(&problem, &mut plan);
    let time_unit = aem::time_unit(root.get("output"), root.get("aem"))?;
    let method = method(&plan).map_err(|misfit| misfit.at(root))?;
    let schedule = schedule::schedule(&plan, &method).map_err(|misfit| misfit.at(root))?;
    let formats = root.get("output").and_then(|output| output.get("formats"));
    let formats = formats.filter(|_| !plan.formats.is_empty());
    let recorded = match file {
        Some(FromFile { tensor, file }) => {
            document::with_inertia(&recorded, tensor.to_rows(), &file)
        }
        None => recorded.into_owned(),
    };
    let mut scenario = Scenario {
        title: text("title"),
        description: text("description"),
        problem,
        plan,
        method,
        schedule,
        sensitivity: Vec::new(),
        ensemble: ensemble::read(root, &schedule, folder)?,
        aem: aem::read(root.get("aem"), formats, &schedule, &time_unit)?,
        time_unit,
        warnings: Vec::new(),
        document: document.into_owned(),
        folder: folder.map(Path::to_owned),
        stated,
        text: recorded,
    };
    scenario.resolve()?;
    Ok(scenario)
}

fn section<'a>(root: &'a Node, name: &str) -> Result<&'a Node, Diagnostic> {
    // Validation has seen that it is there.
    root.get(name).ok_or_else(|| Diagnostic::at(None, format!("`{name}` is missing"), ""))
}

/// Body, initial state, torques and events, and the file that the body came from.
fn problem(
    root: &Node,
    folder: Option<&Path>,
    warnings: &mut Vec<Diagnostic>,
) -> Result<(Problem, Option<FromFile>), Diagnostic> {
    let (body, file) = body::read(section(root, "body")?, folder)?;
    let start = initial::read(section(root, "initial")?, &body, warnings)?;
    let nodes = root.get("torque").map_or(&[][..], |list| list.items());
    let scope = TorqueScope { units: RunUnits::FILE, epoch: start.epoch };
    let torque = torque::read::<f64>(nodes, &body, scope)?;
    for target in nodes.iter().filter_map(|node| node.get("target")) {
        initial::attitude(target, "torque.attitude-law.target", warnings)?;
    }
    warnings.extend(torque::overshoots(nodes));
    let events = root.get("event").map_or(&[][..], |list| list.items());
    let events = event::read(events, &body, &torque, &start)?;
    let model = |node: &Node| node.get("model").map_or("", |m| m.text()).to_owned();
    let torques = nodes.iter().map(model).listed();
    let (units, run_torque) = (RunUnits::FILE, torque.clone());
    Ok((Problem { body, start, torques, torque, events, units, run_torque }, file))
}

/// The body, where it is given anew, and the start.
pub(crate) fn start_of(
    nominal: &Shape,
    body: Option<&Node>,
    initial: &Node,
) -> Result<(Shape, InitialState), Diagnostic> {
    let shape = match body {
        Some(body) => body::read(body, None)?.0,
        None => *nominal,
    };
    let start = initial::read(initial, &shape, &mut Vec::new())?;
    Ok((shape, start))
}

/// An attitude in any of its forms.
pub(crate) fn attitude_of(node: &Node, path: &str) -> Result<Rotation<f64>, Diagnostic> {
    initial::attitude(node, path, &mut Vec::new())
}

/// The method of a plan; a provisional one where an accuracy is requested.
fn method(plan: &Plan) -> Result<MethodName, Misfit> {
    match (&plan.accuracy, plan.method) {
        (Some(accuracy_request), _) => accuracy_request.first_method(plan.precision),
        (None, Some(method)) => Ok(method),
        (None, None) => {
            let remedy = "write for example method = \"exact\" (`polhode methods` lists them), or how \
                          good the end must be: accuracy = 1e-9";
            Err(Misfit::new(&["run"], "`run.method` is missing", remedy))
        }
    }
}

/// What `output.sensitivity` asks for.
fn directions(
    root: &Node,
    plan: &Plan,
    torques: usize,
) -> Result<Vec<SensitivityVariable>, Diagnostic> {
    if plan.sensitivity.is_empty() {
        return Ok(Vec::new());
    }
    if plan.precision == Precision::Single {
        let message =
            "`output.sensitivity` is asked for in single precision; it is computed in double";
        let remedy = "take precision = \"f64\"";
        return Err(Misfit::new(&["output", "sensitivity"], message, remedy).at(root));
    }
    let nodes = root.get("torque").map_or(&[][..], |list| list.items());
    let prescribed =
        |node: &&Node| node.get("model").is_some_and(|m| m.text() == "prescribed-momentum");
    if let Some(torque) = nodes.iter().find(prescribed) {
        let message = "the sensitivity is asked for where the momentum is prescribed: it does not \
                       depend on the start";
        let remedy =
            "give its rate: model = \"prescribed-torque\"; or leave output.sensitivity out";
        return Err(Diagnostic::at(torque.span.clone(), message, remedy));
    }
    let has = |varied| plan.sensitivity.contains(&varied);
    let torques = if has(SensitivityGroup::Torques) { torques } else { 0 };
    Ok(SensitivityVariable::list(
        has(SensitivityGroup::InitialState),
        has(SensitivityGroup::Moments),
        torques,
    ))
}

/// Can the method take the torque?
fn accepts(
    run: Option<&Node>,
    method: &MethodName,
    torque: &Torques<f64>,
) -> Result<(), Diagnostic> {
    polhode_bound::accepts(method, torque).map_err(|error| {
        let span = run.and_then(|run| run.get("method")).map(|node| node.span.clone());
        let message = format!("`{method}` cannot take this torque: {}", error.message());
        Diagnostic::at(span, message, error.remedy())
    })
}

/// An error of the library at a place of the text.
fn library(span: &std::ops::Range<usize>, error: &polhode::Error) -> Diagnostic {
    Diagnostic::at(span.clone(), error.message(), error.remedy())
}
