//! The files of an ensemble, made of its chunks in the order of bodies.

use super::chunk::Chunk;
use super::keep::{Keep, Order, Worst};
use super::manifest::Manifest;
use super::member::{BodyAccuracy, End, Failed};
use super::reduce::{self, Reductions};
use crate::accuracy::Status;
use crate::error::Error;
use crate::recording::{SCENARIO, about, field, read_if_there, whole, whole_json};
use crate::scenario::Scenario;
use polhode_formats::{Format, Sink, csv, regular};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// How it went; made last, so that all others are there when it is.
pub(super) const SUMMARY: &str = "summary.json";
const FAILURES: &str = "failures.csv";
const WORST: &str = "worst.csv";

/// How an ensemble went.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct EnsembleSummary {
    /// Its title.
    pub scenario: String,
    /// Method and options.
    pub method: String,
    /// Of the program.
    pub version: String,
    /// What it depends on, in a number.
    pub fingerprint: String,
    /// Bodies.
    pub count: u64,
    /// What was drawn depends on it.
    pub seed: u64,
    /// Bodies that did not come to their end.
    pub failed: u64,
    /// Of how many bodies the requested accuracy is verified, where one is requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accuracy: Option<AccuracyCounts>,
    /// The first of them, and why.
    pub first_failure: Option<(u64, String)>,
    /// Steps of all bodies.
    pub steps: u64,
    /// Located switches of all bodies, where the torque has switching functions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub switches: Option<u64>,
    /// The unit of all times; empty if the scenario does not say.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub time_unit: String,
    /// What was computed of them.
    pub reductions: Option<Reductions>,
    /// What is in the folder.
    pub files: Vec<String>,
}

/// Bodies by what is known of their requested accuracy.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, PartialEq, Eq)]
pub struct AccuracyCounts {
    /// It is verified.
    pub verified: u64,
    /// Their expected error is an estimate that nothing verifies.
    pub unverified: u64,
    /// The last digit of the initial state moves the end by more than it.
    pub unattainable: u64,
    /// They did not come to their end, or their end contradicts it.
    pub failed: u64,
}

impl AccuracyCounts {
    fn see(&mut self, failed: Option<Failed>, status: Option<Status>) {
        *match (failed, status) {
            (_, Some(Status::Unattainable)) => &mut self.unattainable,
            (Some(_), _) | (None, None) => &mut self.failed,
            (None, Some(Status::Unverified)) => &mut self.unverified,
            (None, Some(_)) => &mut self.verified,
        } += 1;
    }
}

/// All files that there may be.
pub(super) fn names() -> Vec<String> {
    let states = Format::ALL.into_iter().map(states_file);
    let others = [SUMMARY, FAILURES, WORST, reduce::FILE, reduce::HISTOGRAMS, SCENARIO];
    states.chain(others.map(String::from)).collect()
}

fn states_file(format: Format) -> String {
    format!("states.{}", format.name())
}

/// The summary of a folder that is complete.
pub(super) fn read_summary(
    folder: &Path,
    manifest: &Manifest,
) -> Result<Option<EnsembleSummary>, Error> {
    let path = folder.join(SUMMARY);
    let Some(text) = read_if_there(&path, regular::REPORT)? else { return Ok(None) };
    let summary = serde_json::from_slice::<EnsembleSummary>(&text).ok();
    Ok(summary.filter(|summary| summary.fingerprint == manifest.fingerprint))
}

/// The chunks, each opened and checked in its turn.
pub(super) fn each(
    paths: &[PathBuf],
    manifest: &Manifest,
    mut with: impl FnMut(&Chunk) -> Result<(), Error>,
) -> Result<(), Error> {
    for (chunk, path) in (0..).zip(paths) {
        let opened = Chunk::open(path, manifest, chunk)?.ok_or_else(|| {
            Error::folder(
                format!("`{}` is missing or damaged", path.display()),
                "run the ensemble again, and it will be made anew",
            )
        })?;
        with(&opened)?;
    }
    Ok(())
}

/// Makes all of them.
pub(super) fn make(
    folder: &Path,
    scenario: &Scenario,
    manifest: &Manifest,
    paths: &[PathBuf],
) -> Result<EnsembleSummary, Error> {
    let Some(keep) = scenario.ensemble.as_ref().map(|ensemble| &ensemble.keep) else {
        return Err(Error::folder("the scenario has no [ensemble]", ""));
    };
    let mut files = Vec::new();
    let path = folder.join(SCENARIO);
    whole(&path, |file| {
        file.write_all(scenario.text().as_bytes()).map_err(Error::file("write", &path))
    })?;
    let mut pass = Pass::begin(folder, scenario, manifest, keep)?;
    each(paths, manifest, |chunk| pass.see(chunk))?;
    files.extend(keep.states.iter().copied().map(states_file));
    let Pass { sinks, kept, failures, steps, switches, accuracy, .. } = pass;
    sinks.into_iter().try_for_each(|sink| sink.finish().map(|_| ()))?;
    if keep.worst.is_some() {
        write_worst(&folder.join(WORST), manifest, &kept)?;
        files.push(WORST.into());
    }
    if !failures.is_empty() {
        write_failures(&folder.join(FAILURES), &failures)?;
        files.push(FAILURES.into());
    }
    let reductions = reduce::make(folder, manifest, paths, &keep.reduce, &mut files)?;
    files.push(SCENARIO.into());
    let first_failure = failures.first().map(|failure| (failure.body, failure.message.clone()));
    let summary = EnsembleSummary {
        scenario: scenario.title.clone(),
        method: scenario.method.to_string(),
        version: manifest.version.clone(),
        fingerprint: manifest.fingerprint.clone(),
        count: manifest.count,
        seed: manifest.seed,
        failed: failures.len() as u64,
        accuracy,
        first_failure,
        steps,
        switches: scenario.has_switches().then_some(switches),
        time_unit: scenario.time_unit.clone(),
        reductions,
        files,
    };
    let path = folder.join(SUMMARY);
    whole_json(&path, &summary)?;
    Ok(summary)
}

