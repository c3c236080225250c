//! Bodies from their numbers.
//!
//! There are two ways, and they give the same bits. Any key: what is drawn is set in the text, and
//! the text is read as if a user had written it. Starts and shapes only: what is drawn is put into
//! the values that are already there, and only `[body]` and `[initial]` are read.

use super::distribution::ValueForm;
use super::random::Stream;
use super::table::{TableFile, TableRows};
use super::{EnsemblePlan, Varied};
use crate::diagnostic::{Diagnostic, Report};
use crate::document::{Document, Node, Value, without};
use crate::error::Error;
use crate::keys;
use crate::scenario::{InitialState, Scenario, Shape, start_of};
use std::fmt;
use std::ops::Range;

/// Makes the bodies of an ensemble.
pub struct Draws {
    scenario: Scenario,
    ensemble: EnsemblePlan,
    text: String,
    rows: Vec<TableRows>,
    quick: Option<Quick>,
    varies_body: bool,
}

impl fmt::Debug for Draws {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Draws").field("ensemble", &self.ensemble).finish_non_exhaustive()
    }
}

/// The files that draws read, on their way from the first to the last row.
pub struct Tables(Vec<TableFile>);

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Tables").field(&self.0.len()).finish()
    }
}

impl Tables {
    /// What their content depends on, for the fingerprint.
    pub(super) fn hashes(&self) -> Vec<String> {
        self.0.iter().map(|table| format!("{:016x}", table.hash)).collect()
    }
}

impl Draws {
    /// Of a scenario with an ensemble, and the files that it needs.
    ///
    /// # Errors
    /// Where it has none, a file cannot be read, or what is drawn is no value of its key.
    pub fn new(scenario: &Scenario) -> Result<(Self, Tables), Error> {
        let Some(ensemble) = scenario.ensemble.clone() else {
            let message = "the scenario has no [ensemble]".into();
            let remedy = "say how many bodies there are and what varies: count = 1000 and \
                          [ensemble.vary]; `polhode scenarios show water-ensemble` prints one";
            return Err(scenario.problem_with(&[], message, remedy.into()).into());
        };
        let mut tables = Tables(TableFile::all(&ensemble.varied, ensemble.count)?);
        let varies_body = ensemble.varied.iter().any(|varied| varied.key.starts_with("body."));
        let mut draws = Self {
            scenario: scenario.clone(),
            text: bare(scenario),
            rows: vec![TableRows::default(); ensemble.varied.len()],
            quick: None,
            varies_body,
            ensemble,
        };
        draws.load(&mut tables, &(0..1))?;
        let first = Document::parse("body 0", &draws.text, &draws.changes(0))?;
        keys::validate(&first.root).map_err(|problem| draws.no_value(&first, &problem))?;
        draws.quick = Quick::new(scenario, &draws.ensemble, &first.root);
        Ok((draws, tables))
    }
    /// What is drawn cannot stand where it is to stand.
    fn no_value(&self, first: &Document, problem: &Diagnostic) -> Report {
        let message = format!("what is drawn for body 0 is no scenario: {}", problem.message);
        let at = problem.span.clone().and_then(|span| first.text.get(span)).unwrap_or_default();
        let remedy = format!("{}; what is drawn is: {at}", problem.remedy);
        self.scenario.problem_with(&["ensemble", "vary"], message, remedy.into())
    }
    /// Reads what tables say of these bodies, which can be asked for then.
    ///
    /// # Errors
    /// Where a file cannot be read.
    pub fn load(&mut self, tables: &mut Tables, bodies: &Range<u64>) -> Result<(), Error> {
        for table in &mut tables.0 {
            let rows = table.load(bodies)?;
            if let Some(place) = self.rows.get_mut(table.varied) {
                *place = rows;
            }
        }
        Ok(())
    }
    /// What is common to all.
    #[must_use]
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }
    /// What differs.
    #[must_use]
    pub fn ensemble(&self) -> &EnsemblePlan {
        &self.ensemble
    }
    /// Does the shape differ?
    #[must_use]
    pub fn varies_body(&self) -> bool {
        self.varies_body
    }
    /// The quick way, where only starts and shapes differ.
    #[must_use]
    pub fn quick(&self) -> Option<Quick> {
        self.quick.clone()
    }
    /// The numbers of a body, one key after the other, in place of those that are there.
    pub fn numbers(&self, body: u64, out: &mut Vec<f64>) {
        out.clear();
        for (varied, rows) in self.ensemble.varied.iter().zip(&self.rows) {
            varied.distribution.draw(body, &mut self.stream(varied, body), rows.row(body), out);
        }
    }
    fn stream(&self, varied: &Varied, body: u64) -> Stream {
        Stream::new(self.ensemble.seed, body, varied.hash)
    }
    /// What is changed in the text for a body, as `key=value`.
    #[must_use]
    pub fn changes(&self, body: u64) -> Vec<String> {
        let mut numbers = Vec::new();
        let one = |(varied, rows): (&Varied, &TableRows)| {
            let distribution = &varied.distribution;
            numbers.clear();
            distribution.draw(body, &mut self.stream(varied, body), rows.row(body), &mut numbers);
            let value = distribution.print(body, &mut self.stream(varied, body), &numbers);
            format!("{}={value}", varied.key)
        };
        self.ensemble.varied.iter().zip(&self.rows).map(one).collect()
    }
    /// The file of a body, as a user could have written it.
    ///
    /// # Errors
    /// Where what was drawn cannot be set.
    pub fn text_of(&self, body: u64) -> Result<String, Report> {
        let text = without(&self.scenario.text(), "ensemble");
        Ok(Document::parse(self.scenario.origin(), &text, &self.changes(body))?.text)
    }
    /// The scenario of a body.
    ///
    /// # Errors
    /// Where what was drawn is none.
    pub fn scenario_of(&self, body: u64) -> Result<Scenario, Report> {
        let origin = format!("body {body} of {}", self.scenario.origin());
        Scenario::parse_in(self.scenario.folder(), &origin, &self.text, &self.changes(body))
    }
}

