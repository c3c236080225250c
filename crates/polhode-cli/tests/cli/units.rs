//! One unit of time for all files of a run, by the real binary.

use crate::support::{Said, TestFolder, json};
use serde_json::Value;

/// The units with a known length, in seconds.
const UNITS: [(&str, f64); 9] = [
    ("fs", 1e-15),
    ("ps", 1e-12),
    ("ns", 1e-9),
    ("us", 1e-6),
    ("ms", 1e-3),
    ("s", 1.0),
    ("min", 60.0),
    ("h", 3600.0),
    ("d", 86400.0),
];

/// Ten units of time, or ten milliseconds where epochs could not tell the samples apart.
fn duration(seconds: f64) -> f64 {
    if seconds < 1e-3 { 1e-2 / seconds } else { 10.0 }
}

fn scenario(duration: f64, more: &str) -> String {
    format!(
        "title = \"units\"\n[body]\ninertia = [1.0, 2.0, 2.5]\n\
         [initial]\nangular_velocity = [{0:?}, {1:?}, {0:?}]\n\
         [run]\nduration = {duration:?}\nmethod = \"exact\"\nstep = {2:?}\n{more}",
        0.1 / duration,
        3.0 / duration,
        duration / 100.0,
    )
}

const AEM: &str = "[aem]\nobject_name = \"BODY\"\nobject_id = \"1\"\nepoch = 2026-01-01T00:00:00\n\
                   time_system = \"TAI\"\ncreation_date = 2026-01-01T00:00:00\n";
const KEYS: [&str; 8] = [
    "--aem",
    "object_name=BODY",
    "--aem",
    "object_id=1",
    "--aem",
    "epoch=2026-01-01T00:00:00",
    "--aem",
    "time_system=TAI",
];

/// Seconds after the first of January 2026, which is not longer ago than a month.
fn seconds(epoch: &str) -> f64 {
    let rest = epoch.strip_prefix("2026-01-").unwrap_or_else(|| panic!("{epoch}"));
    let (day, time) = rest.split_once('T').expect("a time");
    let parts: Vec<f64> = time.split(':').map(|part| part.parse().expect("a number")).collect();
    (day.parse::<f64>().expect("a day") - 1.0) * 86400.0
        + parts[0] * 3600.0
        + parts[1] * 60.0
        + parts[2]
}

/// The rows of a message: seconds, and rates in radians per second.
fn message(text: &str) -> Vec<(f64, [f64; 3])> {
    let data = text.split("DATA_START\n").nth(1).expect("data").split("DATA_STOP").next();
    let row = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let rate = |i: usize| words[5 + i].parse::<f64>().expect("a rate").to_radians();
        (seconds(words[0]), [0, 1, 2].map(rate))
    };
    data.expect("data").lines().map(row).collect()
}

fn is_near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-12 * a.abs().max(b.abs()) + 2e-9
}

fn refused(said: &Said, words: &[&str]) {
    assert_eq!(said.code, Some(2), "{said:?}");
    for word in words {
        assert!(said.err.contains(word), "{word:?} is not in {}", said.err);
    }
}

