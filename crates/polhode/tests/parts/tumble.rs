//! What the closed form says of tumbling bodies, against the motion itself.

use crate::support::{Uniform, taylor};
use polhode::exact::{self, Mode, Tumble};
use polhode::real::{DoubleDouble, Real};
use polhode::{Axis, Body, Inertia, Rotation, State, Vec3};

type Long = DoubleDouble;

fn long(v: [f64; 3]) -> Vec3<Long> {
    Vec3::from_f64(v)
}
fn inertia(moments: [f64; 3]) -> Inertia<Long> {
    Inertia::new_without_triangle_check(moments.map(Long::from_f64)).unwrap()
}

/// Bodies and momenta of all classes: any, near the separatrix, near a principal axis,
/// nearly symmetric, symmetric, rods, plates.
fn cases(count: u64) -> impl Iterator<Item = ([f64; 3], [f64; 3])> {
    let mut random = Uniform(11);
    (0..count).map(move |i| {
        let mut moments = random.moments();
        let mut m = random.direction().to_array();
        let small = 10f64.powf(-1.0 - 9.0 * random.next());
        let axis = usize::try_from(i / 7 % 3).unwrap();
        match i % 7 {
            1 => m = [small, 1.0, small * random.next()],
            2 => m[axis] /= small,
            3 => moments[axis] = moments[(axis + 1) % 3] * (1.0 + small),
            4 => moments[axis] = moments[(axis + 1) % 3],
            5 => moments[axis] = moments[(axis + 1) % 3] * small,
            6 => moments[axis] = moments[(axis + 1) % 3] + moments[(axis + 2) % 3],
            _ => {}
        }
        (moments, m)
    })
}

/// After a rotation period the momentum is back, and the body has turned about it by
/// the mean precession.
#[test]
fn periods_are_those_of_the_motion() {
    let (mut worst, mut seen) = ([0f64; 3], 0);
    for (moments, m) in cases(2000) {
        let (body, m) = (inertia(moments), long(m));
        let tumble = Tumble::new(&body, m);
        let Some(period) = tumble.rotation_period() else { continue };
        let (_, k_prime) = tumble.modulus().unwrap();
        let (turn, end) = exact::turn(&body, m, period);
        let back = (end - m).norm().hi / m.norm().hi;
        // The rest of the turn is about the momentum.
        let angle = tumble.precession_rate().unwrap() * period;
        let expected = Rotation::exp(m * (angle / m.norm()));
        let apart = turn.angle_to(expected).hi;
        let (_, opposite) = exact::turn(&body, m, period.half());
        // After half of it only the component along the circled axis is.
        let half = axis_only(m, tumble.axis().unwrap()).map(Real::twice) - m;
        let half_back = (opposite - half).norm().hi / m.norm().hi;
        // Near the separatrix the state at the end is steep in the period.
        let scale = (1.0 + body.rates(m).norm().hi * period.hi) / k_prime.hi * Long::EPSILON;
        worst[0] = worst[0].max(back / scale);
        worst[1] = worst[1].max(apart / scale);
        worst[2] = worst[2].max(half_back / scale);
        seen += 1;
    }
    println!("{seen} {worst:.2?}");
    assert!(seen > 1900);
    assert!(worst.into_iter().all(|w| w < 8.0), "{worst:?}");
}

/// The same over whole turns: psi and phi are counted along the way, by a Taylor
/// integration that knows no elliptic functions.
#[test]
fn rates_count_whole_turns() {
    for (moments, m) in cases(140) {
        let (body, m) = (inertia(moments), long(m));
        let tumble = Tumble::new(&body, m);
        let (Some(axis), Some(period)) = (tumble.axis(), tumble.rotation_period()) else {
            continue;
        };
        let turns = body.rates(m).norm().hi * period.hi;
        if turns > 300.0 {
            continue;
        }
        let steps = 40 + 6 * turns.ceil() as u32;
        let start: State<Long> = State::new(Rotation::identity(), m);
        let free = Body::free(body);
        // Azimuths of the circled axis about the momentum, and of the momentum about it.
        let frame = [axis.next(), axis.next().next()];
        let end = if m[axis].lt(Long::zero()) { -1.0 } else { 1.0 };
        let up = m / m.norm();
        let side =
            up.cross(long(if up.x.hi.abs() < 0.7 { [1.0, 0.0, 0.0] } else { [0.0, 1.0, 0.0] }));
        let side = side / side.norm();
        let angles = |s: &State<Long>| {
            let mut circled = [0.0; 3];
            circled[axis as usize] = end;
            let pole = s.attitude.apply(long(circled));
            let phi = pole.dot(up.cross(side)).atan2(pole.dot(side)).hi;
            let psi = (s.momentum[frame[1]] * Long::from_f64(end)).atan2(s.momentum[frame[0]]).hi;
            [phi, -psi]
        };
        let (mut now, mut before, mut sums) = (start, angles(&start), [0.0; 2]);
        for _ in 0..steps {
            now = taylor(&free, now, period.hi / f64::from(steps), 1);
            let after = angles(&now);
            for ((sum, a), b) in sums.iter_mut().zip(after).zip(before) {
                let turn = std::f64::consts::TAU;
                *sum += (a - b) - turn * ((a - b) / turn).round();
            }
            before = after;
        }
        let rates = [tumble.precession_rate().unwrap(), tumble.rotation_rate().unwrap()];
        for (sum, rate) in sums.into_iter().zip(rates) {
            let angle = rate.hi * period.hi;
            assert!((sum - angle).abs() < 1e-9 * (1.0 + turns), "{moments:?} {m:?}: {sum} {angle}");
        }
        let [least, largest] = tumble.momentum_range();
        for axis in Axis::ALL {
            let slack = Long::from_f64(1e-28);
            assert!((least[axis] - slack).lt(m[axis]) && m[axis].lt(largest[axis] + slack));
        }
    }
}

