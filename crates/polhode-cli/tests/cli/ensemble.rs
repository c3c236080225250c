//! Ensembles by the real binary: shards, kills, failures and messages.

use crate::support::ensembles::{TORQUED, torqued};
use crate::support::{TestFolder, assert_kept, json};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::thread::sleep;
use std::time::Instant;

/// All files of a folder; chunks are not among them.
fn files(place: &TestFolder, folder: &str) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(place.path(folder)).expect("a folder").map(Result::unwrap);
    let file = |entry: fs::DirEntry| {
        (entry.file_name().into_string().unwrap(), fs::read(entry.path()).expect("a file"))
    };
    entries.filter(|entry| entry.path().is_file()).map(file).collect()
}

#[test]
fn shards_of_a_folder_are_merged_to_the_bytes_of_one_run() {
    let place = torqued();
    place.succeeds(&["ensemble", "many.toml", "--out", "whole", "--quiet"]);
    let truth = files(&place, "whole");
    assert_eq!(truth.len(), 8, "{:?}", truth.keys());
    assert!(!place.has("whole/chunks"));
    // Two at a time into one folder.
    for pair in [[1, 2], [3, 4], [5, 6], [7, 7]] {
        let mut children = pair.map(|shard| {
            let shard = format!("{shard}/7");
            place
                .command(&["ensemble", "many.toml", "--out", "part", "--shard", &shard, "--quiet"])
                .spawn()
                .unwrap()
        });
        assert!(children.iter_mut().all(|child| child.wait().unwrap().success()));
    }
    place.succeeds(&["merge", "part", "--out", "merged", "--quiet"]);
    assert_eq!(files(&place, "merged"), truth);
    // Without shards what they left is taken as it is.
    place.succeeds(&["ensemble", "many.toml", "--out", "part", "--quiet"]);
    assert_eq!(files(&place, "part"), truth);
}

#[test]
fn killed_at_any_moment_and_begun_again_it_ends_with_the_same_bytes() {
    let place = torqued();
    let whole = Instant::now();
    place.succeeds(&["ensemble", "many.toml", "--out", "whole", "--quiet"]);
    let length = whole.elapsed();
    let truth = files(&place, "whole");
    let mut cuts = 0;
    for round in 0..4_u32 {
        for moment in 0..5_u32 {
            let mut child = place
                .command(&["ensemble", "many.toml", "--out", "cut", "--quiet"])
                .spawn()
                .unwrap();
            // The golden ratio's multiples are spread evenly, and none is like another.
            let share = (f64::from(5 * round + moment) * 0.618_033_988_749_895).fract();
            sleep(length.mul_f64(0.8 * share));
            child.kill().expect("SIGKILL");
            child.wait().expect("its end");
            cuts += u32::from(place.has("cut/chunks") && !place.has("cut/summary.json"));
        }
        place.succeeds(&["ensemble", "many.toml", "--out", "cut", "--quiet"]);
        let mut found = files(&place, "cut");
        // What a kill left unfinished of a file has another name, and goes with the next.
        found.retain(|name, _| !name.ends_with(".part"));
        assert_eq!(found, truth, "round {round}");
        assert!(!place.has("cut/chunks"));
        fs::remove_dir_all(place.path("cut")).unwrap();
    }
    println!("{cuts} of 20 were cut off on their way");
    assert!(cuts >= 5, "only {cuts} of 20 were cut off on their way");
}

