//! Nanoseconds a step, through the entry point that users have, as ratios in
//! one run.
//!
//! ```text
//! cargo bench --bench step                 every row of the catalogue
//! cargo bench --bench step -- buss-3 sr    these
//! cargo bench --bench step -- --count mclachlan-reich
//!                                          a million steps and nothing else, for
//!                                          valgrind --tool=callgrind
//! ```
//!
//! Each figure is the least of many short samples; the samples of all methods
//! take turns, so that a busy machine slows them alike.

use polhode::catalogue::{MethodName, Options, bind, variants};
use polhode::exact;
use polhode::real::{F32x8, F64x4, Lanes};
use polhode::{Body, Inertia, Real, Rotation, Run, State, Vec3};
use std::hint::black_box;
use std::time::Instant;

const STEPS: u64 = 2000;
const SAMPLES: usize = 300;

/// An asymmetric body with |omega| about 2.
fn start<R: Lanes>() -> (Body<R>, State<R>)
where
    R::Scalar: Lanes<Scalar = R::Scalar>,
{
    let inertia = Inertia::unchecked([1.0, 2.0, 2.7].map(R::Scalar::of)).unwrap();
    let attitude = Rotation::from_wxyz([0.9, 0.1, -0.3, 0.2].map(R::of));
    (Body::free(Inertia::from_lanes(|_| inertia)), State::new(attitude, Vec3::of([1.1, 2.9, 1.7])))
}

fn a_run<R: Lanes>(name: &MethodName) -> Box<dyn Run<R>>
where
    R::Scalar: Lanes<Scalar = R::Scalar>,
{
    let (body, state) = start::<R>();
    bind(black_box(name), black_box(body), black_box(state)).unwrap()
}

/// One thing to be timed: its name, how many body-steps a sample has, the sample.
struct Subject {
    name: String,
    count: f64,
    sample: Box<dyn FnMut()>,
    best: f64,
}

fn method<R: Lanes>(name: &MethodName, label: &str) -> Subject
where
    R::Scalar: Lanes<Scalar = R::Scalar>,
{
    let mut run = a_run::<R>(name);
    let h = R::of(0.04); // h |omega| = 0.08
    Subject {
        name: format!("{name}{label}"),
        count: STEPS as f64 * R::COUNT as f64,
        sample: Box::new(move || {
            run.advance(black_box(h), STEPS).unwrap();
        }),
        best: f64::INFINITY,
    }
}

/// The unit: the crate's own sine and cosine, each waiting for the last.
fn sin_cos() -> Subject {
    let mut x = 0.05f64;
    Subject {
        name: "sin_cos".into(),
        count: STEPS as f64,
        sample: Box::new(move || {
            for _ in 0..STEPS {
                let (sin, cos) = Real::sin_cos(black_box(x));
                x = 0.04 + 0.01 * sin * cos;
            }
            black_box(x);
        }),
        best: f64::INFINITY,
    }
}

/// The closed form at a new time, each time waiting for the last state.
fn at_a_new_time<R: Lanes>(label: &str) -> Subject
where
    R::Scalar: Lanes<Scalar = R::Scalar>,
{
    let (body, start) = start::<R>();
    let motion = exact::FreeMotion::new(&body.inertia, start);
    let mut time = R::of(0.04);
    Subject {
        name: format!("exact at a new time{label}"),
        count: STEPS as f64 * R::COUNT as f64,
        sample: Box::new(move || {
            for _ in 0..STEPS {
                let state = motion.at(black_box(time));
                time = R::of(0.04) + state.momentum.x * R::of(1e-3);
            }
        }),
        best: f64::INFINITY,
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    if let Some("--count") = arguments.first().map(String::as_str) {
        return count(&arguments[1..]);
    }
    let mut names: Vec<MethodName> = if arguments.is_empty() {
        let energy: MethodName = "buss-3:energy".parse().unwrap();
        let plain = |name: &MethodName| name.options() == &Options::default();
        variants().into_iter().filter(|name| plain(name) || *name == energy).collect()
    } else {
        arguments
            .iter()
            .map(|text| text.parse().unwrap_or_else(|error| panic!("{error}")))
            .collect()
    };
    let unit: MethodName = "mclachlan-reich".parse().unwrap();
    names.retain(|name| *name != unit);
    names.insert(0, unit);
    let mut subjects = vec![sin_cos()];
    subjects.extend(names.iter().map(|name| method::<f64>(name, "")));
    if arguments.is_empty() || arguments.iter().any(|text| text == "exact") {
        subjects.push(at_a_new_time::<f64>(""));
        subjects.push(at_a_new_time::<F64x4>(" (4 x f64)"));
    }
    for name in &names {
        subjects.push(method::<F64x4>(name, " (4 x f64)"));
        subjects.push(method::<F32x8>(name, " (8 x f32)"));
    }
    for _ in 0..SAMPLES {
        for subject in &mut subjects {
            let begin = Instant::now();
            (subject.sample)();
            subject.best = subject.best.min(begin.elapsed().as_nanos() as f64 / subject.count);
        }
    }
    let (sine, step) = (subjects[0].best, subjects[1].best);
    println!("{:<44} {:>8} {:>10} {:>16}", "", "ns/step", "/ sin_cos", "/ mclachlan-reich");
    for s in &subjects {
        println!("{:<44} {:>8.2} {:>10.2} {:>16.3}", s.name, s.best, s.best / sine, s.best / step);
    }
}

/// A million steps of each, for counting instructions.
fn count(names: &[String]) {
    for text in names {
        if text == "sin_cos" {
            let mut subject = sin_cos();
            (0..1_000_000 / STEPS).for_each(|_| (subject.sample)());
        } else {
            let mut run = a_run::<f64>(&text.parse().unwrap());
            run.advance(black_box(0.04), 1_000_000).unwrap();
            black_box(run.state());
        }
    }
}
