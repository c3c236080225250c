//! `polhode reproduce`

use super::pretty;
use crate::arguments::Reproduce;
use crate::people::{seconds, wrapped};
use crate::stop::{Stop, remark, say};
use indicatif::{ProgressBar, ProgressStyle};
use polhode_papers::outcome::Verdict;
use polhode_papers::report::{self, Json};
use polhode_papers::session::{Done, perform};
use polhode_papers::{Effort, Experiment, PAPERS, experiments, find};
use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

pub(super) fn reproduce(options: &Reproduce) -> Result<(), Stop> {
    let chosen = if options.all { experiments() } else { named(&options.names)? };
    if chosen.is_empty() {
        return say(&list());
    }
    let mut all = Vec::new();
    for (index, experiment) in chosen.iter().enumerate() {
        let effort = Effort::new(options.quick);
        let label = format!("{} of {}: {}", index + 1, chosen.len(), experiment.key());
        let folder = options.out.as_deref();
        let done = watched(&label, &effort, || perform(experiment, &effort, folder))?;
        if !options.json {
            say(&line(&done))?;
        }
        all.push(done);
    }
    if options.json {
        say(&pretty(&Json::new(options.quick, &all)))?;
    }
    if let Some(folder) = &options.out {
        report::write(folder, options.quick, &all)?;
        remark(&format!("the report is in {0}; begin with {0}/index.html", folder.display()));
    }
    let differing = all.iter().filter(|done| matches!(done.outcome.verdict(), Verdict::Differs(_)));
    match differing.count() {
        0 => Ok(()),
        count => Err(Stop::Differs(format!("{count} of {} experiments differ", all.len()))),
    }
}

/// All that have one of these names.
fn named(names: &[String]) -> Result<Vec<Experiment>, Stop> {
    let mut chosen = Vec::new();
    for name in names {
        let found = find(name);
        if found.is_empty() {
            let keys: Vec<String> = experiments().iter().map(Experiment::key).collect();
            let known = keys.iter().map(String::as_str).chain(PAPERS.iter().map(|paper| paper.key));
            let near = polhode_lab::diagnostic::suggestion(name, known);
            return Err(Stop::Input(format!(
                "there is no experiment `{name}`{near}; `polhode reproduce` lists all"
            )));
        }
        chosen.extend(found);
    }
    Ok(chosen)
}

fn list() -> String {
    let mut text = String::new();
    let width = experiments().iter().map(|experiment| experiment.key().len()).max().unwrap_or(0);
    for paper in PAPERS {
        let _ = writeln!(text, "{}\n", wrapped(paper.citation, ""));
        for experiment in find(paper.key) {
            let _ = writeln!(text, "  {:width$}  {}", experiment.key(), experiment.figure);
        }
        text.push('\n');
    }
    text + "Do one:     polhode reproduce buss-2001/figure-6\n\
            A paper:    polhode reproduce krysl-2004\n\
            All:        polhode reproduce --all --quick --out reproduced"
}

fn line(done: &Done) -> String {
    let score = done.outcome.score();
    let verdict = format!("{}: {}", done.experiment.key(), done.outcome.verdict());
    format!(
        "{}\n  {} as printed, {} with erratum, {} otherwise; computed in {}",
        wrapped(&verdict, ""),
        score.same,
        score.erratum,
        score.different,
        seconds(done.seconds)
    )
}

/// Works, and shows on a terminal how far it is.
fn watched<T>(label: &str, effort: &Effort, work: impl FnOnce() -> T) -> T {
    if !io::stderr().is_terminal() {
        return work();
    }
    let style = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len}, {elapsed}");
    let bar = ProgressBar::new(1).with_message(label.to_owned());
    let bar = bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let finished = AtomicBool::new(false);
    let output = thread::scope(|scope| {
        scope.spawn(|| {
            while !finished.load(Ordering::Relaxed) {
                let (done, total) = effort.progress();
                bar.set_length(total.max(1) as u64);
                bar.set_position(done as u64);
                thread::sleep(Duration::from_millis(100));
            }
        });
        let output = work();
        finished.store(true, Ordering::Relaxed);
        output
    });
    bar.finish_and_clear();
    output
}
