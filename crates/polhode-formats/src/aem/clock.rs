//! Epochs of messages. An instant is a number of nanoseconds of TAI since 1900; which
//! calendar it is said in is for its time system to say, and leap seconds for hifitime.

use hifitime::{Duration, Epoch, TimeScale};
use std::time::SystemTime;

/// A time system of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeSystem {
    /// Coordinated universal time, with leap seconds.
    Utc,
    /// International atomic time.
    Tai,
    /// Terrestrial time.
    Tt,
    /// Barycentric dynamical time.
    Tdb,
    /// Time of the Global Positioning System.
    Gps,
}

impl TimeSystem {
    /// The one with this name.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        use TimeSystem::{Gps, Tai, Tdb, Tt, Utc};
        [Utc, Tai, Tt, Tdb, Gps].into_iter().find(|system| system.name() == name)
    }
    /// As messages say it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Utc => "UTC",
            Self::Tai => "TAI",
            Self::Tt => "TT",
            Self::Tdb => "TDB",
            Self::Gps => "GPS",
        }
    }
    fn scale(self) -> TimeScale {
        match self {
            Self::Utc => TimeScale::UTC,
            Self::Tai => TimeScale::TAI,
            Self::Tt => TimeScale::TT,
            Self::Tdb => TimeScale::TDB,
            Self::Gps => TimeScale::GPST,
        }
    }
}

const SECOND: i128 = 1_000_000_000;
/// 1972-01-01T00:00:00 UTC, since when it differs from TAI by whole seconds.
const UTC_BEGIN: i128 = 2_272_060_810 * SECOND;

/// When time 0 is, and in which time system one says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// In which epochs are written.
    pub system: TimeSystem,
    zero: i128,
}

impl Clock {
    /// With time 0 at this epoch.
    ///
    /// # Errors
    /// Where the epoch is none.
    pub fn new(epoch: &str, system: TimeSystem) -> Result<Self, String> {
        Ok(Self { system, zero: instant(epoch, system)? })
    }
    pub(crate) fn at(zero: i128, system: TimeSystem) -> Self {
        Self { system, zero }
    }
    /// The instant so many seconds after time 0; none where the calendar ends.
    pub(crate) fn after(&self, seconds: f64) -> Option<i128> {
        // Whole seconds apart, so that a long time keeps its nanoseconds.
        let whole = seconds.floor();
        (whole.abs() < 3e11).then_some(())?;
        #[expect(clippy::cast_possible_truncation, reason = "within the calendar")]
        let (whole, rest) = (whole as i128, ((seconds - whole) * 1e9).round() as i128);
        let instant = self.zero + whole * SECOND + rest;
        // The years 1 to 9999, and some room for the time systems.
        let years = -59_926_000_000 * SECOND..255_600_000_000 * SECOND;
        let begun = self.system != TimeSystem::Utc || instant >= UTC_BEGIN;
        (begun && years.contains(&instant)).then_some(instant)
    }
    /// Seconds from time 0 to an instant.
    #[expect(clippy::cast_precision_loss, reason = "the nearest double, within the calendar")]
    pub(crate) fn seconds(&self, instant: i128) -> f64 {
        let passed = instant - self.zero;
        if passed.abs() < 1 << f64::MANTISSA_DIGITS {
            // One rounding, so that 0.1 s is 0.1.
            return passed as f64 / 1e9;
        }
        passed.div_euclid(SECOND) as f64 + passed.rem_euclid(SECOND) as f64 / 1e9
    }
}

fn tai(instant: i128) -> Epoch {
    Epoch::from_tai_duration(Duration::from_total_nanoseconds(instant))
}

fn instant_of(epoch: Epoch) -> i128 {
    epoch.to_tai_duration().total_nanoseconds()
}

/// Seconds of TDB past the epoch J2000, which SPICE calls ET, in nanoseconds.
pub(crate) fn ephemeris_time(instant: i128) -> i128 {
    tai(instant).to_et_duration().total_nanoseconds()
}

/// Now, in UTC, to the second.
pub(crate) fn now() -> String {
    let passed = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let passed = Duration::from_total_nanoseconds(i128::from(passed.as_secs()) * SECOND);
    let mut label = label(instant_of(Epoch::from_unix_duration(passed)), TimeSystem::Utc);
    label.truncate("2026-01-01T00:00:00".len());
    label
}

