//! Krysl 2004: the errors of its methods on its problems, and what it says of
//! them; discrete Moser-Veselov as in Celledoni and Safstrom 2006.

use crate::support::krysl::{KRYSL, Problem, WALL_START, reference, wall};
use crate::support::{Uniform, bind, method, run, slope, symplectic_defect, taylor};
use polhode::catalogue::MethodName;
use polhode::method::{Failure, Kicked};
use polhode::methods::liemid::LieMidpoint;
use polhode::real::DoubleDouble as Dd;
use polhode::torque::SoftWall;
use polhode::{Body, Inertia, Motion, Rotation, State, Vec3};

/// Errors of the attitude (2-norm of the difference of the matrices) and of the
/// body momentum at the end, measured with matrices in another program: rows as in
/// docs/papers/krysl-2004.md.
type Table = (Problem, f64, [f64; 4], &'static [(&'static str, [(f64, f64); 4])]);

#[rustfmt::skip]
const TABLES: [Table; 5] = [
    (Problem::Free, 100.0, [2.0, 0.5, 0.125, 0.0078125], &[
        ("liemid",    [(1.7e0, 1.6e0), (1.3e-1, 1.2e-1), (7.9e-3, 6.9e-3), (3.1e-5, 2.7e-5)]),
        ("liemid-ea", [(5.7e-1, 5.2e-1), (3.2e-2, 2.8e-2), (2.0e-3, 1.7e-3), (7.7e-6, 6.7e-6)]),
        ("akw",       [(9.0e-1, 1.6e-1), (1.6e0, 9.9e-3), (1.2e-1, 6.2e-4), (4.6e-4, 2.4e-6)]),
        ("dmv",       [(NONE, NONE), (1.9e0, 5.9e-1), (2.3e-1, 5.9e-2), (8.8e-4, 2.3e-4)]),
    ]),
    (Problem::Slow, 20.0, [0.125, 0.03125, 0.0078125, 0.0009765625], &[
        ("liemid-i",  [(1.3e0, 9.8e-1), (9.4e-2, 7.1e-2), (5.9e-3, 4.5e-3), (9.2e-5, 7.0e-5)]),
        ("liemid-e",  [(1.8e0, 2.7e1), (6.9e-1, 1.0e1), (1.5e0, 5.8e0), (2.0e0, 2.0e1)]),
        ("liemid-e1", [(1.7e0, 1.7e0), (1.3e-1, 1.0e-1), (8.1e-3, 3.8e-3), (1.6e-4, 3.4e-4)]),
        ("liemid-e2", [(1.7e0, 1.8e0), (1.3e-1, 1.3e-1), (8.1e-3, 1.1e-2), (1.5e-4, 5.7e-4)]),
        ("liemid-ea", [(5.0e-1, 5.1e-1), (3.2e-2, 3.1e-2), (2.0e-3, 1.9e-3), (3.1e-5, 3.0e-5)]),
        ("akw",       [(2.0e0, 1.5e1), (2.4e-1, 2.5e-1), (1.5e-2, 1.4e-2), (2.4e-4, 2.2e-4)]),
        ("dmv",       [(2.0e0, 1.4e0), (4.7e-1, 4.2e-1), (2.9e-2, 2.7e-2), (4.6e-4, 4.2e-4)]),
    ]),
    (Problem::Fast, 10.0, [0.05, 0.0125, 0.003125, 0.00078125], &[
        ("liemid-i",  [(1.5e-2, 8.4e-1), (9.9e-3, 5.1e-1), (6.5e-4, 3.3e-2), (4.1e-5, 2.0e-3)]),
        ("liemid-e",  [(1.0e0, 1.4e0), (2.6e-1, 7.1e-1), (6.4e-2, 1.1e-1), (1.6e-2, 2.5e-2)]),
        ("liemid-e1", [(2.7e-2, 8.7e-1), (1.1e-2, 5.6e-1), (9.7e-4, 4.8e-2), (1.3e-4, 6.2e-3)]),
        ("liemid-e2", [(2.6e-2, 4.5e-1), (8.8e-3, 4.3e-1), (3.9e-4, 1.8e-2), (5.8e-5, 2.9e-3)]),
        ("liemid-ea", [(2.7e-2, 1.3e0), (2.6e-3, 1.3e-1), (1.6e-4, 7.8e-3), (1.0e-5, 4.9e-4)]),
        ("akw",       [(2.0e0, 5.1e-1), (2.0e0, 2.1e0), (9.7e-1, 8.9e-1), (6.4e-2, 5.5e-2)]),
        ("dmv",       [(NONE, NONE), (1.9e0, 1.1e0), (1.7e0, 1.9e0), (1.3e-1, 1.4e-1)]),
    ]),
    (Problem::Wall, 20.0, [0.0625, 0.03125, 0.0078125, 0.0009765625], &[
        ("liemid-i",  [(1.7e-1, 2.6e-1), (4.6e-2, 7.5e-2), (3.0e-3, 5.1e-3), (4.6e-5, 8.0e-5)]),
        ("liemid-e",  [(NONE, NONE), (NONE, NONE), (1.8e0, 8.0e0), (5.3e-1, 1.9e0)]),
        ("liemid-e1", [(7.6e-1, 2.7e0), (2.3e-2, 3.6e-2), (1.4e-3, 2.1e-3), (2.2e-5, 1.7e-4)]),
        ("liemid-e2", [(7.6e-1, 2.8e0), (2.3e-2, 4.3e-2), (1.4e-3, 3.3e-3), (2.2e-5, 2.0e-4)]),
        ("liemid-ea", [(7.7e-1, 2.8e0), (2.3e-2, 4.0e-2), (1.4e-3, 2.4e-3), (2.2e-5, 3.7e-5)]),
        ("akw",       [(1.1e-1, 2.3e-1), (2.7e-2, 6.2e-2), (1.7e-3, 4.0e-3), (2.7e-5, 6.3e-5)]),
        ("dmv",       [(5.9e-1, 2.2e0), (2.7e-2, 5.3e-2), (1.7e-3, 3.2e-3), (2.6e-5, 5.0e-5)]),
    ]),
    (Problem::Printed, 10.0, [0.5, 0.125, 0.03125, 0.0078125], &[
        ("liemid-i",  [(7.2e-2, 2.5e-1), (4.6e-3, 1.5e-2), (2.8e-4, 9.7e-4), (1.8e-5, 6.1e-5)]),
        ("liemid-e",  [(8.1e-1, 3.4e0), (3.4e-1, 1.1e0), (8.5e-2, 2.4e-1), (2.1e-2, 5.9e-2)]),
        ("liemid-e1", [(2.6e-2, 2.2e-1), (1.8e-3, 4.3e-2), (1.1e-4, 1.0e-2), (6.8e-6, 2.5e-3)]),
        ("liemid-e2", [(2.6e-2, 1.1e-1), (1.8e-3, 3.6e-2), (1.1e-4, 9.6e-3), (6.8e-6, 2.4e-3)]),
        ("liemid-ea", [(1.4e-2, 6.8e-2), (7.1e-4, 3.7e-3), (4.4e-5, 2.3e-4), (2.8e-6, 1.5e-5)]),
        ("akw",       [(4.0e-1, 1.2e-1), (2.6e-2, 9.6e-3), (1.6e-3, 6.1e-4), (1.0e-4, 3.8e-5)]),
        ("dmv",       [(7.1e-1, 1.1e0), (3.8e-2, 4.8e-2), (2.3e-3, 2.9e-3), (1.5e-4, 1.8e-4)]),
    ]),
];

