//! Attitude ephemeris messages: what must be there is, and what is wrong is refused with its line.

mod support;

use polhode_formats::{About, Conversion, Format, aem, convert};
use proptest::prelude::*;
use std::fs;
use support::{Rows, columns, keys, read, trajectory, try_read, write};

fn message(rows: u64, more: &[(&str, &str)]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.aem");
    let about = About { json: String::new(), aem: Some(keys(more)), ..About::default() };
    write(Format::Aem, &path, &columns(), &trajectory(rows), &about);
    fs::read_to_string(&path).unwrap()
}

fn read_text(text: &str) -> Result<(Vec<String>, Vec<Vec<f64>>), String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.aem");
    fs::write(&path, text).unwrap();
    try_read(&path).map_err(|error| error.to_string())
}

#[test]
fn a_message_has_the_lines_of_the_standard_in_its_order() {
    let begin = "\
CCSDS_AEM_VERS = 2.0
CREATION_DATE = 2026-01-01T00:00:00
ORIGINATOR = POLHODE

META_START
OBJECT_NAME = TUMBLER
OBJECT_ID = 2026-001A
REF_FRAME_A = ICRF
REF_FRAME_B = SC_BODY_1
TIME_SYSTEM = TAI
START_TIME = 2026-01-01T00:00:00.000000000
STOP_TIME = 2026-01-01T00:00:00.020000000
ATTITUDE_TYPE = QUATERNION/ANGVEL
ANGVEL_FRAME = SC_BODY_1
META_STOP

DATA_START
2026-01-01T00:00:00.000000000 0.0 0.0 0.0 1.0 0.0 57.29577951308232 5.729577951308233
";
    let text = message(3, &[]);
    assert!(text.starts_with(begin), "{text}");
    assert!(text.ends_with("\nDATA_STOP\n"), "{text}");
    assert_eq!(text.lines().count(), begin.lines().count() + 3);
}

