//! Ctrl-C once and twice, by the real binary: the second signal stops at once, and what was computed can
//! go on.

use crate::support::{Said, TestFolder, timeless};
use std::fs;
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// So many samples that their files take seconds.
const LARGE: [&str; 10] = [
    "run",
    "t-handle",
    "--step",
    "0.001",
    "--set",
    "output.every_steps=1",
    "--set",
    "output.formats=[\"csv\", \"parquet\", \"npz\"]",
    "--quiet",
    "--out",
];

fn start(place: &TestFolder, arguments: &[&str]) -> Child {
    let mut command = place.command(arguments);
    command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("the binary")
}

fn signal(place: &TestFolder, child: &Child, name: &str) {
    place.shell(&format!("kill -{name} {}", child.id()));
}

/// Until something is so; not for ever.
fn wait_for(what: &str, child: &mut Child, is: impl Fn() -> bool) {
    let begin = Instant::now();
    while !is() {
        assert!(begin.elapsed() < Duration::from_secs(120), "no {what} within two minutes");
        let ended = child.try_wait().expect("its state");
        assert!(ended.is_none(), "it ended before there was {what}: {ended:?}");
        sleep(Duration::from_millis(1));
    }
}

fn said(child: Child) -> Said {
    Said::from_output(child.wait_with_output().expect("its end"))
}

/// Sends signals until the process ends: two of them, unless it is too late.
fn stopped(place: &TestFolder, mut child: Child) -> Said {
    while child.try_wait().expect("its state").is_none() {
        signal(place, &child, "INT");
    }
    said(child)
}

fn size(place: &TestFolder, name: &str) -> u64 {
    fs::metadata(place.path(name)).map_or(0, |file| file.len())
}

