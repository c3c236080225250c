//! Taylor series of any degree: their order, what a tolerance gives, states inside of a
//! step, and that nothing is computed twice.

use crate::support::krysl::{KRYSL, Problem, WALL_START, reference, wall};
use crate::support::{body, extrapolate, slope, state, taylor};
use polhode::exact::FreeMotion;
use polhode::method::Failure;
use polhode::methods::taylor::{AdaptiveTaylor, Taylor};
use polhode::real::{DoubleDouble as Dd, F64x4, Over};
use polhode::torque::{
    Frame, GravityGradient, Impulse, Impulses, Interpolation, MagneticDipole, SoftWall,
    SpaceVector, Sum, Table, TorqueInput, TorqueProperties, UniformField,
};
use polhode::{Body, Inertia, Motion, Real, Rotation, Run, State, Torque, Vec3};
use std::sync::atomic::{AtomicU64, Ordering};

fn tolerance(tolerance: f64) -> AdaptiveTaylor {
    AdaptiveTaylor { degree: None, tolerance }
}

/// The state at this time, in steps as the method chooses them, and their number.
fn at_time<R: Real<Mask = bool>, T: Torque<R>>(
    method: AdaptiveTaylor,
    body: Body<R, T>,
    start: State<R>,
    time: f64,
) -> (State<R>, u64) {
    let (end, mut steps) = (R::from_f64(time), 0);
    let mut motion = Motion::new(method, body, start).unwrap();
    while motion.state().time.lt(end) {
        motion.advance(end, 1).unwrap();
        steps += 1;
    }
    (motion.state_near(end).unwrap(), steps)
}

/// In double-double, so that there is room for high orders.
#[test]
fn equal_steps_have_the_order_of_their_degree() {
    let body = body::<Dd>([1.0, 2.0, 2.7]);
    let start = state([0.9, 0.1, -0.3, 0.2], [1.1, 2.9, 1.7]);
    let truth = taylor(&body, start, 2.0, 120);
    // In steps so long that the error is above rounding, terms behind the leading one show.
    for (degree, steps, slack) in [
        (2, [96, 128, 192, 256], 0.1),
        (5, [96, 128, 192, 256], 0.1),
        (12, [32, 40, 48, 64], 0.1),
        (16, [24, 28, 32, 40], 0.1),
        (20, [10, 12, 14, 16], 0.3),
        (24, [8, 9, 10, 12], 1.1),
    ] {
        let errors = steps.map(|n: u32| {
            let mut motion = Motion::new(Taylor { degree }, body, start).unwrap();
            let h = Dd::from_f64(2.0) / Dd::from_f64(f64::from(n));
            motion.advance(h, n.into()).unwrap();
            (h.hi, motion.state().attitude.angle_to(truth.attitude).hi)
        });
        let order = slope(&errors);
        println!("degree {degree}: {order:.2}, {:.1e}", errors[3].1);
        assert!((order - f64::from(degree)).abs() < slack, "{degree}: {order:.3}");
    }
}

fn krysl_error(problem: Problem, method: AdaptiveTaylor, time: f64) -> (f64, u64) {
    let rows = KRYSL.iter().find(|row| (row.0, row.1) == (problem, time)).unwrap().2;
    let up = Vec3::from_f64([0.0, 0.0, 1.0]);
    let top = |tilt: f64, spin: f64| {
        let inertia = Inertia::new([5.0, 5.0, 1.0]).unwrap();
        let torque = UniformField::new(20.0, up, up).unwrap();
        let start = State::new(Rotation::exp(Vec3::new(tilt, 0.0, 0.0)), up * spin);
        at_time(method, Body { inertia, torque }, start, time)
    };
    let (end, steps) = match problem {
        Problem::Free => {
            let momentum = Vec3::from_f64([0.416500056, 0.90720054, 0.0577016]);
            let start = State::new(Rotation::identity(), momentum);
            at_time(method, Body::free(Inertia::new([0.9144, 1.098, 1.66]).unwrap()), start, time)
        }
        Problem::Slow => top(0.05, 5.0),
        Problem::Fast => top(0.3, 50.0),
        Problem::Wall => at_time(method, wall(SoftWall::physical()), WALL_START, time),
        Problem::Printed => at_time(method, wall(SoftWall::printed()), WALL_START, time),
    };
    let (matrix, momentum) = reference(rows);
    let difference = end.attitude.to_matrix() - matrix;
    let error = difference.x.max_abs().max(difference.y.max_abs()).max(difference.z.max_abs());
    (error.max((end.momentum - momentum).norm() / momentum.norm()), steps)
}

