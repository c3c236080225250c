//! The exact rotation: double-double against an integration that knows no elliptic
//! functions, then double and single precision against double-double, for every
//! class of bodies.
//!
//! `POLHODE_CASES=100000 cargo test --release --test exact` tries more of them, and
//! `POLHODE_ANGLE=1000` lets the integration go farther than 60 radians.

mod support;

use polhode::real::DoubleDouble as Dd;
use polhode::{Body, Inertia, Real, Rotation, State, Vec3, exact};
use support::{Uniform, taylor};

/// A body, its momentum and a time, in numbers that all precisions have.
#[derive(Clone, Copy, Debug)]
struct Case {
    moments: [f64; 3],
    momentum: Vec3<f64>,
    time: f64,
}

/// What is asked of a class: its name, and how a case is drawn.
type Class = (&'static str, fn(&mut Uniform) -> Case);

/// Any moments and momentum; the angle is up to `most`.
fn any(random: &mut Uniform, most: f64) -> Case {
    let moments = random.moments();
    let momentum = random.direction() * 10f64.powf(2.0 * random.next() - 1.0);
    timed(random, moments, momentum, most)
}

/// A time for an angle up to `most`, forwards or backwards.
fn timed(random: &mut Uniform, moments: [f64; 3], momentum: Vec3<f64>, most: f64) -> Case {
    let rates = momentum.zip(Vec3::from(moments), |m, i| m / i).norm();
    let time = most * (2.0 * random.next() - 1.0) / rates.max(1e-30);
    Case { moments, momentum, time }
}

fn small(random: &mut Uniform) -> f64 {
    10f64.powf(-16.0 + 14.0 * random.next())
}

/// Moments in a random order.
fn shuffled(random: &mut Uniform, [a, b, c]: [f64; 3]) -> [f64; 3] {
    match (random.next() * 6.0) as u32 {
        0 => [a, b, c],
        1 => [a, c, b],
        2 => [b, a, c],
        3 => [b, c, a],
        4 => [c, a, b],
        _ => [c, b, a],
    }
}

/// The momentum on the separatrix, but for `offset`.
fn on_separatrix(random: &mut Uniform, offset: f64) -> ([f64; 3], Vec3<f64>) {
    let [a, b] = [0.2 + random.next(), 0.2 + random.next()];
    let moments = [a, a + b * random.next() * 0.9, a + b * 0.95];
    let mut sorted = moments;
    sorted.sort_by(f64::total_cmp);
    let [i1, i2, i3] = sorted;
    // tau m3^2 = rho m1^2
    let ratio = ((i3 * (i2 - i1)) / (i1 * (i3 - i2))).sqrt() * (1.0 + offset);
    let (m1, m2) = (2.0 * random.next() - 1.0, 4.0 * random.next() - 2.0);
    let m3 = if random.next() < 0.5 { ratio * m1 } else { -ratio * m1 };
    (sorted, Vec3::new(m1, m2, m3))
}

const CLASSES: [Class; 14] = [
    ("random, to 0.3 rad", |r| any(r, 0.3)),
    ("random, to 10 rad", |r| any(r, 10.0)),
    ("near a principal axis", |r| {
        let tiny = [1.0, small(r), -small(r)];
        let momentum = Vec3::from(shuffled(r, tiny));
        let moments = r.moments();
        timed(r, moments, momentum, 10.0)
    }),
    ("on the separatrix and beside it, to 10 rad", |r| {
        let offset =
            if r.next() < 0.2 { 0.0 } else { small(r) * if r.next() < 0.5 { 1.0 } else { -1.0 } };
        let (moments, momentum) = on_separatrix(r, offset);
        timed(r, moments, momentum, 10.0)
    }),
    ("nearly symmetric", |r| {
        let (a, c, e) = (0.5 + r.next(), 0.3 + 0.7 * r.next(), small(r) * 10.0);
        let e = if r.next() < 0.2 { 0.0 } else { e };
        let moments = shuffled(r, [a, a * (1.0 + e), c]);
        let momentum = r.direction();
        timed(r, moments, momentum, 10.0)
    }),
    ("nearly spherical", |r| {
        let (e, f) = (small(r), small(r));
        let moments = shuffled(r, [1.0, 1.0 + e, 1.0 + f]);
        let momentum = r.direction();
        timed(r, moments, momentum, 10.0)
    }),
    ("whole numbers, on the axes and in the planes", |r| {
        let mut whole = |n: f64| (r.next() * n).floor();
        let moments = [1.0 + whole(3.0), 1.0 + whole(3.0), 1.0 + whole(3.0)];
        let momentum = Vec3::new(whole(3.0) - 1.0, whole(3.0) - 1.0, whole(3.0) - 1.0);
        timed(r, moments, momentum, 10.0)
    }),
    ("rods, tumbling", |r| {
        let thin = 10f64.powf(-8.0 + 7.0 * r.next());
        let third = 1.0 + 0.5 * thin * r.next();
        let moments = shuffled(r, [thin, 1.0, third]);
        let momentum = r.direction().times(Vec3::from(moments));
        timed(r, moments, momentum, 10.0)
    }),
    ("rods, spinning about their axis", |r| {
        let thin = 10f64.powf(-8.0 + 7.0 * r.next());
        let moments = [thin, 1.0, 1.0 + 0.5 * thin * r.next()];
        let rates = Vec3::new(1.0, 1e-3 * r.next(), 1e-3 * r.next());
        let momentum = rates.times(Vec3::from(moments));
        timed(r, moments, momentum, 10.0)
    }),
    ("plates", |r| {
        let (a, b) = (0.1 + r.next(), 0.1 + r.next());
        let moments = shuffled(r, [a, b, a + b]);
        let momentum = r.direction();
        timed(r, moments, momentum, 10.0)
    }),
    ("random, to 1e2 rad", |r| any(r, 1e2)),
    ("random, to 1e4 rad", |r| any(r, 1e4)),
    ("random, to 1e6 rad", |r| any(r, 1e6)),
    ("random, to 1e8 rad", |r| any(r, 1e8)),
];

fn turned<R: Real<Mask = bool>>(
    moments: [R; 3],
    momentum: Vec3<R>,
    time: R,
) -> (Rotation<R>, Vec3<R>) {
    exact::turn(&Inertia::unchecked(moments).unwrap(), momentum, time)
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
    let (moments, momentum) = (case.moments.map(R::of), case.momentum.map(R::of));
    let time = R::of(case.time);
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
    let up = |x: R| x + x * R::of(R::EPSILON);
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
            let inertia = Inertia::unchecked(case.moments.map(Dd::of)).unwrap();
            let momentum = case.momentum.map(Dd::of);
            let rate = inertia.rates(momentum).norm().hi;
            // The series takes about 12 steps a radian of the fastest spin.
            let fastest = momentum.norm().hi / case.moments.into_iter().fold(f64::MAX, f64::min);
            let angle = (fastest * case.time.abs()).min(most);
            case.time = angle.copysign(case.time) / fastest.max(1e-30);
            let start: State<Dd> = State::new(Rotation::identity(), momentum);
            let truth = taylor(&Body::free(inertia), start, case.time, (12.0 * angle) as u32 + 1);
            let end = exact::after(&inertia, &start, Dd::of(case.time));
            let error = distance((truth.attitude, truth.momentum), (end.attitude, end.momentum));
            let unit = Dd::EPSILON * (1.0 + rate * case.time.abs()).max(angle);
            worst = worst.max(error / unit);
            assert!(error < 20.0 * unit, "{name}: {error:e} at {case:?}");
        }
    }
    println!("double-double: {worst:.1} eps (1 + omega t)");
}
