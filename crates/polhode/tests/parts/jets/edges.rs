//! Where functions have no derivatives, and what a comparison sees.

use polhode::real::{DoubleDouble, F64x4, Jet, Lanes, Real};

type Series = Jet<f64, 4>;
const INFINITE: f64 = f64::INFINITY;

fn series(coefficients: [f64; 4]) -> Series {
    Jet::from_coefficients(coefficients)
}
fn later(jet: Series) -> [f64; 3] {
    core::array::from_fn(|k| jet.coefficient(k + 1))
}

#[test]
fn the_root_of_nothing_is_nothing() {
    assert_eq!(Series::zero().sqrt(), Series::zero());
    let nested = Jet::<Series, 3>::zero();
    assert_eq!(nested.sqrt(), nested);
}

#[test]
fn the_root_rises_infinitely_from_zero() {
    // As of sqrt(e + t) and sqrt(e - t) for e towards zero.
    assert_eq!(
        series([0.0, 2.0, 0.0, 1.0]).sqrt().coefficients,
        [0.0, INFINITE, -INFINITE, INFINITE]
    );
    assert_eq!(
        series([0.0, -2.0, 0.0, 1.0]).sqrt().coefficients,
        [0.0, -INFINITE, -INFINITE, -INFINITE]
    );
}

#[test]
fn the_root_of_a_square_has_a_corner_at_zero() {
    let root = series([0.0, 0.0, 1.0, 0.0]).sqrt();
    assert_eq!(root.coefficient(0), 0.0);
    assert!(later(root).iter().all(|c| c.is_nan()), "{root:?}");
}

#[test]
fn the_root_of_one_lane_at_zero_leaves_the_others() {
    let of = |lane: usize| {
        if lane.is_multiple_of(2) { Series::zero() } else { series([4.0, 1.0, 0.0, 2.0]) }
    };
    let root = Jet::<F64x4, 4>::from_lanes(of).sqrt();
    for lane in 0..4 {
        assert_eq!(root.lane(lane), of(lane).sqrt());
        assert!(root.lane(lane).is_finite());
    }
}

/// Their division by zero has no infinities.
#[test]
fn the_root_of_double_doubles_has_no_number_for_its_rise_from_zero() {
    let root = Jet::<DoubleDouble, 3>::variable(DoubleDouble::zero()).sqrt();
    assert_eq!(root.coefficient(0), DoubleDouble::zero());
    assert!(root.coefficient(1).hi.is_nan());
    assert_eq!(Jet::<DoubleDouble, 3>::zero().sqrt(), Jet::zero());
}

/// The outer root sees only the leading zeros of its coefficients; it must not
/// take `s t` for nothing.
#[test]
fn a_root_of_jets_in_jets_does_not_lose_what_varies_inside() {
    let outside: Jet<Series, 2> = Jet::constant_of(Jet::variable(0.0));
    assert_eq!(outside.sqrt().coefficient(0).coefficient(1), INFINITE);
    assert_eq!(outside.sqrt().coefficient(1), Series::zero());
    let both: Jet<Series, 2> = Jet::from_coefficients([Jet::zero(), Jet::variable(0.0)]);
    assert!(!both.sqrt().is_finite());
}

#[test]
fn a_point_that_stays_at_the_origin_keeps_its_angle() {
    assert_eq!(Series::zero().atan2(Series::zero()), Series::zero());
    assert_eq!(Series::zero().atan2(-Series::zero()), Series::pi());
    let passing = series([0.0, 1.0, 0.0, 0.0]).atan2(Series::zero());
    assert!(later(passing).iter().all(|c| c.is_nan()), "{passing:?}");
}

#[test]
fn a_point_that_moves_along_an_axis_keeps_its_angle() {
    let moving = Series::variable(2.0);
    assert_eq!(Series::zero().atan2(moving), Series::zero());
    assert_eq!(Series::zero().atan2(-moving), Series::pi());
    assert_eq!(moving.atan2(Series::zero()), Series::pi().half());
}

#[test]
fn division_by_zero_is_that_of_the_plain_number() {
    let variable = Series::variable(0.0);
    let pole = Series::one() / variable;
    assert_eq!([pole.coefficient(0), pole.coefficient(1)], [INFINITE, -INFINITE]);
    assert!((variable / variable).coefficients.iter().all(|c| c.is_nan()));
    assert_eq!(variable.powi(-1).coefficient(0), INFINITE);
    let logarithm = variable.ln();
    assert_eq!([logarithm.coefficient(0), logarithm.coefficient(1)], [-INFINITE, INFINITE]);
}

#[test]
fn powers_of_zero_are_exact() {
    let t = Series::variable(0.0);
    assert_eq!(t.powi(0), Series::one());
    assert_eq!(t.powi(1), t);
    assert_eq!(t.powi(3).coefficients, [0.0, 0.0, 0.0, 1.0]);
    assert_eq!(t.powi(4), Series::zero());
}

#[test]
fn the_arc_sine_ends_vertically() {
    let end = Series::variable(1.0).asin();
    assert_eq!(end.coefficient(0), core::f64::consts::FRAC_PI_2);
    assert_eq!(end.coefficient(1), INFINITE);
    assert_eq!(Series::one().asin(), Series::constant_of(core::f64::consts::FRAC_PI_2));
}

#[test]
fn the_magnitude_continues_the_side_it_is_on() {
    assert_eq!(series([-1.0, 2.0, -3.0, 4.0]).abs(), series([1.0, -2.0, 3.0, -4.0]));
    assert_eq!(series([1.0, 2.0, -3.0, 4.0]).abs(), series([1.0, 2.0, -3.0, 4.0]));
    assert_eq!(series([-0.0, -2.0, 3.0, 4.0]).abs(), series([0.0, -2.0, 3.0, 4.0]));
    assert_eq!(
        series([1.0, 2.0, 3.0, 4.0]).with_sign_of(-Series::one()),
        series([-1.0, -2.0, -3.0, -4.0])
    );
}

#[test]
fn steps_are_flat() {
    assert_eq!(series([2.5, 1.0, 1.0, 1.0]).round(), Series::from_f64(2.0));
}

#[test]
fn comparisons_see_the_value_and_equality_sees_all() {
    let (low, high) = (series([1.0, 9.0, 9.0, 9.0]), series([2.0, 0.0, 0.0, 0.0]));
    assert!(low.lt(high) && low.le(high) && !high.lt(low) && !high.le(low));
    assert!(low.equals(Series::one()) && low.le(Series::one()) && !low.lt(Series::one()));
    assert_ne!(low, Series::one());
    assert_eq!((low.min(high), low.max(high)), (low, high));
    assert_eq!((high.min(low), high.max(low)), (low, high));
}

#[test]
fn one_infinite_coefficient_makes_a_jet_infinite() {
    assert!(series([1.0, 2.0, 3.0, 4.0]).is_finite());
    for k in 0..4 {
        let mut jet = series([1.0, 2.0, 3.0, 4.0]);
        jet.coefficients[k] = INFINITE;
        assert!(!jet.is_finite());
        jet.coefficients[k] = f64::NAN;
        assert!(!jet.is_finite());
    }
}

#[test]
fn the_default_is_zero() {
    assert_eq!(Series::default().coefficients, [0.0; 4]);
    assert_eq!(Jet::<Series, 2>::default(), Jet::zero());
}
