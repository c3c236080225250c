//! A table holds the last of its points, or is linear between them, or is their natural cubic spline.

use super::samples::points;
use polhode::Vec3;
use polhode::real::{DoubleDouble as Dd, Jet, Real};
use polhode::torque::{Frame, Interpolation, Table};
use proptest::prelude::*;

/// Value and two derivatives at a time.
fn series(table: &Table<Dd>, time: Dd) -> [Vec3<Dd>; 3] {
    let jet = table.at(Jet::<Dd, 3>::variable(time));
    [0, 1, 2].map(|k| jet.map(|x| x.derivative(k)))
}

#[test]
fn it_goes_through_its_points_to_the_bit_and_stays_beyond_the_ends() {
    let points = points::<f64>();
    let table = Table::new(Frame::Body, Interpolation::Cubic, points.clone()).unwrap();
    for &(time, torque) in &points {
        assert_eq!(table.at(time), torque);
    }
    assert_eq!(table.at(-99.0), points[0].1);
    assert_eq!(table.at(99.0), points[5].1);
    let beyond = table.at(Jet::<f64, 3>::variable(99.0));
    assert_eq!(beyond.map(|x| x.coefficient(1)), Vec3::zero());
}

#[test]
fn it_is_twice_continuously_differentiable_and_natural() {
    let points = points::<Dd>();
    let table = Table::new(Frame::Space, Interpolation::Cubic, points.clone()).unwrap();
    let close = |a: Vec3<Dd>, b: Vec3<Dd>, what: &str| {
        let jump = (a - b).norm().hi;
        assert!(jump < 1e-24, "{what}: {jump:e}");
    };
    // From the left a cubic continues exactly: extrapolate by its series.
    let before = |time: Dd| {
        let h = Dd::from_f64(1e-3);
        let jet = table.at(Jet::<Dd, 4>::variable(time - h));
        let [a, b, c, d] = [0, 1, 2, 3].map(|k| jet.map(|x| x.coefficient(k)));
        let (two, three) = (Dd::from_f64(2.0), Dd::from_f64(3.0));
        [
            a + (b + (c + d * h) * h) * h,
            b + (c * two + d * (three * h)) * h,
            (c + d * (three * h)) * two,
        ]
    };
    for &(time, _) in &points[1..5] {
        let (left, right) = (before(time), series(&table, time));
        for k in 0..3 {
            close(left[k], right[k], "inside");
        }
        // It does bend there.
        assert!(right[2].norm().hi > 0.1);
    }
    close(series(&table, points[0].0)[2], Vec3::zero(), "begin");
    close(before(points[5].0)[2], Vec3::zero(), "end");
}

#[test]
fn one_point_is_a_constant_and_two_are_a_line() {
    let v = |x: f64| Vec3::new(x, 2.0 * x, -x);
    let one = Table::new(Frame::Body, Interpolation::Cubic, [(1.0, v(0.3))]).unwrap();
    assert_eq!([one.at(0.0), one.at(1.0), one.at(2.0)], [v(0.3); 3]);
    let two =
        Table::new(Frame::Body, Interpolation::Cubic, [(1.0, v(0.0)), (3.0, v(1.0))]).unwrap();
    assert_eq!(two.at(1.5), v(0.25));
}

/// Whatever the points: no overshoot, the values at the points, the last one at its point already.
#[test]
fn hold_and_linear_stay_between_neighbours() {
    // A pulse of height 1 with steep flanks.
    let pulse = [(0.0, 0.0), (5.0, 0.0), (5.01, 1.0), (5.2, 1.0), (5.21, 0.0), (10.0, 0.0)];
    let v = |x: f64| Vec3::new(x, -2.0 * x, 0.5 * x);
    let table = |kind| Table::new(Frame::Body, kind, pulse.map(|(t, x)| (t, v(x)))).unwrap();
    let (hold, linear) = (table(Interpolation::Hold), table(Interpolation::Linear));
    let cubic = table(Interpolation::Cubic);
    let between =
        |(a, b): ((f64, f64), (f64, f64)), t: f64| a.1 + (b.1 - a.1) * (t - a.0) / (b.0 - a.0);
    let mut largest = 0f64;
    for pair in pulse.windows(2).map(|pair| (pair[0], pair[1])) {
        for part in [0.0, 0.25, 0.5, 0.9] {
            let t = pair.0.0 + part * (pair.1.0 - pair.0.0);
            assert_eq!(hold.at(t), v(pair.0.1), "{t}");
            assert!((linear.at(t) - v(between(pair, t))).norm() < 1e-15, "{t}");
            largest = largest.max(cubic.at(t).x.abs());
        }
    }
    // This is why it is not the default.
    assert!(largest > 10.0, "{largest}");
    let slope = |kind, t| table(kind).at(Jet::<f64, 3>::variable(t)).map(|x| x.coefficient(1)).x;
    assert_eq!(slope(Interpolation::Hold, 5.005), 0.0);
    assert!((slope(Interpolation::Linear, 5.005) - 100.0).abs() < 1e-9);
    for t in [-1.0, 0.0, 10.0, 11.0] {
        assert_eq!([hold.at(t), linear.at(t)], [v(0.0); 2]);
    }
    assert_eq!(Interpolation::default(), Interpolation::Linear);
}

