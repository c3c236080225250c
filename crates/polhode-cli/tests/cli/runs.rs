//! Runs by the real binary: what they write, and that a run that was cut off ends
//! as if nothing had been.

use crate::support::{Said, TestFolder, survives, timeless};
use polhode_lab::embedded::SCENARIOS;
use polhode_lab::scenario::SampleSpacing;
use serde_json::Value;
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

const COLUMNS: &str = "t,q_w,q_x,q_y,q_z,w_bx,w_by,w_bz,l_bx,l_by,l_bz,l_sx,l_sy,l_sz,energy";

/// The keys that programs may rely on.
const KEYS: [&str; 16] = [
    "scenario",
    "method",
    "step",
    "steps",
    "time",
    "attitude",
    "matrix",
    "momentum_body",
    "momentum_space",
    "angular_velocity",
    "energy",
    "momentum",
    "attitude_norm_error",
    "torque_evaluations",
    "wall_seconds",
    "version",
];

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap_or_else(|| panic!("{value} is no list")).iter().map(number).collect()
}

#[test]
fn every_embedded_scenario_runs_and_says_how_good_it_is() {
    let place = TestFolder::new();
    for scenario in SCENARIOS {
        let name = scenario.name;
        let plan = polhode_lab::Scenario::parse(name, scenario.text, &[]).unwrap().schedule;
        // A fiftieth of a run is enough here, and `every` still falls on steps.
        let SampleSpacing::Steps { steps, every } = plan.pace else {
            panic!("{name} has fixed steps")
        };
        let share = (plan.samples() / 50).max(1) * every;
        let duration = format!("{:?}", plan.step * share.min(steps) as f64);
        let summary = place.summary(&[name, "--out", name, "--duration", &duration]);
        for key in KEYS {
            assert!(summary.get(key).is_some(), "{name} has no {key}");
        }
        assert_eq!(summary["complete"], true, "{name}");
        assert_eq!(number(&summary["steps"]), share.min(steps) as f64, "{name}");
        let norm: f64 = numbers(&summary["attitude"]).iter().map(|x| x * x).sum();
        assert!((norm - 1.0).abs() < 1e-6, "{name}: {norm}"); // game-box is in f32
        let free = number(&summary["torque_evaluations"]) == 0.0;
        let momentum = &summary["momentum"]["max_relative_error"];
        assert_eq!(momentum.is_null(), !free, "{name}: {momentum}");
        let energy = &summary["energy"]["max_relative_error"];
        assert!(energy.is_null() || number(energy) < 1e-2, "{name}: {energy}");
        assert!(number(&summary["energy"]["final"]).is_finite(), "{name}");
        let rows = place.trajectory(name);
        assert_eq!(rows.len() as f64, number(&summary["samples"]), "{name}");
        assert!(rows.iter().flatten().all(|x| x.is_finite()), "{name}");
        assert!(place.read(&format!("{name}/trajectory.csv")).starts_with(COLUMNS), "{name}");
    }
}

#[test]
fn the_last_line_of_the_trajectory_has_the_bits_of_the_summary() {
    let place = TestFolder::new();
    let summary = place.summary(&["fast-top", "--out", "a", "--duration", "1.0"]);
    let text = place.read("a/trajectory.csv");
    assert_eq!(text.lines().next(), Some(COLUMNS));
    assert!(!text.contains('#'));
    let rows = place.trajectory("a");
    let last = rows.last().unwrap();
    assert_eq!(last[0], number(&summary["time"]));
    assert_eq!(last[1..5], numbers(&summary["attitude"]));
    assert_eq!(last[5..8], numbers(&summary["angular_velocity"]));
    assert_eq!(last[8..11], numbers(&summary["momentum_body"]));
    assert_eq!(last[11..14], numbers(&summary["momentum_space"]));
    assert_eq!(last[14], number(&summary["energy"]["final"]));
    // Printed again, the numbers are the same text: nothing was lost on the way.
    let again: Vec<String> = last.iter().map(|x| format!("{x:?}")).collect();
    assert_eq!(text.lines().last(), Some(again.join(",").as_str()));
    // And the file of the summary is what was printed.
    assert_eq!(crate::support::json(&place.read("a/summary.json")), summary);
}

#[test]
fn two_runs_of_a_scenario_give_the_same_bytes() {
    let place = TestFolder::new();
    place.summary(&["cubesat", "--out", "a", "--duration", "6000.0"]);
    place.summary(&["a/scenario.toml", "--out", "b"]);
    assert_eq!(place.read("a/trajectory.csv"), place.read("b/trajectory.csv"));
    assert_eq!(place.read("a/scenario.toml"), place.read("b/scenario.toml"));
}

