//! The body of all experiments of section 6, and who turns it.
//!
//! The paper gives the energy, the highest possible one, the angle of 45 degrees and the mean
//! rotations. The moments are inferred from them and then give all of its tables; they are not
//! those of a prism 1 : 4 : 18 (docs/papers/buss-2001.md).

use super::historical::{MixedAdamsMoulton, UndividedSimoWong};
use crate::laboratory::{free, inertia};
use polhode::method::Wrapped;
use polhode::methods::taylor::Taylor;
use polhode::real::DoubleDouble;
use polhode::{Body, Method, Motion, Rotation, Run, State, Vec3};

/// J = (95, 9, 94)/300.
pub(crate) const MOMENTS: [f64; 3] = [95.0 / 300.0, 9.0 / 300.0, 94.0 / 300.0];
/// E = 1560/19.
pub(crate) const ENERGY: f64 = 1560.0 / 19.0;

/// |L| = 3, half way between axes 1 and 2.
pub(crate) fn start() -> State<f64> {
    let l = 3.0 / 2f64.sqrt();
    State::new(Rotation::identity(), Vec3::new(l, l, 0.0))
}

/// A method as the original program had it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Algorithm {
    /// One of the catalogue.
    Named(&'static str),
    /// Simo and Wong's without the division by h.
    SimoWong,
    /// Adams, Bashforth and Moulton's in two frames at once.
    AdamsMoulton,
}

/// An algorithm with or without energy preservation, under the paper's name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PaperRun {
    pub(crate) name: &'static str,
    pub(crate) algorithm: Algorithm,
    pub(crate) energy: bool,
}

impl PaperRun {
    pub(crate) const fn new(name: &'static str, algorithm: Algorithm) -> Self {
        Self { name, algorithm, energy: false }
    }
    pub(crate) const fn preserving(self) -> Self {
        Self { energy: true, ..self }
    }
    /// `3rd order, EP`
    pub(crate) fn title(&self) -> String {
        format!("{}{}", self.name, if self.energy { ", EP" } else { "" })
    }
    /// Where it is after so many steps.
    pub(crate) fn end(&self, h: f64, steps: u64) -> State<f64> {
        after(&mut *self.run(), h, steps)
    }
    pub(crate) fn run(&self) -> Box<dyn Run<f64>> {
        match self.algorithm {
            Algorithm::Named(name) if self.energy => free(&preserving(name), MOMENTS, start()),
            Algorithm::Named(name) => free(name, MOMENTS, start()),
            Algorithm::SimoWong => self.motion(UndividedSimoWong),
            Algorithm::AdamsMoulton => self.motion(MixedAdamsMoulton),
        }
    }
    fn motion(&self, method: impl Method) -> Box<dyn Run<f64>> {
        if self.energy {
            Box::new(moving(Wrapped::new(method).preserving_energy(2, 1)))
        } else {
            Box::new(moving(method))
        }
    }
}

/// The name of a method with energy preservation.
pub(crate) fn preserving(name: &str) -> String {
    format!("{name}{}energy", if name.contains(':') { ',' } else { ':' })
}

fn moving<M: Method>(method: M) -> Motion<M, f64> {
    Motion::new(method, Body::free(inertia(MOMENTS)), start())
        .unwrap_or_else(|error| panic!("a free body: {error}"))
}

/// The state after so many steps.
pub(crate) fn after(run: &mut dyn Run<f64>, h: f64, steps: u64) -> State<f64> {
    run.advance(h, steps).unwrap_or_else(|stopped| panic!("a free body does not stop: {stopped}"));
    *run.state()
}

pub(crate) fn energy_of(state: &State<f64>) -> f64 {
    inertia(MOMENTS).kinetic_energy(state.momentum)
}

/// The true attitude after a time: a Taylor series of degree 28 in double-double, which shares
/// nothing with the methods.
pub(crate) fn truth(time: f64) -> Rotation<f64> {
    // A length of 3 from a square root of as many digits.
    let l = DoubleDouble::from(3.0) / polhode::Real::sqrt(DoubleDouble::from(2.0));
    let start = State::new(Rotation::identity(), Vec3::new(l, l, DoubleDouble::from(0.0)));
    let third = |k: f64| DoubleDouble::from(k) / DoubleDouble::from(300.0);
    let inertia =
        polhode::Inertia::new_without_triangle_check([third(95.0), third(9.0), third(94.0)]);
    let inertia = inertia.unwrap_or_else(|error| panic!("positive moments: {error}"));
    let series: Result<Motion<Taylor, DoubleDouble>, _> =
        Motion::new(Taylor { degree: 28 }, Body::free(inertia), start);
    let mut motion = series.unwrap_or_else(|error| panic!("a free body: {error}"));
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few thousand")]
    let steps = (time / 0.004).round() as u64;
    #[expect(clippy::cast_precision_loss, reason = "a few thousand")]
    let h = DoubleDouble::from(time) / DoubleDouble::from(steps as f64);
    let _ = motion.advance(h, steps);
    let q = motion.state().attitude;
    Rotation { w: q.w.hi, x: q.x.hi, y: q.y.hi, z: q.z.hi }
}

/// All rotation in degrees up to a time: the integral of |omega|, by Simpson's rule on the exact
/// motion.
pub(crate) fn total_rotation(time: f64) -> f64 {
    let mut run = free("exact", MOMENTS, start());
    let h = 0.002;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few thousand")]
    let pairs = (time / (2.0 * h)).round() as u64;
    let speed = |state: &State<f64>| inertia::<f64>(MOMENTS).rates(state.momentum).norm();
    let mut last = speed(run.state());
    let mut sum = 0.0;
    for _ in 0..pairs {
        let middle = speed(&after(&mut *run, h, 1));
        let end = speed(&after(&mut *run, h, 1));
        sum += (last + 4.0 * middle + end) * h / 3.0;
        last = end;
    }
    sum.to_degrees()
}

/// How many equal steps are needed for a final attitude within `accuracy`: from the cap halve
/// while it is met, then bisect; where steps are so few that luck plays a part, ask for all of
/// N to 2N. `end` gives the state after n steps of h.
#[expect(clippy::cast_precision_loss, reason = "steps are few")]
pub(crate) fn steps_needed(
    end: impl Fn(f64, u64) -> State<f64>,
    (time, truth): (f64, Rotation<f64>),
    accuracy: f64,
    cap: u64,
) -> Option<u64> {
    let met = |n: u64| end(time / n as f64, n).attitude.angle_to(truth) <= accuracy;
    if !met(cap) {
        return None;
    }
    let mut enough = cap;
    while enough > 1 && met(enough / 2) {
        enough /= 2;
    }
    let mut short = enough / 2;
    while enough - short > 1 {
        let middle = (short + enough) / 2;
        *if met(middle) { &mut enough } else { &mut short } = middle;
    }
    if enough < 400 {
        let lucky = (enough..2 * enough).rev().find(|&n| !met(n));
        enough = lucky.map_or(enough, |n| n + 1);
    }
    Some(enough)
}