struct FailureRow {
    body: u64,
    time: f64,
    failed: Option<Failed>,
    message: String,
}

/// The first way through all chunks: states, failures, the worst.
struct Pass<'k> {
    sinks: Vec<Box<dyn Sink>>,
    worst: Option<(&'k Worst, usize)>,
    /// The worst so far, the worst first.
    kept: Vec<(f64, Vec<f64>)>,
    failures: Vec<FailureRow>,
    steps: u64,
    switches: u64,
    accuracy: Option<AccuracyCounts>,
}

/// Behind the number of the body.
const TIME: usize = 1;
const STEPS: usize = End::COLUMNS.len() - 1;
pub(super) const FAILED: usize = End::COLUMNS.len();
/// Where an accuracy is requested.
const ACCURACY_STATUS: usize = FAILED + 2;

impl<'k> Pass<'k> {
    fn begin(
        folder: &Path,
        scenario: &Scenario,
        manifest: &Manifest,
        keep: &'k Keep,
    ) -> Result<Self, Error> {
        let about = about(scenario, &manifest.version);
        let columns = &manifest.columns;
        let create =
            |format: &Format| format.create(&folder.join(states_file(*format)), columns, &about);
        let sinks = keep.states.iter().map(create).collect::<Result<_, _>>()?;
        let place = |worst: &Worst| columns.iter().position(|name| *name == worst.by);
        let worst = keep.worst.as_ref().and_then(|worst| Some((worst, place(worst)?)));
        let accuracy = scenario.plan.accuracy.map(|_| AccuracyCounts::default());
        let (kept, failures) = (Vec::new(), Vec::new());
        Ok(Self { sinks, worst, kept, failures, steps: 0, switches: 0, accuracy })
    }

    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "whole numbers")]
    fn see(&mut self, chunk: &Chunk) -> Result<(), Error> {
        let columns = chunk.columns();
        self.sinks.iter_mut().try_for_each(|sink| sink.columns(&columns))?;
        self.steps += columns[STEPS].iter().map(|steps| *steps as u64).sum::<u64>();
        self.switches += chunk.switches();
        if let Some(counts) = &mut self.accuracy {
            for (failed, status) in columns[FAILED].iter().zip(&columns[ACCURACY_STATUS]) {
                let status = BodyAccuracy::status_from_number(*status);
                counts.see(Failed::from_number(*failed), status);
            }
        }
        self.look_for_failures(chunk, &columns);
        self.look_for_the_worst(&columns);
        Ok(())
    }

    fn look_for_failures(&mut self, chunk: &Chunk, columns: &[Vec<f64>]) {
        let failed = columns[FAILED].iter().map(|failed| Failed::from_number(*failed));
        let rows = failed.zip(&columns[TIME]).filter(|(failed, _)| failed.is_some());
        for ((failed, time), (body, message)) in rows.zip(chunk.failures()) {
            let (body, message) = (*body, message.clone());
            self.failures.push(FailureRow { body, time: *time, failed, message });
        }
    }

    /// Among those that did not fail; of equals the first.
    fn look_for_the_worst(&mut self, columns: &[Vec<f64>]) {
        let Some((worst, column)) = self.worst else { return };
        for (index, number) in columns[column].iter().enumerate() {
            let badness = match worst.order {
                Order::Largest => *number,
                Order::Smallest => -number,
                Order::Magnitude => number.abs(),
            };
            let place = self.kept.partition_point(|(kept, _)| *kept >= badness);
            let counts = !badness.is_nan() && Failed::from_number(columns[FAILED][index]).is_none();
            if counts && place < worst.count {
                self.kept.truncate(worst.count - 1);
                let row = columns.iter().map(|column| column[index]).collect();
                self.kept.insert(place, (badness, row));
            }
        }
    }
}

fn write_worst(path: &Path, manifest: &Manifest, kept: &[(f64, Vec<f64>)]) -> Result<(), Error> {
    whole(path, |file| {
        let mut write = || {
            writeln!(file, "{}", manifest.columns.join(","))?;
            kept.iter().try_for_each(|(_, row)| csv::line(file, row.iter().copied()))
        };
        write().map_err(Error::file("write", path))
    })
}

fn write_failures(path: &Path, failures: &[FailureRow]) -> Result<(), Error> {
    whole(path, |file| {
        let mut write = || {
            writeln!(file, "body,t,failed,why")?;
            failures.iter().try_for_each(|FailureRow { body, time, failed, message }| {
                let word = failed.map_or("", Failed::word);
                writeln!(file, "{body},{time:?},{word},{}", field(message))
            })
        };
        write().map_err(Error::file("write", path))
    })
}
