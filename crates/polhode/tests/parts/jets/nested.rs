//! Jets of jets hold mixed partial derivatives.

use super::claim;
use polhode::real::{Jet, Real};

type Inner = Jet<f64, 3>;
type Outer = Jet<Inner, 4>;

const X: f64 = 0.8;
const Y: f64 = 1.3;

/// x varies outside, y inside.
fn point() -> (Outer, Outer) {
    (Jet::variable(Jet::constant_of(X)), Jet::constant_of(Jet::variable(Y)))
}

fn partial(jet: Outer, by_x: usize, by_y: usize) -> f64 {
    jet.derivative(by_x).derivative(by_y)
}

#[test]
fn partial_derivatives_of_a_monomial_are_exact() {
    let x: Outer = Jet::variable(Jet::constant_of(2.0));
    let y: Outer = Jet::constant_of(Jet::variable(3.0));
    let monomial = x.powi(3) * y.squared();
    assert_eq!(partial(monomial, 0, 0), 72.0);
    assert_eq!(partial(monomial, 1, 1), 3.0 * 4.0 * 2.0 * 3.0);
    assert_eq!(partial(monomial, 2, 1), 6.0 * 2.0 * 2.0 * 3.0);
    assert_eq!(partial(monomial, 3, 2), 6.0 * 2.0);
}

#[test]
fn mixed_derivatives_are_those_on_paper() {
    let (x, y) = point();
    let (product, square) = (X * Y, X * X + Y * Y);
    let (sin, cos) = Real::sin_cos(product);
    let exp = Real::exp(product);
    let secant = 1.0 / (cos * cos);
    for (name, jet, [by_x, by_y], truth) in [
        ("exp(xy)", (x * y).exp(), [1, 1], (1.0 + product) * exp),
        ("exp(xy)", (x * y).exp(), [2, 2], (2.0 + 4.0 * product + product * product) * exp),
        ("sin(xy)", (x * y).sin(), [1, 1], cos - product * sin),
        ("cos(xy)", (x * y).cos(), [2, 1], -2.0 * Y * cos + product * Y * sin),
        ("tan(xy)", (x * y).tan(), [1, 1], secant + 2.0 * product * secant * sin / cos),
        ("atan2(y, x)", y.atan2(x), [1, 1], (Y * Y - X * X) / (square * square)),
        (
            "length",
            (x * x + y * y).sqrt(),
            [1, 1],
            -product / Real::powi(square, 2) * Real::sqrt(square),
        ),
        ("ln(x + y)", (x + y).ln(), [2, 1], 2.0 / Real::powi(X + Y, 3)),
        ("x / y", x / y, [1, 2], 2.0 / Real::powi(Y, 3)),
        ("y / x", y / x, [3, 1], -6.0 / Real::powi(X, 4)),
    ] {
        let error = (partial(jet, by_x, by_y) / truth - 1.0).abs();
        claim(name, error, 4e-15); // 1.4e-15, cos, the truth of which cancels
    }
}

#[test]
fn it_does_not_matter_which_variable_is_outside() {
    type Square = Jet<Jet<f64, 4>, 4>;
    let of = |x: Square, y: Square| (x.sin() * y.exp() / (x + y).sqrt()).atan2(x * y);
    let outside = |value| Jet::variable(Jet::constant_of(value));
    let inside = |value| Jet::constant_of(Jet::variable(value));
    let (one, other) = (of(outside(X), inside(Y)), of(inside(X), outside(Y)));
    for i in 0..4 {
        for j in 0..4 {
            let difference =
                one.coefficient(i).coefficient(j) - other.coefficient(j).coefficient(i);
            claim("transposed", difference.abs(), 1e-15); // 2.3e-16
        }
    }
}
