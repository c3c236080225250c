//! Motions on Lie groups against solutions in closed form, and what stays.

use crate::lie_groups::problems::{Apart, HeavyTop, kirchhoff, manakov, rigid};
use polhode::lie::{
    Dynamics, Exponentials, GroupMethod, GroupState, LieGroup, MovingBody, MuntheKaas, MuntheKaas4,
    Pose, RigidBodyN, RotationN, Skew, TaylorLie, Twist,
};
use polhode::methods::buss::Buss;
use polhode::methods::taylor::Taylor;
use polhode::real::DoubleDouble as Dd;
use polhode::torque::UniformField;
use polhode::{Body, Mat3, Method, Motion, Real, Rotation, State, Vec3, exact};

/// The series of order 24 over some time.
fn series<G: LieGroup<Dd>, D: Dynamics<Dd, Group = G>>(
    body: &D,
    mut state: GroupState<Dd, G>,
    time: f64,
    steps: u64,
) -> GroupState<Dd, G> {
    let h = Dd::from_f64(time) / Dd::from_f64(steps as f64);
    TaylorLie::new(24).unwrap().advance(body, &mut state, h, steps);
    state
}

#[test]
fn a_body_on_so3_moves_by_elliptic_functions() {
    let (inertia, start) = rigid::<Dd>();
    let end = series(&inertia, start, 3.0, 60);
    let truth = exact::after(&inertia, &State::new(start.place, start.momentum), Dd::from_f64(3.0));
    let error = Rotation::apart((end.place, end.momentum), (truth.attitude, truth.momentum)).hi;
    println!("{error:e}");
    assert!(error < 5e-30, "{error:e}"); // measured 1.6e-30
}

/// On SO(3) the series are Buss's methods, and the tables those of the catalogue: the same steps, not only
/// the same order.
#[test]
fn on_so3_the_methods_are_those_of_the_catalogue() {
    fn apart(method: impl Method, mut other: impl GroupMethod<Dd, Rotation<Dd>>) -> f64 {
        let (inertia, mut state) = rigid::<Dd>();
        let start = State::<Dd>::new(state.place, state.momentum);
        let mut motion = Motion::new(method, Body::free(inertia), start).unwrap();
        motion.advance(Dd::from_f64(0.25), 20).unwrap();
        other.advance(&inertia, &mut state, Dd::from_f64(0.25), 20);
        let State { attitude, momentum, .. } = *motion.state();
        Rotation::apart((state.place, state.momentum), (attitude, momentum)).hi
    }
    let series = [Buss::First, Buss::Second, Buss::Third, Buss::Fourth, Buss::Fifth, Buss::Sixth];
    for (order, method) in (1..).zip(series) {
        let error = apart(method, TaylorLie::new(order).unwrap());
        assert!(error < 1e-30, "{method:?}: {error:e}"); // measured 2.8e-31 at most
    }
    let table = Exponentials::COMMUTATOR_FREE_4;
    assert_eq!(apart(table, table), 0.0);
    assert_eq!(apart(MuntheKaas4, MuntheKaas4), 0.0);
}

/// In a vacuum, with the momentum about a point that is not the centre: the centre goes straight,
/// and the body turns as if it were held there.
#[test]
fn a_free_body_off_its_centre_goes_straight_and_tumbles() {
    let ((inertia, _), (_, start)) = (rigid::<Dd>(), kirchhoff::<Dd>());
    let (mass, centre, time) = (Dd::from_f64(1.7), Vec3::from_f64([0.3, -0.2, 0.5]), 3.0);
    let body = MovingBody::new(inertia, [mass; 3], centre).unwrap();
    let end = series(&body, start, time, 90);

    let Twist { angular, linear } = start.momentum;
    let Pose { rotation, .. } = start.place;
    let about_centre = State::<Dd>::new(rotation, angular - centre.cross(linear));
    let turned = exact::after(&inertia, &about_centre, Dd::from_f64(time));
    let way = rotation.apply(linear) * (Dd::from_f64(time) / mass);
    let position = start.place.apply(centre) + way - turned.attitude.apply(centre);
    let linear = turned.attitude.apply_inverse(rotation.apply(linear));
    let momentum = Twist { angular: turned.momentum + centre.cross(linear), linear };
    let place = Pose { rotation: turned.attitude, position };
    let error = Pose::apart((end.place, end.momentum), (place, momentum)).hi;
    println!("{error:e}");
    assert!(error < 5e-30, "{error:e}"); // measured 1.3e-30
}

