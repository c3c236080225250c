//! What counts as a crossing: boundaries, touches, directions, ends, jumps, kinks.

use super::{crossings, spinning, times};
use crate::support::{bind, method, state};
use polhode::event::{Direction, Event, Watch};
use polhode::torque::{Frame, Impulse, Impulses, UniformField};
use polhode::{Axis, Body, Error, Inertia, Rotation, Run, State, Vec3};
use std::f64::consts::{FRAC_PI_2, PI};

/// A sphere that spins about z at the rate 1: everything is a function of time.
fn sphere(name: &str) -> Box<dyn Run<f64>> {
    let inertia = Inertia::new([1.0, 1.0, 1.0]).unwrap();
    bind(&method(name), Body::free(inertia), spinning([0.0, 0.0, 1.0])).unwrap()
}

fn event_of_time(function: impl Fn(f64) -> f64 + Send + 'static) -> Event<f64> {
    Event::new(move |state| function(state.time))
}

/// Both ways in which a state inside of a step is known.
const METHODS: [&str; 3] = ["exact", "taylor:degree=12", "corrected"];

#[test]
fn a_zero_on_a_boundary_counts_once() {
    for name in ["exact", "taylor:degree=12"] {
        // Steps of 1/4 end at the zeros, to the bit.
        for (zero, rising) in [(0.25, true), (1.0, true), (1.0, false)] {
            let sign = if rising { 1.0 } else { -1.0 };
            let event = event_of_time(move |t| sign * (t - zero));
            let found = crossings(&mut *sphere(name), vec![event], 0.25, 3.0);
            assert_eq!(times(&found), [zero], "{name}");
            assert_eq!(found[0].rising, rising);
        }
    }
}

#[test]
fn a_zero_at_the_start_is_none_and_the_sign_after_it_counts() {
    for slope in [1.0, -1.0] {
        let event = event_of_time(move |t| slope * t * (t - 0.4));
        let found = crossings(&mut *sphere("exact"), vec![event], 0.25, 2.0);
        assert_eq!(found.len(), 1);
        assert!((found[0].state.time - 0.4).abs() < 1e-16);
        assert_eq!(found[0].rising, slope > 0.0);
    }
    let none = event_of_time(|_| 0.0);
    assert!(crossings(&mut *sphere("exact"), vec![none], 0.25, 2.0).is_empty());
}

#[test]
fn a_touch_is_no_crossing() {
    // Inside of a step, on a boundary, and with values that are zero for a while.
    for zero in [0.3, 0.5, 0.77] {
        let touch = event_of_time(move |t| (t - zero) * (t - zero));
        assert!(crossings(&mut *sphere("exact"), vec![touch], 0.25, 2.0).is_empty(), "{zero}");
    }
    let flat = event_of_time(|t| if t < 0.3 { 0.3 - t } else { (t - 1.0).max(0.0) });
    assert!(crossings(&mut *sphere("exact"), vec![flat], 0.25, 2.0).is_empty());
}

#[test]
fn each_direction_has_its_own() {
    let wave = || Event::attitude(Axis::X, Axis::Y, 0.0);
    let all = crossings(&mut *sphere("taylor"), vec![wave()], 1.0, 30.0);
    assert_eq!(all.len(), 9);
    for (direction, count) in [(Direction::Rising, 5), (Direction::Falling, 4)] {
        let found = crossings(&mut *sphere("taylor"), vec![wave().going(direction)], 1.0, 30.0);
        assert_eq!(found.len(), count);
        assert!(found.iter().all(|crossing| crossing.rising == (direction == Direction::Rising)));
    }
}

/// R_12 = -sin t.
#[test]
fn attitudes_rates_and_angles_cross_when_they_should() {
    let axes = (Vec3::new(2.0, 0.0, 0.0), Vec3::new(0.5, 0.0, 0.0));
    let angle = |value: f64| Event::angle(axes.0, axes.1, value).unwrap();
    for value in [1e-6, 0.01, 1.0, FRAC_PI_2, 2.5, 3.1, PI - 1e-6] {
        for name in METHODS {
            let h = 0.125;
            let found = crossings(&mut *sphere(name), vec![angle(value)], h, 12.5);
            let truth = [value, 2.0 * PI - value, 2.0 * PI + value, 4.0 * PI - value];
            let truth: Vec<f64> = truth.into_iter().filter(|&t| t < 12.5).collect();
            assert_eq!(found.len(), truth.len(), "{name} {value}");
            for (crossing, truth) in found.iter().zip(&truth) {
                let off = (crossing.state.time - truth).abs();
                // A hundred steps, each with its rounding.
                assert!(off < 1.5e-14, "{name} {value}: {off:e}");
            }
            assert!(found[0].rising && !found[1].rising);
        }
    }
}

