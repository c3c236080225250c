//! Steps that resolve the torque: a narrow feature is not passed over, wherever it is.
//!
//! Truth is a quadrature of the feature itself, or a run in steps far shorter than it. Each claim is also seen to
//! fail without [`Run::resolve_torque`].

mod support;

use polhode::methods::classical::RungeKutta4;
use polhode::methods::taylor::{AdaptiveTaylor, Taylor};
use polhode::torque::{
    AttitudeLaw, Closure, Frame, Harmonics, Interpolation, KeplerGravityGradient, KeplerOrbit,
    PrescribedTorque, SoftWall, Table,
};
use polhode::{
    Body, Inertia, Method, Motion, Rotation, Run, State, Torque, TorqueResolution, Vec3,
};
use polhode_formula::Formula;
use std::f64::consts::TAU;
use support::FormulaTorque;

/// The span of runs.
const END: f64 = 100.0;
/// Moments of inertia.
const MOMENTS: [f64; 3] = [1.0, 1.5, 2.0];

/// A run and what came of it.
struct Ended {
    state: State<f64>,
    steps: u64,
    resolution: TorqueResolution<f64>,
}

fn motion<M: Method, T: Torque<f64>>(
    method: M,
    torque: &T,
    start: State<f64>,
) -> Motion<M, f64, Rotation<f64>, T> {
    let inertia = Inertia::new(MOMENTS).expect("these are moments of a body");
    Motion::new(method, Body { inertia, torque: torque.clone() }, start)
        .expect("it takes the torque")
}

fn series(tolerance: f64) -> AdaptiveTaylor {
    AdaptiveTaylor { degree: None, tolerance }
}

/// Up to this time, in steps of at most `longest`.
fn ended(mut run: impl Run<f64>, (end, longest): (f64, f64), resolve: bool) -> Ended {
    run.resolve_torque(resolve);
    let mut steps = 0;
    while run.state().time < end {
        let left = end - run.state().time;
        run.advance(left.min(longest), 1).expect("the torque is finite");
        steps += 1;
    }
    let resolution = run.torque_resolution().unwrap_or_default();
    assert!(resolve || resolution == TorqueResolution::default());
    Ended { state: *run.state(), steps, resolution }
}

