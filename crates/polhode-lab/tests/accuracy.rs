//! An accuracy in place of a method and a step.

#[path = "../examples/accuracy_grid/problems.rs"]
#[expect(dead_code, reason = "the grid shows more of a problem")]
mod problems;

use polhode_lab::accuracy::{
    self, Choice, Promise, Quality, Status, Strategy, Witnesses, select, select_while,
};
use polhode_lab::scenario::{Precision, SampleSpacing};
use polhode_lab::scenario_run::{RunState, simulate};
use polhode_lab::{Scenario, embedded, truth};
use problems::problem;
use std::cell::Cell;

fn parse(text: &str, changes: &[&str]) -> Scenario {
    let changes: Vec<String> = changes.iter().map(|change| (*change).to_owned()).collect();
    Scenario::parse("test", text, &changes).unwrap_or_else(|report| panic!("{report}\n{text}"))
}

fn embedded(name: &str, changes: &[&str]) -> Scenario {
    parse(embedded::find(name).expect("it is there").text, changes)
}

fn settle(scenario: &Scenario) -> (Scenario, Choice) {
    select(scenario).unwrap_or_else(|report| panic!("{report}"))
}

fn end(scenario: &Scenario) -> RunState {
    let mut scenario_run = simulate(scenario).expect("a run");
    let end = scenario.schedule.duration;
    match scenario.schedule.pace {
        SampleSpacing::Steps { steps, .. } => {
            scenario_run.advance(steps).expect("steps");
            scenario_run.checkpoint().state
        }
        SampleSpacing::Times { .. } => {
            while !scenario_run.advance_past(end, 1000).expect("steps") {}
            scenario_run.state_near(end).expect("the end")
        }
    }
}

/// The error, with the larger momentum of the two for the largest of the run.
fn distance(end: &RunState, truth: &RunState) -> f64 {
    let norm = |m: [f64; 3]| m.iter().map(|x| x * x).sum::<f64>().sqrt();
    accuracy::distance(end, truth, norm(end.momentum).max(norm(truth.momentum)))
}

/// In double-doubles.
fn true_end(scenario: &Scenario) -> RunState {
    let end = truth::at_end(scenario).expect("a truth");
    RunState { time: end.time, attitude: end.attitude.to_wxyz(), momentum: end.momentum.to_array() }
}

#[test]
fn a_requested_accuracy_is_attained_and_the_certificate_knows_the_error() {
    for number in 0..30 {
        let problem = problem(number, (1.0, 12.0));
        let truth = true_end(&parse(&problem.text, &[]));
        for asked in [1e-3, 1e-6, 1e-9, 1e-11] {
            let scenario = parse(&problem.text, &[&format!("run.accuracy={asked:e}")]);
            let (settled, choice) = settle(&scenario);
            let end = end(&settled);
            let error = distance(&end, &truth);
            let what =
                format!("{} {number} for {asked:e}: {error:e} by {}", problem.kind, choice.setting);
            assert_eq!(choice.quality, Quality::Verified, "{what}");
            assert!(error <= asked, "{what}");
            let promise = Promise::new(asked, &choice);
            let start = simulate(&settled).expect("a run").state();
            assert_eq!(
                promise.contradiction(&scenario, Some((&start, &end)), None),
                None,
                "{what}"
            );
            let mut witnesses = Witnesses::new(&settled).expect("witnesses");
            let certified = witnesses.see(&end).expect("an estimate").error;
            assert!(certified > error / 10.0, "{what}, certified {certified:e}");
        }
    }
}

#[test]
fn an_end_that_is_somewhere_else_contradicts_the_accuracy() {
    // Driven, so that nothing is conserved; the accuracies that the errors of the coarser run can tell of.
    for number in [6, 16, 26] {
        let problem = problem(number, (1.0, 12.0));
        for asked in [1e-3, 1e-5] {
            let scenario = parse(&problem.text, &[&format!("run.accuracy={asked:e}")]);
            let (settled, choice) = settle(&scenario);
            let (start, end) = (simulate(&settled).expect("a run").state(), end(&settled));
            let promise = Promise::new(asked, &choice);
            let within = promise.verification.as_ref().expect("a coarser run").within;
            assert!(within < 0.05, "{number}: {within:e}");
            let mut other = end;
            other.attitude = turned(end.attitude, 3.0 * within);
            let found = promise.contradiction(&scenario, Some((&start, &other)), None);
            assert!(found.is_some_and(|found| found.contains("contradicted")), "{number}");
            other.momentum = [f64::NAN; 3];
            let found = promise.contradiction(&scenario, Some((&start, &other)), None);
            assert!(found.is_some(), "{number}: not a number");
        }
    }
}

