//! One problem in other units of mass and time: the same attitudes to the bit for powers of two, else to rounding.

use polhode::catalogue::variants;
use polhode_lab::Scenario;
use polhode_lab::sampling::{Advanced, SampleDriver};
use polhode_lab::scenario_run::{RunState, simulate};
use std::fmt::Write;

/// How large the file's units are in those in which the problem is stated here.
#[derive(Clone, Copy, Debug)]
struct Units {
    mass: f64,
    time: f64,
}

const HERE: Units = Units { mass: 1.0, time: 1.0 };

impl Units {
    fn powers_of_two(mass: i32, time: i32) -> Self {
        Self { mass: 2f64.powi(mass), time: 2f64.powi(time) }
    }
    /// A quantity mass^mass time^time in these units.
    fn quantity(self, value: f64, mass: i32, time: i32) -> f64 {
        // Step by step, so that powers of two stay exact.
        let each = |value: f64, unit: f64, power: i32| {
            (0..power.abs())
                .fold(value, |value, _| if power > 0 { value / unit } else { value * unit })
        };
        each(each(value, self.mass, mass), self.time, time)
    }
    fn number(self, value: f64, mass: i32, time: i32) -> String {
        format!("{:?}", self.quantity(value, mass, time))
    }
    fn vector(self, value: [f64; 3], mass: i32, time: i32) -> String {
        format!("{:?}", value.map(|x| self.quantity(x, mass, time)))
    }
}

