//! Events of a file, in its axes and units.

use super::parse;
use polhode_lab::sample::Sampler;
use polhode_lab::scenario_run::{EventOccurrence, simulate};

/// A body whose axes are not principal ones, under a torque with a potential.
const BASE: &str = r#"
[body]
inertia = [[2.0, 0.3, 0.1], [0.3, 1.5, 0.2], [0.1, 0.2, 2.5]]
[initial]
attitude = { rotation_vector = [0.4, 0.2, 0.1] }
angular_velocity = [0.7, 1.1, -0.4]
[[torque]]
model = "uniform-field"
strength = 0.8
arm = [0.1, 0.2, 1.0]
direction = [0.0, 0.3, 1.0]
[run]
duration = 20.0
method = "METHOD"
step = 0.02
precision = "PRECISION"
"#;

fn occurrences(method: &str, precision: &str, events: &str) -> (Vec<EventOccurrence>, Sampler) {
    let text = BASE.replace("METHOD", method).replace("PRECISION", precision);
    let scenario = parse(&format!("{text}{events}"));
    let mut run = simulate(&scenario).unwrap();
    run.advance(1000).unwrap();
    (run.occurrences(), Sampler::new(&scenario))
}

#[test]
fn events_are_meant_in_the_axes_of_the_file() {
    let events = r#"
[[event]]
expression = "wx - 0.5*lz"
[[event]]
expression = "kinetic_energy"
value = 1.8
[[event]]
expression = "energy - kinetic_energy - c"
parameters = { c = 0.3 }
[[event]]
angle = { body = [0.2, 0.0, 1.0], space = [0.0, 1.0, 1.0], radians = 1.2 }
"#;
    for method in ["exact:compose=srkn14a", "taylor:degree=20", "rkmk4"] {
        let (found, sampler) = occurrences(method, "f64", events);
        for index in 0..4 {
            let count = found.iter().filter(|encounter| encounter.event == index).count();
            assert!(count > 2, "{method}: {count} of event {index}");
        }
        for EventOccurrence { event, state, .. } in &found {
            let sample = sampler.sample(state);
            let tip = sample.attitude.apply([0.2, 0.0, 1.0].into());
            let off = match event {
                0 => sample.rates.x - 0.5 * sample.momentum_body.z,
                1 => sample.kinetic_energy - 1.8,
                2 => sample.energy - sample.kinetic_energy - 0.3,
                _ => (tip.y + tip.z) / (2.0f64.sqrt() * tip.norm()) - 1.2f64.cos(),
            };
            // 1.1e-14 for the angle, as the norm of the quaternion drifts by rounding.
            assert!(off.abs() < 3e-14, "{method}, event {event}: {off:e}");
        }
    }
}

/// Single precision computes in another unit of mass.
#[test]
fn single_precision_finds_the_events_of_double() {
    let events = r#"
[[event]]
expression = "lx"
value = 0.3
[[event]]
expression = "energy - kinetic_energy"
value = 0.2
[[event]]
energy = { above = 1e9 }
"#;
    let (double, _) = occurrences("exact", "f64", events);
    let (single, _) = occurrences("exact", "f32", events);
    assert!(double.len() > 8);
    assert_eq!(double.len(), single.len());
    for (a, b) in double.iter().zip(&single) {
        assert_eq!((a.event, a.rising), (b.event, b.rising));
        assert!((a.state.time - b.state.time).abs() < 2e-4, "{a:?} {b:?}");
    }
}

/// From any step on, events are those of the whole run: signs and counts are kept.
#[test]
fn a_run_that_goes_on_from_a_snapshot_comes_to_the_same_events() {
    let events = r#"
[[event]]
expression = "wx"
[[event]]
expression = "wy - 0.5"
stop_after = 3
"#;
    for method in ["exact", "corrected", "taylor:degree=12", "abm4"] {
        let text = BASE.replace("METHOD", method).replace("PRECISION", "f64");
        let scenario = parse(&format!("{text}{events}"));
        let mut whole = simulate(&scenario).unwrap();
        whole.advance(1000).unwrap();
        let (truth, end) = (whole.occurrences(), whole.ended());
        assert!(end.is_some_and(|end| end.event == 1), "{method}");
        for cut in [1, 57, 500] {
            let mut first = simulate(&scenario).unwrap();
            first.advance(cut).unwrap();
            let mut found = first.occurrences();
            let mut second = simulate(&scenario).unwrap();
            second.restore(&first.checkpoint());
            second.advance(1000 - cut).unwrap();
            found.extend(second.occurrences());
            assert_eq!(found, truth, "{method} cut at {cut}");
            assert_eq!(second.ended(), end);
        }
    }
}

/// Dry friction and a table: switches of the state, sliding, and switches in time.
const SWITCHING: &str = r#"
[body]
inertia = [1.0, 2.0, 2.5]
[initial]
angular_velocity = [0.1, 0.2, 1.0]
[[torque]]
model = "expression"
components = ["0", "0", "0.4*sin(0.3*t) - 0.3*sign(wz)"]
[[torque]]
model = "table"
interpolation = "hold"
times = [0.0, 10.0, 31.3]
torques = [[0.0, 0.0, 0.01], [0.0, 0.0, 0.02], [0.0, 0.0, 0.0]]
[run]
duration = 40.0
step = 0.1
method = "METHOD"
precision = "PRECISION"
[output]
switches = true
[[event]]
expression = "wz - 0.5"
"#;

/// Switches and events in the order of time, each located switch once, and the same ones from any step on.
#[test]
fn switches_are_in_order_and_the_same_after_a_resume() {
    let runs = [
        ("rk4", "f64"),
        ("rk4", "f32"),
        ("rkmk4", "f64"),
        ("taylor:degree=12", "f64"),
        ("abm4", "f64"),
    ];
    for (method, precision) in runs {
        let text = SWITCHING.replace("METHOD", method).replace("PRECISION", precision);
        for events in [true, false] {
            let text = if events { &text[..] } else { text.split("[[event]]").next().unwrap() };
            let scenario = parse(text);
            let mut whole = simulate(&scenario).unwrap();
            whole.advance(400).unwrap();
            let (truth, counts) = (whole.occurrences(), scenario.switch_summary(&*whole).unwrap());
            assert!(
                truth.windows(2).all(|pair| pair[0].state.time <= pair[1].state.time),
                "{method}"
            );
            let is_switch = |one: &&EventOccurrence| scenario.switch_of(one.event).is_some();
            let slides = |one: &&EventOccurrence| {
                scenario.switch_of(one.event).is_some_and(|(_, slides)| slides)
            };
            assert_eq!(truth.iter().filter(is_switch).count() as u64, counts.located, "{method}");
            assert_eq!(truth.iter().filter(slides).count() as u64, counts.sliding, "{method}");
            assert!(counts.sliding >= 2 && counts.sliding_time > 3.0, "{method}: {counts:?}");
            assert_eq!(truth.len() as u64 > counts.located, events, "{method}");
            for cut in [1, 147, 200, 233, 330] {
                let mut first = simulate(&scenario).unwrap();
                first.advance(cut).unwrap();
                let mut found = first.occurrences();
                let mut second = simulate(&scenario).unwrap();
                second.restore(&first.checkpoint());
                second.advance(400 - cut).unwrap();
                found.extend(second.occurrences());
                assert_eq!(found, truth, "{method} in {precision} cut at {cut}");
                assert_eq!(
                    scenario.switch_summary(&*second).unwrap(),
                    counts,
                    "{method} cut at {cut}"
                );
                assert_eq!(second.state(), whole.state(), "{method} cut at {cut}");
            }
        }
    }
}
