//! Functions at the end of their domain: a run knows whether it may have come there.

use super::parse;
use polhode_lab::scenario_run::simulate;

/// Torques whose square root or angle comes to its end, and such that never do, beside each other.
const TOUCHING: [&str; 4] = [
    // Norms of what vanishes again and again, but for so little that a series does not stop there.
    "0.1*sqrt(wx^2 + 1e-14)",
    "0.1*sqrt(r31^2 + 1e-14)",
    "0.1*acos((1 - 1e-14)*cos(3*wx))",
    "0.1*sqrt((wy - 0.5)^2 + 1e-14)",
];
const CLEAR: [&str; 5] = [
    "0.1*sqrt(wx^2 + wy^2 + 1)",
    "-0.1*wx*sqrt(wx^2 + wy^2 + wz^2)",
    "0.1*sqrt(1.01 - r33)",
    "0.1*asin(0.99*r33)",
    "0.1*sqrt((wy - 0.5)^2 + 0.05)",
];
const METHODS: [(&str, f64); 6] = [
    ("taylor:tolerance=1e-12", 1.0),
    ("taylor", 0.5),
    ("rk4", 0.01),
    ("leapfrog", 0.002),
    ("abm4", 0.01),
    // Steps so long that looks at their ends are not enough.
    ("exact:order=4", 0.3),
];

/// A body that tumbles through its pole, about its intermediate axis and about the others.
fn scenario(torque: &str, method: &str, step: f64) -> polhode_lab::Scenario {
    parse(&format!(
        "[body]\ninertia = [1.0, 2.0, 2.5]\n[initial]\nangular_velocity = [0.3, 0.9, 1.1]\n\
         attitude = [0.8, 0.6, 0.0, 0.0]\n[[torque]]\nmodel = \"expression\"\n\
         components = [\"0.001*sin(t)\", \"0\", \"1e-3*({torque})\"]\n\
         [run]\nduration = 12.0\nmethod = \"{method}\"\nstep = {step:?}\n"
    ))
}

fn reached(torque: &str, method: &str, step: f64) -> Option<u16> {
    let scenario = scenario(torque, method, step);
    let mut run = simulate(&scenario).unwrap();
    while run.state().time < 12.0 {
        run.advance(7).unwrap();
    }
    run.boundary_reached()
}

#[test]
fn a_function_that_comes_to_the_end_of_its_domain_is_noticed_and_no_other_one() {
    for (method, step) in METHODS {
        for torque in TOUCHING {
            assert_eq!(reached(torque, method, step), Some(0), "{torque} by {method}");
        }
        for torque in CLEAR {
            assert_eq!(reached(torque, method, step), None, "{torque} by {method}");
        }
    }
}

#[test]
fn a_resumed_run_knows_what_the_first_part_came_to() {
    for (method, step) in METHODS {
        for torque in [TOUCHING[0], CLEAR[0]] {
            let scenario = scenario(torque, method, step);
            let [mut whole, mut second] = [0; 2].map(|_| simulate(&scenario).unwrap());
            for steps in [13, 20, 5] {
                whole.advance(steps).unwrap();
                let checkpoint = whole.checkpoint();
                second.restore(&checkpoint);
                assert_eq!(second.checkpoint(), checkpoint, "{torque} by {method}");
                assert_eq!(second.boundary_reached(), whole.boundary_reached());
                whole.advance(9).unwrap();
                second.advance(9).unwrap();
                assert_eq!(second.checkpoint(), whole.checkpoint(), "{torque} by {method}");
            }
        }
    }
}
