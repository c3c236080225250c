//! Chunks and shards: whoever computes what, the files are the same.

use super::{BASE, parse};
use polhode_lab::ensemble::{
    BodyByBody, Draws, End, Engine, EnsembleEnding, EnsembleRun, Shard, merge,
};
use polhode_lab::remedy::Action;
use polhode_lab::sample::Sampler;
use polhode_lab::scenario_run::simulate;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Some moments break the triangle inequality: such bodies fail.
const ENSEMBLE: &str = r#"
[ensemble]
count = 1000
seed = 3
chunk = 30
[ensemble.vary]
"initial.attitude" = { distribution = "uniform-rotation" }
"body.inertia" = { distribution = "normal", deviation = 0.1, relative = true }
[ensemble.keep]
states = true
formats = ["csv", "parquet"]
drawn = true
reduce = ["mean", "covariance", "min", "max", "quantiles", "histogram"]
worst = { by = "rate", count = 7 }
"#;

fn text() -> String {
    format!("{BASE}{ENSEMBLE}")
}

fn run(folder: &Path, shard: Shard) -> EnsembleRun {
    let mut ensemble_run = EnsembleRun::open(&parse(&text()), folder, shard, false).unwrap();
    let ending = ensemble_run.run(&BodyByBody, &|_| true).unwrap();
    assert!(matches!(ending, EnsembleEnding::Complete { .. }));
    ensemble_run
}

fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    entries.map(|entry| (entry.file_name().into(), fs::read(entry.path()).unwrap())).collect()
}

fn whole(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    run(folder, Shard::WHOLE).finish(false).unwrap();
    files(folder)
}

#[test]
fn seven_shards_merged_are_the_files_of_one_run() {
    let place = tempfile::tempdir().unwrap();
    let at = |name: &str| place.path().join(name);
    let truth = whole(&at("whole"));
    let names: Vec<_> = truth.keys().map(|name| name.display().to_string()).collect();
    let wanted = [
        "failures.csv",
        "histograms.csv",
        "manifest.json",
        "reductions.json",
        "scenario.toml",
        "states.csv",
        "states.parquet",
        "summary.json",
        "worst.csv",
    ];
    assert_eq!(names, wanted);
    for shard in (1..=7).rev() {
        run(&at("shared"), Shard { index: shard, of: 7 });
        run(&at(&format!("own-{shard}")), Shard { index: shard, of: 7 });
    }
    merge(&[at("shared")], &at("merged")).unwrap();
    assert_eq!(files(&at("merged")), truth);
    let own: Vec<_> = (1..=7).map(|shard| at(&format!("own-{shard}"))).collect();
    merge(&own, &at("of-seven")).unwrap();
    assert_eq!(files(&at("of-seven")), truth);
    let error = merge(&own[..6], &at("of-six")).unwrap_err().to_string();
    assert!(error.contains("5 of 34 chunks are missing, with 130 bodies"), "{error}");
    assert!(!at("of-six").exists());
}

#[test]
fn shards_are_a_partition() {
    for chunks in [0, 1, 2, 6, 7, 8, 100, 611] {
        for of in [1, 2, 3, 7, 100] {
            let mut next = 0;
            for index in 1..=of {
                let part = Shard { index, of }.part(chunks);
                assert_eq!(part.start, next);
                next = part.end;
            }
            assert_eq!(next, chunks);
        }
    }
}

#[test]
fn a_damaged_or_missing_chunk_is_computed_again() {
    let place = tempfile::tempdir().unwrap();
    let truth = whole(&place.path().join("whole"));
    let folder = place.path().join("cut");
    drop(run(&folder, Shard { index: 1, of: 2 }));
    let chunks = folder.join("chunks");
    let mut bytes = fs::read(chunks.join("00000003.chunk")).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(chunks.join("00000003.chunk"), &bytes).unwrap();
    fs::write(chunks.join("00000004.chunk"), &bytes[..middle]).unwrap();
    fs::copy(chunks.join("00000006.chunk"), chunks.join("00000005.chunk")).unwrap();
    fs::remove_file(chunks.join("00000007.chunk")).unwrap();
    let mut ensemble_run =
        EnsembleRun::open(&parse(&text()), &folder, Shard::WHOLE, false).unwrap();
    let ending = ensemble_run.run(&BodyByBody, &|_| true).unwrap();
    assert_eq!(ending, EnsembleEnding::Complete { found: 13, chunks: 34 });
    ensemble_run.finish(false).unwrap();
    // Until then the folder is locked, by a file.
    drop(ensemble_run);
    assert_eq!(files(&folder), truth);
}

#[test]
fn whoever_stops_loses_no_whole_chunk() {
    let place = tempfile::tempdir().unwrap();
    let truth = whole(&place.path().join("whole"));
    let folder = place.path().join("cut");
    for steps in [10, 2000, 5000] {
        let mut ensemble_run =
            EnsembleRun::open(&parse(&text()), &folder, Shard::WHOLE, false).unwrap();
        let ending = ensemble_run.run(&BodyByBody, &|progress| progress.steps < steps).unwrap();
        assert_eq!(ending, EnsembleEnding::Interrupted);
    }
    let kept = fs::read_dir(folder.join("chunks")).unwrap().count();
    assert!((10..30).contains(&kept), "{kept}");
    whole(&folder);
    assert_eq!(files(&folder), truth);
    // All is there: nothing runs.
    let ensemble_run = EnsembleRun::open(&parse(&text()), &folder, Shard::WHOLE, false).unwrap();
    assert!(ensemble_run.done().unwrap().is_some());
}

