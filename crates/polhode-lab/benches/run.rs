//! What recording costs: a run into a folder beside the bare loop of the library.
//!
//! `cargo bench -p polhode-lab --bench run`

use polhode::{Body, Rotation, State, Vec3, catalogue};
use polhode_lab::{Recording, Scenario};
use std::path::Path;
use std::time::Instant;

const STEPS: u64 = 10_000_000;
const EVERY: u64 = 1000;
const ROUNDS: usize = 5;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = format!(
        "[body]\ninertia = [1.0, 2.0, 2.5]\n\
         [initial]\nangular_velocity = [0.3, 1.0, 0.2]\n\
         [run]\nmethod = \"leapfrog\"\nstep = 0.01\nduration = {:?}\n\
         [output]\nevery_steps = {EVERY}\n",
        STEPS as f64 * 0.01
    );
    let scenario = Scenario::parse("bench", &text, &[])?;
    let folder = tempfile::tempdir()?;
    let (mut bare, mut recorded, mut files) = (f64::MAX, f64::MAX, f64::MAX);
    for round in 0..ROUNDS {
        bare = bare.min(loop_of_the_library(&scenario)?);
        let (run, made) = recording(&scenario, &folder.path().join(round.to_string()))?;
        recorded = recorded.min(run);
        files = files.min(made);
    }
    let each = |seconds: f64| seconds / STEPS as f64 * 1e9;
    println!("{STEPS} steps of leapfrog, a sample every {EVERY}, best of {ROUNDS}");
    println!("  bare loop          {:8.2} ns a step", each(bare));
    println!("  with a log         {:8.2} ns a step, {:.3} times", each(recorded), recorded / bare);
    let all = recorded + files;
    println!("  with all files     {:8.2} ns a step, {:.3} times", each(all), all / bare);
    Ok(())
}

fn loop_of_the_library(scenario: &Scenario) -> Result<f64, Box<dyn std::error::Error>> {
    let start: State<f64> = State::new(Rotation::identity(), scenario.problem.start.momentum);
    let mut run =
        catalogue::bind(&scenario.method, Body::free(scenario.problem.body.inertia), start)?;
    let begin = Instant::now();
    run.advance(scenario.schedule.step, STEPS)?;
    let spent = begin.elapsed().as_secs_f64();
    assert!(run.state().momentum != Vec3::zero());
    Ok(spent)
}

fn recording(scenario: &Scenario, folder: &Path) -> Result<(f64, f64), Box<dyn std::error::Error>> {
    let begin = Instant::now();
    let mut recording = Recording::create(scenario.clone(), folder, false)?;
    recording.run(&mut |_| true)?;
    let ran = begin.elapsed().as_secs_f64();
    recording.finish()?;
    Ok((ran, begin.elapsed().as_secs_f64() - ran))
}