/// The text of all bodies: samples on the way are not taken, and need not fall on steps that vary.
fn bare(scenario: &Scenario) -> String {
    let text = scenario.text().into_owned();
    ["ensemble", "output", "aem"].iter().fold(text, |text, table| without(&text, table))
}

/// Starts and shapes of bodies, without reading a text again.
#[derive(Clone, Debug)]
pub struct Quick {
    nominal: Shape,
    /// Read again only if something in it varies.
    body: Option<Node>,
    initial: Node,
    slots: Vec<KeyLocation>,
    numbers: Vec<f64>,
}

/// Where the numbers of a key stand.
#[derive(Clone, Debug)]
struct KeyLocation {
    in_body: bool,
    /// The entry to take in each table on the way.
    way: Vec<usize>,
    form: ValueForm,
}

impl Quick {
    /// `first` is the document of any body.
    fn new(scenario: &Scenario, ensemble: &EnsemblePlan, first: &Node) -> Option<Self> {
        // Bands of energy depend on the start.
        if !scenario.problem.events.is_empty() {
            return None;
        }
        let slots = ensemble.varied.iter().map(|varied| slot(varied, first));
        let slots = slots.collect::<Option<Vec<_>>>()?;
        let varies = slots.iter().any(|slot| slot.in_body);
        Some(Self {
            nominal: scenario.problem.body,
            body: if varies { first.get("body").cloned() } else { None },
            initial: first.get("initial")?.clone(),
            slots,
            numbers: Vec::new(),
        })
    }
    /// The shape and the start of a body.
    ///
    /// # Errors
    /// Where what was drawn is none.
    pub fn start(&mut self, draws: &Draws, body: u64) -> Result<(Shape, InitialState), Diagnostic> {
        draws.numbers(body, &mut self.numbers);
        if let Some(bad) = self.numbers.iter().find(|x| !x.is_finite()) {
            return Err(Diagnostic::at(None, format!("{bad:?} was drawn; it must be finite"), ""));
        }
        let mut rest = &self.numbers[..];
        for slot in &self.slots {
            let section = if slot.in_body { self.body.as_mut() } else { Some(&mut self.initial) };
            let (numbers, behind) = rest.split_at(slot.form.len().min(rest.len()));
            rest = behind;
            if let Some(node) = section.and_then(|section| follow(section, &slot.way)) {
                put(node, slot.form, numbers);
            }
        }
        start_of(&self.nominal, self.body.as_ref(), &self.initial)
    }
}

fn slot(varied: &Varied, first: &Node) -> Option<KeyLocation> {
    let mut parts = varied.key.split('.');
    let section = parts.next()?;
    let in_body = section == "body";
    let form = varied.distribution.form;
    if form == ValueForm::Text || !(in_body || section == "initial") {
        return None;
    }
    let (mut node, mut way) = (first.get(section)?, Vec::new());
    for part in parts {
        let index = node.entries().iter().position(|entry| entry.key == part)?;
        node = &node.entries().get(index)?.node;
        way.push(index);
    }
    Some(KeyLocation { in_body, way, form })
}

fn follow<'n>(node: &'n mut Node, way: &[usize]) -> Option<&'n mut Node> {
    way.iter().try_fold(node, |node, &index| match &mut node.value {
        Value::Table(entries) => entries.get_mut(index).map(|entry| &mut entry.node),
        _ => None,
    })
}

fn put(node: &mut Node, form: ValueForm, numbers: &[f64]) {
    let width = if matches!(form, ValueForm::Rows(_)) { 3 } else { 1 };
    match (&mut node.value, form) {
        (Value::List(items), ValueForm::List(_) | ValueForm::Rows(_)) => {
            for (item, part) in items.iter_mut().zip(numbers.chunks(width)) {
                put(item, if width == 3 { ValueForm::List(3) } else { ValueForm::Number }, part);
            }
        }
        (value, _) => {
            let number = numbers.first().copied().unwrap_or(f64::NAN);
            *value = Value::Number { value: number, whole: false };
        }
    }
}
