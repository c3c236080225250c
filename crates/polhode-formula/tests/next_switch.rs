//! Switches of time alone: each is found, once, whatever the interval that is searched.

use polhode::geometry::{Rotation, Vec3};
use polhode_formula::{Formula, FormulaInput};
use proptest::prelude::*;

fn formula(text: &str) -> Formula {
    Formula::new(text, &[]).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn input(time: f64) -> FormulaInput<f64> {
    FormulaInput {
        time,
        attitude: Rotation::identity(),
        rates: Vec3::zero(),
        momentum: Vec3::zero(),
        potential: 0.0,
    }
}

fn branches(formula: &Formula, time: f64) -> Vec<f64> {
    let mut branches = Vec::new();
    formula.natural_branches(&input(time), None, &mut branches);
    branches
}

/// All switches between two times, forwards.
fn all(formula: &Formula, from: f64, until: f64) -> Vec<f64> {
    let mut found = Vec::new();
    let mut time = from;
    while let Some(next) = formula.next_switch(time, until) {
        assert!(time < next && next < until, "{time} {next}");
        found.push(next);
        time = next;
    }
    found
}

/// And backwards.
fn all_backwards(formula: &Formula, from: f64, until: f64) -> Vec<f64> {
    let mut found = Vec::new();
    let mut time = from;
    while let Some(next) = formula.next_switch(time, until) {
        assert!(until < next && next < time, "{time} {next}");
        found.push(next);
        time = next;
    }
    found.reverse();
    found
}

#[test]
fn switches_are_where_they_are_written() {
    let cases: &[(&str, &[f64])] = &[
        ("t > 5", &[5.0]),
        ("t < 5", &[5.0]),
        ("if(t > 5 and t < 5.0000001, 1, 0)", &[5.0, 5.0000001]),
        ("abs(t - 5)", &[5.0]),
        ("max(t, 3) + min(t, 7)", &[3.0, 7.0]),
        ("clamp(t, 2, 8)", &[2.0, 8.0]),
        ("sign(t - 2.5)", &[2.5]),
        ("floor(t/3)", &[3.0, 6.0, 9.0]),
        ("floor(-t/4)", &[4f64.next_up(), 8f64.next_up()]),
        ("mod(t, 4)", &[4.0, 8.0]),
        ("mod(t, 4) < 1", &[1.0, 4.0, 5.0, 8.0, 9.0]),
        (
            "if(mod(t, 4) < 1, if(mod(t, 4) < 0.5, 1, 2), 3)",
            &[0.5, 1.0, 4.0, 4.5, 5.0, 8.0, 8.5, 9.0],
        ),
        ("sqrt(t - 5)", &[5.0]),
        ("sqrt(5 - t)", &[5.0]),
        ("sqrt(t - 5) > 1", &[5.0, 6.0]),
        ("1/(t - 5) > 0", &[5.0]),
        ("(t - 5)^3 > 0", &[5.0]),
        ("(t - 5)^2 > 0", &[]),
        ("sqrt((t - 5)^2)", &[5.0]),
        ("t - t > 0", &[]),
        ("floor(t) == 3", &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]),
        // 0 - (t - 5) falls. Both sides of the comparison are constant where they are equal.
        ("max(0, t - 5) > 0", &[5f64.next_up()]),
        ("atan2(t - 5, -1)", &[5.0]),
        ("hysteresis(t, 2, 3)", &[2.0, 3.0]),
        ("t > 5 and wx > 0", &[5.0]),
        ("wx > t", &[]),
        ("t*wx", &[]),
        ("sin(t)", &[]),
    ];
    for (text, times) in cases {
        let formula = formula(text);
        assert_eq!(all(&formula, 0.25, 10.0), *times, "{text}");
        assert_eq!(all_backwards(&formula, 10.0, 0.25), *times, "{text}, backwards");
    }
}

