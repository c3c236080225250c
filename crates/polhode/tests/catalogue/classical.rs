//! The classical methods in the experiments of Buss 2001 and Krysl 2004: numbers
//! that were found without this crate (docs/papers/classical.md).

use crate::support::any_torque::Function;
use crate::support::buss::{COLUMNS, buss_problem, prism, start, steps_needed, steps_needed_by};
use crate::support::{Bound, bind, body, extrapolate, method, run};
use polhode::catalogue::MethodName;
use polhode::torque::{Closure, Frame, Impulse, Impulses, SoftWall, UniformField};
use polhode::{Body, Inertia, Rotation, State, Vec3};

/// Printed energies, Figures 4 and 5.
#[test]
fn the_energies_of_the_averaged_runge_kutta_method_are_the_printed_ones() {
    let row = "82.1053 82.3810 84.3364 101.328 149.811 83.4575 91.8125 132.808 149.855";
    for ((h, n), printed) in COLUMNS.into_iter().zip(row.split(' ')) {
        let end = run(&method("rk4-average"), prism(), start(), h, n - 1);
        let energy = end.invariants(&prism().inertia).energy;
        let decimals = printed.split('.').nth(1).unwrap().len();
        assert_eq!(format!("{energy:.decimals$}"), printed, "h = {h}, N = {n}");
    }
}

/// Figure 6 and its continuation to methods that Buss did not try: T = 0.4 to 1e-3,
/// T = 0.4 to 1e-6, T = 4 to 1e-3.
const STEPS: [(&str, [u64; 3]); 6] = [
    ("rk4-average", [405, 12771, 13512]),
    ("rk4-average:energy", [404, 12777, 12773]),
    ("rk4", [76, 404, 1558]),
    ("rk4:energy", [71, 399, 1258]),
    ("rkmk4", [71, 351, 1601]),
    ("rkmk4:energy", [60, 337, 1063]),
];

#[test]
fn the_steps_of_the_runge_kutta_methods_are_the_known_integers() {
    for (name, expected) in STEPS {
        for ((time, accuracy), steps) in
            [(0.4, 1e-3), (0.4, 1e-6), (4.0, 1e-3)].into_iter().zip(expected)
        {
            let needed = steps_needed(name, time, accuracy, 20480);
            assert_eq!(needed, Some(steps), "{name}, T = {time}, accuracy {accuracy}");
        }
    }
}

/// Buss starts with the acceleration 0, not with that of the body: the first
/// three numbers that the method remembers.
fn simo_wong_of_buss(name: &MethodName, h: f64, steps: u64) -> State<f64> {
    let mut run = bind(name, prism(), start()).unwrap();
    let mut seen = 0;
    run.visit_memory(&mut |x| {
        seen += 1;
        *x = if seen <= 3 { 0.0 } else { *x };
    });
    run.advance(h, steps).unwrap();
    *run.state()
}

#[test]
fn simo_and_wongs_method_is_of_second_order_where_buss_found_the_first() {
    let end = simo_wong_of_buss(&method("simo-wong"), 0.0001, 99_999);
    assert_eq!(format!("{:.4}", end.invariants(&prism().inertia).energy), "82.1062");
    for (name, expected) in [("simo-wong", 1087), ("simo-wong:energy", 756)] {
        let by = |h, n| simo_wong_of_buss(&method(name), h, n);
        assert_eq!(steps_needed_by(by, 0.4, 1e-3, 20480), Some(expected), "{name}");
    }
}

#[test]
fn the_errors_under_a_prescribed_momentum_are_the_known_ones() {
    let (body, start) = buss_problem::<f64>();
    let truth = run(&method("buss-6"), body, start, 4.0 / 8000.0, 8000);
    for (name, expected) in [("rk4", 1.61e-10), ("rkmk4", 1.46e-10), ("rk4-average", 2.15e-5)] {
        let end = run(&method(name), body, start, 4.0 / 800.0, 800);
        let error = end.attitude.angle_to(truth.attitude);
        println!("{name}: {error:.3e}");
        assert!((error / expected - 1.0).abs() < 0.05, "{name}: {error:e}, {expected:e}");
    }
}

