//! What a scenario file says, read and checked.

mod aem;
mod body;
mod event;
pub(crate) mod foreign;
mod initial;
mod plan;
mod refined;
mod torque;
mod wish;

use crate::document::{Document, Node};
use crate::ensemble::{self, Ensemble};
use crate::keys;
use crate::listed::Listed;
use crate::problem::{Problem, Report};
use crate::sensitivity::Direction;
use body::FromFile;
use polhode::catalogue::MethodName;
use polhode::geometry::{Rotation, Vec3};
use polhode::{Inertia, Real, Torque};
use polhode_bound::Torques;
use polhode_formats::Format;
use std::path::{Path, PathBuf};
use std::str::FromStr;

pub use event::ScenarioEvent;
pub use plan::{Pace, Plan};
pub use wish::{Preference, Wish};

/// A body, a start, torques, and how to compute: one file.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// What it is, in a line.
    pub title: String,
    /// What it shows.
    pub description: String,
    /// What turns.
    pub body: Shape,
    /// Where it starts, in the axes that the file gave the body.
    pub start: Start,
    /// The names of the torque models.
    pub torques: Vec<String>,
    /// All of them, in principal axes.
    pub torque: Torques<f64>,
    /// What to look for on the way.
    pub events: Vec<ScenarioEvent>,
    /// The method; where an accuracy is asked for, one to begin with, until
    /// [`settled`](crate::accuracy::settled) has chosen.
    pub method: MethodName,
    /// How good the end must be, where that is said in place of method and step.
    pub wish: Option<Wish>,
    /// Is an estimate of the error asked for at each sample?
    pub certificate: bool,
    /// Double or single.
    pub precision: Precision,
    /// Steps and samples.
    pub plan: Plan,
    /// The unit of its times, in all of its files; may be empty.
    pub time_unit: String,
    /// The files for the trajectory.
    pub formats: Vec<Format>,
    /// What a message of its attitude says.
    pub aem: Option<polhode_formats::aem::Keys>,
    /// What the end's sensitivity is asked for to.
    pub sensitivity: Vec<Direction>,
    /// The many bodies of which it is the nominal one.
    pub ensemble: Option<Ensemble>,
    /// What its user should know.
    pub warnings: Vec<Report>,
    document: Document,
    /// Where files that it names are looked for.
    folder: Option<PathBuf>,
    /// The text without files that it depends on.
    text: String,
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
pub struct Start {
    /// When.
    pub time: f64,
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
        Self::of_document(folder, &Document::parse(origin, text, changes)?)
    }
    /// From values that were never a text: a table as a file has it.
    ///
    /// # Errors
    /// The first thing that is wrong; it has no place.
    pub fn of_values(origin: &str, root: Node) -> Result<Self, Report> {
        Self::of_document(None, &Document::of_values(origin, root))
    }
    fn of_document(folder: Option<&Path>, document: &Document) -> Result<Self, Report> {
        let mut warnings = Vec::new();
        let read = read(document, folder, &mut warnings);
        let mut scenario = read.map_err(|problem| document.report(problem))?;
        scenario.warnings = warnings
            .into_iter()
            .map(|problem| Report::warning(&document.place(), &document.text, problem))
            .listed();
        if scenario.precision == Precision::Refined {
            scenario.check_refined()?;
        }
        Ok(scenario)
    }
    /// The text it was read from, with the changes, and with the inertia tensor in place of a
    /// shape that is in another file: it says the same wherever it is read.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }
    pub(crate) fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }
    /// Another body and start, in the same torques.
    pub(crate) fn put(&mut self, body: Shape, start: Start, varied: bool) -> Result<(), Report> {
        (self.body, self.start) = (body, start);
        if varied && !self.torques.is_empty() {
            self.torque = self.torque_in(1.0)?;
        }
        Ok(())
    }
    /// All that it says, as JSON.
    #[must_use]
    pub fn to_json(&self) -> serde_json::Value {
        self.document.root.to_json()
    }
    /// The file, or what else the text was.
    #[must_use]
    pub fn origin(&self) -> &str {
        &self.document.origin
    }
    /// A problem with the value of a key, found after reading.
    #[must_use]
    pub fn problem_with(&self, path: &[&str], message: String, remedy: String) -> Report {
        let node = path.iter().try_fold(&self.document.root, |node, key| node.get(key));
        let span = node.map(|node| node.span.clone());
        self.document.report(Problem::at(span, message, remedy))
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
        self.document.report(Problem::at(span, message, remedy))
    }
    /// The torque in another number; `scale` is how many units of mass of the run
    /// are one of the file.
    ///
    /// # Errors
    /// Where a number of the file is none in `R`.
    pub fn torque_in<R: Real<Mask = bool>>(&self, scale: f64) -> Result<Torques<R>, Report> {
        let nodes = self.document.root.get("torque").map_or(&[][..], |list| list.items());
        torque::read(nodes, &self.body, scale).map_err(|problem| self.document.report(problem))
    }
    /// Does the file say how much time is between samples?
    pub(crate) fn says_every(&self) -> bool {
        self.document.root.get("output").is_some_and(|output| output.get("every").is_some())
    }
    /// Whether it gives the length of a step, or the longest.
    pub(crate) fn says_step(&self) -> bool {
        self.document.root.get("run").is_some_and(|run| run.get("step").is_some())
    }
    /// The texts of its formulas.
    fn formulas(&self) -> impl Iterator<Item = &str> {
        let nodes = self.document.root.get("torque").map_or(&[][..], |list| list.items());
        let texts =
            nodes.iter().flat_map(|node| node.get("components").map_or(&[][..], Node::items));
        texts.map(Node::text)
    }
    /// How long its formulas are: their operators and functions, counted by signs.
    pub(crate) fn signs_of_expressions(&self) -> usize {
        self.formulas().map(|text| text.matches(['+', '-', '*', '/', '^', '(']).count()).sum()
    }
    /// Whether the torque is smooth as far as is known: no table, and no function in a formula that
    /// switches.
    pub(crate) fn has_smooth_torque(&self) -> bool {
        self.torque.switching_function().is_none() && !self.has_kinks_in_time()
    }
    /// Whether there are times at which the torque is known not to be smooth.
    pub(crate) fn has_kinks_in_time(&self) -> bool {
        let (from, until) = (self.start.time, self.start.time + self.plan.duration);
        self.torque.next_kink(from, until).is_some()
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
        self.events.iter().any(ScenarioEvent::stops)
    }
    /// Is the energy constant?
    #[must_use]
    pub fn conserves_energy(&self) -> bool {
        self.torque.conserves_energy()
    }
}

