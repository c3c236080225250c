//! Leap-frog steps on a lattice of integers: undone to the bit, without drift, never wrapping.

mod growth;
mod outside;
mod start;

use crate::support::{extrapolate, taylor};
use polhode::ensemble::{Block, Lattice, LeapFrogSteps};
use polhode::method::Composition;
use polhode::real::{F32x8, Scalar};
use polhode::torque::{GravityGradient, UniformField};
use polhode::{Attitude, Body, Free, Inertia, Mat3, Rotation, State, Torque, Vec3};
use start::{Start, random_starts};

const MILLION: u64 = 1_000_000;

/// Of the strength of the rates, so that bodies tumble.
fn gradient() -> GravityGradient<f64> {
    GravityGradient::new(0.1, Vec3::new(0.3, -0.4, 0.8)).unwrap()
}

/// Of orders 2, 4 and 8, without bodies.
fn orders() -> [Lattice<3>; 3] {
    let composed = [Composition::OMELYAN_4, Composition::KAHAN_LI_8].map(Lattice::composed);
    let [four, eight] = composed;
    [Lattice::new(), four, eight]
}

/// With bodies under this torque, whose momenta may grow to 2.
fn filled<T: Torque<f64>>(mut lattice: Lattice<3>, starts: &[Start], torque: T) -> Lattice<3> {
    for start in starts {
        let body = Body { inertia: start.inertia, torque: torque.clone() };
        lattice.push(&body, &start.state, 2.0).unwrap();
    }
    lattice
}

fn all_integers(lattice: &Lattice<3>) -> Vec<i32> {
    (0..lattice.len()).flat_map(|body| lattice.integers(body).unwrap()).collect()
}

fn differences(one: &[i32], other: &[i32]) -> usize {
    one.iter().zip(other).filter(|(a, b)| a != b).count()
}

#[track_caller]
fn assert_undone(mut lattice: Lattice<3>, steps: u64) {
    let before = all_integers(&lattice);
    assert_eq!(lattice.advance(0.2, steps), 0);
    let there = all_integers(&lattice);
    // All have moved: of 12 integers hardly one is by chance where it was.
    assert!(differences(&before, &there) >= before.len() - 2);
    assert_eq!(lattice.advance(-0.2, steps), 0);
    assert_eq!(differences(&before, &all_integers(&lattice)), 0);
}

#[test]
fn a_million_steps_forth_and_back_end_where_they_began() {
    assert_undone(filled(Lattice::new(), &random_starts(32), Free), MILLION);
    assert_undone(filled(Lattice::new(), &random_starts(32), gradient()), MILLION);
}

#[test]
fn composed_steps_forth_and_back_end_where_they_began() {
    for lattice in orders() {
        assert_undone(filled(lattice.clone(), &random_starts(32), Free), 20_000);
        assert_undone(filled(lattice, &random_starts(32), gradient()), 20_000);
    }
}

/// The same steps in `f32`: no step is undone, and after a million nothing is where it was.
#[test]
fn singles_do_not_come_back() {
    let starts = random_starts(32);
    let mut columns: Vec<Vec<f32>> = vec![Vec::new(); 15];
    for start in &starts {
        let rows = Mat3::from_rotation(start.state.attitude).to_rows().concat();
        let moments = start.inertia.moments().to_array();
        let numbers = moments.into_iter().chain(rows).chain(start.state.momentum.to_array());
        columns.iter_mut().zip(numbers).for_each(|(column, x)| column.push(x as f32));
    }
    let before = columns.clone();
    for h in [0.2, -0.2] {
        let [a, b, c, attitude @ .., x, y, z] = &mut columns[..] else { unreachable!() };
        let mut attitude = attitude.iter_mut();
        let block = Block {
            moments: [a, b, c],
            attitude: std::array::from_fn(|_| &mut attitude.next().unwrap()[..]),
            momentum: [x, y, z],
        };
        let axes = Default::default();
        f32::in_widest_lanes(LeapFrogSteps::<f32, _, 3>::free(block, axes, h, MILLION));
    }
    let pairs = before.concat().into_iter().zip(columns.concat());
    let differ: Vec<f32> = pairs.map(|(a, b)| (a - b).abs()).filter(|d| *d > 0.0).collect();
    let most = differ.iter().copied().fold(0.0, f32::max);
    println!("{} of {} differ, by up to {most:e}", differ.len(), 12 * 32);
    assert!(differ.len() > 12 * 32 - 4 && most > 0.1);
}

#[test]
fn lanes_have_the_integers_of_each_alone() {
    for count in [1, 5, 31, 32, 33, 100] {
        let starts = random_starts(count);
        for lattice in orders() {
            let free = filled(lattice.clone(), &starts, Free);
            for start in [free, filled(lattice, &starts, gradient())] {
                let [mut widest, mut eight, mut one] = [(); 3].map(|()| start.clone());
                assert_eq!(widest.advance(0.1, 300), 0);
                assert_eq!(eight.advance_in::<F32x8>(0.1, 300), 0);
                assert_eq!(one.advance_in::<f32>(0.1, 300), 0);
                assert_eq!(all_integers(&widest), all_integers(&one), "{count}");
                assert_eq!(all_integers(&eight), all_integers(&one), "{count}");
            }
        }
    }
}

