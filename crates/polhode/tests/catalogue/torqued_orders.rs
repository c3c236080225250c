//! Every method has the order of its card under torques of attitude, of time and
//! of rate.

use crate::support::any_torque::{Drag, Swing};
use crate::support::{Bound, bind, extrapolate, method, run_for, slope};
use polhode::catalogue::{MethodName, variants};
use polhode::real::DoubleDouble as Dd;
use polhode::torque::UniformField;
use polhode::{Body, Error, Inertia, Real, Rotation, State, Vec3};

/// Compositions in steps that vary.
const TOGETHER: [&str; 3] = [
    "exact:compose=suzuki-4,reversible=torque",
    "exact:compose=suzuki-4,reversible=torque-rate",
    "mclachlan-reich:compose=kahan-li-6,reversible=torque-rate",
];

fn every_order_holds<T: Bound<Dd>>(kind: &str, torque: T, of: fn(&MethodName) -> bool) {
    let inertia = Inertia::new_without_triangle_check([1.0, 2.0, 2.7].map(Dd::from_f64)).unwrap();
    let body = Body { inertia, torque };
    let attitude = Rotation::from_wxyz([0.9, 0.1, -0.3, 0.2].map(Dd::from_f64));
    let start: State<Dd> = State::new(attitude, Vec3::from_f64([1.1, 2.9, 1.7]));
    let time = 0.5;
    let truth = extrapolate(&body, start, time, 50);
    let finer = extrapolate(&body, start, time, 70);
    let agreement = finer.attitude.angle_to(truth.attitude).hi;
    assert!(agreement < 1e-28, "{kind}: the truth is good to {agreement:e} only");

    // What follows a tolerance errs by that, not by a power of the step: tests/catalogue/taylor.rs.
    let of_an_order = variants().into_iter().filter(|name| name.tolerance().is_none());
    for name in of_an_order.chain(TOGETHER.map(method)).filter(of) {
        let Some(order) = name.card().order_torqued.map(f64::from) else {
            assert_eq!(
                bind(&name, body.clone(), start).err(),
                Some(Error::TakesNoTorque),
                "{name}"
            );
            continue;
        };
        if name.card().refuses_rates && body.torque.properties().depends_on_momentum {
            let refused = bind(&name, body.clone(), start).err();
            assert_eq!(refused, Some(Error::DependsOnMomentum), "{name}");
            continue;
        }
        // Order 8 would reach the rounding of double-doubles.
        let few = if order > 7.0 { 2 } else { 1 };
        let errors = [64u64, 88, 120, 168, 240].map(|n| {
            let n = n / few;
            let h = Dd::from_f64(time) / Dd::from_f64(n as f64);
            let end = run_for(&name, body.clone(), start, time, n);
            let angle = end.attitude.angle_to(truth.attitude).hi;
            (h.hi, angle, (end.momentum - truth.momentum).norm().hi)
        });
        let attitude = slope(&errors.map(|(h, a, _)| (h, a)));
        let momentum = slope(&errors.map(|(h, _, m)| (h, m)));
        println!(
            "{kind}: {name}: {attitude:.3} {momentum:.3}, claimed {order}, finest {:.1e}",
            errors[4].1
        );
        assert!((attitude - order).abs() < 0.1, "{kind}: {name} has order {attitude:.3}");
        assert!(momentum > order - 0.1, "{kind}: momentum of {name} has order {momentum:.3}");
    }
}

#[test]
fn every_method_has_its_order_under_a_torque_of_attitude() {
    let arm = Vec3::from_f64([0.3, -0.5, 0.8]);
    let field =
        UniformField::new(Dd::from_f64(2.3), arm, Vec3::from_f64([1.0, 0.5, -0.2])).unwrap();
    every_order_holds("attitude", field, |_| true);
}

#[test]
fn every_method_has_its_order_under_a_torque_of_time() {
    every_order_holds("time", Swing { in_body: 0.0 }, |name| name.splitting().is_none());
}

/// With a part in body axes: kicks that are functions of time in space commute with more
/// than kicks do, and the order of some splittings would be higher than claimed.
#[test]
fn every_splitting_has_its_order_under_a_torque_of_time() {
    every_order_holds("time", Swing { in_body: 0.5 }, |name| name.splitting().is_some());
}

#[test]
fn every_method_has_its_order_under_a_torque_of_rate() {
    every_order_holds("rate", Drag, |_| true);
}