fn read(
    document: &Document,
    folder: Option<&Path>,
    warnings: &mut Vec<Problem>,
) -> Result<Scenario, Problem> {
    let root = &document.root;
    keys::validate(root)?;
    let text = |key| root.get(key).map_or("", |node| node.text()).trim().to_owned();
    let section = |name: &str| {
        // Validation has seen that it is there.
        root.get(name).ok_or_else(|| Problem::at(None, format!("`{name}` is missing"), ""))
    };
    let (body, file) = body::read(section("body")?, folder)?;
    let start = initial::read(section("initial")?, &body, warnings)?;
    let run = section("run")?;
    let precision = run.get("precision").map_or("", Node::text);
    let precision = Precision::ALL.into_iter().find(|one| one.name() == precision);
    let precision = precision.unwrap_or(Precision::Double);
    let wish = wish::read(run, precision)?;
    let method = match &wish {
        Some(wish) => wish.first_method()?,
        None => method(run)?,
    };
    let plan = plan::read(run, root.get("output"), &method)?;
    let nodes = root.get("torque").map_or(&[][..], |list| list.items());
    let torque = torque::read::<f64>(nodes, &body, 1.0)?;
    for target in nodes.iter().filter_map(|node| node.get("target")) {
        initial::attitude(target, "torque.attitude-law.target", warnings)?;
    }
    let pushing = !nodes.is_empty();
    let formats = root.get("output").and_then(|output| output.get("formats"));
    let time_unit = aem::time_unit(root.get("output"), root.get("aem"))?;
    if wish.is_none() {
        accepts(run, &method, pushing, &torque)?;
    }
    let events = root.get("event").map_or(&[][..], |list| list.items());
    let events = event::read(events, &body, &torque, &start)?;
    let sensitivity = directions(root, nodes, precision)?;
    let model = |node: &Node| node.get("model").map_or("", |m| m.text()).to_owned();
    Ok(Scenario {
        title: text("title"),
        description: text("description"),
        body,
        start,
        torques: nodes.iter().map(model).listed(),
        torque,
        events,
        method,
        wish,
        certificate: run.get("certificate").is_some_and(|node| node.flag()),
        precision,
        plan,
        sensitivity,
        ensemble: ensemble::read(root, &plan, folder)?,
        aem: aem::read(root.get("aem"), formats, &plan, &time_unit)?,
        time_unit,
        formats: written(formats),
        warnings: Vec::new(),
        document: document.clone(),
        folder: folder.map(Path::to_owned),
        text: match file {
            Some(FromFile { tensor, file }) => document.with_inertia(tensor.to_rows(), &file),
            None => document.text.clone(),
        },
    })
}