/// How far the lattice is from a truth, in the attitude and relative in the momentum.
fn farthest<T: Torque<f64>>(
    lattice: &Lattice<3>,
    starts: &[Start],
    torque: T,
    truth: impl Fn(&Body<f64, T>, State<f64>) -> State<f64>,
) -> f64 {
    let error = |(i, start): (usize, &Start)| {
        let body = Body { inertia: start.inertia, torque: torque.clone() };
        let (found, truth) = (lattice.state::<f64>(i).unwrap(), truth(&body, start.state));
        let momentum = (found.momentum - truth.momentum).norm() / truth.momentum.norm();
        found.attitude.to_rotation().angle_to(truth.attitude).max(momentum)
    };
    starts.iter().enumerate().map(error).fold(0.0, f64::max)
}

/// Moments are in any order, so the axes of most bodies are renamed.
#[test]
fn bodies_move_as_they_should() {
    let starts = random_starts(40);
    let mut free = filled(Lattice::composed(Composition::KAHAN_LI_8), &starts, Free);
    assert_eq!(free.advance(0.2, 50), 0);
    let most = farthest(&free, &starts, Free, |body, start| taylor(body, start, 10.0, 40));
    println!("free: {most:e}");
    assert!(most < 3e-6, "{most:e}");

    let mut pulled = filled(Lattice::composed(Composition::KAHAN_LI_8), &starts, gradient());
    assert_eq!(pulled.advance(0.2, 50), 0);
    let most =
        farthest(&pulled, &starts, gradient(), |body, start| extrapolate(body, start, 10.0, 40));
    println!("gravity gradient: {most:e}");
    assert!(most < 3e-6, "{most:e}");

    let (arm, up) = (Vec3::new(0.1, 0.2, 0.3), Vec3::new(0.0, 0.6, 0.8));
    let field = UniformField::new(0.3, arm, up).unwrap();
    let mut tops = filled(Lattice::composed(Composition::KAHAN_LI_8), &starts, field);
    assert_eq!(tops.advance(0.2, 50), 0);
    let most = farthest(&tops, &starts, field, |body, start| extrapolate(body, start, 10.0, 40));
    println!("uniform field: {most:e}");
    assert!(most < 3e-6, "{most:e}");
}

/// A field, written as a function of the attitude in the body's own axes, is the field.
#[test]
fn functions_of_the_attitude_push_and_are_undone() {
    let starts = random_starts(40);
    let (arm, up) = (Vec3::new(0.1, 0.2, 0.3), Vec3::new(0.0, 0.6, 0.8));
    let field = UniformField::new(0.3, arm, up).unwrap();
    let torque = |_: usize, attitude: Mat3<f32>| {
        let n = attitude.apply_inverse(up.map(|x| x as f32));
        n.cross(arm.map(|x| x as f32)) * 0.3
    };
    let mut pushed = filled(Lattice::composed(Composition::KAHAN_LI_8), &starts, Free);
    let before = all_integers(&pushed);
    assert_eq!(pushed.advance_pushed(torque, 0.2, 50), 0);
    let most = farthest(&pushed, &starts, field, |body, start| extrapolate(body, start, 10.0, 40));
    println!("{most:e}");
    assert!(most < 3e-6, "{most:e}");
    assert_eq!(pushed.advance_pushed(torque, -0.2, 50), 0);
    assert_eq!(all_integers(&pushed), before);
}

/// Every body its own function.
#[test]
fn functions_know_which_body_it_is() {
    let mut lattice = filled(Lattice::new(), &random_starts(20), Free);
    let spins = |lattice: &Lattice<3>, i| lattice.state::<f64>(i).unwrap().spatial_momentum();
    let before: Vec<_> = (0..20).map(|i| spins(&lattice, i)).collect();
    let about_z = |i: usize, attitude: Mat3<f32>| attitude.z * (i as f32 * 1e-2);
    assert_eq!(lattice.advance_pushed(about_z, 0.1, 30), 0);
    for (i, before) in before.into_iter().enumerate() {
        let gained = spins(&lattice, i) - before;
        // A constant torque in space, for a time of 3.
        let error = (gained - Vec3::new(0.0, 0.0, 3e-2 * i as f64)).norm();
        assert!(error < 1e-6, "{i}: {error:e}");
    }
}

#[test]
fn a_state_is_rounded_to_the_lattice_once() {
    let starts = random_starts(100);
    let first = filled(Lattice::new(), &starts, Free);
    let mut second = Lattice::<3>::new();
    for (i, start) in starts.iter().enumerate() {
        let rounded = first.state::<f64>(i).unwrap();
        let exact = Mat3::from_rotation(start.state.attitude);
        let error = (rounded.attitude - exact).to_rows().concat().into_iter().map(f64::abs);
        // Half a unit of the lattice, and the rounding of the matrix.
        assert!(error.fold(0.0, f64::max) < 0.500_001 / (1u64 << 30) as f64);
        let error = (rounded.momentum - start.state.momentum).max_abs();
        assert!(error < 2.0 * 0.500_001 / (1u64 << 30) as f64);
        let single = first.state::<f32>(i).unwrap();
        assert_eq!(single.momentum, rounded.momentum.map(|x| x as f32));
        second.push(&Body::free(start.inertia), &rounded, 2.0).unwrap();
        assert_eq!(second.integers(i), first.integers(i));
    }
    assert!(first.state::<f64>(100).is_none() && first.integers(100).is_none());
}

#[test]
fn singles_are_pushed_as_doubles_are() {
    let inertia = Inertia::new([1.0f32, 2.0, 2.5]).unwrap();
    let state = State::<f32, Mat3<f32>>::new(Rotation::identity(), Vec3::new(0.25, -0.5, 0.125));
    let mut lattice = Lattice::<3>::new();
    lattice.push(&Body::free(inertia), &state, 1.0).unwrap();
    assert_eq!(lattice.state::<f32>(0), Some(state));
}
