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
use polhode::methods::exact::Exact;
use polhode::methods::taylor::AdaptiveTaylor;
use polhode::real::{F32x8, F64x4, LaneKernel, Lanes, Scalar};
use polhode::torque::{Free, GravityGradient, UniformField};
use polhode::{Body, Inertia, Motion, Real, Rotation, Run, State, Torque, Vec3};
use std::hint::black_box;
use std::time::Instant;

const STEPS: u64 = 2000;
const SAMPLES: usize = 300;

/// An asymmetric body with |omega| about 2.
fn start<R: Lanes>() -> (Body<R>, State<R>)
where
    R::Scalar: Lanes<Scalar = R::Scalar>,
{
    let inertia =
        Inertia::new_without_triangle_check([1.0, 2.0, 2.7].map(R::Scalar::from_f64)).unwrap();
    let attitude = Rotation::from_wxyz([0.9, 0.1, -0.3, 0.2].map(R::from_f64));
    (
        Body::free(Inertia::from_lanes(|_| inertia)),
        State::new(attitude, Vec3::from_f64([1.1, 2.9, 1.7])),
    )
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
    let h = R::from_f64(0.04); // h |omega| = 0.08
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
    let mut time = R::from_f64(0.04);
    Subject {
        name: format!("exact at a new time{label}"),
        count: STEPS as f64 * R::COUNT as f64,
        sample: Box::new(move || {
            for _ in 0..STEPS {
                let state = motion.at(black_box(time));
                time = R::from_f64(0.04) + state.momentum.x * R::from_f64(1e-3);
            }
        }),
        best: f64::INFINITY,
    }
}

/// Steps of a series as long as a tolerance of 1e-12 allows, of this degree.
fn series<T: Torque<f64>>(label: &str, degree: u8, torque: T) -> Subject {
    let (Body { inertia, .. }, start) = start::<f64>();
    let method = AdaptiveTaylor { degree: Some(degree), tolerance: 1e-12 };
    let mut motion = Motion::new(method, Body { inertia, torque }, start).unwrap();
    let steps = STEPS / 20;
    Subject {
        name: format!("taylor of degree {degree}, {label}"),
        count: steps as f64,
        sample: Box::new(move || motion.advance(black_box(1e3), steps).unwrap()),
        best: f64::INFINITY,
    }
}

/// What a series costs without and with torques.
fn series_of_degrees() -> Vec<Subject> {
    let direction = Vec3::new(0.2, -0.4, 1.0);
    let arm = Vec3::new(0.3, -0.5, 0.8);
    let gradient = GravityGradient::new(0.7, direction).unwrap();
    let field = UniformField::new(2.3, arm, direction).unwrap();
    let both = |degree| {
        [
            series("free", degree, Free),
            series("gravity gradient", degree, gradient),
            series("uniform field", degree, field),
        ]
    };
    [12, 16, 20, 24].into_iter().flat_map(both).collect()
}

/// How many bodies or times the subjects below have.
const MANY: usize = 1000;
/// What makes a time of theirs late: angles of about 1e4.
const LATE: f64 = 1e5;

/// A body like that of [`start`], and a time, for every index.
fn crowd() -> (Vec<Inertia<f64>>, Vec<State<f64>>, Vec<f64>) {
    let (body, start) = start::<f64>();
    let times = (0..MANY).map(|i| 0.04 + 1e-6 * i as f64).collect();
    (vec![body.inertia; MANY], vec![start; MANY], times)
}

/// What is done to a crowd, a body or a time at once.
fn many_at_once(
    name: &str,
    mut sample: impl FnMut(&[Inertia<f64>], &mut [State<f64>], &[f64]) + 'static,
) -> Subject {
    let (inertias, mut states, times) = crowd();
    Subject {
        name: name.into(),
        count: MANY as f64,
        sample: Box::new(move || {
            sample(black_box(&inertias), black_box(&mut states), black_box(&times));
        }),
        best: f64::INFINITY,
    }
}

/// The closed form as it is called for many times or bodies, and in lanes.
fn exact_of_many() -> Vec<Subject> {
    let (body, start) = start::<f64>();
    let motion = exact::FreeMotion::new(&body.inertia, start);
    vec![
        many_at_once("exact at many times, one by one", move |_, states, times| {
            for (state, &time) in states.iter_mut().zip(times) {
                *state = motion.at(time);
            }
        }),
        many_at_once("exact at many times, plain lanes", move |_, states, times| {
            exact::StatesAt { motion: &motion, times, states }.run::<F64x4>();
        }),
        many_at_once("exact at many times", move |_, states, times| {
            motion.states_at(times, states).unwrap();
        }),
        many_at_once("exact at many late times, one by one", move |_, states, times| {
            for (state, &time) in states.iter_mut().zip(times) {
                *state = motion.at(LATE * time);
            }
        }),
        many_at_once("exact at many late times", move |_, states, times| {
            let late: Vec<f64> = times.iter().map(|time| LATE * time).collect();
            motion.states_at(&late, states).unwrap();
        }),
        many_at_once("exact for many bodies, one by one", |inertias, states, times| {
            for ((inertia, state), &t) in inertias.iter().zip(states).zip(times) {
                *state = exact::after(inertia, state, t);
            }
        }),
        many_at_once("exact for many bodies, plain lanes", |inertias, states, times| {
            exact::AdvanceEach { inertias, states, time: |i| times[i] }.run::<F64x4>();
        }),
        many_at_once("exact for many bodies", |inertias, states, times| {
            exact::advance_each(inertias, states, |i| times[i]).unwrap();
        }),
        fixed_steps("exact by fixed steps, one by one", |kernel| kernel.run::<f64>()),
        fixed_steps("exact by fixed steps, plain lanes", |kernel| kernel.run::<F64x4>()),
        fixed_steps("exact by fixed steps", |kernel| f64::in_widest_lanes(kernel)),
    ]
}

/// Equal steps of the method `exact` for bodies that are alike, in lanes of any width.
struct FixedSteps<'a>(&'a mut [State<f64>]);

impl LaneKernel<f64> for FixedSteps<'_> {
    type Output = ();
    #[inline(always)]
    fn run<R: Lanes<Scalar = f64>>(self) {
        let (body, _) = start::<f64>();
        let body = Body::free(Inertia::<R>::from_lanes(|_| body.inertia));
        for states in self.0.chunks_exact_mut(R::COUNT) {
            let start = State::from_lanes(|i| states[i]);
            let mut motion = Motion::new(Exact, body, start).unwrap();
            motion.advance(black_box(R::from_f64(0.04)), STEPS).unwrap();
            for (i, state) in states.iter_mut().enumerate() {
                *state = motion.state().lane(i);
            }
        }
    }
}

/// How [`FixedSteps`] are taken.
fn fixed_steps(name: &str, run: fn(FixedSteps)) -> Subject {
    let mut states = [start::<f64>().1; 4];
    Subject {
        name: name.into(),
        count: STEPS as f64 * states.len() as f64,
        sample: Box::new(move || run(FixedSteps(black_box(&mut states)))),
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
        subjects.extend(exact_of_many());
    }
    if arguments.is_empty() || arguments.iter().any(|text| text == "taylor") {
        subjects.extend(series_of_degrees());
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
    for alone in &subjects {
        let name = alone.name.strip_suffix(", one by one");
        if let Some(lanes) = subjects.iter().find(|s| Some(s.name.as_str()) == name) {
            println!("{}: {:.2} times as fast in lanes", lanes.name, alone.best / lanes.best);
        }
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