/// A spline through samples of a function of time about y.
fn spline(times: impl Iterator<Item = f64>, f: impl Fn(f64) -> f64) -> Table<f64> {
    let points = times.map(|t| (t, Vec3::new(0.0, f(t), 2.0)));
    Table::new(Frame::Body, Interpolation::Cubic, points).unwrap()
}

fn overshoot(table: &Table<f64>) -> f64 {
    table.overshoot().map_or(0.0, |overshoot| overshoot.ratio)
}

#[test]
fn a_spline_overshoots_beside_steep_flanks_and_hardly_along_a_sine() {
    let even = |count: u32| (0..count).map(f64::from);
    let pulse = [0.0, 0.0, 1.0, 1.0, 0.0, 0.0];
    let times = [0.0, 5.0, 5.01, 5.2, 5.21, 10.0];
    let steep = spline(times.into_iter(), |t| pulse[times.iter().position(|x| *x == t).unwrap()]);
    let found = steep.overshoot().unwrap();
    assert_eq!((found.axis, found.interval), (1, [0.0, 5.0]));
    assert!((found.ratio - 97.66).abs() < 0.01 && found.ratio == -found.extreme, "{found:?}");
    // Samples of a sine in any phase: measured 0.0389 for 8 points per period, 0.104 for 5.
    let sine = |per_period: f64, phase: f64| {
        let f = |t: f64| (std::f64::consts::TAU * (t / per_period + phase)).sin();
        overshoot(&spline(even(40), f))
    };
    let worst =
        |per_period| (0..100).map(|k| sine(per_period, f64::from(k) / 100.0)).fold(0.0, f64::max);
    assert!(worst(8.0) < 0.04 && worst(5.0) > 0.1, "{:?}", [8.0, 5.0].map(worst));
    // A jump from one sample to the next: measured 0.108.
    assert!(overshoot(&spline(even(21), |t| f64::from(u8::from(t >= 10.0)))) > 0.1);
}

#[test]
fn the_overshoot_is_that_of_the_values_in_between() {
    let table = spline([0.0, 1.0, 1.5, 4.0, 4.2, 7.0].into_iter(), |t| (3.0 * t).cos());
    let found = table.overshoot().unwrap();
    let [from, to] = found.interval;
    let values = (0..=10_000).map(|k| table.at(from + (to - from) * f64::from(k) / 1e4).y);
    let extreme = if found.extreme < table.at(from).y {
        values.fold(f64::INFINITY, f64::min)
    } else {
        values.fold(f64::NEG_INFINITY, f64::max)
    };
    // Flat around an extreme: the square of the distance of the samples.
    assert!((extreme - found.extreme).abs() < 1e-6, "{extreme}, not {found:?}");
    let none = |kind| Table::new(Frame::Body, kind, points::<f64>()).unwrap().overshoot();
    assert_eq!([none(Interpolation::Hold), none(Interpolation::Linear)], [None; 2]);
    assert_eq!(spline([0.0, 1.0, 5.0].into_iter(), |_| 0.3).overshoot(), None);
    assert_eq!(spline([2.0].into_iter(), |t| t).overshoot(), None);
}

proptest! {
    #![proptest_config(super::cases())]

    /// Natural splines reproduce lines, whatever the points.
    #[test]
    fn points_on_a_line_give_the_line(gaps in proptest::collection::vec(0.01..2.0_f64, 1..20), at in 0.0..1.0_f64) {
        let mut time = -3.0;
        let line = |t: f64| Vec3::new(0.5 * t - 1.0, -t, 2.0);
        let mut points = vec![(time, line(time))];
        for gap in gaps {
            time += gap;
            points.push((time, line(time)));
        }
        let table = Table::new(Frame::Body, Interpolation::Cubic, points).unwrap();
        let t = -3.0 + at * (time + 3.0);
        prop_assert!((table.at(t) - line(t)).norm() < 1e-11);
    }
}
