//! The exact rotation next to the principal axes, the unstable one among them: doubles
//! against double-doubles of the same state.

use crate::support::Uniform;
use polhode::exact;
use polhode::real::{DoubleDouble, Real};
use polhode::{Inertia, Vec3};

/// The larger of the errors of momentum and quaternion after a turn by about `angle`, in
/// EPSILON (1 + omega t).
fn error(moments: [f64; 3], m: [f64; 3], angle: f64) -> f64 {
    let body = Inertia::new_without_triangle_check(moments).unwrap();
    let long = Inertia::new_without_triangle_check(moments.map(DoubleDouble::from_f64)).unwrap();
    let omega = body.rates(Vec3::from(m)).norm();
    let t = angle / omega;
    let (turn, end) = exact::turn(&body, Vec3::from(m), t);
    let (truth, arrival) = exact::turn(&long, Vec3::from_f64(m), DoubleDouble::from_f64(t));
    let momentum = (end.map(DoubleDouble::from_f64) - arrival).norm().hi / arrival.norm().hi;
    let pairs = turn.to_wxyz().into_iter().zip(truth.to_wxyz());
    let attitude = pairs.map(|(a, b)| (DoubleDouble::from_f64(a) - b).hi.abs()).fold(0.0, f64::max);
    let error = momentum.max(attitude) / f64::EPSILON / (1.0 + omega * t);
    if error.is_nan() { f64::INFINITY } else { error }
}

/// Next to the unstable axis the state itself is as uncertain as e^(sigma t).
#[test]
fn nearness_costs_no_digits() {
    let mut random = Uniform(21);
    let mut worst = 0f64;
    for exponent in 0..=16 {
        let offset = 10f64.powi(-exponent);
        for i in 0..600 {
            let moments = random.moments();
            let mut m = [0; 3].map(|_| offset * (2.0 * random.next() - 1.0));
            m[i % 3] = 1.0;
            worst = worst.max(error(moments, m, 5.0 * random.next()));
        }
        println!("{offset:e} {worst:.2}");
    }
    assert!(worst < 13.5, "{worst}");
}

/// An offset along one outer axis alone, down to where its square vanishes in the
/// square of the momentum: the body flips all the same.
#[test]
fn a_small_offset_is_not_none() {
    let inertia = Inertia::new([1.0, 2.0, 3.0]).unwrap();
    for exponent in 5..=15 {
        let offset = 10f64.powi(-exponent);
        for m in [Vec3::new(offset, 1.0, 0.0), Vec3::new(0.0, 1.0, offset)] {
            let tumble = exact::Tumble::new(&inertia, m);
            let (_, end) = exact::turn(&inertia, m, tumble.nutation_period().unwrap());
            assert!((end.y + 1.0).abs() < 1e-12, "{m:?} {end:?}");
        }
    }
}

/// Bodies and momenta of a kind, `small` off the exact case.
fn start_of_kind(kind: usize, random: &mut Uniform) -> ([f64; 3], [f64; 3]) {
    let mut i = random.moments();
    let mut m = random.direction().to_array();
    let small = 10f64.powf(-16.0 * random.next());
    let axis = [0, 1, 2][(random.next() * 3.0) as usize];
    match kind {
        1 => i[axis] = i[(axis + 1) % 3] * (1.0 + small),
        2 => i = [1.0, 1.0 + small * random.next(), 1.0 + small],
        3 => i[axis] *= small.max(1e-9),
        4 => i[axis] = i[(axis + 1) % 3] + i[(axis + 2) % 3],
        5 => m[axis] = 0.0,
        6 => {
            i.sort_by(f64::total_cmp);
            let ratio = i[2] * (i[1] - i[0]) / (i[0] * (i[2] - i[1]));
            m[2] = m[0] * ratio.sqrt() * (1.0 + small * (2.0 * random.next() - 1.0));
        }
        _ => {}
    }
    (i, m)
}

/// Any body, nearly symmetric, nearly spherical, rods, plates, momenta in a principal
/// plane; and next to the separatrix, where a state is uncertain.
#[test]
fn every_kind_of_body_keeps_its_digits() {
    let mut random = Uniform(5);
    let bounds = [5.0, 4.5, 1.2, 5.5, 4.0, 3.5, 12.0];
    for (kind, bound) in bounds.into_iter().enumerate() {
        let mut worst = 0f64;
        for _ in 0..3000 {
            let (moments, m) = start_of_kind(kind, &mut random);
            let angle = 10f64.powf(3.0 * random.next() - 2.0);
            worst = worst.max(error(moments, m, angle));
        }
        println!("{kind} {worst:.2}");
        assert!(worst < bound, "{kind} {worst}");
    }
}
