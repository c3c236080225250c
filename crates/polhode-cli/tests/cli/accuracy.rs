//! An accuracy in place of a method and a step, by the real binary.

use crate::support::{TestFolder, json, survives};
use serde_json::Value;

/// Twice as fast as the paper's top, for a while.
const TOP: [&str; 3] = ["fast-top", "--duration", "2"];

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().expect("a list").iter().map(|x| x.as_f64().expect("a number")).collect()
}

/// The angle between two attitudes.
fn angle(a: &[f64], b: &[f64]) -> f64 {
    let apart =
        |sign: f64| a.iter().zip(b).map(|(a, b)| (a - sign * b).powi(2)).sum::<f64>().sqrt();
    4.0 * (apart(1.0).min(apart(-1.0)) / 2.0).asin()
}

/// The summary of a run with this accuracy, into a folder of that name.
fn summary(place: &TestFolder, accuracy: &str, more: &[&str]) -> Value {
    let arguments =
        [&TOP[..], &["--accuracy", accuracy, "--out", accuracy, "--quiet"], more].concat();
    place.succeeds(&[&["run"], &arguments[..]].concat());
    json(&place.read(&format!("{accuracy}/summary.json")))
}

#[test]
fn runs_are_as_near_to_the_end_as_they_were_asked_to_be() {
    let place = TestFolder::new();
    let truth = numbers(&summary(&place, "1e-12", &[])["attitude"]);
    for accuracy in ["1e-3", "1e-6", "1e-9"] {
        let summary = summary(&place, accuracy, &[]);
        let asked: f64 = accuracy.parse().unwrap();
        assert_eq!(summary["accuracy"]["asked"].as_f64(), Some(asked));
        assert_eq!(summary["accuracy"]["status"], "verified");
        let error = angle(&numbers(&summary["attitude"]), &truth);
        assert!(error < asked, "{error:e} for {asked:e}");
    }
}

#[test]
fn a_run_says_what_was_chosen_and_how_the_error_is_known() {
    let place = TestFolder::new();
    let said = place.polhode(&[&["run"], &TOP[..], &["--accuracy", "1e-6", "--no-plot"]].concat());
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert_eq!(said.err.trim_end().lines().count(), 2, "{}", said.err);
    assert!(said.err.contains("over the whole span differ by"), "{}", said.err);
    assert!(said.err.contains("(requested 1e-6); verified"), "{}", said.err);
}

#[test]
fn what_is_preferred_is_taken() {
    let place = TestFolder::new();
    let chosen = |prefer: &str| {
        let all =
            [&["choose"], &TOP[..], &["--accuracy=1e-6", "--prefer", prefer, "--json"]].concat();
        json(&place.succeeds(&all))["method"].as_str().expect("a name").to_owned()
    };
    let card = |name: &str| json(&place.succeeds(&["methods", name, "--json"]));
    assert_eq!(card(&chosen("symplectic"))["symplectic"], true);
    assert_eq!(card(&chosen("energy"))["conserves_energy"], true);
}

#[test]
fn choose_shows_what_was_looked_at_and_draws_it() {
    let place = TestFolder::new();
    let all = [&["choose"], &TOP[..], &["--accuracy=1e-9"]].concat();
    let said = place.polhode(&[&all[..], &["--out", "chosen"]].concat());
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert_eq!(said.out.lines().filter(|line| line.starts_with('*')).count(), 1, "{}", said.out);
    assert!(place.read("chosen/choose.svg").contains("</svg>"));
    let choice = json(&place.succeeds(&[&all[..], &["--json"]].concat()));
    let candidates = choice["candidates"].as_array().expect("candidates");
    assert!(candidates.len() >= 3, "{choice}");
    assert!(candidates.iter().any(|one| one["method"] == choice["method"]), "{choice}");
}

#[test]
fn a_certificate_has_a_row_for_each_sample_and_is_above_the_error() {
    let place = TestFolder::new();
    let truth = numbers(&summary(&place, "1e-12", &[])["attitude"]);
    let summary = summary(&place, "1e-6", &["--certificate"]);
    let text = place.read("1e-6/certificate.csv");
    assert_eq!(text.lines().count(), place.read("1e-6/trajectory.csv").lines().count());
    let certified = summary["certificate"]["final_error"].as_f64().expect("an error");
    let error = angle(&numbers(&summary["attitude"]), &truth);
    assert!(certified >= error && certified < 10.0 * error, "{certified:e} of {error:e}");
}

#[test]
fn an_unattainable_accuracy_is_declared_and_strictly_ends_with_3_and_all_files() {
    let place = TestFolder::new();
    let chaotic = ["run", "soft-wall-physical", "--duration", "400", "--accuracy", "1e-9"];
    let said = place.polhode(&[&chaotic[..], &["--out", "loose", "--no-plot"]].concat());
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert!(said.err.contains("an accuracy of 1e-9 is unattainable"), "{}", said.err);
    assert_eq!(json(&place.read("loose/summary.json"))["accuracy"]["status"], "unattainable");
    let said =
        place.polhode(&[&chaotic[..], &["--out", "strict", "--no-plot", "--strict"]].concat());
    assert_eq!(said.code, Some(3), "{}", said.err);
    assert_eq!(place.read("strict/trajectory.csv"), place.read("loose/trajectory.csv"));
}

#[test]
fn a_run_that_was_killed_remembers_what_was_asked_of_it() {
    // The choice takes less than the run.
    let arguments = ["fast-top", "--duration=20000", "--accuracy=1e-6", "--set=output.every=0.5"];
    survives(&arguments, 15, &["trajectory.csv"]);
}

#[test]
fn an_accuracy_and_a_method_contradict_each_other() {
    let place = TestFolder::new();
    let said = place.polhode(&["run", "fast-top", "--accuracy=1e-6", "--method=exact"]);
    assert_eq!(said.code, Some(2), "{}", said.err);
    for (accuracy, rule) in [("0", "above 0"), ("2", "at most"), ("good", "number")] {
        let said = place.polhode(&["choose", "fast-top", "--accuracy", accuracy]);
        assert_eq!(said.code, Some(2), "{accuracy}: {}", said.err);
        assert!(said.err.contains("accuracy"), "{accuracy}, {rule}: {}", said.err);
    }
}

#[test]
fn every_command_names_the_same_method_and_error() {
    let place = TestFolder::new();
    let common = [&TOP[..], &["--accuracy=1e-7"]].concat();
    let chosen = json(&place.succeeds(&[&["choose"], &common[..], &["--json"]].concat()));
    let method = chosen["method"].as_str().expect("a method");
    let set = ["check", TOP[0], "--set=run.duration=2", "--set=run.accuracy=1e-7"];
    let checked = place.succeeds(&set);
    assert!(checked.contains(method), "{checked}");
    place.succeeds(&[&["run"], &common[..], &["--out", "run", "--quiet"]].concat());
    let summary = json(&place.read("run/summary.json"));
    assert_eq!(summary["method"], method);
    assert_eq!(summary["accuracy"], chosen["accuracy"]);
}
