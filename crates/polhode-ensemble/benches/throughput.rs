//! Bodies and steps in a second, one thread and all of them, as ratios in one run.
//!
//! ```text
//! cargo bench --workspace --bench throughput
//! cargo bench --workspace --bench throughput -- exact    rows with this word
//! ```
//!
//! Each figure is the least of some samples, which take turns. Cycles are those of a clock that
//! is measured in the same run.

use polhode::ensemble::Kick;
use polhode::exact::FreeMotion;
use polhode::real::{LaneKernel, Lanes};
use polhode::torque::{GravityGradient, Model, UniformField};
use polhode::{Inertia, Rotation, State, Vec3};
use polhode_ensemble::{Arithmetic, Bodies, Ensemble, EnsembleTorques, Number, states_at};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::hint::black_box;
use std::time::Instant;

const SAMPLES: usize = 7;

fn least(samples: usize, mut work: impl FnMut()) -> f64 {
    let mut sample = || {
        let begin = Instant::now();
        work();
        begin.elapsed().as_secs_f64()
    };
    (0..samples).map(|_| sample()).fold(f64::INFINITY, f64::min)
}

/// Cycles of a second: a rotation and an exclusive or wait for each other, a cycle each.
fn clock() -> f64 {
    const COUNT: u32 = 2_000_000;
    let seconds = least(40, || {
        let mut x = black_box(1u64);
        for _ in 0..COUNT {
            x = x.rotate_left(1) ^ 0x9e37_79b9_7f4a_7c15;
        }
        black_box(x);
    });
    2.0 * f64::from(COUNT) / seconds
}

/// Products with sums that wait for nothing but themselves: the most that the machine can do.
struct Peak;

impl<S: Number> LaneKernel<S> for Peak {
    /// How many, in all lanes.
    type Output = f64;
    #[inline(always)]
    fn run<R: Lanes<Scalar = S>>(self) -> f64 {
        const ROUNDS: u32 = 1_000_000;
        let (factor, addend) = (black_box(R::from_f64(0.999)), black_box(R::from_f64(0.001)));
        let mut sums = [R::one(); 12];
        for _ in 0..ROUNDS {
            for sum in &mut sums {
                *sum = sum.times_plus(factor, addend);
            }
        }
        black_box(sums);
        f64::from(ROUNDS) * (sums.len() * R::COUNT) as f64
    }
}

/// Fused products and sums of a second, in thousands of millions.
fn peak<S: Number>() -> f64 {
    let mut count = 0.0;
    let seconds = least(20, || count = S::in_fused_lanes(Peak));
    count / seconds / 1e9
}

/// Water: 0.345 : 0.653 : 1, made to obey the triangle inequality; one radian per unit of time.
fn waters<S: Number>(count: usize) -> Bodies<S> {
    let water =
        Inertia::new_without_triangle_check([0.345, 0.653, 0.998].map(S::from_f64)).unwrap();
    Bodies::new((0..count).map(|i| {
        let k = i as f64;
        let rates = Vec3::new((0.7 * k).sin(), (1.3 * k + 0.2).cos(), (2.1 * k).sin());
        let rates = (rates / rates.norm()).map(S::from_f64);
        (water, State::new(Rotation::identity(), water.momentum(rates)))
    }))
}

/// A 32nd of a turn.
const STEP: f64 = std::f64::consts::TAU / 32.0;

struct Row<'a> {
    what: String,
    bodies: usize,
    steps: u64,
    work: Box<dyn FnMut() + Send + 'a>,
}

