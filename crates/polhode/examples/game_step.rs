//! A T-handle in a game: 40,000 frames at 60 Hz in single precision, spun about
//! its intermediate axis, by three steps.
//!
//! ```text
//! cargo run --release --example game_step
//! ```
//!
//! Both engine steps below are written from their formulas, without the clamps
//! that engines add.

use polhode::engine::EngineBody;
use polhode::{Inertia, Mat3, Real, Rotation, Vec3};
use std::hint::black_box;
use std::time::Instant;

/// Attitude, body to world, and angular velocity in the world frame.
pub(crate) type Spin<R> = (Rotation<R>, Vec3<R>);

/// Principal moments, in kg m^2, of a steel T of two cylinders with a radius of
/// 1 cm: a bar of 10 cm along x and a stem of 4 cm along y, which begins at the
/// surface of the bar.
pub(crate) fn t_handle() -> [f64; 3] {
    let (density, radius, bar, stem) = (7850.0, 0.01, 0.1, 0.04);
    let mass = |length: f64| density * std::f64::consts::PI * radius * radius * length;
    let along = |length: f64| mass(length) * radius * radius / 2.0;
    let across = |length: f64| mass(length) * (3.0 * radius * radius + length * length) / 12.0;
    // The centres of the two are this far apart, with their reduced mass.
    let apart = radius + stem / 2.0;
    let shift = mass(bar) * mass(stem) / (mass(bar) + mass(stem)) * apart * apart;
    [
        along(bar) + across(stem) + shift,
        across(bar) + along(stem),
        across(bar) + across(stem) + shift,
    ]
}

/// The gyroscopic step that everyone writes first:
/// omega += dt I^-1 (T - omega x I omega), q += dt/2 omega q, normalised.
pub(crate) fn explicit<R: Real>(
    moments: Vec3<R>,
    (attitude, omega): Spin<R>,
    torque: Vec3<R>,
    dt: R,
) -> Spin<R> {
    let rates = attitude.apply_inverse(omega);
    let push = attitude.apply_inverse(torque) - rates.cross(rates.component_mul(moments));
    let rates = rates + push.zip(moments, |a, b| a / b) * dt;
    let omega = attitude.apply(rates);
    (moved(attitude, omega, dt), omega)
}

/// One Newton step on the implicit Euler equation in the body frame,
/// I (w1 - w0) + dt w1 x I w1 = dt T, from w1 = w0.
pub(crate) fn implicit<R: Real>(
    moments: Vec3<R>,
    (attitude, omega): Spin<R>,
    torque: Vec3<R>,
    dt: R,
) -> Spin<R> {
    let rates = attitude.apply_inverse(omega);
    let momentum = rates.component_mul(moments);
    let residual = (rates.cross(momentum) - attitude.apply_inverse(torque)) * dt;
    let tensor = Mat3::diagonal(moments);
    let jacobian = tensor + (Mat3::hat(rates) * tensor - Mat3::hat(momentum)) * dt;
    // Moments of 1e-4 have a determinant of 1e-12: no trouble for f32.
    let omega = attitude.apply(rates - jacobian.solve(residual));
    (moved(attitude, omega, dt), omega)
}

/// q + dt/2 omega q, normalised.
fn moved<R: Real>(attitude: Rotation<R>, omega: Vec3<R>, dt: R) -> Rotation<R> {
    let change = Rotation::from_parts(R::zero(), omega * dt.half()) * attitude;
    Rotation::from_parts(attitude.w + change.w, attitude.vector() + change.vector()).normalized()
}

/// What was seen of a run.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Seen {
    /// Energy at the end, in units of that at the start.
    pub last: f64,
    /// The least and the largest energy.
    pub least: f64,
    pub most: f64,
    /// How often the spin axis has turned over in the body.
    pub flips: u32,
    /// The frames at which it did.
    pub first_flip: u32,
    pub last_flip: u32,
}

/// Runs frames and looks at each, in double precision.
pub(crate) fn watch<R: Real + Into<f64>>(
    moments: [f64; 3],
    start: Spin<R>,
    frames: u32,
    mut step: impl FnMut(Spin<R>) -> Spin<R>,
) -> Seen {
    let rates = |(attitude, omega): Spin<R>| {
        let [w, x, y, z] = attitude.to_wxyz().map(Into::into);
        Rotation::from_wxyz([w, x, y, z]).apply_inverse(omega.map(Into::into))
    };
    let energy = |rates: Vec3<f64>| rates.dot(rates.component_mul(Vec3::from(moments))) / 2.0;
    let first = energy(rates(start));
    let mut seen = Seen { last: 1.0, least: 1.0, most: 1.0, ..Seen::default() };
    let (mut state, mut side) = (start, 1.0);
    for frame in 1..=frames {
        state = step(state);
        let now = rates(state);
        seen.last = energy(now) / first;
        seen.least = seen.least.min(seen.last);
        seen.most = seen.most.max(seen.last);
        if now.y * side < -0.5 * now.norm() {
            side = -side;
            seen.flips += 1;
            seen.last_flip = frame;
            if seen.flips == 1 {
                seen.first_flip = frame;
            }
        }
    }
    seen
}