/// Against 25 digits. The slow top and the walls amplify an error 150 times by the end.
#[test]
fn the_default_tolerance_leaves_rounding_only() {
    for (problem, time, _) in KRYSL {
        let (error, steps) = krysl_error(problem, tolerance(AdaptiveTaylor::TOLERANCE), time);
        println!("{problem:?} to {time}: {error:.1e} in {steps}");
        let bound = match (problem, time) {
            (Problem::Slow | Problem::Wall, 20.0) => 1e-12,
            _ => 5e-14,
        };
        assert!(error < bound, "{problem:?} to {time}: {error:e}");
    }
}

#[test]
fn the_error_follows_the_tolerance() {
    for (problem, time) in [
        (Problem::Free, 100.0),
        (Problem::Slow, 2.0),
        (Problem::Fast, 10.0),
        (Problem::Wall, 2.0),
        (Problem::Printed, 20.0),
    ] {
        for digits in 3..=15 {
            let size = 10f64.powi(-digits);
            let (error, steps) = krysl_error(problem, tolerance(size), time);
            println!("{problem:?} to {time}, 1e-{digits}: {error:.1e} in {steps}");
            // Measured: at most 17 times the tolerance, and rounding.
            assert!(error < 20.0 * size + 3e-14, "{problem:?} to {time}, {size:e}: {error:e}");
        }
    }
}

/// The same state in more digits.
fn widened(state: &State<f64>) -> State<Dd> {
    let [w, x, y, z] = state.attitude.to_wxyz().map(Dd::from_f64);
    let (time, momentum) = (Dd::from_f64(state.time), state.momentum.map(Dd::from_f64));
    State { time, attitude: Rotation { w, x, y, z }, momentum }
}

fn distance(state: &State<f64>, truth: &State<Dd>) -> f64 {
    let state = widened(state);
    let momentum = (state.momentum - truth.momentum).norm() / truth.momentum.norm();
    state.attitude.angle_to(truth.attitude).max(momentum).hi
}

/// Against the closed form, at nine times in each of many steps.
#[test]
fn the_state_inside_of_a_step_is_as_good_as_at_its_end() {
    let start: State<f64> = state([0.9, 0.1, -0.3, 0.2], [1.1, 2.9, 1.7]);
    let truth = FreeMotion::new(&body::<Dd>([1.0, 2.0, 2.7]).inertia, widened(&start));
    for size in [1e-15, 1e-9] {
        let mut motion = Motion::new(tolerance(size), body([1.0, 2.0, 2.7]), start).unwrap();
        let (mut within, mut at_ends) = (0f64, 0f64);
        for _ in 0..100 {
            let before = motion.state().time;
            motion.advance(10.0, 1).unwrap();
            let now = *motion.state();
            let error = |state: &State<f64>| distance(state, &truth.at(Dd::from_f64(state.time)));
            at_ends = at_ends.max(error(&now));
            for part in 1..10 {
                let time = before + (now.time - before) * f64::from(part) / 10.0;
                let state = motion.state_near(time).unwrap();
                assert_eq!(state.time, time);
                within = within.max(error(&state));
                assert!((state.attitude.norm_squared() - 1.0).abs() < 1e-15, "{state:?}");
            }
            assert_eq!(*motion.state(), now);
        }
        println!("{size:e}: within {within:.1e}, at ends {at_ends:.1e}");
        assert!(within < 1.1 * at_ends + 1e-15, "{size:e}: {within:e} {at_ends:e}");
        assert!(at_ends < 200.0 * size, "{size:e}: {at_ends:e}");
    }
}

