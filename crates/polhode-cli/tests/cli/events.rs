//! Events by the real binary: where they are told, and that they survive.

use crate::support::{TestFolder, survives};
use polhode::exact::Tumble;
use polhode_lab::{Scenario, embedded};
use serde_json::Value;

const COLUMNS: &str = "t,q_w,q_x,q_y,q_z,w_bx,w_by,w_bz,l_bx,l_by,l_bz,l_sx,l_sy,l_sz,energy";

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

/// Samples are rare here, and most events between them; the last event ends the run. In
/// equal steps, and in steps that follow a tolerance.
#[test]
fn a_run_with_events_that_was_killed_ends_as_if_nothing_had_been() {
    let events = "event=[{name=\"roll\",expression=\"wx\"},\
                  {name=\"nod\",angle={body=[0.0,0.0,1.0],space=[0.0,0.0,1.0],degrees=60.0},stop_after=150},\
                  {energy={drift=1e-9}}]";
    let cubesat = ["cubesat", "--duration", "160000.0", "--step", "0.5", "--set", events];
    let files = ["trajectory.csv", "events.csv"];
    survives(&[&cubesat[..], &["--set", "output.every=500.0"]].concat(), 25, &files);
    let flips = "event=[{expression=\"wy\",stop_after=500},{expression=\"r13\"}]";
    let handle =
        ["t-handle", "--duration", "1000.0", "--method", "taylor", "--step", "1.0", "--set", flips];
    survives(&[&handle[..], &["--set", "output.every=10.0"]].concat(), 25, &files);
}

/// Dry friction about an axis that a torque of time drives through rest again and again: switches by time, by
/// state, and sliding.
const FRICTION: &str = r#"title = "dry friction"
[body]
inertia = [1.0, 2.0, 2.5]
[initial]
angular_velocity = [0.1, 0.2, 1.0]
[run]
duration = 2000.0
method = "rk4"
step = 0.05
[output]
every = 20.0
switches = true
[[torque]]
model = "expression"
components = ["0", "0", "0.4*sin(0.3*t) - 0.3*sign(wz)"]
[[torque]]
model = "table"
interpolation = "hold"
times = [0.0, 500.0, 1500.0]
torques = [[0.0, 0.0, 0.01], [0.0, 0.0, 0.02], [0.0, 0.0, 0.0]]
"#;

#[test]
fn a_run_that_switches_and_was_killed_ends_as_if_nothing_had_been() {
    let place = TestFolder::new();
    std::fs::write(place.path("friction.toml"), FRICTION).unwrap();
    let path = place.path("friction.toml");
    let path = path.to_str().expect("a path");
    let files = ["trajectory.csv", "events.csv"];
    survives(&[path], 12, &files);
    let series = ["--method", "taylor:tolerance=1e-12", "--set", "run.duration=20000"];
    survives(&[&[path][..], &series].concat(), 12, &files);
    let half = "event=[{name=\"half\",expression=\"wz - 0.5\"}]";
    survives(&[path, "--method", "rkmk4", "--set", half], 12, &files);
}

/// A body with dry friction comes to rest where the closed form says, and slides from then on.
#[test]
fn switches_are_counted_named_and_rows_of_events() {
    let place = TestFolder::new();
    let text = r#"title = "dry friction"
[body]
inertia = [1.0, 2.0, 2.5]
[initial]
angular_velocity = [0.0, 0.0, 1.0]
[run]
duration = 10.0
method = "rk4"
step = 0.1
[output]
switches = true
time_unit = "s"
[[torque]]
model = "expression"
components = ["0", "0", "-0.5*sign(wz)"]
[[torque]]
model = "table"
interpolation = "hold"
times = [0.0, 2.0, 6.0]
torques = [[0.0, 0.0, 0.1], [0.0, 0.0, 0.2], [0.0, 0.0, 0.0]]
[[event]]
name = "half"
expression = "wz - 0.5"
"#;
    std::fs::write(place.path("a.toml"), text).unwrap();
    let said = place.succeeds(&["run", "a.toml", "--out", "a"]);
    assert!(said.contains("  switches    3 located, 1 sliding interval of 3 s\n"), "{said}");
    let summary = crate::support::json(&place.read("a/summary.json"));
    let switches = &summary["switches"];
    assert_eq!((&switches["located"], &switches["sliding"]), (&3.into(), &1.into()));
    assert_eq!(switches["chatter"], Value::Null);
    // Rounding of some steps.
    assert!((number(&switches["sliding_time"]) - 3.0).abs() < 1e-13, "{switches}");
    assert_eq!(summary["events"].as_array().map(Vec::len), Some(1));
    let csv = place.read("a/events.csv");
    let rows = csv.lines().skip(1).map(|line| {
        let fields: Vec<&str> = line.split(',').collect();
        let time: f64 = fields[3].parse().unwrap();
        (fields[..3].join(","), (time * 1e9).round() / 1e9)
    });
    let expected = [
        ("table of torque 2,1,rising", 2.0),
        ("half,1,falling", 3.5),
        ("table of torque 2,2,rising", 6.0),
        ("sign(wz) of torque 1,1,sliding", 7.0),
    ];
    assert_eq!(rows.collect::<Vec<_>>(), expected.map(|(name, time)| (name.to_owned(), time)));
    // Without the key the counts are the same, and only the event has a row.
    place.succeeds(&["run", "a.toml", "--set", "output.switches=false", "--out", "b", "--quiet"]);
    let other = crate::support::json(&place.read("b/summary.json"));
    assert_eq!(other["switches"], *switches);
    assert_eq!(place.read("b/events.csv").lines().count(), 2);
    // What does not switch says nothing of it.
    let said = place.succeeds(&["run", "t-handle", "--duration", "1.0", "--out", "c"]);
    assert!(!said.contains("switches") && !place.read("c/summary.json").contains("switches"));
}

