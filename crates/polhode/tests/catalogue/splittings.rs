//! Splittings around the exact drift: errors for equal numbers of torque evaluations, and
//! what the corrector is worth.

use crate::support::any_torque::Swing;
use crate::support::krysl::{KRYSL, Problem, reference};
use crate::support::{Bound, bind, extrapolate, method};
use polhode::catalogue::{MethodName, Visit, variants};
use polhode::exact;
use polhode::method::{Split, Wrapped};
use polhode::methods::exact::Exact;
use polhode::methods::liemid::LieMidpoint;
use polhode::real::{DoubleDouble as Dd, F64x4, Over};
use polhode::torque::{
    ConstantInSpace, Frame, GravityGradient, Impulse, Impulses, KeplerGravityGradient, KeplerOrbit,
    Sum, TorqueInput, TorqueProperties, UniformField,
};
use polhode::{Body, Inertia, Method, Motion, Real, Rotation, Run, State, Torque, Vec3};
use std::any::Any;

/// As many steps as a number of torque evaluations pays for.
fn steps(name: &MethodName, evaluations: u32) -> u64 {
    let each = f64::from(name.card().torque_evaluations);
    (f64::from(evaluations) / each).round() as u64
}

/// An error that another program measured, within a factor. Above 0.3 all is lost, and
/// below the floor there is rounding only.
fn within(what: &str, error: f64, expected: f64, floor: f64) {
    if expected > 0.3 {
        return;
    }
    println!("{what}: {error:.2e}, {expected:.1e}, ratio {:.2}", error / expected);
    let least = if expected > floor { expected / 1.5 } else { 0.0 };
    let most = 1.5 * expected.max(floor);
    assert!((least..=most).contains(&error), "{what}: {error:e}, not {expected:e}");
}

/// Krysl's tops and wall: errors of the attitude (2-norm of the difference of the
/// matrices) at the end, measured in another program with compositions of its own. Slow
/// top with 640 and 2560 evaluations, fast top with 400 and 1600, wall with 2560 and
/// 10240.
#[rustfmt::skip]
const KRYSL_ERRORS: [(&str, [f64; 6]); 21] = [
    ("liemid-ea",                           [3.2e-2, 2.0e-3, 1.0e-2, 6.5e-4, 1.4e-3, 8.8e-5]),
    ("exact",                               [6.6e-4, 4.2e-5, 3.5e-4, 2.2e-5, 1.4e-3, 8.9e-5]),
    ("liemid-ea:compose=yoshida-4",         [1.0e-2, 4.0e-5, 2.1e-2, 8.0e-5, 2.2e-3, 8.8e-6]),
    ("liemid-ea:compose=suzuki-4",          [1.1e-3, 4.4e-6, 2.3e-3, 8.7e-6, 2.4e-4, 9.6e-7]),
    ("liemid-ea:compose=blanes-moan-s6",    [3.0e-3, 1.2e-5, 4.8e-3, 1.8e-5, 1.1e-4, 2.0e-7]),
    ("liemid-ea:compose=yoshida-6",         [2.3e-3, 5.0e-7, 5.1e-2, 1.8e-6, 1.1e-2, 1.1e-6]),
    ("liemid-ea:compose=kahan-li-6",        [9.2e-4, 2.2e-7, 8.8e-3, 2.6e-7, 2.8e-2, 6.0e-7]),
    ("liemid-ea:compose=blanes-moan-s10",   [2.6e-3, 6.0e-7, 3.4e-2, 2.1e-6, 3.3e-4, 2.3e-9]),
    ("liemid-ea:compose=suzuki-umeno-8",    [2.6e-2, 1.3e-8, 3.6e-1, 7.1e-7, 5.5e-1, 2.0e-7]),
    ("liemid-ea:compose=kahan-li-8",        [5.1e-2, 1.2e-9, 1.0e-1, 1.9e-7, 1.9e-1, 8.4e-8]),
    ("exact:compose=suzuki-4",              [1.8e-5, 6.9e-8, 7.5e-5, 3.1e-7, 2.4e-4, 9.6e-7]),
    ("exact:compose=kahan-li-6",            [2.5e-4, 1.5e-8, 4.4e-4, 1.1e-7, 2.8e-2, 6.0e-7]),
    ("exact:compose=kahan-li-8",            [4.0e-3, 5.2e-10, 3.5e-5, 7.8e-10, 1.9e-1, 8.4e-8]),
    ("exact:compose=blanes-moan-s6",        [1.6e-6, 6.3e-9, 1.4e-5, 5.6e-8, 1.1e-4, 2.0e-7]),
    ("exact:compose=blanes-moan-s10",       [6.9e-5, 4.3e-11, 1.6e-6, 3.6e-10, 3.3e-4, 2.3e-9]),
    ("exact:compose=srkn6b",                [6.3e-7, 3.0e-9, 1.1e-6, 4.1e-9, 3.3e-4, 4.5e-8]),
    ("exact:compose=srkn11b",               [7.5e-6, 3.2e-11, 2.1e-6, 5.1e-10, 1.3e-3, 2.9e-11]),
    ("exact:compose=srkn14a",               [6.9e-4, 2.8e-12, 2.4e-7, 5.7e-11, 1.2e-3, 6.6e-10]),
    ("exact:compose=chin-4a",               [2.4e-7, 9.3e-10, 4.4e-6, 1.7e-8, 2.7e-5, 1.0e-7]),
    ("exact:compose=chin-4b",               [2.2e-6, 8.5e-9, 1.1e-5, 4.1e-8, 2.7e-5, 1.1e-7]),
    ("exact:compose=takahashi-imada",       [9.0e-7, 3.5e-9, 5.8e-6, 2.3e-8, 3.2e-5, 1.2e-7]),
];