#[test]
fn a_pulse_is_found_however_short() {
    for (begin, end) in [(5.0, 5.0 + 1e-6), (700.1, 700.1 + 1e-12), (0.3, 0.3 + 1e-15)] {
        let text = format!("if(t > {begin:?} and t < {end:?}, 1, 0)");
        let formula = formula(&text);
        for span in [1e3, 1e6, 1e9] {
            assert_eq!(all(&formula, 0.0, span), [begin, end], "{text}");
            assert_eq!(all_backwards(&formula, span, -span), [begin, end], "{text}");
        }
    }
    // A narrow peak of a wave.
    let peaks = formula("cos(2*pi*t/1000) > 1 - 1e-12");
    let times = all(&peaks, 1.0, 9_999.0);
    assert_eq!(times.len(), 18, "{times:?}");
    let width = times[1] - times[0];
    // 2 sqrt(2e-12) 1000/(2 pi)
    assert!((width - 4.5016e-4).abs() < 1e-7, "{width}");
}

#[test]
fn thousands_of_switches_are_counted_exactly() {
    assert_eq!(all(&formula("floor(t/3)"), 0.0, 30_000.0).len(), 9999);
    assert_eq!(all(&formula("mod(t, 10) < 0.1"), 0.0, 10_000.0).len(), 1999);
    assert_eq!(all(&formula("sin(2*pi*t) > 0.999"), 0.0, 2000.0).len(), 4000);
    assert_eq!(all_backwards(&formula("sin(2*pi*t) > 0.999"), 2000.0, 0.0).len(), 4000);
    // asin folds sin at every odd quarter turn, which its argument only touches.
    assert_eq!(all(&formula("asin(sin(t))"), 0.0, 1000.0).len(), 318);
}

#[test]
fn a_switch_does_not_depend_on_where_the_search_begins() {
    let texts = [
        "sin(2*pi*t) > 0.3",
        "mod(t, 0.7) < 0.1 or exp(sin(t)) > 2",
        "if(mod(t, 3) < 1, sin(7*t), cos(5*t)) > 0.2",
        "floor(10*sin(t)) - abs(cos(3*t))",
    ];
    for text in texts {
        let formula = formula(text);
        let truth = all(&formula, 0.0, 16.0);
        assert!(truth.len() > 5);
        for k in 0..400 {
            let from = f64::from(k) * 0.0371;
            let until = from + 0.9 + f64::from(k % 7);
            let inside: Vec<f64> = truth
                .iter()
                .copied()
                .filter(|&time| from < time && time < until && time < 16.0)
                .collect();
            let until = until.min(16.0);
            assert_eq!(all(&formula, from, until), inside, "{text} from {from}");
            assert_eq!(all_backwards(&formula, until, from), inside, "{text} from {until} back");
        }
        // Also next to a switch.
        for &time in &truth {
            let (before, after) = (time.next_down(), time.next_up());
            assert_eq!(formula.next_switch(before, 20.0), Some(time), "{text}");
            assert_eq!(formula.next_switch(after, -1.0), Some(time), "{text}");
            assert_eq!(formula.next_switch(before, after), Some(time), "{text}");
            assert_ne!(formula.next_switch(time, 20.0), Some(time), "{text}");
        }
    }
}

#[test]
fn evaluation_at_a_switch_gives_the_branch_after_it() {
    for text in ["t > 5", "mod(t, 4) < 1", "5 > t", "floor(-t/3)", "sin(t) > 0.3", "cos(t) > 0.1"] {
        let formula = formula(text);
        for time in all(&formula, 0.25, 20.0) {
            let (before, at) = (branches(&formula, time.next_down()), branches(&formula, time));
            assert_ne!(before, at, "{text} at {time}");
            let segment = formula.time_branches(time, 100.0);
            let after: Vec<f64> = segment.branches.into_iter().map(Option::unwrap).collect();
            assert_eq!(after, at, "{text} at {time}");
            let segment = formula.time_branches(time, -100.0);
            let before_by_segment: Vec<f64> =
                segment.branches.into_iter().map(Option::unwrap).collect();
            assert_eq!(before_by_segment, before, "{text} before {time}");
        }
    }
}