/// A feature in time, centre 0 and width 1: its formula in `u`, its value, and where it ends.
type Feature = (&'static str, fn(f64) -> f64, f64);

const FEATURES: [Feature; 4] = [
    ("exp(-(u)^2)", |u| (-u * u).exp(), 6.5),
    ("(1 - tanh(u)^2)", |u| u.cosh().powi(-2), 300.0),
    ("1/(1 + (u)^2)^4", |u| (1.0 + u * u).powi(-4), f64::INFINITY),
    ("0.01*tanh(u)", |u| 0.01 * u.tanh(), f64::INFINITY),
];

/// The integrals of a function f and of (end - t) f(t) from 0 to `end`, by Gauss's rule in intervals that double
/// with the distance from the centre.
fn integrals(f: impl Fn(f64) -> f64, centre: f64, width: f64, end: f64) -> [f64; 2] {
    let mut edges = vec![0.0, end];
    for side in [-1.0, 1.0] {
        let mut far = 0.0;
        while far < end {
            edges.push((centre + side * far).clamp(0.0, end));
            far = if far < 2.0 * width { far + width / 8.0 } else { far * 1.06 };
        }
    }
    edges.sort_by(f64::total_cmp);
    // Gauss-Legendre, 5 points.
    const POINTS: [(f64, f64); 5] = [
        (0.0, 0.568_888_888_888_888_9),
        (-0.538_469_310_105_683_1, 0.478_628_670_499_366_47),
        (0.538_469_310_105_683_1, 0.478_628_670_499_366_47),
        (-0.906_179_845_938_664, 0.236_926_885_056_189_1),
        (0.906_179_845_938_664, 0.236_926_885_056_189_1),
    ];
    let mut sums = [0.0; 2];
    for pair in edges.windows(2) {
        let (middle, half) = ((pair[0] + pair[1]) / 2.0, (pair[1] - pair[0]) / 2.0);
        for (point, weight) in POINTS {
            let t = middle + half * point;
            let part = f(t) * weight * half;
            sums = [sums[0] + part, sums[1] + part * (end - t)];
        }
    }
    sums
}

/// A torque about the third axis: a feature of this height, centre and width, and `background` sin(t).
struct Push {
    feature: Feature,
    height: f64,
    centre: f64,
    width: f64,
    background: f64,
    /// Momentum at the start.
    spin: f64,
}

impl Push {
    fn torque(&self) -> FormulaTorque {
        let Self { height, centre, width, background, .. } = self;
        let feature = self.feature.0.replace("(u)", &format!("((t - {centre:?})/{width:?})"));
        FormulaTorque::new(["0", "0", &format!("{height:?}*{feature} + {background:?}*sin(t)")])
    }
    fn start(&self) -> State<f64> {
        State::new(Rotation::identity(), Vec3::new(0.0, 0.0, self.spin))
    }
    /// The larger of the error of the momentum, relative to what the torque gives to a body within a radian, and
    /// that of the rate that led to the angle.
    fn error(&self, state: &State<f64>) -> f64 {
        let Self { feature: (_, f, reach), height, centre, width, background, spin } = *self;
        let (end, moment) = (state.time, MOMENTS[2]);
        let inside = |t: f64| {
            let u = (t - centre) / width;
            if u.abs() < reach { height * f(u) } else { 0.0 }
        };
        let [gain, turn] = integrals(inside, centre, width, end);
        let momentum = spin + gain + background * (1.0 - end.cos());
        let turned = (spin * end + turn + background * (end - end.sin())) / moment;
        let scale = momentum.abs().max(spin).max((moment * height).sqrt()).max(background);
        let angle = 2.0 * state.attitude.z.atan2(state.attitude.w);
        let off = (angle - turned) / TAU;
        let rate = (off - off.round()).abs() * TAU / end;
        rate.max((state.momentum.z - momentum).abs() / scale)
    }
    fn run(&self, tolerance: f64, resolve: bool) -> Ended {
        let run = motion(series(tolerance), &self.torque(), self.start());
        ended(run, (END, END), resolve)
    }
}

/// Features of all widths at many places, alone and on a larger torque.
fn pushes() -> impl Iterator<Item = Push> {
    let shapes = FEATURES.into_iter().enumerate();
    let of_widths = shapes.flat_map(|shape| (-6..=0).map(move |exponent| (shape, exponent)));
    of_widths.flat_map(|((number, feature), exponent)| {
        let sizes = [1e-3, 1.0, 10.0].into_iter().flat_map(|height| [[height, 0.0], [height, 1.0]]);
        sizes.enumerate().map(move |(k, [height, background])| {
            let place = 0.618_034 * (7 * number + 3 * k + 5) as f64 + 0.11 * f64::from(exponent);
            // 1 - tanh^2 is all rounding where a body at rest would begin to feel it.
            let rests = k % 2 == 0 && number != 1;
            Push {
                feature,
                height,
                centre: END * place.rem_euclid(1.0),
                width: END * 10f64.powi(exponent),
                background,
                spin: if rests { 0.0 } else { 1.0 },
            }
        })
    })
}

#[test]
fn features_in_time_are_not_passed_over() {
    let (mut count, mut missed, mut worst) = (0, 0, 0.0f64);
    for tolerance in [1e-3, 1e-6, 1e-9, 1e-12] {
        for push in pushes() {
            let [off, on] = [false, true].map(|resolve| push.run(tolerance, resolve));
            // 1e-11: angles of some thousand turns in doubles.
            let excess = |ended: &Ended| (push.error(&ended.state) - 1e-11) / tolerance;
            assert_eq!(on.resolution.unresolved, 0);
            worst = worst.max(excess(&on));
            count += 1;
            missed += usize::from(excess(&off) > 100.0);
        }
    }
    // Tolerances are for each step.
    assert!(worst < 8.0, "{worst}");
    // With one look at the torque in each step.
    assert!(4 * missed > count / 2, "{missed} of {count}");
}

#[test]
fn a_steep_step_and_a_narrow_pulse_are_seen_at_any_accuracy() {
    let [gauss, .., tanh] = FEATURES;
    let base =
        Push { feature: gauss, height: 1.0, centre: 50.0, width: 0.01, background: 0.0, spin: 1.0 };
    let step = Push { feature: tanh, height: 10.0, centre: 5.3, ..base };
    for tolerance in [1e-6, 1e-9, 1e-12, 1e-15] {
        let off = base.run(tolerance, false);
        assert!(base.error(&off.state) > 1e-3);
        for push in [&base, &step] {
            let error = push.error(&push.run(tolerance, true).state);
            assert!(error < 8.0 * tolerance + 1e-13, "{tolerance:e}: {error:e}");
        }
    }
}

/// A start that tumbles.
fn tumbling() -> State<f64> {
    let attitude = Rotation::from_wxyz([0.9, 0.3, -0.2, 0.25]).normalized();
    State::new(attitude, Vec3::new(0.5, 1.0, -0.4))
}

#[test]
fn features_in_the_state_are_not_passed_over() {
    // Whether the features are missed without a look at them.
    let texts = [
        (["20*exp(-((r31-0.3)/1e-3)^2)", "0", "0"], true),
        (["0", "20*exp(-((r12+0.1)/2e-3)^2) - 0.1*wy", "0"], true),
        (["0", "0.5*r33", "-10/(1 + ((wz-0.1)/1e-3)^2)^2"], false),
        (["0.3*tanh((r31-0.3)/1e-3)", "0", "0"], false),
    ];
    for (text, is_missed) in texts {
        let torque = FormulaTorque::new(text);
        let run = |method: AdaptiveTaylor, longest, resolve| {
            ended(motion(method, &torque, tumbling()), (8.0, longest), resolve)
        };
        let truth = run(series(1e-14), 1e-4, false);
        let off = run(series(1e-9), 8.0, false);
        let on = run(series(1e-9), 8.0, true);
        let error = |ended: &Ended| {
            let turn = truth.state.attitude.inverse() * ended.state.attitude;
            (truth.state.momentum - ended.state.momentum).norm() + 2.0 * turn.vector().norm()
        };
        assert!(error(&on) < 2e-8, "{text:?}: {:e}", error(&on));
        assert_eq!(error(&off) > 0.1, is_missed, "{text:?}: {:e}", error(&off));
    }
}

#[test]
fn ordinary_formulas_are_left_alone() {
    for tolerance in [1e-9, 1e-12, 1e-15] {
        let (mut steps, mut shortened) = (0, 0);
        for text in ORDINARY {
            let torque = FormulaTorque::new(text);
            let [off, on] = [false, true].map(|resolve| {
                ended(motion(series(tolerance), &torque, tumbling()), (40.0, 40.0), resolve)
            });
            if on.resolution.shortened == 0 {
                assert_eq!(on.state, off.state, "{text:?}");
            }
            assert_eq!(on.resolution.unresolved, 0, "{text:?}");
            steps += on.steps;
            shortened += on.resolution.shortened;
        }
        assert!(shortened * 100 < steps, "{tolerance:e}: {shortened} of {steps}");
    }
}

#[test]
fn polynomials_of_low_degree_are_known() {
    let degree = |text: &str| Formula::new(text, &[]).expect("it is a formula").degree();
    for (text, known) in [
        ("3", 0),
        ("exp(2)*t", 1),
        ("qw*qx - 3*r31/4", 2),
        ("-kinetic_energy*wy + lz^3*t", 4),
        ("(t - 5)^8", 8),
        ("max(r31, 0)*clamp(wx, -1, 1)", 3),
        ("if(t > 3, r33^2, sign(wx))", 4),
    ] {
        assert_eq!(degree(text), Some(known), "{text}");
    }
    for text in ["sin(t)", "1/t", "t^-1", "t^0.5", "exp(-t^2)", "r31*tanh(wx)"] {
        assert_eq!(degree(text), None, "{text}");
    }
    // Powers are features too.
    let power = FormulaTorque::new(["0", "0", "1000*(1 - (t - 9)^2/100)^40000"]);
    let run = ended(motion(series(1e-9), &power, tumbling()), (12.0, 12.0), true);
    assert!(run.resolution.shortened > 0);
}

#[test]
fn steps_that_a_method_does_not_choose_are_reported() {
    fn check(method: impl Method, torque: &impl Torque<f64>) -> TorqueResolution<f64> {
        ended(motion(method, torque, tumbling()), (10.0, 0.0625), true).resolution
    }
    let pulse =
        |width: f64| FormulaTorque::new(["0", "0", &format!("exp(-((t-5.53)/{width:?})^2)")]);
    let both =
        |width| [check(RungeKutta4, &pulse(width)), check(Taylor { degree: 8 }, &pulse(width))];
    for resolution in both(1e-3) {
        let first = resolution.first.expect("it is narrower than a step");
        assert!((first.time - 5.53).abs() < 0.2, "{first:?}");
        assert!(resolution.unresolved < 8 && resolution.shortened == 0 && !resolution.sampled);
    }
    assert!(both(1.0).into_iter().all(|resolution| resolution == TorqueResolution::default()));
    // A function is sampled at eight points of a step of 1/16.
    let sampled = |width: f64| {
        let torque = Closure(move |t: f64, _: Rotation<f64>, m: Vec3<f64>| {
            Vec3::new(0.0, 0.0, (-((t - 5.53) / width).powi(2)).exp()) - m * 0.1
        });
        check(RungeKutta4, &torque)
    };
    let (narrow, wide) = (sampled(0.01), sampled(1.0));
    assert!(narrow.sampled && narrow.unresolved > 0 && narrow.unresolved < 8, "{narrow:?}");
    assert!(wide.sampled && wide.unresolved == 0, "{wide:?}");
}

#[test]
fn a_run_that_is_resumed_has_the_same_bits_and_counts() {
    let torque = FormulaTorque::new(["20*exp(-((r31-0.3)/1e-3)^2)", "0.1", "0"]);
    let begin = || {
        let mut run = motion(series(1e-9), &torque, tumbling());
        run.resolve_torque(true);
        run
    };
    let mut whole = begin();
    whole.advance(1.0, 60).expect("the torque is finite");
    let (state, mut numbers) = (*whole.state(), Vec::new());
    whole.visit_memory(&mut |slot| numbers.push(*slot));
    let mut resumed = begin();
    resumed.restore(state, 1.0, 60);
    let mut slots = numbers.into_iter();
    resumed.visit_memory(&mut |slot| *slot = slots.next().expect("there are as many"));
    assert!(slots.next().is_none());
    for run in [&mut whole, &mut resumed] {
        run.advance(1.0, 60).expect("the torque is finite");
    }
    assert_eq!(whole.state(), resumed.state());
    assert_eq!(Run::torque_resolution(&whole), Run::torque_resolution(&resumed));
    assert!(Run::torque_resolution(&whole).is_some_and(|resolution| resolution.shortened > 20));
}

#[test]
fn models_of_the_library_are_left_alone() {
    fn check(torque: &impl Torque<f64>) {
        for tolerance in [1e-6, 1e-9, 1e-12, 1e-15] {
            let [off, on] = [false, true].map(|resolve| {
                ended(motion(series(tolerance), torque, tumbling()), (20.0, 20.0), resolve)
            });
            assert_eq!(on.resolution, TorqueResolution::default(), "{torque:?}");
            assert_eq!(on.state, off.state, "{torque:?}");
        }
    }
    for eccentricity in [0.05, 0.5, 0.95] {
        let orbit = KeplerOrbit {
            gm: 1.0,
            semi_major_axis: 1.0,
            eccentricity,
            inclination: 0.3,
            node: 0.2,
            periapsis: 0.1,
            mean_anomaly: 0.4,
        };
        check(&KeplerGravityGradient::new(orbit).expect("an ellipse"));
    }
    check(&SoftWall::printed());
    check(&SoftWall::physical());
    check(&SoftWall::new(0.1, 1.01, 1e-14).expect("the tip does not reach it"));
    let hum = Harmonics::default().with(200.0, Vec3::new(0.0, 0.0, 0.1), Vec3::zero());
    check(&PrescribedTorque(hum.expect("there is room for one")));
    let points = (0..45u8).map(|i| (f64::from(i) * 0.5, Vec3::new(0.0, f64::from(i).sin(), 0.1)));
    let table = Table::new(Frame::Body, Interpolation::Cubic, points.collect::<Vec<_>>());
    check(&table.expect("times increase"));
    let [stiffness, damping] = [4.0, 1.0].map(|gain| Vec3::from_f64([gain; 3]));
    check(&AttitudeLaw::new(Rotation::identity(), stiffness, damping).expect("finite gains"));
}

/// Torques of a few newton metres on a body of some kilogrammes: controllers, drag, waves, fields.
const ORDINARY: [[&str; 3]; 20] = [
    ["0.1*sin(t)", "0.2*cos(3*t)", "0.1*exp(-t/10)"],
    ["0.5*r31", "-0.5*r32*r33", "0.1"],
    ["-0.1*wx", "-0.1*wy*(1 + wy^2)", "-0.1*wz"],
    ["exp(-5*r33^2) - 0.3*wx", "-0.3*wy", "-0.3*wz"],
    ["tanh(2*sin(t))", "0", "0.1*t"],
    ["tanh(3*r31) - 0.5*wx", "-0.5*wy", "-0.5*wz"],
    ["0.3/(2 + r33)", "0", "0.2*r11/(3 + sin(t))"],
    ["0.1*sqrt(2 - r33^2)", "0.1*ln(2.5 + r12)", "0.1*atan(r21)"],
    ["0.1*atan2(r21, 3 + r11)", "0", "0.1*cosh(r31)"],
    ["sin(20*t)", "sin(7*t)*r12", "cos(50*t)*0.01"],
    ["sin(5*sin(t))", "0.2*cos(4*r11)", "0"],
    ["exp(sin(3*t))*qw", "qx*qy", "qz^4"],
    ["lx*ly*0.1", "-0.2*kinetic_energy*wy", "-0.1*lz^3"],
    ["1/(10 + t)", "1/(25 + (t-20)^2)", "(1 + t)^0.5/(2 + t)"],
    ["0.3*exp(-((t-20)/5)^2)", "0", "0"],
    ["0.1*asin(0.5*r33)", "0.1*acos(0.5*r11)", "0.1*tan(r12)"],
    ["-0.1*exp(-wx)*wx", "1e-6*sin(40*t)", "0"],
    ["(1 + 0.5*cos(t))^1.5*r12", "1/(1 + 0.3*cos(0.5*t))^3", "0"],
    ["0.001*r11^2*sin(t) + 0.05", "-0.02*wy^3", "-0.1*sinh(wz)"],
    ["-wx - 2*r32", "-wy + 2*r31", "-wz - 0.1*r21"],
];
