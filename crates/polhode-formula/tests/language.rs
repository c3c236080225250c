//! Conditions and functions that switch: what they mean, and what is said where they are wrong.

use polhode::geometry::{Rotation, Vec3};
use polhode_formula::{Formula, FormulaInput, check_parameter};

/// At t = 0.375, with rates (0.25, -0.5, 1.5).
fn value(text: &str) -> f64 {
    let parameters = [("k".to_owned(), 20.0)];
    let formula = Formula::new(text, &parameters).unwrap_or_else(|error| panic!("{text}: {error}"));
    formula.at(&FormulaInput {
        time: 0.375,
        attitude: Rotation::identity(),
        rates: Vec3::new(0.25, -0.5, 1.5),
        momentum: Vec3::zero(),
        potential: 0.0,
    })
}

#[test]
fn functions_mean_what_they_say() {
    let cases = [
        ("if(t > 0, 2, 3)", 2.0),
        ("if(t > 1, 2, 3)", 3.0),
        ("if(t > 1, ln(-1), 3)", 3.0),
        ("sign(wx) + 10*sign(wy) + 100*sign(0)", -9.0),
        ("floor(2.5) + 10*floor(-2.5) + 100*floor(3)", 272.0),
        ("floor(0.49999999999999994)", 0.0),
        ("floor(-1e300)", -1e300),
        ("mod(7, 3)", 1.0),
        ("mod(-7, 3)", 2.0),
        ("mod(7, -3)", -2.0),
        ("clamp(5, 1, 2) + clamp(-5, 1, 2) + clamp(1.5, 1, 2)", 4.5),
        ("hysteresis(wx, 0, 0.2) + 10*hysteresis(wx, 0, 1)", 1.0),
        ("(t > 0)*0.1", 0.1),
        ("t < 1", 1.0),
        ("if(if(t > 0, wx > 0, wy > 0), 5, 6)", 5.0),
        ("if(hysteresis(wx, 0, 1), 5, 6)", 6.0),
    ];
    for (text, truth) in cases {
        assert_eq!(value(text), truth, "{text}");
    }
}

#[test]
fn comparisons_hold_as_in_mathematics() {
    for (a, b) in [(1, 2), (2, 2), (3, 2)] {
        for (sign, holds) in [("<", a < b), ("<=", a <= b), (">", a > b), (">=", a >= b)] {
            assert_eq!(value(&format!("{a} {sign} {b}")), f64::from(holds), "{a} {sign} {b}");
            // Of what varies.
            let text = format!("{a} + t {sign} {b} + t");
            assert_eq!(value(&text), f64::from(holds), "{text}");
        }
        assert_eq!(value(&format!("{a} == {b}")), f64::from(a == b));
        assert_eq!(value(&format!("{a} != {b}")), f64::from(a != b));
        assert_eq!(value(&format!("floor(t) + {a} != {b}")), f64::from(a != b));
    }
}

#[test]
fn words_bind_as_in_python() {
    let (yes, no) = ("(1 < 2)", "(1 > 2)");
    let cases = [
        // (yes or yes) and no would be false, and so on.
        (format!("{yes} or {yes} and {no}"), 1.0),
        (format!("{no} and {yes} or {yes}"), 1.0),
        (format!("not {yes} or {yes}"), 1.0),
        (format!("not {no} and {no}"), 0.0),
        ("not 1 > 2".into(), 1.0),
        ("not not 1 < 2".into(), 1.0),
        ("not(1 < 2)".into(), 0.0),
        ("not (1 > 2) == (1 > 2)".into(), 0.0),
        ("1 + 1 < 3 and 2*2 >= 4".into(), 1.0),
        ("-1 < 0 and-1 < 0".into(), 1.0),
        ("(1 < 2)and(2 < 3)or(3 < 2)".into(), 1.0),
        ("1 < 2 and not 2 < 1".into(), 1.0),
        ("(0 < 1) < 2".into(), 1.0),
        ("2^-1 < 1".into(), 1.0),
    ];
    for (text, truth) in cases {
        assert_eq!(value(&text), truth, "{text}");
    }
}