/// A run that is put back where another was knows what that one knew.
#[test]
fn a_run_that_goes_on_elsewhere_has_the_same_bits_inside_its_step() {
    let torque = GravityGradient::new(0.7, Vec3::from_f64([0.2, -0.4, 1.0])).unwrap();
    let body = Body { inertia: Inertia::new([1.0, 2.0, 2.7]).unwrap(), torque };
    let start: State<f64> = state([0.9, 0.1, -0.3, 0.2], [1.1, 2.9, 1.7]);
    let mut one = Motion::new(tolerance(1e-12), body, start).unwrap();
    one.advance(10.0, 37).unwrap();
    let mut numbers = Vec::new();
    one.visit_memory(&mut |slot| numbers.push(*slot));
    let mut other = Motion::new(tolerance(1e-12), body, start).unwrap();
    other.restore(*one.state(), 10.0, 37);
    let mut saved = numbers.iter();
    other.visit_memory(&mut |slot| *slot = *saved.next().unwrap());
    let time = one.state().time - 0.01;
    assert_eq!(one.state_near(time).unwrap(), other.state_near(time).unwrap());
    one.advance(10.0, 50).unwrap();
    other.advance(10.0, 50).unwrap();
    assert_eq!(one.state(), other.state());
}

#[test]
fn forth_and_back_is_where_it_began() {
    let start: State<f64> = state([0.9, 0.1, -0.3, 0.2], [1.1, 2.9, 1.7]);
    let body = Body {
        inertia: Inertia::new([1.0, 2.0, 2.7]).unwrap(),
        torque: GravityGradient::new(0.7, Vec3::from_f64([0.2, -0.4, 1.0])).unwrap(),
    };
    let mut motion = Motion::new(tolerance(1e-15), body, start).unwrap();
    motion.advance(10.0, 100).unwrap();
    while motion.state().time > 0.0 {
        motion.advance(-10.0, 1).unwrap();
    }
    let back = motion.state_near(0.0).unwrap();
    let defect = back.attitude.angle_to(start.attitude);
    println!("{defect:e}");
    assert!(defect < 1e-13, "{defect:e}");
}

/// A spline through nine points.
fn spline<R: Real<Mask = bool>>() -> Body<R, Table<R>> {
    let points = (0..9).map(|i| {
        let t = f64::from(i) * 0.25;
        let torque = [[3.0, 1.0, 0.5], [-2.0, 0.5, 1.0], [1.0, -1.0, 0.0]][i as usize % 3];
        (R::from_f64(t), Vec3::from_f64(torque))
    });
    let torque = Table::new(Frame::Space, Interpolation::Cubic, points).unwrap();
    Body { inertia: Inertia::new([1.0, 2.0, 2.5].map(R::from_f64)).unwrap(), torque }
}

/// Its third derivative jumps at every point; a long step would not notice.
#[test]
fn steps_end_where_a_table_has_its_points() {
    let start: State<f64> = state([0.9, 0.1, -0.3, 0.2], [0.1, 0.2, 0.1]);
    let truth = extrapolate(&spline::<Dd>(), widened(&start), 2.0, 64); // 8 between points
    let (end, steps) = at_time(tolerance(1e-15), spline(), start, 2.0);
    let error = distance(&end, &truth);
    println!("table: {error:e} in {steps}");
    assert!(error < 5e-15, "{error:e}");
    let mut motion = Motion::new(tolerance(1e-15), spline(), end).unwrap();
    while motion.state().time > 0.0 {
        motion.advance(-2.0, 1).unwrap();
    }
    let defect = distance(&motion.state_near(0.0).unwrap(), &widened(&start));
    println!("table, and back: {defect:e}");
    assert!(defect < 2e-14, "{defect:e}"); // measured: 1.1e-14
    // Of equal steps, those with a point inside are cut there.
    let mut motion = Motion::new(Taylor { degree: 19 }, spline(), start).unwrap();
    motion.advance(2.0 / 15.0, 15).unwrap();
    let error = distance(motion.state(), &truth);
    println!("table, equal steps: {error:e}");
    assert!(error < 5e-14, "{error:e}"); // measured: 1.5e-14
}

/// Grows without bound as t comes to 1.
#[derive(Clone, Copy, Debug)]
struct Pole;

impl<R: Real> Torque<R> for Pole {
    fn torque<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Vec3<S> {
        Vec3::new((S::one() - at.time).recip(), S::zero(), S::zero())
    }
    fn properties(&self) -> TorqueProperties {
        TorqueProperties::default()
    }
}

