//! Rounding errors of water: isotropic starts with |omega| = 1, 32 steps a period, four terms of
//! the tangent, as in Figures 6, 8 and 13 of Fukushima 2012.

use crate::support::{Uniform, body, slope};
use polhode::ensemble::Lattice;
use polhode::geometry::TurnRule;
use polhode::method::{Composition, Kicked, Wrapped};
use polhode::methods::mclachlan_reich::FukushimaLeapFrog;
use polhode::torque::GravityGradient;
use polhode::{Body, Mat3, Motion, Real, Rotation, State, Torque, Vec3};
use std::f64::consts::TAU;

const WATER: [f64; 3] = [0.345, 0.653, 1.0];
const STEP: f64 = TAU / 32.0;

fn starts(count: usize) -> Vec<State<f64>> {
    let mut random = Uniform(2012);
    let mut start = || {
        let momentum = random.direction().component_mul(Vec3::from(WATER));
        State::new(random.rotation(), momentum)
    };
    (0..count).map(|_| start()).collect()
}

type Turning = State<f64, Mat3<f64>>;

/// The size of a matrix, (10).
fn size(Mat3 { x, y, z }: Mat3<f64>) -> f64 {
    (x.norm_squared() + y.norm_squared() + z.norm_squared()).sqrt()
}

/// Errors of T and R, and of S_X relative to |S|.
fn free_errors(before: &Turning, now: &Turning) -> [f64; 3] {
    let energy = |state: &Turning| body::<f64>(WATER).inertia.kinetic_energy(state.momentum);
    let spatial = before.spatial_momentum();
    [
        energy(now) / energy(before) - 1.0,
        size(now.attitude) / size(before.attitude) - 1.0,
        (now.spatial_momentum() - spatial).x / spatial.norm(),
    ]
}

/// Means and root mean squares over starts.
struct Spread<const N: usize> {
    mean: [f64; N],
    rms: [f64; N],
}

impl<const N: usize> Spread<N> {
    fn new(errors: &[[f64; N]]) -> Self {
        let count = errors.len() as f64;
        let mean = |of: fn(f64) -> f64| {
            std::array::from_fn(|k| errors.iter().map(|e| of(e[k])).sum::<f64>() / count)
        };
        Self { mean: mean(|e| e), rms: mean(|e| e * e).map(f64::sqrt) }
    }
}

/// The errors of all bodies after so many periods.
fn course<const N: usize>(
    mut lattice: Lattice<4>,
    periods: &[u64],
    errors: fn(&Turning, &Turning) -> [f64; N],
) -> Vec<Spread<N>> {
    let states = |lattice: &Lattice<4>| -> Vec<Turning> {
        (0..lattice.len()).map(|i| lattice.state(i).unwrap()).collect()
    };
    let (before, mut done) = (states(&lattice), 0);
    let mut at = |&until: &u64| {
        assert_eq!(lattice.advance(STEP, 32 * (until - done)), 0);
        done = until;
        let pairs = before.iter().zip(states(&lattice));
        Spread::new(&pairs.map(|(before, now)| errors(before, &now)).collect::<Vec<_>>())
    };
    periods.iter().map(&mut at).collect()
}

/// The exponent of the growth of the root mean square of an error.
fn exponent<const N: usize>(periods: &[u64], course: &[Spread<N>], which: usize) -> f64 {
    let points = periods.iter().zip(course).map(|(&t, spread)| (t as f64, spread.rms[which]));
    slope(&points.collect::<Vec<_>>())
}

fn water<T: Torque<f64>>(
    composition: Composition,
    torque: T,
    count: usize,
    largest: impl Fn(&State<f64>) -> f64,
) -> Lattice<4> {
    let mut lattice = Lattice::composed(composition);
    let body = Body { inertia: body(WATER).inertia, torque };
    for start in starts(count) {
        lattice.push(&body, &start, largest(&start)).unwrap();
    }
    lattice
}

fn free_water(composition: Composition, count: usize) -> Lattice<4> {
    water(composition, polhode::Free, count, |start| start.momentum.norm())
}

