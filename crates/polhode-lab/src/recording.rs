//! A run into a folder: computes, records, goes on after a cut, makes files.

mod certify;
mod clocks;
mod differentiate;
mod events;
mod files;
mod rows;

use crate::accuracy::{Certificate, Promise};
use crate::disk::DiskEstimate;
use crate::error::Error;
use crate::folder::FolderLock;
use crate::log::{self, LogHeader, LogRecord, LogWriter, RecordKind};
use crate::remedy::{Action, Remedy};
use crate::sampling::{Advanced, ChunkSize, RunFailure, SampleDriver};
use crate::scenario::Scenario;
use crate::scenario_run::{EventOccurrence, RunState, ScenarioRun, simulate};
use crate::sensitivity::TransitionMatrix;
use crate::summary::{Gauge, Summary};
use clocks::Clocks;
use files::prepare;
pub use files::whole;
pub(crate) use files::{field, read_if_there, remove_if_there, whole_json};
use polhode_formats::Source;
pub use rows::{LogRows, about, trajectory_file};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The log.
pub const LOG: &str = "run.log";
/// The trajectory as CSV; in other formats it ends otherwise.
pub const TRAJECTORY: &str = "trajectory.csv";
/// The events.
pub const EVENTS: &str = "events.csv";
/// How the state depends on what `output.sensitivity` names, for each sample.
pub const SENSITIVITY: &str = "sensitivity.csv";
/// The error of each sample, where a certificate is asked for.
pub const CERTIFICATE: &str = "certificate.csv";
/// How method and step were chosen, where an accuracy was asked for.
pub const PROMISE: &str = "accuracy.json";
/// The summary.
pub const SUMMARY: &str = "summary.json";
/// The scenario with all changes.
pub const SCENARIO: &str = "scenario.toml";

/// Between two looks at the clock.
const LOOK: Duration = Duration::from_millis(20);
/// Between two places to go on from, where samples are rarer.
const CHECKPOINT: Duration = Duration::from_secs(5);
/// Events that may wait for a place to go on from.
const MOST_WAITING: usize = 1000;
/// Between two times that the system gets what is written.
const FLUSH: Duration = Duration::from_millis(500);

/// A run into a folder.
pub struct Recording {
    folder: PathBuf,
    scenario: Scenario,
    driver: SampleDriver,
    writer: LogWriter,
    record: LogRecord,
    /// Events since the last record.
    waiting: Vec<EventOccurrence>,
    spent: f64,
    transition: Option<TransitionMatrix>,
    promise: Option<Promise>,
    certificate: Option<Certificate>,
    /// The last to go: what is written before is written under it.
    _lock: FolderLock,
}

impl fmt::Debug for Recording {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recording").field("folder", &self.folder).finish_non_exhaustive()
    }
}

/// How far a run is.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Steps taken.
    pub steps: u64,
    /// From 0 at the start to 1 at the end.
    pub part: f64,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq)]
pub enum RunEnding {
    /// It came to its end.
    Complete,
    /// Someone asked it to stop; it can go on.
    Interrupted,
    /// A step could not be taken.
    Failed {
        /// When and why.
        message: String,
        /// What to do about it.
        remedy: Remedy,
    },
}

impl Recording {
    /// A run from its start. `force` replaces a result that is in the folder, and begins a run whose
    /// files are larger than the free space; so does an event that may end the run before.
    ///
    /// # Errors
    /// Where the folder holds something, has not enough free space, is in use or cannot be written
    /// to.
    pub fn create(scenario: Scenario, folder: &Path, force: bool) -> Result<Self, Error> {
        Self::begin(scenario, folder, force, None)
    }

    /// A run whose method and step were chosen; the summary says how, after a cut as well.
    ///
    /// # Errors
    /// As [`create`](Self::create).
    pub fn create_as_chosen(
        scenario: Scenario,
        folder: &Path,
        force: bool,
        promise: Promise,
    ) -> Result<Self, Error> {
        Self::begin(scenario, folder, force, Some(promise))
    }