/// No error to meet: the method has no solution there, or falls through the wall.
const NONE: f64 = f64::INFINITY;

/// An error above 1 says only that all is lost.
fn within(what: &str, error: f64, expected: f64) {
    if expected < 1.0 {
        println!("{what}: {error:.2e}, {expected:.1e}");
        assert!((error / expected - 1.0).abs() < 0.051, "{what}: {error:e}, not {expected:e}");
    }
}

#[test]
fn the_errors_on_every_problem_are_those_of_the_page() {
    for (problem, time, steps, rows) in TABLES {
        let same = |row: &&(Problem, f64, _)| (row.0, row.1) == (problem, time);
        let (matrix, momentum) = reference(KRYSL.iter().find(same).unwrap().2);
        let attitude = Rotation::from_matrix(matrix);
        for (name, cells) in rows {
            for (h, (turned, pushed)) in steps.into_iter().zip(*cells) {
                if turned == NONE {
                    continue;
                }
                let mut run = problem.start(&method(name));
                run.advance(h, (time / h).round() as u64).unwrap();
                let angle = run.state().attitude.angle_to(attitude);
                let what = format!("{problem:?}, {name}, h = {h}");
                within(&format!("{what}, attitude"), 2.0 * (angle / 2.0).sin(), turned);
                within(
                    &format!("{what}, momentum"),
                    (run.state().momentum - momentum).norm(),
                    pushed,
                );
            }
        }
    }
}