/// An instant in the calendar of a time system, to the nanosecond.
pub(crate) fn label(instant: i128, system: TimeSystem) -> String {
    if system != TimeSystem::Utc {
        return written(tai(instant).to_gregorian(system.scale()));
    }
    let rest = instant.rem_euclid(SECOND);
    let (second, leap) = match utc(instant - rest) {
        Some(named) => (named, 0),
        // No second of the calendar is at this instant: it is the leap second after the last.
        None => (utc(instant - rest - SECOND).unwrap_or_default(), 1),
    };
    let (year, month, day, hour, minute, second, _) = second;
    let rest = u32::try_from(rest).unwrap_or_default();
    written((year, month, day, hour, minute, second + leap, rest))
}

type Civil = (i32, u8, u8, u8, u8, u8, u32);

fn written((year, month, day, hour, minute, second, nano): Civil) -> String {
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{nano:09}")
}

/// The whole second of UTC that is at an instant. hifitime goes from UTC to TAI rightly, but
/// back it counts a leap second up to 37 s before it comes: so both counts are tried.
fn utc(instant: i128) -> Option<Civil> {
    #[expect(clippy::cast_possible_truncation, reason = "some tens")]
    let leaps = tai(instant).leap_seconds(true).unwrap_or(0.0) as i128;
    [leaps, leaps - 1].into_iter().find_map(|leaps| {
        let named = tai(instant - leaps * SECOND).to_gregorian(TimeScale::TAI);
        let (year, month, day, hour, minute, second, _) = named;
        let made =
            Epoch::maybe_from_gregorian(year, month, day, hour, minute, second, 0, TimeScale::UTC);
        made.is_ok_and(|made| instant_of(made) == instant).then_some(named)
    })
}

/// An epoch as 2026-01-31T00:00:00.0 or 2026-031T00:00:00.0, with or without a fraction.
pub(crate) fn instant(text: &str, system: TimeSystem) -> Result<i128, String> {
    let no_epoch = || format!("`{text}` is no epoch of the calendar");
    let parsed = parse(text).ok_or_else(no_epoch)?;
    let (year, month, day, hour, minute, second, nano) = parsed;
    // hifitime lets the leap second be the one before it.
    let leap = second == 60;
    let scale = system.scale();
    let made = Epoch::maybe_from_gregorian(year, month, day, hour, minute, second, 0, scale);
    let made = made.ok().filter(|_| hour < 24).ok_or_else(no_epoch)?;
    let made = instant_of(made) + i128::from(nano) + if leap { SECOND } else { 0 };
    if system == TimeSystem::Utc && made < UTC_BEGIN {
        return Err(format!("`{text}` is before 1972, when UTC began as it is; take TAI or TT"));
    }
    Ok(made)
}

fn parse(text: &str) -> Option<Civil> {
    let text = text.strip_suffix('Z').unwrap_or(text);
    let (date, time) = text.split_once('T')?;
    let mut date = date.split('-');
    let year: i32 = digits(date.next()?, 4)?;
    (year >= 1).then_some(())?;
    let (month, day) = match (date.next()?, date.next()) {
        (month, Some(day)) => (digits(month, 2)?, digits(day, 2)?),
        (day_of_year, None) => month_and_day(year, digits(day_of_year, 3)?)?,
    };
    let mut time = time.split(':');
    let (hour, minute, second) = (time.next()?, time.next()?, time.next()?);
    let (second, fraction) = second.split_once('.').unwrap_or((second, "0"));
    // What is finer than a nanosecond is rounded by leaving it out.
    let nano = fraction.get(..9).unwrap_or(fraction);
    let is_number = !fraction.is_empty() && fraction.bytes().all(|digit| digit.is_ascii_digit());
    (is_number && time.next().is_none() && date.next().is_none()).then_some(())?;
    let nano = format!("{nano:0<9}").parse().ok()?;
    Some((year, month, day, digits(hour, 2)?, digits(minute, 2)?, digits(second, 2)?, nano))
}

fn digits<N: std::str::FromStr>(text: &str, count: usize) -> Option<N> {
    let are = text.len() == count && text.bytes().all(|digit| digit.is_ascii_digit());
    if are { text.parse().ok() } else { None }
}

/// Month and day of a day of the year.
fn month_and_day(year: i32, mut day: u16) -> Option<(u8, u8)> {
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let february = if leap { 29 } else { 28 };
    let months = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    for (month, length) in (1..).zip(months) {
        if (1..=length).contains(&day) {
            return Some((month, u8::try_from(day).ok()?));
        }
        day = day.checked_sub(length)?;
    }
    None
}