/// theta = (h/2)(nu0 + nu1), R1 = R0 exp(theta), R1 m1 = R0 m0 + h Rm Tm with the torque
/// at the middle: time, attitude R0 exp(theta/2), mean of the rates.
#[test]
fn simo_and_wongs_implicit_step_solves_its_equations() {
    let swinging: Function<f64> = |time, attitude, momentum| {
        let push = Vec3::new((1.7 * time).sin(), 1.0, 0.4 + time);
        attitude.apply_inverse(push) - momentum * 0.3
    };
    let inertia = Inertia::new([1.0, 2.0, 2.7]).unwrap();
    let pushed = Body { inertia, torque: Closure(swinging) };
    let begin: State<f64> = crate::support::state([0.9, 0.1, -0.3, 0.2], [1.1, 2.9, 1.7]);
    for h in [0.01, 0.1, 0.5, -0.3] {
        let end = run(&method("simo-wong-implicit"), pushed, begin, h, 1);
        let theta = (begin.attitude.inverse() * end.attitude).log();
        let mean = (begin.momentum + end.momentum) / 2.0;
        let turning = (theta - inertia.rates(mean) * h).norm();
        let middle = begin.attitude * Rotation::exp(theta / 2.0);
        let impulse = middle.apply(swinging(h / 2.0, middle, mean)) * h;
        let moving = (end.spatial_momentum() - begin.spatial_momentum() - impulse).norm();
        println!("h = {h}: {turning:.1e} {moving:.1e}");
        assert!(turning < 1e-15 && moving < 3e-15, "h = {h}: {turning:e} {moving:e}");
    }
}

/// The methods of this file.
const ALL: [&str; 12] = [
    "rk4",
    "abm4",
    "rk4-average",
    "rkmk4",
    "crouch-grossman-3",
    "crouch-grossman-4",
    "commutator-free-4",
    "magnus-4",
    "magnus-6",
    "simo-wong",
    "simo-wong-implicit",
    "newmark",
];

/// One blow on the grid of steps, one off it; forwards and back.
#[test]
fn a_blow_does_not_lower_the_order() {
    let blow =
        |time, momentum| Impulse { time, momentum: Vec3::from_f64(momentum), frame: Frame::Space };
    let blows = vec![blow(0.5, [0.3, -1.0, 0.8]), blow(1.01, [1.0, 0.2, 0.3])];
    let torque = Impulses::new(blows).unwrap();
    let pushed = Body { inertia: Inertia::new([1.0, 2.0, 2.7]).unwrap(), torque };
    let begin = crate::support::state([0.9, 0.1, -0.3, 0.2], [1.1, 1.9, 0.7]);
    for (time, begin) in
        [(1.5, begin), (-1.5, run(&method("exact"), pushed.clone(), begin, 0.1, 15))]
    {
        let end = |name: &str, n: u64| {
            run::<f64, Rotation<f64>, _>(&method(name), pushed.clone(), begin, time / n as f64, n)
        };
        let truth = end("exact", 15);
        for name in ALL {
            let errors = [48, 96].map(|n| end(name, n).attitude.angle_to(truth.attitude));
            let order = (errors[0] / errors[1]).log2();
            println!("{name} over {time}: {errors:?}, order {order:.2}");
            let claimed = f64::from(method(name).card().order_free.unwrap());
            assert!(order > claimed - 0.4, "{name} over {time}: order {order}");
        }
    }
}

/// What a run remembers, put into another run at the same state, makes it go on with
/// the same bits.
#[test]
fn memory_saved_and_restored_goes_on_with_the_same_bits() {
    let (h, up) = (0.01, Vec3::from_f64([0.0, 0.0, 1.0]));
    let torque = UniformField::new(2.0, up, Vec3::from_f64([1.0, 0.5, -0.2])).unwrap();
    let pushed = Body { inertia: Inertia::new([1.0, 2.0, 2.7]).unwrap(), torque };
    let begin: State<f64> = crate::support::state([0.9, 0.1, -0.3, 0.2], [1.1, 1.9, 0.7]);
    for name in ALL {
        for before in [2, 7] {
            let mut whole = bind(&method(name), pushed, begin).unwrap();
            whole.advance(h, before).unwrap();
            let mut saved = Vec::new();
            whole.visit_memory(&mut |x| saved.push(*x));
            let mut other = bind(&method(name), pushed, *whole.state()).unwrap();
            let mut numbers = saved.into_iter();
            other.visit_memory(&mut |x| *x = numbers.next().unwrap());
            whole.advance(h, 6).unwrap();
            other.advance(h, 6).unwrap();
            assert_eq!(whole.state().attitude, other.state().attitude, "{name}");
            assert_eq!(whole.state().momentum, other.state().momentum, "{name}");
        }
    }
}

