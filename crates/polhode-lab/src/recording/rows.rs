//! The samples of a log, as rows of a table.

use super::LOG;
use crate::error::Error;
use crate::log::{LogReader, RecordKind};
use crate::sample::{Sample, Sampler};
use crate::scenario::Scenario;
use crate::scenario_run::RunState;
use polhode_formats::{About, Format, Heading, Source};
use serde_json::json;
use std::path::{Path, PathBuf};

/// What the trajectory of a run is called in a format.
#[must_use]
pub fn trajectory_file(format: Format) -> String {
    format!("trajectory.{}", format.name())
}

/// The samples of a run, from its log.
#[derive(Debug)]
pub struct LogRows {
    reader: LogReader,
    sampler: Sampler,
    heading: Heading,
    path: PathBuf,
}

impl LogRows {
    /// Of the run in a folder.
    ///
    /// # Errors
    /// Where there is no log of a run.
    pub fn open(folder: &Path) -> Result<Self, Error> {
        let path = folder.join(LOG);
        let reader = LogReader::open(&path)?;
        let header = &reader.header;
        let scenario = Scenario::parse(&header.origin, &header.scenario, &[])?;
        let (sampler, about) = (Sampler::new(&scenario), about(&scenario, &header.version));
        let heading = Heading { columns: Sample::COLUMNS.map(String::from).to_vec(), about };
        Ok(Self { reader, sampler, heading, path })
    }
    pub(super) fn next_sample(&mut self) -> Result<Option<(Sample, RunState)>, Error> {
        loop {
            let record = self.reader.next_record().map_err(Error::file("read", &self.path))?;
            let Some(record) = record else { return Ok(None) };
            if let (Some(state), RecordKind::Plain | RecordKind::Ended { .. }) =
                (record.state, record.mark)
            {
                return Ok(Some((self.sampler.sample(&state), state)));
            }
        }
    }
}

/// What goes with the numbers: what was run, by what.
#[must_use]
pub fn about(scenario: &Scenario, version: &str) -> About {
    let about = json!({
        "version": version,
        "method": scenario.method.to_string(),
        "precision": scenario.plan.precision.name(),
        "step": scenario.schedule.step,
        "time_unit": scenario.time_unit,
        "scenario": scenario.to_json(),
        "toml": scenario.text(),
    });
    About {
        json: about.to_string(),
        aem: scenario.aem.clone(),
        time_unit: scenario.time_unit.clone(),
    }
}

impl Source for LogRows {
    fn heading(&self) -> &Heading {
        &self.heading
    }
    fn next_row(&mut self, row: &mut Vec<f64>) -> Result<bool, polhode_formats::Error> {
        row.clear();
        let sample = self.next_sample().map_err(|error| match error {
            Error::File { doing, path, source, .. } => {
                polhode_formats::Error::File { doing, path, source }
            }
            other => polhode_formats::Error::input(other.message())
                .with_remedy(other.remedy().to_string()),
        })?;
        row.extend(sample.iter().flat_map(|(sample, _)| sample.numbers()));
        Ok(sample.is_some())
    }
}