    fn begin(
        scenario: Scenario,
        folder: &Path,
        force: bool,
        promise: Option<Promise>,
    ) -> Result<Self, Error> {
        let mut run = simulate(&scenario)?;
        let memory = run.checkpoint().memory.len();
        if !force && !scenario.may_end_early() {
            DiskEstimate::by_run(&scenario, memory).refuse_shortage(folder, 0, true)?;
        }
        let lock = FolderLock::exclusive(folder, &folder.join(LOG))?;
        prepare(folder, force)?;
        if let Some(promise) = &promise {
            certify::write(promise, folder)?;
        }
        let mut record = LogRecord::default();
        run.checkpoint_into(&mut record.checkpoint);
        record.state = Some(record.checkpoint.state);
        let header = LogHeader {
            version: env!("CARGO_PKG_VERSION").into(),
            origin: scenario.origin().into(),
            scenario: scenario.text().into(),
            memory,
        };
        let writer = LogWriter::create(&folder.join(LOG), &header, &record)?;
        Ok(Self { promise, ..Self::new(folder, scenario, run, writer, record, lock) })
    }

    /// A run from where its log ends.
    ///
    /// # Errors
    /// Where the folder has no log of a run by this version.
    pub fn resume(folder: &Path) -> Result<Self, Error> {
        let log = folder.join(LOG);
        log::check_exists(&log)?;
        let lock = FolderLock::exclusive(folder, &log)?;
        let (writer, header, record) = LogWriter::resume(&log)?;
        let version = env!("CARGO_PKG_VERSION");
        if header.version != version {
            let message = format!(
                "`{}` was begun by polhode {}, and this is {version}; another version may give other \
                 bits",
                folder.display(),
                header.version
            );
            let that = Action::Words("go on with that version".into());
            return Err(Error::folder(message, Remedy::any_of([that, Action::StartAnew])));
        }
        let scenario = Scenario::parse(&header.origin, &header.scenario, &[])?;
        let mut run = simulate(&scenario)?;
        run.restore(&record.checkpoint);
        let promise = certify::promised(folder)?;
        Ok(Self { promise, ..Self::new(folder, scenario, run, writer, record, lock) })
    }
    fn new(
        folder: &Path,
        scenario: Scenario,
        run: Box<dyn ScenarioRun>,
        writer: LogWriter,
        record: LogRecord,
        lock: FolderLock,
    ) -> Self {
        let mut driver = SampleDriver::new(&scenario, run);
        let stopped_by = match record.mark {
            RecordKind::Ended { event } => Some(event as usize),
            _ => None,
        };
        driver.resume_after(record.sample, stopped_by);
        Self {
            spent: record.wall_seconds,
            folder: folder.into(),
            scenario,
            driver,
            writer,
            record,
            waiting: Vec::new(),
            transition: None,
            promise: None,
            certificate: None,
            _lock: lock,
        }
    }

