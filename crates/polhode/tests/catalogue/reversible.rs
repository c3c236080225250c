//! Steps that vary and can be taken back, at the soft wall of Krysl 2004: what they
//! gain, what they keep, and what a step that merely follows the torque does not.

use crate::support::krysl::{KRYSL, Problem, WALL_START, reference, wall};
use crate::support::{bind, body, method, state};
use polhode::catalogue::{MethodName, variants};
use polhode::method::{Failure, Method};
use polhode::methods::exact::Exact;
use polhode::torque::{Frame, Impulse, Impulses, SoftWall};
use polhode::{Body, Error, Rotation, State, Vec3};

/// How far the attitude is from the truth at T = 20, the largest error of the energy on
/// the way, and the evaluations of the torque.
fn at_the_wall(name: &MethodName, h: f64) -> (f64, f64, u64) {
    let same = |row: &&(Problem, f64, _)| (row.0, row.1) == (Problem::Wall, 20.0);
    let (matrix, _) = reference(KRYSL.iter().find(same).unwrap().2);
    let body = wall(SoftWall::physical());
    let mut run = bind(name, body, WALL_START).unwrap();
    let (first, mut energy, mut steps) = (body.energy(&WALL_START), 0f64, 0);
    while run.state().time + h / 2.0 < 20.0 {
        run.advance(h, 1).unwrap();
        energy = energy.max((body.energy(run.state()) - first).abs());
        steps += 1;
    }
    let angle = run.state_near(20.0).unwrap().attitude.angle_to(Rotation::from_matrix(matrix));
    (angle, energy, steps * u64::from(name.card().torque_evaluations))
}

/// So many times smaller are the errors of attitude and energy, measured.
#[test]
fn at_equal_torque_evaluations_the_errors_are_smaller() {
    for (plain, control, h, gain, energy_gain) in [
        ("exact:", "torque", 0.0163, 1.50, 1.64),
        ("exact:compose=suzuki-4,", "torque", 0.02, 6.6, 20.0),
        ("exact:compose=suzuki-4,", "torque-rate", 0.0245, 3.2, 9.6),
        ("exact:compose=kahan-li-6,", "torque", 0.0204, 40.0, 64.0),
        ("exact:compose=kahan-li-6,", "torque-rate", 0.0204, 21.6, 34.0),
    ] {
        let varied = method(&format!("{plain}reversible={control}"));
        let plain = method(&plain[..plain.len() - 1]);
        let (error, energy, count) = at_the_wall(&varied, h);
        let steps = count / u64::from(plain.card().torque_evaluations);
        let (fixed_error, fixed_energy, _) = at_the_wall(&plain, 20.0 / steps as f64);
        let gains = [fixed_error / error, fixed_energy / energy];
        println!("{varied}, {count}: {error:.2e} {energy:.2e}, {gains:.2?}");
        assert!(gains[0] > 0.95 * gain && gains[1] > 0.95 * energy_gain, "{varied}: {gains:?}");
    }
}

/// The largest error of the energy in each tenth of so many steps, and the time of
/// the last.
fn energy_by_tenths(name: &str, h: f64, steps: u64) -> Result<([f64; 10], f64), Failure> {
    let body = wall(SoftWall::physical());
    let first = body.energy(&WALL_START);
    let mut run = bind(&method(name), body, WALL_START).unwrap();
    let mut tenths = [0f64; 10];
    for tenth in &mut tenths {
        for _ in 0..steps / 10 {
            run.advance(h, 1).map_err(|stopped| stopped.failure)?;
            *tenth = tenth.max((body.energy(run.state()) - first).abs());
        }
    }
    let shown = tenths.map(|error| format!("{error:.1e}")).join(" ");
    println!("{name} to {:.0}: {shown}", run.state().time);
    Ok((tenths, run.state().time))
}

#[test]
fn the_energy_stays_bounded_over_a_long_run() {
    let (h, steps) = (0.03, 75_000);
    let varied = "exact:compose=suzuki-4,reversible=torque-rate";
    let (tenths, time) = energy_by_tenths(varied, h, steps).unwrap();
    // Measured: 2.5e-5 to 3.4e-5.
    assert!(tenths.iter().all(|error| (2e-5..4e-5).contains(error)), "{tenths:?}");
    // As many evaluations in the same time: six for each varied step, five for a fixed one.
    let fixed = steps * 6 / 5;
    let (tenths, _) =
        energy_by_tenths("exact:compose=suzuki-4", time / fixed as f64, fixed).unwrap();
    assert!(tenths.iter().all(|&error| error > 2e-4), "{tenths:?}");
    // The rule without derivative keeps every error of its density: it loses more, or stops, as
    // rounding has it. Measured: 7.1e-5 to 2.5e-4.
    match energy_by_tenths("exact:compose=suzuki-4,reversible=torque", h, steps) {
        Ok((tenths, _)) => assert!(tenths.iter().all(|&error| error > 5e-5), "{tenths:?}"),
        Err(failure) => assert_eq!(failure, Failure::NoStep),
    }
    // In shorter steps it does not. Measured: 2.7e-3 to 3.1e-3, and less in a tenth without a
    // hard blow.
    let (tenths, _) = energy_by_tenths("exact:reversible=torque", 0.01, 100_000).unwrap();
    assert!(tenths.iter().all(|&error| error < 3.5e-3), "{tenths:?}");
}

/// Steps that follow the torque without regard to the way back.
fn naive(state: &mut State<f64>, steps: u64, h: f64) {
    let body = wall(SoftWall::physical());
    let mut memory = Exact.begin(&body, state);
    for _ in 0..steps {
        let x = body.torque_at(state).norm() / 4.0;
        let size = h / (1.0 + x * x).sqrt().sqrt();
        Exact.step(&body, state, &mut memory, size).unwrap();
    }
}