/// The same steps in `f32`, after 1000 periods.
fn in_singles(composition: Composition) -> [f64; 3] {
    let wide = |s: &State<f32, Mat3<f32>>| {
        let attitude = s.attitude.map_rows(|row| row.map(f64::from));
        State { time: 0.0, attitude, momentum: s.momentum.map(f64::from) }
    };
    let run = |start: State<f64>| {
        let turns = Kicked(FukushimaLeapFrog::new(Default::default(), TurnRule::Tangent(4)));
        let attitude = Rotation::from_wxyz(start.attitude.to_wxyz().map(f32::from_f64));
        let start = State::<f32, Mat3<f32>>::new(attitude, start.momentum.map(f32::from_f64));
        let method = Wrapped::new(turns).composed(composition);
        let mut motion = Motion::new(method, body(WATER), start).unwrap();
        motion.advance(STEP as f32, 32_000).unwrap();
        free_errors(&wide(&start), &wide(motion.state()))
    };
    Spread::new(&starts(40).into_iter().map(run).collect::<Vec<_>>()).rms
}

#[track_caller]
fn assert_within_a_percent(found: [f64; 3], expected: [f64; 3]) {
    let close = found.iter().zip(expected).all(|(f, e)| (f / e - 1.0).abs() < 0.01);
    assert!(close, "{found:?} instead of {expected:?}");
}

/// T, R and S_X of 40 starts after 1000 periods. Bits are the same everywhere, so these are.
#[test]
fn errors_are_a_twentieth_of_those_of_singles() {
    let after = |composition| course(free_water(composition, 40), &[1000], free_errors)[0].rms;
    assert_within_a_percent(after(Composition::OMELYAN_4), [9.19e-7, 2.48e-7, 7.32e-7]);
    assert_within_a_percent(after(Composition::KAHAN_LI_8), [1.044e-6, 4.05e-7, 9.97e-7]);
    assert_within_a_percent(in_singles(Composition::OMELYAN_4), [3.16e-5, 9.70e-6, 1.659e-5]);
}

#[track_caller]
fn assert_no_drift<const N: usize>(spread: &Spread<N>, count: usize) {
    for (mean, rms) in spread.mean.iter().zip(spread.rms) {
        let of_mean = rms / (count as f64).sqrt();
        assert!(mean.abs() < 2.5 * of_mean, "{mean:e} with an uncertainty of {of_mean:e}");
    }
}

/// Exponents were between 0.47 and 0.53. The energy of order 4 has, besides, its truncation error of
/// 1e-7, which does not grow.
#[test]
fn errors_grow_as_the_square_root_of_time_and_have_no_mean() {
    let periods = [10, 20, 50, 100, 200, 500, 1000];
    for (composition, of_rounding) in
        [(Composition::OMELYAN_4, 1..3), (Composition::KAHAN_LI_8, 0..3)]
    {
        let course = course(free_water(composition, 200), &periods, free_errors);
        for which in of_rounding {
            let exponent = exponent(&periods, &course, which);
            println!("{}, {which}: {exponent:.3}", composition.name);
            assert!((0.45..0.55).contains(&exponent), "{exponent}");
        }
        assert_no_drift(&course[6], 200);
    }
}

const PULL: f64 = 0.1;

/// Errors of R and of the momentum about the direction that pulls, and of the energy.
fn pulled_errors(before: &Turning, now: &Turning) -> [f64; 3] {
    let energy = |state: &Turning| {
        let (body, n) = (body::<f64>(WATER), state.attitude.z);
        body.inertia.kinetic_energy(state.momentum) + 1.5 * PULL * n.dot(body.inertia.momentum(n))
    };
    [
        size(now.attitude) / size(before.attitude) - 1.0,
        (now.spatial_momentum() - before.spatial_momentum()).z,
        energy(now) / energy(before) - 1.0,
    ]
}

#[test]
fn a_pulled_body_does_not_drift_either() {
    let periods = [1, 10, 100, 1000];
    let torque = GravityGradient::new(PULL, Vec3::new(0.0, 0.0, 1.0)).unwrap();
    let pulled = water(Composition::OMELYAN_4, torque, 200, |_| 1.5);
    let course = course(pulled, &periods, pulled_errors);
    for which in [0, 1] {
        let exponent = exponent(&periods, &course, which);
        println!("{which}: {exponent:.3}, {:e}", course[3].rms[which]);
        assert!((0.45..0.55).contains(&exponent), "{exponent}");
    }
    assert_no_drift(&course[3], 200);
    println!("energy: {:e}", course[3].rms[2]);
    assert!(course[3].rms[2] < 2e-6);
}
