//! The report: a page for each paper, as Markdown and as HTML, and an index.

mod html;
mod markdown;

use super::outcome::{Agreement, Cell, Claim, Score, Table};
use super::session::Done;
use super::{PAPERS, Paper};
use polhode_lab::Error;
use polhode_lab::listed::Listed;
use polhode_lab::recording::whole;
use serde::Serialize;
use std::fs;
use std::path::Path;

/// What a program wants to know.
#[derive(Debug, Serialize)]
pub struct Json<'a> {
    /// The version of polhode.
    pub version: &'static str,
    /// Was it the quick run?
    pub quick: bool,
    /// Each experiment.
    pub experiments: Vec<JsonExperiment<'a>>,
}

/// One experiment, as a program reads it.
#[derive(Debug, Serialize)]
pub struct JsonExperiment<'a> {
    key: String,
    paper: &'static str,
    figure: &'static str,
    beyond: bool,
    verdict: String,
    score: Score,
    reduced: &'a [String],
    cells: Vec<JsonCell>,
    claims: Vec<JsonClaim<'a>>,
    seconds: f64,
}

#[derive(Debug, Serialize)]
struct JsonCell {
    table: String,
    row: String,
    column: String,
    printed: Option<String>,
    ours: String,
    agreement: Agreement,
}

#[derive(Debug, Serialize)]
struct JsonClaim<'a> {
    statement: &'a str,
    measured: &'a str,
    agreement: Agreement,
}

impl<'a> Json<'a> {
    /// Of what was done.
    #[must_use]
    pub fn new(quick: bool, all: &'a [Done]) -> Self {
        let version = env!("CARGO_PKG_VERSION");
        Self { version, quick, experiments: all.iter().map(JsonExperiment::new).listed() }
    }
}

impl<'a> JsonExperiment<'a> {
    fn new(done: &'a Done) -> Self {
        let Done { experiment, outcome, seconds } = done;
        let cells = outcome.cells().map(|(table, row, column, cell)| JsonCell {
            table: table.title.clone(),
            row: row.name.clone(),
            column: column.into(),
            printed: cell.printed.as_ref().map(|printed| printed.text.clone()),
            ours: cell.ours.text(cell.printed.as_ref().map(|printed| &*printed.text)),
            agreement: cell.agreement(),
        });
        let claims = outcome.claims.iter().map(|claim| JsonClaim {
            statement: &claim.statement,
            measured: &claim.measured,
            agreement: claim.agreement(),
        });
        Self {
            key: experiment.key(),
            paper: experiment.paper.key,
            figure: experiment.figure,
            beyond: experiment.is_beyond(),
            verdict: outcome.verdict().to_string(),
            score: outcome.score(),
            reduced: &outcome.reduced,
            cells: cells.listed(),
            claims: claims.listed(),
            seconds: *seconds,
        }
    }
}

/// The experiments of each paper that has any.
fn by_paper(all: &[Done]) -> Vec<(&'static Paper, Vec<&Done>)> {
    let of = |paper: &'static Paper| {
        let done: Vec<_> =
            all.iter().filter(|done| done.experiment.paper.key == paper.key).listed();
        (paper, done)
    };
    PAPERS.iter().map(|paper| of(paper)).filter(|(_, done)| !done.is_empty()).listed()
}

/// Those of the paper, and those beyond it.
fn apart<'a>(done: &[&'a Done]) -> (Vec<&'a Done>, Vec<&'a Done>) {
    done.iter().partition(|done| !done.experiment.is_beyond())
}

/// Of what is the paper's.
fn score(done: &[&Done]) -> Score {
    apart(done).0.iter().map(|done| done.outcome.score()).fold(Score::default(), |a, b| Score {
        same: a.same + b.same,
        erratum: a.erratum + b.erratum,
        different: a.different + b.different,
    })
}

/// A cell in words: ours, and the paper's where it is another; errata and differences are marked.
fn words(cell: &Cell) -> String {
    let Some(printed) = &cell.printed else { return cell.ours.text(None) };
    let agreement = cell.agreement();
    // As many digits as what it is compared with.
    let found = printed.erratum.as_ref().filter(|_| agreement == Agreement::Erratum);
    let ours = cell.ours.text(Some(found.map_or(&printed.text, |erratum| &erratum.found)));
    match agreement {
        Agreement::Same if ours == printed.text => ours,
        Agreement::Erratum => format!("{ours} ({}, erratum)", printed.text),
        Agreement::Different => format!("{ours} ({}, differs)", printed.text),
        _ => format!("{ours} ({})", printed.text),
    }
}

/// Each reason for errata in a table, and the cells that it is the reason for.
fn errata(table: &Table) -> Vec<(&str, Vec<String>)> {
    let mut all: Vec<(&str, Vec<String>)> = Vec::new();
    for (row, column, cell) in table.cells() {
        let erratum = cell.printed.as_ref().and_then(|printed| printed.erratum.as_ref());
        let known = erratum.filter(|_| cell.agreement() == Agreement::Erratum);
        let Some(why) = known.map(|erratum| erratum.why.as_str()) else { continue };
        let place = format!("{}, {column}", row.name);
        match all.iter_mut().find(|(reason, _)| *reason == why) {
            Some((_, places)) => places.push(place),
            None => all.push((why, vec![place])),
        }
    }
    all
}

/// What follows for a claim, in words.
fn holds(claim: &Claim) -> String {
    match (claim.agreement(), &claim.refuted) {
        (Agreement::Same, _) => "holds".into(),
        (Agreement::Erratum, Some(why)) => format!("does not hold: {why}"),
        _ => "differs".into(),
    }
}

/// The name of a picture of an experiment.
fn picture(done: &Done, index: usize) -> String {
    format!("{}-{}.svg", done.experiment.key().replace('/', "-"), index + 1)
}

/// Writes the pages of all papers, their pictures and the index into a folder.
///
/// # Errors
/// Where a file cannot be written.
pub fn write(folder: &Path, quick: bool, all: &[Done]) -> Result<(), Error> {
    let images = folder.join("images");
    fs::create_dir_all(&images).map_err(Error::file("create the folder", &images))?;
    let put = |name: &str, text: &str| {
        let path = folder.join(name);
        whole(&path, |file| file.write_all(text.as_bytes()).map_err(Error::file("write", &path)))
    };
    for (paper, done) in by_paper(all) {
        put(&format!("{}.md", paper.key), &markdown::page(paper, &done, quick))?;
        put(&format!("{}.html", paper.key), &html::page(paper, &done, quick))?;
        for done in done {
            for (index, figure) in done.outcome.figures.iter().enumerate() {
                put(&format!("images/{}", picture(done, index)), &figure.svg())?;
            }
        }
    }
    put("index.md", &markdown::index(all, quick))?;
    put("index.html", &html::index(all, quick))
}
