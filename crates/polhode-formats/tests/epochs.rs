//! Time systems and leap seconds, as messages say them.

mod support;

use polhode_formats::{About, Format};
use std::fs;
use support::{columns, keys, read, trajectory};

/// The epochs of rows at these times.
fn epochs(system: &str, epoch: &str, times: &[f64]) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.aem");
    let more = [("time_system", system), ("epoch", epoch)];
    let about = About { json: String::new(), aem: Some(keys(&more)), ..About::default() };
    let mut sink = Format::Aem.create(&path, &columns(), &about).unwrap();
    for &time in times {
        let mut row = trajectory(1).remove(0);
        row[0] = time;
        sink.row(&row).unwrap();
    }
    sink.finish().unwrap();
    let back: Vec<f64> = read(&path).1.iter().map(|row| row[0]).collect();
    for (back, time) in back.iter().zip(times) {
        // Read from the first row on; TDB is computed to a nanosecond or two.
        let off = back - (time - times[0]);
        let rounding = if system == "TDB" { 4e-9 } else { 1e-9 };
        let rounding = rounding + time * f64::EPSILON;
        assert!(off.abs() <= rounding, "{system} {epoch} {time} {off}");
    }
    let text = fs::read_to_string(&path).unwrap();
    let data = text.split("DATA_START\n").nth(1).unwrap().lines();
    let words = data.filter_map(|line| line.split_once(' '));
    words.map(|(epoch, _)| epoch.to_owned()).collect()
}

#[test]
fn a_leap_second_has_its_name_in_utc_and_none_elsewhere() {
    // The last so far, at the end of 2016.
    assert_eq!(
        epochs("UTC", "2016-12-31T23:59:58", &[0.0, 1.0, 1.5, 2.0, 2.999_999_999, 3.0, 4.0]),
        [
            "2016-12-31T23:59:58.000000000",
            "2016-12-31T23:59:59.000000000",
            "2016-12-31T23:59:59.500000000",
            "2016-12-31T23:59:60.000000000",
            "2016-12-31T23:59:60.999999999",
            "2017-01-01T00:00:00.000000000",
            "2017-01-01T00:00:01.000000000",
        ]
    );
    assert_eq!(
        epochs("TAI", "2016-12-31T23:59:58", &[0.0, 2.0]),
        ["2016-12-31T23:59:58.000000000", "2017-01-01T00:00:00.000000000"]
    );
    // One in the middle of a year, and one that begins inside of it.
    assert_eq!(
        epochs("UTC", "2015-06-30T23:59:60.25", &[0.0, 0.5, 1.0]),
        [
            "2015-06-30T23:59:60.250000000",
            "2015-06-30T23:59:60.750000000",
            "2015-07-01T00:00:00.250000000",
        ]
    );
    // No leap second at the end of 2017.
    assert_eq!(
        epochs("UTC", "2017-12-31T23:59:59", &[0.0, 1.0])[1],
        "2018-01-01T00:00:00.000000000"
    );
}

#[test]
fn every_system_counts_the_same_seconds() {
    for system in ["UTC", "TAI", "TT", "GPS"] {
        let made = epochs(system, "2026-02-28T23:59:59.25", &[0.0, 0.5, 1.0, 86400.0]);
        assert_eq!(made[1], "2026-02-28T23:59:59.750000000", "{system}");
        assert_eq!(made[2], "2026-03-01T00:00:00.250000000", "{system}");
        assert_eq!(made[3], "2026-03-01T23:59:59.250000000", "{system}");
    }
}

/// TDB runs unevenly, by at most 1.7 ms in a year: from January to April it gains on TT what
/// 1.657 ms (sin M + ...) says, with M the Earth's mean anomaly: about 1.6 ms.
#[test]
fn barycentric_time_gains_in_spring() {
    let quarter = 90.0 * 86400.0;
    let made = epochs("TDB", "2026-01-04T00:00:00", &[0.0, quarter]);
    assert_eq!(made[0], "2026-01-04T00:00:00.000000000");
    let gained: f64 = made[1].strip_prefix("2026-04-04T00:00:0").unwrap().parse().unwrap();
    assert!((gained - 1.66e-3).abs() < 3e-5, "{gained}");
}