/// A method with torques; `visits` times so many steps.
fn method<S: Number>(
    (name, torque): (&str, Option<Model<S>>),
    matrices: bool,
    arithmetic: Arithmetic,
    (bodies, steps, visits): (usize, u64, u64),
) -> Row<'static> {
    let mut ensemble = Ensemble::new(&name.parse().unwrap(), waters::<S>(bodies)).unwrap();
    let pushed = torque.as_ref().map_or("free", Model::name);
    if let Some(torque) = &torque {
        ensemble = ensemble
            .pushed_by(EnsembleTorques::new(std::slice::from_ref(torque)).unwrap())
            .unwrap();
    }
    if matrices {
        ensemble = ensemble.as_matrices().unwrap();
    }
    let mut ensemble = ensemble.with(arithmetic);
    let kind = if S::EPSILON > 1e-10 { "f32" } else { "f64" };
    let mode = if arithmetic == Arithmetic::Fast { "fast" } else { "portable" };
    let form = if matrices { ", matrices" } else { "" };
    Row {
        what: format!(
            "{name}{form}, {pushed}, {kind}, {mode}, {bodies} bodies, {steps} steps a visit"
        ),
        bodies,
        steps: steps * visits,
        work: Box::new(move || {
            for _ in 0..visits {
                ensemble.advance(S::from_f64(STEP), steps).unwrap();
            }
        }),
    }
}

/// EnsembleTorques from outside between any two steps.
fn host<S: Number>(bodies: usize) -> Row<'static> {
    let name = "leapfrog:rotation=tangent-3";
    let ensemble = Ensemble::new(&name.parse().unwrap(), waters::<S>(bodies)).unwrap();
    let mut ensemble = ensemble.as_matrices().unwrap().with(Arithmetic::Fast);
    let torque = [0.1, -0.2, 0.1].map(|number| vec![S::from_f64(number); bodies]);
    Row {
        what: format!(
            "leapfrog, matrices, torques of a host, {} bytes, {bodies} bodies",
            size_of::<S>()
        ),
        bodies,
        steps: 10,
        work: Box::new(move || {
            for _ in 0..10 {
                let torque = torque.each_ref().map(Vec::as_slice);
                let kick = Kick { torque, h: S::from_f64(1e-3) };
                ensemble.kick_and_advance(Some(kick), S::from_f64(STEP), 1).unwrap();
            }
        }),
    }
}

/// Free bodies at one epoch, after a thousand steps' time.
fn jump(bodies: usize) -> Row<'static> {
    let mut ensemble = Ensemble::new(&"exact".parse().unwrap(), waters::<f64>(bodies)).unwrap();
    let mut time = 0.0;
    Row {
        what: format!("exact at one epoch, f64, {bodies} bodies"),
        bodies,
        steps: 1,
        work: Box::new(move || {
            time += 1000.0 * STEP;
            ensemble.jump_to(time).unwrap();
        }),
    }
}

/// One body at many epochs.
fn epochs(count: usize, lanes: bool) -> Row<'static> {
    let inertia = Inertia::new([1.0, 3.0, 3.2]).unwrap();
    let start = State::<f64>::new(Rotation::identity(), Vec3::new(2.0, 1.5, 0.7));
    let motion = FreeMotion::new(&inertia, start);
    let times: Vec<f64> = (0..count).map(|i| 0.01 * i as f64).collect();
    let mut states = vec![start; count];
    Row {
        what: format!(
            "one body at {count} epochs, f64, {}",
            if lanes { "lanes" } else { "one by one" }
        ),
        bodies: count,
        steps: 1,
        work: Box::new(move || {
            if lanes {
                states_at(&motion, &times, &mut states).unwrap();
            } else {
                states.iter_mut().zip(&times).for_each(|(state, &time)| *state = motion.at(time));
            }
            black_box(&mut states);
        }),
    }
}

