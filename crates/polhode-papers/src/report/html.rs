//! The report as pages that need nothing else.

use super::{apart, by_paper, errata, holds, markdown, score, words};
use crate::Paper;
use crate::outcome::{Agreement, Claim, Outcome, ResultTable, Verdict};
use crate::reproduction::Done;
use std::fmt::Write;

const STYLE: &str = "
:root { color-scheme: light dark; --text: #1b1f24; --page: #fff; --line: #d8dce0; --faint: #57606a;
  --same: #e3f4e8; --erratum: #fff2cc; --different: #fde0de; --link: #0b5cad }
@media (prefers-color-scheme: dark) { :root { --text: #e4e6e8; --page: #15181c; --line: #3a4047;
  --faint: #a2a9b0; --same: #163d26; --erratum: #493a10; --different: #561d1b; --link: #79b8ff } }
body { font: 16px/1.55 system-ui, sans-serif; max-width: 76rem; margin: 2rem auto; padding: 0 1rem;
  color: var(--text); background: var(--page) }
p, li { max-width: 48rem }
a { color: var(--link) }
h1 { font-size: 1.7rem }
h2 { font-size: 1.25rem; margin-top: 2.5rem; border-top: 1px solid var(--line); padding-top: 1rem }
.wide { overflow-x: auto; margin: 1rem 0 }
table { border-collapse: collapse; font-size: .88rem; font-variant-numeric: tabular-nums }
caption { text-align: left; font-weight: 600; padding: .3rem 0 }
th, td { border: 1px solid var(--line); padding: .2rem .5rem; text-align: right; vertical-align: top }
th { font-weight: 600 }
th[scope=row] { font-weight: 400 }
th:first-child, .words td, .words th { text-align: left }
.same { background: var(--same) }
.erratum { background: var(--erratum) }
.different { background: var(--different) }
.verdict { display: inline-block; padding: .1rem .6rem; border-radius: .8rem; font-weight: 600 }
.faint { color: var(--faint); font-size: .9rem }
figure { margin: 1rem 0; overflow-x: auto }
figure svg { max-width: 100%; height: auto; border-radius: .4rem }
";

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn document(title: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n{body}</body>\n</html>\n"
    )
}

fn class(agreement: Agreement) -> &'static str {
    match agreement {
        Agreement::Same => " class=\"same\"",
        Agreement::Erratum => " class=\"erratum\"",
        Agreement::Different => " class=\"different\"",
        Agreement::Ours => "",
    }
}

fn verdict(outcome: &Outcome) -> String {
    let verdict = outcome.verdict();
    let class = match verdict {
        Verdict::Reproduced => "same",
        Verdict::ReproducedWithErratum => "erratum",
        Verdict::Differs(_) => "different",
        Verdict::Reported => "",
    };
    format!("<span class=\"verdict {class}\">{}</span>", escape(&verdict.to_string()))
}

pub(super) fn page(paper: &Paper, all: &[&Done], quick: bool) -> String {
    let mut body = String::new();
    let sum = score(all);
    let _ = writeln!(
        body,
        "<p><a href=\"index.html\">All papers</a></p>\n<h1>{}</h1>\n<p>{}</p>\n<p>{}</p>\n<p>{} {} cells \
         and claims are <span class=\"same\">as printed</span>, {} are <span class=\"erratum\">known \
         errata</span>, {} <span class=\"different\">differ</span>. A cell shows our number; the \
         paper's stands in brackets where it has other digits.</p>",
        paper.key,
        escape(paper.citation),
        escape(paper.about),
        markdown::kind(quick),
        sum.same,
        sum.erratum,
        sum.different
    );
    body.push_str("<ul>\n");
    for done in all {
        let (name, figure) = (done.experiment.name, escape(done.experiment.figure));
        let _ = writeln!(body, "<li><a href=\"#{name}\">{figure}</a></li>");
    }
    body.push_str("</ul>\n");
    let (of_the_paper, beyond) = apart(all);
    of_the_paper.iter().for_each(|done| experiment(&mut body, done));
    if !beyond.is_empty() {
        let _ = writeln!(body, "<h1>Beyond the paper</h1>\n<p>{}</p>", markdown::BEYOND);
    }
    beyond.iter().for_each(|done| experiment(&mut body, done));
    document(paper.key, &body)
}

fn experiment(body: &mut String, done: &Done) {
    let (experiment, outcome) = (&done.experiment, &done.outcome);
    let _ = writeln!(
        body,
        "<h2 id=\"{}\">{}</h2>\n<p>{}</p>\n<p>{} <code class=\"faint\">{}</code></p>\n<ul>\n\
         <li>How: {}</li>\n<li>Counted as reproduced: {}</li>",
        experiment.name,
        escape(experiment.figure),
        escape(experiment.shows),
        verdict(outcome),
        experiment.key(),
        escape(experiment.parameters),
        escape(experiment.tolerance)
    );
    for line in &outcome.reduced {
        let _ = writeln!(body, "<li>Reduced: {}</li>", escape(line));
    }
    for line in &outcome.notes {
        let _ = writeln!(body, "<li>{}</li>", escape(line));
    }
    body.push_str("</ul>\n");
    outcome.tables.iter().for_each(|each| table(body, each));
    claims(body, &outcome.claims);
    for figure in &outcome.figures {
        let (title, caption) = (escape(&figure.title), escape(&figure.caption));
        let _ = writeln!(
            body,
            "<figure><div role=\"img\" aria-label=\"{title}\">{}</div>\
             <figcaption class=\"faint\">{title}. {caption}</figcaption></figure>",
            figure.svg(),
        );
    }
}

/// Tables scroll by themselves where a page is narrow.
const BEGIN: &str = "<div class=\"wide\" tabindex=\"0\"><table";
const END: &str = "</tbody></table></div>\n";

/// The headings, after which rows can follow.
fn head<S: AsRef<str>>(body: &mut String, columns: impl IntoIterator<Item = S>) {
    body.push_str("<thead><tr>");
    for column in columns {
        let _ = write!(body, "<th scope=\"col\">{}</th>", escape(column.as_ref()));
    }
    body.push_str("</tr></thead>\n<tbody>\n");
}

fn table(body: &mut String, table: &ResultTable) {
    let _ = writeln!(body, "{BEGIN}><caption>{}</caption>", escape(&table.title));
    head(body, [&table.corner].into_iter().chain(&table.columns));
    for row in &table.rows {
        let _ = write!(body, "<tr><th scope=\"row\">{}</th>", escape(&row.name));
        for cell in &row.cells {
            let (class, text) = cell
                .as_ref()
                .map_or(("", String::new()), |cell| (class(cell.agreement()), words(cell)));
            let _ = write!(body, "<td{class}>{}</td>", escape(&text));
        }
        body.push_str("</tr>\n");
    }
    body.push_str(END);
    let errata = errata(table);
    if errata.is_empty() {
        return;
    }
    body.push_str("<ul class=\"faint\">\n");
    for (why, places) in errata {
        let _ = writeln!(body, "<li>{}: {}</li>", escape(&places.join("; ")), escape(why));
    }
    body.push_str("</ul>\n");
}

fn claims(body: &mut String, claims: &[Claim]) {
    if claims.is_empty() {
        return;
    }
    let _ = writeln!(body, "{BEGIN} class=\"words\">");
    head(body, ["what is claimed", "what was measured", "verdict"]);
    for claim in claims {
        let _ = writeln!(
            body,
            "<tr><td>{}</td><td>{}</td><td{}>{}</td></tr>",
            escape(&claim.statement),
            escape(&claim.measured),
            class(claim.agreement()),
            escape(&holds(claim))
        );
    }
    body.push_str(END);
}

pub(super) fn index(all: &[Done], quick: bool) -> String {
    let mut body = format!("<h1>The papers, reproduced</h1>\n<p>{}</p>\n", markdown::kind(quick));
    let _ = writeln!(body, "{BEGIN}>");
    head(
        &mut body,
        ["paper", "experiments", "cells and claims as printed", "known errata", "different"],
    );
    for (paper, done) in by_paper(all) {
        let sum = score(&done);
        let _ = writeln!(
            body,
            "<tr><th scope=\"row\"><a href=\"{0}.html\">{0}</a></th><td>{1}</td><td>{2}</td>\
             <td>{3}</td><td>{4}</td></tr>",
            paper.key,
            apart(&done).0.len(),
            sum.same,
            sum.erratum,
            sum.different
        );
    }
    body.push_str(END);
    for (paper, done) in by_paper(all) {
        let (key, citation) = (paper.key, escape(paper.citation));
        let _ = writeln!(body, "<h2>{key}</h2>\n<p>{citation}</p>\n{BEGIN} class=\"words\">");
        head(&mut body, ["experiment", "what it shows", "verdict"]);
        for done in done {
            let _ = writeln!(
                body,
                "<tr><td><a href=\"{key}.html#{}\">{}</a></td><td>{}</td><td>{}</td></tr>",
                done.experiment.name,
                escape(done.experiment.figure),
                escape(done.experiment.shows),
                verdict(&done.outcome)
            );
        }
        body.push_str(END);
    }
    document("The papers, reproduced", &body)
}