/// Rotated about z by an angle.
fn turned([w, x, y, z]: [f64; 4], angle: f64) -> [f64; 4] {
    let (sin, cos) = (angle / 2.0).sin_cos();
    [w * cos - z * sin, x * cos - y * sin, y * cos + x * sin, z * cos + w * sin]
}

#[test]
fn what_the_last_digit_of_the_initial_state_decides_is_declared_unattainable() {
    // Chaotic: an error of 1e-9 grows to 1e-4 by t = 100, and to everything by 400.
    let changes = ["run.duration=400.0", "run.accuracy=1e-6"];
    let (_, choice) = settle(&embedded("soft-wall-physical", &changes));
    assert_eq!(choice.quality, Quality::Unattainable, "{choice:?}");
    assert!(choice.input.is_some_and(|input| input > 1e-6), "{choice:?}");
    assert_eq!(Promise::new(1e-6, &choice).status, Status::Unattainable);
    let (_, choice) = settle(&embedded("soft-wall-physical", &["run.duration=4.0", changes[1]]));
    assert_eq!(choice.quality, Quality::Verified, "{choice:?}");
}

#[test]
fn a_choice_is_made_again_by_any_other_run() {
    for name in ["fast-top", "cubesat", "reaction-wheel"] {
        let scenario = embedded(name, &["run.accuracy=1e-7"]);
        let (one, other) = (settle(&scenario).1, settle(&scenario).1);
        assert_eq!(one.setting, other.setting);
        assert_eq!(one.error.to_bits(), other.error.to_bits());
        assert_eq!(one.trials.to_bits(), other.trials.to_bits());
    }
}

#[test]
fn every_scenario_that_comes_along_can_be_run_by_its_accuracy() {
    for scenario in embedded::SCENARIOS {
        let every = parse(scenario.text, &[]).schedule.duration / 10.0;
        let every = format!("output.every={every:?}");
        let changes = ["run.precision=f64", "run.accuracy=1e-4", &every];
        let (settled, choice) = settle(&embedded(scenario.name, &changes));
        assert_eq!(settled.method, choice.setting.method, "{}", scenario.name);
        assert!(settled.plan.accuracy.is_none(), "{}", scenario.name);
        // Some tumble for so long that the last digit of the initial state decides the end.
        let declared = choice.quality == Quality::Unattainable && choice.input > Some(1e-4);
        let verified = choice.quality == Quality::Verified;
        assert!(verified || declared, "{}: {choice:?}", scenario.name);
    }
}

#[test]
fn what_is_preferred_is_kept() {
    let preferring = |prefer: &str| {
        let prefer = format!("run.prefer={prefer}");
        let scenario =
            embedded("celledoni-satellite", &["run.duration=20.0", "run.accuracy=1e-6", &prefer]);
        let (settled, choice) = settle(&scenario);
        let error = distance(&end(&settled), &true_end(&settled));
        assert!(error <= 1e-6, "{prefer}: {error:e} by {}", choice.setting);
        choice
    };
    assert!(preferring("symplectic").setting.method.card().symplectic);
    assert!(preferring("energy").setting.method.card().conserves_energy);
    let (any, symplectic) = (preferring("speed"), preferring("symplectic"));
    assert!(any.cost <= symplectic.cost * 1.2, "{} {}", any.cost, symplectic.cost);
}

#[test]
fn steps_fit_between_samples() {
    let changes =
        ["run.duration=40.0", "run.accuracy=1e-3", "run.prefer=symplectic", "output.every=0.7"];
    let refusal =
        select(&embedded("celledoni-satellite", &changes)).expect_err("40 is not 57 times 0.7");
    assert!(refusal.to_string().contains("output.every"), "{refusal}");
    let fitting = ["run.duration=42.0", changes[1], changes[2], changes[3]];
    let (settled, choice) = settle(&embedded("celledoni-satellite", &fitting));
    let step = choice.setting.step.expect("symplectic methods have equal steps");
    let parts = 0.7 / step;
    assert!((parts - parts.round()).abs() < 1e-9, "{parts}");
    assert_eq!(settled.schedule.samples(), 61);
}

