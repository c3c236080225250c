//! Spheres, rods, discs, rest, principal axes, molecules and planets: named
//! cases, not surprises.

use crate::support::{Uniform, bind, body, run, state, taylor};
use polhode::catalogue::{MethodName, variants};
use polhode::{Body, Mat3, Real, Rotation, State};
use proptest::prelude::*;

const BODIES: [(&str, [f64; 3]); 11] = [
    ("sphere", [1.0, 1.0, 1.0]),
    ("oblate", [1.0, 1.0, 1.8]),
    ("prolate", [1.0, 0.2, 1.0]),
    ("disc", [1.0, 2.0, 1.0]),
    ("plate", [1.0, 2.0, 3.0]),
    ("rod", [1.0, 1e-8, 1.0]),
    ("needle", [1.0, 1.0, 1e-12]),
    ("nearly a sphere", [1.0, 1.0 + 1e-15, 1.0 + 2e-15]),
    ("water, SI", [1.02e-47, 1.92e-47, 2.94e-47]),
    ("smallest", [2e-50, 3e-50, 4e-50]),
    ("moon", [8.8e34, 8.9e34, 9.0e34]),
];

const DIRECTIONS: [(&str, [f64; 3]); 8] = [
    ("rest", [0.0, 0.0, 0.0]),
    ("first axis", [1.0, 0.0, 0.0]),
    ("second axis", [0.0, -1.0, 0.0]),
    ("third axis", [0.0, 0.0, 1.0]),
    ("first plane", [0.6, 0.8, 0.0]),
    ("near the second axis", [1e-9, 1.0, -1e-9]),
    ("subnormally near it", [1e-300, 1.0, 1e-310]),
    ("generic", [0.5, -0.7, 0.4]),
];

/// Starts with an angular speed of one.
fn cases() -> impl Iterator<Item = (String, Body<f64>, State<f64>)> {
    BODIES.into_iter().flat_map(|(shape, moments)| {
        DIRECTIONS.into_iter().map(move |(spin, direction)| {
            let body = body(moments);
            let rates = polhode::Vec3::from(direction);
            let start = state([0.5, 0.5, -0.5, 0.5], body.inertia.momentum(rates).to_array());
            (format!("{shape}, {spin}"), body, start)
        })
    })
}

#[test]
fn every_method_turns_every_body_about_as_it_should() {
    for (case, body, start) in cases() {
        let truth = taylor(&body, start, 2.0, 100);
        for name in variants() {
            let thin = case.starts_with("rod") || case.starts_with("needle");
            let mut run = bind(&name, body, start).unwrap();
            if let Err(stopped) = run.advance(0.02, 100) {
                // An implicit method that says so.
                assert!(thin, "{name} on {case}: {stopped}");
                continue;
            }
            let end = *run.state();
            let error = end.attitude.angle_to(truth.attitude);
            // The coarsest methods err by h/2 per radian. A splitting about the
            // axis of a thin body turns it at m/J, whatever the real rate.
            if !thin {
                assert!(error < 0.03, "{name} on {case}: {error:e}");
            }
            let (first, last) = (start.spatial_momentum(), end.spatial_momentum());
            let lost = (first - last).norm() / start.momentum.norm().max(f64::MIN_POSITIVE);
            let rounding = 200.0 * f64::from(name.card().rotations) * f64::EPSILON;
            if name.card().conserves_momentum {
                assert!(lost < rounding, "{name} on {case}: lost {lost:e} of the momentum");
            }
            let stretch = (end.attitude.norm_squared() - 1.0).abs();
            assert!(stretch < rounding, "{name} on {case}: norm off by {stretch:e}");
        }
    }
}

#[test]
fn rest_stays_rest() {
    for name in variants() {
        let start = state::<f64, Rotation<f64>>([0.5, 0.5, -0.5, 0.5], [0.0; 3]);
        let end = run(&name, body([1.0, 2.0, 2.5]), start, 0.5, 10);
        assert_eq!(end.attitude, start.attitude, "{name}");
        assert_eq!(end.momentum, start.momentum, "{name}");
    }
}

#[test]
fn matrix_and_quaternion_turn_alike() {
    let (body, start) =
        (body([1.0, 2.0, 2.5]), state::<f64, Rotation<f64>>([1.0, 0.2, 0.3, 0.4], [0.3, 2.0, 0.7]));
    for name in variants() {
        let quaternion = run(&name, body, start, 0.1, 50);
        let matrix = run::<f64, Mat3<f64>, _>(&name, body, start.in_form(), 0.1, 50);
        let apart = Rotation::from_matrix(matrix.attitude).angle_to(quaternion.attitude);
        let momenta = (matrix.momentum - quaternion.momentum).norm();
        // The motion itself amplifies a difference by up to ten over this span.
        let rounding = 500.0 * f64::from(name.card().rotations) * f64::EPSILON;
        assert!(apart.max(momenta) < rounding, "{name}: {apart:e}, {momenta:e}");
    }
}

fn any_variant() -> impl Strategy<Value = MethodName> {
    proptest::sample::select(variants())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    /// A unit of mass is a matter of taste: with a power of two no bit changes.
    #[test]
    fn the_unit_of_mass_does_not_change_a_bit(name in any_variant(), seed: u64, power in -150i32..120) {
        let mut random = Uniform(seed);
        let (moments, momentum) = (random.moments(), random.direction());
        let attitude = random.rotation().to_wxyz();
        let unit = Real::powi(2f64, power);
        // Steps of up to five radians: too long for methods with an equation to solve.
        let run = |unit: f64| {
            let start = state::<f64, Rotation<f64>>(attitude, (momentum * unit).to_array());
            let mut run = bind(&name, body(moments.map(|i| i * unit)), start).unwrap();
            let taken = run.advance(1e-3, 20).map_err(|stopped| stopped.failure);
            (taken, *run.state())
        };
        let ((taken, plain), (also, scaled)) = (run(1.0), run(unit));
        prop_assert_eq!(taken, also);
        prop_assert_eq!(plain.attitude, scaled.attitude);
        prop_assert_eq!(plain.momentum * unit, scaled.momentum);
    }

    /// Nothing in space is special: turn the start, and the end is turned.
    #[test]
    fn the_choice_of_space_axes_does_not_matter(name in any_variant(), seed: u64) {
        // The size of such a step depends on the quaternion, in its last digits.
        prop_assume!(name.tolerance().is_none());
        let mut random = Uniform(seed);
        let (moments, momentum) = (random.moments(), random.direction() * 0.01);
        let (attitude, turn) = (random.rotation(), random.rotation());
        let end = run::<f64, Rotation<f64>, _>(&name, body(moments), State::new(attitude, momentum), 0.01, 20);
        let turned = run::<f64, Rotation<f64>, _>(&name, body(moments), State::new(turn * attitude, momentum), 0.01, 20);
        let rounding = 20.0 * f64::from(name.card().rotations) * f64::EPSILON;
        let apart = turned.attitude.angle_to(turn * end.attitude);
        prop_assert!(apart < rounding, "{}: {:e}", name, apart);
        prop_assert_eq!(turned.momentum, end.momentum);
    }
}