/// Celledoni and Safstrom 2006, figures 1 and 2: I = (5, 4, 3), t = 1.
#[test]
fn the_errors_of_discrete_moser_veselov_are_those_of_its_order() {
    let body = Body::free(Inertia::new([5.0, 4.0, 3.0]).unwrap());
    let start: State<f64> = State::new(Rotation::identity(), Vec3::from_f64([-1.0, 0.0, 2.0]));
    let truth = taylor(&body, start, 1.0, 10);
    for (name, row) in [
        (
            "dmv",
            [
                (2.0e-3, 5.0e-3),
                (4.8e-4, 1.2e-3),
                (1.2e-4, 3.1e-4),
                (3.0e-5, 7.7e-5),
                (7.5e-6, 1.9e-5),
            ],
        ),
        (
            "dmv:correction=4",
            [
                (4.7e-6, 7.8e-6),
                (2.9e-7, 4.8e-7),
                (1.8e-8, 3.0e-8),
                (1.1e-9, 1.9e-9),
                (7.1e-11, 1.2e-10),
            ],
        ),
        (
            "dmv:correction=6",
            [(4.3e-9, 5.9e-9), (6.7e-11, 9.1e-11), (1.0e-12, 1.4e-12), (NONE, NONE), (NONE, NONE)],
        ),
    ] {
        for (n, (pushed, turned)) in [4u64, 8, 16, 32, 64].into_iter().zip(row) {
            let end = run(&method(name), body, start, 1.0 / n as f64, n);
            let angle = end.attitude.angle_to(truth.attitude);
            let frobenius = 8f64.sqrt() * (angle / 2.0).sin();
            within(&format!("{name}, {n}, attitude"), frobenius, turned);
            within(
                &format!("{name}, {n}, momentum"),
                (end.momentum - truth.momentum).norm(),
                pushed,
            );
        }
    }
}

fn apart(a: &State<f64>, b: &State<f64>) -> f64 {
    a.attitude.angle_to(b.attitude).max((a.momentum - b.momentum).norm())
}

#[test]
fn e1_and_e2_are_adjoint() {
    for (first, second) in [("liemid-e1", "liemid-e2"), ("liemid-e2", "liemid-e1")] {
        let body = wall(SoftWall::physical());
        let there = run(&method(first), body, WALL_START, 0.2, 1);
        let back = run(&method(second), body, there, -0.2, 1);
        let defect = apart(&back, &WALL_START);
        println!("{first} and back: {defect:e}");
        assert!(defect < 1e-14, "{first} and back: {defect:e}");
    }
}

/// At the start the wall exerts no torque, so E1 and E2 do the same but for the
/// last kick: that is why their attitudes look like second order in Figure 14.
#[test]
fn e1_and_e2_turn_the_body_at_the_wall_by_the_same_bits() {
    let ends = ["liemid-e1", "liemid-e2"].map(|name| {
        let mut run = Problem::Wall.start(&method(name));
        run.advance(0.03125, 640).unwrap();
        *run.state()
    });
    assert_eq!(ends[0].attitude, ends[1].attitude);
    assert_ne!(ends[0].momentum, ends[1].momentum);
}

/// E1 is K D, n times; kicked it is K/2 D K/2: they differ by half a kick at both
/// ends, so E1 is of order 2 in disguise.
#[test]
fn e1_is_conjugate_to_the_kicked_midpoint() {
    let (body, h, n) = (wall(SoftWall::physical()), 0.05, 40);
    let start = State { attitude: Rotation::exp(Vec3::from_f64([0.3, 0.5, -0.2])), ..WALL_START };
    let kick = |mut state: State<f64>, h: f64| {
        state.momentum += body.torque_at(&state) * h;
        state
    };
    let direct = run(&method("liemid-e1"), body, start, h, n);
    let mut kicked = Motion::new(Kicked(LieMidpoint), body, kick(start, -h / 2.0)).unwrap();
    kicked.advance(h, n).unwrap();
    let defect = apart(&direct, &kick(*kicked.state(), h / 2.0));
    println!("{defect:e}");
    assert!(defect < 1e-12, "{defect:e}");
}

/// Figure 17.
#[test]
fn the_momentum_about_the_direction_of_the_potential_is_kept() {
    for name in ["liemid-i", "liemid-e", "liemid-e1", "liemid-e2", "liemid-ea", "dmv"] {
        for (problem, h) in
            [(Problem::Slow, 0.0078125), (Problem::Fast, 0.003125), (Problem::Wall, 0.0078125)]
        {
            let mut run = problem.start(&method(name));
            let first = run.state().spatial_momentum().z;
            run.advance(h, (10.0 / h) as u64).unwrap();
            let lost = (run.state().spatial_momentum().z - first).abs();
            println!("{name}, {problem:?}: {lost:.1e}");
            assert!(lost < 1e-12, "{name}, {problem:?}: {lost:e}");
        }
    }
    // AKW keeps it where the potential is linear, and there the energy too.
    let lost = |problem: Problem| {
        let mut run = problem.start(&method("akw"));
        let first = run.state().spatial_momentum().z;
        run.advance(0.0078125, 1280).unwrap();
        (run.state().spatial_momentum().z - first).abs()
    };
    let (top, wall) = (lost(Problem::Slow), lost(Problem::Wall));
    println!("akw: top {top:.1e}, wall {wall:.1e}");
    assert!(top < 1e-12 && wall > 1e-6, "top {top:e}, wall {wall:e}");
}

