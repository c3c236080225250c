//! Free molecules of water for a thousand steps: what a step of a body costs and how far it is off
//! at the end.
//!
//! ```text
//! cargo bench --workspace --bench waters
//! ```
//!
//! One thread. Moments 0.345 : 0.653 : 0.998, one radian in a unit of time, a 32nd of a turn in a
//! step; body k turns about (sin 0.7 k, cos(1.3 k + 0.2), sin 2.1 k). The time is the least of
//! some samples, the error the largest angle to the closed form over the first 64 bodies.

use polhode::exact::FreeMotion;
use polhode::{Inertia, Rotation, State, Vec3};
use polhode_ensemble::{Arithmetic, Bodies, Ensemble, Number};
use rayon::ThreadPoolBuilder;
use std::time::Instant;

const BODIES: usize = 100_000;
const STEPS: u64 = 1000;
const STEP: f64 = std::f64::consts::TAU / 32.0;
const SAMPLES: usize = 3;
const MOMENTS: [f64; 3] = [0.345, 0.653, 0.998];

fn water<S: Number>(k: usize) -> (Inertia<S>, State<S>) {
    let inertia = Inertia::new_without_triangle_check(MOMENTS.map(S::from_f64)).unwrap();
    let k = k as f64;
    let axis = Vec3::new((0.7 * k).sin(), (1.3 * k + 0.2).cos(), (2.1 * k).sin());
    let rates = (axis / axis.norm()).map(S::from_f64);
    (inertia, State::new(Rotation::identity(), inertia.momentum(rates)))
}

/// The largest angle to the closed form.
fn error<S: Number + Into<f64>>(ensemble: &Ensemble<S>) -> f64 {
    let off = |k: usize| {
        let (inertia, start) = water::<f64>(k);
        let truth = FreeMotion::new(&inertia, start).at(STEPS as f64 * STEP).attitude;
        let [w, x, y, z] = ensemble.state(k).unwrap().attitude.to_wxyz().map(Into::into);
        Rotation { w, x, y, z }.normalized().angle_to(truth)
    };
    (0..64).map(off).fold(0.0, f64::max)
}

/// Prints a row: nanoseconds of a body and step, error, what.
fn row<S: Number + Into<f64>>(
    what: &str,
    start: impl Fn(Bodies<S>) -> Ensemble<S>,
    go: impl Fn(&mut Ensemble<S>),
) {
    let mut best = f64::INFINITY;
    let mut last = 0.0;
    for _ in 0..SAMPLES {
        let mut ensemble = start(Bodies::new((0..BODIES).map(water)));
        let begin = Instant::now();
        go(&mut ensemble);
        best = best.min(begin.elapsed().as_secs_f64());
        last = error(&ensemble);
    }
    let nanoseconds = best * 1e9 / (BODIES as f64 * STEPS as f64);
    println!("{nanoseconds:.3}\t{last:.2e}\t{what}");
}

fn steps<S: Number + Into<f64>>(name: &str, matrices: bool, arithmetic: Arithmetic) {
    let kind = if S::EPSILON > 1e-10 { "f32" } else { "f64" };
    let mode = if arithmetic == Arithmetic::Fast { ", fast" } else { "" };
    row::<S>(
        &format!("polhode {name}, {kind}{mode}"),
        |bodies| {
            let ensemble = Ensemble::new(&name.parse().unwrap(), bodies).unwrap();
            let ensemble = if matrices { ensemble.as_matrices().unwrap() } else { ensemble };
            ensemble.with(arithmetic)
        },
        |ensemble| ensemble.advance(S::from_f64(STEP), STEPS).unwrap(),
    );
}

fn main() {
    use Arithmetic::{Fast, Portable};
    let one = ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    one.install(|| {
        steps::<f32>("leapfrog:rotation=tangent-3", true, Fast);
        steps::<f64>("leapfrog:rotation=tangent-3", true, Fast);
        steps::<f64>("leapfrog:rotation=tangent-3", true, Portable);
        steps::<f64>("buss-4", false, Portable);
        steps::<f64>("exact", false, Portable);
        steps::<f32>("exact", false, Portable);
        row::<f64>(
            "polhode exact, f64, the end alone",
            |bodies| Ensemble::new(&"exact".parse().unwrap(), bodies).unwrap(),
            |ensemble| ensemble.jump_to(STEPS as f64 * STEP).unwrap(),
        );
    });
}