/// Torques with keys of every dimension.
fn torques(u: Units) -> [(&'static str, String); 8] {
    let number = |x, mass, time| u.number(x, mass, time);
    let torque = |v| u.vector(v, 1, -2);
    let momentum = |v| u.vector(v, 1, -1);
    let time = |t| number(t, 0, 1);
    [
        (
            "uniform-field",
            format!(
                "strength = {}\narm = [0.1, 0.2, 0.9]\ndirection = [0.2, -0.3, 1.0]",
                number(2.5, 1, -2)
            ),
        ),
        (
            "prescribed-torque",
            format!(
                "constant = {}\nslope = {}\noscillations = [{{ frequency = {}, sin = {}, cos = {} }}]",
                torque([1.0, 2.0, -0.5]),
                u.vector([0.3, -0.2, 0.1], 1, -3),
                number(1.3, 0, -1),
                torque([0.7, 0.0, 0.35]),
                torque([0.0, 0.5, -0.5]),
            ),
        ),
        (
            "kepler-gravity-gradient",
            format!(
                "gm = {}\nsemi_major_axis = 0.9\neccentricity = 0.6\nmean_anomaly = 0.3",
                number(1.3, 0, -2)
            ),
        ),
        (
            "table",
            format!(
                "times = [{}, {}, {}]\ntorques = [{}, {}, {}]",
                time(-1.0),
                time(0.31),
                time(4.0),
                torque([0.1, 0.2, 0.3]),
                torque([0.5, -0.2, 0.1]),
                torque([0.4, -0.9, 0.2])
            ),
        ),
        (
            "attitude-law",
            format!(
                "target = [0.3, -0.5, 0.2, 0.7874007874011811]\nstiffness = {}\ndamping = {}",
                torque([1.3, 0.4, 0.9]),
                momentum([0.2; 3])
            ),
        ),
        ("damping", format!("coefficient = {}", momentum([0.3, 0.0, 1.2]))),
        (
            "impulses",
            format!(
                "list = [{{ time = {}, momentum = {} }}]",
                time(0.3),
                momentum([0.1, 0.2, 0.3])
            ),
        ),
        (
            "expression",
            format!(
                "components = [\"a*sin(f*t)\", \"a*max(r33, 0) - c*wx\", \"0.1*f*ly\"]\nparameters = {{ a = {}, f = {}, c = {} }}",
                number(0.7, 1, -2),
                number(1.7, 0, -1),
                number(0.2, 1, -1)
            ),
        ),
    ]
}

/// A scenario in these units; `more` are lines of `[run]`.
fn text(u: Units, method: &str, torque: Option<usize>, more: &str) -> String {
    // A series with a tolerance chooses all of its steps.
    let is_free = method.starts_with("taylor") && !method.contains("degree");
    let step = if is_free { 0.5 } else { 0.0625 };
    let mut text = format!(
        "[body]\ninertia = {}\n[initial]\nattitude = [0.5, 0.5, -0.5, 0.5]\nangular_momentum = {{ body = {} }}\n\
         [run]\nmethod = \"{method}\"\nduration = {}\nstep = {}\n{more}\n[output]\nevery = {}\n",
        u.vector([1.0, 1.5, 2.25], 1, 0),
        u.vector([0.7, -2.0, 3.1], 1, -1),
        u.number(0.5, 0, 1),
        u.number(step, 0, 1),
        u.number(0.25, 0, 1),
    );
    if let Some(index) = torque {
        let (model, keys) = &torques(u)[index];
        let _ = write!(text, "[[torque]]\nmodel = \"{model}\"\n{keys}\n");
    }
    text
}

/// An event of each kind.
fn events(u: Units) -> String {
    format!(
        "[[event]]\nangle = {{ body = [0.0, 0.3, 1.0], space = [0.0, 0.0, 1.0], radians = 1.3 }}\n\
         [[event]]\nexpression = \"wy + k*t\"\nparameters = {{ k = {} }}\nvalue = {}\n\
         [[event]]\nenergy = {{ above = {} }}\n",
        u.number(2.0, 0, -2),
        u.number(-0.9, 0, -1),
        u.number(3.9, 1, -2),
    )
}

/// Numbers of a state in the units in which the problem is stated.
fn shown(u: Units, state: &RunState) -> [f64; 8] {
    let RunState { time, attitude: [w, x, y, z], momentum } = *state;
    let [a, b, c] = momentum.map(|m| u.quantity(m, -1, 1));
    [u.quantity(time, 0, -1), w, x, y, z, a, b, c]
}

/// All samples and events.
fn outcome(u: Units, text: &str) -> Result<Vec<[f64; 8]>, String> {
    let message = |report: polhode_lab::diagnostic::Report| report.diagnostic().message.clone();
    let scenario = Scenario::parse("test", text, &[]).map_err(message)?;
    let mut driver = SampleDriver::new(&scenario, simulate(&scenario).map_err(message)?);
    let mut states = vec![shown(u, &driver.run.state())];
    while !driver.is_complete() {
        match driver.next(1000) {
            Ok(Advanced::Sample(state) | Advanced::Event(state)) => states.push(shown(u, &state)),
            Ok(Advanced::Between) => {}
            Err(_) => return Err("a step failed".into()),
        }
    }
    states.extend(driver.run.occurrences().iter().map(|one| shown(u, &one.state)));
    Ok(states)
}

/// 2^-200 is 6e-61.
fn extremes() -> [Units; 4] {
    [(-200, 199), (199, -200), (-199, -200), (200, 200)]
        .map(|(mass, time)| Units::powers_of_two(mass, time))
}

/// Names without options, and compositions.
fn methods() -> Vec<String> {
    let names = variants().into_iter().map(|name| name.to_string());
    names
        .filter(|name| {
            !name.contains(':') || name.contains("tolerance") || name.contains("order=4")
        })
        .collect()
}

/// Compares a problem in other units with the same in these, both of which have to run unless the method refuses the torque.
fn same(u: Units, all: impl Fn(Units) -> String, about: &str) -> bool {
    let (there, here) = (outcome(u, &all(u)), outcome(HERE, &all(HERE)));
    assert_eq!(there, here, "{about} {u:?}");
    if let Err(message) = &here {
        assert!(message.contains("cannot take"), "{about}: {message}");
    }
    here.is_ok()
}

#[test]
fn a_power_of_two_changes_no_bit_of_a_free_body_by_any_method() {
    for method in methods() {
        for u in extremes() {
            let double = |u| text(u, &method, None, "") + &events(u);
            assert!(same(u, double, &method));
            // In single precision the formula of the event would see rates beyond its range.
            assert!(same(u, |u| text(u, &method, None, "precision = \"f32\""), &method));
        }
    }
}

#[test]
fn a_power_of_two_changes_no_bit_of_a_torqued_body_by_any_method() {
    let u = Units::powers_of_two(-200, 199);
    let mut ran = 0;
    for method in methods() {
        for index in 0..torques(HERE).len() {
            let all = |u| text(u, &method, Some(index), "") + &events(u);
            ran += usize::from(same(u, all, &format!("{method}, torque {index}")));
        }
    }
    assert!(ran > 150, "{ran}");
}

#[test]
fn a_power_of_two_changes_no_bit_under_torques_at_other_scales_and_in_single_precision() {
    for method in ["taylor", "exact:order=4", "rk4", "buss-3"] {
        for (index, (name, _)) in torques(HERE).into_iter().enumerate() {
            for u in extremes() {
                let about = format!("{method}, {name}");
                same(u, |u| text(u, method, Some(index), ""), &about);
                // Formulas are evaluated in the units of the file.
                if name != "expression" {
                    let single = "precision = \"f32\"";
                    same(u, |u| text(u, method, Some(index), single), &about);
                }
            }
        }
    }
}

/// Inputs are rounded by 1e-16 each, and half a unit of time does not enlarge that much. Measured: 8.2e-15.
#[test]
fn other_units_change_results_by_rounding() {
    let mut largest = 0.0_f64;
    let molecule = Units { mass: 1e47, time: 1e12 };
    for u in [Units { mass: 1e-60, time: 1e60 }, molecule, Units { mass: 3e60, time: 7e-60 }] {
        for method in ["taylor", "exact", "exact:order=4", "rk4"] {
            let torqued = (0..torques(HERE).len()).map(Some);
            for torque in torqued.chain([None]) {
                let [here, there] =
                    [HERE, u].map(|u| outcome(u, &(text(u, method, torque, "") + &events(u))));
                let about = format!("{method} {torque:?} {u:?}");
                let Ok(here) = here else {
                    assert!(there.is_err(), "{about}");
                    continue;
                };
                let there = there.unwrap();
                assert_eq!(here.len(), there.len(), "{about}");
                for (a, b) in here.iter().flatten().zip(there.iter().flatten()) {
                    largest = largest.max((a - b).abs());
                    assert!((a - b).abs() < 2e-14, "{about}: {a:?} {b:?}");
                }
            }
        }
    }
    println!("{largest:e}");
}

/// Moments of water in kg m2 and rates in rad/s. Measured: 3.7e-15 and 1.5e-15, in single precision 2.1e-6 and 0.9e-6.
#[test]
fn a_molecule_in_si_units_runs_by_every_method_that_chooses_its_steps() {
    let water = |more: &str| {
        format!(
            "[body]\ninertia = [1.02e-47, 1.92e-47, 2.94e-47]\n[initial]\nangular_velocity = [1.1e12, 4.3e13, 0.7e12]\n\
             [run]\nduration = 1e-12\n{more}\n[output]\nsamples = 2\n"
        )
    };
    let last = |more: &str| *outcome(HERE, &water(more)).unwrap().last().unwrap();
    let exact = last("method = \"exact\"\nstep = 1e-13");
    let momentum = exact[5..].iter().map(|m| m * m).sum::<f64>().sqrt();
    let apart = |end: [f64; 8]| {
        let part = |k: usize| (end[k] - exact[k]).abs() / if k < 5 { 1.0 } else { momentum };
        assert!((end[0] / 1e-12 - 1.0).abs() < 1e-7);
        (1..8).map(part).fold(0.0, f64::max)
    };
    for (more, most) in [
        ("method = \"taylor\"", 1e-14),
        ("method = \"taylor\"\nprecision = \"f32\"", 1e-5),
        ("method = \"taylor\"\nprecision = \"refined\"", 1e-14),
        ("method = \"exact\"\nstep = 1e-15\nprecision = \"f32\"", 1e-5),
    ] {
        let error = apart(last(more));
        println!("{more:?}: {error:e}");
        assert!(error < most, "{more}: {error:e}");
    }
}

#[test]
fn what_single_precision_cannot_hold_is_refused_with_the_reason() {
    let refused = |body: &str, rest: &str| {
        let text = format!(
            "[body]\ninertia = {body}\nunchecked = true\n[initial]\nangular_velocity = [1.0, 0.0, 0.0]\n\
             [run]\nmethod = \"taylor\"\nduration = 1.0\nprecision = \"f32\"\n{rest}"
        );
        let scenario = Scenario::parse("test", &text, &[]).unwrap();
        simulate(&scenario).err().map(|report| report.to_string()).unwrap_or_default()
    };
    let body = "[1.0, 1.5, 2.0]";
    let moments = refused("[1e-40, 1.0, 1.0]", "");
    assert!(moments.contains("the principal moments are [1e-40, 1.0, 1.0]"), "{moments}");
    assert!(moments.contains("take precision = \"f64\""), "{moments}");
    let torque = refused(body, "[[torque]]\nmodel = \"constant\"\nbody = [0.0, 1e-45, 0.0]\n");
    assert!(torque.contains("`torque.constant` is 1.000e-45 at the start"), "{torque}");
    let formula =
        "[[torque]]\nmodel = \"expression\"\ncomponents = [\"1e-45*cos(t)\", \"0\", \"0\"]\n";
    let small = refused("[1e-45, 1.5e-45, 2e-45]", formula);
    assert!(small.contains("beyond the range of f32"), "{small}");
    // A pulse that has hardly begun: beside moments of 1 it moves nothing.
    assert_eq!(refused(body, formula), "");
    let units = refused("[1e-40, 1.5e-40, 2e-40]", &formula.replace("e-45", "e-41"));
    assert!(units.contains("evaluated in the units of the file"), "{units}");
    assert_eq!(refused("[1e-40, 1.5e-40, 2e-40]", ""), "");
}
