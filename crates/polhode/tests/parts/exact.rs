//! The exact rotation: double-double against an integration that knows no elliptic
//! functions, then double and single precision against double-double, for every
//! class of bodies.
//!
//! `POLHODE_CASES=100000 cargo test --release --test parts exact::` tries more of them, and
//! `POLHODE_ANGLE=1000` lets the integration go farther than 60 radians.

use crate::support::exact_cases::{CLASSES, Case};
use crate::support::{Uniform, taylor};
use polhode::real::DoubleDouble as Dd;
use polhode::{Body, Inertia, Real, Rotation, State, Vec3, exact};

fn turned<R: Real<Mask = bool>>(
    moments: [R; 3],
    momentum: Vec3<R>,
    time: R,
) -> (Rotation<R>, Vec3<R>) {
    exact::turn(&Inertia::new_without_triangle_check(moments).unwrap(), momentum, time)
}

/// Distance of two turns and momenta, the momenta relative; the sign of the
/// quaternion counts.
fn distance(a: (Rotation<Dd>, Vec3<Dd>), b: (Rotation<Dd>, Vec3<Dd>)) -> f64 {
    let q = a.0.to_wxyz().into_iter().zip(b.0.to_wxyz());
    let q = q.map(|(a, b)| (a - b).hi.abs()).fold(0.0, f64::max);
    let norm = a.1.norm().hi;
    let m = (a.1 - b.1).norm().hi / if norm > 0.0 { norm } else { 1.0 };
    if q.is_nan() || m.is_nan() { f64::INFINITY } else { q.max(m) }
}

/// The error in units of the bound: 8 eps (1 + omega t) plus four times what a
/// change of the inputs in their last place does.
fn strain<R: Real<Mask = bool>>(case: Case, widen: fn(R) -> Dd) -> f64 {
    let (moments, momentum) = (case.moments.map(R::from_f64), case.momentum.map(R::from_f64));
    let time = R::from_f64(case.time);
    let exactly = |moments: [R; 3], momentum: Vec3<R>, time: R| {
        turned(moments.map(widen), momentum.map(widen), widen(time))
    };
    let truth = exactly(moments, momentum, time);
    let (q, m) = turned(moments, momentum, time);
    let [w, x, y, z] = q.to_wxyz().map(widen);
    let error = distance(truth, (Rotation { w, x, y, z }, m.map(widen)));
    let speed = |m: Vec3<Dd>| m.zip(Vec3::from(moments.map(widen)), |m, i| m / i).norm().hi;
    let fastest = speed(momentum.map(widen)).max(speed(truth.1));
    let bound = 8.0 * R::EPSILON * (1.0 + fastest * widen(time).hi.abs());
    if error <= bound {
        return error / bound;
    }
    // What a unit in the last place of each input does, added up.
    let up = |x: R| x + x * R::from_f64(R::EPSILON);
    let mut effect = distance(truth, exactly(moments, momentum, up(time)));
    for i in 0..3 {
        let (mut j, mut n) = (moments, momentum.to_array());
        (j[i], n[i]) = (up(j[i]), up(n[i]));
        effect += distance(truth, exactly(j, momentum, time));
        effect += distance(truth, exactly(moments, Vec3::from(n), time));
    }
    error / (bound + 4.0 * effect)
}

/// What the environment asks for, or what is usual.
fn asked(name: &str, usual: u32) -> u32 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

fn cases() -> u32 {
    asked("POLHODE_CASES", 2000)
}

#[test]
fn in_double_precision_every_class_is_exact_to_rounding() {
    for (number, (name, draw)) in CLASSES.into_iter().enumerate() {
        let mut random = Uniform(number as u64);
        let worst = (0..cases())
            .map(|_| {
                let case = draw(&mut random);
                let strain = strain::<f64>(case, Dd::from);
                assert!(strain <= 1.0, "{name}: {strain} of the bound at {case:?}");
                strain
            })
            .fold(0.0, f64::max);
        println!("double, {name}: {worst:.2} of the bound");
    }
}

#[test]
fn in_single_precision_every_class_is_exact_to_rounding() {
    // An angle of 1e6 rad is known to 0.1 in single precision.
    for (number, (name, draw)) in CLASSES.into_iter().enumerate().take(12) {
        let mut random = Uniform(number as u64);
        let worst = (0..cases())
            .map(|_| {
                let case = draw(&mut random);
                let strain = strain::<f32>(case, |x| Dd::from(f64::from(x)));
                assert!(strain <= 1.0, "{name}: {strain} of the bound at {case:?}");
                strain
            })
            .fold(0.0, f64::max);
        println!("single, {name}: {worst:.2} of the bound");
    }
}

#[test]
fn in_double_double_it_is_what_a_taylor_series_gives() {
    let (mut worst, most) = (0f64, f64::from(asked("POLHODE_ANGLE", 60)));
    for (number, (name, draw)) in CLASSES.into_iter().enumerate() {
        let mut random = Uniform(100 + number as u64);
        for _ in 0..15 {
            let mut case = draw(&mut random);
            let inertia =
                Inertia::new_without_triangle_check(case.moments.map(Dd::from_f64)).unwrap();
            let momentum = case.momentum.map(Dd::from_f64);
            let rate = inertia.rates(momentum).norm().hi;
            // The series takes about 12 steps a radian of the fastest spin.
            let fastest = momentum.norm().hi / case.moments.into_iter().fold(f64::MAX, f64::min);
            let angle = (fastest * case.time.abs()).min(most);
            case.time = angle.copysign(case.time) / fastest.max(1e-30);
            let start: State<Dd> = State::new(Rotation::identity(), momentum);
            let truth = taylor(&Body::free(inertia), start, case.time, (12.0 * angle) as u32 + 1);
            let end = exact::after(&inertia, &start, Dd::from_f64(case.time));
            let error = distance((truth.attitude, truth.momentum), (end.attitude, end.momentum));
            let unit = Dd::EPSILON * (1.0 + rate * case.time.abs()).max(angle);
            worst = worst.max(error / unit);
            assert!(error < 20.0 * unit, "{name}: {error:e} at {case:?}");
        }
    }
    println!("double-double: {worst:.1} eps (1 + omega t)");
}