/// Extremes of components and nutation, and the next flip, from the motion.
#[test]
fn extremes_are_reached_and_not_passed() {
    for (moments, m) in cases(350) {
        let (body, m) = (inertia(moments), long(m));
        let tumble = Tumble::new(&body, m);
        let (Some(axis), Some(period)) = (tumble.axis(), tumble.rotation_period()) else {
            continue;
        };
        let flip = tumble.time_to_flip().unwrap();
        let [least, largest] = tumble.momentum_range();
        let [low, high] = tumble.nutation_range().unwrap();
        let middle = middle_axis(&body, axis);
        let (_, k_prime) = tumble.modulus().unwrap();
        let omega_t = 1.0 + body.rates(m).norm().hi * (flip + period).hi;
        let slack = 8.0 * Long::EPSILON * omega_t / k_prime.hi;
        // Extremes are reached a whole number of quarter periods after a flip.
        let mut found = [m; 2];
        let mut nutations = [Long::pi(), Long::zero()];
        for quarter in 0..4 {
            let t = flip + period * Long::from_f64(0.25 * f64::from(quarter));
            let (_, at) = exact::turn(&body, m, t);
            found[0] = found[0].zip(at, Real::min);
            found[1] = found[1].zip(at, Real::max);
            let across = at - axis_only(at, axis);
            let nutation = across.norm().atan2(at[axis].abs());
            nutations = [nutations[0].min(nutation), nutations[1].max(nutation)];
            if quarter % 2 == 0 {
                let least = middle.map(|axis| at[axis].abs().hi).into_iter().fold(1e9, f64::min);
                assert!(least < slack * m.norm().hi, "{moments:?} {m:?}");
            }
        }
        for axis in Axis::ALL {
            assert!(
                (found[0][axis] - least[axis]).hi.abs() < slack * m.norm().hi,
                "{moments:?} {m:?}"
            );
            assert!(
                (found[1][axis] - largest[axis]).hi.abs() < slack * m.norm().hi,
                "{moments:?} {m:?}"
            );
        }
        assert!((nutations[0] - low).hi.abs() < slack, "{moments:?} {m:?}");
        assert!((nutations[1] - high).hi.abs() < slack, "{moments:?} {m:?}");
    }
}

fn axis_only(v: Vec3<Long>, axis: Axis) -> Vec3<Long> {
    let mut only = [Long::zero(); 3];
    only[axis as usize] = v[axis];
    Vec3::from(only)
}

/// The intermediate axis, or any of those that may be it in a symmetric body: of the
/// two that are not circled, the one whose moment is nearer to that of the circled one.
fn middle_axis(body: &Inertia<Long>, axis: Axis) -> [Axis; 2] {
    let (a, b) = (axis.next(), axis.next().next());
    let distance = |other| (body.moments()[other] - body.moments()[axis]).abs();
    if distance(a) == distance(b) {
        [a, b]
    } else if distance(a).lt(distance(b)) {
        [a; 2]
    } else {
        [b; 2]
    }
}

/// Doubles against double-doubles of the same state.
#[test]
fn doubles_are_good_to_a_few_units() {
    let (mut worst, mut seen) = ([0f64; 5], 0);
    for (moments, m) in cases(7000) {
        let short =
            Tumble::new(&Inertia::new_without_triangle_check(moments).unwrap(), Vec3::from(m));
        let truth = Tumble::new(&inertia(moments), long(m));
        if short.mode() != truth.mode() || short.mode() == Mode::Steady {
            continue;
        }
        let (_, k_prime) = truth.modulus().unwrap();
        let all = |f: fn(&Tumble<f64>) -> Option<f64>, g: fn(&Tumble<Long>) -> Option<Long>| {
            let (a, b) = (f(&short).unwrap(), g(&truth).unwrap());
            ((Long::from_f64(a) - b) / b).hi.abs() / f64::EPSILON
        };
        // k'^2 is a difference of two numbers below 1.
        let k_prime_condition = k_prime.hi.powi(-2);
        let errors = [
            all(|t| t.modulus().map(|k| k.1), |t| t.modulus().map(|k| k.1)) / k_prime_condition,
            all(Tumble::rotation_period, Tumble::rotation_period) / (1.0 + 0.1 * k_prime_condition),
            all(Tumble::precession_rate, Tumble::precession_rate),
            all(|t| t.nutation_range().map(|r| r[0]), |t| t.nutation_range().map(|r| r[0])),
            all(|t| t.nutation_range().map(|r| r[1]), |t| t.nutation_range().map(|r| r[1])),
        ];
        for (worst, error) in worst.iter_mut().zip(errors) {
            *worst = worst.max(error);
        }
        seen += 1;
    }
    println!("{seen} {worst:.2?}");
    assert!(seen > 6000);
    assert!(worst.into_iter().all(|w| w < 10.0), "{worst:?}");
}
