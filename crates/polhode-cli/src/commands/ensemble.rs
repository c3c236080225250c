//! `polhode ensemble` and `polhode merge`

use super::check::files;
use super::pretty;
use super::run::{WHOLE, styled};
use super::scenarios::load;
use crate::arguments::{EnsembleArguments, Merge, Voice};
use crate::interrupt::{Interrupt, resumed_by};
use crate::people::{grouped, seconds};
use crate::stop::{Stop, remark, say};
use crate::wording::Flags;
use indicatif::ProgressBar;
use polhode_lab::disk::DiskEstimate;
use polhode_lab::ensemble::{
    AccuracyCounts, ColumnStatistics, Draws, EnsembleEnding, EnsembleProgress, EnsembleRun,
    EnsembleSummary, InLanes, Shard, merge_into,
};
use polhode_lab::{Error, Remedy, Scenario};
use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

pub(super) fn ensemble(options: &EnsembleArguments) -> Result<(), Stop> {
    let scenario = load(&options.scenario, &options.list())?;
    if let Some(body) = options.show {
        return show(&scenario, body);
    }
    let voice = options.voice.voice();
    if voice != Voice::Quiet {
        scenario.warnings.iter().for_each(|warning| remark(&warning.render(false, &Flags)));
    }
    let folder = options.out.clone().unwrap_or_else(|| folder_of(&options.scenario));
    let shard = options.shard.unwrap_or(Shard::WHOLE);
    let interrupt = Interrupt::listening();
    resumed_by(format!(
        "whole chunks are in {}, and the files of them are not complete; the same command goes on",
        folder.display()
    ));
    let ensemble_run = EnsembleRun::open(&scenario, &folder, shard, options.force)?;
    go(ensemble_run, options, voice, &interrupt)
}

pub(super) fn merged(options: &Merge) -> Result<(), Stop> {
    let summary = merge_into(&options.folders, &options.out, options.force)?;
    tell(&summary, &options.out, options.voice.voice(), None)
}

/// Always the same, so that the same command goes on.
fn folder_of(name: &str) -> PathBuf {
    let stem = Path::new(name).file_stem().unwrap_or_default();
    Path::new("polhode-results").join(stem)
}

/// The scenario of one body.
fn show(scenario: &Scenario, body: u64) -> Result<(), Stop> {
    let (mut draws, mut tables) = Draws::new(scenario)?;
    let count = draws.ensemble().count;
    if body >= count {
        return Err(Stop::Input(format!(
            "there is no body {body}; the {} bodies are counted from 0",
            grouped(count)
        )));
    }
    draws.load(&mut tables, &(body..body + 1))?;
    say(&draws.text_of(body)?)
}

fn go(
    mut ensemble_run: EnsembleRun,
    options: &EnsembleArguments,
    voice: Voice,
    interrupt: &Interrupt,
) -> Result<(), Stop> {
    let folder = ensemble_run.folder().to_owned();
    let there = folder.display();
    let begin = Instant::now();
    if let Some(summary) = ensemble_run.done()? {
        ensemble_run.finish(options.keep_chunks)?;
        if voice == Voice::People {
            remark(&format!("all of it is in {there}; nothing was run"));
        }
        return end(&summary, &folder, voice, None, options.strict);
    }
    let bar = ThrottledBar::new(voice);
    let ending = ensemble_run.run(&InLanes, &|progress| {
        bar.show(progress);
        !interrupt.is_heard()
    })?;
    bar.bar.finish_and_clear();
    let (found, chunks) = match ending {
        EnsembleEnding::Interrupted => {
            return Err(Stop::Interrupted(format!(
                "interrupted; whole chunks are in {there}; the same command goes on"
            )));
        }
        EnsembleEnding::Complete { found, chunks } => (found, chunks),
    };
    if found > 0 && voice == Voice::People {
        remark(&format!("{} of {} chunks were there", grouped(found), grouped(chunks)));
    }
    if let Some(shard) = options.shard {
        let message = format!(
            "shard {shard} is in {there}: {} chunks; when all shards are there: polhode merge {there} \
             --out FOLDER",
            grouped(chunks)
        );
        return if voice == Voice::People { say(&message) } else { Ok(()) };
    }
    let summary = ensemble_run.finish(options.keep_chunks)?;
    end(&summary, &folder, voice, Some(begin.elapsed()), options.strict)
}

