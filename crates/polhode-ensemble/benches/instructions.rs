//! A number of steps and nothing else, whose instructions `tools/instructions` counts.
//!
//! ```text
//! instructions single|ensemble METHOD none|field|sum STEPS
//! ```
//!
//! `single` is a body through `polhode-bound`, `ensemble` are 1024 of them in one thread.

use polhode::catalogue::MethodName;
use polhode::torque::{GravityGradient, Model, UniformField};
use polhode::{Body, Inertia, Rotation, State, Vec3};
use polhode_bound::Bind;
use polhode_ensemble::{Bodies, Ensemble, EnsembleTorques};
use std::hint::black_box;

const BODIES: usize = 1024;
const H: f64 = 0.01;

fn body() -> (Inertia<f64>, State<f64>) {
    let start = State::new(
        Rotation::exp(Vec3::from_f64([0.4, -0.7, 0.3])),
        Vec3::from_f64([1.1, 0.7, -1.9]),
    );
    (Inertia::new_without_triangle_check([1.3, 2.1, 2.9]).unwrap(), start)
}

fn models(torque: &str) -> Vec<Model<f64>> {
    let field =
        UniformField::new(0.3, Vec3::from_f64([0.1, 0.2, 0.9]), Vec3::from_f64([0.0, 0.0, 1.0]));
    let gradient = GravityGradient::new(0.2, Vec3::from_f64([1.0, 2.0, 2.0]));
    match torque {
        "field" => vec![field.unwrap().into()],
        "sum" => vec![field.unwrap().into(), gradient.unwrap().into()],
        _ => vec![],
    }
}

fn single(method: &MethodName, models: Vec<Model<f64>>, steps: u64) {
    let (inertia, start) = body();
    let mut run = if models.is_empty() {
        f64::bind_free(method, inertia, start).unwrap()
    } else {
        let torque = polhode_bound::Torques::new(models.into_iter().map(Into::into));
        f64::bind_pushed(method, Body { inertia, torque }, start).unwrap()
    };
    run.advance(H, steps).unwrap();
    black_box(run.state());
}

fn ensemble(method: &MethodName, models: &[Model<f64>], steps: u64) {
    let bodies = Bodies::new(std::iter::repeat_n(body(), BODIES));
    let ensemble = Ensemble::new(method, bodies).unwrap();
    let mut ensemble = ensemble.pushed_by(EnsembleTorques::new(models).unwrap()).unwrap();
    ensemble.advance(H, steps).unwrap();
    black_box(ensemble.state(BODIES - 1));
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    let [kind, method, torque, steps] = &arguments[..] else {
        println!("nothing to count: see tools/instructions");
        return;
    };
    let (method, steps) = (method.parse().unwrap(), steps.parse().unwrap());
    match kind.as_str() {
        "ensemble" => ensemble(&method, &models(torque), steps),
        _ => single(&method, models(torque), steps),
    }
}
