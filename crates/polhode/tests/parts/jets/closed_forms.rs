//! Every function of `a + t` against the coefficients known on paper.

use super::{Size, claim};
use polhode::real::{Constant, DoubleDouble, Jet, Real};

const N: usize = 9;

/// The largest relative error of a coefficient.
fn relative<R: Size>(jet: Jet<R, N>, truth: impl Fn(usize) -> R) -> f64 {
    (0..N).fold(0.0, |most, k| {
        let error = ((jet.coefficient(k) - truth(k)) / truth(k)).size();
        if error <= most { most } else { error }
    })
}

fn whole<R: Real>(k: usize) -> R {
    R::from_f64(k as f64)
}
fn factorial<R: Real>(k: usize) -> R {
    (1..=k).fold(R::one(), |product, factor| product * whole(factor))
}
/// `power (power - 1) ... (power - k + 1) / k!`.
fn binomial<R: Real>(power: f64, k: usize) -> R {
    let falling = (0..k).fold(R::one(), |product, i| product * (R::from_f64(power) - whole(i)));
    falling / factorial(k)
}
fn alternating<R: Real>(k: usize) -> R {
    R::from_f64(if k.is_multiple_of(2) { 1.0 } else { -1.0 })
}

/// `tan^(k) / k!`: by `P_(k+1)(u) = (1 + u^2) P_k'(u)` where `u` is the tangent.
fn tangent<R: Real>(a: R, k: usize) -> R {
    let mut polynomial = vec![0.0, 1.0];
    for _ in 0..k {
        let mut next = vec![0.0; polynomial.len() + 1];
        for (power, factor) in polynomial.iter().enumerate().skip(1) {
            next[power - 1] += power as f64 * factor;
            next[power + 1] += power as f64 * factor;
        }
        polynomial = next;
    }
    let u = Real::tan(a);
    polynomial.iter().rev().fold(R::zero(), |sum, &factor| sum * u + R::from_f64(factor))
        / factorial(k)
}

/// `(-1)^(k-1) sin(k phi) / (k r^k)` where `phi` is the angle of `a + i`, `r` its length.
fn arc_tangent<R: Real>(a: R, k: usize) -> R {
    if k == 0 {
        return Real::atan(a);
    }
    let angle = R::one().atan2(a);
    let inverse = Real::sqrt(R::one() + a * a).recip();
    -(alternating::<R>(k) * Real::sin(whole::<R>(k) * angle) * Real::powi(inverse, k as i32))
        / whole(k)
}

/// Errors of every function at `a + t`.
fn errors<R: Size>() -> [(&'static str, f64); 10] {
    let a = R::constant(const { Constant::ratio(7, 10) });
    let x = Jet::<R, N>::variable(a);
    let (sin, cos) = x.sin_cos();
    let turned = |k: usize| Real::sin_cos(a + R::pi().half() * whole(k));
    let inverse = a.recip();
    let down = |k: usize| Real::powi(inverse, k as i32);
    [
        ("exp", relative(x.exp(), |k| Real::exp(a) / factorial(k))),
        (
            "ln",
            relative(x.ln(), |k| {
                if k == 0 { Real::ln(a) } else { -(alternating::<R>(k) * down(k)) / whole(k) }
            }),
        ),
        ("sin", relative(sin, |k| turned(k).0 / factorial(k))),
        ("cos", relative(cos, |k| turned(k).1 / factorial(k))),
        ("tan", relative(x.tan(), |k| tangent(a, k))),
        ("atan", relative(x.atan(), |k| arc_tangent(a, k))),
        ("sqrt", relative(x.sqrt(), |k| binomial::<R>(0.5, k) * Real::sqrt(a) * down(k))),
        ("recip", relative(x.recip(), |k| alternating::<R>(k) * down(k + 1))),
        (
            "power 11",
            relative(x.powi(11), |k| binomial::<R>(11.0, k) * Real::powi(a, 11 - k as i32)),
        ),
        ("power -3", relative(x.powi(-3), |k| binomial::<R>(-3.0, k) * down(k + 3))),
    ]
}

#[test]
fn functions_of_a_double_have_the_coefficients_known_on_paper() {
    for (function, error) in errors::<f64>() {
        claim(function, error, 3e-15); // 1.9e-15, atan, most of it the closed form's
    }
}

#[test]
fn jets_of_double_doubles_are_good_to_1e_30() {
    for (function, error) in errors::<DoubleDouble>() {
        claim(function, error, 1e-30); // 1.3e-31, sqrt
    }
}

/// The numerators and denominators of Abramowitz and Stegun 4.3.67, 4.4.40, 4.4.42.
#[test]
fn odd_functions_at_zero_have_the_fractions_of_the_handbook() {
    let x = Jet::<DoubleDouble, 10>::variable(DoubleDouble::zero());
    let handbook = [
        ("tan", x.tan(), [(1.0, 1.0), (1.0, 3.0), (2.0, 15.0), (17.0, 315.0), (62.0, 2835.0)]),
        ("asin", x.asin(), [(1.0, 1.0), (1.0, 6.0), (3.0, 40.0), (15.0, 336.0), (105.0, 3456.0)]),
        ("atan", x.atan(), [(1.0, 1.0), (-1.0, 3.0), (1.0, 5.0), (-1.0, 7.0), (1.0, 9.0)]),
    ];
    for (function, jet, fractions) in handbook {
        for (index, (numerator, denominator)) in fractions.into_iter().enumerate() {
            let truth = DoubleDouble::from_f64(numerator) / DoubleDouble::from_f64(denominator);
            let error = (jet.coefficient(2 * index + 1) - truth).size();
            claim(function, error, 5e-33); // 7.7e-34, asin
            assert_eq!(jet.coefficient(2 * index), DoubleDouble::zero(), "{function}");
        }
    }
}

#[test]
fn arc_cosine_is_a_quarter_turn_less_the_arc_sine() {
    let x = Jet::<DoubleDouble, N>::variable(DoubleDouble::from_f64(0.3));
    let sum = x.asin() + x.acos();
    claim("asin + acos", super::distance(sum, Jet::pi().half()), 5e-32); // 7.9e-33
}

#[test]
fn derivatives_are_coefficients_times_factorials() {
    let jet = Jet::<f64, 6>::from_coefficients([3.0, 5.0, 7.0, 11.0, 13.0, 17.0]);
    let derivatives: [f64; 6] = core::array::from_fn(|k| jet.derivative(k));
    assert_eq!(derivatives, [3.0, 5.0, 14.0, 66.0, 312.0, 2040.0]);
    assert_eq!(jet.differentiated().coefficients, [5.0, 14.0, 33.0, 52.0, 85.0, 0.0]);
    let integrated = Jet::<f64, 4>::from_coefficients([2.0, 4.0, 9.0, 8.0]).integrated(1.0);
    assert_eq!(integrated.coefficients, [1.0, 2.0, 2.0, 3.0]);
}
