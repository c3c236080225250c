//! Compositions against polynomials through 21 points, in double-double.

use super::{claim, distance};
use polhode::real::{DoubleDouble, Jet, Real};

const N: usize = 9;
const POINTS: usize = 21;
/// Wide enough for differences of order 8 to keep 17 digits, narrow enough for
/// 21 points to determine them.
const SPACING: f64 = 1.0 / 128.0;

/// The first coefficients of the polynomial through the points of a function.
fn interpolated(function: impl Fn(DoubleDouble) -> DoubleDouble) -> Jet<DoubleDouble, N> {
    let node = |i: usize| DoubleDouble::from_f64((i as f64 - (POINTS / 2) as f64) * SPACING);
    let mut divided: Vec<_> = (0..POINTS).map(|i| function(node(i))).collect();
    for order in 1..POINTS {
        for i in (order..POINTS).rev() {
            divided[i] = (divided[i] - divided[i - 1]) / (node(i) - node(i - order));
        }
    }
    // From Newton's form to powers of t.
    let mut powers = vec![DoubleDouble::zero(); POINTS + 1];
    for i in (0..POINTS).rev() {
        for k in (1..=POINTS).rev() {
            powers[k] = powers[k - 1] - node(i) * powers[k];
        }
        powers[0] = divided[i] - node(i) * powers[0];
    }
    Jet::from_coefficients(core::array::from_fn(|k| powers[k]))
}

/// Two inner functions, neither of them simple.
fn inner<R: Real>(t: R) -> [R; 2] {
    let quadratic =
        |a: f64, b: f64, c: f64| R::from_f64(a) + (R::from_f64(b) + R::from_f64(c) * t) * t;
    [quadratic(0.6, 0.5, -0.7), quadratic(1.2, -0.4, 0.3)]
}

type Function<R> = fn(R, R) -> R;

/// Everything that a number can do and that has derivatives.
fn functions<R: Real>() -> [(&'static str, Function<R>); 22] {
    [
        ("sum", |x, y| x + y),
        ("difference", |x, y| x - y),
        ("negative", |x, _| -x),
        ("product", |x, y| x * y),
        ("quotient", |x, y| x / y),
        ("square root", |_, y| y.sqrt()),
        ("magnitude", |x, y| (-x).abs() + y.abs()),
        ("sine", |x, _| x.sin()),
        ("cosine", |x, _| x.cos()),
        ("tangent", |x, _| x.tan()),
        ("angle", |x, y| x.atan2(y)),
        ("angle to the left", |x, y| x.atan2(-y)),
        ("angle below", |x, y| (-x).atan2(y)),
        ("arc tangent", |x, _| x.atan()),
        ("arc sine", |x, _| x.asin()),
        ("arc cosine", |x, _| x.acos()),
        ("exponential", |x, _| x.exp()),
        ("logarithm", |_, y| y.ln()),
        ("reciprocal", |_, y| y.recip()),
        ("fifth power", |x, _| x.powi(5)),
        ("signed", |x, y| x.with_sign_of(-y)),
        ("larger and smaller", |x, y| x.max(y) + x.min(y).squared().half() + y.twice()),
    ]
}

#[test]
fn every_function_of_a_function_has_the_derivatives_that_differences_show() {
    let [x, y] = inner(Jet::<DoubleDouble, N>::variable(DoubleDouble::zero()));
    let plain = functions::<DoubleDouble>();
    for ((name, of_jets), (_, of_numbers)) in functions().into_iter().zip(plain) {
        let truth = interpolated(|t| {
            let [x, y] = inner(t);
            of_numbers(x, y)
        });
        claim(name, distance(of_jets(x, y), truth), 5e-17); // 1.0e-17, the larger and smaller
    }
}

#[test]
fn jets_of_doubles_round_those_of_double_doubles() {
    let [x, y] = inner(Jet::<f64, N>::variable(0.0));
    let widened =
        |jet: Jet<f64, N>| Jet::from_coefficients(jet.coefficients.map(DoubleDouble::from));
    let fine = functions::<Jet<DoubleDouble, N>>();
    for ((name, coarse), (_, fine)) in functions().into_iter().zip(fine) {
        let error = distance(widened(coarse(x, y)), fine(widened(x), widened(y)));
        claim(name, error, 1e-15); // 2.7e-16, the arc sine
    }
}
