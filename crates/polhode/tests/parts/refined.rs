//! The refined series against one that is in double-doubles throughout.

use polhode::methods::taylor::{AdaptiveTaylor, RefinedTaylor};
use polhode::real::{DoubleDouble, Real};
use polhode::torque::{GravityGradient, LinearDamping, SoftWall, Sum, UniformField};
use polhode::{Body, Inertia, Motion, Rotation, State, Torque, Vec3};

fn vector<R: Real>(numbers: [f64; 3]) -> Vec3<R> {
    Vec3::from(numbers.map(R::of))
}

/// What the refined series errs by after a time, in parts of the error of one in doubles.
fn error<T: Torque<f64>, W: Torque<DoubleDouble>>(
    moments: [f64; 3],
    (narrow, wide): (T, W),
    span: f64,
) -> f64 {
    let body = Body { inertia: Inertia::new(moments.map(DoubleDouble::of)).unwrap(), torque: wide };
    let own = Body { inertia: Inertia::new(moments).unwrap(), torque: narrow };
    // A quaternion of numbers that both have.
    let turned = [0.5, -0.5, 0.5, 0.5];
    let momentum = [0.9, 1.7, -1.1];
    let start = State::new(rotation::<DoubleDouble>(turned), vector(momentum));
    let own_start = State::new(rotation::<f64>(turned), vector(momentum));
    let end = DoubleDouble::of(span);

    let mut refined = RefinedTaylor::new(own.clone(), body.clone(), start).unwrap();
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
    let [w, x, y, z] = numbers.map(R::of);
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
    UniformField::new(R::of(3.0), vector([0.1, 0.2, 1.0]), vector([0.0, 0.0, 1.0])).unwrap()
}
fn symmetric_field<R: Real<Mask = bool>>() -> UniformField<R> {
    UniformField::new(R::of(3.0), vector([0.0, 0.0, 1.0]), vector([0.0, 0.0, 1.0])).unwrap()
}
fn gradient<R: Real<Mask = bool>>() -> GravityGradient<R> {
    let (direction, axis) = (vector([1.0, 0.0, 0.0]), vector([0.0, 0.0, 1.0]));
    GravityGradient::turning(R::of(0.8), direction, axis, R::of(0.3)).unwrap()
}
fn damped_wall<R: Real>() -> Sum<SoftWall<R>, LinearDamping<R>> {
    Sum(
        SoftWall { strength: R::of(0.5), offset: R::of(1.5), core: R::of(0.001) },
        LinearDamping::Diagonal(vector([0.01, 0.02, 0.005])),
    )
}

#[test]
fn the_refined_series_errs_by_less_than_a_thousandth_of_rounding() {
    let uneven = [1.0, 1.6, 2.1];
    let even = [1.3, 1.3, 2.0];
    for span in [100.0, -100.0] {
        let errors = [
            error(uneven, (field(), field()), span),
            error(even, (symmetric_field(), symmetric_field()), span),
            error(uneven, (gradient(), gradient()), span),
            error(uneven, (damped_wall(), damped_wall()), span.abs()),
        ];
        assert!(errors.iter().all(|error| *error < 1e-3), "{errors:?}");
    }
}
