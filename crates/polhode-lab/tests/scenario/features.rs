//! Scenarios whose steps are to resolve the torque.

use super::parse;
use polhode_lab::scenario_run::{ScenarioRun, simulate};

fn begin(method: &str, step: f64, resolve: bool) -> Box<dyn ScenarioRun> {
    let text = format!(
        "[body]\ninertia = [1.0, 2.0, 2.5]\n[initial]\nangular_velocity = [0.0, 0.0, 0.1]\n\
         [[torque]]\nmodel = \"expression\"\ncomponents = [\"0\", \"0\", \"0.01*abs(sin(t))\"]\n\
         [[torque]]\nmodel = \"expression\"\ncomponents = [\"0\", \"0\", \"0.5*exp(-((t-50.1)/0.01)^2)\"]\n\
         [run]\nduration = 100.0\nmethod = \"{method}\"\nstep = {step:?}\n"
    );
    let mut run = simulate(&parse(&text)).unwrap();
    run.resolve_torque(resolve);
    run
}

/// 2.5 times 0.1, the areas of arches 1 - cos, and that of the pulse.
fn momentum_at(time: f64, pulse: f64) -> f64 {
    let pi = std::f64::consts::PI;
    let arches = (time / pi).floor();
    let area = 2.0 * arches + 1.0 - (time - arches * pi).cos();
    0.25 + 0.01 * area + pulse * 0.5 * 0.01 * pi.sqrt()
}

#[test]
fn a_pulse_beside_a_torque_that_switches_is_seen_by_the_series() {
    for (resolve, pulse) in [(true, 1.0), (false, 0.0)] {
        let mut run = begin("taylor:tolerance=1e-12", 100.0, resolve);
        assert!(run.advance_past(100.0, 1000).unwrap());
        let end = run.state_near(100.0).unwrap();
        let error = (end.momentum[2] - momentum_at(100.0, pulse)).abs();
        assert!(error < 1e-11, "{resolve}: {error:e}");
        assert_eq!(run.switches_until(100.0).0.located, 31);
        let resolution = run.torque_resolution();
        assert_eq!(resolution.is_some(), resolve);
        if let Some(resolution) = resolution {
            assert!(resolution.shortened > 5 && resolution.first.is_none(), "{resolution:?}");
        }
    }
}

#[test]
fn an_unresolved_step_names_its_time_and_torque_and_survives_a_resume() {
    let mut run = begin("exact:order=4", 1.0, true);
    run.advance(70).unwrap();
    let resolution = run.torque_resolution().unwrap();
    let first = resolution.first.unwrap();
    assert!((46.0..52.0).contains(&first.time) && first.part == 1, "{first:?}");
    let checkpoint = run.checkpoint();
    let mut resumed = begin("exact:order=4", 1.0, true);
    resumed.restore(&checkpoint);
    for run in [&mut run, &mut resumed] {
        run.advance(30).unwrap();
    }
    assert_eq!(run.state(), resumed.state());
    assert_eq!(run.torque_resolution(), resumed.torque_resolution());
    assert_eq!(resumed.torque_resolution().unwrap().first, Some(first));
}