/// The same in memory that is new each time, as a program has it that keeps what it finds.
fn new_epochs(count: usize) -> Row<'static> {
    let inertia = Inertia::new([1.0, 3.0, 3.2]).unwrap();
    let start = State::<f64>::new(Rotation::identity(), Vec3::new(2.0, 1.5, 0.7));
    let motion = FreeMotion::new(&inertia, start);
    let times: Vec<f64> = (0..count).map(|i| 0.01 * i as f64).collect();
    Row {
        what: format!("one body at {count} epochs, f64, lanes, new memory"),
        bodies: count,
        steps: 1,
        work: Box::new(move || {
            let (mut found, mut some) = (Vec::with_capacity(count), [start; 2048]);
            for times in times.chunks(some.len()) {
                let some = &mut some[..times.len()];
                motion.states_at(times, some).unwrap();
                found.extend_from_slice(some);
            }
            black_box(found);
        }),
    }
}

fn rows() -> Vec<Row<'static>> {
    use Arithmetic::{Fast, Portable};
    let leapfrog = "leapfrog:rotation=tangent-3";
    let (cached, memory) = ((2048, 1000, 1), (1_000_000, 10, 1));
    let up = Vec3::new(0.0, 0.0, 1.0);
    let field =
        || Some(UniformField::new(0.1, Vec3::from_f64([0.1, 0.0, 0.2]), up).unwrap().into());
    let gradient = || Some(GravityGradient::new(0.01, up).unwrap().into());
    let mut rows = Vec::new();
    for arithmetic in [Fast, Portable] {
        rows.push(method::<f32>((leapfrog, None), true, arithmetic, cached));
        rows.push(method::<f64>((leapfrog, None), true, arithmetic, cached));
        rows.push(method::<f32>((leapfrog, None), true, arithmetic, memory));
        rows.push(method::<f64>((leapfrog, None), true, arithmetic, memory));
        rows.push(method::<f64>((leapfrog, field()), true, arithmetic, cached));
        rows.push(method::<f64>((leapfrog, gradient()), true, arithmetic, cached));
    }
    rows.push(host::<f32>(1_000_000));
    rows.push(host::<f64>(1_000_000));
    rows.push(method::<f64>((leapfrog, None), false, Portable, cached));
    rows.push(method::<f64>(("exact", None), false, Fast, cached));
    for name in
        ["exact", "buss-3", "buss-4", "buss-5", "buss-3:energy", "buss-4:energy", "buss-5:energy"]
    {
        rows.push(method::<f64>((name, None), false, Portable, cached));
    }
    rows.push(method::<f64>(("exact", field()), false, Portable, cached));
    rows.push(method::<f64>(("exact", gradient()), false, Portable, cached));
    rows.push(method::<f64>(("liemid-ea", None), false, Portable, cached));
    rows.push(jump(100_000));
    rows.push(epochs(100_000, false));
    rows.push(epochs(100_000, true));
    rows.push(new_epochs(100_000));
    rows.push(new_epochs(1_000_000));
    rows
}

fn pool(threads: usize) -> ThreadPool {
    ThreadPoolBuilder::new().num_threads(threads).build().unwrap()
}

fn main() {
    let word = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let clock = clock();
    let all = std::thread::available_parallelism().map_or(1, usize::from);
    let (one, many) = (pool(1), pool(all));
    println!("clock {:.2} GHz, {all} threads", clock / 1e9);
    println!(
        "at most {:.1} fused products and sums a nanosecond in f32, {:.1} in f64\n",
        peak::<f32>(),
        peak::<f64>()
    );
    println!("{:>10} {:>10} {:>12} {:>10}", "ns", "cycles", "M/s", "threads");
    for mut row in rows() {
        if word.as_ref().is_some_and(|word| !row.what.contains(word.as_str())) {
            continue;
        }
        let count = row.bodies as f64 * row.steps as f64;
        let alone = one.install(|| least(SAMPLES, &mut row.work)) / count;
        let together = many.install(|| least(SAMPLES, &mut row.work)) / count;
        println!(
            "{:>10.2} {:>10.1} {:>12.1} {:>9.2}x  {}",
            alone * 1e9,
            alone * clock,
            1e-6 / together,
            alone / together,
            row.what
        );
    }
}
