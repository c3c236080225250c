//! A number of steps and nothing else, whose instructions `tools/instructions` counts.
//!
//! ```text
//! instructions single|ensemble METHOD none|field|sum STEPS
//! instructions single METHOD smooth|steady|switch|steady-table|switch-table STEPS
//! ```
//!
//! `single` is a body through `polhode-bound`, `ensemble` are 1024 of them in one thread. `switch` is a formula
//! that switches at a time once in a thousand steps, `steady` one that does so beyond the run, `smooth` one without a
//! switch.

use polhode::catalogue::MethodName;
use polhode::torque::{Frame, GravityGradient, Interpolation, Model, Table, UniformField};
use polhode::{Body, Inertia, Rotation, State, Vec3};
use polhode_bound::{Bind, RunUnits, TorqueTerm, Torques, Written};
use polhode_ensemble::{Bodies, Ensemble, EnsembleTorques};
use polhode_formula::Formula;
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

/// Steps from one switch in time to the next one.
const BETWEEN: f64 = 1000.0;

fn formula(factor: &str) -> TorqueTerm<f64> {
    let component = |field: &str| Formula::new(&format!("{factor}*{field}"), &[]).unwrap();
    let components = ["r31", "r32", "r33"].map(component);
    Written::new(Frame::Body, components, None, Rotation::identity(), RunUnits::FILE).into()
}

/// Ten steps of a torque that is held, the first at this time.
fn table(begin: f64) -> TorqueTerm<f64> {
    let point = |i: u32| {
        let time = begin + f64::from(i) * BETWEEN * H;
        (time, Vec3::new(0.1 + 0.01 * f64::from(i), 0.2, 0.3))
    };
    let table = Table::new(Frame::Body, Interpolation::Hold, (0..10).map(point)).unwrap();
    Model::from(table).into()
}

fn terms(torque: &str) -> Vec<TorqueTerm<f64>> {
    let (width, period) = (BETWEEN * H, 2.0 * BETWEEN * H);
    match torque {
        "smooth" => vec![formula("0.3")],
        "steady" => vec![formula("if(t < 1e9, 0.3, 0.2)")],
        "switch" => vec![formula(&format!("if(mod(t - 1, {period}) < {width}, 0.3, 0.2)"))],
        "steady-table" => vec![table(-1000.0)],
        "switch-table" => vec![table(1.0)],
        _ => models(torque).into_iter().map(Into::into).collect(),
    }
}

fn single(method: &MethodName, terms: Vec<TorqueTerm<f64>>, steps: u64) {
    let (inertia, start) = body();
    let mut run = if terms.is_empty() {
        f64::bind_free(method, inertia, start).unwrap()
    } else {
        let torque = Torques::new(terms);
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
        _ => single(&method, terms(torque), steps),
    }
}
