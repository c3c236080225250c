//! Columns against differences of the same method.

use super::problem::{CASES, STEPS, apart, differences, free_transition, transition};
use polhode::catalogue::{CATALOGUE, MethodName, variants};

/// Those that take torques.
fn pushed() -> impl Iterator<Item = MethodName> {
    variants().into_iter().filter(|name| name.card().order_torqued.is_some())
}

/// A torque of zero leads to the free motion by the same method, but for rounding; the energy
/// correction alone is another one of free bodies.
#[test]
fn every_column_of_a_free_body_is_the_difference_quotient_of_the_same_method() {
    let mut worst = 0f64;
    for name in pushed().filter(|name| name.options().energy.is_none()) {
        let (carried, truth) = (free_transition(&name, STEPS), differences(&name, "free", STEPS));
        let error = apart(&carried, &truth);
        println!("{name}: {error:.1e}");
        worst = worst.max(error);
        assert!(error < 1e-13, "{name}: {error:e}"); // measured: 1.2e-14
    }
    println!("worst: {worst:.1e}");
}

/// With every option in a gravity gradient and in several torques at once; without options in
/// each torque.
#[test]
fn and_so_is_that_of_a_pushed_body() {
    for case in CASES {
        let mut worst = 0f64;
        let all = ["gradient", "several"].contains(&case);
        let plain = |name: &MethodName| CATALOGUE.iter().any(|card| card.name == name.to_string());
        for name in pushed().filter(|name| all || plain(name)) {
            let Some(carried) = transition(&name, case, STEPS) else { continue };
            let truth = differences(&name, case, STEPS);
            let error = apart(&carried, &truth);
            println!("{case}, {name}: {error:.1e}");
            worst = worst.max(error);
            assert_eq!(carried.state, truth.state, "{case}, {name}: the state has other bits");
            // Measured: 3.3e-13 with a rotor, 1e-13 elsewhere.
            assert!(error < 1e-12, "{case}, {name}: {error:e}");
        }
        println!("{case}, worst: {worst:.1e}");
    }
}
