//! Double-doubles are good to 2^-104 and better.

use super::table::{Row, rows};
use polhode::Real;
use polhode::real::DoubleDouble;

const CIRCLE: &str = include_str!("../data/elementary/double_double_circle.txt");
const ATAN2: &str = include_str!("../data/elementary/double_double_atan2.txt");
const EXP: &str = include_str!("../data/elementary/double_double_exp.txt");
const LN: &str = include_str!("../data/elementary/double_double_ln.txt");

fn argument(row: &Row, column: usize) -> DoubleDouble {
    DoubleDouble { hi: row.double(column), lo: row.double(column + 1) }
}

/// The exponent of the relative error.
fn error(got: DoubleDouble, row: &Row, column: usize) -> f64 {
    let [hi, lo, third] = [0, 1, 2].map(|i| row.double(column + i));
    let difference = (got - DoubleDouble { hi, lo }) - DoubleDouble::from(third);
    (difference.hi / hi).abs().max(1e-40).log2()
}

fn claim(name: &str, errors: impl Iterator<Item = f64>) {
    let errors: Vec<f64> = errors.collect();
    let worst = errors.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    assert!(errors.len() >= 700);
    assert!(errors.iter().all(|&error| error <= -104.5), "{name}: 2^{worst}");
}

#[test]
fn sine_and_cosine_are_good_to_104_bits_also_next_to_their_zeros() {
    claim("sin", rows(CIRCLE).map(|row| error(argument(&row, 0).sin(), &row, 2)));
    claim("cos", rows(CIRCLE).map(|row| error(argument(&row, 0).cos(), &row, 5)));
}

#[test]
fn the_angle_of_a_point_is_good_to_104_bits() {
    claim(
        "atan2",
        rows(ATAN2).map(|row| error(argument(&row, 0).atan2(argument(&row, 2)), &row, 4)),
    );
}

#[test]
fn the_exponential_is_good_to_104_bits() {
    claim("exp", rows(EXP).map(|row| error(argument(&row, 0).exp(), &row, 2)));
}

#[test]
fn the_logarithm_is_good_to_104_bits_also_near_1() {
    claim("ln", rows(LN).map(|row| error(argument(&row, 0).ln(), &row, 2)));
}

#[test]
fn the_square_root_squared_is_the_argument_to_103_bits() {
    for row in rows(LN) {
        let x = argument(&row, 0);
        if !(1e-200..1e200).contains(&x.hi) {
            continue;
        }
        let root = x.sqrt();
        assert!(((root * root - x) / x).hi.abs() < 2f64.powi(-102), "{x:?}");
    }
}

#[test]
fn ties_are_decided_by_the_second_part() {
    let round = |hi: f64, lo: f64| {
        let whole = DoubleDouble { hi, lo }.round();
        (whole.hi, whole.lo)
    };
    assert_eq!(round(2.5, 0.0), (2.0, 0.0));
    assert_eq!(round(2.5, 1e-20), (3.0, 0.0));
    assert_eq!(round(2.5, -1e-20), (2.0, 0.0));
    assert_eq!(round(3.5, -1e-20), (3.0, 0.0));
    assert_eq!(round(-2.5, -1e-20), (-3.0, 0.0));
    assert_eq!(round(7.0, 1e-20), (7.0, 0.0));
    assert_eq!(round(2f64.powi(60), 3.75), (2f64.powi(60), 4.0));
    assert_eq!(round(2f64.powi(53) - 2.0, 0.5), (2f64.powi(53) - 2.0, 0.0));
}

#[test]
fn no_argument_makes_a_double_double_panic() {
    let odd = [0.0, -0.0, 5e-324, 1e-300, 1.0, 1e6, 1e17, 1e300, f64::MAX, f64::INFINITY, f64::NAN];
    for &x in odd.iter().chain(&odd.map(|x| -x)) {
        let value = DoubleDouble::from(x);
        let (sin, cos) = value.sin_cos();
        assert!(x.is_finite() == (sin.hi.abs() <= 1.0 && cos.hi.abs() <= 1.0), "{x:e}");
        // Like the double to its digits, and to the bit where there is but one answer.
        for (got, double) in [(value.exp(), Real::exp(x)), (value.ln(), Real::ln(x))] {
            let same = got.hi == double || (got.hi - double).abs() < 1e-14 * double.abs();
            assert!(same || got.hi.is_nan() && double.is_nan(), "{x:e}: {got:?} {double:e}");
        }
        for &other in &odd {
            let angle = Real::atan2(x, other);
            let got = value.atan2(DoubleDouble::from(other)).hi;
            let same = got == angle || (got - angle).abs() < 1e-14 * angle.abs();
            assert!(same || got.is_nan() && angle.is_nan(), "{x:e} {other:e}: {got:e} {angle:e}");
        }
    }
}

#[test]
fn angles_on_the_axes_have_all_digits() {
    let (zero, one) = (DoubleDouble::zero(), DoubleDouble::one());
    assert_eq!(zero.atan2(-one), DoubleDouble::pi());
    assert_eq!((-one).atan2(zero), -DoubleDouble::pi().half());
    assert_eq!(DoubleDouble::from(f64::INFINITY).atan2(one), DoubleDouble::pi().half());
}