#[test]
fn before_a_pole_the_run_stops_and_says_so() {
    let start: State<f64> = state([0.9, 0.1, -0.3, 0.2], [0.1, 0.2, 0.1]);
    let body = Body { inertia: Inertia::new([1.0, 2.0, 2.7]).unwrap(), torque: Pole };
    let mut motion = Motion::new(tolerance(1e-15), body, start).unwrap();
    let stopped = motion.advance(1.0, 10_000).unwrap_err();
    assert_eq!(stopped.failure, Failure::NoSeries);
    let state = *motion.state();
    assert!((0.99..1.0).contains(&state.time) && state.momentum.norm().is_finite(), "{state:?}");
}

static EVALUATIONS: AtomicU64 = AtomicU64::new(0);

/// Counts how often it is asked; if told, it looks at where it is.
#[derive(Clone, Copy, Debug)]
struct Counted {
    looks: bool,
}

impl<R: Real> Torque<R> for Counted {
    fn torque<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Vec3<S> {
        EVALUATIONS.fetch_add(1, Ordering::Relaxed);
        // Far from zero, where it is smooth.
        let x = at.attitude.x + S::from_f64(3.0);
        let x = if self.looks { x.abs() } else { x };
        at.in_body(Vec3::from_f64([0.3, 0.2, 0.1])) * (x + at.time.sin())
    }
    fn properties(&self) -> TorqueProperties {
        TorqueProperties::default()
    }
}

/// No coefficient is computed twice, and nothing is allocated once the tape is there.
#[test]
fn a_formula_is_written_down_once_or_once_a_step_if_it_looks_at_values() {
    let start: State<f64> = state([0.9, 0.1, -0.3, 0.2], [1.1, 2.9, 1.7]);
    // Once to write it down, or for each of 101 steps, and at the end of each step to check it.
    for (looks, expected) in [(false, 1 + 101), (true, 101 + 101)] {
        let torque = Counted { looks };
        let body = Body { inertia: Inertia::new([1.0, 2.0, 2.7]).unwrap(), torque };
        let mut motion = Motion::new(tolerance(1e-12), body, start).unwrap();
        EVALUATIONS.store(0, Ordering::Relaxed);
        motion.advance(10.0, 1).unwrap();
        let count = allocation_counter::measure(|| motion.advance(10.0, 100).unwrap());
        assert_eq!(EVALUATIONS.load(Ordering::Relaxed), expected);
        assert_eq!(count.count_total, 0);
    }
}

#[test]
fn lanes_under_a_torque_hold_the_bits_of_each_alone() {
    let starts: [State<f64>; 4] =
        [0.1, 0.4, -0.8, 1.5].map(|x| state([0.9, 0.1, -0.3, x], [1.1, 2.9, 1.7 - x]));
    let directions = [[0.2, -0.4, 1.0], [1.0, 0.0, 0.0], [0.6, 0.8, 0.0], [0.0, 0.6, 0.8]];
    // The spin of the second and the last is taken away.
    let moments = [[1.0, 2.0, 2.7], [2.0, 2.0, 2.7], [1.3, 2.0, 2.7], [1.0, 2.2, 2.2]];
    let alone = |i: usize| {
        let direction = Vec3::<f64>::from_f64(directions[i]);
        let torque = GravityGradient::turning(0.7, direction, Vec3::from_f64([0.1, 0.2, 1.0]), 0.3);
        Body { inertia: Inertia::new(moments[i]).unwrap(), torque: torque.unwrap() }
    };
    let part = |of: fn(SpaceVector<f64>) -> Vec3<f64>| {
        Vec3::<F64x4>::from_lanes(|i| of(alone(i).torque.direction))
    };
    let torque = GravityGradient {
        rate_squared: F64x4::from_f64(0.7),
        direction: SpaceVector::Turning {
            vector: part(|direction| direction.at(0.0)),
            axis: part(|direction| match direction {
                SpaceVector::Turning { axis, .. } => axis,
                SpaceVector::Fixed(_) => Vec3::zero(),
            }),
            rate: F64x4::from_f64(0.3),
        },
    };
    let inertia = Inertia::from_lanes(|i| alone(i).inertia);
    let start = State::from_lanes(|i| starts[i]);
    let mut together = Motion::new(tolerance(1e-12), Body { inertia, torque }, start).unwrap();
    together.advance(F64x4::from_f64(10.0), 50).unwrap();
    for (i, &start) in starts.iter().enumerate() {
        let mut one = Motion::new(tolerance(1e-12), alone(i), start).unwrap();
        one.advance(10.0, 50).unwrap();
        assert_eq!(together.state().lane(i), *one.state(), "lane {i}");
    }
}

