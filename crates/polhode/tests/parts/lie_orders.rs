//! Every method on Lie groups has its order on every group, free and driven.

use crate::lie_groups::problems::{Apart, Driven, kirchhoff, manakov, rigid};
use crate::lie_groups::truth::{Flat, driven, extrapolate};
use crate::support::slope;
use polhode::lie::{
    Dynamics, Exponentials, GroupMethod, GroupState, LieGroup, MuntheKaas, MuntheKaas4, Skew,
    TaylorLie, Twist,
};
use polhode::real::DoubleDouble as Dd;
use polhode::{Real, Vec3};

const TIME: f64 = 1.0;

/// Runs a method at five step sizes; the slope of its error, and the error at the finest.
fn measure<G, D, M>(
    method: &mut M,
    body: &D,
    start: GroupState<Dd, G>,
    truth: (G, G::Algebra),
    order: u64,
) -> (f64, f64)
where
    G: LieGroup<Dd> + Apart<Dd, Vector = G::Algebra>,
    D: Dynamics<Dd, Group = G>,
    M: GroupMethod<Dd, G>,
{
    let steps = if order > 8 { [32, 40, 48, 56, 64] } else { [96, 128, 192, 256, 384] };
    let errors = steps.map(|n| {
        let (h, mut state) = (Dd::from_f64(TIME) / Dd::from_f64(n as f64), start);
        method.advance(body, &mut state, h, n);
        (h.hi, G::apart((state.place, state.momentum), truth).hi)
    });
    (slope(&errors), errors[4].1)
}

/// Every method has its order on this problem.
fn all_orders<G, D>(problem: &str, body: &D, start: GroupState<Dd, G>, truths: [(G, G::Algebra); 2])
where
    G: LieGroup<Dd> + Apart<Dd, Vector = G::Algebra>,
    D: Dynamics<Dd, Group = G>,
{
    let [truth, finer] = truths;
    let agreement = G::apart(truth, finer).hi;
    assert!(agreement < 1e-27, "the truth of {problem} is good to {agreement:e} only");
    let check = |name: &str, order: u64, (slope, finest): (f64, f64)| {
        println!("{problem}, {name}: {slope:.3}, claimed {order}, finest {finest:.1e}");
        assert!(
            (slope - order as f64).abs() < 0.1,
            "{problem}, {name}: order {slope:.3}, not {order}"
        );
    };
    let tables = [
        ("average", 2, Exponentials::AVERAGE),
        ("Crouch-Grossman 3", 3, Exponentials::CROUCH_GROSSMAN_3),
        ("Crouch-Grossman 4", 4, Exponentials::CROUCH_GROSSMAN_4),
        ("commutator-free 4", 4, Exponentials::COMMUTATOR_FREE_4),
    ];
    for (name, order, mut table) in tables {
        check(name, order, measure(&mut table, body, start, finer, order));
    }
    check("Munthe-Kaas 4", 4, measure(&mut MuntheKaas4, body, start, finer, 4));
    for (name, mut method) in
        [("Munthe-Kaas by table, Kutta", MuntheKaas::KUTTA_4), ("Butcher", MuntheKaas::BUTCHER_6)]
    {
        let order = method.order() as u64;
        check(name, order, measure(&mut method, body, start, finer, order));
    }
    for order in [1, 2, 3, 4, 5, 6, 7, 8, 10, 12] {
        let mut method = TaylorLie::<Dd, G>::new(order as usize).unwrap();
        check("series", order, measure(&mut method, body, start, finer, order));
    }
}

/// Free, and driven by everything that a [`Dynamics`] can say.
fn free_and_driven<G, D>(
    problem: &str,
    body: D,
    start: GroupState<Dd, G>,
    stream: G::Algebra,
    push: G::Algebra,
) where
    G: LieGroup<Dd> + Apart<Dd, Vector = G::Algebra>,
    D: Dynamics<Dd, Group = G> + Flat<Place = G, Vector = G::Algebra>,
{
    let from = (start.place, start.momentum);
    all_orders(problem, &body, start, [60, 80].map(|n| extrapolate(&body, from, TIME, n, None)));
    let body = Driven { body, stream, push, brake: 0.3 };
    let truths = [60, 80].map(|n| driven(&body, from, TIME, n));
    all_orders(&format!("{problem} driven"), &body, start, truths);
}

#[test]
fn every_method_has_its_order_on_so3() {
    let (body, start) = rigid();
    free_and_driven(
        "SO(3)",
        body,
        start,
        Vec3::from_f64([0.4, -0.7, 0.3]),
        Vec3::from_f64([1.0, 0.6, -0.9]),
    );
}

#[test]
fn every_method_has_its_order_on_se3() {
    let (body, start) = kirchhoff();
    let stream = Twist {
        angular: Vec3::from_f64([0.4, -0.7, 0.3]),
        linear: Vec3::from_f64([-0.2, 0.5, 0.8]),
    };
    let push = Twist {
        angular: Vec3::from_f64([1.0, 0.6, -0.9]),
        linear: Vec3::from_f64([0.3, -1.1, 0.7]),
    };
    free_and_driven("SE(3)", body, start, stream, push);
}

#[test]
fn every_method_has_its_order_on_so4() {
    let (body, start) = manakov();
    let of = |entries: [f64; 6]| {
        let mut entries = entries.into_iter();
        Skew::from_planes(|_, _| Dd::from_f64(entries.next().unwrap()))
    };
    let (stream, push) =
        (of([0.4, -0.7, 0.3, -0.2, 0.5, 0.8]), of([1.0, 0.6, -0.9, 0.3, -1.1, 0.7]));
    free_and_driven("SO(4)", body, start, stream, push);
}
