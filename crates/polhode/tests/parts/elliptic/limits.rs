//! The edges: m = 0 and 1, tiny and huge arguments, poles.

use polhode::elliptic::{self, amplitude, e, f, jacobi, jacobi_from_m, pi};
use polhode::real::{DoubleDouble, Real};
use std::f64::consts::{FRAC_PI_2, PI};

fn near(a: f64, b: f64, units: f64) {
    assert!((a - b).abs() <= units * f64::EPSILON * b.abs(), "{a:e} {b:e}");
}

#[test]
fn modulus_one_is_hyperbolic() {
    for u in [1e-300, 1e-9, 0.3, -2.0, 7.0, 19.9, 20.1, 80.0, 600.0, -700.0] {
        let (sn, cn, dn) = jacobi_from_m(u, 1.0);
        near(sn, f64::tanh(u), 3.0);
        near(cn, 1.0 / f64::cosh(u), 3.0 + f64::abs(u));
        near(dn, cn, 1.0);
        near(amplitude(u, 1.0, 0.0), 2.0 * f64::atan(f64::tanh(u / 2.0)), 4.0);
    }
    assert_eq!(jacobi(1e4, 1.0, 0.0), (1.0, 0.0, 0.0));
    for phi in [1e-200, 0.4, -1.2, 1.57] {
        near(f(phi, 1.0, 0.0), f64::tan(phi).asinh(), 4.0);
        near(e(phi, 1.0, 0.0), f64::sin(phi), 1.0);
    }
    assert_eq!(elliptic::k(0.0), f64::INFINITY);
    assert_eq!(elliptic::e_complete(1.0, 0.0), 1.0);
    assert_eq!(elliptic::pi_complete(0.5, 1.0, 0.0), f64::INFINITY);
    assert_eq!(elliptic::pi_complete(-0.5, 1.0, 0.0), f64::INFINITY);
    assert_eq!(f(3.0, 1.0, 0.0), f64::INFINITY);
    assert_eq!(f(-3.0, 1.0, 0.0), -f64::INFINITY);
    near(e(3.0, 1.0, 0.0), 2.0 - f64::sin(3.0), 1.0);
}

#[test]
fn modulus_zero_is_circular() {
    for u in [1e-300, 1e-6, 0.3, -2.0, 700.0, 1e10] {
        let (sn, cn, dn) = jacobi_from_m(u, 0.0);
        near(sn, Real::sin(u), 1.0);
        near(cn, Real::cos(u), 1.0);
        assert_eq!(dn, 1.0);
        near(amplitude(u, 0.0, 1.0), u, 1.0);
        near(f(u, 0.0, 1.0), u, 2.0);
        near(e(u, 0.0, 1.0), u, 2.0);
        near(pi(0.0, u, 0.0, 1.0), u, 2.0);
    }
    near(elliptic::k(1.0), FRAC_PI_2, 0.0);
    near(elliptic::e_complete(0.0, 1.0), FRAC_PI_2, 1.0);
    near(elliptic::pi_complete(-3.0, 0.0, 1.0), PI / 4.0, 2.0);
}

/// The smallest complements, where K = ln(4/k') to all digits.
#[test]
fn modulus_nearly_one() {
    for exponent in [20, 100, 200, 300] {
        let m1 = 10f64.powi(-exponent);
        let k = elliptic::k(m1);
        near(k, (4.0 / m1.sqrt()).ln(), 2.0);
        let (sn, cn, dn) = jacobi(k, 1.0, m1);
        assert_eq!(sn, 1.0);
        // u is within half a unit of K only, where dn changes like cosh.
        assert!((dn / m1.sqrt() - 1.0).abs() < 1e-13);
        assert!(cn.abs() < 1e-12 * m1.sqrt());
        // The double after pi/2 is 1.608e-16 above it.
        let after = f(f64::from_bits(FRAC_PI_2.to_bits() + 1), 1.0, m1);
        let beyond = if exponent < 50 { k } else { 2.0 * k - (2.0 / 1.608_123e-16f64).ln() };
        near(after, beyond, 1e-6 / f64::EPSILON);
    }
}

#[test]
fn poles_and_beyond() {
    assert_eq!(elliptic::pi_complete(1.0, 0.5, 0.5), f64::INFINITY);
    assert!(elliptic::pi_complete(1.5f64, 0.5, 0.5).is_nan());
    // n = 1 and n > 1 are defined up to the pole. For m = 0 and n = 1: tan.
    near(pi(1.0, 1.2, 0.0, 1.0), f64::tan(1.2), 3.0);
    near(pi(2.0, 0.7, 0.0, 1.0), f64::tan(0.7).atanh(), 12.0);
    assert!(pi(2.0f64, 0.9, 0.3, 0.7).is_nan());
    assert_eq!(elliptic::rf(0.0, 0.0, 1.0), f64::INFINITY);
    assert_eq!(elliptic::rc(1.0, 0.0), f64::INFINITY);
    assert_eq!(elliptic::rd(0.0, 0.0, 1.0), f64::INFINITY);
    assert_eq!(elliptic::rj(1.0, 1.0, 1.0, 0.0), f64::INFINITY);
    assert!(elliptic::rf(-1.0f64, 1.0, 1.0).is_nan());
    assert!(jacobi(f64::NAN, 0.5, 0.5).0.is_nan());
    assert!(f(f64::INFINITY, 0.5, 0.5).is_nan());
    let infinite = elliptic::k(DoubleDouble::from_f64(0.0));
    assert_eq!(infinite.hi, f64::INFINITY);
}