/// A torque of which nothing is known but its formula.
#[derive(Clone, Debug)]
struct Formula<T>(T);

impl<T: Torque<f64>> Torque<f64> for Formula<T> {
    fn torque<S: Over<f64>>(&self, at: &TorqueInput<'_, f64, S>) -> Vec3<S> {
        self.0.torque(at)
    }
    fn properties(&self) -> TorqueProperties {
        TorqueProperties::default()
    }
}

/// States at nine times, and how many steps they took.
fn way<T: Torque<f64>>(body: Body<f64, T>, start: State<f64>) -> (Vec<State<f64>>, usize) {
    let mut motion = Motion::new(tolerance(1e-15), body, start).unwrap();
    let mut steps = 0;
    let states = (1..10).map(|i| {
        let time = f64::from(i);
        while motion.state().time < time {
            motion.advance(1.0, 1).unwrap();
            steps += 1;
        }
        motion.state_near(time).unwrap()
    });
    (states.collect(), steps)
}

#[test]
fn frames_that_turn_lead_to_the_same_motion_as_none() {
    let (tilted, up) = (Vec3::new(0.2, -0.4, 1.0), Vec3::new(0.0, 0.0, 1.0));
    let gradient = GravityGradient::new(0.7, tilted).unwrap();
    let orbiting = GravityGradient::turning(0.7, tilted, Vec3::new(1.0, 0.3, 0.2), 0.4).unwrap();
    let field = |arm| UniformField::new(2.3, arm, tilted).unwrap();
    let turning = SpaceVector::turning(tilted, up, -0.8).unwrap();
    let magnet = MagneticDipole { moment: Vec3::new(0.3, 0.1, -0.2), field: turning };
    let start = state([0.9, 0.1, -0.3, 0.2], [1.1, 2.9, 1.7]);
    let moments = [[1.0, 2.0, 2.7], [2.0, 2.0, 2.7], [1.4, 2.0, 2.0], [2.0, 1.4, 2.0], [2.0; 3]];
    for moments in moments {
        let inertia = Inertia::new(moments).unwrap();
        let mut largest = 0f64;
        let mut compare = |known: Vec<State<f64>>, formula: Vec<State<f64>>| {
            for (a, b) in known.iter().zip(&formula) {
                let error = a.attitude.angle_to(b.attitude);
                largest = largest.max(error).max((a.momentum - b.momentum).norm());
            }
        };
        macro_rules! both {
            ($($torque:expr),*) => {$(
                let body = Body { inertia, torque: $torque };
                let formula = Body { inertia, torque: Formula($torque) };
                compare(way(body, start).0, way(formula, start).0);
            )*};
        }
        let axes = [Vec3::new(1.0, 0.0, 0.0), Vec3::new(0.0, 1.0, 0.0), up];
        both!(gradient, orbiting, magnet, field(tilted), Sum(gradient, field(up)));
        both!(field(axes[0]), field(axes[1]), field(axes[2]));
        println!("{moments:?}: {largest:.1e}");
        assert!(largest < 1e-13, "{moments:?}: {largest:e}");
    }
}

#[test]
fn a_top_takes_the_steps_of_its_nutation_not_of_its_spin() {
    let up = Vec3::new(0.0, 0.0, 1.0);
    let inertia = Inertia::new([5.0, 5.0, 1.0]).unwrap();
    let torque = UniformField::new(20.0, up, up).unwrap();
    let start = State::<f64>::new(Rotation::exp(Vec3::new(0.3, 0.0, 0.0)), up * 50.0);
    let (_, known) = way(Body { inertia, torque }, start);
    let (_, formula) = way(Body { inertia, torque: Formula(torque) }, start);
    println!("{known} steps, {formula} by the formula alone");
    assert!(known * 3 < formula);
}