/// Errors |R - R'| and |m - m'| for steps that shrink from left to right, each pair as
/// `attitude/momentum`.
fn errors_agree<T: Bound<f64>>(
    problem: &str,
    body: Body<f64, T>,
    start: State<f64>,
    time: f64,
    steps: [f64; 4],
    rows: [(&str, &str); 2],
) {
    let truth = extrapolate(&body, start, time, (time * 60.0) as u32);
    for (name, row) in rows {
        for (h, cell) in steps.into_iter().zip(row.split(' ')) {
            let end = run(&method(name), body.clone(), start, h, (time / h).round() as u64);
            let turn = end.attitude.angle_to(truth.attitude);
            let errors = [2.0 * (turn / 2.0).sin(), (end.momentum - truth.momentum).norm()];
            for (error, expected) in errors.into_iter().zip(cell.split('/')) {
                println!("{problem}, {name}, h = {h}: {error:.2e}, {expected}");
                let expected: f64 = expected.parse().unwrap();
                // Beyond 1 the motion has nothing to do with the true one.
                let agrees = (error / expected - 1.0).abs() < 0.05 || expected >= 1.0;
                assert!(agrees, "{problem}, {name}, h = {h}: {error:e}, {expected:e}");
            }
        }
    }
}

#[test]
fn the_errors_on_krysls_free_body_are_the_known_ones() {
    let start =
        State::new(Rotation::identity(), Vec3::from_f64([0.416500056, 0.90720054, 0.0577016]));
    errors_agree(
        "free",
        body([0.9144, 1.098, 1.66]),
        start,
        100.0,
        [2.0, 0.5, 0.125, 0.0078125],
        [
            ("simo-wong", "1.8e0/7.7e-1 6.1e-1/3.6e-1 2.3e-2/9.0e-3 7.3e-5/7.8e-6"),
            ("newmark", "4.1e-1/3.4e-1 2.3e-2/2.0e-2 1.4e-3/1.3e-3 5.7e-6/4.9e-6"),
        ],
    );
}

#[test]
fn the_errors_on_krysls_tops_are_the_known_ones() {
    let up = Vec3::from_f64([0.0, 0.0, 1.0]);
    let top = Body {
        inertia: Inertia::new([5.0, 5.0, 1.0]).unwrap(),
        torque: UniformField::new(20.0, up, up).unwrap(),
    };
    let spinning = |tilt, spin| State::new(Rotation::exp(Vec3::new(tilt, 0.0, 0.0)), up * spin);
    errors_agree(
        "slow",
        top,
        spinning(0.05, 5.0),
        20.0,
        [0.125, 0.03125, 0.0078125, 0.0009765625],
        [
            ("simo-wong", "1.5e0/4.0e1 1.9e0/3.2e0 8.2e-2/4.5e-1 5.2e-4/1.2e-3"),
            ("newmark", "4.9e-1/2.5e0 2.9e-2/9.9e-2 1.8e-3/6.0e-3 2.8e-5/9.3e-5"),
        ],
    );
    errors_agree(
        "fast",
        top,
        spinning(0.3, 50.0),
        10.0,
        [0.05, 0.0125, 0.003125, 0.00078125],
        [
            ("simo-wong", "1.8e0/1.5e0 2.0e-1/7.9e-1 8.3e-3/3.1e-1 4.2e-4/2.0e-2"),
            ("newmark", "6.3e-1/1.2e0 1.7e-1/1.3e0 1.2e-2/3.5e-1 6.2e-4/2.2e-2"),
        ],
    );
}

#[test]
fn the_errors_on_krysls_walls_are_the_known_ones() {
    let start = State::new(Rotation::identity(), Vec3::from_f64([2.0; 3]));
    let inertia = Inertia::new([2.0, 3.0, 4.5]).unwrap();
    errors_agree(
        "wall",
        Body { inertia, torque: SoftWall::physical() },
        start,
        20.0,
        [0.0625, 0.03125, 0.0078125, 0.0009765625],
        [
            ("simo-wong", "1.8e0/1e3 1.2e0/3.9e0 2.9e-2/1.0e-1 1.3e-4/3.6e-4"),
            ("newmark", "7.8e-1/2.8e0 4.1e-2/6.7e-2 2.5e-3/3.8e-3 3.8e-5/5.9e-5"),
        ],
    );
    errors_agree(
        "printed wall",
        Body { inertia, torque: SoftWall::printed() },
        start,
        10.0,
        [0.5, 0.125, 0.03125, 0.0078125],
        [
            ("simo-wong", "3.3e-1/7.9e-1 1.9e-2/6.4e-2 1.2e-3/4.2e-3 7.4e-5/2.7e-4"),
            ("newmark", "5.5e-2/1.5e-1 3.3e-3/8.9e-3 2.0e-4/5.5e-4 1.3e-5/3.4e-5"),
        ],
    );
}