/// A formula, the text that is pointed at, a part of the message, and of the remedy.
#[test]
fn what_is_wrong_is_pointed_at_and_remedied() {
    let cases = [
        ("if(wx, 1, 2)", "wx", "`wx` is a number, and `if` takes a condition", "wx > 0"),
        ("if(t + 1, 1, 2)", "t + 1", "is a number, and `if`", "t + 1 > 0"),
        ("t > 1 and wx", "wx", "`wx` is a number, and `and`", "wx > 0"),
        ("1 or t > 1", "1", "`1` is a number, and `or`", "1 > 0"),
        ("not sign(wx)", "sign(wx)", "is a number, and `not`", "sign(wx) > 0"),
        ("if((t > 1) + 0, 1, 2)", "(t > 1) + 0", "is a number, and `if`", "> 0"),
        ("1 < t < 2", "1 < t < 2", "cannot be chained", "write `1 < t and t < 2`"),
        (
            "wx + 1 >= t*2 > 2 and t > 1",
            "wx + 1 >= t*2 > 2",
            "cannot be chained",
            "`wx + 1 >= t*2 and t*2 > 2`",
        ),
        ("t == 1", "t", "`==` is for values that change by jumps only", "compare with < or >"),
        ("floor(t) != wx", "wx", "`!=` is for values", "floor"),
        ("2*not t > 1", "not", "`not` binds weaker", "parentheses around `not`"),
        ("t > not t > 1", "not", "`not` binds weaker", "parentheses"),
        ("and t > 1", "and", "`and` needs a condition on its left", "t > 1 and t < 2"),
        ("t > 1 and or t > 2", "or", "`or` needs a condition", "t > 1"),
        ("t > 1 and", "", "not the end", "operators"),
        ("t >", "", "not the end", "operators"),
        ("t = 1", "=", "not `=`", "=="),
        ("t > 1 && t < 2", "&", "not `&`", "and"),
        ("t > 1 or else", "else", "no variable `else`", "variables are"),
        ("if(t > 1, 2)", "if", "given 2 values; it takes 3", "commas"),
        ("if", "if", "`if` is a function", "if(t > 1, 2, 3)"),
        ("mod", "mod", "`mod` is a function", "mod(t, 2)"),
        ("clamp(t, 2, 1)", "2, 1", "the lower limit 2 is above the upper one, 1", "exchange"),
        (
            "hysteresis(t, k, -k)",
            "k, -k",
            "the lower limit 20 is above the upper one, -20",
            "exchange",
        ),
        ("flor(t)", "flor", "did you mean `floor`?", "hysteresis"),
        ("histeresis(t, 1, 2)", "histeresis", "did you mean `hysteresis`?", "clamp"),
        ("signum(t)", "signum", "no function `signum`", "sign"),
    ];
    let parameters = [("k".to_owned(), 20.0)];
    for (text, pointed, message, remedy) in cases {
        let error = Formula::new(text, &parameters).expect_err(text);
        assert_eq!(&text[error.span.clone()], pointed, "{text}: {error}");
        assert!(error.message.contains(message), "{text}: {error}");
        assert!(error.remedy.contains(remedy), "{text}: {error}");
    }
}

#[test]
fn words_of_the_language_are_no_parameters() {
    for name in ["and", "or", "not", "if", "sign", "floor", "mod", "clamp", "hysteresis"] {
        let error = check_parameter(name).expect_err(name);
        assert!(error.message.contains("has a meaning already"), "{error}");
    }
    for name in ["andy", "order", "nothing", "iffy"] {
        assert!(check_parameter(name).is_ok(), "{name}");
        let parameters = [(name.to_owned(), 2.0)];
        let formula = Formula::new(&format!("{name} + {name}*1"), &parameters);
        assert!(formula.is_ok(), "{name}");
    }
}

/// In each way to be deep, with a stack of one megabyte.
#[test]
fn deep_conditions_fit_on_a_small_stack() {
    let deepest = || {
        assert_eq!(value(&("not ".repeat(126) + "t > 0")), 1.0);
        let error = Formula::new(&("not ".repeat(200) + "t > 0"), &[]).unwrap_err();
        assert!(error.message.contains("more than 128"), "{error}");
        let nested = format!("{}t{}", "if(t > 0, ".repeat(30), ", 1)".repeat(30));
        assert_eq!(value(&nested), 0.375);
        let conditions = format!("{}t > 0{}", "if(".repeat(60), ", t > 0, t > 1)".repeat(60));
        assert_eq!(value(&conditions), 1.0);
        let clamps = format!("{}t{}", "clamp(".repeat(60), ", 0, 1)".repeat(60));
        assert_eq!(value(&clamps), 0.375);
        let formula = Formula::new(&clamps, &[]).unwrap();
        assert_eq!(formula.next_switch(-10.0, 10.0), Some(0.0));
        assert!(
            Formula::new(&format!("{}t{}", "t > 0 and (".repeat(60), " > 0)".repeat(60)), &[])
                .is_err()
        );
        for text in ["not ", "1 < ", "t > 1 and ", "not(", "if(", "-not ", "1 == "] {
            let _ = Formula::new(&text.repeat(1999 / text.len()), &[]);
        }
    };
    let thread = std::thread::Builder::new().stack_size(1 << 20).spawn(deepest).unwrap();
    thread.join().unwrap();
}
