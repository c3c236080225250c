//! An accuracy in place of a method and a step.

#[path = "../examples/accuracy_grid/problems.rs"]
#[expect(dead_code, reason = "the grid shows more of a problem")]
mod problems;

use polhode_lab::accuracy::{
    Choice, When, Witnesses, distance, run_verified, select, select_while,
};
use polhode_lab::diagnostic::Report;
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

/// In double-doubles.
fn true_end(scenario: &Scenario) -> RunState {
    let end = truth::at_end(scenario).expect("a truth");
    RunState { time: end.time, attitude: end.attitude.to_wxyz(), momentum: end.momentum.to_array() }
}

#[test]
fn the_end_is_as_good_as_is_asked_for_and_the_certificate_knows_how_good() {
    let (mut overpaid, mut pushed) = (0, 0);
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
            assert!(choice.reachable, "{what}");
            assert!(error <= asked, "{what}");
            if problem.kind != "free" {
                pushed += 1;
                overpaid += u32::from(error < asked / 1000.0);
            }
            let mut witnesses = Witnesses::new(&settled).expect("witnesses");
            let certified = witnesses.see(&end).expect("an estimate").error;
            assert!(certified > error / 10.0, "{what}, certified {certified:e}");
        }
    }
    assert!(2 * overpaid < pushed, "{overpaid} of {pushed} err by less than a thousandth");
}

#[test]
fn what_the_last_digit_of_the_start_decides_is_declared_unreachable() {
    // Chaotic: an error of 1e-9 grows to 1e-4 by t = 100, and to everything by 400.
    let changes = ["run.duration=400.0", "run.accuracy=1e-6"];
    let (_, choice) = settle(&embedded("soft-wall-physical", &changes));
    assert!(!choice.reachable, "{choice:?}");
    assert!(choice.input > 1e-6, "the last digit moves the end by {:e}", choice.input);
    let (_, choice) = settle(&embedded("soft-wall-physical", &["run.duration=4.0", changes[1]]));
    assert!(choice.reachable, "{choice:?}");
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
        // Some tumble for so long that the last digit of the start decides the end.
        let input = choice.input;
        assert!(choice.reachable || input > 1e-4, "{}: {input:e}", scenario.name);
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
        assert!(choice.reachable && error <= asked, "{error:e} for {asked:e}: {}", choice.setting);
    }
}

/// A run by `kept`: how it was chosen, its end, and how often it was run.
fn keep(scenario: &Scenario) -> (Choice, RunState, u32) {
    let mut runs = 0;
    let run = |settled: Scenario, choice: &Choice| {
        runs += 1;
        let end = end(&settled);
        Ok::<_, Report>(((choice.clone(), end), Some(end)))
    };
    let (choice, end) =
        run_verified(scenario, &|| true, run).unwrap_or_else(|report| panic!("{report}"));
    (choice, end, runs)
}

#[test]
fn a_run_that_its_end_proves_is_as_good_as_is_asked_for() {
    let (mut proven, mut refined) = (0, 0);
    // Soft walls, driven bodies, reaction wheels, and formulas: a part does not tell of the whole.
    for number in [24, 26, 34, 36, 49, 54, 66, 67, 89, 94, 117, 134] {
        let problem = problem(number, (1.0, 60.0));
        let truth = true_end(&parse(&problem.text, &[]));
        for asked in [1e-3, 1e-6, 1e-9, 1e-11, 1e-13] {
            let scenario = parse(&problem.text, &[&format!("run.accuracy={asked:e}")]);
            let (choice, end, _) = keep(&scenario);
            let error = distance(&end, &truth);
            let what =
                format!("{} {number} for {asked:e}: {error:e} by {}", problem.kind, choice.setting);
            assert!(error <= asked || !choice.reachable, "{what}");
            assert!(choice.reachable || choice.input > asked / 2.0 || asked < 1e-12, "{what}");
            proven += u32::from(choice.proof.is_some());
            refined += u32::from(choice.setting.precision == Precision::Refined);
        }
    }
    assert!(proven > 10, "{proven} were proven by their end");
    assert!(refined > 5, "{refined} were refined");
}

#[test]
fn a_run_whose_end_does_not_prove_it_is_tightened_and_then_known_to_be_good_before() {
    let problem = problem(36, (40.0, 60.0));
    let scenario = parse(&problem.text, &["run.accuracy=1e-6"]);
    let mut choices: Vec<Choice> = Vec::new();
    let run = |settled: Scenario, choice: &Choice| {
        choices.push(choice.clone());
        let mut end = end(&settled);
        // Never where it should be, and always somewhere else.
        end.momentum[choices.len() % 3] += 0.5;
        Ok::<_, Report>((end, Some(end)))
    };
    run_verified(&scenario, &|| true, run).unwrap_or_else(|report| panic!("{report}"));
    let proofs: Vec<bool> = choices.iter().map(|choice| choice.proof.is_some()).collect();
    assert_eq!(proofs, [true, true, false], "{choices:?}");
    let tolerances = choices.iter().map(|choice| choice.setting.method.tolerance());
    assert!(tolerances.take(2).is_sorted_by(|first, second| first > second), "{choices:?}");
}

#[test]
fn a_run_that_was_tightened_is_as_good_as_is_asked_for() {
    let mut tightened = 0;
    // Errors grow more than they do as a rule.
    for (number, asked) in [(14, 1e-9), (88, 1e-6), (89, 1e-3), (89, 1e-6), (199, 1e-6)] {
        let problem = problem(number, (1.0, 1000.0));
        let scenario = parse(&problem.text, &[&format!("run.accuracy={asked:e}")]);
        let (choice, end, runs) = keep(&scenario);
        let error = distance(&end, &true_end(&parse(&problem.text, &[])));
        assert!(error <= asked, "{} {number} for {asked:e}: {error:e}", problem.kind);
        tightened += u32::from(runs == 2 && choice.proof.is_some());
    }
    assert!(tightened > 3, "{tightened} were tightened");
}

#[test]
fn a_body_that_turns_regularly_at_first_and_chaotically_in_the_end_is_as_good_as_is_asked_for() {
    // For 50 of its 145 turns neighbours stay together.
    let problem = problem(10_101, (1.0, 1000.0));
    let truth = true_end(&parse(&problem.text, &[]));
    for asked in [1e-3, 1e-6, 1e-9] {
        let scenario = parse(&problem.text, &[&format!("run.accuracy={asked:e}")]);
        let (choice, end, _) = keep(&scenario);
        let error = distance(&end, &truth);
        let declared = !choice.reachable && choice.input > asked;
        assert!(error <= asked || declared, "{asked:e}: {error:e} by {}", choice.setting);
        assert!(declared == (asked < 1e-8), "{asked:e}: {choice:?}");
    }
}

#[test]
fn a_choice_can_be_stopped() {
    let scenario = embedded("soft-wall-physical", &["run.duration=500.0", "run.accuracy=1e-6"]);
    let refusal = select_while(&scenario, When::Before, &|| false).expect_err("it was stopped");
    assert!(refusal.to_string().contains("stopped"), "{refusal}");
    let asked = Cell::new(0);
    let few = || {
        asked.set(asked.get() + 1);
        asked.get() < 5
    };
    select_while(&scenario, When::After, &few).expect_err("it was stopped on the way");
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
