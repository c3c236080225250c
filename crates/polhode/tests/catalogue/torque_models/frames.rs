//! Turning the body together with what pushes it changes nothing in its axes.

use super::samples::{buss, inertia, orbit, places, points, quaternions};
use polhode::geometry::TurnRule;
use polhode::method::Kicked;
use polhode::methods::mclachlan_reich::McLachlanReich;
use polhode::torque::{
    AttitudeLaw, Closure, ConstantInSpace, Frame, GravityGradient, Harmonics, Interpolation,
    KeplerGravityGradient, MagneticDipole, MagneticField, Model, PrescribedTorque, Table,
    TimeFunction, TorqueInput, UniformField,
};
use polhode::{Axis, AxisOrder, Body, Motion, Rotation, State, Torque, Vec3};
use proptest::prelude::*;

fn harmonics(turn: Rotation<f64>) -> Harmonics<f64> {
    let v = |v: [f64; 3]| turn.apply(Vec3::from(v));
    Harmonics::new(v([1.0, 2.0, -0.5]), v([0.3, -0.2, 0.1]))
        .with(1.3, v([0.7, 0.0, 0.35]), Vec3::zero())
        .and_then(|f| f.with(0.9, Vec3::zero(), v([0.0, 0.5, -0.5])))
        .unwrap()
}

/// What pushes from space, turned there.
fn turned(turn: Rotation<f64>) -> Vec<Model<f64>> {
    let v = |v: [f64; 3]| turn.apply(Vec3::from(v));
    let turning = MagneticField::turning(v([0.3, 0.1, 0.8]), v([1.0, 2.0, 2.0]), 0.7).unwrap();
    let moment = Vec3::new(0.2, -0.5, 0.7);
    let target = turn * Rotation::from_wxyz([0.3, -0.5, 0.2, 0.9]);
    let stiffness = Vec3::new(1.3, 0.4, 0.9);
    let table = points().into_iter().map(|(time, torque)| (time, turn.apply(torque)));
    vec![
        ConstantInSpace(v([0.3, -0.1, 0.2])).into(),
        UniformField::new(2.5, Vec3::new(0.1, 0.2, 0.9), v([0.2, -0.3, 1.0])).unwrap().into(),
        GravityGradient::new(1.7, v([0.2, -0.3, 1.0])).unwrap().into(),
        MagneticDipole { moment, field: MagneticField::Fixed(v([0.3, 0.1, 0.8])) }.into(),
        MagneticDipole { moment, field: turning }.into(),
        PrescribedTorque(harmonics(turn)).into(),
        Table::new(Frame::Space, Interpolation::Cubic, table).unwrap().into(),
        AttitudeLaw::new(target, stiffness, Vec3::zero()).unwrap().into(),
    ]
}

proptest! {
    #![proptest_config(super::cases())]

    #[test]
    fn a_turned_body_in_a_turned_field_feels_the_same(place in places(), turn in quaternions()) {
        let inertia = inertia();
        let at = place.torque_input(&inertia);
        let turn = Rotation::from_wxyz(turn);
        let with = TorqueInput { attitude: turn * at.attitude, ..at };
        for (plain, moved) in turned(Rotation::identity()).into_iter().zip(turned(turn)) {
            let before = plain.torque(&at);
            let difference = (before - moved.torque(&with)).norm();
            prop_assert!(difference < 1e-13, "{} {difference:e}", plain.name());
            // The test sees something: the field alone turned is another torque.
            let seen = (before - moved.torque(&at)).norm() > 1e-9;
            let same = (turn.w.abs() - 1.0).abs() < 1e-6;
            prop_assert!(seen || same || before.norm() < 1e-6, "{}", plain.name());
        }
    }

    #[test]
    fn an_orbit_turned_about_z_is_one_with_another_node(place in places(), angle in -3.0..3.0_f64) {
        let inertia = inertia();
        let at = place.torque_input(&inertia);
        let turn = Rotation::about(Axis::Z, angle);
        let here = KeplerGravityGradient::new(orbit(0.6)).unwrap();
        let mut orbit = orbit(0.6);
        orbit.node += angle;
        let there = KeplerGravityGradient::new(orbit).unwrap();
        let with = TorqueInput { attitude: turn * at.attitude, ..at };
        prop_assert!((here.torque(&at) - there.torque(&with)).norm() < 1e-12);
    }
}

#[test]
fn a_closure_takes_the_steps_of_the_model_that_it_repeats() {
    let field =
        UniformField::new(2.5, Vec3::new(0.1, 0.2, 0.9), Vec3::new(0.2, -0.3, 1.0)).unwrap();
    let known = buss();
    let gravity = Closure(move |_: f64, q: Rotation<f64>, _: Vec3<f64>| {
        q.apply_inverse(field.direction).cross(field.arm) * field.strength
    });
    let push = Closure(move |t: f64, q: Rotation<f64>, _: Vec3<f64>| q.apply_inverse(known.at(t)));
    let start: State<f64> =
        State::new(Rotation::from_wxyz([0.9, 0.1, -0.3, 0.2]), Vec3::new(0.3, 0.2, 2.0));
    fn end<T: Torque<f64>>(torque: T, start: State<f64>) -> State<f64> {
        let body = Body { inertia: inertia(), torque };
        let method = Kicked(McLachlanReich::new(AxisOrder::Ascending, TurnRule::Exact));
        let mut run = Motion::new(method, body, start).unwrap();
        run.advance(0.01, 200).unwrap();
        *run.state()
    }
    assert_eq!(end(gravity, start), end(field, start));
    assert_eq!(end(push, start), end(PrescribedTorque(known), start));
    assert_eq!(end(Model::from(field), start), end(field, start));
}
