//! Free bodies of every class that the exact rotation could find hard.

use super::Uniform;
use polhode::Vec3;

/// A body, its momentum and a time, in numbers that all precisions have.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Case {
    pub(crate) moments: [f64; 3],
    pub(crate) momentum: Vec3<f64>,
    pub(crate) time: f64,
}

/// What is asked of a class: its name, and how a case is drawn.
pub(crate) type Class = (&'static str, fn(&mut Uniform) -> Case);

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

pub(crate) const CLASSES: [Class; 14] = [
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
        let momentum = r.direction().component_mul(Vec3::from(moments));
        timed(r, moments, momentum, 10.0)
    }),
    ("rods, spinning about their axis", |r| {
        let thin = 10f64.powf(-8.0 + 7.0 * r.next());
        let moments = [thin, 1.0, 1.0 + 0.5 * thin * r.next()];
        let rates = Vec3::new(1.0, 1e-3 * r.next(), 1e-3 * r.next());
        let momentum = rates.component_mul(Vec3::from(moments));
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