fn end(
    summary: &EnsembleSummary,
    folder: &Path,
    voice: Voice,
    took: Option<Duration>,
    strict: bool,
) -> Result<(), Stop> {
    tell(summary, folder, voice, took)?;
    let unverified = summary.accuracy.map_or(0, |counts| counts.unverified);
    if strict && summary.failed == 0 && unverified > 0 {
        let (some, all) = (grouped(unverified), grouped(summary.count));
        let message = format!("the requested accuracy of {some} of {all} bodies is unverified");
        let remedy = Remedy::default();
        return Err(Error::Solve { message, remedy }.into());
    }
    if strict && summary.failed > 0 {
        let (failed, count) = (grouped(summary.failed), grouped(summary.count));
        let message = format!("{failed} of {count} bodies failed");
        let remedy = format!("failures.csv in {} says why", folder.display()).into();
        return Err(Error::Solve { message, remedy }.into());
    }
    Ok(())
}

/// A bar that is asked often and shows seldom.
struct ThrottledBar {
    bar: ProgressBar,
    looked: Mutex<Instant>,
}

/// Between two looks.
const LOOK: Duration = Duration::from_millis(50);

impl ThrottledBar {
    fn new(voice: Voice) -> Self {
        let shown = voice != Voice::Quiet && io::stderr().is_terminal();
        let bar = if shown { styled() } else { ProgressBar::hidden() };
        Self { bar, looked: Mutex::new(Instant::now()) }
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 1")]
    #[expect(clippy::cast_precision_loss, reason = "for people")]
    fn show(&self, progress: EnsembleProgress) {
        // Whoever comes while another looks need not.
        let Ok(mut looked) = self.looked.try_lock() else { return };
        if looked.elapsed() < LOOK {
            return;
        }
        *looked = Instant::now();
        self.bar.set_position((progress.part.clamp(0.0, 1.0) * WHOLE as f64) as u64);
        let rate = progress.steps as f64 / self.bar.elapsed().as_secs_f64().max(1e-3);
        self.bar.set_message(format!(
            "{} of {} bodies, {rate:.1e} body-steps a second",
            grouped(progress.bodies),
            grouped(progress.all)
        ));
    }
}

fn tell(
    summary: &EnsembleSummary,
    folder: &Path,
    voice: Voice,
    took: Option<Duration>,
) -> Result<(), Stop> {
    match voice {
        Voice::People => say(&describe(summary, folder, took)),
        Voice::Json => {
            let mut json = serde_json::to_value(summary).unwrap_or_default();
            if let (Some(took), Some(table)) = (took, json.as_object_mut()) {
                table.insert("wall_seconds".into(), took.as_secs_f64().into());
            }
            say(&pretty(&json))
        }
        Voice::Quiet => Ok(()),
    }
}

#[expect(clippy::cast_precision_loss, reason = "for people")]
fn describe(summary: &EnsembleSummary, folder: &Path, took: Option<Duration>) -> String {
    let mut text = format!("{}\n", summary.scenario);
    let mut row = |label: &str, value: &str| {
        let _ = writeln!(text, "  {label:11} {value}");
    };
    row("bodies", &format!("{}, seed {}", grouped(summary.count), summary.seed));
    row("method", &summary.method);
    row("steps", &format!("{} of all bodies", grouped(summary.steps)));
    if let Some(switches) = summary.switches {
        row("switches", &format!("{} located, of all bodies", grouped(switches)));
    }
    if let Some(took) = took {
        let took = took.as_secs_f64();
        let rate = summary.steps as f64 / took.max(1e-9);
        row("computed in", &format!("{}, {rate:.1e} body-steps a second", seconds(took)));
    }
    match &summary.first_failure {
        None => row("failed", "none"),
        Some((body, why)) => {
            let failed = grouped(summary.failed);
            row("failed", &format!("{failed}; the first is body {body}: {why}"));
        }
    }
    if let Some(counts) = &summary.accuracy {
        row("accuracy", &verified(counts));
    }
    row("files", &format!("{}: {}", folder.display(), summary.files.join(", ")));
    let columns = summary.reductions.iter().flat_map(|reductions| &reductions.columns);
    text + &table(&columns.collect::<Vec<_>>())
}

fn verified(counts: &AccuracyCounts) -> String {
    let AccuracyCounts { verified, unverified, unattainable, failed } = *counts;
    let named = [(unverified, "unverified"), (unattainable, "unattainable"), (failed, "failed")];
    let others = named.iter().filter(|(count, _)| *count > 0);
    let others = others.map(|(count, name)| format!(", {name} for {}", grouped(*count)));
    format!("verified for {}{}", grouped(verified), others.collect::<String>())
}

/// What was computed of columns; of the rest the files know.
fn table(columns: &[&ColumnStatistics]) -> String {
    let Some(first) = columns.first() else { return String::new() };
    let mut heads: Vec<String> = Vec::new();
    let mut head = |has: bool, name: String| {
        if has {
            heads.push(name);
        }
    };
    head(first.mean.is_some(), "mean".into());
    head(first.deviation.is_some(), "deviation".into());
    head(first.min.is_some(), "min".into());
    for (share, _) in &first.quantiles {
        head(true, format!("below {share:?}"));
    }
    head(first.max.is_some(), "max".into());
    if heads.is_empty() {
        return String::new();
    }
    let width = columns.iter().map(|column| column.name.len()).max().unwrap_or(0);
    let mut text = format!("  {:width$}", "");
    heads.iter().for_each(|head| {
        let _ = write!(text, "  {head:>12}");
    });
    text.push('\n');
    for column in columns {
        let quantiles = column.quantiles.iter().map(|(_, value)| Some(*value));
        let numbers = [column.mean, column.deviation, column.min].into_iter();
        let _ = write!(text, "  {:width$}", column.name);
        for number in numbers.chain(quantiles).chain([column.max]).flatten() {
            let _ = write!(text, "  {number:>12.5e}");
        }
        text.push('\n');
    }
    text
}

/// How many bodies `check` draws.
const TRIED: u64 = 100;

/// What the ensemble of a scenario would do.
pub(super) fn foreseen(scenario: &Scenario) -> Result<String, Stop> {
    let (mut draws, mut tables) = Draws::new(scenario)?;
    let tried = 0..TRIED.min(draws.ensemble().count);
    draws.load(&mut tables, &tried)?;
    let bad: Vec<_> =
        tried.clone().filter_map(|i| Some((i, draws.scenario_of(i).err()?))).collect();
    let ensemble = draws.ensemble();
    let mut text = String::new();
    let mut row = |label: &str, value: String| {
        let _ = writeln!(text, "  {label:10} {value}");
    };
    row("ensemble", format!("{} bodies, seed {}", grouped(ensemble.count), ensemble.seed));
    for varied in &ensemble.varied {
        row("", format!("{} is drawn: {}", varied.key, varied.distribution.law.name()));
    }
    let (chunks, size) = (grouped(ensemble.chunks()), grouped(ensemble.chunk));
    row("", format!("chunks of at most {size} bodies, {chunks} in all"));
    let needed = DiskEstimate::by_ensemble(ensemble, Shard::WHOLE);
    files(&needed, false).into_iter().for_each(|line| row("", line));
    if let Some(steps) = scenario.schedule.steps() {
        row("", format!("{} steps of all bodies", grouped(ensemble.count.saturating_mul(steps))));
    }
    if let Some((body, report)) = bad.first() {
        let (bad, tried) = (bad.len(), tried.end);
        let why = &report.diagnostic().message;
        row("", format!("{bad} of the first {tried} cannot be; body {body}: {why}"));
    }
    Ok(text)
}
