//! Who leaves the lattice is put back and told; who cannot go there is refused.

use super::start::random_starts;
use super::{Lattice, all_integers, filled, gradient};
use polhode::torque::{Closure, ConstantInBody, GravityGradient, LinearDamping, UniformField};
use polhode::{Attitude, Body, Error, Free, Inertia, Mat3, Rotation, State, Torque, Vec3};

/// Driven about z in space: the momentum grows without bound.
fn driven(body: usize, attitude: Mat3<f32>) -> Vec3<f32> {
    attitude.z * if body == 3 { 0.1 } else { 0.0 }
}

/// Body 3 reaches 1.3 times 2, all others go on as if it were not there.
#[test]
fn a_body_that_leaves_is_put_back_and_told() {
    let free = filled(Lattice::new(), &random_starts(20), Free);
    let mut driven_ones = free.clone();
    let start = free.integers(3);
    let momentum = |lattice: &Lattice<3>| lattice.state::<f64>(3).unwrap().momentum.norm();
    let mut last = momentum(&driven_ones);
    let mut calls = 0;
    while driven_ones.advance_pushed(driven, 0.1, 1) == 0 {
        let now = momentum(&driven_ones);
        assert!((now - last).abs() < 0.0101, "{now} after {last} is a jump");
        last = now;
        calls += 1;
        assert!(calls < 1000);
    }
    println!("outside after {calls} steps, with {last}");
    assert!((2.58..=2.6).contains(&last), "{last}");
    assert!(driven_ones.is_outside(3) && !driven_ones.is_outside(2));

    // All in one call: it is where it was before.
    let mut at_once = free.clone();
    assert_eq!(at_once.advance_pushed(driven, 0.1, 1000), 1);
    assert_eq!(at_once.integers(3), start);
    // It stays there, forth and back, and nobody else is disturbed.
    let mut alone = free.clone();
    assert_eq!(alone.advance_pushed(|_, _| Vec3::zero(), 0.1, 1000), 0);
    for i in (0..20).filter(|&i| i != 3) {
        assert_eq!(at_once.integers(i), alone.integers(i));
    }
    assert_eq!(at_once.advance(-0.1, 1000), 1);
    assert_eq!(all_integers(&at_once), all_integers(&free));
}

#[test]
fn all_lanes_agree_who_is_outside() {
    let starts = random_starts(50);
    let field = UniformField::new(1.2, Vec3::new(0.5, 0.4, 1.0), Vec3::new(0.0, 0.0, 1.0)).unwrap();
    let [mut widest, mut one] = [(); 2].map(|()| filled(Lattice::new(), &starts, field));
    let outside = widest.advance(0.1, 300);
    assert_eq!(one.advance_in::<f32>(0.1, 300), outside);
    println!("{outside} of 50");
    assert!((5..45).contains(&outside));
    assert!((0..50).all(|i| widest.is_outside(i) == one.is_outside(i)));
    assert_eq!(all_integers(&widest), all_integers(&one));
}

#[test]
fn steps_that_are_too_long_and_torques_that_are_no_numbers_move_nobody() {
    let start = filled(Lattice::new(), &random_starts(9), gradient());
    // Free bodies, whose turns are too long; and pulled ones, which are kicked too far as well.
    let mut free = filled(Lattice::new(), &random_starts(9), Free);
    assert_eq!(free.advance(30.0, 1), 9);
    for h in [30.0, -30.0, 1e300, f64::INFINITY, f64::NEG_INFINITY, f64::NAN] {
        let mut lattice = start.clone();
        assert_eq!(lattice.advance(h, 10), 9, "{h}");
        assert_eq!(all_integers(&lattice), all_integers(&start), "{h}");
    }
    for torque in [f32::NAN, f32::INFINITY, -f32::INFINITY, 1e30] {
        let mut lattice = start.clone();
        assert_eq!(lattice.advance_pushed(|_, _| Vec3::new(0.0, torque, 0.0), 0.1, 10), 9);
        assert_eq!(all_integers(&lattice), all_integers(&start), "{torque}");
    }
    let mut lattice = start.clone();
    assert_eq!(lattice.advance(f64::NAN, 0), 0);
    assert_eq!(Lattice::<3>::new().advance(0.1, 10), 0);
}

/// A momentum of 1 about the smallest moment, 1: the longest turn is h.
#[test]
fn turns_are_at_most_1_5() {
    for (h, outside) in [(1.499, 0), (-1.499, 0), (1.501, 1), (-1.501, 1)] {
        let mut lattice = Lattice::<3>::new();
        let inertia = Inertia::new([2.5, 1.0, 2.0]).unwrap();
        let state: State<f64> = State::new(Rotation::identity(), Vec3::new(0.0, 1.0, 0.0));
        lattice.push(&Body::free(inertia), &state, 1.0).unwrap();
        assert_eq!(lattice.advance(h, 1), outside, "{h}");
    }
}

fn pushed<T: Torque<f64>, A: Attitude<f64>>(
    torque: T,
    state: State<f64, A>,
    largest: f64,
) -> Result<(), Error> {
    let inertia = Inertia::new([1.0, 2.0, 2.5]).unwrap();
    Lattice::<3>::new().push(&Body { inertia, torque }, &state, largest)
}

#[test]
fn torques_that_know_more_than_the_attitude_are_refused() {
    let state: State<f64> = State::new(Rotation::identity(), Vec3::new(0.1, 0.2, 0.3));
    let message = |error: Result<(), Error>| error.unwrap_err().to_string();
    let damping = message(pushed(LinearDamping::uniform(0.1).unwrap(), state, 1.0));
    assert!(damping.contains("depends on the momentum"), "{damping}");
    let closure = Closure(|_: f64, _: Rotation<f64>, m: Vec3<f64>| -m);
    assert!(message(pushed(closure, state, 1.0)).contains("depends on the momentum"));
    let axis = Vec3::new(0.0, 1.0, 0.0);
    let orbit = GravityGradient::turning(1.0, Vec3::new(0.0, 0.0, 1.0), axis, 0.1).unwrap();
    assert!(message(pushed(orbit, state, 1.0)).contains("turns in space"));
    let constant = ConstantInBody(Vec3::new(0.1, 0.0, 0.0));
    assert!(message(pushed(constant, state, 1.0)).contains("more of space than one vector"));
    assert_eq!(pushed(gradient(), state, 1.0), Ok(()));
}

#[test]
fn what_has_no_place_on_the_lattice_is_refused() {
    let state = |size: f64, momentum: f64| {
        let attitude = Mat3::diagonal(Vec3::new(1.0, 1.0, size));
        State { time: 0.0, attitude, momentum: Vec3::new(momentum, 0.0, 0.0) }
    };
    let refused = |size: f64, momentum: f64, largest: f64| {
        let result = pushed(Free, state(size, momentum), largest);
        matches!(result, Err(Error::Parameter { .. }))
    };
    for largest in [0.0, -1.0, 0.49, f64::NAN, f64::INFINITY] {
        assert!(refused(1.0, 0.5, largest), "{largest}");
    }
    // Their units have no place in single precision.
    assert!(refused(1.0, 0.5, 1e50) && refused(1.0, 0.0, 1e-30));
    assert!(refused(1.0, f64::NAN, 1.0));
    for size in [1.1, 0.9, f64::NAN, f64::INFINITY] {
        assert!(refused(size, 0.5, 1.0), "{size}");
    }
    assert_eq!(pushed(Free, state(1.0, 0.5), 0.5), Ok(()));
}
