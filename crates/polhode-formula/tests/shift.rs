//! Formulas whose time is counted from a late origin.

use polhode::real::{DoubleDouble, Real};
use polhode::{Rotation, Vec3};
use polhode_formula::{Branches, Formula, FormulaInput};

const ORIGIN: f64 = 1_763_586_940.625;

fn input<S: Real>(time: S) -> FormulaInput<S> {
    let rates = Vec3::from_f64([0.3, -0.2, 0.7]);
    FormulaInput {
        time,
        attitude: Rotation::identity(),
        rates,
        momentum: rates,
        potential: S::zero(),
    }
}

fn formula(text: &str) -> Formula {
    Formula::new(text, &[("k".into(), 1.3)]).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The value with twice the digits, and that of the shifted formula.
fn both(text: &str, since: f64) -> (f64, f64) {
    let wide = DoubleDouble::from_f64(ORIGIN) + DoubleDouble::from_f64(since);
    let shifted = formula(text).counted_from(ORIGIN);
    (formula(text).at(&input(wide)).hi, shifted.at(&input(since)))
}

#[test]
fn what_is_linear_in_a_late_time_has_the_digits_of_the_time_since_the_start() {
    let linear = [
        "t - 1763586940.5",
        "sin(k*t)",
        "cos(0.3 - t/7) * wx",
        "tan(2*pi*t/5400)",
        "exp(-((t - 1763586940.625 - 3)/0.2)^2)",
        "if(t < 1763586943, 0.7, -0.2)",
        "if(1763586943 >= t, wx, wy*sin(t))",
        "mod(t, 86400)/86400",
        "max(t - 1763586942, 0)",
        "clamp(0.1*(t - 1763586940), 0, 0.5)",
        "-(1763586940 - t)*2 + wz",
        "(t - 1763586940) * (3 - (t - 1763586940))",
        "sqrt(2)*(t - 1763586940)/k",
    ];
    for text in linear {
        for since in [0.0, 0.1, 1.7, 2.3, 6.9] {
            let (truth, found) = both(text, since);
            // Some roundings of numbers of the order of 1.
            assert!(
                (found - truth).abs() < 2e-15 * truth.abs().max(4.0),
                "{text} at {since}: {found} {truth}"
            );
        }
    }
}

#[test]
fn what_is_not_linear_sees_the_rounded_time() {
    for text in ["t^2/1e18", "sin(t^2/1e9)", "ln(t)"] {
        let (truth, found) = both(text, 0.1);
        assert!((found - truth).abs() < 1e-6, "{text}: {found} {truth}");
    }
}

#[test]
fn switches_keep_their_names_and_branches() {
    let text = "max(t - 1763586942, 0) + if(t < 1763586944, 1, 0) + floor(mod(t, 2)) + sign(wx)";
    let (early, late) = (formula(text), formula(text).counted_from(ORIGIN));
    let names = |formula: &Formula| -> Vec<_> {
        formula
            .switches()
            .iter()
            .map(|s| (s.name.clone(), s.kind, s.of_time_alone, s.at_zero))
            .collect()
    };
    assert_eq!(names(&early), names(&late));
    assert_eq!(late.next_switch(1.0, 2.0), Some(1.375));
    assert_eq!(late.next_switch(3.0, 3.376), Some(3.375));
    let mut branches = Vec::new();
    late.natural_branches(&input(1.0), None, &mut branches);
    assert_eq!(late.on_branch(&input(1.0), &Branches::new(&branches)), late.at(&input(1.0)));
}

#[test]
fn without_time_or_from_zero_a_formula_stays_as_it_is() {
    assert_eq!(formula("sin(wx)").counted_from(ORIGIN), formula("sin(wx)"));
    assert_eq!(formula("sin(t)").counted_from(0.0), formula("sin(t)"));
}

/// The deepest formula that is accepted has room for one value more.
#[test]
fn the_deepest_formula_can_be_shifted() {
    let text = format!("{}t*wx{}", "(wx + ".repeat(30), ")".repeat(30));
    let (truth, found) = both(&text, 0.1);
    assert!((found / truth - 1.0).abs() < 1e-14, "{found} {truth}");
}
