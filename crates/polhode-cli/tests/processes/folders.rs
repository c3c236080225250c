//! Two processes and one folder, and files that are not polhode's own, by the real binary.

use crate::support::{Said, TestFolder};
use std::collections::BTreeMap;
use std::fs;
use std::process::Stdio;

/// Bodies for some tenths of a second, so that two processes meet.
const MANY: &str = r#"title = "many"
[body]
inertia = [1.0, 2.0, 2.5]
[initial]
angular_velocity = [0.1, 2.0, 0.1]
[[torque]]
model = "constant"
space = [0.0, 0.0, 0.1]
[run]
duration = 0.2
method = "liemid-ea"
step = 0.01
[ensemble]
count = 2000
chunk = 100
[ensemble.vary]
"initial.attitude" = { distribution = "uniform-rotation" }
[ensemble.keep]
states = true
formats = ["csv", "parquet"]
reduce = ["mean", "histogram"]
worst = { by = "rate", count = 3 }
"#;

fn place() -> TestFolder {
    let place = TestFolder::new();
    place.write("many.toml", MANY);
    place
}

/// All files of a folder and of those inside of it.
fn files(place: &TestFolder, folder: &str) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(place.path(folder)).expect("a folder").map(Result::unwrap) {
        let name = format!("{folder}/{}", entry.file_name().to_str().unwrap());
        if entry.path().is_dir() {
            all.extend(files(place, &name));
        } else {
            all.insert(name, fs::read(entry.path()).expect("a file"));
        }
    }
    all
}

/// The same, by the names inside of the folder.
fn content(place: &TestFolder, folder: &str) -> BTreeMap<String, Vec<u8>> {
    let short = |name: String| name[folder.len() + 1..].to_owned();
    files(place, folder).into_iter().map(|(name, bytes)| (short(name), bytes)).collect()
}

/// Starts all of them at once; how each ended.
fn together(place: &TestFolder, commands: &[Vec<&str>]) -> Vec<Said> {
    let start = |arguments: &Vec<&str>| {
        let mut command = place.command(arguments);
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the binary")
    };
    let children: Vec<_> = commands.iter().map(start).collect();
    let end =
        |child: std::process::Child| Said::from_output(child.wait_with_output().expect("its end"));
    children.into_iter().map(end).collect()
}

/// The one that went well; the others say why they did not.
fn winner(all: &[Said]) -> usize {
    let won: Vec<usize> = (0..all.len()).filter(|&i| all[i].code == Some(0)).collect();
    assert_eq!(won.len(), 1, "{all:?}");
    for lost in all.iter().filter(|said| said.code != Some(0)) {
        assert_eq!((lost.code, lost.out.as_str()), (Some(4), ""), "{lost:?}");
        let known = ["another run writes to", "holds a result already", "holds another ensemble"];
        assert!(known.iter().any(|text| lost.err.contains(text)), "{lost:?}");
        assert!(lost.err.contains("--out"), "{lost:?}");
    }
    won[0]
}

#[test]
fn of_two_ensembles_into_one_folder_one_runs_and_all_of_its_files_are_right() {
    let place = place();
    let run = |seed: &'static str, out: &'static str| {
        vec!["ensemble", "many.toml", "--seed", seed, "--out", out, "--quiet"]
    };
    let truths = ["0", "5"].map(|seed| {
        place.succeeds(&run(seed, "whole"));
        let truth = content(&place, "whole");
        fs::remove_dir_all(place.path("whole")).unwrap();
        truth
    });
    for trial in 0..12 {
        // The same ensemble twice, and two that differ.
        let seeds = if trial % 2 == 0 { ["0", "0"] } else { ["0", "5"] };
        let ends = together(&place, &seeds.map(|seed| run(seed, "a")));
        let truth = &truths[usize::from(seeds[winner(&ends)] == "5")];
        let found = content(&place, "a");
        assert_eq!(found.keys().collect::<Vec<_>>(), truth.keys().collect::<Vec<_>>());
        assert!(found == *truth, "trial {trial}: files differ from those of one process");
        place.succeeds(&["convert", "a/states.parquet", "a.csv", "--force", "--quiet"]);
        assert_eq!(place.read("a.csv"), place.read("a/states.csv"));
        fs::remove_dir_all(place.path("a")).unwrap();
    }
}

#[test]
fn by_force_too_one_of_two_runs() {
    let place = place();
    let run = ["ensemble", "many.toml", "--out", "a", "--quiet"];
    place.succeeds(&run);
    let truth = content(&place, "a");
    for _ in 0..6 {
        let forced = [&run[..], &["--force"]].concat();
        winner(&together(&place, &[forced.clone(), forced]));
        assert!(content(&place, "a") == truth);
    }
}

