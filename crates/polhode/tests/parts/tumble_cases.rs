//! Bodies that tumble in a known way, and those that do not tumble.

use polhode::exact::{self, Mode, Tumble};
use polhode::{Axis, Inertia, Vec3};
use std::f64::consts::{FRAC_PI_2, TAU};

fn tumble(moments: [f64; 3], momentum: [f64; 3]) -> Tumble<f64> {
    Tumble::new(&Inertia::new_without_triangle_check(moments).unwrap(), Vec3::from(momentum))
}

fn near(a: Option<f64>, b: f64) {
    let a = a.unwrap();
    assert!((a - b).abs() <= 4.0 * f64::EPSILON * b.abs(), "{a} {b}");
}

#[test]
fn a_symmetric_body_precesses_evenly() {
    // Oblate, about z: phi' = |m|/A, psi' = m_z (1/C - 1/A).
    let oblate = tumble([2.0, 2.0, 3.0], [0.6, 0.0, 0.8]);
    assert_eq!((oblate.mode(), oblate.axis()), (Mode::ShortAxis, Some(Axis::Z)));
    near(oblate.precession_rate(), 0.5);
    near(oblate.rotation_rate(), 0.8 * (1.0 / 3.0 - 0.5));
    near(oblate.rotation_period(), TAU / (0.8 * (0.5 - 1.0 / 3.0)));
    assert_eq!(oblate.modulus(), Some((0.0, 1.0)));
    let [low, high] = oblate.nutation_range().unwrap();
    near(Some(low), f64::atan2(0.6, 0.8));
    near(Some(high), low);
    // The separatrix is the equator.
    near(oblate.separatrix_angle(), f64::atan2(0.8, 0.6));

    let prolate = tumble([2.0, 0.5, 2.0], [0.6, -0.8, 0.0]);
    assert_eq!((prolate.mode(), prolate.axis()), (Mode::LongAxis, Some(Axis::Y)));
    near(prolate.precession_rate(), 0.5);
    near(prolate.rotation_rate(), 0.8 * (2.0 - 0.5));
    near(Some(prolate.separatrix_excess()), 0.64 * 3.0);
    let [least, largest] = prolate.momentum_range();
    assert_eq!((least.y, largest.y), (-0.8, -0.8));
}

#[test]
fn what_stands_still_has_no_periods() {
    let steady = [
        ([1.0, 2.0, 3.0], [0.0, 0.0, -2.0], Some(f64::asin(0.25f64.sqrt()))),
        ([1.0, 2.0, 3.0], [1.0, 0.0, 0.0], Some(f64::asin(0.75f64.sqrt()))),
        ([1.0, 2.0, 3.0], [0.0, 1.0, 0.0], Some(0.0)),
        ([1.0, 1.0, 3.0], [0.6, 0.8, 0.0], Some(0.0)),
        ([1.0, 1.0, 3.0], [0.0, 0.0, 1.0], Some(FRAC_PI_2)),
        ([1.0, 3.0, 3.0], [0.0, 0.8, 0.6], Some(0.0)),
        ([2.0, 2.0, 2.0], [0.1, 0.2, 0.3], None),
        ([1.0, 2.0, 3.0], [0.0, 0.0, 0.0], None),
    ];
    for (moments, momentum, angle) in steady {
        let t = tumble(moments, momentum);
        assert_eq!((t.mode(), t.axis(), t.modulus()), (Mode::Steady, None, None));
        assert_eq!((t.rotation_period(), t.nutation_period()), (None, None));
        assert_eq!((t.precession_period(), t.precession_rate()), (None, None));
        assert_eq!((t.nutation_range(), t.time_to_flip()), (None, None));
        assert_eq!(t.momentum_range(), [Vec3::from(momentum); 2]);
        assert!(t.separatrix_excess().is_finite());
        match (t.separatrix_angle(), angle) {
            (Some(a), Some(b)) => assert!((a - b).abs() < 4e-16, "{a} {b}"),
            (a, b) => assert_eq!(a, b),
        }
    }
}

#[test]
fn the_separatrix_takes_for_ever() {
    // I2 = 2 I1 I3/(I1 + I3), so that the separatrix is m1 = +-m3.
    let moments = [3.0, 4.0, 6.0];
    let toward = tumble(moments, [0.25, 2.0, 0.25]);
    let away = tumble(moments, [0.25, 2.0, -0.25]);
    for t in [toward, away] {
        assert_eq!((t.mode(), t.separatrix_excess()), (Mode::Separatrix, 0.0));
        assert_eq!(t.rotation_period(), Some(f64::INFINITY));
        assert_eq!(t.nutation_period(), Some(f64::INFINITY));
        assert_eq!(t.rotation_rate(), Some(0.0));
        near(t.precession_rate(), Vec3::new(0.25, 2.0, 0.25).norm() / 4.0);
        assert_eq!(t.separatrix_angle(), Some(0.0));
    }
    // One of the two will pass m2 = 0 once, the other has done so.
    let times = [toward.time_to_flip(), away.time_to_flip()];
    assert!(times[0].is_some() != times[1].is_some(), "{times:?}");
    let (m, time) = match times {
        [Some(time), _] => ([0.25, 2.0, 0.25], time),
        [_, time] => ([0.25, 2.0, -0.25], time.unwrap()),
    };
    let inertia = Inertia::new(moments).unwrap();
    let (_, end) = exact::turn(&inertia, Vec3::from(m), time);
    assert!(end.y.abs() < 1e-14, "{end:?}");
}

/// A spin about the intermediate axis, off by an angle d, flips after a time that
/// grows like -ln d.
#[test]
fn a_spin_about_the_intermediate_axis_flips() {
    let inertia = Inertia::new([1.0, 2.0, 3.0]).unwrap();
    let mut before: Option<f64> = None;
    for exponent in 1..=12 {
        let d = 10f64.powi(-exponent);
        let m = Vec3::new(d, 1.0, 0.0);
        let time = Tumble::new(&inertia, m).time_to_flip().unwrap();
        let (_, end) = exact::turn(&inertia, m, time);
        assert!(end.y.abs() < 1e-14 * (1.0 + time), "{d} {}", end.y);
        // The rate of growth is sqrt((1/1 - 1/2)(1/2 - 1/3)).
        if let Some(before) = before.filter(|_| exponent > 3) {
            let each = 10f64.ln() * 12f64.sqrt();
            assert!((time - before - each).abs() < 1e-3, "{time} {before} {each}");
        }
        before = Some(time);
    }
}
