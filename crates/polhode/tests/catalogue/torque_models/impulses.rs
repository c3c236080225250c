//! Which impulses a run has, and in what order.

use super::samples::inertia;
use crate::support::Bound;
use polhode::torque::{Frame, Impulse, Impulses, Model, Sum, UniformField};
use polhode::{Body, Rotation, Run, State, Torque, Vec3};
use proptest::prelude::*;

fn list(times: &[f64]) -> Impulses<f64> {
    let pulse =
        |&time: &f64| Impulse { time, momentum: Vec3::new(1.0, 0.0, 0.0), frame: Frame::Body };
    Impulses::new(times.iter().map(pulse)).unwrap()
}

#[test]
fn of_the_two_ends_only_the_earlier_one_counts() {
    let pulses = list(&[1.0, 0.0, 0.5]);
    // Forwards: [from, until), or (from, until).
    assert_eq!(pulses.next_impulse(0.0, true, 1.0), Some(0.0));
    assert_eq!(pulses.next_impulse(0.0, false, 1.0), Some(0.5));
    assert_eq!(pulses.next_impulse(0.5, false, 1.0), None);
    assert_eq!(pulses.next_impulse(0.6, true, 1.5), Some(1.0));
    // Backwards: [until, from), nearest first.
    for including in [true, false] {
        assert_eq!(pulses.next_impulse(1.0, including, 0.0), Some(0.5));
        assert_eq!(pulses.next_impulse(0.5, including, 0.0), Some(0.0));
        assert_eq!(pulses.next_impulse(0.0, including, -1.0), None);
        assert_eq!(pulses.next_impulse(0.5, including, 0.5), None);
        assert_eq!(pulses.next_impulse(0.4, including, 0.1), None);
    }
    assert!(!list(&[]).has_impulses() && list(&[]).next_impulse(0.0, true, 1.0).is_none());
}

#[test]
fn sums_find_the_sooner_one_and_those_at_one_time_add_up() {
    let (a, b) = (list(&[0.2, 0.8]), list(&[0.5, 0.8, 0.8]));
    let both = Sum(a.clone(), b.clone());
    let model: Model<f64> = [a.into(), b.into()].into_iter().collect();
    for (from, until, next) in [(0.0, 1.0, 0.2), (0.3, 1.0, 0.5), (1.0, 0.0, 0.8), (0.7, 0.0, 0.5)]
    {
        assert_eq!(both.next_impulse(from, true, until), Some(next));
        assert_eq!(model.next_impulse(from, true, until), Some(next));
    }
    let triple = Vec3::new(3.0, 0.0, 0.0);
    assert_eq!(both.impulse(0.8, Rotation::identity()), triple);
    assert_eq!(model.impulse(0.8, Rotation::identity()), triple);
    assert_eq!(model.impulse(0.7, Rotation::identity()), Vec3::zero());
}

fn start() -> State<f64> {
    State::new(Rotation::from_wxyz([0.9, 0.1, -0.3, 0.2]), Vec3::new(1.1, 2.9, 1.7))
}

fn run<T: Bound<f64>>(torque: T) -> Box<dyn Run<f64>> {
    run_from(start(), torque)
}

fn run_from<T: Bound<f64>>(start: State<f64>, torque: T) -> Box<dyn Run<f64>> {
    let name = "mclachlan-reich".parse().unwrap();
    crate::support::bind(&name, Body { inertia: inertia(), torque }, start).unwrap()
}

#[test]
fn a_run_has_those_from_its_start_until_before_its_end_and_the_way_back_undoes_them() {
    // Each its own binary digit: the sum says which ones there were.
    let digit = |(i, time): (usize, f64)| Impulse {
        time,
        momentum: Vec3::new(f64::from(1 << i), 0.0, 0.0),
        frame: Frame::Space,
    };
    let times = [-0.25, 0.0, 0.3, 0.31, 0.5, 1.0, 1.25];
    let mut run = run(Impulses::new(times.into_iter().enumerate().map(digit)).unwrap());
    let before = start().spatial_momentum();
    let gained = |run: &dyn Run<f64>| run.state().spatial_momentum() - before;
    let near = |a: Vec3<f64>, x: f64| (a - Vec3::new(x, 0.0, 0.0)).norm() < 1e-12;
    run.advance(0.25, 4).unwrap();
    // 0, 0.3, 0.31, 0.5, and not 1.0
    assert!(near(gained(&*run), 2.0 + 4.0 + 8.0 + 16.0), "{:?}", gained(&*run));
    run.advance(0.25, 1).unwrap();
    assert!(near(gained(&*run), 2.0 + 4.0 + 8.0 + 16.0 + 32.0));
    run.advance(-0.25, 5).unwrap();
    assert!(near(gained(&*run), 0.0), "{:?}", gained(&*run));
    assert!(run.state().attitude.angle_to(start().attitude) < 1e-12);
    run.advance(-0.25, 1).unwrap();
    assert!(near(gained(&*run), -1.0));
}

#[test]
fn frames_of_impulses_are_those_of_body_and_space() {
    let j = Vec3::new(0.3, -0.2, 0.5);
    for (frame, in_body) in [(Frame::Body, j), (Frame::Space, start().attitude.apply_inverse(j))] {
        let pulses = Impulses::new([Impulse { time: 0.0, momentum: j, frame }]).unwrap();
        assert_eq!(pulses.impulse(0.0, start().attitude), in_body);
    }
}

#[test]
fn a_pulse_between_two_flows_is_the_same_as_stopping_there() {
    let field = UniformField::new(2.5, Vec3::new(0.1, 0.2, 0.9), Vec3::new(0.0, 0.0, 1.0)).unwrap();
    let j = Vec3::new(0.3, -0.2, 0.5);
    let pulses = Impulses::new([Impulse { time: 0.375, momentum: j, frame: Frame::Body }]).unwrap();
    let mut with = run(Sum(field, pulses));
    with.advance(0.25, 2).unwrap();

    let mut first = run(field);
    first.advance(0.25, 1).unwrap();
    first.advance(0.125, 1).unwrap();
    let mut hit = *first.state();
    hit.momentum += j;
    let mut second = run_from(hit, field);
    second.advance(0.125, 1).unwrap();
    assert_eq!(with.state(), second.state());
}

proptest! {
    #![proptest_config(super::cases())]

    /// However the steps fall, every impulse of the way happens once.
    #[test]
    fn every_impulse_happens_once(times in proptest::collection::vec(0..64_u32, 0..12), step in 1..16_u32) {
        let times: Vec<_> = times.into_iter().map(|t| f64::from(t) / 16.0).collect();
        let pulse = |&time: &f64| Impulse { time, momentum: Vec3::new(0.0, 1.0, 0.0), frame: Frame::Space };
        let mut run = run(Impulses::new(times.iter().map(pulse)).unwrap());
        let h = f64::from(step) / 16.0;
        let steps = 40 / u64::from(step);
        run.advance(h, steps).unwrap();
        let end = run.state().time;
        let expected = times.iter().filter(|&&t| t < end).count() as f64;
        let gained = run.state().spatial_momentum() - start().spatial_momentum();
        prop_assert!((gained - Vec3::new(0.0, expected, 0.0)).norm() < 1e-11);
    }
}
