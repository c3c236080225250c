//! The refined series against one that is in double-doubles throughout.

use polhode::methods::taylor::{AdaptiveTaylor, RefinedTaylor, Refinement};
use polhode::real::{DoubleDouble, Real};
use polhode::torque::{
    Frame, GravityGradient, Impulse, Impulses, LinearDamping, SoftWall, Sum, UniformField,
};
use polhode::{Body, Error, Inertia, Motion, Rotation, Run, State, Torque, Vec3};

fn vector<R: Real>(numbers: [f64; 3]) -> Vec3<R> {
    Vec3::from(numbers.map(R::from_f64))
}

/// What the refined series errs by after a time, in parts of the error of one in doubles.
fn error<T: Torque<f64>, W: Torque<DoubleDouble>>(
    moments: [f64; 3],
    (narrow, wide): (T, W),
    span: f64,
    run: Option<AdaptiveTaylor>,
) -> f64 {
    let body =
        Body { inertia: Inertia::new(moments.map(DoubleDouble::from_f64)).unwrap(), torque: wide };
    let own = Body { inertia: Inertia::new(moments).unwrap(), torque: narrow };
    let refinement = run.map_or(Refinement::TRUTH, |series| Refinement::for_body(&series, &own));
    // A quaternion of numbers that both have.
    let turned = [0.5, -0.5, 0.5, 0.5];
    let momentum = [0.9, 1.7, -1.1];
    let start = State::new(rotation::<DoubleDouble>(turned), vector(momentum));
    let own_start = State::new(rotation::<f64>(turned), vector(momentum));
    let end = DoubleDouble::from_f64(span);

    let wide = body.torque.clone();
    let mut refined = RefinedTaylor::new(own.clone(), wide, &own_start, refinement).unwrap();
    while !refined.step_towards(end).unwrap() {}
    assert_eq!(refined.state().time, end);
    let rounding = AdaptiveTaylor { degree: Some(22), tolerance: 1e-16 };
    let rounded = reached(rounding, own, own_start, span);
    let rounded = rotation::<DoubleDouble>(rounded.to_wxyz());
    let truth = reached(AdaptiveTaylor { degree: Some(32), tolerance: 1e-30 }, body, start, end);
    let off = |there: Rotation<DoubleDouble>| {
        let pairs = there.to_wxyz().into_iter().zip(truth.to_wxyz());
        pairs.map(|(a, b)| (a - b).hi.abs()).fold(0.0, f64::max)
    };
    off(refined.state().attitude) / off(rounded)
}

fn rotation<R: Real>(numbers: [f64; 4]) -> Rotation<R> {
    let [w, x, y, z] = numbers.map(R::from_f64);
    Rotation { w, x, y, z }
}

/// The attitude at a time, by a series in steps that follow its tolerance.
fn reached<R: Real<Mask = bool>, T: Torque<R>>(
    method: AdaptiveTaylor,
    body: Body<R, T>,
    start: State<R>,
    end: R,
) -> Rotation<R> {
    let mut motion = Motion::new(method, body, start).unwrap();
    while ((motion.state().time - end) * end).lt(R::zero()) {
        motion.advance(end, 1).unwrap();
    }
    motion.state_near(end).unwrap().attitude
}

fn field<R: Real<Mask = bool>>() -> UniformField<R> {
    UniformField::new(R::from_f64(3.0), vector([0.1, 0.2, 1.0]), vector([0.0, 0.0, 1.0])).unwrap()
}
fn symmetric_field<R: Real<Mask = bool>>() -> UniformField<R> {
    UniformField::new(R::from_f64(3.0), vector([0.0, 0.0, 1.0]), vector([0.0, 0.0, 1.0])).unwrap()
}
fn gradient<R: Real<Mask = bool>>() -> GravityGradient<R> {
    let (direction, axis) = (vector([1.0, 0.0, 0.0]), vector([0.0, 0.0, 1.0]));
    GravityGradient::turning(R::from_f64(0.8), direction, axis, R::from_f64(0.3)).unwrap()
}
fn damped_wall<R: Real>() -> DampedWall<R> {
    Sum(
        SoftWall { strength: R::from_f64(0.5), offset: R::from_f64(1.5), core: R::from_f64(0.001) },
        LinearDamping::Diagonal(vector([0.01, 0.02, 0.005])),
    )
}

