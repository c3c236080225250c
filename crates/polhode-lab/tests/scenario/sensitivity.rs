//! The transition matrix of a scenario: its states are those of the run, to the bit; its
//! columns the difference quotients of whole scenarios, in the axes of the file.

use super::{parse, refusal};
use polhode::geometry::{Rotation, Vec3};
use polhode_lab::Scenario;
use polhode_lab::sample::{Sample, Sampler};
use polhode_lab::scenario::SampleSpacing;
use polhode_lab::scenario_run::simulate;
use polhode_lab::sensitivity::{SensitivityRun, SensitivityVariable};

/// A tensor that is not diagonal, two models and a formula of the rates, with numbers that
/// the columns change.
fn text(change: &Change, method: &str) -> String {
    let Change { rotation_vector: [a, b, c], momentum: [l, m, n], factors: [f, g, h], .. } = change;
    let inertia = change
        .moments
        .map_or("[[2.0, 0.3, 0.1], [0.3, 1.8, -0.2], [0.1, -0.2, 2.4]]".into(), |moments| {
            format!("{moments:?}")
        });
    let (step, every) =
        if method.starts_with("taylor:tol") { ("", 0.1) } else { ("step = 0.05", 0.25) };
    format!(
        r#"
[body]
inertia = {inertia}
[initial]
attitude = {{ matrix = {attitude:?} }}
angular_momentum = [{l:?}, {m:?}, {n:?}]
[[torque]]
model = "uniform-field"
strength = {field:?}
arm = [0.3, -0.5, 0.8]
direction = [1.0, 0.5, -0.2]
[[torque]]
model = "expression"
components = ["{g:?}*k*sin(t)*r31", "{g:?}*(-k*wy)", "{g:?}*k*lz^2"]
parameters = {{ k = 0.2 }}
[[torque]]
model = "impulses"
list = [{{ time = 0.12, momentum = [{j:?}, 0.0, {k:?}], frame = "space" }}]
[run]
duration = 0.5
method = "{method}"
{step}
[output]
every = {every}
sensitivity = ["start", "moments", "torques"]
"#,
        attitude = (Rotation::exp(Vec3::new(0.4, -0.3, 0.2))
            * Rotation::exp(Vec3::new(*a, *b, *c)))
        .to_matrix()
        .to_rows(),
        field = 2.3 * f,
        j = 0.4 * h,
        k = -0.3 * h,
    )
}

#[derive(Clone, Copy)]
struct Change {
    rotation_vector: [f64; 3],
    momentum: [f64; 3],
    factors: [f64; 3],
    /// Principal ones in end of the tensor.
    moments: Option<[f64; 3]>,
}

const NONE: Change = Change {
    rotation_vector: [0.0; 3],
    momentum: [1.1, 2.9, 1.7],
    factors: [1.0; 3],
    moments: None,
};

fn end(scenario: &Scenario) -> Sample {
    let mut run = simulate(scenario).unwrap();
    match scenario.schedule.pace {
        SampleSpacing::Steps { steps, .. } => run.advance(steps).unwrap(),
        SampleSpacing::Times { .. } => {
            while !run.advance_past(scenario.schedule.duration, 100).unwrap() {}
            let state = run.state_near(scenario.schedule.duration).unwrap();
            return Sampler::new(scenario).sample(&state);
        }
    }
    Sampler::new(scenario).sample(&run.checkpoint().state)
}

fn swept(scenario: &Scenario) -> SensitivityRun<'_> {
    let mut sweep = SensitivityRun::new(scenario).unwrap();
    for sample in 0..scenario.schedule.samples() {
        assert!(sweep.advance_to(sample, &mut |_| true).unwrap());
    }
    sweep
}

