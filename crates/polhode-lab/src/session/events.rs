//! The events of a run: into the log, and from there into files.

use super::files::field;
use super::{EVENTS, LOG, Session};
use crate::error::Error;
use crate::log::{Mark, Reader, Record};
use crate::sample::{Sample, Sampler};
use crate::scenario::Pace;
use crate::summary::EventCount;
use polhode_formats::csv::line;
use std::io::Write;
use std::path::Path;

fn index(event: usize) -> u32 {
    u32::try_from(event).unwrap_or(u32::MAX)
}

impl Session {
    /// Writes the record, and before it the events on the way there: a run that goes on
    /// from an earlier record comes to them again.
    pub(super) fn keep(&mut self) -> Result<(), Error> {
        for encounter in self.waiting.drain(..) {
            let (event, rising) = (index(encounter.event), encounter.rising);
            let mark = Mark::Event { event, rising };
            let record = Record { place: Some(encounter.place), mark, ..self.record.clone() };
            self.writer.write(&record)?;
        }
        self.writer.write(&self.record)
    }

    /// If an event has ended the run, its state is the last sample. Where steps vary,
    /// samples inside of the same step come before it, and it may be behind the end.
    pub(super) fn end_by_event(&mut self) {
        let Some(end) = self.simulation.ended() else { return };
        let record = &mut self.record;
        let sample = record.place.map(|place| place.time);
        if matches!(self.scenario.plan.pace, Pace::Times { .. }) && sample != Some(end.place.time) {
            return;
        }
        record.mark = Mark::Ended { event: index(end.event) };
        record.place = Some(end.place);
        record.sample += u64::from(sample.is_none());
    }

    /// The events from the log, as a file; how many there were of each.
    pub(super) fn events(&self, file: &mut dyn Write) -> Result<Vec<EventCount>, Error> {
        let path = self.folder.join(LOG);
        let mut reader = Reader::open(&path)?;
        let sampler = Sampler::new(&self.scenario);
        let failed = || Error::file("write", Path::new(EVENTS));
        let events = &self.scenario.events;
        let mut counts: Vec<EventCount> = events
            .iter()
            .map(|event| EventCount { name: event.name.clone(), ..EventCount::default() })
            .collect();
        writeln!(file, "event,number,direction,{}", Sample::COLUMNS.join(",")).map_err(failed())?;
        let end = self.scenario.start.time + self.scenario.plan.duration;
        while let Some(record) = reader.next_record().map_err(Error::file("read", &path))? {
            let (Mark::Event { event, rising }, Some(place)) = (record.mark, &record.place) else {
                continue;
            };
            // The last step may lead beyond the end, where steps vary.
            if (place.time - end) * self.scenario.plan.duration > 0.0 {
                continue;
            }
            let event = event as usize;
            let (Some(of), Some(count)) = (events.get(event), counts.get_mut(event)) else {
                continue;
            };
            let sample = sampler.sample(place);
            count.see(place.time);
            let direction = if of.rose(rising, sample.energy) { "rising" } else { "falling" };
            write!(file, "{},{},{direction},", field(&of.name), count.count).map_err(failed())?;
            line(file, sample.numbers()).map_err(failed())?;
        }
        Ok(counts)
    }
}
