//! Torques that methods pass over: growing from rest, sudden, switching, tabulated. By the real binary.

use crate::support::{TestFolder, json};
use serde_json::Value;
use std::f64::consts::PI;
use std::fs;

/// Inertia about the axis of all torques here, which is a principal one, so that the truth is an integral.
const MOMENT: f64 = 2.0;

/// Two bodies, both as the scenario says.
const TWO: &str = "[ensemble]\ncount = 2\n\
                   vary = { \"initial.angular_velocity\" = { values = [[0.0, 0.0, 0.0]] } }\n";

/// A body at rest under torques about x.
fn scenario(torque: &str, run: &str) -> String {
    format!(
        "[body]\ninertia = [{MOMENT:?}, 2.5, 3.0]\n[initial]\nangular_velocity = [0.0, 0.0, 0.0]\n\
         [[torque]]\n{torque}\n[run]\n{run}\n"
    )
}

fn formula(x: &str) -> String {
    format!("model = \"expression\"\nframe = \"body\"\ncomponents = [\"{x}\", \"0\", \"0\"]")
}

/// The momentum about x, and how far the body is from having turned by this angle about x.
fn end(summary: &Value, angle: f64) -> (f64, f64) {
    let number = |value: &Value| value.as_f64().expect("a number");
    let (w, x) = (number(&summary["attitude"][0]), number(&summary["attitude"][1]));
    let off = 2.0 * x.atan2(w) - angle;
    (number(&summary["momentum_body"][0]), (off - (off / (2.0 * PI)).round() * 2.0 * PI).abs())
}

/// The summary of a run of `s.toml` with these arguments, whose exit code must be this.
fn run(place: &TestFolder, arguments: &[&str], code: i32) -> (Value, String) {
    let said = place
        .polhode(&[&["run", "s.toml", "--json", "--force", "--out", "out"], arguments].concat());
    assert_eq!(said.code, Some(code), "{arguments:?}: {}", said.err);
    (json(&said.out), said.err)
}

#[test]
fn a_torque_that_grows_from_rest_has_the_accuracy_that_is_asked_for() {
    let place = TestFolder::new();
    // Only every third coefficient of the attitude's series is nonzero.
    let linear = |slope: f64| {
        [
            format!("model = \"prescribed-torque\"\nslope = [{slope:?}, 0.0, 0.0]"),
            format!(
                "model = \"table\"\ntimes = [0.0, 30.0]\ntorques = [[0.0, 0.0, 0.0], [{:?}, 0.0, 0.0]]",
                30.0 * slope
            ),
            formula(&format!("{slope:?}*t")),
        ]
    };
    for slope in [0.003, 0.02, 0.11] {
        for torque in linear(slope) {
            for accuracy in ["1e-3", "1e-6", "1e-9"] {
                let asked = format!("duration = 30.0\naccuracy = {accuracy}");
                place.write("s.toml", scenario(&torque, &asked));
                let (summary, err) = run(&place, &[], 0);
                let (momentum, angle) = end(&summary, slope * 30f64.powi(3) / (6.0 * MOMENT));
                let truth = slope * 450.0;
                let error = angle.max((momentum / truth - 1.0).abs());
                assert!(error < accuracy.parse().unwrap(), "{torque}: {error:e}: {err}");
                assert_eq!(summary["accuracy"]["unverified"], Value::Null);
            }
        }
    }
}

#[test]
fn impulses_on_the_grid_of_the_steps_happen_once_also_after_a_cut_and_in_ensembles() {
    let place = TestFolder::new();
    let momentum = |summary: &Value| summary["momentum_body"][0].as_f64().expect("a number");
    let methods = ["taylor", "taylor:tolerance=1e-6", "taylor:degree=8", "exact", "buss-4", "rk4"];
    for method in methods {
        for at in [0.0, 0.57, 0.58, 1.1, 1.15, 2.3, 2.31, 3.19] {
            let torque = format!(
                "model = \"impulses\"\nlist = [{{ time = {at:?}, momentum = [5.0, 0.0, 0.0] }}, \
                 {{ time = {at:?}, momentum = [1.0, 0.0, 0.0] }}]"
            );
            let with = format!("duration = 3.2\nmethod = \"{method}\"\nstep = 0.01");
            place.write("s.toml", scenario(&torque, &with) + TWO);
            let (summary, _) = run(&place, &[], 0);
            assert!((momentum(&summary) - 6.0).abs() < 1e-12, "{method}, {at}: {summary}");
            // A log that was cut off behind any of its records.
            let log = fs::read(place.path("out/run.log")).unwrap();
            fs::write(place.path("out/run.log"), &log[..log.len() * 2 / 3]).unwrap();
            let resumed = place.summary(&["--resume", "out"]);
            assert!((momentum(&resumed) - 6.0).abs() < 1e-12, "{method}, {at}: {resumed}");
            place.succeeds(&[
                "ensemble",
                "s.toml",
                "--set",
                "ensemble.keep.formats=[\"csv\"]",
                "--force",
                "--quiet",
                "--out",
                "many",
            ]);
            let rows = place.read("many/states.csv");
            let column =
                rows.lines().next().unwrap().split(',').position(|name| name == "l_bx").unwrap();
            for row in rows.lines().skip(1) {
                let gained: f64 = row.split(',').nth(column).unwrap().parse().unwrap();
                assert!((gained - 6.0).abs() < 1e-12, "{method}, {at}: {row}");
            }
        }
    }
}