fn from_the_start(state: &State<f64>) -> f64 {
    let turned = state.attitude.angle_to(WALL_START.attitude);
    turned.max((state.momentum - WALL_START.momentum).norm()).max(state.time.abs())
}

#[test]
fn steps_forth_and_back_end_at_the_start() {
    for name in [
        "exact:reversible=torque",
        "exact:reversible=torque-rate",
        "newmark:reversible=torque",
        "akw:reversible=torque-rate",
        "mclachlan-reich:compose=suzuki-4,reversible=torque",
        "mclachlan-reich:compose=suzuki-4,reversible=torque-rate",
    ] {
        let mut run = bind(&method(name), wall(SoftWall::physical()), WALL_START).unwrap();
        run.advance(0.02, 400).unwrap();
        let time = run.state().time;
        run.advance(-0.02, 400).unwrap();
        let defect = from_the_start(run.state());
        println!("{name}: to {time:.2} and back {defect:.1e}");
        // Twice through the wall: an error grows tenfold. Measured: at most 5e-13.
        assert!(defect < 1e-12, "{name}: {defect:e}");
    }
    let mut state = WALL_START;
    naive(&mut state, 400, 0.02);
    naive(&mut state, 400, -0.02);
    let defect = from_the_start(&state);
    println!("naive: {defect:.1e}");
    assert!(defect > 1e-3, "{defect:e}");
}

#[test]
fn a_naive_variable_step_loses_the_energy_that_a_reversible_one_keeps() {
    let (h, steps) = (0.0325, 90_000);
    let (tenths, _) = energy_by_tenths("exact:reversible=torque-rate", h, steps).unwrap();
    assert!(tenths.iter().all(|error| (2.5e-2..4e-2).contains(error)), "{tenths:?}");
    let body = wall(SoftWall::physical());
    let mut state = WALL_START;
    naive(&mut state, steps, h);
    let lost = (body.energy(&state) - body.energy(&WALL_START)).abs();
    println!("naive: {lost:e}");
    assert!(lost > 0.2, "{lost:e}");
}

#[test]
fn a_step_without_a_positive_size_is_an_error_and_leaves_the_state() {
    for control in ["torque", "torque-rate"] {
        let name = method(&format!("exact:reversible={control}"));
        let mut run = bind(&name, wall(SoftWall::physical()), WALL_START).unwrap();
        loop {
            let before = *run.state();
            if let Err(stopped) = run.advance(0.2, 1) {
                assert_eq!(stopped.failure, Failure::NoStep);
                assert_eq!(*run.state(), before, "{name}");
                break;
            }
            assert!(before.time < 100.0, "{name} goes through the wall in long steps");
        }
    }
}

/// 0.1 is not a tenth: a plain sum of 100 000 of them is off by 2e-8.
#[test]
fn times_of_varying_steps_are_summed_without_loss() {
    let start: State<f64> = state([1.0, 0.0, 0.0, 0.0], [0.3, 1.0, 0.2]);
    let mut run = bind(&method("exact:reversible=torque"), body([1.0, 2.0, 2.5]), start).unwrap();
    run.advance(0.1, 100_000).unwrap();
    assert_eq!(run.state().time, 10_000.0);
}

#[test]
fn the_state_near_now_is_that_of_one_more_step_and_the_run_does_not_move() {
    let start: State<f64> = state([0.9, 0.1, -0.3, 0.2], [0.3, 1.0, 0.2]);
    // A series knows the state inside of its last step without another one.
    for name in variants().into_iter().filter(|name| name.row().name != "taylor") {
        for away in [0.0625, -0.03125, 0.0] {
            let mut run = bind(&name, body([1.0, 2.0, 2.5]), start).unwrap();
            run.advance(0.125, 4).unwrap();
            let now = *run.state();
            let near = run.state_near(0.5 + away).unwrap();
            assert_eq!(*run.state(), now, "{name}");
            run.advance(away, 1).unwrap();
            assert_eq!(near, *run.state(), "{name}, {away}");
        }
    }
}

/// A blow of 1 about an axis at rest, in the middle of the way.
fn struck() -> Body<f64, Impulses<f64>> {
    let blow =
        Impulse { time: 0.25, momentum: Vec3::from_f64([0.0, 0.0, 1.0]), frame: Frame::Space };
    Body { inertia: body([1.0, 2.0, 2.5]).inertia, torque: Impulses::new(vec![blow]).unwrap() }
}

#[test]
fn the_state_near_a_blow_has_felt_it() {
    let start: State<f64> = state([1.0, 0.0, 0.0, 0.0], [0.0; 3]);
    let run = bind(&method("exact"), struck(), start).unwrap();
    let [before, after] = [0.2, 0.5].map(|time| run.state_near(time).unwrap());
    assert_eq!((before.momentum.z, after.momentum.z), (0.0, 1.0));
    let angle = after.attitude.angle_to(start.attitude);
    assert!((angle - 0.25 / 2.5).abs() < 1e-15, "{angle}"); // a quarter at 1/2.5 a second
}

#[test]
fn reversible_steps_take_no_impulses() {
    let start: State<f64> = state([1.0, 0.0, 0.0, 0.0], [0.0; 3]);
    for name in variants().into_iter().filter(|name| name.options().reversible.is_some()) {
        let refused = bind(&name, struck(), start).err();
        assert_eq!(refused, Some(Error::TakesNoImpulses), "{name}");
    }
}
