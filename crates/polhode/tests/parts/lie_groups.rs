//! The groups obey what makes them groups, and input is checked.

pub(crate) mod problems;
pub(crate) mod truth;

use crate::support::Uniform;
use polhode::lie::{
    LieAlgebra, LieGroup, MovingBody, MuntheKaas, Pose, RigidBodyN, RotationN, Skew, Twist,
};
use polhode::real::{Constant, F64x4, Lanes};
use polhode::{Error, Inertia, Rotation, Vec3};
use problems::Apart;

/// The definitions in the documentation of [`LieGroup`], with numbers: the largest of
/// what should be null.
fn defects<G: LieGroup<f64> + Apart<f64, Vector = G::Algebra>>(
    [u, v, m]: [G::Algebra; 3],
    dot: impl Fn(G::Algebra, G::Algebra) -> f64,
) -> [f64; 6] {
    let (g, one, zero) = (G::exp(u), G::identity(), G::Algebra::zero());
    let off = |a: G, b: G| G::apart((a, zero), (b, zero));
    let size = |a: G::Algebra| dot(a, a).sqrt();
    let minus = |a: G::Algebra| a * -1.0;
    // e^(ad u) v
    let (mut sum, mut term) = (v, v);
    for n in 1..30 {
        term = u.bracket(&term) * f64::from(n).recip();
        sum = sum + term;
    }
    let jacobi = u.bracket(&v.bracket(&m)) + v.bracket(&m.bracket(&u)) + m.bracket(&u.bracket(&v));
    [
        off(g * g.inverse(), one).max(off(g * G::exp(minus(u)), one)),
        off(G::exp(u * 0.25) * G::exp(u * 0.75), g),
        size(jacobi),
        size(g.adjoint(v) + minus(sum)),
        (dot(g.coadjoint(m), v) - dot(m, g.adjoint(v))).abs(),
        (dot(G::coadjoint_rate(u, m), v) - dot(m, u.bracket(&v))).abs(),
    ]
}

#[test]
fn groups_brackets_and_what_is_seen_from_elsewhere_belong_together() {
    let mut random = Uniform(5);
    for _ in 0..100 {
        let mut vector =
            || Vec3::new(random.next(), random.next(), random.next()).map(|x| 2.0 * x - 1.0);
        let so3 = defects::<Rotation<f64>>([vector(), vector(), vector()], Vec3::dot);
        let mut twist = || Twist { angular: vector(), linear: vector() };
        let se3 = defects::<Pose<f64>>([twist(), twist(), twist()], Twist::dot);
        let mut skew = || Skew::<f64, 5>::from_planes(|_, _| random.next() - 0.5);
        let so5 = defects::<RotationN<f64, 5>>([skew(), skew(), skew()], |a, b| a.dot(&b));
        let worst = [so3, se3, so5].concat().into_iter().fold(0.0, f64::max);
        assert!(worst < 1e-14, "{so3:?} {se3:?} {so5:?}"); // some roundings of numbers below 10
    }
}

#[test]
fn exponentials_are_rotations_to_rounding_however_far_they_turn() {
    let mut random = Uniform(11);
    for size in [1e-9, 0.01, 1.0, 30.0] {
        let a = Skew::<f64, 5>::from_planes(|_, _| (random.next() - 0.5) * size);
        let turn = RotationN::exp(a);
        let there_and_back = turn * RotationN::exp(a * -1.0);
        let off = RotationN::apart((there_and_back, a), (RotationN::identity(), a));
        println!("{size}: {:e} {off:e}", turn.orthogonality_error());
        // Measured 3.3e-15 at most, where it is squared seven times.
        assert!(turn.orthogonality_error() < 1e-14 && off < 1e-14, "{size}");
    }
    let quarter = Skew::<f64, 2>::from_planes(|_, _| std::f64::consts::FRAC_PI_2);
    let [[a, b], [c, d]] = RotationN::exp(quarter).0;
    assert!(a.abs().max(d.abs()).max((b - 1.0).abs()).max((c + 1.0).abs()) < 1e-15);
    for wrong in [f64::NAN, f64::INFINITY, 1e300] {
        let _ends = RotationN::exp(Skew::<f64, 3>::from_planes(|_, _| wrong));
    }
}

/// Each lane is halved as often as it needs.
#[test]
fn lanes_of_a_matrix_hold_the_scalars_bits() {
    let size = |lane: usize| [0.1, 1.0, 7.0, 50.0][lane];
    let lanes =
        Skew::<F64x4, 3>::from_planes(|i, j| F64x4::from_lanes(|l| size(l) * (i + 2 * j) as f64));
    let turns = RotationN::exp(lanes).0;
    for lane in 0..4 {
        let alone =
            RotationN::exp(Skew::<f64, 3>::from_planes(|i, j| size(lane) * (i + 2 * j) as f64));
        let from_lane = turns.map(|row| row.map(|entry| entry.lane(lane)));
        assert_eq!(alone.0, from_lane, "lane {lane}");
    }
}

#[test]
fn bodies_without_mass_are_refused() {
    let inertia = Inertia::new([1.0, 2.0, 2.7]).unwrap();
    let error = MovingBody::new(inertia, [1.0, -2.0, 1.0], Vec3::zero()).unwrap_err();
    assert!(matches!(error, Error::Parameter { value: -2.0, .. }));
    assert!(error.to_string().contains("-2.0"), "{error}");
    assert!(RigidBodyN::new([1.0, 2.0, -1.0]).is_err());
    assert!(RigidBodyN::new([1.0, 2.0, f64::NAN]).is_err());
    assert!(RigidBodyN::new([1.0, 2.0, -0.5]).is_ok());
}

#[test]
fn tables_that_do_not_hold_together_are_refused() {
    const ONE: &[Constant] = &[Constant::ratio(1, 1)];
    const TWO: &[Constant] = &[Constant::ratio(1, 2), Constant::ratio(1, 2)];
    assert!(MuntheKaas::new(&[ONE], TWO, 2).is_ok());
    for (error, value) in [
        (MuntheKaas::new(&[ONE], TWO, 0), "0"),
        (MuntheKaas::new(&[ONE], TWO, 17), "17"),
        (MuntheKaas::new(&[TWO], TWO, 2), "stage is 2"),
        (MuntheKaas::new(&[], TWO, 2), "stage is 2"),
        (MuntheKaas::new(&[ONE; 16], TWO, 2), "stage is 17"),
    ] {
        let message = error.unwrap_err().to_string();
        assert!(message.contains(value), "{message}");
    }
}