#[test]
fn a_complete_ensemble_is_not_run_again() {
    let place = torqued();
    let run = ["ensemble", "many.toml", "--count", "50", "--out", "a"];
    let first = place.polhode(&run);
    assert_eq!((first.code, first.err.as_str()), (Some(0), ""));
    let again = place.polhode(&run);
    assert_eq!(again.code, Some(0));
    assert_eq!(again.err, "all of it is in a; nothing was run\n");
    let without_time = |text: &str| -> String {
        text.lines().filter(|line| !line.contains("computed in")).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(without_time(&again.out), without_time(&first.out));
}

#[test]
fn failed_bodies_are_rows_and_only_strictness_fails() {
    let place = torqued();
    let vary = "ensemble.vary={\"initial.angular_velocity\"={distribution=\"isotropic\",magnitude={from=0.1,to=400.0}}}";
    let run = [
        "ensemble",
        "many.toml",
        "--count",
        "60",
        "--method",
        "dmv",
        "--step",
        "0.1",
        "--set",
        vary,
        "--out",
        "a",
    ];
    let said = place.polhode(&[&run[..], &["--json"]].concat());
    assert_eq!(said.code, Some(0), "{}", said.err);
    let summary: Value = json(&said.out);
    let failed = summary["failed"].as_u64().unwrap();
    assert!((1..60).contains(&failed), "{failed}");
    let lines = place.read("a/failures.csv");
    assert_eq!(lines.lines().next(), Some("body,t,failed,why"));
    assert_eq!(lines.lines().count() as u64, failed + 1);
    assert!(lines.lines().skip(1).all(|line| line.contains(",solve,")), "{lines}");
    assert_eq!(place.read("a/states.csv").lines().count(), 61);
    let strict = place.polhode(&[&run[..], &["--strict", "--quiet"]].concat());
    assert_eq!(strict.code, Some(3));
    assert!(strict.err.contains(&format!("{failed} of 60 bodies failed")), "{}", strict.err);
}

#[test]
fn the_scenario_of_a_body_runs_to_the_row_of_the_body() {
    let place = torqued();
    place.succeeds(&["ensemble", "many.toml", "--count", "20", "--out", "a", "--quiet"]);
    let text = place.succeeds(&["ensemble", "many.toml", "--count", "20", "--show", "17"]);
    place.write("body.toml", text);
    place.succeeds(&["run", "body.toml", "--out", "b", "--quiet"]);
    let states = place.read("a/states.csv");
    let row = states.lines().nth(18).unwrap();
    assert!(row.starts_with("17.0,"), "{row}");
    let trajectory = place.read("b/trajectory.csv");
    let end = trajectory.lines().last().unwrap();
    assert!(row["17.0,".len()..].starts_with(&format!("{end},")), "{row}\n{end}");
}

#[test]
fn run_takes_the_nominal_body_and_says_so() {
    let place = torqued();
    let said = place.polhode(&["run", "many.toml", "--out", "a", "--no-plot"]);
    assert_eq!(said.code, Some(0));
    assert_eq!(
        said.err,
        "note: this runs the nominal body; all 3,000 are run by: polhode ensemble many.toml\n"
    );
    place.write("one.toml", TORQUED.split("[ensemble]").next().unwrap());
    place.succeeds(&["run", "one.toml", "--out", "b", "--quiet"]);
    assert_eq!(place.read("a/trajectory.csv"), place.read("b/trajectory.csv"));
}

/// What varies in place of the base's, and what is wrong with it.
const BAD: &[(&str, &str)] = &[
    ("no distribution", r#""initial.time" = { from = 0.0, to = 1.0 }"#),
    ("a number in place of a distribution", r#""initial.time" = 3.0"#),
    ("an empty distribution", r#""initial.time" = {}"#),
    ("an unknown distribution, nearly one", r#""initial.time" = { distribution = "gaussian" }"#),
    (
        "a distribution, nearly one",
        r#""initial.time" = { distribution = "unifrom", from = 0.0, to = 1.0 }"#,
    ),
    (
        "an unknown key of a distribution",
        r#""initial.time" = { distribution = "normal", mean = 0.0, deviaton = 1.0 }"#,
    ),
    (
        "a key of another distribution",
        r#""initial.time" = { distribution = "uniform", from = 0.0, to = 1.0, mean = 0.5 }"#,
    ),
    ("a missing end", r#""initial.time" = { distribution = "uniform", from = 0.0 }"#),
    (
        "ends in the wrong order",
        r#""initial.time" = { distribution = "uniform", from = 1.0, to = 0.0 }"#,
    ),
    (
        "a negative deviation",
        r#""initial.time" = { distribution = "normal", mean = 0.0, deviation = -1.0 }"#,
    ),
    (
        "a narrow limit",
        r#""initial.time" = { distribution = "normal", mean = 0.0, deviation = 1.0, limit = 0.1 }"#,
    ),
    (
        "a logarithm of zero",
        r#""initial.time" = { distribution = "log-uniform", from = 0.0, to = 1.0 }"#,
    ),
    (
        "nothing to be relative to",
        r#""initial.time" = { distribution = "normal", deviation = 1.0 }"#,
    ),
    (
        "two numbers for three",
        r#""initial.angular_velocity" = { distribution = "normal", deviation = [1.0, 2.0] }"#,
    ),
    (
        "lists of unequal length",
        r#""initial.angular_velocity" = { distribution = "uniform", from = [0.0, 0.0, 0.0], to = [1.0, 1.0] }"#,
    ),
    ("a rotation of a number", r#""run.step" = { distribution = "uniform-rotation" }"#),
    (
        "a direction of an attitude",
        r#""initial.attitude" = { distribution = "isotropic", magnitude = 1.0 }"#,
    ),
    (
        "a cone beyond a turn",
        r#""initial.angular_velocity" = { distribution = "cone", angle = 200.0 }"#,
    ),
    ("an unknown key", r#""initial.angular_velocty" = { values = [1.0] }"#),
    ("an unknown section", r#""inital.attitude" = { values = [1.0] }"#),
    ("a key that moves nothing", r#""output.every" = { values = [0.1] }"#),
    ("a key without quotes", "initial.attitude = { distribution = \"uniform-rotation\" }"),
    (
        "a torque that is not there",
        r#""torque.1.space" = { distribution = "isotropic", magnitude = 1.0 }"#,
    ),
    (
        "an element of a list",
        r#""body.inertia.0" = { distribution = "uniform", from = 0.0, to = 1.0 }"#,
    ),
    (
        "a key in a key",
        "\"initial.angular_velocity\" = { values = [[1.0, 0.0, 0.0]] }\n\"initial.angular_velocity.body\" = { values = [[1.0, 0.0, 0.0]] }",
    ),
    ("no values", r#""initial.time" = { values = [] }"#),
    ("a value of another kind", r#""initial.time" = { values = ["noon"] }"#),
    ("a file without columns", r#""initial.time" = { file = "t.csv" }"#),
    ("a file that is not there", r#""initial.time" = { file = "gone.csv", columns = ["t"] }"#),
    ("a file of an unknown kind", r#""initial.time" = { file = "many.toml", columns = ["t"] }"#),
    ("a file that is too short", r#""initial.time" = { file = "short.csv", columns = ["t"] }"#),
    (
        "a column that is not there",
        r#""initial.time" = { file = "short.csv", columns = ["time"] }"#,
    ),
    (
        "bodies that cannot be",
        r#""body.inertia" = { distribution = "uniform", from = [1.0, 1.0, 9.0], to = [2.0, 2.0, 10.0] }"#,
    ),
    ("nothing varies", ""),
];

/// What is kept in place of the base's.
const BAD_KEEP: &[(&str, &str)] = &[
    ("nothing is kept", "states = false"),
    ("an unknown column", "reduce = [\"mean\"]\ncolumns = [\"rates\"]"),
    ("an unknown reduction", "reduce = [\"average\"]"),
    ("a quantile beyond all", "reduce = [\"quantiles\"]\nquantiles = [0.5, 95.0]"),
    ("a range upside down", "reduce = [\"histogram\"]\nrange = [1.0, 0.0]"),
    ("the worst of nothing", "worst = { by = \"rtae\", count = 3 }"),
    ("too many bins", "reduce = [\"histogram\"]\nbins = 1_000_000_000"),
    ("an unknown format", "formats = [\"aem\"]"),
];

/// Further arguments.
const BAD_ARGUMENTS: &[(&str, &[&str])] = &[
    ("no bodies", &["--count", "0"]),
    ("half a body", &["--count", "1.5"]),
    ("a negative seed", &["--set", "ensemble.seed=-1"]),
    ("a shard of none", &["--shard", "0/7"]),
    ("a shard behind the last", &["--shard", "8/7"]),
    ("a shard that is none", &["--shard", "first"]),
    ("a body behind the last", &["--count", "10", "--show", "10"]),
];

#[test]
fn every_bad_ensemble_gets_one_clear_message_and_leaves_nothing() {
    let (vary, keep) =
        (part("[ensemble.vary]\n", "\n[ensemble.keep]"), part("[ensemble.keep]\n", ""));
    let varied = BAD.iter().map(|(name, new)| (*name, TORQUED.replace(vary, new), &[][..]));
    let kept = BAD_KEEP.iter().map(|(name, new)| (*name, TORQUED.replace(keep, new), &[][..]));
    let given = BAD_ARGUMENTS.iter().map(|(name, more)| (*name, TORQUED.to_owned(), *more));
    let none = [("no ensemble", TORQUED.split("[ensemble]").next().unwrap().to_owned(), &[][..])];
    let (mut all, mut wrong) = (String::new(), String::new());
    for (name, text, more) in varied.chain(kept).chain(given).chain(none) {
        let place = TestFolder::new();
        place.write("bad.toml", text);
        place.write("short.csv", "t\n1.0\n2.0\n");
        let shows = more.contains(&"--show");
        let out: &[&str] = if shows { &[] } else { &["--out", "out"] };
        let said = place.polhode(&[&["ensemble", "bad.toml"], out, more].concat());
        let _ = write!(all, "## {name}\n{}\n", said.err);
        let rules = [
            (matches!(said.code, Some(2 | 4)), "the code is wrong"),
            (said.out.is_empty(), "it prints something"),
            (said.err.matches("error: ").count() == 1, "it is not one error"),
            (["help: ", "; "].iter().any(|mark| said.err.contains(mark)), "it has no remedy"),
            (!place.has("out"), "it leaves a folder"),
        ];
        for (_, fault) in rules.iter().filter(|(holds, _)| !holds) {
            let _ = writeln!(wrong, "{name}: {fault} ({:?})\n{}", said.code, said.err);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert_kept("bad_ensembles.txt", &all);
}

/// What stands between two lines of the base.
fn part(begin: &str, end: &str) -> &'static str {
    let behind = TORQUED.split(begin).nth(1).expect("the begin");
    if end.is_empty() { behind } else { behind.split(end).next().expect("the end") }
}

#[test]
fn merge_says_what_is_missing() {
    let place = torqued();
    let mut all = String::new();
    place.succeeds(&["ensemble", "many.toml", "--out", "part", "--shard", "2/3", "--quiet"]);
    place.succeeds(&[
        "ensemble",
        "many.toml",
        "--seed",
        "5",
        "--out",
        "other",
        "--shard",
        "1/3",
        "--quiet",
    ]);
    place.succeeds(&["ensemble", "many.toml", "--count", "20", "--out", "done", "--quiet"]);
    fs::create_dir(place.path("empty")).unwrap();
    let cases: [&[&str]; 6] = [
        &["merge", "part", "--out", "a"],
        &["merge", "part", "other", "--out", "a"],
        &["merge", "done", "--out", "a"],
        &["merge", "empty", "--out", "a"],
        &["merge", "part"],
        &["ensemble", "many.toml", "--seed", "5", "--out", "part"],
    ];
    for case in cases {
        let said = place.polhode(case);
        assert!(matches!(said.code, Some(2 | 4)), "{case:?}: {said:?}");
        assert!(!place.has("a"), "{case:?}");
        let _ = write!(all, "## polhode {}\n{}\n", case.join(" "), said.err);
    }
    assert_kept("bad_merges.txt", &all);
}