#[test]
fn angles_that_are_only_touched_and_axes_that_are_none_are_refused() {
    let axis = Vec3::new(0.0, 0.0, 1.0);
    for angle in [0.0, PI, -1.0, 4.0, f64::NAN] {
        let error = Event::<f64>::angle(axis, axis, angle).err();
        assert!(matches!(error, Some(Error::Parameter { .. })), "{angle}");
    }
    let none = Event::<f64>::angle(Vec3::zero(), axis, 1.0).err();
    assert!(matches!(none, Some(Error::NoDirection { .. })));
    let body = Body::free(Inertia::new([1.0, 1.0, 1.0]).unwrap());
    assert!(Event::<f64>::energy_band(body, [1.0, 1.0]).is_err());
}

#[test]
fn an_event_that_stops_has_the_state_there_and_the_run_can_go_on() {
    let (third, all) = {
        let mut run = sphere("exact");
        let wave = Event::attitude(Axis::X, Axis::Y, 0.0).stopping_after(3);
        let mut watch = Watch::new([wave, event_of_time(|t| t - 9.5), event_of_time(|t| t - 9.43)]);
        let mut told = Vec::new();
        let third = watch.advance(&mut *run, 0.25, 1000, &mut |c| told.push(*c)).unwrap().unwrap();
        // The rest of the step is not lost, and comes first.
        assert_eq!(run.state().time, 9.5);
        let more = watch.advance(&mut *run, 0.25, 8, &mut |c| told.push(*c)).unwrap();
        assert_eq!(more, None);
        assert_eq!(run.state().time, 11.5);
        assert_eq!(watch.count(0), 3);
        (third, told)
    };
    assert!((third.state.time - 3.0 * PI).abs() < 1e-14);
    assert_eq!((third.event, third.number, third.rising), (0, 3, true));
    let x = third.state.attitude.apply(Vec3::unit(Axis::X));
    assert!((x - Vec3::new(-1.0, 0.0, 0.0)).norm() < 1e-14, "{x:?}");
    let order: Vec<_> = all.iter().map(|crossing| crossing.event).collect();
    assert_eq!(order, [0, 0, 0, 2, 1]);
}

#[test]
fn backwards_the_same_are_found() {
    let start = spinning([0.3, 1.0, 0.2]);
    let body = Body::free(Inertia::new([1.0, 2.0, 2.5]).unwrap());
    let event = || vec![Event::momentum(Axis::X, 0.1), Event::attitude(Axis::X, Axis::Y, 0.2)];
    for (name, h) in [("taylor", 5.0), ("exact", 0.25)] {
        let mut run = bind(&method(name), body, start).unwrap();
        let forth = crossings(&mut *run, event(), h, 50.0);
        let end = *run.state();
        let mut run = bind(&method(name), body, end).unwrap();
        let back = crossings(&mut *run, event(), -h, 0.0);
        let forth: Vec<_> = forth.iter().rev().collect();
        let back: Vec<_> = back.iter().filter(|c| c.state.time <= 50.0).collect();
        assert_eq!(forth.len(), back.len(), "{name}");
        assert!(forth.len() > 8, "{}", forth.len());
        for (a, b) in forth.iter().zip(&back) {
            assert_eq!((a.event, a.rising), (b.event, !b.rising), "{name}");
            let off = (a.state.time - b.state.time).abs();
            assert!(off < 1e-12, "{name}: {off:e}");
        }
    }
}

/// An impulse turns the momentum round: the crossing is at its time, with the state
/// behind it. One that is undone at once crosses twice.
#[test]
fn an_impulse_crosses_at_its_time() {
    let hit =
        |time: f64, z: f64| Impulse { time, momentum: Vec3::new(0.0, 0.0, z), frame: Frame::Body };
    let torque =
        Impulses::new([hit(0.0, 3.0), hit(1.1, -4.0), hit(1.2, 4.0), hit(2.0, -4.0)]).unwrap();
    let body = Body { inertia: Inertia::new([1.0, 2.0, 2.5]).unwrap(), torque };
    for name in METHODS {
        let mut run = bind(&method(name), body.clone(), spinning([0.3, 0.1, -1.0])).unwrap();
        let plain = {
            let mut run = bind(&method(name), body.clone(), spinning([0.3, 0.1, -1.0])).unwrap();
            run.advance(0.5, 8).unwrap();
            *run.state()
        };
        let found = crossings(&mut *run, vec![Event::momentum(Axis::Z, 0.0)], 0.5, 4.0);
        assert_eq!(times(&found), [0.0, 1.1, 1.2, 2.0], "{name}");
        assert_eq!(found.iter().map(|c| c.rising).collect::<Vec<_>>(), [true, false, true, false]);
        assert!(found.iter().all(|c| (c.state.momentum.z > 0.0) == c.rising), "{name}");
        assert_eq!(plain, *run.state(), "{name}");
    }
}