#[test]
fn errors_on_the_tops_and_the_wall_are_those_of_another_program() {
    let columns = [
        (Problem::Slow, 20.0, 640),
        (Problem::Slow, 20.0, 2560),
        (Problem::Fast, 10.0, 400),
        (Problem::Fast, 10.0, 1600),
        (Problem::Wall, 20.0, 2560),
        (Problem::Wall, 20.0, 10240),
    ];
    for (text, row) in KRYSL_ERRORS {
        let name = method(text);
        for ((problem, time, evaluations), expected) in columns.into_iter().zip(row) {
            let same = |row: &&(Problem, f64, _)| (row.0, row.1) == (problem, time);
            let (matrix, _) = reference(KRYSL.iter().find(same).unwrap().2);
            let n = steps(&name, evaluations);
            let mut run = problem.start(&name);
            run.advance(time / n as f64, n).unwrap();
            let angle = run.state().attitude.angle_to(Rotation::from_matrix(matrix));
            let what = format!("{problem:?}, {text}, {evaluations}");
            within(&what, 2.0 * (angle / 2.0).sin(), expected, 1e-11);
        }
    }
}

/// Celledoni and Safstrom's satellite.
fn satellite<R: Real<Mask = bool>>(strength: f64) -> (Body<R, GravityGradient<R>>, State<R>) {
    let inertia = Inertia::new([1.7e4, 3.7e4, 5.4e4].map(R::from_f64)).unwrap();
    let rate_squared = R::from_f64(3.986e14 * strength) / R::from_f64(1.5e5f64.powi(3));
    let torque = GravityGradient::new(rate_squared, Vec3::from_f64([0.0, 0.0, 1.0])).unwrap();
    let start =
        State::new(Rotation::identity(), inertia.momentum(Vec3::from_f64([15.0, -15.0, 15.0])));
    (Body { inertia, torque }, start)
}

/// The satellite for eight seconds, 208 radians: errors |dq| of the quaternion at the end,
/// with 240, 480, 960 and 1920 evaluations, measured in another program.
#[rustfmt::skip]
const SATELLITE_ERRORS: [(&str, [f64; 4]); 12] = [
    ("mclachlan-reich:axes=1-2-3",    [4.8e-1, 1.4e-1, 3.8e-2, 9.6e-3]),
    ("exact",                         [1.7e-3, 4.0e-4, 1.0e-4, 2.5e-5]),
    ("exact:compose=yoshida-4",       [2.3e-2, 1.3e-3, 8.4e-5, 5.1e-6]),
    ("exact:compose=kahan-li-6",      [4.0e-2, 2.7e-3, 5.8e-5, 2.3e-7]),
    ("exact:compose=suzuki-umeno-8",  [1.4e-1, 7.4e-3, 3.0e-3, 4.0e-5]),
    ("exact:compose=srkn6b",          [8.9e-3, 5.6e-4, 3.1e-6, 6.9e-10]),
    ("exact:compose=srkn11b",         [2.8e-3, 1.7e-4, 5.8e-6, 1.7e-8]),
    ("exact:compose=saba4",           [2.7e-3, 2.2e-5, 1.5e-8, 3.6e-9]),
    ("exact:compose=mclachlan-84",    [1.9e-3, 1.9e-5, 3.7e-8, 1.8e-9]),
    ("exact:compose=aba-864",         [4.4e-3, 1.4e-4, 9.9e-7, 1.8e-10]),
    ("exact:compose=aba-1064",        [6.3e-3, 5.9e-5, 1.3e-7, 4.7e-11]),
    ("mclachlan-reich:axes=1-2-3,compose=suzuki-4", [9.6e-1, 3.1e-1, 2.8e-2, 2.0e-3]),
];

