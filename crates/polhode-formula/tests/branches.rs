//! Formulas on a given branch: the value of that branch and its derivatives, in every scalar type.

use polhode::geometry::{Rotation, Vec3};
use polhode::real::{DoubleDouble, Dual, F64x4, Jet, Lanes, Real};
use polhode_formula::{Branches, Formula, FormulaInput, SwitchKind};
use proptest::prelude::*;

fn formula(text: &str) -> Formula {
    Formula::new(text, &[]).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Rates (x, y, z) at a time.
fn input<S: Real>(time: S, rates: [S; 3]) -> FormulaInput<S> {
    let [x, y, z] = rates;
    FormulaInput {
        time,
        attitude: Rotation::identity(),
        rates: Vec3::new(x, y, z),
        momentum: Vec3::zero(),
        potential: S::zero(),
    }
}

fn fixed(rates: [f64; 3]) -> FormulaInput<f64> {
    input(0.0, rates)
}

fn natural<S: Real<Mask = bool>>(formula: &Formula, input: &FormulaInput<S>) -> Vec<f64> {
    let mut branches = Vec::new();
    formula.natural_branches(input, None, &mut branches);
    branches
}

fn on(text: &str, branches: &[f64], rates: [f64; 3]) -> f64 {
    formula(text).on_branch(&fixed(rates), &Branches::new(branches))
}

#[test]
fn every_operation_has_its_switching_functions() {
    use SwitchKind::{Boundary, Sign, Whole};
    let cases: [(&str, &[(SwitchKind, &str)]); 19] = [
        ("abs(wx)", &[(Sign, "abs(wx)")]),
        ("1 + max(0, r33)", &[(Sign, "max(0, r33)")]),
        ("min(wx, wy)", &[(Sign, "min(wx, wy)")]),
        ("clamp(wx, 1, 2)", &[(Sign, "clamp(wx, 1, 2)"), (Sign, "clamp(wx, 1, 2)")]),
        ("sign( wx )", &[(Sign, "sign( wx )")]),
        ("if(wx > 1, wy, 2)", &[(Sign, "wx > 1")]),
        ("(wx) <= (1 + t) and not t < 3", &[(Sign, "(wx) <= (1 + t)"), (Sign, "t < 3")]),
        ("hysteresis(wx, -1, 1)", &[(Sign, "hysteresis(wx, -1, 1)")]),
        ("floor(t/3)", &[(Whole, "floor(t/3)")]),
        ("mod(t, 10) < 0.1", &[(Whole, "mod(t, 10)"), (Sign, "mod(t, 10) < 0.1")]),
        ("atan2(wx, wy)", &[(Sign, "atan2(wx, wy)")]),
        ("sqrt(wx)", &[(Boundary, "sqrt(wx)")]),
        ("asin(wx)", &[(Boundary, "asin(wx)")]),
        ("acos(wx)", &[(Boundary, "acos(wx)")]),
        // Constants and what changes by jumps only have none.
        ("sqrt(2) + abs(-1) + floor(2.5) + max(1, 2)", &[]),
        ("if(1 < 2, wx, wy)", &[]),
        ("floor(floor(t))", &[(Whole, "floor(t)")]),
        ("sign(wx) > 0", &[(Sign, "sign(wx)")]),
        ("floor(t) == 3", &[(Whole, "floor(t)")]),
    ];
    for (text, switches) in cases {
        let formula = formula(text);
        let found: Vec<_> = formula.switches().iter().map(|s| (s.kind, &*s.name)).collect();
        assert_eq!(found, switches, "{text}");
    }
}

#[test]
fn equal_switching_functions_are_known() {
    let first = |text: &str| formula(text).switches()[0].clone();
    let same = |a: &str, b: &str| first(a).same_function(&first(b));
    for a in ["wz > 0", "wz >= 0", "sign(wz)", "abs(wz)", "max(wz, 0)", "clamp(wz, 0, 1)"] {
        for b in ["wz < 0", "sign(wz)", "abs(wz)*3"] {
            assert!(same(a, b), "{a}, {b}");
        }
        assert!(!same(a, "0 < wz") && !same(a, "wy > 0") && !same(a, "sqrt(wz)"), "{a}");
    }
    assert!(same("floor(t/3)", "mod(t, 3)"));
    assert!(same("sign(wx - wy)", "wx > wy"));
    assert!(same("max(wx^2, t)", "wx^2 < t"));
    assert!(!same("hysteresis(wx, 0, 1)", "wx > 0"));
    assert!(same("hysteresis(wx, 0, 1)", "hysteresis(wx, 0, 1)*2"));
    assert!(!same("hysteresis(wx, 0, 1)", "hysteresis(wx, 0, 2)"));
}

#[test]
fn of_time_alone_is_said_of_those_that_are() {
    let of_time = |text: &str| -> Vec<bool> {
        formula(text).switches().iter().map(|switch| switch.of_time_alone).collect()
    };
    assert_eq!(of_time("if(t > 5 and wx > 0, mod(t, 2), abs(t*wx))"), [true, false, true, false]);
    assert_eq!(of_time("hysteresis(sin(t), 0, 1)"), [true]);
    assert_eq!(of_time("abs(t + hysteresis(sin(t), 0, 1))"), [true, false]);
}

/// Branches other than the natural ones continue smoothly.
#[test]
fn a_branch_is_taken_without_looking_at_values() {
    let rates = [0.25, -0.5, 1.5];
    assert_eq!(on("abs(wx)", &[-1.0], rates), -0.25);
    assert_eq!(on("max(wx, wy)", &[-1.0], rates), -0.5);
    assert_eq!(on("min(wx, wy)", &[-1.0], rates), 0.25);
    assert_eq!(on("sign(wx)", &[-1.0], rates), -1.0);
    assert_eq!(on("clamp(wx, -1, 1)", &[-1.0, -1.0], rates), -1.0);
    assert_eq!(on("clamp(wx, -1, 1)", &[1.0, -1.0], rates), 0.25);
    assert_eq!(on("clamp(wx, -1, 1)", &[1.0, 1.0], rates), 1.0);
    assert_eq!(on("floor(wz)", &[7.0], rates), 7.0);
    assert_eq!(on("mod(wz, 2)", &[-1.0], rates), 3.5);
    assert_eq!(on("wx < 1", &[1.0], rates), 0.0);
    assert_eq!(on("wx > 1", &[1.0], rates), 1.0);
    assert_eq!(on("if(wx > 1, wy, wz)", &[1.0], rates), -0.5);
    assert_eq!(on("hysteresis(wx, 1, 2)", &[1.0], rates), 1.0);
    // What the other branch would be does not matter.
    assert_eq!(on("if(wx > 1, sqrt(wy), wz)", &[-1.0, 1.0], rates), 1.5);
    // The angle goes on beyond its cut.
    let angle = on("atan2(wy, -wz)", &[1.0], rates);
    assert!((angle - (2.0 * std::f64::consts::PI + (-0.5_f64).atan2(-1.5))).abs() < 1e-15);
}

#[test]
fn a_branch_between_is_a_blend() {
    let rates = [0.25, -0.5, 1.5];
    for b in [-0.75, 0.0, 0.5] {
        let (above, below) = ((1.0 + b) / 2.0, (1.0 - b) / 2.0);
        let cases = [
            ("abs(wx)", b * 0.25),
            ("sign(wx)", b),
            ("max(wx, wy)", 0.25 * above - 0.5 * below),
            ("min(wx, wy)", -0.5 * above + 0.25 * below),
            ("wx > 1", above),
            ("not wx > 1", below),
            ("if(wx > 1, wy, wz)", -0.5 * above + 1.5 * below),
            // Comparisons of what slides are decided on each side.
            ("sign(wx) > 0", above),
            ("sign(wx) == -1", below),
            ("if(sign(wx) < 0, wy, wz)", -0.5 * below + 1.5 * above),
            ("abs(sign(wx))", 1.0),
        ];
        for (text, truth) in cases {
            let value = on(text, &[b], rates);
            assert!((value - truth).abs() < 1e-16, "{text} at {b}: {value}, not {truth}");
            // The same, where it is given in the scalar type.
            let formula = formula(text);
            let sliding = [(7, Dual::<f64, 1>::varying(b, 0))];
            let branches = Branches { values: &[], index: Some(&[7]), sliding: &sliding };
            let dual =
                formula.on_branch(&input(Dual::fixed(0.0), rates.map(Dual::fixed)), &branches);
            assert_eq!(dual.value, value, "{text}");
            let step = on(text, &[b + 0.125], rates) - value;
            assert!((dual.slopes[0] - step / 0.125).abs() < 1e-14, "{text}: {dual:?}");
        }
    }
    let two = on("wx > 1 and wy > 1", &[0.5, 0.0], rates);
    assert_eq!(two, 0.75 * 0.5);
    assert_eq!(on("wx > 1 or wy > 1", &[0.5, 0.0], rates), 0.75 + 0.5 - 0.75 * 0.5);
}

#[test]
fn hysteresis_keeps_its_branch_between_its_limits() {
    let formula = formula("hysteresis(wx, -1, 1)");
    let next = |x: f64, previous: &[f64]| {
        let mut branches = Vec::new();
        formula.natural_branches(&fixed([x, 0.0, 0.0]), Some(previous), &mut branches);
        let mut values = Vec::new();
        let on = Branches::new(&branches);
        formula.switching_values(&fixed([x, 0.0, 0.0]), &on, &mut values);
        (branches, values[0])
    };
    let mut branches = natural(&formula, &fixed([0.0; 3]));
    assert_eq!(branches, [-1.0]);
    let path = [(0.5, -1.0, -0.5), (1.5, 1.0, 2.5), (0.5, 1.0, 1.5), (-0.5, 1.0, 0.5)];
    for (x, branch, value) in path.into_iter().chain([(-1.5, -1.0, -2.5), (0.5, -1.0, -0.5)]) {
        let v;
        (branches, v) = next(x, &branches);
        assert_eq!((branches[0], v), (branch, value), "{x}");
    }
    let at = |x: f64| formula.at(&fixed([x, 0.0, 0.0]));
    assert_eq!([at(-2.0), at(0.0), at(2.0)], [0.0, 0.0, 1.0]);
}

#[test]
fn on_a_surface_the_previous_branch_is_kept() {
    let formula = formula("abs(wx) + (wx > 0)");
    let next = |previous: Option<&[f64]>| {
        let mut branches = Vec::new();
        formula.natural_branches(&fixed([0.0; 3]), previous, &mut branches);
        branches
    };
    assert_eq!(next(None), [1.0, 1.0]);
    assert_eq!(next(Some(&[-1.0, -1.0])), [-1.0, -1.0]);
    let zero: Vec<f64> = formula.switches().iter().map(|switch| switch.at_zero).collect();
    assert_eq!(zero, [1.0, -1.0]);
}

/// Constant arguments of a branch switch nothing, and are no surface on which a body could slide.
#[test]
fn what_is_constant_on_a_branch_is_decided_by_its_value() {
    let formula = formula("max(0, wx) > 0");
    let values = |rates: [f64; 3], branches: &[f64]| {
        let mut values = Vec::new();
        formula.switching_values(&fixed(rates), &Branches::new(branches), &mut values);
        values
    };
    assert_eq!(on("max(0, wx) > 0", &[1.0, 1.0], [-2.0; 3]), 0.0);
    assert_eq!(on("max(0, wx) > 0", &[-1.0, 1.0], [2.0; 3]), 1.0);
    assert_eq!(values([-2.0; 3], &[1.0, 1.0]), [2.0, 1.0]);
    assert_eq!(values([2.0; 3], &[-1.0, 1.0]), [-2.0, 2.0]);
}

const TEXTS: [&str; 16] = [
    "abs(wx) - abs(wy)*t",
    "max(wx, wy) + min(wy*wz, t)",
    "clamp(wx*3, -1, 1)*wy",
    "sign(wx)*wy + sign(wy - wz)",
    "if(wx > 0.3 and wy < wz, wx^2, wy^3)",
    "if(not (wx > 0.3 or wy < wz), sin(wx), exp(wy))",
    "(t > 1)*wx + (t <= 1)*wy",
    "floor(3*wx) + wx",
    "mod(wx*3, 0.5)*wy",
    "mod(t, 2) < 1 and floor(t) != 3",
    "sqrt(abs(wx) + 0.1)*wz",
    "hysteresis(wx, -0.5, 0.5)*wy",
    "asin(clamp(wx, -0.9, 0.9))",
    "floor(2*t) == 2*floor(t)",
    "if(hysteresis(wx, -0.5, 0.5), abs(wy), -wy) >= wz",
    "if(mod(floor(t*3), 2) == 0, abs(wx), wy)",
];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]
    /// Away from surfaces, in every scalar type.
    #[test]
    fn the_natural_branch_has_the_natural_value(t in -9.0..9.0, x in -2.0..2.0, y in -2.0..2.0, z in -2.0..2.0) {
        for text in TEXTS {
            let formula = formula(text);
            // As `f32` has them, so that all types have the same.
            let [t, x, y, z] = [t, x, y, z].map(|x: f64| f64::from(x as f32));
            let at = input(t, [x, y, z]);
            let branches = natural(&formula, &at);
            let on = Branches::new(&branches);
            let value: f64 = formula.at(&at);
            prop_assert_eq!(formula.on_branch(&at, &on).to_bits(), value.to_bits(), "{}", text);

            // Derivatives along t, and the bits of the value.
            let jets = input(Jet::<f64, 3>::variable(t), [x, y, z].map(|x| Jet::from_coefficients([x, 0.3, 0.1])));
            let jet = formula.on_branch(&jets, &Branches::new(&branches));
            prop_assert_eq!(jet.coefficient(0).to_bits(), value.to_bits(), "{}", text);
            prop_assert_eq!(jet, formula.at(&jets), "{}", text);
            prop_assert_eq!(natural(&formula, &jets), branches.clone(), "{}", text);
            let duals = input(Dual::<f64, 2>::varying(t, 0), [Dual::varying(x, 1), Dual::fixed(y), Dual::fixed(z)]);
            let dual = formula.on_branch(&duals, &Branches::new(&branches));
            prop_assert_eq!(dual.value.to_bits(), value.to_bits(), "{}", text);
            prop_assert_eq!(dual, formula.at(&duals), "{}", text);
            let lanes = input(F64x4::from_lanes(|_| t), [x, y, z].map(|x| F64x4::from_lanes(|_| x)));
            prop_assert_eq!(formula.on_branch(&lanes, &Branches::new(&branches)).lane(2).to_bits(), value.to_bits());
            prop_assert_eq!(formula.at(&lanes).lane(1).to_bits(), value.to_bits());

            // Other digits, the same branches.
            let pairs = input(DoubleDouble::from(t), [x, y, z].map(DoubleDouble::from));
            let pair = formula.on_branch(&pairs, &Branches::new(&branches));
            let mut values = Vec::new();
            formula.switching_values(&at, &on, &mut values);
            let near = |(v, switch): (&f64, &polhode_formula::FormulaSwitch)| match switch.kind {
                SwitchKind::Whole => (v - v.round()).abs() < 1e-4,
                _ => v.abs() < 1e-4,
            };
            if values.iter().zip(formula.switches()).any(near) {
                continue;
            }
            prop_assert!((pair.hi - value).abs() <= 1e-13, "{text}: {pair:?} {value}");
            prop_assert_eq!(natural(&formula, &pairs), branches.clone(), "{}", text);
            let singles = input(t as f32, [x as f32, y as f32, z as f32]);
            prop_assert_eq!(natural(&formula, &singles), branches.clone(), "{}", text);
            let single = formula.on_branch(&singles, &Branches::new(&branches));
            prop_assert_eq!(single.to_bits(), formula.at(&singles).to_bits(), "{}", text);
            prop_assert!((f64::from(single) - value).abs() <= 2e-5, "{text}: {single} {value}");
        }
    }
    /// On any branch, also on those that the values do not select.
    #[test]
    fn a_simplified_formula_has_the_bits_of_the_branch(
        t in -9.0..9.0, x in -2.0..2.0, y in -2.0..2.0, z in -2.0..2.0, flips in 0u32..64,
    ) {
        for text in TEXTS.iter().filter(|text| !text.contains("atan2")) {
            let formula = formula(text);
            let at = input(t, [x, y, z]);
            let mut branches = natural(&formula, &at);
            for (k, branch) in branches.iter_mut().enumerate() {
                let kind = formula.switches()[k].kind;
                if kind != SwitchKind::Boundary && flips >> k & 1 == 1 {
                    *branch = kind.neighbour(*branch, *branch < 0.0);
                }
            }
            let simplified = formula.simplified(&Branches::new(&branches)).unwrap();
            prop_assert!(simplified.switches().is_empty());
            let value: f64 = formula.on_branch(&at, &Branches::new(&branches));
            prop_assert_eq!(simplified.at(&at).to_bits(), value.to_bits(), "{} on {:?}", text, branches);
            let pairs = input(DoubleDouble::from(t), [x, y, z].map(DoubleDouble::from));
            let [one, other] = [simplified.at(&pairs), formula.on_branch(&pairs, &Branches::new(&branches))];
            prop_assert_eq!([one.hi, one.lo].map(f64::to_bits), [other.hi, other.lo].map(f64::to_bits), "{}", text);
            let jets = input(Jet::<f64, 3>::variable(t), [x, y, z].map(|x| Jet::from_coefficients([x, 0.3, 0.1])));
            let [one, other] = [simplified.at(&jets), formula.on_branch(&jets, &Branches::new(&branches))];
            for k in 0..3 {
                prop_assert_eq!(one.coefficient(k).to_bits(), other.coefficient(k).to_bits(), "{}", text);
            }
        }
    }
    /// The angle, which is computed on its branch by other functions.
    #[test]
    fn angles_agree_on_their_branch(x in -2.0..2.0, y in -2.0..2.0) {
        let formula = formula("atan2(wx, wy)");
        let at = fixed([x, y, 0.0]);
        let branches = natural(&formula, &at);
        let value: f64 = formula.on_branch(&at, &Branches::new(&branches));
        prop_assert!((value - formula.at(&at)).abs() < 1e-15);
        let jets = input(Jet::<f64, 2>::variable(0.0), [Jet::from_coefficients([x, 0.3]), Jet::from_coefficients([y, -1.0]), Jet::default()]);
        let jet = formula.on_branch(&jets, &Branches::new(&branches));
        prop_assert_eq!(jet.coefficient(0), value);
        let slope = (y * 0.3 + x)/(x * x + y * y);
        prop_assert!((jet.coefficient(1) - slope).abs() <= 1e-13 * slope.abs().max(1.0));
    }
}