#[test]
fn an_accuracy_and_a_method_are_one_too_many() {
    let text = embedded::find("fast-top").expect("it is there").text;
    for (line, word) in [("accuracy = 1e-6", "method"), ("prefer = \"speed\"", "accuracy")] {
        let text = text.replace("[run]", &format!("[run]\n{line}"));
        let refusal = Scenario::parse("test", &text, &[]).expect_err("too many").to_string();
        assert!(refusal.contains("drop") && refusal.contains(word), "{refusal}");
    }
    for accuracy in ["0.0", "-1e-6", "1e-17", "2.0"] {
        let change = format!("run.accuracy={accuracy}");
        let refusal = Scenario::parse("test", text, &[change]).expect_err("out of range");
        assert!(refusal.to_string().contains("it must be from 1e-16 to 0.1"), "{refusal}");
    }
}

#[test]
fn a_formula_with_corners_is_as_good_as_is_asked_for() {
    let text = r#"
[body]
inertia = [1.0, 2.0, 2.5]
[initial]
attitude = [1.0, 0.0, 0.0, 0.0]
angular_velocity = [0.5, 0.2, 1.0]
[[torque]]
model = "expression"
components = ["0.2*abs(sin(3*t))", "0.1*max(cos(t), 0)", "0"]
[run]
duration = 6.0
"#;
    // The corners lie between steps; twice this step ends 7e-11 away.
    let fine = parse(text, &["run.method=\"exact\"", "run.step=1e-5"]);
    for asked in [1e-3, 1e-6] {
        let (settled, choice) = settle(&parse(text, &[&format!("run.accuracy={asked:e}")]));
        let error = distance(&end(&settled), &end(&fine));
        let verified = choice.quality == Quality::Verified;
        assert!(verified && error <= asked, "{error:e} for {asked:e}: {}", choice.setting);
    }
}

#[test]
fn driven_and_chaotic_bodies_attain_what_is_verified() {
    let mut refined = 0;
    // Soft walls, driven bodies, reaction wheels, and formulas: a part does not tell of the whole.
    for number in [24, 26, 34, 36, 49, 54, 66, 67, 89, 94, 117, 134] {
        let problem = problem(number, (1.0, 60.0));
        let truth = true_end(&parse(&problem.text, &[]));
        for asked in [1e-3, 1e-6, 1e-9, 1e-11, 1e-13] {
            let scenario = parse(&problem.text, &[&format!("run.accuracy={asked:e}")]);
            let (settled, choice) = settle(&scenario);
            let error = distance(&end(&settled), &truth);
            let what =
                format!("{} {number} for {asked:e}: {error:e} by {}", problem.kind, choice.setting);
            match choice.quality {
                Quality::Verified => assert!(error <= asked, "{what}"),
                Quality::Unattainable => assert!(choice.input > Some(asked), "{what}"),
                Quality::Unverified(why) => assert!(asked < 1e-12, "{what}: {why}"),
            }
            refined += u32::from(choice.setting.precision == Precision::Refined);
        }
    }
    assert!(refined > 5, "{refined} were refined");
}

#[test]
fn fixed_steps_are_verified_by_longer_ones_over_the_whole_span() {
    for (number, asked) in [(1, 1e-4), (2, 1e-6), (3, 1e-6), (4, 1e-4), (8, 1e-6)] {
        let problem = problem(number, (20.0, 60.0));
        let changes = [&format!("run.accuracy={asked:e}"), "run.prefer=symplectic"];
        let (settled, choice) = settle(&parse(&problem.text, &changes));
        assert_eq!(choice.strategy, Strategy::FixedSteps, "{choice:?}");
        assert_eq!(choice.quality, Quality::Verified, "{choice:?}");
        let error = distance(&end(&settled), &true_end(&parse(&problem.text, &[])));
        assert!(error <= asked, "{} {number}: {error:e} by {}", problem.kind, choice.setting);
    }
}