    /// What runs.
    #[must_use]
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }
    /// Where it is kept.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }
    /// What is wrong where its files do not fit into the free space.
    #[must_use]
    pub fn shortage(&self) -> Option<String> {
        let present = fs::metadata(self.folder.join(LOG)).map_or(0, |log| log.len());
        let needed = DiskEstimate::by_run(&self.scenario, self.record.checkpoint.memory.len());
        needed.shortage(&self.folder, present)
    }
    /// How far it is.
    #[must_use]
    pub fn progress(&self) -> Progress {
        Progress { steps: self.record.checkpoint.steps, part: self.driver.fraction() }
    }

    /// Computes to the end, or until `watch`, which sees the progress now and then,
    /// says false.
    ///
    /// # Errors
    /// Where the log cannot be written.
    pub fn run(&mut self, watch: &mut dyn FnMut(Progress) -> bool) -> Result<RunEnding, Error> {
        let begin = Instant::now();
        let mut clocks = Clocks::starting(begin);
        let mut chunk = ChunkSize::new(LOOK);
        let ending = loop {
            if self.driver.is_complete() {
                break RunEnding::Complete;
            }
            let advanced = self.advance(chunk.steps());
            let now = Instant::now();
            self.record.wall_seconds = self.spent + (now - begin).as_secs_f64();
            if let Err(failed) = advanced {
                break failure(&self.scenario, failed);
            }
            let full = self.waiting.len() >= MOST_WAITING;
            if self.record.state.is_some() || full || clocks.checkpoint.rings(now, CHECKPOINT) {
                self.keep()?;
                clocks.checkpoint.wind(now);
            }
            if clocks.flush.rings(now, FLUSH) {
                self.writer.flush()?;
                clocks.flush.wind(now);
            }
            chunk.adapt(now);
            if clocks.look.rings(now, LOOK) {
                clocks.look.wind(now);
                if !watch(self.progress()) {
                    break RunEnding::Interrupted;
                }
            }
        };
        let is_new = ending != RunEnding::Complete && self.record.state.is_none();
        if is_new && self.record.checkpoint.is_finite() {
            self.keep()?;
        }
        self.writer.flush()?;
        self.spent = self.record.wall_seconds;
        Ok(ending)
    }

    /// The state at the end, where it came to it.
    #[must_use]
    pub fn end(&self) -> Option<RunState> {
        let all = self.record.sample + 1 >= self.scenario.schedule.samples();
        self.record.state.filter(|_| all)
    }
    /// Takes at most so many steps, and none beyond the next sample, which becomes the record's.
    fn advance(&mut self, most: u64) -> Result<(), RunFailure> {
        let advanced = self.driver.next(most);
        let record = &mut self.record;
        record.state = None;
        self.driver.run.checkpoint_into(&mut record.checkpoint);
        self.waiting.extend(self.driver.run.occurrences());
        record.sample = self.driver.sample();
        match advanced? {
            Advanced::Between => {}
            Advanced::Sample(state) => record.state = Some(state),
            Advanced::Event(state) => {
                record.state = Some(state);
                record.mark = RecordKind::Ended { event: events::index(self.driver.stopped_by()) };
            }
        }
        Ok(())
    }

    /// Makes the files from the log.
    ///
    /// # Errors
    /// Where a file cannot be written.
    pub fn finish(&self) -> Result<Summary, Error> {
        // Where there is a summary, the other files are those that it is of.
        remove_if_there(&self.folder.join(SUMMARY))?;
        let path = self.folder.join(SCENARIO);
        whole(&path, |file| {
            file.write_all(self.scenario.text().as_bytes()).map_err(Error::file("write", &path))
        })?;
        let gauge = self.trajectory()?;
        let path = self.folder.join(EVENTS);
        let counts = if self.scenario.has_events_file() {
            whole(&path, |file| self.events(file))?
        } else {
            Vec::new()
        };
        let mut summary = gauge
            .summary(&self.scenario, &self.record, counts)
            .ok_or_else(|| Error::folder("the log has no sample", Action::StartAnew))?;
        summary.switches = self.scenario.switch_summary(&*self.driver.run);
        summary.transition_matrix.clone_from(&self.transition);
        summary.accuracy.clone_from(&self.promise);
        summary.certificate.clone_from(&self.certificate);
        summary.contradiction = self.promise.as_ref().and_then(|promise| {
            promise.contradiction(&self.scenario, gauge.ends(), self.certificate.as_ref())
        });
        let path = self.folder.join(SUMMARY);
        whole_json(&path, &summary)?;
        Ok(summary)
    }

    /// Writes the samples in all formats that are asked for.
    fn trajectory(&self) -> Result<Gauge, Error> {
        let mut rows = LogRows::open(&self.folder)?;
        let mut gauge = Gauge::default();
        let mut sinks = Vec::new();
        for format in &self.scenario.plan.formats {
            let path = self.folder.join(trajectory_file(*format));
            sinks.push(format.create(&path, rows.columns(), rows.about())?);
        }
        while let Some((sample, state)) = rows.next_sample()? {
            gauge.see(&sample, &state);
            sinks.iter_mut().try_for_each(|sink| sink.row(&sample.numbers()))?;
        }
        sinks.into_iter().try_for_each(|sink| sink.finish().map(|_| ()))?;
        Ok(gauge)
    }
}

/// Why a step could not be taken, when, and what to try.
fn failure(scenario: &Scenario, failed: RunFailure) -> RunEnding {
    let remedy = failed.remedy_at(scenario.schedule.step.abs());
    RunEnding::Failed { message: failed.message(), remedy }
}
