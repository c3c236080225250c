//! Ensembles: what is drawn, and that it does not matter who computes it.

#[path = "ensemble/distributions.rs"]
mod distributions;
#[path = "ensemble/draws.rs"]
mod draws;
#[path = "ensemble/folders.rs"]
mod folders;
#[path = "ensemble/lanes.rs"]
mod lanes;
#[path = "ensemble/random.rs"]
mod random;
#[path = "ensemble/reductions.rs"]
mod reductions;
#[path = "ensemble/scale.rs"]
mod scale;

use polhode_lab::Scenario;
use polhode_lab::ensemble::Draws;

const BASE: &str = r#"
title = "base"
[body]
inertia = [1.0, 2.0, 2.5]
[initial]
attitude = [0.5, -0.5, 0.5, 0.5]
angular_velocity = [0.1, 2.0, 0.3]
[run]
duration = 1.0
method = "exact"
step = 0.1
"#;

fn parse(text: &str) -> Scenario {
    Scenario::parse("test", text, &[]).unwrap_or_else(|report| panic!("{report}\n{text}"))
}

/// The base with so many bodies, and what varies.
fn with(count: u64, vary: &str) -> String {
    format!("{BASE}[ensemble]\ncount = {count}\nseed = 7\n[ensemble.vary]\n{vary}\n")
}

fn draws(count: u64, vary: &str) -> Draws {
    Draws::new(&parse(&with(count, vary))).unwrap_or_else(|error| panic!("{error}\n{vary}")).0
}

/// The numbers of all bodies.
fn numbers(draws: &Draws) -> Vec<Vec<f64>> {
    let one = |body| {
        let mut numbers = Vec::new();
        draws.numbers(body, &mut numbers);
        numbers
    };
    (0..draws.ensemble().count).map(one).collect()
}
