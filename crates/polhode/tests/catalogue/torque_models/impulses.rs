//! Which impulses a run has, and in what order.

use super::samples::inertia;
use crate::support::Bound;
use polhode::catalogue::{MethodName, variants};
use polhode::torque::{Discontinuity, Frame, Impulse, Impulses, Model, Sum, UniformField};
use polhode::{Body, Rotation, Run, State, Torque, Vec3};
use proptest::prelude::*;

fn list(times: &[f64]) -> Impulses<f64> {
    let pulse =
        |&time: &f64| Impulse { time, momentum: Vec3::new(1.0, 0.0, 0.0), frame: Frame::Body };
    Impulses::new(times.iter().map(pulse)).unwrap()
}

fn next_of(torque: &impl Torque<f64>, from: f64, including: bool, until: f64) -> Option<f64> {
    torque.next_discontinuity(Discontinuity::Impulse { including }, from, until)
}

#[test]
fn of_the_two_ends_only_the_earlier_one_counts() {
    let pulses = list(&[1.0, 0.0, 0.5]);
    // Forwards: [from, until), or (from, until).
    assert_eq!(next_of(&pulses, 0.0, true, 1.0), Some(0.0));
    assert_eq!(next_of(&pulses, 0.0, false, 1.0), Some(0.5));
    assert_eq!(next_of(&pulses, 0.5, false, 1.0), None);
    assert_eq!(next_of(&pulses, 0.6, true, 1.5), Some(1.0));
    // Backwards: [until, from), nearest first.
    for including in [true, false] {
        assert_eq!(next_of(&pulses, 1.0, including, 0.0), Some(0.5));
        assert_eq!(next_of(&pulses, 0.5, including, 0.0), Some(0.0));
        assert_eq!(next_of(&pulses, 0.0, including, -1.0), None);
        assert_eq!(next_of(&pulses, 0.5, including, 0.5), None);
        assert_eq!(next_of(&pulses, 0.4, including, 0.1), None);
    }
    assert!(!list(&[]).properties().has_impulses && next_of(&list(&[]), 0.0, true, 1.0).is_none());
}

#[test]
fn sums_find_the_sooner_one_and_those_at_one_time_add_up() {
    let (a, b) = (list(&[0.2, 0.8]), list(&[0.5, 0.8, 0.8]));
    let both = Sum(a.clone(), b.clone());
    let model: Model<f64> = [a.into(), b.into()].into_iter().collect();
    for (from, until, next) in [(0.0, 1.0, 0.2), (0.3, 1.0, 0.5), (1.0, 0.0, 0.8), (0.7, 0.0, 0.5)]
    {
        assert_eq!(next_of(&both, from, true, until), Some(next));
        assert_eq!(next_of(&model, from, true, until), Some(next));
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

/// Angular momentum about a principal axis: no method errs there, whatever its order, so that the
/// momentum at the end is the sum of the impulses.
const AXIS: Vec3<f64> = Vec3 { x: 0.0, y: 0.0, z: 1.0 };
const AT_START: f64 = 0.7;
/// So small that no implicit method has steps that are too long.
const EACH: f64 = 0.01;

/// A run from a time on, with these impulses, until a state at which `steps` of h have passed.
fn spun_up(name: &MethodName, times: &[f64], from: f64, h: f64, steps: u64) -> State<f64> {
    let pulse = |&time: &f64| Impulse { time, momentum: AXIS * EACH, frame: Frame::Body };
    let torque = Impulses::new(times.iter().map(pulse)).unwrap();
    let state = State { time: from, ..State::new(Rotation::identity(), AXIS * AT_START) };
    let body = Body { inertia: inertia(), torque };
    let mut run: Box<dyn Run<f64>> = crate::support::bind(name, body, state).unwrap();
    // Steps that vary are taken up to the same time, others in blocks of odd sizes.
    if name.steps_vary() {
        let end = from + steps as f64 * h;
        while run.state().time < end {
            run.advance(h, 1).unwrap();
        }
        return run.state_near(end).unwrap();
    }
    let mut left = steps;
    for block in [1, 2, 3, 5, 8, 13].into_iter().cycle() {
        let block = left.min(block);
        run.advance(h, block).unwrap();
        left -= block;
        if left == 0 {
            break;
        }
    }
    *run.state()
}

fn methods_with_impulses() -> Vec<MethodName> {
    let takes = |name: &MethodName| {
        let body = Body { inertia: inertia(), torque: list(&[1.0]) };
        crate::support::bind::<f64, Rotation<f64>, _>(name, body, start()).is_ok()
    };
    let all: Vec<_> = variants().into_iter().filter(takes).collect();
    assert!(all.len() > 60 && all.iter().any(|name| name.tolerance().is_some()), "{}", all.len());
    all
}

/// Of the impulses those count that are before the end, each once: on the grid of the steps, whose
/// times are rounded, at the start, at the end, twice at one time, between two steps.
#[test]
fn every_method_applies_every_impulse_once() {
    let mut cases = 0;
    for name in methods_with_impulses() {
        for (h, steps) in [(0.01, 57), (0.1, 43), (0.3, 19), (1.0 / 3.0, 17), (0.0625, 40)] {
            for from in [0.0, 0.2] {
                let end = from + steps as f64 * h;
                let on_grid = |n: u64| from + n as f64 * h;
                let rounded = |n: u64| ((from + n as f64 * h) * 1e6).round() / 1e6;
                let mut times = vec![from, from, end, from - h, end + h, from + 0.5 * h];
                times.extend([1, 7, 11, 16].into_iter().flat_map(|n| [on_grid(n), rounded(n)]));
                let state = spun_up(&name, &times, from, h, steps);
                let expected =
                    times.iter().filter(|&&t| t >= from && t < state.time).count() as f64;
                let gained = (state.momentum.z - AT_START) / EACH;
                // Sums of a dozen hundredths.
                assert!((gained - expected).abs() < 1e-10, "{name}, {h}: {gained} for {expected}");
                cases += 1;
            }
        }
    }
    println!("{cases} cases");
}

proptest! {
    #![proptest_config(super::cases())]

    /// The same of the series in steps that it chooses, whatever the step and the times.
    #[test]
    fn a_series_applies_every_impulse_once(
        step in 1..200_u32,
        places in proptest::collection::vec(0..300_u32, 1..9),
        tolerance in 3..16_i32,
    ) {
        let h = f64::from(step) / 100.0;
        let times: Vec<f64> = places.into_iter().map(|n| f64::from(n * step) / 100.0).collect();
        let name = format!("taylor:tolerance=1e-{tolerance}").parse().unwrap();
        let state = spun_up(&name, &times, 0.0, h, 250);
        let expected = times.iter().filter(|&&t| t < state.time).count() as f64;
        let gained = (state.momentum.z - AT_START) / EACH;
        prop_assert!((gained - expected).abs() < 1e-10);
    }

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