#[test]
fn single_precision_is_near_double() {
    let place = TestFolder::new();
    let run = |precision, out| {
        let arguments = ["fast-top", "--duration", "1.0", "--precision", precision, "--out", out];
        place.summary(&arguments)
    };
    let (double, single) = (run("f64", "a"), run("f32", "b"));
    assert_eq!(single["precision"], "f32");
    let (a, b) = (numbers(&double["attitude"]), numbers(&single["attitude"]));
    let off = a.iter().zip(&b).map(|(x, y)| (x - y).abs()).fold(0.0, f64::max);
    // 2000 steps with a rounding of 6e-8 each; measured 7.3e-5.
    assert!(off > 0.0 && off < 1e-4, "{off:e}");
    for cell in &place.trajectory("b").last().unwrap()[1..5] {
        assert_eq!(f64::from(*cell as f32), *cell, "not a single");
    }
}

#[test]
fn a_run_backwards_comes_back_to_the_start() {
    let place = TestFolder::new();
    let forth = place.summary(&["fast-top", "--duration", "1.0", "--out", "forth"]);
    let set = |key: &str, value: &Value| format!("initial.{key}={value}");
    let there = [
        set("time", &forth["time"]),
        set("attitude", &forth["attitude"]),
        set("angular_momentum", &forth["momentum_body"]),
    ];
    let mut arguments = vec!["fast-top", "--out", "back", "--duration", "-1.0"];
    there.iter().for_each(|set| arguments.extend(["--set", set]));
    let back = place.summary(&arguments);
    assert!(number(&back["step"]) < 0.0);
    assert_eq!(number(&back["time"]), 0.0);
    let first = &place.trajectory("forth")[0];
    let last = place.trajectory("back").pop().unwrap();
    // liemid-ea is symmetric: what is left is rounding, on momenta of 50; measured 1.4e-13.
    let off = first.iter().zip(&last).map(|(x, y)| (x - y).abs()).fold(0.0, f64::max);
    assert!(off < 1e-12, "{off:e}");
}

#[test]
fn a_step_that_does_not_fit_is_shortened_and_the_summary_says_so() {
    let place = TestFolder::new();
    let arguments = ["t-handle", "--duration", "1.0", "--step", "0.3", "--set", "output.every=0.5"];
    let said = place.succeeds(&[&["run", "--out", "a"], &arguments[..]].concat());
    assert!(said.contains("the step was shortened from 0.3"), "{said}");
    let summary = place.summary(&[&["--out", "b"], &arguments[..]].concat());
    assert_eq!((number(&summary["step"]), number(&summary["step_asked"])), (0.25, 0.3));
    assert_eq!(number(&summary["steps"]), 4.0);
    let times: Vec<f64> = place.trajectory("b").iter().map(|row| row[0]).collect();
    assert_eq!(times, [0.0, 0.5, 1.0]);
}

#[test]
fn a_quaternion_nearly_of_norm_1_is_mended_with_a_warning() {
    let place = TestFolder::new();
    let run = |w: &str, more: &[&str]| {
        let set = format!("initial.attitude=[{w},0.0,0.0,0.0]");
        let begin =
            ["run", "t-handle", "--duration", "0.1", "--force", "--out", "a", "--set", &set];
        place.polhode(&[&begin, more].concat())
    };
    let said = run("1.0000005", &[]);
    assert_eq!(said.code, Some(0));
    assert!(
        said.err.starts_with("warning: the quaternion `initial.attitude` has the norm 1.0000005")
    );
    assert_eq!(place.trajectory("a")[0][1], 1.0);
    assert_eq!(run("1.0000005", &["--quiet"]).err, "");
    assert_eq!(run("1.000001", &[]).code, Some(0));
    assert_eq!(run("1.000002", &[]).code, Some(2));
    assert_eq!(run("1.0", &[]).err, "");
}