#[test]
fn steps_of_any_size_end_at_impulses_and_lead_to_the_same_as_equal_ones() {
    let hit = |time, frame| Impulse { time, momentum: Vec3::new(0.5, -0.2, 0.9), frame };
    let times = [0.0, 0.7, 0.7001, 2.0].map(|time| hit(time, Frame::Space));
    let pulses = Impulses::new(times.into_iter().chain([hit(1.1, Frame::Body)])).unwrap();
    let torque = Sum(pulses, GravityGradient::new(0.7, Vec3::new(0.2, -0.4, 1.0)).unwrap());
    let body = Body { inertia: Inertia::new([1.0, 2.0, 2.7]).unwrap(), torque };
    let start: State<f64> = state([0.9, 0.1, -0.3, 0.2], [1.1, 2.9, 1.7]);

    let mut equal = Motion::new(Taylor { degree: 20 }, body.clone(), start).unwrap();
    equal.advance(0.0625, 48).unwrap();
    let mut motion = Motion::new(tolerance(1e-15), body, start).unwrap();
    while motion.state().time < 3.0 {
        let rest = 3.0 - motion.state().time;
        motion.advance(rest, 1).unwrap();
    }
    let apart = motion.state().attitude.angle_to(equal.state().attitude);
    let momenta = (motion.state().momentum - equal.state().momentum).norm();
    println!("{apart:.1e} {momenta:.1e}");
    assert!(apart < 4e-15 && momenta < 2e-14, "{apart:e} {momenta:e}");
    // And back, through all of them.
    while motion.state().time > 0.0 {
        let rest = -motion.state().time;
        motion.advance(rest, 1).unwrap();
    }
    let back = (motion.state().momentum - start.momentum).norm();
    println!("{back:.1e}");
    assert!(back < 1e-14, "{back:e}");
}

/// T = (c t^n, 0, 0) on a body at rest, about a principal axis: the angle is c t^(n+2)/((n+1)(n+2) I).
/// Only every (n+2)-th coefficient of the attitude is nonzero, so that the last few of a series vanish.
#[derive(Clone, Copy, Debug)]
struct Power {
    strength: f64,
    exponent: i32,
}

impl<R: Real> Torque<R> for Power {
    fn torque<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Vec3<S> {
        let torque = at.time.powi(self.exponent) * S::from_f64(self.strength);
        Vec3::new(torque, S::zero(), S::zero())
    }
    fn properties(&self) -> TorqueProperties {
        TorqueProperties::default()
    }
}

#[test]
fn steps_follow_the_tolerance_whichever_coefficients_vanish() {
    const MOMENT: f64 = 1.5;
    // About two revolutions, in the time 3.
    let (time, turned) = (3.0, 13.0);
    let mut worst = 0f64;
    for exponent in 0..40 {
        let powers = f64::from((exponent + 1) * (exponent + 2));
        let strength = turned * powers * MOMENT / f64::powi(time, exponent + 2);
        for degree in (6..=32).map(Some).chain([None]) {
            for tolerance in [1e-5, 1e-9, 1e-13] {
                let inertia = Inertia::new([MOMENT, 2.0, 2.7]).unwrap();
                let body = Body { inertia, torque: Power { strength, exponent } };
                let method = AdaptiveTaylor { degree, tolerance };
                let start = State::<f64>::new(Rotation::identity(), Vec3::zero());
                let (end, steps) = at_time(method, body, start, time);
                let truth = Rotation::exp(Vec3::new(turned, 0.0, 0.0));
                let error = end.attitude.angle_to(truth);
                // A step errs by about its tolerance; they add up with the time that is left.
                let bound = 60.0 * (tolerance + 1e-15) * steps as f64;
                worst = worst.max(error / bound);
                assert!(error < bound, "t^{exponent}, degree {degree:?}, {tolerance:e}: {error:e}");
            }
        }
    }
    println!("at most {worst:.2} of the bound");
    assert!(worst > 1e-3, "the bound is too wide: {worst:e}");
}
