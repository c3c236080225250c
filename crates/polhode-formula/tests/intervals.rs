//! Interval arithmetic contains what it is to contain.

use polhode::geometry::{Rotation, Vec3};
use polhode::real::{Jet, Real};
use polhode_formula::{Branches, Formula, FormulaInput, Interval};
use proptest::prelude::*;

fn input<S: Real>(time: S) -> FormulaInput<S> {
    FormulaInput {
        time,
        attitude: Rotation::identity(),
        rates: Vec3::zero(),
        momentum: Vec3::zero(),
        potential: S::zero(),
    }
}

fn value(text: &str, x: f64) -> f64 {
    Formula::new(text, &[]).expect(text).at(&input(x))
}

type Function = (&'static str, fn(Interval) -> Interval);

const FUNCTIONS: [Function; 17] = [
    ("sin(t)", Interval::sin),
    ("cos(t)", Interval::cos),
    ("tan(t)", Interval::tan),
    ("asin(t)", Interval::asin),
    ("acos(t)", Interval::acos),
    ("atan(t)", Interval::atan),
    ("exp(t)", Interval::exp),
    ("ln(t)", Interval::ln),
    ("sqrt(t)", Interval::sqrt),
    ("abs(t)", Interval::abs),
    ("sinh(t)", Interval::sinh),
    ("cosh(t)", Interval::cosh),
    ("tanh(t)", Interval::tanh),
    ("floor(t)", Interval::floor),
    ("t^2", Interval::squared),
    ("t^3", |x| x.powi(3)),
    ("t^-4", |x| x.powi(-4)),
];

/// A number of any size, and how far an interval goes from it.
fn numbers() -> impl Strategy<Value = (f64, f64, f64)> {
    let size = (-12.0..7.0, any::<bool>()).prop_map(|(size, negative): (f64, bool)| {
        let size = 10f64.powf(size);
        if negative { -size } else { size }
    });
    let whole = (-20..20).prop_map(f64::from);
    let width = prop_oneof![Just(0.0), (-18.0..2.0).prop_map(|size: f64| 10f64.powf(size))];
    (prop_oneof![size, whole], width, 0.0..=1.0)
}

/// An interval and a number in it.
fn around((x, width, part): (f64, f64, f64)) -> (f64, Interval) {
    let (low, high) = (x - width * part, x + width * (1.0 - part));
    (x, Interval::new(low.min(x), high.max(x)))
}

#[test]
fn bounds_are_tight() {
    let near = |x: Interval, low: f64, high: f64| {
        let off = |a: f64, b: f64| (a - b).abs() > 1e-14 * b.abs().max(1e-300);
        assert!(!off(x.low(), low) && !off(x.high(), high), "{x:?} is not [{low}, {high}]");
    };
    let (x, y) = (Interval::new(-1.0, 3.0), Interval::new(2.0, 4.0));
    assert_eq!(x + y, Interval::new(1.0, 7.0));
    assert_eq!(x - y, Interval::new(-5.0, 1.0));
    near(x * y, -4.0, 12.0);
    near(x / y, -0.5, 1.5);
    near(x.squared(), 0.0, 9.0);
    near(x.powi(3), -1.0, 27.0);
    near(Interval::ONE / Interval::new(0.0, 2.0), 0.5, f64::INFINITY);
    assert_eq!(y / x, Interval::ENTIRE);
    near(Interval::new(0.0, 2.0).sin(), 0.0, 1.0);
    near(Interval::new(2.0, 7.0).cos(), -1.0, 1.0);
    near(Interval::new(2.0, 3.0).cos(), 3f64.cos(), 2f64.cos());
    near(Interval::new(4.0, 5.0).sin(), -1.0, 4f64.sin());
    assert_eq!(Interval::new(1.0, 2.0).tan(), Interval::ENTIRE);
    near(Interval::new(-4.0, 9.0).sqrt(), 0.0, 3.0);
    assert!(Interval::new(-4.0, -1.0).sqrt().is_empty());
    assert!(Interval::new(-4.0, -1.0).ln().is_empty());
    assert!(Interval::new(1.5, 2.0).asin().is_empty());
    near(
        Interval::new(1.0, 2.0).atan2(Interval::new(-1.0, 1.0)),
        1f64.atan2(1.0),
        1f64.atan2(-1.0),
    );
    assert_eq!(Interval::new(-1.5, 2.5).floor(), Interval::new(-2.0, 2.0));
    assert_eq!(x.min(y), Interval::new(-1.0, 3.0));
    assert_eq!(x.max(y), Interval::new(2.0, 4.0));
    assert_eq!(x.abs(), Interval::new(0.0, 3.0));
    // Exact sums are not rounded.
    assert_eq!(Interval::point(0.5) + Interval::point(0.25), Interval::point(0.75));
    assert_ne!(Interval::point(0.1) + Interval::point(0.2), Interval::point(0.1 + 0.2));
    for empty in
        [x + Interval::EMPTY, x * Interval::EMPTY, x / Interval::ZERO, Interval::EMPTY.abs()]
    {
        assert!(empty.is_empty());
    }
}

/// Text of a formula of t.
fn texts() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        3 => Just("t".to_owned()),
        1 => (-30..30).prop_map(|n| format!("({})", f64::from(n) / 8.0)),
        1 => Just("pi".to_owned()),
    ];
    leaf.prop_recursive(4, 20, 3, |inner| {
        let pair = || (inner.clone(), inner.clone());
        prop_oneof![
            pair().prop_map(|(a, b)| format!("({a} + {b})")),
            pair().prop_map(|(a, b)| format!("({a} - {b})")),
            pair().prop_map(|(a, b)| format!("{a}*{b}")),
            pair().prop_map(|(a, b)| format!("({a})/({b})")),
            (inner.clone(), -3..5).prop_map(|(a, n)| format!("({a})^{n}")),
            pair().prop_map(|(a, b)| format!("(abs({a}) + 1)^({b})")),
            pair().prop_map(|(a, b)| format!("atan2({a}, {b})")),
            pair().prop_map(|(a, b)| format!("min({a}, {b})")),
            pair().prop_map(|(a, b)| format!("max({a}, {b})")),
            pair().prop_map(|(a, b)| format!("mod({a}, {b})")),
            (inner.clone(), inner.clone(), inner.clone())
                .prop_map(|(a, b, c)| format!("if({a} > {b} or not {c} < 0, {b}, {c})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("clamp({a}, {b}, 2)")),
            (
                inner.clone(),
                prop::sample::select(
                    &[
                        "sin", "cos", "tan", "asin", "acos", "atan", "exp", "ln", "sqrt", "abs",
                        "sinh", "cosh", "tanh", "floor", "sign",
                    ][..]
                )
            )
                .prop_map(|(a, function)| format!("{function}({a})")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 3000, ..ProptestConfig::default() })]
    #[test]
    fn functions_contain_their_values(x in numbers()) {
        let (x, all) = around(x);
        for (text, function) in FUNCTIONS {
            let value = value(text, x);
            let enclosed = function(all);
            prop_assert!(value.is_nan() || value.is_infinite() || enclosed.contains(value), "{text} at {x:?}: {value:?} is not in {enclosed:?}");
        }
    }
    #[test]
    fn operators_contain_their_values(x in numbers(), y in numbers()) {
        let ((x, of_x), (y, of_y)) = (around(x), around(y));
        let results = [
            (x + y, of_x + of_y),
            (x - y, of_x - of_y),
            (x * y, of_x * of_y),
            (x / y, of_x / of_y),
            (Real::atan2(x, y), of_x.atan2(of_y)),
            (x.min(y), of_x.min(of_y)),
            (x.max(y), of_x.max(of_y)),
        ];
        for (k, (value, enclosed)) in results.into_iter().enumerate() {
            prop_assert!(!value.is_finite() || enclosed.contains(value), "{k} of {x:?}, {y:?}: {value:?} is not in {enclosed:?}");
        }
    }
    #[test]
    fn formulas_contain_their_values_and_derivatives(text in texts(), t in numbers()) {
        let (t, all) = around(t);
        let Ok(formula) = Formula::new(&text, &[]) else { return Ok(()) };
        let mut branches = Vec::new();
        formula.natural_branches(&input(t), None, &mut branches);
        prop_assume!(branches.iter().all(|branch| branch.is_finite()));
        let on: Jet<f64, 2> =
            formula.on_branch(&input(Jet::variable(t)), &Branches::new(&branches));
        let [value, slope] = formula.over_time(all, &branches);
        let [at, derivative] = [on.coefficient(0), on.coefficient(1)];
        prop_assert!(!at.is_finite() || value.contains(at), "{text} at {t:?} is {at:?}, not in {value:?}");
        // Derivatives are computed by other rules, with other roundings.
        let scale = slope.low().abs().max(slope.high().abs()).max(derivative.abs());
        let off = if slope.contains(derivative) { 0.0 } else { (slope.low() - derivative).max(derivative - slope.high()) };
        prop_assert!(!(at.is_finite() && derivative.is_finite()) || off <= 1e-6 * scale.max(1e-6), "{text} at {t:?}: {derivative:?} is not in {slope:?}");
    }
}