#[test]
fn errors_on_the_satellite_are_those_of_another_program() {
    let (body, start) = satellite::<Dd>(1.0);
    let truth = extrapolate(&body, start, 8.0, 500);
    let finer = extrapolate(&body, start, 8.0, 600);
    let agreement = finer.attitude.angle_to(truth.attitude).hi;
    assert!(agreement < 1e-16, "the truth is good to {agreement:e} only");
    let truth = truth.attitude.to_wxyz().map(|x| x.hi);
    let (body, start) = satellite::<f64>(1.0);
    for (text, row) in SATELLITE_ERRORS {
        let name = method(text);
        for (evaluations, expected) in [240, 480, 960, 1920].into_iter().zip(row) {
            let n = steps(&name, evaluations);
            let mut run = bind(&name, body, start).unwrap();
            run.advance(8.0 / n as f64, n).unwrap();
            let angle = run.state().attitude.angle_to(Rotation::from_wxyz(truth));
            within(&format!("{text}, {evaluations}"), 2.0 * (angle / 4.0).sin(), expected, 1e-10);
        }
    }
}

/// A CubeSat on a circular orbit at 2 degrees a second: along (1, 1, 1) it starts on the
/// separatrix of the free motion.
fn cubesat(direction: [f64; 3]) -> (Body<f64, KeplerGravityGradient<f64>>, State<f64>) {
    let inertia = Inertia::new([0.03, 0.05, 0.06]).unwrap();
    let orbit = KeplerOrbit {
        gm: MEAN_MOTION * MEAN_MOTION,
        semi_major_axis: 1.0,
        eccentricity: 0.0,
        inclination: 0.0,
        node: 0.0,
        periapsis: 0.0,
        mean_anomaly: 0.0,
    };
    let torque = KeplerGravityGradient::new(orbit).unwrap();
    let direction = Vec3::from(direction);
    let rates = direction * (2f64.to_radians() / direction.norm());
    (Body { inertia, torque }, State::new(Rotation::identity(), inertia.momentum(rates)))
}
const MEAN_MOTION: f64 = 0.0011;

/// The error at the end, with steps in which the body turns by about `angle`.
fn error_at_angle<T: Bound<f64>>(
    text: &str,
    (body, start): (Body<f64, T>, State<f64>),
    time: f64,
    truth: [f64; 4],
    angle: f64,
) -> f64 {
    let rates = body.inertia.rates(start.momentum);
    let n = (rates.norm() * time / angle).round();
    let mut run = bind(&method(text), body, start).unwrap();
    run.advance(time / n, n as u64).unwrap();
    run.state().attitude.angle_to(Rotation::from_wxyz(truth))
}

/// Attitudes at the end by Taylor series in 113-bit arithmetic, checked with 160 bits:
/// the satellite after 400 seconds, the CubeSat after ten orbits.
const SATELLITE_400: [f64; 4] =
    [0.7886151582672983, -0.5127070847210198, 0.3096847042446707, 0.1389710811097326];
const CUBESAT: [f64; 4] =
    [0.03750564006019587, -0.5477730861325789, 0.5014784490643834, -0.6686234651853358];