#[test]
fn shards_of_two_ensembles_do_not_share_a_folder() {
    let place = place();
    let run = |seed: &'static str, shard: &'static str| {
        vec!["ensemble", "many.toml", "--seed", seed, "--shard", shard, "--out", "a", "--quiet"]
    };
    for _ in 0..8 {
        let ends = together(&place, &[run("0", "1/2"), run("5", "2/2")]);
        let (seed, rest) = [("0", "2/2"), ("5", "1/2")][winner(&ends)];
        place.succeeds(&run(seed, rest));
        place.succeeds(&["merge", "a", "--out", "merged", "--quiet"]);
        fs::remove_dir_all(place.path("a")).unwrap();
        fs::remove_dir_all(place.path("merged")).unwrap();
    }
}

#[test]
fn shards_of_one_ensemble_work_side_by_side_and_the_whole_waits_for_them() {
    let place = place();
    let shards = ["1/4", "2/4", "3/4", "4/4"];
    let run = |shard| vec!["ensemble", "many.toml", "--shard", shard, "--out", "a", "--quiet"];
    let ends = together(&place, &shards.map(run));
    assert!(ends.iter().all(|said| said.code == Some(0)), "{ends:?}");
    place.succeeds(&["merge", "a", "--out", "merged", "--quiet"]);
    place.succeeds(&["ensemble", "many.toml", "--out", "whole", "--quiet"]);
    assert!(content(&place, "merged") == content(&place, "whole"));
    // Two merges into one folder.
    for _ in 0..4 {
        fs::remove_dir_all(place.path("merged")).unwrap();
        let merge = || vec!["merge", "a", "--out", "merged", "--quiet"];
        let ends = together(&place, &[merge(), merge()]);
        // The second may begin when the first has ended, and then finds what it would write.
        let lost = ends.iter().filter(|said| said.code != Some(0));
        lost.for_each(|said| assert!(said.err.contains("another run writes to"), "{said:?}"));
        assert!(ends.iter().any(|said| said.code == Some(0)), "{ends:?}");
        assert!(content(&place, "merged") == content(&place, "whole"));
    }
}

/// A run whose result says which of two it is.
fn lone(duration: &'static str, more: &[&'static str]) -> Vec<&'static str> {
    let run = ["run", "cubesat", "--step", "0.25", "--set", "output.every=25.0", "--out", "a"];
    [&run[..], &["--quiet", "--duration", duration], more].concat()
}

#[test]
fn of_two_runs_into_one_folder_one_runs_and_all_of_its_files_are_right() {
    let place = TestFolder::new();
    let durations = ["8000.0", "8025.0"];
    for more in [&[][..], &["--force"]] {
        let truths = durations.map(|duration| {
            place.succeeds(&lone(duration, more));
            let truth = place.read("a/trajectory.csv");
            fs::remove_dir_all(place.path("a")).unwrap();
            truth
        });
        for _ in 0..15 {
            let ends = together(&place, &durations.map(|duration| lone(duration, more)));
            let names = ["run.log", "scenario.toml", "summary.json", "trajectory.csv"];
            // By force the second may replace the first when that has ended.
            let won = if more.is_empty() || ends.iter().any(|said| said.code != Some(0)) {
                winner(&ends)
            } else {
                usize::from(place.read("a/trajectory.csv") == truths[1])
            };
            assert_eq!(place.read("a/trajectory.csv"), truths[won]);
            assert_eq!(content(&place, "a").into_keys().collect::<Vec<_>>(), names);
            fs::remove_dir_all(place.path("a")).unwrap();
        }
    }
}

#[test]
fn a_run_that_loses_leaves_the_accuracy_of_the_winner() {
    let place = TestFolder::new();
    let run = |accuracy: &'static str| {
        vec!["run", "cubesat", "--duration", "3000.0", "--accuracy", accuracy, "--out", "a"]
    };
    for _ in 0..6 {
        let ends = together(&place, &[run("1e-6"), run("1e-7")]);
        let asked = [1e-6, 1e-7][ends.iter().position(|said| said.code == Some(0)).unwrap()];
        assert_eq!(ends.iter().filter(|said| said.code == Some(0)).count(), 1, "{ends:?}");
        for name in ["a/accuracy.json", "a/summary.json"] {
            let json = crate::support::json(&place.read(name));
            let accuracy = json.get("accuracy").unwrap_or(&json);
            assert_eq!(accuracy["asked"].as_f64(), Some(asked), "{name}");
        }
        fs::remove_dir_all(place.path("a")).unwrap();
    }
}

