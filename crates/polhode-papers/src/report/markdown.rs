//! The report as Markdown.

use super::{apart, by_paper, errata, holds, picture, score, words};
use crate::Paper;
use crate::outcome::{Claim, ResultTable};
use crate::reproduction::Done;
use std::fmt::Write;

/// What a quick run says of itself.
pub(super) fn kind(quick: bool) -> &'static str {
    if quick {
        "This is the quick run, with smaller ensembles and shorter spans; each experiment says which."
    } else {
        "This is the full run."
    }
}

/// What is said before experiments that are not the paper's.
pub(super) const BEYOND: &str =
    "What follows is not in the paper and not counted above: its experiments with other methods.";

/// Text in a cell of a table, which a bar would end.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

/// A row of a table.
fn row<S: AsRef<str>>(text: &mut String, cells: impl IntoIterator<Item = S>) {
    text.push('|');
    for each in cells {
        let _ = write!(text, " {} |", cell(each.as_ref()));
    }
    text.push('\n');
}

/// The line between the headings and the rest.
fn line(text: &mut String, columns: usize) {
    let _ = writeln!(text, "|{}", "---|".repeat(columns));
}

/// Where a heading is found, as GitHub and others name it.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
}

pub(super) fn page(paper: &Paper, all: &[&Done], quick: bool) -> String {
    let mut text = String::new();
    let sum = score(all);
    let _ = writeln!(text, "# {}\n\n{}\n\n{}\n", paper.key, paper.citation, paper.about);
    let _ = writeln!(
        text,
        "Made by `polhode reproduce {}`. {} {} cells and claims are as printed, {} are known errata, \
         {} differ. A cell shows our number; the paper's stands in brackets where it has other \
         digits. [All papers](index.md)\n",
        paper.key,
        kind(quick),
        sum.same,
        sum.erratum,
        sum.different
    );
    row(&mut text, ["experiment", "verdict"]);
    line(&mut text, 2);
    for done in all {
        let name = done.experiment.figure;
        let link = format!("[{name}](#{})", anchor(name));
        row(&mut text, [link, done.outcome.verdict().to_string()]);
    }
    let (of_the_paper, beyond) = apart(all);
    of_the_paper.iter().for_each(|done| experiment(&mut text, done));
    if !beyond.is_empty() {
        let _ = writeln!(text, "\n# Beyond the paper\n\n{BEYOND}");
    }
    beyond.iter().for_each(|done| experiment(&mut text, done));
    text
}

fn experiment(text: &mut String, done: &Done) {
    let (experiment, outcome) = (&done.experiment, &done.outcome);
    let _ = writeln!(text, "\n## {}\n\n{}\n", experiment.figure, experiment.shows);
    let _ = writeln!(text, "**Verdict: {}.** `{}`\n", outcome.verdict(), experiment.key());
    let _ = writeln!(text, "- How: {}", experiment.parameters);
    let _ = writeln!(text, "- Counted as reproduced: {}", experiment.tolerance);
    for line in &outcome.reduced {
        let _ = writeln!(text, "- Reduced: {line}");
    }
    for line in &outcome.notes {
        let _ = writeln!(text, "- {line}");
    }
    outcome.tables.iter().for_each(|each| table(text, each));
    claims(text, &outcome.claims);
    for (index, figure) in outcome.figures.iter().enumerate() {
        let name = picture(done, index);
        let _ = writeln!(text, "\n![{}](images/{name})\n\n*{}*", figure.title, figure.caption);
    }
}

fn table(text: &mut String, table: &ResultTable) {
    let _ = writeln!(text, "\n{}\n", table.title);
    row(text, [&table.corner].into_iter().chain(&table.columns));
    line(text, table.columns.len() + 1);
    for each in &table.rows {
        let cells = each.cells.iter().map(|cell| cell.as_ref().map_or(String::new(), words));
        row(text, [each.name.clone()].into_iter().chain(cells));
    }
    let errata = errata(table);
    if !errata.is_empty() {
        text.push('\n');
    }
    for (why, places) in errata {
        let _ = writeln!(text, "- {}: {why}", places.join("; "));
    }
}

fn claims(text: &mut String, claims: &[Claim]) {
    if claims.is_empty() {
        return;
    }
    text.push('\n');
    row(text, ["what is claimed", "what was measured", "verdict"]);
    line(text, 3);
    for claim in claims {
        row(text, [&claim.statement, &claim.measured, &holds(claim)]);
    }
}

pub(super) fn index(all: &[Done], quick: bool) -> String {
    let mut text = String::from("# The papers, reproduced\n\n");
    let _ = writeln!(text, "Made by `polhode reproduce`. {}\n", kind(quick));
    row(
        &mut text,
        ["paper", "experiments", "cells and claims as printed", "known errata", "different"],
    );
    line(&mut text, 5);
    for (paper, done) in by_paper(all) {
        let sum = score(&done);
        let counts =
            [apart(&done).0.len(), sum.same, sum.erratum, sum.different].map(|n| n.to_string());
        let link = format!("[{0}]({0}.md)", paper.key);
        row(&mut text, [link].into_iter().chain(counts));
    }
    for (paper, done) in by_paper(all) {
        let _ = writeln!(text, "\n## {}\n\n{}\n", paper.key, paper.citation);
        row(&mut text, ["experiment", "what it shows", "verdict"]);
        line(&mut text, 3);
        for done in done {
            let (figure, shows) = (done.experiment.figure, done.experiment.shows);
            let link = format!("[{figure}]({}.md#{})", paper.key, anchor(figure));
            row(&mut text, [link, shows.into(), done.outcome.verdict().to_string()]);
        }
    }
    text
}