#[test]
fn a_table_is_linear_unless_it_says_otherwise() {
    let place = TestFolder::new();
    // A pulse of 1 N m with flanks of 10 ms.
    let table = |more: &str| {
        format!(
            "model = \"table\"\n{more}times = [0.0, 1.0, 1.01, 1.2, 1.21, 2.0]\n\
             torques = [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 0.0, 0.0], \
             [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]"
        )
    };
    let gained = |more: &str| {
        place.write("s.toml", scenario(&table(more), "duration = 2.0\nmethod = \"taylor\""));
        end(&run(&place, &[], 0).0, 0.0).0
    };
    // Areas of a trapezium, twice, and of a rectangle that begins a flank later.
    for (more, area) in
        [("", 0.2), ("interpolation = \"linear\"\n", 0.2), ("interpolation = \"hold\"\n", 0.2)]
    {
        let gained = gained(more);
        assert!((gained - area).abs() < 1e-13, "{more}: {gained}");
    }
    let cubic = gained("interpolation = \"cubic\"\n");
    assert!((cubic - 0.2).abs() > 1e-3, "a spline is another curve: {cubic}");
    place.write(
        "s.toml",
        scenario(&table("interpolation = \"spline\"\n"), "duration = 2.0\nmethod = \"taylor\""),
    );
    let said = place.polhode(&["run", "s.toml"]);
    assert_eq!(said.code, Some(2), "{}", said.err);
    assert!(said.err.contains("hold") && said.err.contains("cubic"), "{}", said.err);
}

#[test]
fn an_accuracy_under_a_table_is_delivered() {
    let place = TestFolder::new();
    // A pulse of 20 ms late in a long run: area 0.01 about t = 700.01, in staircase form 0.01 too.
    let table = "model = \"table\"\ntimes = [0.0, 700.0, 700.01, 700.02]\n\
                 torques = [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 0.0]]";
    place.write("s.toml", scenario(table, "duration = 1000.0\naccuracy = 1e-8"));
    let (summary, err) = run(&place, &["--strict", "--certificate"], 0);
    let (momentum, angle) = end(&summary, 0.01 * 299.99 / MOMENT);
    assert!((momentum / 0.01 - 1.0).abs().max(angle) < 1e-8, "{momentum}, {angle:e}: {err}");
    assert_eq!(summary["accuracy"]["unverified"], Value::Null, "{summary}");
}

#[test]
fn where_a_formula_switches_the_accuracy_is_delivered_and_verified() {
    let place = TestFolder::new();
    let periods = 4.0;
    // Half waves: each period adds 2 to the momentum.
    let angle = (4.0 * PI * periods * (periods - 1.0) / 2.0 + 3.0 * PI * periods) / MOMENT;
    let waves = format!("duration = {:?}\naccuracy = 1e-6", 2.0 * PI * periods);
    // Pulses of a thousandth of the span and less, of area 0.05.
    let pulse = "duration = 100.0\naccuracy = 1e-6".to_owned();
    for (x, with, momentum, angle) in [
        ("max(0, sin(t))", waves.clone(), 2.0 * periods, angle),
        ("0.5*(sin(t) + abs(sin(t)))", waves.clone(), 2.0 * periods, angle),
        ("-min(0, -sin(t))", waves.clone(), 2.0 * periods, angle),
        ("if(sin(t) > 0, sin(t), 0)", waves, 2.0 * periods, angle),
        ("max(0, 1 - abs(t - 50)/0.05)", pulse.clone(), 0.05, 0.05 * 50.0 / MOMENT),
        ("500*(t > 50 and t < 50.0001)", pulse, 0.05, 0.05 * 49.99995 / MOMENT),
    ] {
        place.write("s.toml", scenario(&formula(x), &with));
        let (summary, err) = run(&place, &["--strict"], 0);
        let found = end(&summary, angle);
        let error = (found.0 / momentum - 1.0).abs().max(found.1);
        assert!(error < 1e-6, "{x}: {error:e}: {summary}");
        assert_eq!(summary["accuracy"]["unverified"], Value::Null, "{x}: {err}");
    }
}