#[test]
fn two_runs_that_choose_their_folder_choose_two() {
    let place = TestFolder::new();
    for _ in 0..5 {
        let run = || vec!["run", "cubesat", "--duration", "3000.0", "--quiet"];
        let ends = together(&place, &[run(), run(), run()]);
        assert!(ends.iter().all(|said| said.code == Some(0)), "{ends:?}");
        for name in ["cubesat", "cubesat-2", "cubesat-3"] {
            assert!(place.has(&format!("polhode-results/{name}/summary.json")), "{name}");
        }
        fs::remove_dir_all(place.path("polhode-results")).unwrap();
    }
}

/// All that an ensemble may write.
const OURS: [&str; 10] = [
    "states.csv",
    "states.parquet",
    "states.npy",
    "states.npz",
    "summary.json",
    "failures.csv",
    "worst.csv",
    "reductions.json",
    "histograms.csv",
    "scenario.toml",
];

#[test]
fn a_file_that_no_ensemble_wrote_is_not_overwritten() {
    let place = place();
    place.succeeds(&["ensemble", "many.toml", "--count", "50", "--out", "whole", "--quiet"]);
    place.succeeds(&[
        "ensemble",
        "many.toml",
        "--count",
        "50",
        "--shard",
        "1/1",
        "--out",
        "part",
        "--quiet",
    ]);
    for name in OURS {
        let run = ["ensemble", "many.toml", "--count", "50", "--out", "a", "--quiet"];
        let commands: [&[&str]; 3] =
            [&run, &[&run[..], &["--shard", "1/2"]].concat(), &["merge", "part", "--out", "a"]];
        for command in commands {
            fs::create_dir(place.path("a")).unwrap();
            place.write(&format!("a/{name}"), "mine");
            let said = place.polhode(command);
            assert_eq!((said.code, said.out.as_str()), (Some(4), ""), "{command:?}: {said:?}");
            assert!(said.err.contains(name) && said.err.contains("--out"), "{}", said.err);
            let found = content(&place, "a");
            assert_eq!(found, BTreeMap::from([(name.to_owned(), b"mine".to_vec())]), "{command:?}");
            assert!(!place.has("a/chunks"), "{command:?}");
            fs::remove_dir_all(place.path("a")).unwrap();
        }
        for command in [&run[..], &["merge", "part", "--out", "a", "--quiet"]] {
            fs::create_dir(place.path("a")).unwrap();
            place.write(&format!("a/{name}"), "mine");
            place.write("a/notes.txt", "mine");
            place.succeeds(&[command, &["--force"]].concat());
            let mut found = content(&place, "a");
            assert_eq!(found.remove("notes.txt"), Some(b"mine".to_vec()));
            assert!(found == content(&place, "whole"), "{command:?}");
            fs::remove_dir_all(place.path("a")).unwrap();
        }
    }
}

#[test]
fn what_else_is_in_the_folder_stays() {
    let place = place();
    fs::create_dir_all(place.path("a/chunks")).unwrap();
    place.write("a/chunks/notes.txt", "mine");
    let run = ["ensemble", "many.toml", "--count", "50", "--out", "a", "--quiet"];
    place.succeeds(&run);
    assert_eq!(place.read("a/chunks/notes.txt"), "mine");
    place.succeeds(&[&run[..], &["--force"]].concat());
    assert_eq!(place.read("a/chunks/notes.txt"), "mine");
    assert!(place.has("a/summary.json"));
}

#[test]
fn the_folder_of_a_run_is_not_for_an_ensemble_and_not_the_other_way_round() {
    let place = place();
    place.succeeds(&["run", "many.toml", "--out", "run", "--quiet"]);
    place.succeeds(&["ensemble", "many.toml", "--count", "50", "--out", "many", "--quiet"]);
    let (run, many) = (files(&place, "run"), files(&place, "many"));
    for more in [&[][..], &["--force"]] {
        let ensemble = ["ensemble", "many.toml", "--count", "50", "--out", "run", "--quiet"];
        let said = place.polhode(&[&ensemble, more].concat());
        assert_eq!(said.code, Some(4), "{said:?}");
        assert!(said.err.contains("--out"), "{said:?}");
        let said =
            place.polhode(&[&["run", "many.toml", "--out", "many", "--quiet"], more].concat());
        assert_eq!(said.code, Some(4), "{said:?}");
        assert!(said.err.contains("--out"), "{said:?}");
        assert!(files(&place, "run") == run && files(&place, "many") == many);
    }
}