#[test]
fn a_top_leaves_a_band_of_energy_where_its_method_does() {
    let up = Vec3::new(0.0, 0.0, 1.0);
    let inertia = Inertia::new([5.0, 5.0, 1.0]).unwrap();
    let top = Body { inertia, torque: UniformField::new(20.0, up, up).unwrap() };
    let start: State<f64> = State::new(Rotation::exp(Vec3::new(0.3, 0.0, 0.0)), up * 50.0);
    let energy = top.energy(&start);
    // Conserved to rounding: nothing leaves a band of 1e-9.
    let band = [energy * (1.0 - 1e-9), energy * (1.0 + 1e-9)];
    let mut run = bind(&method("taylor"), top, start).unwrap();
    let event = Event::energy_band(top, band).unwrap();
    assert!(crossings(&mut *run, vec![event], 1.0, 5.0).is_empty());
    // With rk4 it does not stay inside; each time it leaves is at an end of the band.
    let mut run = bind(&method("rk4"), top, start).unwrap();
    let event = Event::energy_band(top, band).unwrap();
    let found = crossings(&mut *run, vec![event], 0.005, 5.0);
    assert_eq!(found.len(), 3);
    for crossing in &found {
        let off = top.energy(&crossing.state) / energy - 1.0;
        assert!(crossing.rising && (off.abs() - 1e-9).abs() < 1e-15, "{off:e}");
    }
}

#[test]
fn kinks_jumps_and_gaps_are_survived() {
    // Two crossings beside a kink, a thousandth of a step apart.
    let kink = event_of_time(|t| (t - 0.6).abs() - 1e-4);
    assert_eq!(crossings(&mut *sphere("exact"), vec![kink], 0.25, 2.0).len(), 2);
    let jump = event_of_time(|t| if t < 0.6 { -1.0 } else { 2.0 });
    let found = crossings(&mut *sphere("exact"), vec![jump], 0.25, 2.0);
    assert!((found[0].state.time - 0.6).abs() < 2.3e-16 && found.len() == 1);
    let gap = event_of_time(|t| (t - 0.6).sqrt() - 0.5);
    assert_eq!(times(&crossings(&mut *sphere("exact"), vec![gap], 0.25, 2.0)), [0.85]);
    let never = event_of_time(|_| f64::NAN);
    assert!(crossings(&mut *sphere("exact"), vec![never], 0.25, 2.0).is_empty());
}

/// Many turns within a step: each is seen.
#[test]
fn a_step_of_many_turns_hides_nothing() {
    let wave = || vec![Event::attitude(Axis::X, Axis::Y, 0.3)];
    let found = crossings(&mut *sphere("exact"), wave(), 200.0, 1000.0);
    assert_eq!(found.len(), 318);
}

/// Rounding alone makes no event out of a constant that is not zero, and a constant that
/// is zero but for rounding costs no long search.
#[test]
fn constants_do_not_cross() {
    let start = state::<f64, Rotation<f64>>([1.0, 0.0, 0.0, 0.0], [0.3, 2.0, 0.4]);
    let body = Body::free(Inertia::new([1.0, 2.0, 2.5]).unwrap());
    let energy = body.energy(&start);
    let mut run = bind(&method("exact"), body, start).unwrap();
    let near = Event::energy(body, energy * (1.0 + 1e-14));
    assert!(crossings(&mut *run, vec![near], 0.1, 100.0).is_empty());
}

#[test]
fn single_precision_finds_the_same() {
    let start = State::<f32>::new(Rotation::identity(), Vec3::new(0.3, 1.0, 0.2));
    let body = Body::free(Inertia::new([1.0, 2.0, 2.5]).unwrap());
    let mut run = bind(&method("taylor"), body, start).unwrap();
    let mut watch = Watch::new([Event::momentum(Axis::X, 0.1f32)]);
    let mut found = Vec::new();
    while run.state().time < 20.0 {
        watch.advance(&mut *run, 5.0, 1, &mut |c| found.push(c.state.time)).unwrap();
    }
    let double = spinning([f64::from(0.3f32), 1.0, f64::from(0.2f32)]);
    let body = Body::free(Inertia::new([1.0, 2.0, 2.5]).unwrap());
    let mut run = bind(&method("taylor"), body, double).unwrap();
    let event = Event::momentum(Axis::X, f64::from(0.1f32));
    let truth = times(&crossings(&mut *run, vec![event], 5.0, 20.0));
    found.retain(|&time| time <= 20.0);
    assert_eq!(found.len(), truth.len());
    for (single, double) in found.iter().zip(&truth) {
        assert!((f64::from(*single) - double).abs() < 2e-5, "{single} {double}");
    }
}
