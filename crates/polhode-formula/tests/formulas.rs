//! Formulas: what they mean in every number, and that none of them breaks the
//! parser.

use polhode::geometry::{Rotation, Vec3};
use polhode::real::{DoubleDouble, Jet, Real};
use polhode_formula::{Formula, FormulaInput};
use proptest::prelude::*;

fn formula(text: &str) -> Formula {
    let parameters = [("k".to_owned(), 20.0), ("n".to_owned(), 3.0)];
    Formula::new(text, &parameters).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// An attitude that is not special, a turn by 0.9 about (1, 2, 2)/3.
fn place<S: Real>(time: S) -> FormulaInput<S> {
    FormulaInput {
        time,
        attitude: Rotation::from_axis_angle(Vec3::from_f64([1.0, 2.0, 2.0]), S::from_f64(0.9)),
        rates: Vec3::from_f64([0.25, -0.5, 1.5]),
        momentum: Vec3::from_f64([0.5, -1.5, 3.0]),
        potential: S::from_f64(0.75),
    }
}

fn value(text: &str) -> f64 {
    formula(text).at(&place(0.375))
}

#[test]
fn operators_bind_as_in_mathematics() {
    let cases = [
        ("2 + 3*4", 14.0),
        ("(2 + 3)*4", 20.0),
        ("10 - 4 - 3", 3.0),
        ("24/4/2", 3.0),
        ("24/4*2", 12.0),
        ("-2^2", -4.0),
        ("(-2)^2", 4.0),
        ("2^3^2", 512.0),
        ("(2^3)^2", 64.0),
        ("2^-1", 0.5),
        ("2^-1^2", 0.5),
        ("-2^-2", -0.25),
        ("2*-3", -6.0),
        ("2 - -3", 5.0),
        ("--3", 3.0),
        ("+3", 3.0),
        ("-3 + 5", 2.0),
        ("-3*5", -15.0),
        ("2*3^2", 18.0),
        ("(-3)^n", -27.0),
        ("0^0", 1.0),
        ("4^0.5", 2.0),
        ("1e2 + .5 + 2. + 1E-1", 102.6),
        (" \t 1 +\n2 ", 3.0),
        ("min(2, 3) + max(2, 3)", 5.0),
        ("k*n", 60.0),
    ];
    for (text, truth) in cases {
        let off = (value(text) - truth).abs();
        assert!(off <= 2.0 * f64::EPSILON * truth.abs(), "{text} is {}, not {truth}", value(text));
    }
}

#[test]
fn variables_are_what_they_are_called() {
    let at = place(0.375);
    let q = at.attitude;
    let rows = q.to_matrix().to_rows();
    let mut cases = vec![
        ("t".to_owned(), 0.375),
        ("qw".into(), q.w),
        ("qx".into(), q.x),
        ("qy".into(), q.y),
        ("qz".into(), q.z),
        ("wx".into(), 0.25),
        ("wy".into(), -0.5),
        ("wz".into(), 1.5),
        ("lx".into(), 0.5),
        ("ly".into(), -1.5),
        ("lz".into(), 3.0),
        ("pi".into(), std::f64::consts::PI),
    ];
    for (i, row) in rows.iter().enumerate() {
        cases.extend(row.iter().enumerate().map(|(j, &r)| (format!("r{}{}", i + 1, j + 1), r)));
    }
    for (text, truth) in cases {
        assert!((value(&text) - truth).abs() < 4e-16, "{text} is {}", value(&text));
    }
    // The columns of the matrix are the body's axes in space: Rodrigues for e_x, with
    // c + (1 - c)/9 and so on.
    let (s, c) = 0.9_f64.sin_cos();
    let axis = [1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0];
    let r21 = axis[1] * axis[0] * (1.0 - c) + axis[2] * s;
    assert!((value("r21") - r21).abs() < 4e-16);
}

/// f(0.375) as the nearest double and what it leaves, computed with 45 digits, and
/// f'(0.375) from the formula of the derivative.
fn functions() -> [(&'static str, f64, f64, f64); 12] {
    let t = 0.375_f64;
    [
        ("sin(t)", 0.36627252908604757, -9.938814562106524e-18, t.cos()),
        ("cos(t)", 0.9305076219123143, 4.488760003328074e-18, -t.sin()),
        ("tan(t)", 0.39362657592563277, -1.2972931096830582e-17, t.cos().powi(-2)),
        ("asin(t)", 0.3843967744956391, 1.0793527747925466e-18, (1.0 - t * t).sqrt().recip()),
        ("acos(t)", 1.1863995522992576, -1.0638046651119837e-16, -(1.0 - t * t).sqrt().recip()),
        ("atan(t)", 0.35877067027057225, -2.4623815582638635e-17, (1.0 + t * t).recip()),
        ("exp(t)", 1.4549914146182013, 8.517923078996071e-17, t.exp()),
        ("ln(t)", -0.9808292530117262, -4.9262074302888635e-17, t.recip()),
        ("sqrt(t)", 0.6123724356957945, 5.421541295258115e-17, 0.5 / t.sqrt()),
        ("sinh(t)", 0.38385106791361456, 5.622465694408225e-18, t.cosh()),
        ("cosh(t)", 1.0711403467045868, -3.146553736696317e-17, t.sinh()),
        ("tanh(t)", 0.35835739835078595, -3.184100638338411e-18, t.cosh().powi(-2)),
    ]
}

#[test]
fn every_function_has_its_value_in_every_number() {
    for (text, hi, lo, slope) in functions() {
        let formula = formula(text);
        let double: f64 = formula.at(&place(0.375));
        assert!((double - hi).abs() <= 4e-16 * hi.abs(), "{text} in f64: {double:?}");
        let single: f32 = formula.at(&place(0.375_f32));
        assert!((f64::from(single) - hi).abs() <= 2e-7 * hi.abs(), "{text} in f32: {single:?}");
        let pair: DoubleDouble = formula.at(&place(DoubleDouble::from_f64(0.375)));
        let off = (pair.hi - hi) + (pair.lo - lo);
        // Measured at most 6.2e-33.
        assert!(off.abs() < 2e-32, "{text} in double-double is off by {off:e}");
        let jet: Jet<f64, 3> = formula.at(&place(Jet::variable(0.375)));
        assert_eq!(jet.coefficient(0), double, "{text}");
        let off = (jet.coefficient(1) - slope).abs();
        assert!(off < 1e-15 * slope.abs().max(1.0), "{text}: slope off by {off:e}");
    }
}

#[test]
fn functions_hold_away_from_the_middle() {
    let ratio = |text: &str, truth: f64| (value(text) / truth - 1.0).abs();
    for x in [1e-9, 1e-3, 0.999, 1.001, 3.0, 20.0, 300.0_f64] {
        for sign in [1.0, -1.0] {
            let x = sign * x;
            assert!(ratio(&format!("sinh({x:?})"), x.sinh()) < 3e-15, "sinh({x})");
            assert!(ratio(&format!("cosh({x:?})"), x.cosh()) < 3e-15, "cosh({x})");
            assert!(ratio(&format!("tanh({x:?})"), x.tanh()) < 3e-15, "tanh({x})");
            assert!(ratio(&format!("exp({x:?})"), x.exp()) < 1e-15, "exp({x})");
            for y in [0.5, -2.0_f64] {
                let text = format!("atan2({x:?}, {y:?})");
                assert!(ratio(&text, x.atan2(y)) < 1e-15, "{text}");
            }
        }
    }
    assert_eq!(value("tanh(1000)"), 1.0);
    assert_eq!(value("tanh(-1000)"), -1.0);
    assert_eq!(value("tanh(0) + sinh(0) + abs(-0.5)"), 0.5);
}

#[test]
fn powers_agree_with_products_in_jets() {
    let t = Jet::<f64, 4>::variable(0.375);
    let [power, product] = ["t^3", "t*t*t"].map(|text| formula(text).at(&place(t)));
    for k in 0..4 {
        assert!((power.coefficient(k) - product.coefficient(k)).abs() < 1e-15);
    }
    // A whole power of zero has derivatives; exp(2 ln 0) would have none.
    let at_zero = formula("t^2").at(&place(Jet::<f64, 3>::variable(0.0)));
    assert_eq!([0, 1, 2].map(|k| at_zero.coefficient(k)), [0.0, 0.0, 1.0]);
}

/// A formula, which byte is to blame, and a part of what is said.
#[test]
fn what_is_wrong_is_pointed_at() {
    let cases = [
        ("2*/3", 2, "not `/`"),
        ("2 + * 3", 4, "not `*`"),
        ("2*", 2, "not the end"),
        ("sin()", 4, "not `)`"),
        ("sin(2*)", 6, "not `)`"),
        ("sin(t,)", 5, "not `,`"),
        ("min(1, 2, 3)", 0, "given 3 values; it takes 2"),
        ("min(1)", 0, "given 1 values; it takes 2"),
        ("(1, 2)", 2, "not `,`"),
        ("()", 1, "not `)`"),
        ("1 + (2 3)", 7, "not `3`"),
        ("2t", 1, "not `t`"),
        ("1.5.2", 3, "not `.`"),
        ("0x10", 1, "not `x`"),
        ("t = 2", 2, "not `=`"),
        ("t % 2", 2, "not `%`"),
        ("t ** 2", 3, "not `*`"),
        ("T", 0, "no variable `T`"),
        ("2*omega", 2, "no variable `omega`"),
        ("r14", 0, "no variable `r14`"),
        ("sin(cosh(foo(1)))", 9, "no function `foo`"),
        ("pi(2)", 0, "no function `pi`"),
        ("é + 1", 0, "not `é`"),
        ("t + é", 4, "not `é`"),
    ];
    for (text, begin, part) in cases {
        let error = Formula::new(text, &[]).expect_err(text);
        assert_eq!(error.span.start, begin, "{text}: {error}");
        assert!(error.message.contains(part), "{text}: {error}");
        assert!(!error.remedy.is_empty(), "{text}");
    }
}

#[test]
fn what_is_too_long_or_too_deep_is_refused_and_not_a_crash() {
    let nested = |n: usize| format!("{}t{}", "(".repeat(n), ")".repeat(n));
    assert!(Formula::new(&nested(60), &[]).is_ok());
    assert!(Formula::new(&nested(61), &[]).is_err());
    let calls = format!("{}t{}", "sin(".repeat(60), ")".repeat(60));
    assert!(Formula::new(&calls, &[]).is_ok());
    let long = ["-".repeat(1999) + "t", "2^".repeat(999) + "t", "t+".repeat(999) + "t"];
    for text in long {
        let _ = Formula::new(&text, &[]);
    }
    assert!(Formula::new(&"t+".repeat(2000), &[]).is_err());
    // The limit falls into the middle of a letter.
    assert!(Formula::new(&("t".repeat(1999) + &"é".repeat(10)), &[]).is_err());
    let right = format!("{}t{}", "t+(".repeat(40), ")".repeat(40));
    assert!(Formula::new(&right, &[]).is_err());
}

/// What is as deep as it may be, in each way to be deep, is read and evaluated with a stack of one
/// megabyte: also unoptimised, where functions take most of it.
#[test]
fn the_deepest_formulas_fit_on_a_small_stack() {
    let deepest = || {
        let signs = "-".repeat(127) + "t";
        assert_eq!(value(&signs), -0.375);
        let error = Formula::new(&("-".repeat(128) + "t"), &[]).unwrap_err();
        assert!(error.message.contains("more than 128 signs"), "{error}");
        assert_eq!(error.span.start, 128);
        let calls = format!("{}t{}", "--abs(".repeat(42), ")".repeat(42));
        assert_eq!(value(&calls), 0.375);
        let pairs = format!("{}t{}", "min(".repeat(60), ",1)".repeat(60));
        assert_eq!(value(&pairs), 0.375);
        let powers = "1^".repeat(31) + "t";
        assert_eq!(value(&powers), 1.0);
        let right = format!("{}t{}", "0+(".repeat(31), ")".repeat(31));
        assert_eq!(value(&right), 0.375);
        assert!(Formula::new(&"1^".repeat(999), &[]).is_err());
        let jet: Jet<DoubleDouble, 8> = formula(&calls).at(&place(Jet::variable(0.375.into())));
        assert_eq!(jet.coefficient(1), DoubleDouble::from_f64(1.0));
    };
    let thread = std::thread::Builder::new().stack_size(1 << 20).spawn(deepest).unwrap();
    thread.join().unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn no_text_breaks_the_parser(text in any::<String>()) {
        let _ = Formula::new(&text, &[]).map(|formula| formula.at(&place(0.5)));
    }
    #[test]
    fn no_likely_text_breaks_the_parser(
        words in prop::collection::vec(
            prop::sample::select(&[
                "t", "wx", "r33", "pi", "k", "sin", "min", "atan2", "(", ")", "(", ")", ",",
                "+", "-", "*", "/", "^", "1", "2.5", ".", "1e", "1e9", " ", "é", "#", "0",
            ][..]),
            0..40,
        )
    ) {
        let text = words.concat();
        match Formula::new(&text, &[]) {
            Ok(formula) => { let _: f64 = formula.at(&place(0.5)); }
            Err(error) => {
                prop_assert!(text.is_char_boundary(error.span.start), "{error}");
                prop_assert!(error.span.end <= text.len(), "{error}");
            }
        }
    }
    /// Printed by other rules, with all parentheses, a formula has the same value.
    #[test]
    fn sums_and_products_are_grouped_from_the_left(a in 1..9, b in 1..9, c in 1..9) {
        let same = |short: &str, full: &str| value(short) == value(full);
        for (x, y) in [("+", "-"), ("-", "+"), ("-", "-"), ("*", "/"), ("/", "*"), ("/", "/")] {
            let (short, full) = (format!("{a}{x}{b}{y}{c}"), format!("({a}{x}{b}){y}{c}"));
            prop_assert!(same(&short, &full), "{short}");
        }
        for (x, y) in [("+", "*"), ("-", "/"), ("*", "^"), ("+", "^"), ("^", "^")] {
            let (short, full) = (format!("{a}{x}{b}{y}{c}"), format!("{a}{x}({b}{y}{c})"));
            prop_assert!(same(&short, &full), "{short}");
        }
    }
}