/// The body, where it is given anew, and the start.
pub(crate) fn start_of(
    nominal: &Shape,
    body: Option<&Node>,
    initial: &Node,
) -> Result<(Shape, Start), Problem> {
    let shape = match body {
        Some(body) => body::read(body, None)?.0,
        None => *nominal,
    };
    let start = initial::read(initial, &shape, &mut Vec::new())?;
    Ok((shape, start))
}

/// An attitude in any of its forms.
pub(crate) fn attitude_of(node: &Node, path: &str) -> Result<Rotation<f64>, Problem> {
    initial::attitude(node, path, &mut Vec::new())
}

/// What `output.formats` asks for, each once.
fn written(formats: Option<&Node>) -> Vec<Format> {
    let Some(formats) = formats else { return vec![Format::Csv] };
    let asked = |format: &Format| formats.items().iter().any(|f| f.text() == format.name());
    Format::ALL.into_iter().filter(asked).listed()
}

fn method(run: &Node) -> Result<MethodName, Problem> {
    let Some(node) = run.get("method") else {
        let message = "`run.method` is missing";
        let remedy = "write for example method = \"exact\" (`polhode methods` lists them), or how \
                      good the end must be: accuracy = 1e-9";
        return Err(Problem::at(run.span.clone(), message, remedy));
    };
    MethodName::from_str(node.text()).map_err(|error| {
        let (message, remedy) = split(&error.to_string());
        Problem::at(node.span.clone(), message, remedy)
    })
}

/// What `output.sensitivity` asks for.
fn directions(
    root: &Node,
    torques: &[Node],
    precision: Precision,
) -> Result<Vec<Direction>, Problem> {
    let asked = root.get("output").and_then(|output| output.get("sensitivity"));
    let Some(asked) = asked.filter(|asked| !asked.items().is_empty()) else {
        return Ok(Vec::new());
    };
    if precision == Precision::Single {
        let message =
            "`output.sensitivity` is asked for in single precision; it is computed in double";
        return Err(Problem::at(asked.span.clone(), message, "take precision = \"f64\""));
    }
    let prescribed =
        |node: &&Node| node.get("model").is_some_and(|m| m.text() == "prescribed-momentum");
    if let Some(torque) = torques.iter().find(prescribed) {
        let message = "the sensitivity is asked for where the momentum is prescribed: it does not \
                       depend on the start";
        let remedy =
            "give its rate: model = \"prescribed-torque\"; or leave output.sensitivity out";
        return Err(Problem::at(torque.span.clone(), message, remedy));
    }
    let has = |word| asked.items().iter().any(|item| item.text() == word);
    Ok(Direction::list(
        has("start"),
        has("moments"),
        if has("torques") { torques.len() } else { 0 },
    ))
}

/// Can the method take the torque?
fn accepts(
    run: &Node,
    method: &MethodName,
    pushing: bool,
    torque: &Torques<f64>,
) -> Result<(), Problem> {
    if !pushing {
        return Ok(());
    }
    polhode_bound::accepts(method, torque).map_err(|error| {
        let (message, remedy) = split(&error.to_string());
        let span = run.get("method").map(|node| node.span.clone());
        Problem::at(span, format!("`{method}` cannot take this torque: {message}"), remedy)
    })
}

/// The value and the rule, and behind the last semicolon the remedy.
fn split(sentence: &str) -> (String, String) {
    let (message, remedy) = sentence.rsplit_once("; ").unwrap_or((sentence, ""));
    (message.into(), remedy.into())
}

/// An error of the library at a place of the text.
fn library(span: &std::ops::Range<usize>, error: &polhode::Error) -> Problem {
    let (message, remedy) = split(&error.to_string());
    Problem::at(span.clone(), message, remedy)
}
