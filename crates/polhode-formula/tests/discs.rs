//! Functions on discs of complex times: what is beyond the coefficients is bounded.
//!
//! Truth are the coefficients of long jets, and values at real times.

use polhode::geometry::{Rotation, Vec3};
use polhode::real::{Disc, Jet, Real};
use polhode_formula::{Formula, FormulaInput};
use proptest::prelude::*;

const LENGTH: usize = 28;
const KNOWN: usize = 6;

fn input<S: Real>(time: S) -> FormulaInput<S> {
    // Variables of the state that move.
    let half = time.half();
    let attitude = Rotation { w: half.cos(), x: S::zero(), y: half.sin(), z: S::zero() };
    let rates = Vec3::new(S::zero(), S::one(), time.sin());
    FormulaInput { time, attitude, rates, momentum: rates.map(S::twice), potential: S::zero() }
}

const TERMS: [&str; 16] = [
    "t",
    "sin(A*t)",
    "cos(t + B)",
    "exp(A*sin(t))",
    "exp(-((t - B)/A)^2)",
    "ln(3 + A + r33)",
    "sqrt(2 + A - r11)",
    "1/(2 + A + r31)",
    "tan(0.3*A*r13)",
    "asin(0.5*r33)",
    "acos(0.4*r31)",
    "atan(A*t)",
    "atan2(r31, 2 + A)",
    "tanh(A*r33 + B)",
    "sinh(wz)*cosh(A*wy*r11)",
    "abs(5 + A + lz)^1.5",
];

fn term() -> impl Strategy<Value = String> {
    (0..TERMS.len(), 0.1..2.0, -2.0..2.0).prop_map(|(index, a, b): (_, f64, f64)| {
        TERMS[index].replace('A', &format!("{a:?}")).replace('B', &format!("({b:?})"))
    })
}

fn formulas() -> impl Strategy<Value = String> {
    let joined = (term(), 0..4usize, term())
        .prop_map(|(a, operation, b)| format!("({a}) {} ({b})", ["+", "-", "*", "/"][operation]));
    prop_oneof![term(), joined]
}

proptest! {
    #![proptest_config(ProptestConfig { max_global_rejects: 40000, ..ProptestConfig::with_cases(4000) })]

    #[test]
    fn what_is_beyond_the_coefficients_is_bounded(
        text in formulas(), time in -3.0..3.0f64, exponent in -3.0..0.5f64, part in -1.0..=1.0f64,
    ) {
        let radius = 10f64.powf(exponent);
        let formula = Formula::new(&text, &[]).expect("it is a formula");
        let disc = formula.at(&input(Disc::<f64, KNOWN>::variable(time, radius)));
        prop_assume!(f64::is_finite(disc.rest));
        let mut z = Jet::<f64, LENGTH>::constant_of(time);
        z.coefficients[1] = radius;
        let jet = formula.at(&input(z)).coefficients;
        let first = &jet[..KNOWN];
        let rounding = 1e-11 * disc.size();
        for (of_disc, of_jet) in disc.series.coefficients.iter().zip(first) {
            prop_assert!((of_disc - of_jet).abs() <= rounding, "{text}");
        }
        let beyond: f64 = jet[KNOWN..].iter().map(|c| c.abs()).sum();
        prop_assert!(beyond <= disc.rest + rounding, "{text}: {beyond:e} {:e}", disc.rest);
        let value = formula.at(&input(time + radius * part));
        let sum = first.iter().rev().fold(0.0, |sum, c| sum * part + c);
        prop_assert!((value - sum).abs() <= disc.rest + rounding, "{text}: {value} {sum}");
    }
}

#[test]
fn a_singularity_on_the_disc_is_never_missed() {
    // At a distance of 1 from the centre.
    let texts = [
        "1/(1 + t^2)",
        "ln(t + 1)",
        "sqrt(1 - t)",
        "tanh(1.5707963267948966*t)",
        "atan(t)",
        "asin(t)",
        "acos(t)",
        "(1 + t)^0.3",
        "exp(1/(1 + t^2))",
        "tan(1.5707963267948966*t)",
        "t/(1 - t)^2",
    ];
    for text in texts {
        let formula = Formula::new(text, &[]).expect("it is a formula");
        let at = |radius: f64| formula.at(&input(Disc::<f64, 2>::variable(0.0, radius)));
        assert!(!f64::is_finite(at(1.001).rest), "{text}");
        assert!(f64::is_finite(at(0.3).rest), "{text}");
    }
}
