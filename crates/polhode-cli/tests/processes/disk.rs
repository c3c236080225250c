//! What does not fit on the disk is refused before it begins, by the real binary.

use crate::support::ensembles::free;
use crate::support::{Said, TestFolder};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// 10^15 samples, of which no disk has the room.
const ENDLESS: [&str; 8] =
    ["t-handle", "--duration", "1e12", "--step", "0.001", "--set", "output.every_steps=1", "--set"];
const CSV: &str = "output.formats=[\"csv\"]";

fn refused(said: &Said, words: &[&str]) {
    assert_eq!((said.code, said.out.as_str()), (Some(4), ""), "{said:?}");
    for word in words {
        assert!(said.err.contains(word), "{word:?} is not in {}", said.err);
    }
}

/// Ends a process that would not end.
fn interrupted(mut child: Child, begun: impl Fn() -> bool) {
    let begin = Instant::now();
    while !begun() {
        assert!(begin.elapsed() < Duration::from_secs(120), "it has not begun within two minutes");
        assert_eq!(child.try_wait().expect("its state"), None);
        sleep(Duration::from_millis(1));
    }
    child.kill().expect("a kill");
    child.wait().expect("its end");
}

fn quietly(mut command: Command) -> Child {
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the binary")
}

#[test]
fn a_run_that_fits_no_disk_is_refused_unless_it_is_forced() {
    let place = TestFolder::new();
    for formats in [CSV, "output.formats=[]", "output.formats=[\"npz\", \"parquet\"]"] {
        let run = [&["run"], &ENDLESS[..], &[formats, "--out", "deep/a"]].concat();
        let said = place.polhode(&run);
        refused(&said, &["TB", "free", "output.every", "--out", "--force"]);
        assert!(!place.has("deep"), "it made a folder");
        let child = quietly(place.command(&[&run[..], &["--force"]].concat()));
        interrupted(child, || place.has("deep/a/run.log"));
        std::fs::remove_dir_all(place.path("deep")).unwrap();
    }
    // Into a folder of its own choice, too.
    refused(&place.polhode(&[&["run"], &ENDLESS[..], &[CSV]].concat()), &["TB"]);
    assert!(!place.has("polhode-results"));
}

#[test]
fn check_says_what_a_run_needs_and_whether_there_is_room() {
    let place = TestFolder::new();
    let said = place.succeeds(&[&["check"], &ENDLESS[..], &[CSV]].concat());
    let run = place.polhode(&[&["run"], &ENDLESS[..], &[CSV, "--out", "a"]].concat());
    // 15 numbers of 19 characters, and a record of the log.
    assert!(said.contains("trajectory.csv 285000.0 TB"), "{said}");
    let needed = said.split("files      about ").nth(1).unwrap().split(" TB").next().unwrap();
    assert!(run.err.contains(&format!("{needed} TB")), "{needed} TB is not in {}", run.err);
    assert!(said.contains("free"), "{said}");
    // Of a run that fits nothing is said of the room.
    let said = place.succeeds(&["check", "t-handle"]);
    assert!(said.contains("trajectory.csv") && !said.contains(" are free "), "{said}");
}

#[test]
fn an_event_may_end_a_run_sooner() {
    let place = TestFolder::new();
    let event = "event=[{name=\"early\",expression=\"t\",value=1.0,stop=true}]";
    let run = [&["run"], &ENDLESS[..], &[CSV, "--set", event, "--out", "a"]].concat();
    let said = place.polhode(&run);
    assert_eq!(said.code, Some(0), "{said:?}");
    assert!(said.err.starts_with("warning: ") && said.err.contains("TB"), "{}", said.err);
    assert_eq!(place.trajectory("a").len(), 1002);
    assert_eq!(place.polhode(&[&run[..], &["--force", "--quiet"]].concat()).err, "");
}

#[test]
fn an_ensemble_that_fits_no_disk_is_refused_unless_it_is_forced() {
    let place = TestFolder::new();
    place.write("many.toml", free(100_000_000_000_000, ""));
    let run = ["ensemble", "many.toml", "--out", "a", "--quiet"];
    refused(&place.polhode(&run), &["TB", "free", "ensemble.count", "--out", "--force"]);
    assert!(!place.has("a"), "it made a folder");
    let child = quietly(place.command(&[&run[..], &["--force"]].concat()));
    interrupted(child, || place.has("a/chunks/00000001.chunk"));
    // What is only reduced waits in chunks.
    let reduced = ["--set", "ensemble.keep={reduce=[\"mean\"]}", "--out", "b", "--quiet"];
    refused(&place.polhode(&[&["ensemble", "many.toml"], &reduced[..]].concat()), &["TB"]);
    // A shard has a part of it, and too much is too much.
    let shard = ["ensemble", "many.toml", "--shard", "1/7", "--out", "c", "--quiet"];
    refused(&place.polhode(&shard), &["TB"]);
    assert!(!place.has("b") && !place.has("c"));
    let tiny = ["ensemble", "many.toml", "--shard", "1/100000000000", "--out", "d", "--quiet"];
    place.succeeds(&tiny);
    let said = place.succeeds(&["check", "many.toml"]);
    assert!(said.contains("TB") && said.contains("free"), "{said}");
}