#[test]
fn epochs_of_a_message_are_those_of_the_table_in_every_unit() {
    for (unit, length) in UNITS {
        let place = TestFolder::new();
        let duration = duration(length);
        let output = "formats = [\"csv\", \"parquet\", \"npz\", \"aem\", \"msopck\"]";
        let more = format!("[output]\ntime_unit = \"{unit}\"\n{output}\n{AEM}");
        place.write("a.toml", scenario(duration, &more));
        let summary = place.summary(&["a.toml", "--out", "a"]);
        assert_eq!(summary["time_unit"], Value::from(unit));
        assert_eq!(json(&place.read("a/summary.json"))["time_unit"], Value::from(unit));
        let table = place.trajectory("a");
        assert_eq!(summary["time"].as_f64(), Some(table.last().unwrap()[0]), "{unit}");
        let rows = message(&place.read("a/trajectory.aem"));
        assert_eq!(rows.len(), table.len(), "{unit}");
        assert!(is_near(rows.last().unwrap().0, duration * length), "{unit}: {:?}", rows.last());
        for (row, (time, rates)) in table.iter().zip(&rows) {
            assert!(is_near(row[0] * length, *time), "{unit}: {} and {time}", row[0]);
            for (here, there) in row[5..8].iter().zip(rates) {
                assert!((here / length / there - 1.0).abs() < 1e-12, "{unit}: {here} and {there}");
            }
        }
        // SPICE has seconds too.
        let spice = place.read("a/trajectory.msopck");
        let times = spice.lines().map(|line| line.split(' ').next().unwrap().parse().unwrap());
        let times: Vec<f64> = times.collect();
        let span = times.last().unwrap() - times[0];
        // TDB is not TAI: its seconds differ by 3e-10.
        assert!((span - duration * length).abs() < 1e-6 + 1e-9 * span, "{unit}: {span}");
    }
}

#[test]
fn what_is_converted_keeps_the_unit_of_the_run() {
    for (unit, length) in UNITS {
        let place = TestFolder::new();
        let output = "formats = [\"csv\", \"parquet\", \"npz\"]";
        let more = format!("[output]\ntime_unit = \"{unit}\"\n{output}\n");
        place.write("a.toml", scenario(duration(length), &more));
        place.succeeds(&["run", "a.toml", "--out", "a", "--quiet"]);
        let end = duration(length) * length;
        for (number, from) in ["a", "a/trajectory.parquet", "a/trajectory.npz"].iter().enumerate() {
            let to = format!("{number}.aem");
            place.succeeds(&[&["convert", from, &to, "--quiet"], &KEYS[..]].concat());
            let rows = message(&place.read(&to));
            assert!(is_near(rows.last().unwrap().0, end), "{unit}, {from}: {:?}", rows.last());
            // The same unit may be repeated; another one would stretch time.
            let same = format!("time_unit={unit}");
            let again = ["convert", from, &to, "--force", "--quiet", "--aem", &same];
            place.succeeds(&[&again, &KEYS[..]].concat());
            let other = if unit == "d" { "time_unit=s" } else { "time_unit=d" };
            let said = place
                .polhode(&[&["convert", from, "other.aem", "--aem", other], &KEYS[..]].concat());
            refused(&said, &["time_unit", unit]);
            assert!(!place.has("other.aem"));
        }
        // Read back, time is in seconds since the first epoch, and rates are per second.
        place.succeeds(&["convert", "0.aem", "back.csv", "--quiet"]);
        let back = place.read("back.csv");
        let last: Vec<f64> =
            back.lines().last().unwrap().split(',').map(|cell| cell.parse().unwrap()).collect();
        let table = place.trajectory("a");
        let row = table.last().unwrap();
        assert!(is_near(last[0], row[0] * length), "{unit}: {last:?}");
        assert!((row[5] / length / last[5] - 1.0).abs() < 1e-12, "{unit}: {last:?}");
        // And it stays what it is from message to message.
        place.succeeds(&["convert", "0.aem", "again.aem", "--quiet"]);
        let (again, before) = (message(&place.read("again.aem")), message(&place.read("0.aem")));
        for ((time, rates), (time_before, rates_before)) in again.iter().zip(&before) {
            assert_eq!(time, time_before, "{unit}");
            // Degrees to radians and back.
            let off = rates.iter().zip(rates_before).map(|(a, b)| (a / b - 1.0).abs());
            assert!(off.fold(0.0, f64::max) < 1e-15, "{unit}: {rates:?}, {rates_before:?}");
        }
        if unit != "s" {
            let aem = format!("time_unit={unit}");
            refused(&place.polhode(&["convert", "0.aem", "b.aem", "--aem", &aem]), &["time_unit"]);
        }
    }
}