/// A method, whether on the satellite or the CubeSat, and errors against the angle of a
/// step in radians.
type CorrectedRow = (&'static str, bool, [(f64, f64); 7]);

/// What another program measured with a corrector of its own.
#[rustfmt::skip]
const CORRECTED: [CorrectedRow; 6] = [
    ("exact", true, [(1.1, 2.8e-1), (0.95, 2.0e-1), (0.8, 1.4e-1), (0.65, 9.1e-2), (0.5, 5.3e-2), (0.3, 1.9e-2), (0.1, 2.1e-3)]),
    ("corrected:kick=plain", true, [(1.1, 2.5e-4), (0.95, 3.1e-4), (0.8, 1.8e-5), (0.65, 8.0e-6), (0.5, 4.4e-6), (0.3, 1.5e-6), (0.1, 1.6e-7)]),
    ("corrected", true, [(1.1, 2.3e-4), (0.95, 3.0e-4), (0.8, 5.6e-6), (0.65, 6.2e-7), (0.5, 1.8e-7), (0.3, 2.0e-8), (0.1, 2.0e-10)]),
    ("exact", false, [(1.1, 3.1), (0.95, 5.7e-1), (0.8, 3.0), (0.65, 2.5), (0.5, 3.1), (0.3, 1.7e-2), (0.1, 1.8e-3)]),
    ("corrected:kick=plain", false, [(1.1, 1.7e-4), (0.95, 5.1e-5), (0.8, 3.2e-5), (0.65, 2.0e-5), (0.5, 1.1e-5), (0.3, 4.0e-6), (0.1, 4.4e-7)]),
    ("corrected", false, [(1.1, 6.9e-5), (0.95, 5.8e-6), (0.8, 2.5e-6), (0.65, 9.1e-7), (0.5, 2.8e-7), (0.3, 3.2e-8), (0.1, 3.7e-10)]),
];

#[test]
fn the_corrector_is_worth_what_another_program_found() {
    for (text, satellite_400, row) in CORRECTED {
        for (angle, expected) in row {
            let error = if satellite_400 {
                error_at_angle(text, satellite(1.0), 400.0, SATELLITE_400, angle)
            } else {
                let time = 20.0 * std::f64::consts::PI / MEAN_MOTION;
                error_at_angle(text, cubesat([1.0; 3]), time, CUBESAT, angle)
            };
            let what = if satellite_400 { "satellite" } else { "CubeSat" };
            // Where steps resonate with the rotation nothing is reproducible.
            if angle < 1.0 {
                within(&format!("{what}, {text}, {angle} rad"), error, expected, 3e-10);
            }
        }
    }
}

/// Between kicks, here of no strength, a body with two equal moments has a closed form of
/// its own.
#[test]
fn symmetric_bodies_turn_as_the_general_closed_form_says() {
    fn apart<R: Real<Mask = bool>>(moments: [f64; 3], h: f64) -> R {
        let inertia = Inertia::new_without_triangle_check(moments.map(R::from_f64)).unwrap();
        let attitude = Rotation::from_wxyz([0.9, 0.1, -0.3, 0.2].map(R::from_f64));
        let start: State<R> = State::new(attitude, Vec3::from_f64([1.1, 2.9, 1.7]));
        let body = Body { inertia, torque: ConstantInSpace(Vec3::zero()) };
        let mut run = bind(&method("exact"), body, start).unwrap();
        run.advance(R::from_f64(h), 20).unwrap();
        let truth = exact::after(&inertia, &start, R::from_f64(h) * R::from_f64(20.0));
        let end = run.state();
        end.attitude.angle_to(truth.attitude).max((end.momentum - truth.momentum).norm())
    }
    // Steps of which the series serves, and longer ones.
    for h in [0.05, 0.5, 3.0] {
        for moments in
            [[2.0, 1.0, 1.0], [0.2, 1.0, 1.0], [1.0, 2.0, 1.0], [1.0, 1.0, 1.7], [1.3, 1.3, 1.3]]
        {
            let (double, more) = (apart::<f64>(moments, h), apart::<Dd>(moments, h).hi);
            println!("{moments:?}, h = {h}: {double:e} {more:e}");
            // Eight roundings of each radian, of which a step has at most 6.4 h.
            let rounding = 8.0 * f64::EPSILON * (1.0 + 20.0 * 6.4 * h);
            assert!(double < rounding, "{moments:?}, {h}: {double:e}");
            assert!(more < 1e-28, "{moments:?}, {h}: {more:e}");
        }
    }
}

/// A torque of which nothing is known but its formula.
#[derive(Clone, Copy, Debug)]
struct Formula<T>(T);

impl<R: Real<Mask = bool>, T: Torque<R>> Torque<R> for Formula<T> {
    fn torque<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Vec3<S> {
        self.0.torque(at)
    }
    fn potential<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Option<S> {
        self.0.potential(at)
    }
    fn properties(&self) -> TorqueProperties {
        self.0.properties()
    }
}

/// Where the torque is axisymmetric about the axis of a top, the spin is done once a step. The formula alone
/// does not show that it does, and the spin is done in each drift.
#[test]
fn the_spin_of_a_top_may_wait_for_the_end_of_a_step() {
    fn apart<R: Real<Mask = bool>>(name: &MethodName, axis: [f64; 3], h: f64) -> R {
        let moments = axis.map(|along| if along == 0.0 { 5.0 } else { 1.0 });
        let inertia = Inertia::new_without_triangle_check(moments.map(R::from_f64)).unwrap();
        let field = UniformField::new(
            R::from_f64(2.3),
            Vec3::from_f64(axis),
            Vec3::from_f64([0.0, 0.0, 1.0]),
        )
        .unwrap();
        let attitude = Rotation::exp(Vec3::from_f64([0.3, 0.1, 0.2]));
        let start: State<R> = State::new(attitude, Vec3::from_f64([3.0, 2.9, 1.7]));
        let splitting = name.splitting().unwrap();
        let split = Split { drift: Exact, splitting, merge: true };
        let mut known = Motion::new(split, Body { inertia, torque: field }, start).unwrap();
        let mut unknown =
            Motion::new(split, Body { inertia, torque: Formula(field) }, start).unwrap();
        known.advance(R::from_f64(h), 20).unwrap();
        unknown.advance(R::from_f64(h), 20).unwrap();
        let (one, other): (&State<R>, &State<R>) = (known.state(), unknown.state());
        // Some have one drift a step, and nothing to wait for.
        assert!(one != other || splitting.drifts() <= 2, "{name}");
        one.attitude.angle_to(other.attitude).max((one.momentum - other.momentum).norm())
    }
    let plain = |name: &MethodName| name.row().name == "exact" && name.options().energy.is_none();
    for name in variants().into_iter().filter(|name| name.splitting().is_some() && plain(name)) {
        for axis in [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]] {
            let (double, more) = (apart::<f64>(&name, axis, 0.1), apart::<Dd>(&name, axis, 0.1).hi);
            println!("{name}, {axis:?}: {double:e} {more:e}");
            assert!(double < 3e-14, "{name}, {axis:?}: {double:e}");
            assert!(more < 1e-28, "{name}, {axis:?}: {more:e}");
        }
    }
}