/// Its errors over several torques.
fn errors(run: Option<AdaptiveTaylor>) -> Vec<f64> {
    let uneven = [1.0, 1.6, 2.1];
    let even = [1.3, 1.3, 2.0];
    let spans = [100.0, -100.0].into_iter();
    spans
        .flat_map(|span| {
            [
                error(uneven, (field(), field()), span, run),
                error(even, (symmetric_field(), symmetric_field()), span, run),
                error(uneven, (gradient(), gradient()), span, run),
                error(uneven, (damped_wall(), damped_wall()), span.abs(), run),
            ]
        })
        .collect()
}

#[test]
fn the_refined_series_errs_by_less_than_a_thousandth_of_rounding() {
    let errors = errors(None);
    assert!(errors.iter().all(|error| *error < 1e-3), "{errors:?}");
}

#[test]
fn a_refined_run_errs_by_less_than_a_twentieth_of_rounding() {
    let series = AdaptiveTaylor { degree: None, tolerance: 1e-18 };
    let errors = errors(Some(series));
    assert!(errors.iter().all(|error| *error < 0.05), "{errors:?}");
}

type DampedWall<R> = Sum<SoftWall<R>, LinearDamping<R>>;
type Walled = RefinedTaylor<DampedWall<f64>, DampedWall<DoubleDouble>>;

fn walled() -> Walled {
    let inertia = Inertia::new([1.0, 1.6, 2.1]).unwrap();
    let start = State::new(rotation([0.5, -0.5, 0.5, 0.5]), vector([0.9, 1.7, -1.1]));
    let body = Body { inertia, torque: damped_wall() };
    let series = AdaptiveTaylor { degree: None, tolerance: 1e-18 };
    let refinement = Refinement::for_body(&series, &body);
    RefinedTaylor::new(body, damped_wall(), &start, refinement).unwrap()
}

#[test]
fn a_refined_run_knows_its_state_inside_of_a_step() {
    let mut run = walled();
    Run::advance(&mut run, 1e3, 5).unwrap();
    let (time, mut other) = (Run::state(&run).time - 0.01, walled());
    while !other.step_towards(DoubleDouble::from_f64(time)).unwrap() {}
    let mut seen = None;
    let near = Run::state_near(&run, time).unwrap();
    let mut again = walled();
    Run::advance(&mut again, 1e3, 4).unwrap();
    again.step_seen(1e3, &mut |way| seen = way.at(time)).unwrap();
    assert_eq!(Some(near), seen);
    let off = near.attitude.to_wxyz().into_iter().zip(Run::state(&other).attitude.to_wxyz());
    let off = off.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    assert!(off < 3e-16, "{off:e}");
    let behind = Run::state_near(&run, time + 0.5).unwrap();
    assert_eq!(behind.time, time + 0.5);
}

#[test]
fn a_refined_run_goes_on_from_what_was_kept_of_it_with_the_same_bits() {
    let mut run = walled();
    Run::advance(&mut run, 1e3, 7).unwrap();
    let (state, mut memory) = (*Run::state(&run), Vec::new());
    run.visit_memory(&mut |slot| memory.push(*slot));
    let mut other = walled();
    other.restore(state, 1e3, 7);
    let mut slots = memory.into_iter();
    other.visit_memory(&mut |slot| *slot = slots.next().unwrap());
    let time = state.time - 0.02;
    assert_eq!(Run::state_near(&run, time).unwrap(), Run::state_near(&other, time).unwrap());
    for run in [&mut run, &mut other] {
        Run::advance(run, 1e3, 20).unwrap();
    }
    assert_eq!(run.state().time, other.state().time);
    assert_eq!(run.state().attitude, other.state().attitude);
    assert_eq!(run.state().momentum, other.state().momentum);
}

#[test]
fn a_refined_run_refuses_impulses() {
    fn kick<R: Real<Mask = bool>>() -> Impulses<R> {
        let momentum = vector([0.0, 0.0, 1.0]);
        Impulses::new([Impulse { time: R::one(), momentum, frame: Frame::Space }]).unwrap()
    }
    let inertia = Inertia::new([1.0, 1.6, 2.1]).unwrap();
    let start = State::new(Rotation::identity(), vector([0.9, 1.7, -1.1]));
    let body = Body { inertia, torque: kick() };
    let made = RefinedTaylor::new(body, kick(), &start, Refinement::TRUTH);
    assert_eq!(made.err(), Some(Error::TakesNoImpulses));
}
