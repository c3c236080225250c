//! The certificate of a run that has come to its end.

use super::files::{whole_json, whole_unless_interrupted};
use super::{CERTIFICATE, LogRows, PROMISE, Progress, Recording, RunEnding, failure};
use crate::accuracy::{Certificate, Estimate, Promise, Witnesses};
use crate::error::Error;
use polhode_formats::csv::line;
use polhode_formats::regular;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

/// Between two looks of who watches.
const LOOK: Duration = Duration::from_millis(20);

/// Keeps how method and step were chosen.
pub(super) fn write(promise: &Promise, folder: &Path) -> Result<(), Error> {
    whole_json(&folder.join(PROMISE), promise)
}

/// What was chosen when the run of a folder began, if anything was.
pub(super) fn promised(folder: &Path) -> Result<Option<Promise>, Error> {
    let path = folder.join(PROMISE);
    if !path.exists() {
        return Ok(None);
    }
    let text = regular::read_text(&path, regular::REPORT)?;
    serde_json::from_str(&text).map(Some).map_err(|error| {
        let message = format!("`{}` is not what polhode wrote ({error})", path.display());
        Error::folder(message, "remove it to go on")
    })
}

impl Recording {
    /// Estimates the error at each sample of a run that came to its end, if that is asked for:
    /// other runs go along. `watch` as in [`run`](Recording::run).
    ///
    /// # Errors
    /// Where a file cannot be written.
    pub fn certify(&mut self, watch: &mut dyn FnMut(Progress) -> bool) -> Result<RunEnding, Error> {
        if !self.scenario.plan.certificate {
            return Ok(RunEnding::Complete);
        }
        let path = self.folder.join(CERTIFICATE);
        let mut witnesses = Witnesses::new(&self.scenario)?;
        let mut certificate =
            Certificate { witnesses: witnesses.names(), ..Certificate::default() };
        let mut all = |file: &mut dyn Write| {
            let failed = || Error::file("write", &path);
            writeln!(file, "t,{}", Estimate::COLUMNS.join(",")).map_err(failed())?;
            let mut rows = LogRows::open(&self.folder)?;
            let mut looked = Instant::now();
            while let Some((sample, place)) = rows.next_sample()? {
                let seen = match witnesses.see(&place) {
                    Ok(seen) => seen,
                    Err(stopped) => return Ok(failure(&self.scenario, stopped.into())),
                };
                let numbers = std::iter::once(sample.time).chain(seen.numbers());
                line(file, numbers).map_err(failed())?;
                certificate.largest_error = certificate.largest_error.max(seen.error);
                (certificate.final_error, certificate.last_digit) = (seen.error, seen.last_digit);
                if looked.elapsed() > LOOK {
                    looked = Instant::now();
                    let part = place.time / self.scenario.schedule.duration;
                    if !watch(Progress { steps: self.record.checkpoint.steps, part }) {
                        return Ok(RunEnding::Interrupted);
                    }
                }
            }
            Ok(RunEnding::Complete)
        };
        let ending = whole_unless_interrupted(&path, &mut all)?;
        if ending == RunEnding::Complete {
            self.certificate = Some(certificate);
        }
        Ok(ending)
    }
}
