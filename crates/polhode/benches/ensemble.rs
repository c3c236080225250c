//! Cycles of a body and step in ensembles, one thread, with the machine's clock and its peak of
//! fused operations beside them.
//!
//! ```text
//! cargo bench --bench ensemble
//! ```
//!
//! Each figure is the least of many samples, which take turns.

use polhode::ensemble::{Block, Lattice, LeapFrogSteps};
use polhode::real::{LaneKernel, Lanes, Scalar};
use polhode::torque::GravityGradient;
use polhode::{Body, Free, Inertia, Rotation, State, Torque, Vec3};
use std::hint::black_box;
use std::time::Instant;

const SAMPLES: usize = 40;

/// The least time of some work, in seconds.
fn least(mut work: impl FnMut()) -> f64 {
    let time = |work: &mut dyn FnMut()| {
        let begin = Instant::now();
        work();
        begin.elapsed().as_secs_f64()
    };
    (0..SAMPLES).map(|_| time(&mut work)).fold(f64::INFINITY, f64::min)
}

/// Cycles of a second: a rotation and an exclusive or wait for each other, a cycle each.
fn clock() -> f64 {
    const COUNT: u32 = 2_000_000;
    let seconds = least(|| {
        let mut x = black_box(1u64);
        for _ in 0..COUNT {
            x = x.rotate_left(1) ^ 0x9e37_79b9_7f4a_7c15;
        }
        black_box(x);
    });
    2.0 * f64::from(COUNT) / seconds
}

/// Fused operations on ten registers that do not wait for each other.
struct Peak;

const ROUNDS: u32 = 100_000;

impl<S: Scalar> LaneKernel<S> for Peak {
    type Output = f64;
    #[inline(always)]
    fn run<R: Lanes<Scalar = S>>(self) -> f64 {
        let begin = Instant::now();
        let (factor, addend) = (R::from_f64(black_box(0.999)), R::from_f64(black_box(1e-3)));
        let mut sums = [R::one(); 10];
        for _ in 0..ROUNDS {
            for sum in &mut sums {
                *sum = sum.times_plus(factor, addend);
            }
        }
        black_box(sums.map(|sum| sum.lane(0)));
        // A product and a sum for each lane.
        2.0 * 10.0 * f64::from(ROUNDS) * R::COUNT as f64 / begin.elapsed().as_secs_f64()
    }
}

fn peak<S: Scalar>() -> f64 {
    (0..SAMPLES).map(|_| S::in_fused_lanes(Peak)).fold(0.0, f64::max)
}

const MOMENTS: [f64; 3] = [1.0, 1.9, 2.9];

/// Along an axis, of a body.
fn momentum(axis: usize, body: usize) -> f64 {
    0.3 + 0.1 * axis as f64 + 1e-3 * (body % 97) as f64
}

/// Water-like bodies in columns: moments, matrix, momentum.
struct Columns<S>(Vec<Vec<S>>);

impl<S: Scalar> Columns<S> {
    fn new(count: usize) -> Self {
        let same = |x: f64| vec![S::from_f64(x); count];
        let moments = MOMENTS.map(same);
        let matrix = (0..9).map(|i| same(if i % 4 == 0 { 1.0 } else { 0.0 }));
        let momentum = (0..3).map(|k| (0..count).map(|i| S::from_f64(momentum(k, i))).collect());
        Self(moments.into_iter().chain(matrix).chain(momentum).collect())
    }
    fn block(&mut self) -> Block<'_, S, 9> {
        let [a, b, c, attitude @ .., x, y, z] = &mut self.0[..] else { unreachable!() };
        let mut attitude = attitude.iter_mut();
        Block {
            moments: [a, b, c],
            attitude: std::array::from_fn(|_| &mut attitude.next().unwrap()[..]),
            momentum: [x, y, z],
        }
    }
}

/// Seconds of a body and step.
fn leapfrog<S: Scalar>(count: usize, steps: u64, fused: bool) -> f64 {
    let mut columns = Columns::<S>::new(count);
    let visits = (1_000_000 / (count as u64 * steps)).max(1);
    let seconds = least(|| {
        for _ in 0..visits {
            let (axes, h) = (Default::default(), S::from_f64(0.05));
            let kernel = LeapFrogSteps::<S, _, 3>::free(columns.block(), axes, h, steps);
            if fused { S::in_fused_lanes(kernel) } else { S::in_widest_lanes(kernel) }
        }
    });
    seconds / (count as f64 * steps as f64 * visits as f64)
}

/// The same on a lattice.
fn lattice<T: Torque<f64>>(torque: T, count: usize, steps: u64) -> f64 {
    let mut lattice = Lattice::<3>::new();
    let body = Body { inertia: Inertia::new(MOMENTS).expect("moments of a body"), torque };
    for i in 0..count {
        let momentum = Vec3::from([0, 1, 2].map(|k| momentum(k, i)));
        let start: State<f64> = State::new(Rotation::identity(), momentum);
        lattice.push(&body, &start, 2.0).expect("a body of the lattice");
    }
    let seconds = least(|| assert_eq!(lattice.advance(0.05, steps), 0));
    seconds / (count as f64 * steps as f64)
}

/// Operations of a step of `leapfrog:rotation=tangent-3` in matrix form: five turns with an angle,
/// a series, a division and four rotations of a plane.
const OPERATIONS: f64 = 175.0;

/// How many bodies, and how many steps whenever they are in the registers.
const VISITS: [(&str, usize, u64); 4] = [
    ("in cache, 1000 steps a visit", 256, 1000),
    ("in cache, 10 steps a visit", 256, 10),
    ("from memory, 10 steps", 1_000_000, 10),
    ("from memory, 1 step", 1_000_000, 1),
];

fn main() {
    let clock = clock();
    let (single, double) = (peak::<f32>(), peak::<f64>());
    println!(
        "clock {:.2} GHz; fused peak {:.0} (f32), {:.0} (f64) Gflop/s",
        clock / 1e9,
        single / 1e9,
        double / 1e9
    );
    println!(
        "\nleapfrog:rotation=tangent-3, free, cycles of a body and step (share of the peak)\n"
    );
    println!("{:28}  {:>16}  {:>16}", "", "f32", "f64");
    for (label, count, steps) in VISITS {
        for (mode, fused) in [("fast", true), ("portable", false)] {
            let (f32, f64) =
                (leapfrog::<f32>(count, steps, fused), leapfrog::<f64>(count, steps, fused));
            let show = |seconds: f64, peak: f64| {
                format!("{:.1} ({:.0} %)", seconds * clock, 100.0 * OPERATIONS / seconds / peak)
            };
            println!("{label:28}  {:>16}  {:>16}  {mode}", show(f32, single), show(f64, double));
        }
    }
    println!("\nthe same on a lattice, cycles (million bodies and steps a second)\n");
    println!("{:28}  {:>16}  {:>16}", "", "free", "gravity gradient");
    for (label, count, steps) in VISITS {
        let gradient = GravityGradient::new(0.01, Vec3::new(0.0, 0.0, 1.0)).expect("a direction");
        let times = [lattice(Free, count, steps), lattice(gradient, count, steps)];
        let [free, pulled] =
            times.map(|seconds| format!("{:.1} ({:.0})", seconds * clock, 1e-6 / seconds));
        println!("{label:28}  {free:>16}  {pulled:>16}");
    }
}
