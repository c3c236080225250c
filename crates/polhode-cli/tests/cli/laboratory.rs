//! What people do around a run: look at it, compare methods, ask what will happen.

use crate::support::{TestFolder, json};
use serde_json::Value;

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or(f64::NAN)
}

/// Rows of a comparison.
fn compared(place: &TestFolder, arguments: &[&str]) -> Vec<Value> {
    let all: Vec<&str> = ["compare"].iter().chain(arguments).chain(&["--json"]).copied().collect();
    json(&place.succeeds(&all)).as_array().expect("rows").clone()
}

#[test]
fn errors_fall_with_the_step_as_the_order_says() {
    let place = TestFolder::new();
    for (scenario, free) in [("buss-prism", true), ("slow-top", false)] {
        let methods = "--methods=mclachlan-reich,exact:compose=suzuki-4,taylor";
        let rows = compared(&place, &[scenario, methods, "--steps=0.02,0.01,0.005"]);
        let of = |name: &str| -> Vec<f64> {
            let rows = rows.iter().filter(|row| row["method"].as_str() == Some(name));
            rows.map(|row| number(&row["attitude_error"])).collect()
        };
        let errors = of("mclachlan-reich");
        let slope = (errors[1] / errors[2]).log2();
        assert!((slope - 2.0).abs() < 0.1, "{scenario}: {slope}");
        let errors = of("exact:compose=suzuki-4");
        if free {
            // The drift is the solution.
            assert!(errors.iter().all(|error| *error < 1e-11), "{scenario}: {errors:?}");
        } else {
            let slope = (errors[0] / errors[1]).log2();
            assert!((slope - 4.0).abs() < 0.2, "{scenario}: {slope}");
        }
        let series = rows.iter().filter(|row| row["step"].is_null());
        let series: Vec<f64> = series.map(|row| number(&row["attitude_error"])).collect();
        assert_eq!(series.len(), 6, "a run for each tolerance");
        assert!(series[5] < 1e-11, "{scenario}: {series:?}");
    }
}

#[test]
fn a_budget_is_kept_whatever_a_step_costs() {
    let place = TestFolder::new();
    let methods = "--methods=exact,exact:compose=chin-4a,exact:compose=blanes-moan-s6";
    let rows = compared(&place, &["fast-top", methods, "--budget=600,1200"]);
    assert_eq!(rows.len(), 6);
    for (row, budget) in rows.iter().zip([600.0, 1200.0].into_iter().cycle()) {
        // One more at the start, and what does not make a whole step.
        let spent = number(&row["torque_evaluations"]);
        assert!((spent - budget).abs() <= 8.0, "{row}");
    }
}

#[test]
fn every_method_that_can_take_the_torque_is_compared() {
    let place = TestFolder::new();
    let changes = ["--duration=0.05", "--steps=0.01", "--methods=all"];
    for (scenario, least) in [("t-handle", 40), ("fast-top", 20)] {
        let arguments: Vec<&str> = [scenario].iter().chain(&changes).copied().collect();
        let rows = compared(&place, &arguments);
        let mut names: Vec<&str> = rows.iter().filter_map(|row| row["method"].as_str()).collect();
        names.dedup();
        assert!(names.len() >= least, "{scenario}: {}", names.len());
        for row in &rows {
            assert!(row["failure"].is_null(), "{row}");
            assert!(number(&row["attitude_error"]) < 1.0, "{row}");
        }
    }
}

#[test]
fn a_comparison_leaves_its_table_and_its_picture() {
    let place = TestFolder::new();
    let command = ["compare", "fast-top", "--methods=exact,buss-4:energy", "--steps=0.1,0.05"];
    let all: Vec<&str> = command.iter().chain(&["--out", "c", "--png"]).copied().collect();
    let said = place.polhode(&all);
    assert_eq!(said.code, Some(0), "{}", said.err);
    let csv = place.read("c/compare.csv");
    assert_eq!(csv.lines().count(), 5, "{csv}");
    assert!(csv.contains("\"buss-4:energy\",0.05,200,"), "{csv}");
    assert!(place.read("c/compare.svg").contains("CPU time (s)"));
    let image = std::fs::read(place.path("c/compare.png")).expect("an image");
    assert_eq!(&image[1..4], b"PNG");
}

