//! The sensitivity of a run that has come to its end.

use super::files::whole_unless_interrupted;
use super::{Progress, Recording, RunEnding, SENSITIVITY, failure};
use crate::error::Error;
use crate::log::RecordKind;
use crate::sensitivity::SensitivityRun;
use polhode_formats::csv::line;
use std::io::Write;

impl Recording {
    /// Computes the sensitivity of a run that came to its end, if it is asked for: all
    /// steps once more, with derivatives. `watch` as in [`run`](Recording::run).
    ///
    /// # Errors
    /// Where a file cannot be written.
    pub fn differentiate(
        &mut self,
        watch: &mut dyn FnMut(Progress) -> bool,
    ) -> Result<RunEnding, Error> {
        if self.scenario.sensitivity.is_empty() {
            return Ok(RunEnding::Complete);
        }
        let path = self.folder.join(SENSITIVITY);
        let scenario = &self.scenario;
        // Where an event ended the run, to the last sample before it.
        let ended = matches!(self.record.mark, RecordKind::Ended { .. });
        let samples = scenario.schedule.samples().min(self.record.sample + u64::from(!ended));
        let mut sweep = SensitivityRun::new(scenario)?;
        let mut all = |file: &mut dyn Write| {
            let failed = || Error::file("write", &path);
            writeln!(file, "{}", sweep.header().join(",")).map_err(failed())?;
            for sample in 0..samples {
                match sweep.advance_to(sample, watch) {
                    Ok(true) => line(file, sweep.numbers()).map_err(failed())?,
                    Ok(false) => return Ok(RunEnding::Interrupted),
                    Err(stopped) => return Ok(failure(scenario, stopped)),
                }
            }
            Ok(RunEnding::Complete)
        };
        let kept = !scenario.plan.formats.is_empty();
        let ending =
            if kept { whole_unless_interrupted(&path, all)? } else { all(&mut std::io::sink())? };
        if ending == RunEnding::Complete {
            self.transition = Some(sweep.matrix());
        }
        Ok(ending)
    }
}