#[test]
fn a_search_without_a_switch_is_cheap() {
    let cost = |text: &str, from, until| {
        let found = formula(text).time_branches(from, until);
        assert_eq!(found.next_switch, None, "{text}");
        found.evaluations
    };
    // Two evaluations for each switching function, and one of its branch.
    assert!(cost("if(t > 5 and t < 6, 1, 0)", 7.0, 7.5) <= 8);
    assert!(cost("sin(2*pi*t) > 0.999", 0.5, 0.6) <= 4);
    assert!(cost("mod(t, 10) < 0.1", 3.0, 4.0) <= 8);
    assert!(cost("sin(t) > 1.5", 0.0, 1e9) <= 3);
    // What touches zero over and over is given up.
    assert!(cost("sin(t)^2 + cos(t)^2 - 1 > 0", 0.0, 1e6) <= 200_010);
}

/// Text of a formula of t that is smooth but for what is switched.
fn smooth() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("t".to_owned()),
        (1..40).prop_map(|n| format!("{}", f64::from(n) / 8.0)),
        (1..9, 0..7).prop_map(|(a, b)| format!("sin({a}*t + {b})")),
        (1..9).prop_map(|a| format!("cos({a}*t/3)")),
    ];
    leaf.prop_recursive(3, 12, 2, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} + {b})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} - {b})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a}*{b})")),
            inner.clone().prop_map(|a| format!("exp(-({a})^2)")),
            inner.clone().prop_map(|a| format!("abs({a})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("max({a}, {b})")),
            inner.clone().prop_map(|a| format!("floor({a})")),
            inner.clone().prop_map(|a| format!("mod({a}, 1.5)")),
            (inner.clone(), inner.clone(), inner)
                .prop_map(|(a, b, c)| format!("if({a} > {b}, {c}, -({b}))")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 300, ..ProptestConfig::default() })]
    /// Natural branches of samples change only where a switch was found.
    #[test]
    fn no_sample_sees_a_switch_that_was_not_found(text in smooth(), begin in -5..5) {
        let Ok(formula) = Formula::new(&text, &[]) else { return Ok(()) };
        let (from, until) = (f64::from(begin) + 0.01, f64::from(begin) + 4.03);
        let segment = formula.time_branches(from, until);
        prop_assume!(segment.evaluations < 50_000);
        let mut time = from;
        let mut count = 0;
        while count < 60 {
            let segment = formula.time_branches(time, until);
            prop_assume!(segment.evaluations < 50_000);
            let end = segment.next_switch.unwrap_or(until);
            for k in 1..200 {
                let sample = time + (end - time) * f64::from(k) / 200.0;
                if sample <= time || sample >= end {
                    continue;
                }
                let sampled = branches(&formula, sample);
                let mut values = Vec::new();
                let of_sample = polhode_formula::Branches::new(&sampled);
                formula.switching_values(&input(sample), &of_sample, &mut values);
                for ((switch, branch), (natural, value)) in
                    formula.switches().iter().zip(&segment.branches).zip(sampled.iter().zip(values))
                {
                    let Some(branch) = branch else { continue };
                    // Values that are zero but for rounding have no sign.
                    let near = if branch.fract() == 0.0 { (value - value.round()).abs() } else { 1.0 };
                    if near > 1e-9 && value.is_finite() {
                        prop_assert_eq!(branch, natural, "{} in {} at {}", &switch.name, &text, sample);
                    }
                }
            }
            if segment.next_switch.is_none() {
                break;
            }
            time = end;
            count += 1;
        }
    }
    /// A sum of as many pulses as there are is found pulse by pulse.
    #[test]
    fn random_pulses_are_all_found(starts in prop::collection::btree_set(1..100_000u32, 1..8), exponent in 3..9_i32) {
        let width = 10f64.powi(-exponent);
        let times: Vec<f64> = starts.iter().map(|&n| f64::from(n) * 0.01).collect();
        let parts: Vec<String> =
            times.iter().map(|t| format!("(t > {t:?} and t < {:?})", t + width)).collect();
        let formula = Formula::new(&parts.join(" + "), &[]).unwrap();
        let mut truth: Vec<f64> = times.iter().flat_map(|&t| [t, t + width]).collect();
        truth.sort_by(f64::total_cmp);
        prop_assert_eq!(all(&formula, 0.0, 1e7), truth.clone());
        prop_assert_eq!(all_backwards(&formula, 1e5, -3.0), truth);
    }
}
