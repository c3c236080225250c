//! What a scenario file means.

#[path = "scenario/axes.rs"]
mod axes;
#[path = "scenario/counts.rs"]
mod counts;
#[path = "scenario/domain_ends.rs"]
mod domain_ends;
#[path = "scenario/events.rs"]
mod events;
#[path = "scenario/features.rs"]
mod features;
#[path = "scenario/formulas.rs"]
mod formulas;
#[path = "scenario/late.rs"]
mod late;
#[path = "scenario/reading.rs"]
mod reading;
#[path = "scenario/remedies.rs"]
mod remedies;
#[path = "scenario/scale.rs"]
mod scale;
#[path = "scenario/sensitivity.rs"]
mod sensitivity;
#[path = "scenario/shapes.rs"]
mod shapes;
#[path = "scenario/switching.rs"]
mod switching;
#[path = "scenario/table_files.rs"]
mod table_files;

use polhode_lab::Scenario;
use polhode_lab::sample::{Sample, Sampler};
use polhode_lab::scenario_run::simulate;

fn parse(text: &str) -> Scenario {
    Scenario::parse("test", text, &[]).unwrap_or_else(|report| panic!("{report}\n{text}"))
}

fn refusal(text: &str) -> String {
    Scenario::parse("test", text, &[]).expect_err("a bad scenario").to_string()
}

/// The sample at the end.
fn end(scenario: &Scenario) -> Sample {
    let mut run = simulate(scenario).unwrap();
    run.advance(scenario.schedule.steps().unwrap()).unwrap();
    Sampler::new(scenario).sample(&run.checkpoint().state)
}
