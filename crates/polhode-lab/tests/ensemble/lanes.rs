//! Bodies side by side end as each by itself.

use super::{BASE, parse};
use polhode_lab::ensemble::{BodyByBody, Draws, End, Engine, InLanes};

const STARTS: &str = r#"
"initial.attitude" = { distribution = "uniform-rotation" }
"initial.angular_velocity" = { distribution = "isotropic", magnitude = { from = 0.1, to = 3.0 } }
"#;
const SHAPES: &str =
    "\"body.inertia\" = { distribution = \"normal\", deviation = 0.1, relative = true }\n";
const TORQUES: &str = r#"
[[torque]]
model = "gravity-gradient"
rate_squared = 0.3
direction = [1.0, 2.0, 2.0]
[[torque]]
model = "damping"
coefficient = 0.1
"#;

fn both(method: &str, further: &str, torques: &str, vary: &str) -> [Vec<End>; 2] {
    let base = BASE.replace("\"exact\"", &format!("{method:?}\n{further}"));
    let base = base.replace("[initial]", "[initial]\ntime = 1.0");
    let text = format!("{base}{torques}[ensemble]\ncount = 100\nseed = 2\n[ensemble.vary]\n{vary}");
    let draws = Draws::new(&parse(&text)).unwrap().0;
    let (alone, lanes): (&dyn Engine, &dyn Engine) = (&BodyByBody, &InLanes);
    [alone, lanes].map(|engine| engine.run(&draws, 3..96, &|_| true).unwrap())
}

#[track_caller]
fn assert_same(what: &str, [alone, lanes]: [Vec<End>; 2]) {
    for (body, (alone, lanes)) in alone.iter().zip(&lanes).enumerate() {
        // All that is not a number is alike.
        let bits = |end: &End| end.numbers.map(|x| if x.is_nan() { 0 } else { x.to_bits() });
        assert_eq!(bits(alone), bits(lanes), "{what}, {body}: {alone:?} is not {lanes:?}");
        assert_eq!(alone.failure, lanes.failure, "{what}, {body}");
    }
}

#[test]
fn ends_in_lanes_are_those_of_each_by_itself() {
    let varied = format!("{STARTS}{SHAPES}");
    for method in ["exact", "buss-4:energy", "liemid-ea", "exact:order=4", "corrected", "abm4"] {
        for precision in ["", "precision = \"f32\"\n"] {
            assert_same(method, both(method, precision, "", STARTS));
            // Some shapes break the triangle inequality, and are flagged.
            assert_same(method, both(method, precision, "", &varied));
            if method != "corrected" {
                assert_same(method, both(method, precision, TORQUES, STARTS));
            }
        }
    }
}

#[test]
fn what_does_not_go_in_lanes_goes_one_by_one() {
    let written = "[[torque]]\nmodel = \"expression\"\ncomponents = [\"sin(t)\", \"0\", \"0\"]\n";
    assert_same("formulas", both("exact", "", written, STARTS));
    assert_same("steps that vary", both("taylor", "", TORQUES, STARTS));
    let times = "\"initial.time\" = { distribution = \"uniform\", from = 0.0, to = 9.0 }\n";
    let turning =
        TORQUES.replace("[1.0, 2.0, 2.0]", "[1.0, 2.0, 2.0]\naxis = [0.0, 0.0, 1.0]\nrate = 0.7");
    assert_same("times", both("exact", "", &turning, times));
    assert_same("shapes and torques", both("exact", "", TORQUES, &format!("{STARTS}{SHAPES}")));
}

#[test]
fn a_failure_in_lanes_is_told_as_by_itself() {
    let fast = STARTS.replace("to = 3.0", "to = 300.0");
    let [alone, lanes] = both("dmv", "", "", &fast);
    assert!((1..90).contains(&alone.iter().filter(|end| end.failure.is_some()).count()));
    assert_same("dmv", [alone, lanes]);
}

#[test]
fn matrices_of_leap_frog_steps_end_as_quaternions_to_rounding() {
    for torques in ["", TORQUES.split_once("[[torque]]\nmodel = \"damping\"").unwrap().0] {
        let [alone, lanes] = both("leapfrog:rotation=tangent-3", "", torques, STARTS);
        let mut most: f64 = 0.0;
        for (alone, lanes) in alone.iter().zip(&lanes) {
            for (one, other) in alone.numbers.iter().zip(lanes.numbers) {
                most = most.max((one.abs() - other.abs()).abs());
            }
        }
        println!("{most:e}");
        assert!(most > 0.0 && most < 2e-14, "{most:e}");
    }
}

#[test]
fn fast_arithmetic_ends_elsewhere_by_rounding_where_the_machine_fuses() {
    let ends = |fast: bool| {
        let base = BASE.replace("\"exact\"", "\"leapfrog:rotation=tangent-3\"");
        let head = format!("[ensemble]\ncount = 100\nseed = 2\nfast = {fast}\n[ensemble.vary]\n");
        let draws = Draws::new(&parse(&format!("{base}{head}{STARTS}"))).unwrap().0;
        InLanes.run(&draws, 0..100, &|_| true).unwrap()
    };
    let pairs = ends(false).into_iter().zip(ends(true));
    let apart = |(portable, fast): (End, End)| {
        let both = portable.numbers.into_iter().zip(fast.numbers);
        both.map(|(one, other)| (one - other).abs()).fold(0.0, f64::max)
    };
    let most = pairs.map(apart).fold(0.0, f64::max);
    #[cfg(target_arch = "x86_64")]
    let fuses =
        std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("fma");
    #[cfg(not(target_arch = "x86_64"))]
    let fuses = false;
    assert_eq!(most > 0.0, fuses, "{most:e}");
    assert!(most < 2e-14, "{most:e}");
}
