//! Torques that switch: generated problems against an integration of their smooth pieces that shares nothing
//! with the library.

#[path = "switching/piecewise.rs"]
mod piecewise;
#[expect(dead_code, reason = "the example `accuracy_grid` integrates problems anew")]
#[path = "switching/problems.rs"]
mod problems;

use super::parse;
use piecewise::End;
use polhode_bound::Function;
use polhode_lab::Scenario;
use polhode_lab::scenario_run::{RunState, ScenarioRun, simulate, simulate_with};
use polhode_lab::summary::SwitchSummary;
use problems::{KINDS, Problem};

/// Of each kind.
const PROBLEMS: u64 = 30;
const FIXED: [&str; 3] = ["exact:order=4", "rkmk4", "leapfrog:order=4"];

fn text(problem: &Problem, method: &str, step: f64) -> String {
    let Problem { rates, attitude, torque, span, .. } = problem;
    format!(
        "[body]\ninertia = [1.0, 2.0, 2.5]\n[initial]\nattitude = {attitude:?}\n\
         angular_velocity = {rates:?}\n[[torque]]\n{torque}\n[run]\nduration = {span:?}\n\
         method = \"{method}\"\nstep = {step:?}\n"
    )
}

fn begin(problem: &Problem, method: &str, step: f64) -> Box<dyn ScenarioRun> {
    simulate(&parse(&text(problem, method, step))).unwrap()
}

/// The state at the end and the number of switches.
fn run(problem: &Problem, method: &str, steps: u64) -> (RunState, u64) {
    let mut run = begin(problem, method, problem.span / steps as f64);
    if method.starts_with("taylor") {
        while run.state().time < problem.span {
            run.advance(1).unwrap_or_else(|stopped| panic!("{method}: {stopped:?}\n{problem:?}"));
        }
        let end = run.state_near(problem.span).unwrap();
        return (end, run.switches_until(problem.span).0.located);
    }
    run.advance(steps).unwrap_or_else(|stopped| panic!("{method}: {stopped:?}\n{problem:?}"));
    (run.state(), run.switches_until(problem.span).0.located)
}

fn distance(a: &RunState, rates: [f64; 3], q: [f64; 4]) -> f64 {
    let dot: f64 = a.attitude.iter().zip(q).map(|(a, b)| a * b).sum();
    let sign = dot.signum();
    let turn = a.attitude.iter().zip(q).map(|(a, b)| 2.0 * (a * sign - b).abs());
    let inertia = [1.0, 2.0, 2.5];
    let spin = (0..3).map(|i| (a.momentum[i] / inertia[i] - rates[i]).abs());
    turn.chain(spin).fold(0.0, f64::max)
}

#[test]
fn every_switch_is_found_and_the_end_is_as_accurate_as_the_method() {
    let mut worst = 0.0f64;
    for (kind, make) in KINDS {
        for number in 0..PROBLEMS {
            let (problem, End { rates, attitude, switches }) = problems::drawn(kind, make, number);
            let (end, found) = run(&problem, "taylor:tolerance=1e-12", 1);
            let error = distance(&end, rates, attitude);
            worst = worst.max(error);
            assert!(error < 1e-8, "{kind} {number}: series off by {error:e}\n{problem:#?}");
            assert_eq!(found, switches, "{kind} {number}: series\n{problem:#?}");
            for method in FIXED {
                let (coarse, _) = run(&problem, method, 500);
                let (fine, found) = run(&problem, method, 1000);
                assert_eq!(found, switches, "{kind} {number}: {method}\n{problem:#?}");
                let error = distance(&fine, rates, attitude);
                let inertia = [1.0, 2.0, 2.5];
                let spin = std::array::from_fn(|i| coarse.momentum[i] / inertia[i]);
                let own = distance(&fine, spin, coarse.attitude);
                assert!(
                    error < own + 1e-9,
                    "{kind} {number}: {method} off by {error:e}, halved {own:e}\n{problem:#?}"
                );
            }
        }
    }
    println!("series: {worst:e}");
}

#[test]
fn a_run_that_was_cut_while_it_switches_goes_on_to_the_same_bits() {
    for (kind, make) in KINDS {
        let (problem, _) = problems::drawn(kind, make, 3);
        for method in FIXED.into_iter().chain(["taylor:tolerance=1e-12", "corrected", "abm4"]) {
            let by_tolerance = method.starts_with("taylor");
            let step = if by_tolerance { problem.span } else { problem.span / 200.0 };
            let steps = if by_tolerance { 12 } else { 200 };
            let scenario = Scenario::parse("test", &text(&problem, method, step), &[]);
            // Some splittings take no torque of the rates.
            let Ok(mut whole) = scenario.and_then(|scenario| simulate(&scenario)) else { continue };
            whole.advance(steps).unwrap();
            for cut in [1, steps / 3, steps / 2, steps - 1] {
                let mut first = begin(&problem, method, step);
                first.advance(cut).unwrap();
                let mut second = begin(&problem, method, step);
                second.restore(&first.checkpoint());
                assert_eq!(second.checkpoint(), first.checkpoint(), "{kind}: {method}");
                // A corrected method evaluates the torque for each state that it shows: so do both.
                let [uncut, resumed] = [first, second].map(|mut run| {
                    run.advance(steps - cut).unwrap();
                    run.checkpoint()
                });
                assert_eq!(resumed, uncut, "{kind}: {method} cut at {cut}");
                let whole = whole.checkpoint();
                assert_eq!(resumed.state, whole.state, "{kind}: {method} cut at {cut}");
            }
        }
    }
}

#[test]
fn a_torque_that_is_a_function_of_the_caller_has_unknown_switches() {
    let scenario = parse(
        "[body]\ninertia = [1.0, 2.0, 2.5]\n[initial]\nangular_velocity = [0.1, 0.2, 1.0]\n\
         [run]\nduration = 1.0\nmethod = \"rk4\"\nstep = 0.1\n",
    );
    let brake = Function::new(|_, _, momentum| momentum * -0.1);
    let mut run = simulate_with(&scenario, &brake).unwrap();
    run.advance(10).unwrap();
    let summary = scenario.switch_summary(&*run).unwrap();
    let expected =
        SwitchSummary { unknown: Some(SwitchSummary::UNKNOWN.into()), ..SwitchSummary::default() };
    assert_eq!(summary, expected);
    assert_eq!(scenario.switch_summary(&*simulate(&scenario).unwrap()), None);
}