#[test]
fn another_ensemble_is_refused_and_by_force_replaced() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("one");
    whole(&folder);
    for (old, new, why) in [
        ("count = 1000", "count = 999", "count 1000, not 999"),
        ("seed = 3", "seed = 4", "seed 3, not 4"),
        ("chunk = 30", "chunk = 31", "chunk 30, not 31"),
        ("step = 0.1", "step = 0.05", "another scenario"),
    ] {
        let other = parse(&text().replace(old, new));
        let error = EnsembleRun::open(&other, &folder, Shard::WHOLE, false).unwrap_err();
        assert!(error.message().contains(why), "{error}");
        assert!(error.remedy().actions.contains(&Action::Replace { what: "it" }), "{error}");
    }
    let other = parse(&text().replace("seed = 3", "seed = 4"));
    let mut ensemble_run = EnsembleRun::open(&other, &folder, Shard::WHOLE, true).unwrap();
    assert!(ensemble_run.done().unwrap().is_none());
    let again = EnsembleRun::open(&other, &folder, Shard::WHOLE, false).unwrap_err().to_string();
    assert!(again.contains("another run writes to"), "{again}");
    ensemble_run.run(&BodyByBody, &|_| true).unwrap();
    assert_eq!(ensemble_run.finish(false).unwrap().seed, 4);
}

#[test]
fn the_end_of_a_body_is_that_of_its_own_run() {
    let draws = Draws::new(&parse(&text())).unwrap().0;
    let ends = BodyByBody.run(&draws, 100..200, &|_| true).unwrap();
    let mut failed = 0;
    for (body, end) in (100..).zip(&ends) {
        let Ok(scenario) = draws.scenario_of(body) else {
            assert_eq!(end.numbers[19], 1.0, "failed, at its start");
            failed += 1;
            continue;
        };
        let mut run = simulate(&scenario).unwrap();
        run.advance(10).unwrap();
        let sample = Sampler::new(&scenario).sample(&run.checkpoint().state);
        assert_eq!(end.numbers[..15], sample.numbers(), "body {body}");
        assert_eq!(end.numbers[15], sample.rates.norm());
        assert_eq!(end.numbers[18..], [10.0, 0.0]);
        assert_eq!(end.failure, None);
    }
    assert!((5..60).contains(&failed), "{failed}");
}

#[test]
fn a_step_that_is_not_solved_flags_its_body_alone() {
    // The equation of discrete Moser-Veselov has no solution for fast bodies and long steps.
    let vary = r#"
[ensemble]
count = 40
[ensemble.vary]
"initial.angular_velocity" = { distribution = "isotropic", magnitude = { from = 0.1, to = 400.0 } }
"#;
    let base = BASE.replace("\"exact\"", "\"dmv\"");
    let draws = Draws::new(&parse(&format!("{base}{vary}"))).unwrap().0;
    let ends = BodyByBody.run(&draws, 0..40, &|_| true).unwrap();
    let failed: Vec<&End> = ends.iter().filter(|end| end.numbers[19] == 2.0).collect();
    assert!((1..40).contains(&failed.len()), "{}", failed.len());
    for end in failed {
        let why = end.failure.as_deref().unwrap_or_default();
        assert!(why.starts_with(&format!("stopped at time {:?}", end.numbers[0])), "{why}");
        assert!(end.numbers[0] < 1.0);
        assert!(end.numbers.iter().all(|x| x.is_finite()));
    }
}

#[test]
fn a_state_that_is_no_number_is_flagged() {
    let vary = r#"
[[torque]]
model = "expression"
components = ["exp(30*t*k)", "0", "0"]
parameters = { k = 1.0 }
[ensemble]
count = 2
[ensemble.vary]
"torque.0.parameters.k" = { values = [0.01, 100.0] }
"#;
    let draws = Draws::new(&parse(&format!("{BASE}{vary}"))).unwrap().0;
    let ends = BodyByBody.run(&draws, 0..2, &|_| true).unwrap();
    assert_eq!(ends[0].numbers[19], 0.0);
    assert_eq!(ends[1].numbers[19], 3.0, "{:?}", ends[1]);
    assert!(ends[1].failure.as_deref().unwrap().contains("infinite or not a number"));
}

#[test]
fn the_summary_counts_the_switches_of_all_bodies() {
    let place = tempfile::tempdir().unwrap();
    // Each body switches at 0.25 and at 0.75, whatever it draws, in chunks of 30.
    let torque = "[[torque]]\nmodel = \"expression\"\ncomponents = [\"if(t > 0.25 and t < 0.75, 0.1, 0)\", \"0\", \"0\"]\n";
    let vary = "[ensemble.vary]\n\"initial.attitude\" = { distribution = \"uniform-rotation\" }\n";
    let ensemble = format!("[ensemble]\ncount = 70\nseed = 3\nchunk = 30\n{vary}");
    for (torque, switches) in [(torque, Some(140)), ("", None)] {
        let scenario = parse(&format!("{BASE}{torque}{ensemble}").replace("\"exact\"", "\"rk4\""));
        let folder = place.path().join(format!("{switches:?}"));
        let mut run = EnsembleRun::open(&scenario, &folder, Shard::WHOLE, false).unwrap();
        run.run(&BodyByBody, &|_| true).unwrap();
        assert_eq!(run.finish(false).unwrap().switches, switches);
    }
}