#[test]
fn version_one_says_what_the_second_takes_for_granted() {
    let text = message(3, &[("version", "1.0")]);
    for line in [
        "CCSDS_AEM_VERS = 1.0",
        "ATTITUDE_DIR = A2B",
        "ATTITUDE_TYPE = QUATERNION\nQUATERNION_TYPE = LAST",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    assert!(!text.contains("ANGVEL"), "{text}");
    let (names, rows) = read_text(&text).unwrap();
    assert_eq!(names, ["t", "q_w", "q_x", "q_y", "q_z"]);
    assert_eq!(rows[2], trajectory(3)[2][..5]);
}

#[test]
fn the_first_version_can_be_the_other_way_around() {
    let text = message(3, &[("version", "1.0")]);
    let (_, rows) = read_text(&text).unwrap();
    let (_, back) = read_text(&text.replace("A2B", "B2A")).unwrap();
    let (_, first) = read_text(&text.replace("LAST", "FIRST")).unwrap();
    for ((row, back), first) in rows.iter().zip(back).zip(first) {
        let [t, w, x, y, z] = row[..] else { panic!() };
        assert_eq!(back, [t, w, -x, -y, -z]);
        assert_eq!(first, [t, x, y, z, w]);
    }
}

/// Quaternions to the bit, rates to the rounding of degrees, times to the nanosecond.
#[test]
fn what_is_written_is_read_back() {
    let rows = trajectory(5000);
    let (names, back) = read_text(&message(5000, &[])).unwrap();
    assert_eq!(names, columns()[..8]);
    assert_eq!(back.len(), rows.len());
    for (row, back) in rows.iter().zip(&back) {
        assert_eq!(row[1..5], back[1..5]);
        assert!((row[0] - back[0]).abs() <= 1e-14, "{} {}", row[0], back[0]); // one rounding: 7e-15
        for i in 5..8 {
            assert!((row[i] - back[i]).abs() <= 2.3e-16, "{} {}", row[i], back[i]); // an ulp of 1
        }
    }
}

#[test]
fn every_mandatory_line_is_missed() {
    for version in ["1.0", "2.0"] {
        let text = message(2, &[("version", version)]);
        let lines: Vec<_> = text.lines().collect();
        let mut tried = 0;
        for (i, line) in lines.iter().enumerate() {
            let data = line.starts_with("2026");
            if line.is_empty() || data {
                continue;
            }
            let without = [&lines[..i], &lines[i + 1..]].concat().join("\n");
            let error = read_text(&without).expect_err(line);
            assert!(error.contains("t.aem, line "), "{line}: {error}");
            tried += 1;
        }
        // 13 keywords or 12, and the marks of metadata and data.
        assert_eq!(tried, if version == "1.0" { 17 } else { 16 });
    }
    let no_data: Vec<_> = message(2, &[])
        .lines()
        .filter(|line| !line.starts_with("2026"))
        .map(String::from)
        .collect();
    let error = read_text(&no_data.join("\n")).unwrap_err();
    assert!(error.ends_with("a segment must have a line of data"), "{error}");
}

#[test]
fn what_is_wrong_is_refused_with_its_line() {
    let text = message(3, &[]);
    for (old, new, message) in [
        ("2.0\n", "3.0\n", "line 1: the version is 3.0; 1.0 and 2.0 are read"),
        ("CCSDS_AEM", "CCSDS_OEM", "line 1: a message must begin with CCSDS_AEM_VERS"),
        ("ORIGINATOR = ", "ORIGINATOR  ", "line 3: `ORIGINATOR  POLHODE` is no KEYWORD = value"),
        ("ORIGINATOR =", "ORIGINATORS =", "line 3: there is no keyword ORIGINATORS"),
        ("OBJECT_ID = 2026-001A", "OBJECT_ID =", "line 7: OBJECT_ID has no value"),
        ("OBJECT_ID", "OBJECT_NAME", "line 7: OBJECT_NAME is there twice"),
        ("TAI", "SCLK", "line 15: TIME_SYSTEM before it is SCLK; UTC, TAI, TT, TDB, GPS can be"),
        ("QUATERNION/", "EULER_ANGLE/", "line 15: ATTITUDE_TYPE before it is EULER_ANGLE/ANGVEL"),
        (
            "ANGVEL_FRAME = SC_BODY_1",
            "ANGVEL_FRAME = LVLH",
            "line 15: ANGVEL_FRAME before it is LVLH",
        ),
        (
            "META_STOP",
            "QUATERNION_TYPE = LAST\nMETA_STOP",
            "line 16: QUATERNION_TYPE before it is of",
        ),
        ("T00:00:00.010", "T00:00:61.010", "line 19: `2026-01-01T00:00:61.010000000` is no epoch"),
        (
            "T00:00:00.010",
            "T00:00:00.030",
            "line 20: its epoch is not after that of the line before",
        ),
        ("0.0 0.0 0.0 1.0 ", "0.0 0.0 0.0 ", "line 18: it has 6 numbers behind its epoch"),
        ("0.0 0.0 0.0 1.0 ", "0.0 0.0 0.0 one ", "line 18: `one` is no number"),
        ("0.0 0.0 0.0 1.0 ", "0.0 0.0 0.0 inf ", "line 18: `inf` is no number"),
        ("0.0 0.0 0.0 1.0 ", "0.0 0.0 0.0 1.1 ", "line 18: the norm of its quaternion is 1.1"),
        ("DATA_STOP\n", "", "line 21: the file ends where DATA_STOP must be"),
        ("DATA_STOP\n", "DATA_STOP\nmore", "line 22: `more` is no KEYWORD = value, nor META_START"),
    ] {
        let changed = text.replacen(old, new, 1);
        assert_ne!(changed, text, "{old}");
        let error = read_text(&changed).expect_err(new);
        assert!(error.contains(message), "{new}: {error}");
    }
}

#[test]
fn comments_blank_lines_and_optional_keywords_are_read_over() {
    let text = message(3, &[]);
    let more = text
        .replace("CREATION_DATE", "COMMENT made by hand\n\nCREATION_DATE")
        .replace("OBJECT_NAME", "COMMENT\nOBJECT_NAME")
        .replace("STOP_TIME", "USEABLE_START_TIME = 2026-01-01T00:00:00\nSTOP_TIME")
        .replace("META_STOP", "INTERPOLATION_METHOD = LINEAR\nINTERPOLATION_DEGREE = 1\nMETA_STOP")
        .replace("DATA_START", "DATA_START\nCOMMENT numbers")
        .replace('\n', "\r\n");
    assert_eq!(read_text(&more).unwrap(), read_text(&text).unwrap());
}

#[test]
fn segments_of_one_object_are_one_table() {
    let text = message(3, &[]);
    let lines: Vec<_> = text.lines().collect();
    let meta = &text[text.find("META_START").unwrap()..text.find("DATA_START").unwrap()];
    let (first, last) = (lines[..19].join("\n"), lines[18..].join("\n"));
    // They share the epoch of the second row.
    let two = format!("{first}\nDATA_STOP\n{meta}DATA_START\n{last}\n");
    assert_eq!(read_text(&two).unwrap(), read_text(&text).unwrap());
    let other = two.replacen("TUMBLER", "ANOTHER", 1);
    let error = read_text(&other).unwrap_err();
    assert!(error.contains("this segment is of another object"), "{error}");
}

/// Rates in frame A are those of the body seen from space.
#[test]
fn rates_of_the_other_frame_are_turned_into_the_body() {
    let text = message(1, &[]);
    // A quarter turn about z: the body's x axis is the y axis of space.
    let half = 0.5_f64.sqrt();
    let text = text.replace("ANGVEL_FRAME = SC_BODY_1", "ANGVEL_FRAME = ICRF").replace(
        "0.0 0.0 0.0 1.0 0.0 57.29577951308232",
        &format!("0.0 0.0 {half} {half} 0.0 180.0"),
    );
    let (_, rows) = read_text(&text).unwrap();
    let [x, y, z] = rows[0][5..] else { panic!() };
    assert!((x - std::f64::consts::PI).abs() < 1e-15 && y.abs() < 1e-15, "{x} {y}");
    assert!((z - 0.1).abs() < 1e-15);
}

#[test]
fn a_message_tells_what_the_next_needs_to_be_told() {
    let folder = tempfile::tempdir().unwrap();
    let (first, second) = (folder.path().join("a.aem"), folder.path().join("b.aem"));
    let how = Conversion { aem: support::aem(), ..Conversion::default() };
    convert(&mut Rows::new(20), &first, &how).unwrap();
    let mut source = Format::Aem.open(&first, None).unwrap();
    let date = vec![("creation_date".to_owned(), "2026-01-01T00:00:00".to_owned())];
    let converted =
        convert(&mut *source, &second, &Conversion { aem: date, ..Conversion::default() });
    assert_eq!(converted.unwrap().rows, 20);
    let (first, second) = (fs::read_to_string(first).unwrap(), fs::read_to_string(second).unwrap());
    let without_rates = |text: &str| -> Vec<String> {
        text.lines().map(|line| line.split(' ').take(5).collect::<Vec<_>>().join(" ")).collect()
    };
    assert_eq!(without_rates(&first), without_rates(&second));
}

#[test]
fn a_message_wants_time_to_increase_and_numbers_to_be_finite() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.aem");
    let about = About { json: String::new(), aem: Some(keys(&[])), ..About::default() };
    let mut sink = Format::Aem.create(&path, &columns(), &about).unwrap();
    let mut rows = trajectory(3);
    sink.row(&rows[1]).unwrap();
    let error = sink.row(&rows[0]).unwrap_err().to_string();
    assert!(error.contains("time goes back to 0.0"), "{error}");
    rows[2][1] = f64::NAN;
    let error = sink.row(&rows[2]).unwrap_err().to_string();
    assert!(error.contains("at time 0.02 a number is NaN"), "{error}");
    // Less than a nanosecond apart is one epoch.
    rows[1][0] += 1e-10;
    sink.row(&rows[1]).unwrap();
    sink.finish().unwrap();
    assert_eq!(read(&path).1.len(), 1);
    let error = Format::Aem.create(&path, &columns(), &about).unwrap().finish().unwrap_err();
    assert!(error.to_string().contains("there is no row"), "{error}");
}

