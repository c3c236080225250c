//! Damping takes energy away exactly, a wheel none.

use super::samples::{inertia, places};
use polhode::geometry::Mat3;
use polhode::real::{DoubleDouble as Dd, Real};
use polhode::torque::{LinearDamping, Rotor, TorqueInput, TorqueProperties};
use polhode::{Body, Inertia, Rotation, State, Torque, Vec3};
use proptest::prelude::*;

fn dampings<R: Real<Mask = bool>>() -> [LinearDamping<R>; 4] {
    let full = Mat3::from_f64([[1.0, 0.5, -0.2], [-0.9, 2.0, 0.3], [0.1, 0.4, 0.7]]);
    // Rank 1: about one line only, on the edge of what is accepted.
    let line = [0.25, -0.5, 1.5];
    let line = Mat3::from_f64(line.map(|a| line.map(|b| a * b)));
    [
        LinearDamping::uniform(R::from_f64(0.3)).unwrap(),
        LinearDamping::diagonal(Vec3::from_f64([0.3, 0.0, 1.2])).unwrap(),
        LinearDamping::full(full).unwrap(),
        LinearDamping::full(line).unwrap(),
    ]
}

/// m' = T(m) by Taylor series of degree 40 in 64 steps: T is linear, and its
/// terms are T(T(...T(m)))/n!.
fn integrated(torque: &LinearDamping<Dd>, at: &TorqueInput<'_, Dd>, h: Dd) -> Vec3<Dd> {
    let step = h / Dd::from_f64(64.0);
    let mut m = at.momentum;
    for _ in 0..64 {
        let (mut term, mut sum) = (m, m);
        for n in 1..=40 {
            let rate = torque.torque(&TorqueInput { momentum: term, ..*at });
            term = rate * (step / Dd::from_f64(f64::from(n)));
            sum += term;
        }
        m = sum;
    }
    m
}

proptest! {
    #![proptest_config(super::cases())]

    #[test]
    fn the_kick_is_the_flow_to_rounding(place in places(), h in -3.0..3.0_f64) {
        let (inertia, inertia_double): (Inertia<Dd>, Inertia<f64>) = (inertia(), inertia());
        let (at, at_double) = (place.torque_input(&inertia), place.torque_input(&inertia_double));
        for (torque, double) in dampings::<Dd>().into_iter().zip(dampings::<f64>()) {
            let truth = integrated(&torque, &at, Dd::from_f64(h));
            // Damping is at most 4.2: an exponent of up to 13, both ways.
            let size = at.momentum.norm().hi.max(truth.norm().hi) * (1.0 + 4.2 * h.abs());
            let error = (torque.kick(&at, Dd::from_f64(h)).unwrap() - truth).norm().hi;
            prop_assert!(error <= 4e-31 * size, "{torque:?}: {:e}", error / size);
            let found = double.kick(&at_double, h).unwrap();
            let error = (found.map(Dd::from_f64) - truth).norm().hi;
            prop_assert!(error <= 2e-15 * size, "{double:?}: {:e}", error / size);
        }
    }

    #[test]
    fn two_kicks_are_one_of_twice_the_time(place in places(), h in -2.0..2.0_f64) {
        let inertia: Inertia<Dd> = inertia();
        let at = place.torque_input(&inertia);
        for torque in dampings::<Dd>() {
            let h = Dd::from_f64(h);
            let half = torque.kick(&at, h).unwrap();
            let both = torque.kick(&TorqueInput { momentum: half, ..at }, h).unwrap();
            let once = torque.kick(&at, h.twice()).unwrap();
            let size = (at.momentum.norm() + once.norm()).hi;
            prop_assert!((both - once).norm().hi < 1e-29 * size);
            // There and back.
            let back = torque.kick(&TorqueInput { momentum: once, ..at }, -h.twice()).unwrap();
            let growth = (at.momentum.norm() / once.norm()).hi.max(1.0);
            prop_assert!((back - at.momentum).norm().hi < 1e-29 * size * growth);
        }
    }

    #[test]
    fn damping_about_one_line_is_accepted_whatever_the_rounding(
        line in proptest::array::uniform3(-3.0..3.0_f64),
    ) {
        let matrix = Mat3::from_f64(line.map(|a| line.map(|b| a * b)));
        prop_assert!(LinearDamping::<f64>::full(matrix).is_ok());
        prop_assert!(LinearDamping::<f64>::full(matrix * -1.0).is_err());
    }

    #[test]
    fn damping_never_adds_energy(place in places(), h in 0.0..50.0_f64) {
        let inertia: Inertia<f64> = inertia();
        let at = place.torque_input(&inertia);
        for torque in dampings::<f64>() {
            let after = torque.kick(&at, h).unwrap();
            let (before, after) = (inertia.kinetic_energy(at.momentum), inertia.kinetic_energy(after));
            prop_assert!(after <= before * (1.0 + 1e-13), "{torque:?}");
        }
    }

    #[test]
    fn a_wheel_keeps_the_energy_in_a_kick_of_any_length(place in places(), h in -9.0..9.0_f64) {
        let inertia: Inertia<f64> = inertia();
        let at = place.torque_input(&inertia);
        let wheel = Rotor { momentum: Vec3::new(0.4, -0.3, 1.1) };
        let after = wheel.kick(&at, h).unwrap();
        let (before, after) = (inertia.kinetic_energy(at.momentum), inertia.kinetic_energy(after));
        prop_assert!((after - before).abs() <= 16.0 * f64::EPSILON * before);
    }
}

