//! Comparisons that are ended before they are complete.

use polhode_lab::compare::{Comparison, ComparisonGrid, ComparisonRow, compare, compare_while};
use polhode_lab::{Scenario, embedded};

fn top() -> Scenario {
    let text = embedded::find("fast-top").expect("embedded").text;
    let changes = ["run.duration=0.1".into(), "run.step=0.001".into()];
    Scenario::parse("fast-top", text, &changes).expect("it is right")
}

/// All but the time.
fn said(row: &ComparisonRow) -> (String, u64, u64, f64) {
    (row.method.clone(), row.steps, row.torque_evaluations, row.attitude_error)
}

#[test]
fn who_stops_has_the_runs_that_have_ended() {
    let scenario = top();
    let methods = ["liemid-ea", "taylor"].map(|name| name.parse().expect("a method")).to_vec();
    // Steps so short that it is asked within a run.
    let grid = ComparisonGrid::Steps([1e-3, 3e-4, 1e-4, 3e-5, 1e-5, 3e-6, 1e-6].to_vec());
    let plan = Comparison { methods, grid };
    let told = std::cell::Cell::new(0);
    let part = compare_while(
        &scenario,
        &plan,
        &mut |done, _| told.set(done),
        // The fifth is the first that is asked and has to stop.
        &mut || told.get() < 5,
    );
    let part = part.expect("a reference");
    let all = compare(&scenario, &plan, &mut |_, _| {}).expect("a reference");
    assert_eq!((part.len(), all.len()), (4, 13));
    assert!(part.iter().zip(&all).all(|(a, b)| said(a) == said(b)));
}

#[test]
fn without_time_there_is_nothing() {
    let scenario = top();
    let plan = Comparison {
        methods: vec!["liemid-ea".parse().expect("a method")],
        grid: ComparisonGrid::around(&scenario),
    };
    let rows = compare_while(&scenario, &plan, &mut |_, _| {}, &mut || false);
    assert_eq!(rows.expect("no error"), []);
}
