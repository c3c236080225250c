//! What holds for numbers holds for series.
//!
//! Next to each bound stands the largest error in 60000 cases.

use super::{claim, distance};
use polhode::real::{Jet, Real};
use proptest::array::uniform7;
use proptest::prelude::*;

const N: usize = 7;
type Series = Jet<f64, N>;

/// Leads with a number from the range.
fn series(leading: core::ops::Range<f64>) -> impl Strategy<Value = Series> {
    (leading, uniform7(-1.0..1.0)).prop_map(|(leading, mut coefficients)| {
        coefficients[0] = leading;
        Jet::from_coefficients(coefficients)
    })
}

/// Small whole numbers: sums and products of them are exact.
fn whole_series() -> impl Strategy<Value = Series> {
    uniform7(-20_i32..20).prop_map(|c| Jet::from_coefficients(c.map(f64::from)))
}

/// Without the last coefficient, which differentiation does not know.
fn but_last(jet: Series) -> [f64; N - 1] {
    core::array::from_fn(|k| jet.coefficient(k))
}

proptest! {
    #[test]
    fn sine_and_cosine_stay_on_the_circle(x in series(-4.0..4.0)) {
        let (sin, cos) = x.sin_cos();
        claim("circle", distance(sin.squared() + cos.squared(), Jet::one()), 6e-15); // 1.8e-15
    }
    #[test]
    fn the_tangent_is_sine_by_cosine(x in series(-1.0..1.0)) {
        let (sin, cos) = x.sin_cos();
        claim("tangent", distance(x.tan(), sin / cos), 1e-14); // 3.1e-15
    }
    #[test]
    fn the_angle_of_cosine_and_sine_is_the_angle(x in series(-3.0..3.0)) {
        let (sin, cos) = x.sin_cos();
        claim("angle", distance(sin.atan2(cos), x), 3e-15); // 1.0e-15
    }
    #[test]
    fn the_exponential_of_the_logarithm_is_the_number(x in series(0.5..4.0)) {
        claim("exp ln", distance(x.ln().exp(), x), 4e-14); // 9.7e-15
    }
    #[test]
    fn the_logarithm_of_the_exponential_is_the_number(x in series(-2.0..2.0)) {
        claim("ln exp", distance(x.exp().ln(), x), 4e-15); // 1.2e-15
    }
    #[test]
    fn the_square_of_the_root_is_the_number(x in series(0.5..4.0)) {
        claim("root", distance(x.sqrt().squared(), x), 5e-15); // 1.6e-15
    }
    #[test]
    fn the_root_of_the_square_is_the_magnitude(x in series(-4.0..-0.5)) {
        claim("root of square", distance(x.squared().sqrt(), x.abs()), 5e-14); // 1.1e-14
    }
    #[test]
    fn a_quotient_times_the_divisor_is_the_dividend(x in series(-2.0..2.0), y in series(0.5..4.0)) {
        claim("quotient", distance(x / y * y, x), 2e-13); // 4.2e-14
    }
    #[test]
    fn the_sine_of_the_arc_sine_is_the_number(x in series(-0.7..0.7)) {
        claim("sin asin", distance(x.asin().sin(), x), 1e-13); // 2.1e-14
        claim("cos acos", distance(x.acos().cos(), x), 1e-13); // 1.8e-14
    }
    #[test]
    fn a_power_is_repeated_multiplication(x in series(0.5..2.0)) {
        claim("power", distance(x.powi(5), x * x * x * x * x), 2e-15); // 6.7e-16
        claim("inverse square", distance(x.powi(-2) * x * x, Jet::one()), 1e-12); // 3.2e-13
    }
    #[test]
    fn exponentials_of_sums_are_products(x in series(-1.0..1.0), y in series(-1.0..1.0)) {
        claim("exp", distance((x + y).exp(), x.exp() * y.exp()), 4e-15); // 1.3e-15
    }

    /// Leibniz 1684, for every order: exact in whole numbers.
    #[test]
    fn derivatives_of_products_are_leibniz_sums(x in whole_series(), y in whole_series()) {
        for n in 0..N {
            let mut binomial = 1.0;
            let mut sum = 0.0;
            for k in 0..=n {
                sum += binomial * x.derivative(k) * y.derivative(n - k);
                binomial = binomial * (n - k) as f64 / (k + 1) as f64;
            }
            prop_assert_eq!((x * y).derivative(n), sum);
        }
    }
    #[test]
    fn differentiation_obeys_the_product_rule(x in whole_series(), y in whole_series()) {
        let rule = x.differentiated() * y + x * y.differentiated();
        prop_assert_eq!(but_last((x * y).differentiated()), but_last(rule));
    }
    #[test]
    fn integration_undoes_differentiation(x in series(-4.0..4.0)) {
        claim("integration", distance(x.differentiated().integrated(x.coefficient(0)), x), 2e-16); // 1.1e-16
    }
    #[test]
    fn factors_change_places_without_changing_a_bit(x in series(-4.0..4.0), y in series(-4.0..4.0)) {
        prop_assert_eq!((x * y).coefficients.map(f64::to_bits), (y * x).coefficients.map(f64::to_bits));
    }
    #[test]
    fn a_number_by_itself_is_exactly_one(x in series(0.1..4.0)) {
        prop_assert_eq!(x / x, Jet::one());
    }
}