#[test]
fn a_step_that_cannot_be_solved_ends_with_3_and_keeps_what_was_before() {
    let place = TestFolder::new();
    // A top that falls gets faster, and one step turns it by more than Krysl's equation can.
    let arguments =
        ["run", "slow-top", "--method", "dmv", "--step", "0.2", "--set", "output.every=0.2"];
    let said = place.polhode(&[&arguments[..], &["--out", "a", "--json"]].concat());
    assert_eq!(said.code, Some(3), "{said:?}");
    assert!(said.err.starts_with("error: stopped at time "), "{}", said.err);
    assert!(said.err.contains("try for example --step 0.05"), "{}", said.err);
    assert!(said.err.contains("what was computed before is in a"), "{}", said.err);
    let summary = crate::support::json(&said.out);
    assert_eq!(summary["complete"], false);
    let rows = place.trajectory("a");
    assert_eq!(rows.last().unwrap()[0], number(&summary["time"]));
    // RegisterRun on fails again, in the same way, with the same bytes.
    let csv = place.read("a/trajectory.csv");
    let again = place.polhode(&["run", "--resume", "a"]);
    assert_eq!((again.code, again.err), (Some(3), said.err));
    assert_eq!(csv, place.read("a/trajectory.csv"));
}

#[test]
fn a_state_that_becomes_infinite_ends_with_3() {
    let place = TestFolder::new();
    let formula = "[\"1/(1.005 - t)^3\",\"0\",\"ln(1.005 - t)\"]";
    let set = format!("torque=[{{model=\"expression\",components={formula}}}]");
    let said = place.polhode(&[
        "run",
        "t-handle",
        "--method",
        "rk4",
        "--duration",
        "2.0",
        "--step",
        "0.01",
        "--set",
        &set,
        "--set",
        "output.every=0.01",
        "--out",
        "a",
    ]);
    assert_eq!(said.code, Some(3), "{said:?}");
    assert!(said.err.contains("became infinite or not a number"), "{}", said.err);
    assert!(place.trajectory("a").iter().flatten().all(|x| x.is_finite()));
}

/// About a tenth of a second of steps, and a hundred of them between samples.
const LONG: [&str; 9] = [
    "cubesat",
    "--duration",
    "16000.0",
    "--step",
    "0.25",
    "--set",
    "output.every=25.0",
    "--out",
    "cut",
];

/// Starts a run, and waits until it has something to go on from.
fn started(place: &TestFolder, arguments: &[&str]) -> Child {
    let mut command = place.command(&[&["run"], arguments].concat());
    let child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("the binary");
    let begin = Instant::now();
    while !place.has("cut/run.log") && begin.elapsed() < Duration::from_secs(20) {
        sleep(Duration::from_millis(1));
    }
    child
}

#[test]
fn ctrl_c_ends_with_130_and_a_result_that_can_go_on() {
    let place = TestFolder::new();
    place.succeeds(&[&["run"], &LONG[..8], &["whole", "--quiet"]].concat());
    // Until it was in time: on a fast machine the run may have ended.
    for _ in 0..20 {
        let child = started(&place, &[&LONG[..], &["--force"]].concat());
        sleep(Duration::from_millis(10));
        place.shell(&format!("kill -INT {}", child.id()));
        let said = Said::from_output(child.wait_with_output().expect("its end"));
        // Or the signal came before it was listened to, and ended it at once.
        if matches!(said.code, Some(0) | None) {
            continue;
        }
        assert_eq!(said.code, Some(130), "{said:?}");
        assert!(said.err.starts_with("interrupted after "), "{}", said.err);
        assert!(said.err.contains("% of the run"), "{}", said.err);
        assert!(said.err.contains("polhode run --resume cut"), "{}", said.err);
        assert_eq!(timeless(&place.read("cut/summary.json"))["complete"], false);
        assert!(!place.trajectory("cut").is_empty());
        place.succeeds(&["run", "--resume", "cut", "--quiet"]);
        assert_eq!(place.read("cut/trajectory.csv"), place.read("whole/trajectory.csv"));
        let summaries = ["cut/summary.json", "whole/summary.json"].map(|name| place.read(name));
        assert_eq!(timeless(&summaries[0]), timeless(&summaries[1]));
        return;
    }
    panic!("the run was never interrupted");
}

#[test]
fn a_run_that_was_killed_at_any_moment_ends_as_if_nothing_had_been() {
    survives(&LONG[..7], 50, &["trajectory.csv"]);
}

#[test]
fn without_formats_there_is_a_summary_and_no_trajectory() {
    let place = TestFolder::new();
    place.succeeds(&["run", "toutatis", "--set", "output.formats=[]", "--out", "bare", "--quiet"]);
    assert!(place.read("bare/summary.json").contains("\"complete\": true"));
    assert!(!place.has("bare/trajectory.csv"));
}