/// Some of them tops whose spin waits for the end of a step.
#[test]
fn pushed_bodies_in_lanes_hold_the_bits_of_each_alone() {
    let moments = [[1.0, 2.0, 2.7], [5.0, 5.0, 1.0], [1.0, 1.0, 1.0], [2.7, 1.0, 2.7]];
    let start: State<f64> =
        State::new(Rotation::exp(Vec3::from_f64([0.3, 0.1, 0.2])), Vec3::from_f64([3.0, 2.9, 1.7]));
    let up = Vec3::from_f64([0.0, 0.0, 1.0]);
    for arm in [[0.3, -0.5, 0.8], [0.0, 0.0, 0.7], [0.0, -0.9, 0.0]] {
        let field = UniformField::new(2.3, Vec3::from_f64(arm), up).unwrap();
        let bodies = moments.map(|moments| {
            let inertia = Inertia::<f64>::new_without_triangle_check(moments).unwrap();
            Body { inertia, torque: field }
        });
        let together = Body {
            inertia: Inertia::<F64x4>::from_lanes(|i| bodies[i].inertia),
            torque: UniformField {
                strength: F64x4::from_f64(field.strength),
                arm: field.arm.map(F64x4::from_f64),
                direction: field.direction.map(F64x4::from_f64),
            },
        };
        for name in variants() {
            let pushed = name.card().order_torqued.is_some();
            if name.splitting().is_none() && name.row().name != "exact" || !pushed {
                continue;
            }
            let mut lanes = in_lanes(&name, together, State::<F64x4>::from_lanes(|_| start));
            lanes.advance(F64x4::from_f64(0.4), 20).unwrap();
            for (i, body) in bodies.into_iter().enumerate() {
                let mut alone = bind(&name, body, start).unwrap();
                alone.advance(0.4, 20).unwrap();
                assert_eq!(lanes.state().lane(i), *alone.state(), "{name}, {arm:?}, lane {i}");
            }
        }
    }
}