#[test]
fn keys_that_cannot_be_are_refused() {
    for (key, value, message) in [
        ("color", "red", "there is no key aem.color; there are epoch, time_system"),
        ("time_system", "utc", "aem.time_system is \"utc\"; it can be UTC, TAI, TT, TDB, GPS"),
        (
            "epoch",
            "2026-02-29T00:00:00",
            "`2026-02-29T00:00:00` is no epoch of the calendar; write",
        ),
        ("object_name", "A\nB", "it must be a line of at most 200 ASCII characters"),
        ("object_name", "", "it must be a line"),
        ("ref_frame_b", "ICRF", "aem.ref_frame_a and ref_frame_b are both ICRF"),
        ("creation_date", "today", "`today` is no epoch"),
        ("version", "2", "aem.version is \"2\"; it can be 2.0, 1.0"),
    ] {
        let pairs = [support::aem(), vec![(key.to_owned(), value.to_owned())]].concat();
        let wrong = aem::AemMetadata::new(pairs).unwrap_err();
        assert!(wrong.to_string().contains(message), "{wrong}");
        assert_eq!(wrong.key, key);
    }
    let wrong = aem::AemMetadata::new(vec![]).unwrap_err().to_string();
    assert!(wrong.contains("aem.epoch is missing"), "{wrong}");
    let one = [("version", "1.0"), ("attitude_type", "QUATERNION/ANGVEL")];
    let pairs = one.map(|(key, value)| (key.to_owned(), value.to_owned()));
    let wrong = aem::AemMetadata::new([support::aem(), pairs.to_vec()].concat()).unwrap_err();
    assert!(wrong.to_string().contains("which version 1.0 does not have"), "{wrong}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]
    /// Lines in any order, damaged anyhow: read, or refused with a line number.
    #[test]
    fn no_text_makes_the_reader_panic(
        lines in prop::collection::vec(
            prop_oneof![
                (0..30_usize).prop_map(Some), (0..30_usize).prop_map(Some), Just(None),
            ],
            0..40,
        ),
        noise in "[ -~\\t\u{e4}]{0,60}", place in 0.0..1.0_f64, letter: char,
    ) {
        let whole = message(3, &[]);
        let known: Vec<_> = whole.lines().collect();
        let line = |i: &Option<usize>| i.map_or(&*noise, |i| known.get(i).unwrap_or(&"COMMENT x"));
        let mut text = lines.iter().map(line).collect::<Vec<_>>().join("\n");
        if let Err(error) = read_text(&text) {
            prop_assert!(error.contains(", line "), "{error}");
        }
        text = whole;
        let places: Vec<_> = text.char_indices().map(|(i, _)| i).collect();
        let place = places[(place * (places.len() - 1) as f64) as usize];
        text.replace_range(place..=place, &letter.to_string());
        if let Err(error) = read_text(&text) {
            prop_assert!(error.contains(", line "), "{error}");
        }
    }
}