/// The torque drives the body back to the step of `floor` from both sides.
#[test]
fn a_failure_at_a_switch_names_it() {
    let place = TestFolder::new();
    let text = r#"[body]
inertia = [1.0, 2.0, 2.5]
[initial]
angular_velocity = [0.0, 0.0, 1.0]
[run]
duration = 10.0
method = "rk4"
step = 0.1
[[torque]]
model = "expression"
components = ["0", "0", "-0.5 - floor(10*wz - 1)"]
"#;
    std::fs::write(place.path("a.toml"), text).unwrap();
    let said = place.polhode(&["run", "a.toml", "--out", "a"]);
    assert_eq!(said.code, Some(3), "{said:?}");
    assert!(
        said.err.contains("the motion is not defined there (switch `floor(10*wz - 1)`)"),
        "{said:?}"
    );
}

const FLIPS: &str = "event=[{name=\"flip\",expression=\"wy\"},\
                     {name=\"third, up\",expression=\"wy\",direction=\"rising\",stop_after=3},\
                     {energy={below=0.0,above=1.0}}]";

/// The T-handle turns over after half a period of its elliptic functions, and every half
/// period again.
#[test]
fn events_are_told_where_they_are_and_stop_a_run() {
    let place = TestFolder::new();
    let text = embedded::find("t-handle").unwrap().text;
    let scenario = Scenario::parse("t-handle", text, &[]).unwrap();
    let tumble = Tumble::new(&scenario.problem.body.inertia, scenario.problem.start.momentum);
    let sixth = tumble.time_to_flip().unwrap() + 5.0 * tumble.nutation_period().unwrap();
    for method in ["exact", "taylor", "buss-5:energy"] {
        let arguments = ["run", "t-handle", "--method", method, "--set", FLIPS, "--force"];
        let said = place.succeeds(&[&arguments[..], &["--out", "a"]].concat());
        let summary = crate::support::json(&place.read("a/summary.json"));
        let flips = &summary["events"][0];
        assert_eq!((&flips["name"], number(&flips["count"])), (&Value::from("flip"), 6.0));
        assert_eq!(summary["stopped_by"], "third, up");
        assert_eq!(summary["complete"], true);
        assert_eq!(summary["events"][2]["count"], 0);
        let time = number(&summary["time"]);
        assert!((time - sixth).abs() < 1e-11, "{method}: {time}, {sixth}");
        assert!(number(&summary["angular_velocity"][1]).abs() < 1e-13, "{method}");
        assert!(said.contains(&format!("stopped by event third, up at time {time:?}")), "{said}");
        assert!(said.contains("flip: 6 times, first at "), "{said}");
        assert!(said.contains("event-3: never"), "{said}");
        let csv = place.read("a/events.csv");
        let lines: Vec<&str> = csv.lines().collect();
        assert_eq!(lines[0], format!("event,number,direction,{COLUMNS}"));
        assert_eq!(lines.len(), 1 + 6 + 3);
        assert!(lines[1].starts_with("flip,1,falling,"), "{}", lines[1]);
        assert!(lines[9].starts_with("\"third, up\",3,rising,"), "{}", lines[9]);
        let trajectory = place.read("a/trajectory.csv");
        let last = trajectory.lines().last().unwrap_or_default();
        assert!(lines[9].ends_with(last), "{last}");
        // It has ended, and to go on changes nothing.
        place.succeeds(&["run", "--resume", "a", "--quiet"]);
        assert_eq!(csv, place.read("a/events.csv"));
        assert_eq!(trajectory, place.read("a/trajectory.csv"));
    }
}

/// Steps of `taylor` end when they end: what is behind the end of the run has not been.
#[test]
fn events_behind_the_end_are_not_told() {
    let place = TestFolder::new();
    let run = |method: &str, duration: &str| {
        let arguments = ["t-handle", "--method", method, "--duration", duration];
        let event = "event=[{expression=\"wy\",stop_after=2}]";
        let more = ["--set", event, "--set", "output.every=0.001", "--force", "--out", "a"];
        let summary = place.summary(&[&arguments[..], &more].concat());
        let name = summary.get("stopped_by").cloned();
        (number(&summary["events"][0]["count"]), name.is_some(), number(&summary["time"]))
    };
    let (_, _, second) = run("exact", "5.0");
    for method in ["exact", "taylor"] {
        let before = (second * 1000.0).floor() / 1000.0;
        assert_eq!(run(method, &format!("{before:?}")), (1.0, false, before), "{method}");
        let (count, stopped, time) = run(method, &format!("{:?}", before + 0.001));
        assert!((count, stopped) == (2.0, true) && (time - second).abs() < 1e-12, "{method}");
    }
}