#[test]
fn the_error_is_the_angle_or_the_momentum_relative_to_its_largest_value() {
    let state = |attitude: [f64; 4], momentum: [f64; 3]| RunState { time: 1.0, attitude, momentum };
    let here = state([1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 2.0]);
    let turned = state(turned(here.attitude, 0.01), here.momentum);
    assert!((accuracy::distance(&turned, &here, 2.0) - 0.01).abs() < 1e-15);
    let faster = state(here.attitude, [0.0, 0.0, 2.02]);
    assert!((accuracy::distance(&faster, &here, 2.0) - 0.01).abs() < 1e-15);
    // It has lost most of its momentum.
    assert!((accuracy::distance(&faster, &here, 200.0) - 1e-4).abs() < 1e-15);
    let lost = state(here.attitude, [f64::NAN; 3]);
    assert_eq!(accuracy::distance(&lost, &here, 2.0), f64::INFINITY);
}

#[test]
fn a_limit_of_work_refuses_what_takes_longer() {
    let changes = ["run.duration=2000.0", "run.accuracy=1e-6", "run.work_limit=1e-3"];
    let refusal = select(&embedded("celledoni-satellite", &changes)).expect_err("too long");
    assert!(refusal.to_string().contains("run.work_limit"), "{refusal}");
    let text = embedded::find("fast-top").expect("it is there").text;
    let alone = Scenario::parse("test", text, &["run.work_limit=1.0".into()]);
    assert!(alone.expect_err("no accuracy").to_string().contains("without `run.accuracy`"));
}

#[test]
fn a_body_that_turns_regularly_at_first_and_chaotically_in_the_end_is_as_good_as_is_asked_for() {
    // For 50 of its 145 turns neighbours stay together.
    let problem = problem(10_101, (1.0, 1000.0));
    let truth = true_end(&parse(&problem.text, &[]));
    for asked in [1e-3, 1e-6, 1e-9] {
        let scenario = parse(&problem.text, &[&format!("run.accuracy={asked:e}")]);
        let (settled, choice) = settle(&scenario);
        let error = distance(&end(&settled), &truth);
        let declared = choice.quality == Quality::Unattainable && choice.input > Some(asked);
        assert!(error <= asked || declared, "{asked:e}: {error:e} by {}", choice.setting);
        assert!(declared == (asked < 1e-8), "{asked:e}: {choice:?}");
    }
}

#[test]
fn a_choice_can_be_stopped() {
    let scenario = embedded("soft-wall-physical", &["run.duration=500.0", "run.accuracy=1e-6"]);
    let refusal = select_while(&scenario, &|_| false).expect_err("it was stopped");
    assert!(refusal.to_string().contains("stopped"), "{refusal}");
    let asked = Cell::new(0);
    let few = |_: f64| {
        asked.set(asked.get() + 1);
        asked.get() < 5
    };
    select_while(&scenario, &few).expect_err("it was stopped on the way");
    assert!(asked.get() < 200, "it went on for {} looks", asked.get());
}

#[test]
fn refined_precision_errs_by_a_twentieth_of_what_doubles_do() {
    let scenario = |precision: &str| {
        let changes = [
            "run.method=taylor:tolerance=1e-18".to_owned(),
            "run.duration=200.0".to_owned(),
            format!("run.precision={precision}"),
        ];
        let changes: Vec<&str> = changes.iter().map(String::as_str).collect();
        embedded("celledoni-satellite", &changes)
    };
    let truth = true_end(&scenario("f64"));
    let [refined, double] = ["refined", "f64"].map(|one| distance(&end(&scenario(one)), &truth));
    assert!(refined < 0.05 * double, "{refined:e}, in doubles {double:e}");
    // The witnesses of a refined run are refined.
    let scenario = scenario("refined");
    let certified = Witnesses::new(&scenario).unwrap().see(&end(&scenario)).unwrap().error;
    assert!(certified > refined / 10.0 && certified < double, "{certified:e} for {refined:e}");
}

#[test]
fn refined_precision_is_for_series_of_smooth_torques() {
    let text = embedded::find("fast-top").expect("it is there").text;
    let refusal = |changes: &[&str]| {
        let changes: Vec<String> = changes.iter().map(|change| (*change).to_owned()).collect();
        Scenario::parse("test", text, &changes).expect_err("it is refused").to_string()
    };
    let refused = refusal(&["run.precision=refined", "run.method=exact", "run.step=0.01"]);
    assert!(refused.contains("taylor:tolerance"), "{refused}");
    let refused =
        refusal(&["run.precision=refined", "run.method=taylor:degree=8", "run.step=0.01"]);
    assert!(refused.contains("follow a tolerance"), "{refused}");
    let refused = refusal(&["run.precision=refined", "run.accuracy=1e-6"]);
    assert!(refused.contains("leave `precision` out"), "{refused}");
}