/// A wheel without a kick of its own.
#[derive(Clone, Copy, Debug)]
struct Iterated(Rotor<f64>);

impl Torque<f64> for Iterated {
    fn torque<S: polhode::real::Over<f64>>(&self, at: &TorqueInput<'_, f64, S>) -> Vec3<S> {
        self.0.torque(at)
    }
    fn properties(&self) -> TorqueProperties {
        self.0.properties()
    }
}

proptest! {
    #![proptest_config(super::cases())]

    #[test]
    fn the_kick_of_a_wheel_is_the_implicit_midpoint_rule(place in places(), h in -0.8..0.8_f64) {
        let inertia: Inertia<f64> = inertia();
        let at = place.torque_input(&inertia);
        let wheel = Rotor { momentum: Vec3::new(0.4, -0.3, 1.1) };
        let (solved, iterated) = (wheel.kick(&at, h).unwrap(), Iterated(wheel).kick(&at, h).unwrap());
        prop_assert!((solved - iterated).norm() <= 1e-15 * (1.0 + 4.0 * solved.norm()));
    }
}

#[test]
fn stiff_damping_stops_the_body_in_one_step() {
    let inertia: Inertia<f64> = inertia();
    let at = TorqueInput {
        inertia: &inertia,
        time: 0.0,
        attitude: Rotation::identity(),
        momentum: Vec3::new(1.0, 2.0, 3.0),
    };
    let full = Mat3::from_f64([[2.0, 1.0, 0.0], [1.0, 2.0, 0.5], [0.0, 0.5, 1.0]]) * 1e6;
    let stopped = LinearDamping::full(full).unwrap().kick(&at, 1.0).unwrap();
    assert_eq!(stopped, Vec3::zero());
}

#[test]
fn with_a_wheel_the_sum_of_both_momenta_stays_in_space() {
    let wheel = Rotor { momentum: Vec3::new(0.4, -0.3, 1.1) };
    let start: State<f64> =
        State::new(Rotation::from_wxyz([0.9, 0.1, -0.3, 0.2]), Vec3::new(1.1, 2.9, 1.7));
    let body = Body { inertia: inertia(), torque: wheel };
    let total = |state: &State<f64>| state.attitude.apply(state.momentum + wheel.momentum);
    let errors = [0.01, 0.005].map(|h: f64| {
        let name = "mclachlan-reich".parse().unwrap();
        let mut run = crate::support::bind(&name, body, start).unwrap();
        run.advance(h, (2.0 / h).round() as u64).unwrap();
        (total(run.state()) - total(&start)).norm()
    });
    let ratio = errors[0] / errors[1];
    assert!(errors[0] < 1e-3 && (3.8..4.2).contains(&ratio), "{errors:?} {ratio}");
}