/// The heavy top is a motion on SE(3) whose linear momentum is the upward vector; as a
/// pushed body it is one of the catalogue's.
#[test]
fn the_heavy_top_is_a_free_motion_on_se3() {
    let ((inertia, start), up) = (rigid::<Dd>(), Vec3::from_f64([0.0, 0.0, 1.0]));
    let (arm, weight) = (Vec3::from_f64([0.2, -0.3, 0.6]), Dd::from_f64(4.0));
    let top = HeavyTop { inertia, weight: arm * weight };
    let place = Pose { rotation: start.place, position: Vec3::zero() };
    let momentum = Twist { angular: start.momentum, linear: start.place.apply_inverse(up) };
    let end = series(&top, GroupState::new(place, momentum), 2.0, 80);

    let body = Body { inertia, torque: UniformField::new(weight, arm, up).unwrap() };
    let start = State::<Dd>::new(start.place, start.momentum);
    let mut run = Motion::new(Taylor { degree: 24 }, body, start).unwrap();
    run.advance(Dd::from_f64(2.0) / Dd::from_f64(64.0), 64).unwrap();
    let truth = run.state();
    let found = (end.place.rotation, end.momentum.angular);
    let error = Rotation::apart(found, (truth.attitude, truth.momentum)).hi;
    println!("{error:e}");
    assert!(error < 1e-30, "{error:e}"); // measured 1.7e-31
    let upward = end.place.rotation.apply_inverse(up) - end.momentum.linear;
    assert!(upward.norm().hi < 1e-30, "{:e}", upward.norm().hi);
}

/// With three equal integrals a body of four dimensions is a symmetric top: with l the part
/// of m in their planes, g = g0 exp(t m0/(a+b)) exp(t d l), d = 1/2a - 1/(a+b).
#[test]
fn a_symmetric_body_of_four_dimensions_moves_by_two_exponentials() {
    let (_, start) = manakov::<Dd>();
    let (a, b, t) = (Dd::from_f64(0.7), Dd::from_f64(1.9), Dd::from_f64(2.0));
    let body = RigidBodyN::new([a, a, a, b]).unwrap();
    let end = series(&body, start, t.hi, 80);

    let (mixed, m) = ((a + b).recip(), start.momentum);
    let inner = Skew::from_planes(|i, j| if j < 3 { m.rows()[i][j] } else { Dd::zero() });
    let second = RotationN::exp(inner * (t * (a.twice().recip() - mixed)));
    let place = start.place * RotationN::exp(m * (t * mixed)) * second;
    let error = RotationN::apart((end.place, end.momentum), (place, second.coadjoint(m))).hi;
    println!("{error:e}");
    assert!(error < 5e-30, "{error:e}"); // measured 1.8e-30
}

/// On SO(3), written as matrices, the body of n dimensions is the body: J_i + J_j about the
/// third axis, and the quaternion says the same as the matrix.
#[test]
fn three_of_n_dimensions_are_three() {
    let (inertia, start) = rigid::<Dd>();
    let Vec3 { x, y, z } = inertia.moments();
    let body = RigidBodyN::new([y + z - x, z + x - y, x + y - z].map(Dd::half)).unwrap();
    let hat = |v: Vec3<Dd>| {
        let rows = Mat3::hat(v).to_rows();
        Skew::<Dd, 3>::from_planes(|i, j| rows[i][j])
    };
    let place = RotationN(start.place.to_matrix().to_rows());
    let found = series(&body, GroupState::new(place, hat(start.momentum)), 1.0, 40);
    let other = series(&inertia, start, 1.0, 40);
    let rows = other.place.to_matrix().to_rows();
    let error =
        RotationN::apart((found.place, found.momentum), (RotationN(rows), hat(other.momentum)));
    println!("{:e}", error.hi);
    assert!(error.hi < 1e-30, "{:e}", error.hi); // measured 2.0e-31
}

/// Runs every method in double precision, and shows the worst that was found.
fn worst<G: LieGroup<f64>, D: Dynamics<f64, Group = G>>(
    body: &D,
    start: GroupState<f64, G>,
    error: impl Fn(&GroupState<f64, G>) -> f64,
) -> f64 {
    let (h, steps) = (0.01, 1000);
    let mut worst = 0.0f64;
    let tables = [
        Exponentials::CROUCH_GROSSMAN_3,
        Exponentials::CROUCH_GROSSMAN_4,
        Exponentials::COMMUTATOR_FREE_4,
    ];
    for mut table in tables {
        let mut state = start;
        table.advance(body, &mut state, h, steps);
        worst = worst.max(error(&state));
    }
    let (mut method, mut state) = (MuntheKaas::BUTCHER_6, start);
    method.advance(body, &mut state, h, steps);
    worst = worst.max(error(&state));
    let mut state = start;
    MuntheKaas4.advance(body, &mut state, h, steps);
    worst = worst.max(error(&state));
    for order in 1..=8 {
        let mut state = start;
        TaylorLie::new(order).unwrap().advance(body, &mut state, h, steps);
        assert_eq!(state.time, h * steps as f64, "time is not a sum");
        worst = worst.max(error(&state));
    }
    worst
}