/// A run in lanes. Of the types of methods in question only: the whole catalogue is much to compile.
fn in_lanes(
    name: &MethodName,
    body: Body<F64x4, UniformField<F64x4>>,
    start: State<F64x4>,
) -> Box<dyn Run<F64x4>> {
    struct Known;
    impl Visit for Known {
        type Output = Box<dyn Any>;
        fn visit<M: Method>(self, method: M) -> Self::Output {
            Box::new(method)
        }
    }
    let method = polhode::catalogue::visit(name, Known);
    if let Some(method) = method.downcast_ref::<Wrapped<Split<Exact>>>() {
        Box::new(Motion::new(*method, body, start).unwrap())
    } else if let Some(method) = method.downcast_ref::<Wrapped<Exact>>() {
        Box::new(Motion::new(*method, body, start).unwrap())
    } else if let Some(method) = method.downcast_ref::<Wrapped<Split<LieMidpoint>>>() {
        Box::new(Motion::new(*method, body, start).unwrap())
    } else {
        panic!("{name} is no splitting that is known here")
    }
}

#[test]
fn a_processed_run_shows_the_same_states_however_often_it_is_asked() {
    for text in ["exact:compose=takahashi-imada", "corrected"] {
        let (body, start) = cubesat([2.0, 1.0, 3.0]);
        let mut once = bind(&method(text), body, start).unwrap();
        once.advance(5.0, 300).unwrap();
        let mut often = bind(&method(text), body, start).unwrap();
        for _ in 0..30 {
            often.advance(5.0, 10).unwrap();
            often.advance(5.0, 0).unwrap();
        }
        assert_eq!(once.state(), often.state(), "{text}");
        // Another size leaves the states on the way and enters them again.
        often.advance(-2.5, 600).unwrap();
        let back = often.state().attitude.angle_to(start.attitude);
        println!("{text}: back to {back:e}");
        assert!(back < 1e-4, "{text}: {back:e}");
    }
}

/// The corrector at the end of such a part of a step sees the torque of then.
#[test]
fn between_two_steps_a_processed_run_feels_a_torque_of_time() {
    let inertia = Inertia::new([1.0, 2.0, 2.7]).unwrap();
    let start: State<f64> =
        State::new(Rotation::exp(Vec3::from_f64([0.3, 0.1, 0.2])), Vec3::from_f64([0.3, 0.9, 0.7]));
    for text in ["corrected", "exact:compose=takahashi-imada"] {
        let torque = Swing { in_body: 0.5 };
        let mut run = bind(&method(text), Body { inertia, torque }, start).unwrap();
        let near = run.state_near(0.1).unwrap();
        run.advance(0.1, 1).unwrap();
        let end = run.state();
        let apart = (near.momentum - end.momentum).norm();
        let apart = apart.max(near.attitude.angle_to(end.attitude));
        println!("{text}: {apart:e}");
        assert!(apart < 1e-15, "{text}: {apart:e}");
    }
}

#[test]
fn impulses_between_shown_states_are_felt() {
    let up = Vec3::from_f64([0.0, 0.0, 1.0]);
    let kick =
        Impulse { time: 0.73, momentum: Vec3::from_f64([0.4, -0.2, 0.3]), frame: Frame::Space };
    let field = UniformField::new(2.0, up, up).unwrap();
    let torque = Sum(field, Impulses::new(vec![kick]).unwrap());
    let body = Body { inertia: Inertia::new([1.0, 2.0, 2.7]).unwrap(), torque };
    let start: State<f64> =
        State::new(Rotation::exp(Vec3::from_f64([0.3, 0.1, 0.2])), Vec3::from_f64([0.3, 0.9, 0.7]));
    let ends =
        ["corrected", "exact:compose=takahashi-imada", "exact:compose=kahan-li-8"].map(|text| {
            let mut run = bind(&method(text), body.clone(), start).unwrap();
            run.advance(0.02, 100).unwrap();
            *run.state()
        });
    for end in &ends[..2] {
        let apart = end.attitude.angle_to(ends[2].attitude);
        println!("{apart:e}");
        assert!(apart < 1e-6, "{apart:e}");
    }
}
