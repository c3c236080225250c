//! The events of a run: into the log, and from there into files.

use super::files::field;
use super::{EVENTS, LOG, Recording};
use crate::error::Error;
use crate::log::{LogReader, LogRecord, RecordKind};
use crate::sample::{Sample, Sampler};
use crate::summary::EventCount;
use polhode::Torque;
use polhode_formats::csv::line;
use std::io::Write;
use std::path::Path;

/// The index of an event as records have it.
pub(super) fn index(event: impl Into<Option<usize>>) -> u32 {
    event.into().and_then(|event| u32::try_from(event).ok()).unwrap_or(u32::MAX)
}

impl Recording {
    /// Writes the record, and before it the events on the way there: a run that goes on
    /// from an earlier record comes to them again.
    pub(super) fn keep(&mut self) -> Result<(), Error> {
        for encounter in self.waiting.drain(..) {
            let (event, rising) = (index(encounter.event), encounter.rising);
            let mark = RecordKind::Event { event, rising };
            let record = LogRecord { state: Some(encounter.state), mark, ..self.record.clone() };
            self.writer.write(&record)?;
        }
        self.writer.write(&self.record)
    }

    /// The events from the log, as a file; how many there were of each.
    pub(super) fn events(&self, file: &mut dyn Write) -> Result<Vec<EventCount>, Error> {
        let path = self.folder.join(LOG);
        let mut reader = LogReader::open(&path)?;
        let sampler = Sampler::new(&self.scenario);
        let failed = || Error::file("write", Path::new(EVENTS));
        let events = &self.scenario.problem.events;
        let mut counts: Vec<EventCount> = events
            .iter()
            .map(|event| EventCount { name: event.name.clone(), ..EventCount::default() })
            .collect();
        let mut switches =
            vec![0_u64; self.scenario.problem.torque.properties().switch_count.into()];
        writeln!(file, "event,number,direction,{}", Sample::COLUMNS.join(",")).map_err(failed())?;
        let end = self.scenario.schedule.duration;
        while let Some(record) = reader.next_record().map_err(Error::file("read", &path))? {
            let (RecordKind::Event { event, rising }, Some(state)) = (record.mark, &record.state)
            else {
                continue;
            };
            // The last step may lead beyond the end, where steps vary.
            if (state.time - end) * self.scenario.schedule.duration > 0.0 {
                continue;
            }
            let (event, sample) = (event as usize, sampler.sample(state));
            let occurrence = self.scenario.occurrence(event, rising, sample.energy);
            let Some((name, direction)) = occurrence else { continue };
            let number = match self.scenario.switch_of(event) {
                Some((switch, _)) => switches.get_mut(usize::from(switch)).map(|count| {
                    *count += 1;
                    *count
                }),
                None => counts.get_mut(event).map(|count| {
                    count.see(sample.time);
                    count.count
                }),
            };
            let number = number.unwrap_or_default();
            write!(file, "{},{number},{direction},", field(&name)).map_err(failed())?;
            line(file, sample.numbers()).map_err(failed())?;
        }
        Ok(counts)
    }
}
