//! A table for `msopck`, the program of SPICE that makes C-kernels: ephemeris time, the
//! quaternion of SPICE, rates in body axes.

use crate::aem::AemMetadata;
use crate::aem::ephemeris_time;
use crate::recast::places;
use crate::{About, Convention, Error, PartFile, Sink};
use std::io::Write;
use std::path::Path;

pub(crate) struct MsopckWriter {
    file: PartFile,
    keys: AemMetadata,
    time: usize,
    quaternion: [usize; 4],
    rates: Option<[usize; 3]>,
    spice: &'static Convention,
}

impl MsopckWriter {
    pub(crate) fn create(path: &Path, columns: &[String], about: &About) -> Result<Self, Error> {
        let keys = about.aem.clone().ok_or_else(|| {
            Error::input("a table for SPICE must say when time 0 is").with_remedy("give aem.epoch")
        })?;
        let [time] = places(columns, ["t"])?;
        let quaternion = places(columns, ["q_w", "q_x", "q_y", "q_z"])?;
        let rates = places(columns, ["w_bx", "w_by", "w_bz"]).ok();
        let rates = rates.filter(|_| keys.rates != Some(false));
        let (file, spice) = (PartFile::create(path)?, Convention::find("spice")?);
        Ok(Self { file, keys, time, quaternion, rates, spice })
    }
}

impl Sink for MsopckWriter {
    fn row(&mut self, row: &[f64]) -> Result<(), Error> {
        let time = row[self.time];
        let instant = self
            .keys
            .clock
            .after(time * self.keys.unit)
            .ok_or_else(|| Error::input(format!("time {time:?} is outside of the calendar")))?;
        let nanoseconds = ephemeris_time(instant);
        let sign = if nanoseconds < 0 { "-" } else { "" };
        let nanoseconds = nanoseconds.unsigned_abs();
        let (whole, rest) = (nanoseconds / 1_000_000_000, nanoseconds % 1_000_000_000);
        let quaternion = self.spice.from_wxyz(self.quaternion.map(|i| row[i]));
        let rates = self.rates.into_iter().flatten().map(|i| row[i] / self.keys.unit);
        let numbers: String =
            quaternion.into_iter().chain(rates).map(|number| format!(" {number:?}")).collect();
        let written = writeln!(self.file, "{sign}{whole}.{rest:09}{numbers}");
        written.map_err(Error::file("write", self.file.path()))
    }
    fn finish(self: Box<Self>) -> Result<u64, Error> {
        self.file.keep()
    }
}
