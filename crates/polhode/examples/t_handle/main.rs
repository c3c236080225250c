//! The T-handle that flips, after Dzhanibekov: spun about its stem, the axis of
//! the intermediate moment, it turns over again and again.
//!
//! Prints when it flips and how well a few methods of the catalogue follow it,
//! and writes a picture, `t-handle.svg`, to the current folder.

mod picture;

use polhode::{Axis, Body, Inertia, Rotation, Run, State, Vec3, catalogue};
use std::error::Error;
use std::f64::consts::{FRAC_PI_2, PI, TAU};

/// A steel rod; lengths in metres.
struct Cylinder {
    length: f64,
    radius: f64,
}

/// Across the top, and down from its middle.
const BAR: Cylinder = Cylinder { length: 0.120, radius: 0.006 };
const STEM: Cylinder = Cylinder { length: 0.060, radius: 0.006 };
const STEEL: f64 = 7850.0; // kg/m^3

const SPIN: f64 = 2.0 * TAU; // rad/s about the stem
const DISTURBANCE: f64 = 0.01; // of the spin, about each of the other axes
const STEP: f64 = 0.01; // s
const STEPS: u64 = 1000;

impl Cylinder {
    fn mass(&self) -> f64 {
        STEEL * PI * self.radius * self.radius * self.length
    }
    /// About its own axis.
    fn along(&self) -> f64 {
        self.mass() * self.radius * self.radius / 2.0
    }
    /// About any axis through its middle that is perpendicular to its own.
    fn across(&self) -> f64 {
        self.mass() * (3.0 * self.radius * self.radius + self.length * self.length) / 12.0
    }
}

/// From the bar's middle to the stem's.
fn offset() -> f64 {
    BAR.radius + STEM.length / 2.0
}

/// From the bar's middle to the centre of mass.
fn centre_of_mass() -> f64 {
    offset() * STEM.mass() / (BAR.mass() + STEM.mass())
}

/// Axis 1 is along the bar, 2 along the stem, 3 perpendicular to both.
fn t_handle() -> Result<Inertia<f64>, polhode::Error> {
    // Two masses m and M at a distance d: m M/(m + M) d^2 about their centre.
    let parallel = BAR.mass() * centre_of_mass() * offset();
    Inertia::new([
        BAR.along() + STEM.across() + parallel,
        BAR.across() + STEM.along(),
        BAR.across() + STEM.across() + parallel,
    ])
}

/// Stem to the right, so that the flips are seen as left and right.
fn start(inertia: &Inertia<f64>) -> State<f64> {
    let rates = Vec3::new(DISTURBANCE, 1.0, DISTURBANCE) * SPIN;
    State::new(Rotation::about(Axis::Z, -FRAC_PI_2), inertia.momentum(rates))
}

fn run(
    method: &str,
    inertia: &Inertia<f64>,
    start: State<f64>,
) -> Result<Box<dyn Run<f64>>, Box<dyn Error>> {
    Ok(catalogue::bind(&method.parse()?, Body::free(*inertia), start)?)
}

/// The states after every step.
fn trajectory(method: &str, inertia: &Inertia<f64>) -> Result<Vec<State<f64>>, Box<dyn Error>> {
    let mut run = run(method, inertia, start(inertia))?;
    let mut states = vec![*run.state()];
    for _ in 0..STEPS {
        run.advance(STEP, 1)?;
        states.push(*run.state());
    }
    Ok(states)
}

/// When the rate about the stem changes its sign, between steps by a straight line.
fn flips(inertia: &Inertia<f64>, states: &[State<f64>]) -> Vec<f64> {
    let rate = |state: &State<f64>| inertia.rates(state.momentum).y;
    let changes = states.windows(2).filter(|pair| rate(&pair[0]) * rate(&pair[1]) < 0.0);
    changes
        .map(|pair| {
            let (before, after) = (rate(&pair[0]), rate(&pair[1]));
            pair[0].time + STEP * before / (before - after)
        })
        .collect()
}

/// Largest relative error of the energy on the way, and the angle at the end to
/// a run of higher order with a much smaller step.
fn compare(inertia: &Inertia<f64>) -> Result<(), Box<dyn Error>> {
    const FINER: u64 = 20;
    let mut fine = run("buss-6", inertia, start(inertia))?;
    fine.advance(STEP / FINER as f64, STEPS * FINER)?;
    let energy = inertia.kinetic_energy(start(inertia).momentum);

    println!("\n{STEPS} steps of {STEP} s           energy error  attitude error");
    for method in [
        "buss-2",
        "buss-4",
        "buss-4:energy",
        "buss-5:energy",
        "mclachlan-reich",
        "mclachlan-reich:order=4",
        "leapfrog:order=8",
    ] {
        let states = trajectory(method, inertia)?;
        let lost = states
            .iter()
            .map(|state| (inertia.kinetic_energy(state.momentum) / energy - 1.0).abs())
            .fold(0.0, f64::max);
        let angle = states[states.len() - 1].attitude.angle_to(fine.state().attitude);
        println!("  {method:<24}   {lost:12.1e} {angle:11.1e} rad");
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let inertia = t_handle()?;
    let states = trajectory("buss-5:energy", &inertia)?;
    let flips = flips(&inertia, &states);

    let [long, short, thick] = [BAR.length, STEM.length, 2.0 * BAR.radius].map(|x| 1000.0 * x);
    println!("A steel T: bar {long} mm, stem {short} mm, both {thick} mm thick.");
    let [bar, stem, third] = inertia.moments().to_array();
    println!("Moments of inertia: bar {bar:.2e}, stem {stem:.2e}, third {third:.2e} kg m^2.");
    println!("Spun about the stem, two turns a second and 1 % of that about the others.");
    let times: Vec<_> = flips.iter().map(|time| format!("{time:.3}")).collect();
    println!("It flips at {} s:", times.join(", "));
    if let [first, .., last] = flips[..] {
        println!("every {:.3} s.", (last - first) / (flips.len() - 1) as f64);
    }
    compare(&inertia)?;

    let file = "t-handle.svg";
    std::fs::write(file, picture::draw(&inertia, &states, &flips)?)?;
    println!("\nWrote {file} to this folder.");
    Ok(())
}