#[test]
fn where_a_formula_ends_at_a_place_that_is_not_located_the_run_says_that_it_is_unverified() {
    let place = TestFolder::new();
    let torque = formula("0.1*sqrt(wx^2)");
    place.write("s.toml", scenario(&torque, "duration = 9.0\naccuracy = 1e-6"));
    let (summary, err) = run(&place, &[], 0);
    let why = summary["accuracy"]["unverified"].as_str().expect("a reason");
    assert!(why.contains("`sqrt(wx^2)` in a torque formula"), "{why}");
    assert!(err.contains("unverified"), "{err}");
    let (_, strict) = run(&place, &["--strict"], 3);
    assert!(strict.contains("is unverified"), "{strict}");
    let people = place.polhode(&["run", "s.toml", "--no-plot"]);
    assert!(people.out.contains("unverified"), "{}", people.out);
    let chosen = json(&place.succeeds(&["choose", "s.toml", "--json"]));
    assert!(chosen["accuracy"]["unverified"].is_string(), "{chosen}");
    place.write("s.toml", scenario(&torque, "duration = 9.0\naccuracy = 1e-6") + TWO);
    let said = place.polhode(&["ensemble", "s.toml", "--strict", "--quiet", "--out", "many"]);
    assert_eq!(said.code, Some(3), "{}", said.err);
    assert!(said.err.contains("unverified"), "{}", said.err);
    place.write(
        "s.toml",
        scenario(&formula("abs(sin(t))"), "duration = 9.0\naccuracy = 1e-6") + TWO,
    );
    place.succeeds(&["ensemble", "s.toml", "--strict", "--quiet", "--out", "switched"]);
}

/// A smooth pulse, so short that steps of the series without it would pass over it.
#[test]
fn a_narrow_pulse_is_seen_by_the_run_and_by_its_certificate() {
    let place = TestFolder::new();
    let pulse = formula("exp(-((t - 25.937)/0.006)^2)");
    place.write("s.toml", scenario(&pulse, "duration = 100.0\naccuracy = 1e-6"));
    let (summary, _) = run(&place, &["--certificate", "--strict"], 0);
    assert_eq!(summary["accuracy"]["status"], "verified");
    assert!(summary["certificate"]["final_error"].as_f64().is_some_and(|error| error < 1e-6));
    // From rest, a pulse leaves its area.
    let momentum = summary["momentum_body"][0].as_f64().expect("a number");
    assert!((momentum - PI.sqrt() * 0.006).abs() < 1e-7, "{momentum:e}");
}

#[test]
fn a_conserved_quantity_that_changes_fails_the_run() {
    let place = TestFolder::new();
    // Near the upright attitude this is not the potential of the torque, though elsewhere it is: what is
    // said to be conserved is not.
    let torque = "model = \"expression\"\npotential = \"0.5*r33\"\n\
                  components = [\"0.5*r32 + max(0, r33 - 0.9)\", \"-0.5*r31\", \"0\"]";
    place.write("s.toml", scenario(torque, "duration = 10.0\naccuracy = 1e-6"));
    let (summary, err) = run(&place, &[], 3);
    assert!(err.contains("the energy is conserved, but changed by"), "{err}");
    assert!(summary["contradiction"].is_string(), "{summary}");
    place.write("s.toml", scenario(torque, "duration = 10.0\naccuracy = 1e-6") + TWO);
    let said = place.polhode(&["ensemble", "s.toml", "--strict", "--quiet", "--out", "many"]);
    assert_eq!(said.code, Some(3), "{}", said.err);
    let failures = place.read("many/failures.csv");
    assert_eq!(failures.matches(",accuracy,").count(), 2, "{failures}");
}

#[test]
fn a_prescribed_momentum_and_another_start_are_refused_with_both_values() {
    let place = TestFolder::new();
    let torque =
        "model = \"prescribed-momentum\"\nconstant = [3.0, 0.0, 0.0]\nslope = [0.1, 0.0, 0.0]";
    for method in ["exact", "taylor", "rk4", "buss-4"] {
        let with = format!("duration = 2.0\nmethod = \"{method}\"\nstep = 0.01");
        let other = scenario(torque, &with).replace("[0.0, 0.0, 0.0]", "[0.5, 0.0, 0.0]");
        place.write("s.toml", &other);
        for command in [&["run", "s.toml"][..], &["check", "s.toml"]] {
            let said = place.polhode(command);
            assert_eq!(said.code, Some(2), "{method}: {}", said.err);
            assert!(
                said.err.contains("[1.0, 0.0, 0.0]") && said.err.contains("[3.0, 0.0, 0.0]"),
                "{}",
                said.err
            );
        }
        // As the message advises.
        place.write(
            "s.toml",
            other.replace(
                "angular_velocity = [0.5, 0.0, 0.0]",
                "angular_momentum = { space = [3.0, 0.0, 0.0] }",
            ),
        );
        let (summary, _) = run(&place, &[], 0);
        assert!((end(&summary, 0.0).0 - 3.2).abs() < 1e-12, "{method}: {summary}");
    }
}