/// Whatever its order, a method keeps what only the group decides: the momentum in space and
/// the invariants of coadjoint orbits.
#[test]
fn every_method_keeps_momentum_in_space_and_the_invariants_of_the_group() {
    let (body, start) = rigid::<f64>();
    let before = start.spatial_momentum();
    let so3 = worst(&body, start, |s| {
        let length = s.momentum.norm() - start.momentum.norm();
        (s.spatial_momentum() - before).norm().max(length.abs())
    });
    let (body, start) = kirchhoff::<f64>();
    let before = start.spatial_momentum();
    let casimirs = |m: Twist<f64>| [m.linear.dot(m.linear), m.linear.dot(m.angular)];
    let se3 = worst(&body, start, |s| {
        let change = s.spatial_momentum() + before * -1.0;
        let [pp, pl] = casimirs(s.momentum);
        let [pp0, pl0] = casimirs(start.momentum);
        change.dot(change).sqrt().max((pp - pp0).abs()).max((pl - pl0).abs())
    });
    let (body, start) = manakov::<f64>();
    let before = start.spatial_momentum();
    let so4 = worst(&body, start, |s| {
        let change = s.spatial_momentum() + before * -1.0;
        let traces = |m: &Skew<f64, 4>| {
            let square = times(m.rows(), m.rows());
            [trace(&square), trace(&times(&square, &square))]
        };
        let ([a, b], [a0, b0]) = (traces(&s.momentum), traces(&start.momentum));
        change.dot(&change).sqrt().max(((a - a0) / a0).abs()).max(((b - b0) / b0).abs())
    });
    println!("SO(3) {so3:e}, SE(3) {se3:e}, SO(4) {so4:e}");
    // Measured 3.9e-14, 4.1e-13, 7.4e-14: 1000 steps of rounding, where SE(3) is far from its origin.
    assert!(so3 < 1e-13 && se3 < 1e-12 && so4 < 2e-13);
}

type Rows = [[f64; 4]; 4];

fn times(a: &Rows, b: &Rows) -> Rows {
    std::array::from_fn(|i| std::array::from_fn(|j| (0..4).map(|k| a[i][k] * b[k][j]).sum()))
}
fn trace(a: &Rows) -> f64 {
    (0..4).map(|i| a[i][i]).sum()
}
/// What the group does not decide converges with the order: the energy, and Manakov's second
/// integral, the coefficient of s^2 in tr (m + s J^2)^4.
#[test]
fn energies_and_manakovs_integral_converge() {
    let drift = |n: u64| {
        let h = Dd::from_f64(2.0) / Dd::from_f64(n as f64);
        let (body, start) = kirchhoff::<Dd>();
        let mut state = start;
        TaylorLie::new(5).unwrap().advance(&body, &mut state, h, n);
        let moving = (body.energy(state.momentum) - body.energy(start.momentum)).hi;
        let (body, start) = manakov::<Dd>();
        let mut state = start;
        TaylorLie::new(5).unwrap().advance(&body, &mut state, h, n);
        let turning = (body.energy(&state.momentum) - body.energy(&start.momentum)).hi;
        let second = (second_integral(&state.momentum) - second_integral(&start.momentum)).hi;
        [moving, turning, second].map(f64::abs)
    };
    let (coarse, fine) = (drift(200), drift(400));
    for (coarse, fine) in coarse.into_iter().zip(fine) {
        let order = (coarse / fine).log2();
        println!("{coarse:.1e} {fine:.1e}: {order:.3}");
        assert!((order - 5.0).abs() < 0.1, "{coarse:e} to {fine:e}");
    }
}

/// tr of 4 m m J^4 + 2 m J^2 m J^2, J^2 diagonal.
fn second_integral(m: &Skew<Dd, 4>) -> Dd {
    let d = [0.4, 0.9, 1.3, 2.1].map(|j| Dd::from_f64(j).squared());
    let pairs = (0..16).map(|n| (n / 4, n % 4));
    pairs.fold(Dd::zero(), |sum, (i, j)| {
        let square = -m.rows()[i][j].squared();
        sum + square * (d[i].squared() * Dd::from_f64(4.0) + d[i] * d[j] * Dd::from_f64(2.0))
    })
}

#[test]
fn steps_do_not_allocate() {
    let (body, mut state) = kirchhoff::<f64>();
    let (mut method, mut table) = (TaylorLie::new(8).unwrap(), Exponentials::COMMUTATOR_FREE_4);
    let pushed = crate::lie_groups::problems::Driven {
        body,
        stream: state.momentum,
        push: state.momentum,
        brake: 0.1,
    };
    let count = allocation_counter::measure(|| {
        method.advance(&pushed, &mut state, 0.01, 10);
        table.advance(&pushed, &mut state, 0.01, 10);
    });
    assert_eq!(count.count_total, 0);
}