#[test]
fn what_cannot_be_compared_is_said() {
    let place = TestFolder::new();
    for (arguments, word) in [
        (["fast-top", "--methods=exakt", "--steps=0.1"], "exact"),
        (["fast-top", "--methods=jem", "--steps=0.1"], "torque"),
        (["fast-top", "--methods=exact", "--steps=-0.1"], "positive"),
        (["fast-topp", "--methods=exact", "--steps=0.1"], "fast-top"),
    ] {
        let all: Vec<&str> = ["compare"].iter().chain(&arguments).copied().collect();
        let said = place.polhode(&all);
        assert_eq!(said.code, Some(2), "{all:?}: {}", said.err);
        assert!(said.err.contains(word), "{all:?}: {}", said.err);
    }
}

#[test]
fn flips_are_when_the_trajectory_has_them() {
    let place = TestFolder::new();
    let told = json(&place.succeeds(&["describe", "t-handle", "--json"]));
    let flips = &told["flips"];
    let (first, every) = (number(&flips["first"]), number(&flips["every"]));
    place.succeeds(&["run", "t-handle", "--method=exact", "--out=t", "-q"]);
    let rows = place.trajectory("t");
    // The intermediate axis of the T-handle is y: l_by is column 9.
    let changes: Vec<f64> = rows
        .windows(2)
        .filter(|pair| (pair[0][9] < 0.0) != (pair[1][9] < 0.0))
        .map(|pair| pair[1][0])
        .collect();
    assert!(changes.len() > 10, "{changes:?}");
    for (index, time) in changes.iter().enumerate() {
        let expected = first + every * index as f64;
        assert!((0.0..=0.01).contains(&(time - expected)), "{index}: {time}, {expected}");
    }
    let rotation = number(&told["rotation_period"]);
    assert!((rotation - 2.0 * every).abs() < 1e-12 * rotation);
}

#[test]
fn a_body_can_be_described_without_a_file() {
    let place = TestFolder::new();
    let arguments = ["describe", "--inertia=1,2,2.5", "--angular-velocity=0.01,1,0"];
    let text = place.succeeds(&arguments);
    assert!(text.contains("long-axis mode"), "{text}");
    let said = place.polhode(&["describe", "--inertia=1,2,9", "--angular-velocity=0,1,0"]);
    assert_eq!(said.code, Some(2), "{}", said.err);
    let said = place.polhode(&["describe"]);
    assert_eq!(said.code, Some(2), "{}", said.err);
}

#[test]
fn a_run_can_be_drawn_with_it_and_after_it() {
    let place = TestFolder::new();
    let out = place.succeeds(&["run", "t-handle", "--duration=2", "--out=r", "--plot"]);
    assert!(out.contains("conserved.svg, rates.svg, attitude.svg, polhode.svg, herpolhode.svg"));
    let with = place.read("r/polhode.svg");
    place.succeeds(&["plot", "r", "--out=later"]);
    assert_eq!(place.read("later/polhode.svg"), with);
    place.succeeds(&["plot", "r", "--out=dark", "--dark"]);
    assert!(place.read("dark/rates.svg") != place.read("r/rates.svg"));
    // Nobody looks where nobody reads.
    place.succeeds(&["run", "t-handle", "--duration=2", "--out=plain"]);
    assert!(!place.has("plain/polhode.svg"));
    let said = place.polhode(&["plot", "nothing"]);
    assert_eq!(said.code, Some(4), "{}", said.err);
}

#[test]
fn the_pictures_of_the_guide_are_those_that_the_commands_draw() {
    let place = TestFolder::new();
    place.polhode(&["describe", "t-handle", "--out=made"]);
    let images = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/images");
    for name in ["polhode.svg", "herpolhode.svg"] {
        let made = place.read(&format!("made/{name}"));
        let kept = images.join(name);
        if std::env::var_os("POLHODE_BLESS").is_some() {
            std::fs::write(&kept, &made).expect("a picture");
        }
        assert!(std::fs::read_to_string(&kept).is_ok_and(|kept| kept == made), "{name}");
    }
}