/// The paper says that it is symplectic.
#[test]
fn the_midpoint_lie_methods_are_not_symplectic() {
    let body = wall(SoftWall::<Dd>::physical());
    let attitude = Rotation::exp(Vec3::from_f64([0.3, 0.5, -0.2]));
    let start: State<Dd> = State::new(attitude, Vec3::from_f64([2.7, 1.6, 2.3]));
    for (name, row) in [
        ("liemid-e1", [2.6e-4, 3.2e-5, 4.0e-6]),
        ("liemid-e2", [2.6e-4, 3.2e-5, 4.0e-6]),
        ("liemid-ea", [6.5e-5, 8.0e-6, 1.0e-6]),
        ("liemid-i", [2.9e-4, 3.6e-5, 4.5e-6]),
        ("akw", [7.9e-4, 1.0e-4, 1.2e-5]),
    ] {
        let points =
            [0.2, 0.1, 0.05].map(|h| (h, symplectic_defect(&method(name), body, start, h, 1)));
        let order = slope(&points);
        println!("{name}: {points:?}, order {order:.2}");
        assert!((order - 3.0).abs() < 0.1, "{name}: order {order}");
        for ((h, defect), expected) in points.into_iter().zip(row) {
            within(&format!("{name}, h = {h}, defect"), defect, expected);
        }
    }
}

/// What one step of a free body has to solve, relative to h m; psi is known up to
/// whole turns only.
fn residual(name: &str, inertia: &Inertia<f64>, m: Vec3<f64>, end: &State<f64>, h: f64) -> f64 {
    let turn = end.attitude;
    let error = |turns: f64| match name {
        "akw" => {
            let mean = (m + end.momentum) * 0.5;
            m - end.momentum + mean.cross(inertia.rates(mean)) * h
        }
        "simo-wong-implicit" => inertia.momentum(turn.log()) - (m + end.momentum) * (h / 2.0),
        "dmv" => {
            let c = turn.vector() / turn.w;
            let i = inertia.momentum(c);
            (i + c.cross(i)) * 2.0 - m * (h * (1.0 + c.norm_squared()))
        }
        _ => {
            let short = turn.log();
            let psi = short * (1.0 + turns * std::f64::consts::TAU / short.norm());
            inertia.momentum(psi) - Rotation::exp(psi * 0.5).apply_inverse(m) * h
        }
    };
    let best = (-2..=2).map(|turns| error(f64::from(turns)).norm()).fold(f64::INFINITY, f64::min);
    best / (m.norm() * h)
}

#[test]
fn every_solve_of_a_long_step_converges_or_says_so() {
    let mut random = Uniform(11);
    for (name, sure) in [("liemid", 8.0), ("akw", 8.0), ("simo-wong-implicit", 2.0), ("dmv", 0.5)] {
        let (mut failed, mut total) = (0, 0);
        for _ in 0..400 {
            let squares = [0; 3].map(|_| 0.05 + random.next());
            let moments =
                [squares[1] + squares[2], squares[2] + squares[0], squares[0] + squares[1]];
            let inertia = Inertia::new(moments).unwrap();
            let m = inertia.momentum(random.direction());
            for h in [0.1, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0] {
                let start: State<f64> = State::new(Rotation::identity(), m);
                let name: MethodName = method(name);
                let mut run = bind(&name, Body::free(inertia), start).unwrap();
                total += 1;
                match run.advance(h, 1) {
                    Ok(()) => {
                        let error = residual(name.row().name, &inertia, m, run.state(), h);
                        assert!(error < 1e-13, "{name} on {moments:?}, {m:?}, h = {h}: {error:e}");
                    }
                    Err(stopped) => {
                        failed += 1;
                        assert!(h > sure, "{name} on {moments:?}, {m:?}, h = {h}: {stopped}");
                        assert!(matches!(
                            stopped.failure,
                            Failure::IncrementNotFound | Failure::NoIncrement
                        ));
                        assert_eq!(*run.state(), start, "{name}: a failed step leaves the state");
                    }
                }
            }
        }
        println!("{name}: {failed} of {total} not solved");
    }
}