fn names(place: &TestFolder, folder: &str) -> Vec<String> {
    let entries = fs::read_dir(place.path(folder)).expect("a folder").map(Result::unwrap);
    let mut names: Vec<_> = entries.map(|entry| entry.file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn no_unfinished_files(place: &TestFolder, folder: &str) {
    let left = names(place, folder);
    let unfinished = |name: &&String| name.ends_with(".part") || name.ends_with(".rows");
    assert_eq!(left.iter().find(unfinished), None, "{left:?}");
}

#[test]
fn a_second_signal_stops_a_run_at_once_and_it_can_go_on() {
    let place = TestFolder::new();
    let run = |duration, out| [&LARGE[..], &[out, "--duration", duration]].concat();
    // One signal while it computes, and a second one while it writes what it has; any pair of them.
    for (first, second) in [("INT", "INT"), ("TERM", "INT"), ("INT", "TERM")] {
        // All of it would not fit on many disks.
        let mut child = start(&place, &[&run("1e6", "cut")[..], &["--force"]].concat());
        wait_for("a log", &mut child, || size(&place, "cut/run.log") > 60_000_000);
        signal(&place, &child, first);
        wait_for("a file", &mut child, || size(&place, "cut/trajectory.csv.part") > 0);
        signal(&place, &child, second);
        let said = said(child);
        assert_eq!(said.code, Some(130), "{said:?}");
        assert!(said.err.contains("polhode run --resume cut"), "{}", said.err);
        // Nothing that looks like a result, and nothing that is left over.
        let left = names(&place, "cut");
        let result = |name: &&String| name.starts_with("trajectory") || *name == "summary.json";
        assert_eq!(left.iter().find(result), None, "{left:?}");
        no_unfinished_files(&place, "cut");
        let log = size(&place, "cut/run.log");
        assert!(log > 60_000_000, "{log}");
        // It goes on where it was.
        let mut child = start(&place, &["run", "--resume", "cut", "--quiet"]);
        wait_for("progress", &mut child, || size(&place, "cut/run.log") > log + 1_000_000);
        child.kill().expect("SIGKILL");
        child.wait().expect("its end");
        fs::remove_dir_all(place.path("cut")).unwrap();
    }
}

#[test]
fn a_run_stopped_while_it_writes_is_completed_with_the_same_files() {
    let place = TestFolder::new();
    let run = |out| [&LARGE[..], &[out, "--duration", "200.0"]].concat();
    place.succeeds(&run("whole"));
    let mut child = start(&place, &run("cut"));
    wait_for("a file", &mut child, || size(&place, "cut/trajectory.csv.part") > 0);
    let said = stopped(&place, child);
    assert_eq!(said.code, Some(130), "{said:?}");
    assert!(!place.has("cut/summary.json"));
    no_unfinished_files(&place, "cut");
    place.succeeds(&["run", "--resume", "cut", "--quiet"]);
    assert_eq!(names(&place, "cut"), names(&place, "whole"));
    for name in ["trajectory.csv", "scenario.toml"] {
        assert!(
            place.read(&format!("cut/{name}")) == place.read(&format!("whole/{name}")),
            "{name}"
        );
    }
    let summaries = ["cut/summary.json", "whole/summary.json"].map(|name| place.read(name));
    assert_eq!(timeless(&summaries[0]), timeless(&summaries[1]));
}

#[test]
fn a_run_under_nohup_survives_the_end_of_its_terminal() {
    let place = TestFolder::new();
    let run = [&LARGE[..], &["far", "--duration", "1e6", "--force"]].concat();
    let mut command = std::process::Command::new("nohup");
    command.arg(env!("CARGO_BIN_EXE_polhode")).args(run).current_dir(place.path("."));
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("nohup");
    wait_for("a log", &mut child, || size(&place, "far/run.log") > 1_000_000);
    signal(&place, &child, "HUP");
    let before = size(&place, "far/run.log");
    wait_for("more of it", &mut child, || size(&place, "far/run.log") > before + 40_000_000);
    child.kill().expect("SIGKILL");
    child.wait().expect("its end");
}

/// Free bodies, whose states take longer to write than to compute.
const MANY: &str = r#"title = "many"
[body]
inertia = [1.0, 2.0, 2.5]
[initial]
angular_velocity = [0.1, 2.0, 0.1]
[run]
duration = 1.0
method = "exact"
step = 1.0
[ensemble]
count = 300000
[ensemble.vary]
"initial.attitude" = { distribution = "uniform-rotation" }
[ensemble.keep]
states = true
formats = ["csv", "parquet", "npy", "npz"]
"#;

#[test]
fn a_second_signal_stops_an_ensemble_at_once_and_the_same_command_goes_on() {
    let place = TestFolder::new();
    place.write("many.toml", MANY);
    let run = |out| ["ensemble", "many.toml", "--quiet", "--out", out];
    place.succeeds(&run("whole"));
    let mut child = start(&place, &run("cut"));
    wait_for("a file", &mut child, || size(&place, "cut/states.csv.part") > 0);
    let said = stopped(&place, child);
    assert_eq!(said.code, Some(130), "{said:?}");
    assert!(said.err.contains("the same command"), "{}", said.err);
    assert!(!place.has("cut/summary.json") && !place.has("cut/states.csv"));
    no_unfinished_files(&place, "cut");
    let chunks = names(&place, "cut/chunks").len();
    let said = place.polhode(&["ensemble", "many.toml", "--out", "cut"]);
    assert_eq!(said.code, Some(0), "{said:?}");
    assert!(said.err.contains(&format!("{chunks} of {chunks} chunks were there")), "{}", said.err);
    assert_eq!(names(&place, "cut"), names(&place, "whole"));
    assert!(place.read("cut/states.csv") == place.read("whole/states.csv"));
}

#[test]
fn a_signal_ends_a_conversion_with_130_and_leaves_no_half_of_a_file() {
    let place = TestFolder::new();
    place.succeeds(&[&LARGE[..], &["a", "--duration", "200.0"]].concat());
    for to in ["a.csv", "a.npz", "a.parquet"] {
        let mut child = start(&place, &["convert", "a", to]);
        let part = format!("{to}.part");
        wait_for("a file", &mut child, || place.has(&part));
        signal(&place, &child, "INT");
        let said = said(child);
        assert_eq!(said.code, Some(130), "{to}: {said:?}");
        assert!(!place.has(to), "{to}");
        no_unfinished_files(&place, ".");
        place.succeeds(&["convert", "a", to, "--quiet"]);
    }
}

#[test]
fn a_signal_ends_every_command_that_computes_with_130() {
    let place = TestFolder::new();
    let commands: [&[&str]; 4] = [
        &["compare", "fast-top", "--methods", "rk4", "--duration", "1e5", "--out", "a"],
        &["choose", "fast-top", "--duration", "1e5", "--accuracy", "1e-9", "--out", "a"],
        &["check", "fast-top", "--duration", "1e5", "--set", "run.accuracy=1e-9"],
        &["reproduce", "krysl-2004", "--out", "b"],
    ];
    for command in commands {
        // Until the signal comes when the program has begun to listen.
        let ended = (1..50).find_map(|tenth| {
            let child = start(&place, command);
            sleep(Duration::from_millis(20 * tenth));
            signal(&place, &child, "INT");
            let said = said(child);
            said.code.is_some().then_some(said)
        });
        let ended = ended.unwrap_or_else(|| panic!("{command:?} is ended by the signal itself"));
        assert_eq!(ended.code, Some(130), "{command:?}: {ended:?}");
        assert!(ended.err.contains("interrupted"), "{command:?}: {}", ended.err);
        assert!(!place.has("a"), "{command:?}");
    }
}