#[test]
fn columns_are_difference_quotients_of_whole_scenarios() {
    const SIZE: f64 = 6e-6; // central differences in doubles: 4e-11 at best
    let principal = Change { moments: Some([1.0, 2.0, 2.7]), ..NONE };
    for (method, base) in [
        ("exact", NONE),
        ("liemid-ea", NONE),
        ("taylor:degree=16", NONE),
        ("rk4", NONE),
        ("mclachlan-reich", principal),
    ] {
        let scenario = parse(&text(&base, method));
        let sweep = swept(&scenario);
        let matrix = sweep.matrix();
        assert_eq!(matrix.columns.len(), 12);
        let middle = end(&scenario);
        for (column, direction) in scenario.sensitivity.iter().enumerate() {
            let changed = |size: f64| {
                let mut change = base;
                match *direction {
                    SensitivityVariable::Start(i) if i < 3 => change.rotation_vector[i] += size,
                    SensitivityVariable::Start(i) => change.momentum[i - 3] += size,
                    SensitivityVariable::Torque(i) => change.factors[i] += size,
                    // Of a tensor they cannot be changed one by one.
                    SensitivityVariable::Moment(i) => change.moments.as_mut()?[i] += size,
                }
                let end = end(&parse(&text(&change, method)));
                let angle = (middle.attitude.inverse() * end.attitude).log();
                Some([angle.to_array(), end.momentum_body.to_array()].concat())
            };
            let (Some(plus), Some(minus)) = (changed(SIZE), changed(-SIZE)) else { continue };
            for row in 0..6 {
                let expected = (plus[row] - minus[row]) / (2.0 * SIZE);
                let found = matrix.matrix[row][column];
                let name = direction.name();
                assert!(
                    (found - expected).abs() < 2e-9,
                    "{method} {name} {row}: {found} {expected}"
                );
            }
        }
    }
}

#[test]
fn the_states_are_those_of_the_run() {
    for method in ["exact:compose=suzuki-4", "liemid-i", "buss-4:energy", "akw", "newmark"] {
        let scenario = parse(&text(&NONE, method));
        let state = swept(&scenario).state().unwrap();
        let mut run = simulate(&scenario).unwrap();
        run.advance(scenario.schedule.steps().unwrap()).unwrap();
        let end = run.checkpoint().state;
        assert_eq!(state.attitude.to_wxyz(), end.attitude, "{method}");
        assert_eq!(state.momentum.to_array(), end.momentum, "{method}");
    }
}

/// Steps that vary, and samples between them.
#[test]
fn samples_between_steps_are_those_of_the_run_too() {
    let without = text(&NONE, "taylor:tolerance=1e-12").replace("impulses", "constant").replace(
        "list = [{ time = 0.12, momentum = [0.4, 0.0, -0.3], frame = \"space\" }]",
        "space = [0.1, 0.2, 0.0]",
    );
    let scenario = parse(&without);
    let mut sweep = SensitivityRun::new(&scenario).unwrap();
    let mut run = simulate(&scenario).unwrap();
    for sample in 1..scenario.schedule.samples() {
        assert!(sweep.advance_to(sample, &mut |_| true).unwrap());
        let time = scenario.schedule.time_of(sample);
        while !run.advance_past(time, 100).unwrap() {}
        let end = run.state_near(time).unwrap();
        let state = sweep.state().unwrap();
        assert_eq!((state.time, state.attitude.to_wxyz()), (end.time, end.attitude));
        assert_eq!(state.momentum.to_array(), end.momentum);
        assert_eq!(sweep.numbers().len(), sweep.header().len());
    }
}

#[test]
fn what_cannot_be_differentiated_is_refused() {
    let single = text(&NONE, "exact").replace("[run]", "[run]\nprecision = \"f32\"");
    assert!(refusal(&single).contains("take precision = \"f64\""));
    let prescribed = text(&NONE, "exact")
        + "[[torque]]\nmodel = \"prescribed-momentum\"\nconstant = [1.0, 0.0, 0.0]\n";
    assert!(refusal(&prescribed).contains("prescribed-torque"));
}

/// The series of `taylor` take a field in its short form.
#[test]
fn the_factor_of_a_field_alone_counts_in_every_method() {
    const SIZE: f64 = 6e-6; // central differences in doubles: 4e-11 at best
    let text = |strength: f64, method: &str| {
        format!(
            r#"
[body]
inertia = [1.0, 2.0, 2.7]
[initial]
angular_momentum = [1.1, 2.9, 1.7]
[[torque]]
model = "uniform-field"
strength = {strength:?}
arm = [0.3, -0.5, 0.8]
direction = [1.0, 0.5, -0.2]
[run]
duration = 0.5
method = "{method}"
step = 0.05
[output]
every = 0.25
sensitivity = ["torques"]
"#
        )
    };
    for method in ["exact", "taylor:degree=16", "buss-5"] {
        let scenario = parse(&text(2.3, method));
        let sweep = swept(&scenario);
        let end = |factor: f64| end(&parse(&text(2.3 * factor, method))).momentum_body.to_array();
        let (plus, minus) = (end(1.0 + SIZE), end(1.0 - SIZE));
        for i in 0..3 {
            let expected = (plus[i] - minus[i]) / (2.0 * SIZE);
            let found = sweep.matrix().matrix[3 + i][0];
            assert!((found - expected).abs() < 2e-9, "{method} {i}: {found} {expected}");
        }
    }
}