#[test]
fn a_table_without_a_unit_is_told_it() {
    let place = TestFolder::new();
    place.write("a.toml", scenario(10.0, ""));
    place.succeeds(&["run", "a.toml", "--out", "a", "--quiet"]);
    for from in ["a", "a/trajectory.csv"] {
        let said = place.polhode(&[&["convert", from, "a.aem", "--force"], &KEYS[..]].concat());
        assert_eq!(said.code, Some(0), "{}", said.err);
        assert!(said.out.contains("seconds") && said.out.contains("time_unit"), "{}", said.out);
        assert_eq!(message(&place.read("a.aem")).last().unwrap().0, 10.0);
        let told = ["convert", from, "a.aem", "--force", "--quiet", "--aem", "time_unit=d"];
        place.succeeds(&[&told, &KEYS[..]].concat());
        assert_eq!(message(&place.read("a.aem")).last().unwrap().0, 864_000.0);
    }
}

#[test]
fn a_message_and_the_rest_of_a_run_have_one_unit() {
    let place = TestFolder::new();
    let formats = "formats = [\"aem\", \"csv\"]\n";
    // Said with the message alone, it is the unit of all.
    let said = format!("[output]\n{formats}{AEM}time_unit = \"h\"\n");
    place.write("h.toml", scenario(10.0, &said));
    assert_eq!(place.summary(&["h.toml", "--out", "h"])["time_unit"], "h");
    assert_eq!(message(&place.read("h/trajectory.aem")).last().unwrap().0, 36_000.0);
    place.succeeds(&["plot", "h", "--out", "h"]);
    assert!(place.read("h/rates.svg").contains("time (h)"));
    // Where nothing is said, a message is in seconds, and so is the rest.
    place.write("s.toml", scenario(10.0, &format!("[output]\n{formats}{AEM}")));
    assert_eq!(place.summary(&["s.toml", "--out", "s"])["time_unit"], "s");
    // Said twice, and not alike.
    let said = format!("[output]\ntime_unit = \"d\"\n{formats}{AEM}time_unit = \"s\"\n");
    place.write("two.toml", scenario(10.0, &said));
    refused(
        &place.polhode(&["run", "two.toml", "--out", "two"]),
        &["aem.time_unit", "\"s\"", "\"d\""],
    );
    assert!(!place.has("two"));
    // A unit of no known length is a label; a message needs more.
    let said = format!("[output]\ntime_unit = \"orbits\"\n{formats}");
    let label = said.replace("\"aem\", ", "");
    place.write("label.toml", scenario(10.0, &label));
    assert_eq!(place.summary(&["label.toml", "--out", "label"])["time_unit"], "orbits");
    let convert = [&["convert", "label", "label.aem"], &KEYS[..]].concat();
    refused(&place.polhode(&convert), &["orbits", "min, h, d"]);
    place.write("orbits.toml", scenario(10.0, &(said + AEM)));
    refused(
        &place.polhode(&["check", "orbits.toml"]),
        &["output.time_unit", "orbits", "min, h, d"],
    );
}

#[test]
fn an_ensemble_says_its_unit() {
    let place = TestFolder::new();
    let ensemble = "[ensemble]\ncount = 5\n[ensemble.vary]\n\
                    \"initial.attitude\" = { distribution = \"uniform-rotation\" }\n\
                    [ensemble.keep]\nstates = true\nformats = [\"csv\", \"parquet\"]\n";
    let text = scenario(10.0, &format!("[output]\ntime_unit = \"d\"\n{ensemble}"));
    place.write("a.toml", text);
    let said = place.succeeds(&["ensemble", "a.toml", "--out", "a", "--json"]);
    assert_eq!(json(&said)["time_unit"], "d");
    assert_eq!(json(&place.read("a/summary.json"))["time_unit"], "d");
    let keys = [&["convert", "a/states.parquet", "a.aem", "--aem", "time_unit=s"], &KEYS[..]];
    refused(&place.polhode(&keys.concat()), &["time_unit"]);
}