#[test]
fn nanoseconds_are_kept_over_years_and_before_the_epoch() {
    let century = 36525.0 * 86400.0;
    assert_eq!(
        epochs("TAI", "2000-01-01T12:00:00", &[-0.000_000_001, 0.1, century + 0.5]),
        [
            "2000-01-01T11:59:59.999999999",
            "2000-01-01T12:00:00.100000000",
            "2100-01-01T12:00:00.500000000",
        ]
    );
}

#[test]
fn a_day_of_the_year_is_a_date() {
    for (given, date) in [
        ("2024-366T06:00:00Z", "2024-12-31T06:00:00.000000000"),
        ("2023-060T00:00:00.125", "2023-03-01T00:00:00.125000000"),
    ] {
        assert_eq!(epochs("TAI", given, &[0.0]), [date]);
    }
}

#[test]
fn what_is_no_date_is_refused() {
    let given = [
        "2023-366T00:00:00",
        "2024-000T00:00:00",
        "2024-13-01T00:00:00",
        "2024-01-32T00:00:00",
        "2024-01-01T24:00:00",
        "2024-01-01T00:60:00",
        "2024-01-01T00:00:60",
        "0000-01-01T00:00:00",
        "2024-01-01",
        "24-01-01T00:00:00",
        "2024-01-01T00:00",
        "2024-01-01T00:00:00.",
        "",
        "2024-01-01T00:00:00.1e3",
        "+024-01-01T00:00:00",
        "2024-01-01T00:00:00:00",
        "T::",
        "-T-:-:-",
    ];
    for epoch in given {
        let clock =
            polhode_formats::aem::TimeReference::new(epoch, polhode_formats::aem::TimeSystem::Tai);
        assert!(clock.is_err(), "{epoch}");
    }
}

#[test]
fn utc_begins_in_1972() {
    assert_eq!(
        epochs("UTC", "1972-01-01T00:00:00", &[0.0, 1e8])[1],
        // 1157 days and 9:46:40, less the leap seconds of June 1972, and of 1972, 1973 and 1974.
        "1975-03-03T09:46:36.000000000"
    );
    use polhode_formats::aem::{TimeReference, TimeSystem};
    let error = TimeReference::new("1971-12-31T23:59:59", TimeSystem::Utc).unwrap_err();
    assert!(error.contains("before 1972"), "{error}");
    assert!(TimeReference::new("1971-12-31T23:59:59", TimeSystem::Tt).is_ok());
}

/// Midnight of UTC in 2026: 37 leap seconds and the 32.184 s of TT later, but for the 1.7 ms of TDB.
#[test]
fn tables_for_spice_have_ephemeris_time() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.msopck");
    let more = [("time_system", "UTC"), ("epoch", "2026-01-01T00:00:00"), ("time_unit", "min")];
    let about = About { json: String::new(), aem: Some(keys(&more)), ..About::default() };
    support::write(Format::Msopck, &path, &columns(), &trajectory(2), &about);
    let text = fs::read_to_string(&path).unwrap();
    let rows: Vec<Vec<f64>> = text
        .lines()
        .map(|line| line.split(' ').map(|word| word.parse().unwrap()).collect())
        .collect();
    // Days from J2000 to then: 26 years with 7 leap days, less half a day.
    let expected = (26.0 * 365.0 + 7.0 - 0.5) * 86400.0 + 37.0 + 32.184;
    assert!((rows[0][0] - expected).abs() < 1.7e-3, "{} {expected}", rows[0][0]);
    assert!((rows[1][0] - rows[0][0] - 0.6).abs() < 1e-6);
    let ours = &trajectory(2)[1];
    assert_eq!(rows[1][1..5], [ours[1], -ours[2], -ours[3], -ours[4]]);
    assert_eq!(rows[1][5..], [ours[5] / 60.0, ours[6] / 60.0, ours[7] / 60.0]);
}