/// About the intermediate axis, a hundredth beside it.
pub(crate) fn spun<R: Real>(speed: f64) -> Spin<R> {
    (Rotation::identity(), Vec3::from_f64([0.01 * speed, speed, 0.01 * speed]))
}

fn main() -> Result<(), polhode::Error> {
    const FRAMES: u32 = 40_000;
    let (moments, dt) = (t_handle(), 1.0 / 60.0);
    let single = Vec3::<f32>::from_f64(moments);
    let body = EngineBody::new(Inertia::new(single.to_array())?, Rotation::identity())?;
    let none = Vec3::zero();

    let [x, y, z] = moments;
    println!("A T-handle with the moments {x:.2e}, {y:.2e}, {z:.2e} kg m^2, spun about");
    println!("its intermediate axis, {FRAMES} frames of 1/60 s in f32: energy at the end in");
    println!("units of that at the start, and how often the handle turned over. Truth is a");
    println!("run with 16 steps a frame in f64.\n");
    println!(" rad/s | explicit flips | implicit flips | polhode (least..most) flips | truth");
    for speed in [1.0, 3.5, 7.0, 14.0, 28.0] {
        let start = spun::<f32>(speed);
        let a = watch(moments, start, FRAMES, |s| explicit(single, s, none, dt));
        let b = watch(moments, start, FRAMES, |s| implicit(single, s, none, dt));
        let c = watch(moments, start, FRAMES, |s| body.step(s.0, s.1, none, dt));
        let t = truth(moments, speed, FRAMES)?;
        println!(
            "{speed:6} | {:8.3} {:5} | {:8.3} {:5} | {:5.3} ({:.4}..{:.4}) {:5} | {:5}",
            a.last, a.flips, b.last, b.flips, c.last, c.least, c.most, c.flips, t.flips
        );
    }
    println!("\nThe explicit step gains energy until the numbers overflow. The implicit one");
    println!("loses energy and momentum, and in the end spins about the axis of the largest");
    println!("moment without flips. polhode's swings about the right energy and comes back");
    println!("in every flip; its count of flips is off by what rounding does to the small");
    println!("distance from the unstable axis, in f64 it is that of the truth.\n");
    cost::<f32>("f32")?;
    cost::<f64>("f64")
}

/// Nanoseconds a step, the least of many samples that take turns.
fn cost<R: Real<Mask = bool>>(number: &str) -> Result<(), polhode::Error> {
    const STEPS: u32 = 1000;
    let moments = Vec3::<R>::from_f64(t_handle());
    let p = Rotation::from_wxyz([0.8, 0.1, -0.5, 0.3].map(R::from_f64));
    let body = black_box(EngineBody::new(Inertia::new(moments.to_array())?, p)?);
    let (torque, dt) = black_box((Vec3::from_f64([1e-6, 0.0, 0.0]), R::from_f64(1.0 / 60.0)));
    let sample = |best: &mut f64, step: &dyn Fn(Spin<R>) -> Spin<R>| {
        let begin = Instant::now();
        black_box((0..STEPS).fold(black_box(spun(1.0)), |spin, _| step(spin)));
        *best = best.min(begin.elapsed().as_secs_f64() * 1e9 / f64::from(STEPS));
    };
    let [mut a, mut b, mut c] = [f64::INFINITY; 3];
    for _ in 0..200 {
        sample(&mut a, &|spin| explicit(moments, spin, torque, dt));
        sample(&mut b, &|spin| implicit(moments, spin, torque, dt));
        sample(&mut c, &|(attitude, omega)| body.step(attitude, omega, torque, dt));
    }
    println!(
        "{number}: explicit {a:.0} ns a step, implicit x {:.1}, polhode x {:.1}",
        b / a,
        c / a
    );
    Ok(())
}

/// The same handle with 16 steps a frame in double precision.
pub(crate) fn truth(moments: [f64; 3], speed: f64, frames: u32) -> Result<Seen, polhode::Error> {
    let body = EngineBody::new(Inertia::new(moments)?, Rotation::identity())?;
    let (none, dt) = (Vec3::zero(), 1.0 / 60.0 / 16.0);
    Ok(watch(moments, spun(speed), frames, |state| {
        (0..16).fold(state, |(attitude, omega), _| body.step(attitude, omega, none, dt))
    }))
}
