//! The experiments of Buss 2001, which several tests run.

use super::{body, method, run, state, taylor};
use polhode::torque::{Harmonics, PrescribedMomentum, TimeFunction};
use polhode::{Body, Inertia, Real, Rotation, State, Vec3};

pub(crate) fn prism() -> Body<f64> {
    body([95.0 / 300.0, 9.0 / 300.0, 94.0 / 300.0])
}

pub(crate) fn start() -> State<f64> {
    let l = 3.0 / 2f64.sqrt();
    state([1.0, 0.0, 0.0, 0.0], [l, l, 0.0])
}

/// (h, N) of Figure 4's five columns and Figure 5's four.
pub(crate) const COLUMNS: [(f64, u64); 9] = [
    (0.0001, 100_000),
    (0.0005, 800_000),
    (0.001, 400_000),
    (0.002, 200_000),
    (0.004, 100_000),
    (0.004, 1000),
    (0.008, 500),
    (0.016, 250),
    (0.020, 200),
];

/// How many equal steps the method needs for a final attitude within `accuracy`,
/// as Buss searched: halve from a cap while it is met, bisect, and where steps
/// are so few that luck plays a part, ask for all of N to 2N.
pub(crate) fn steps_needed(name: &str, time: f64, accuracy: f64, cap: u64) -> Option<u64> {
    let by = |h, n| run(&method(name), prism(), start(), h, n);
    steps_needed_by(by, time, accuracy, cap)
}

/// The same, however the state after n steps of h is found.
pub(crate) fn steps_needed_by(
    end: impl Fn(f64, u64) -> State<f64>,
    time: f64,
    accuracy: f64,
    cap: u64,
) -> Option<u64> {
    let truth = taylor(&prism(), start(), time, (time / 0.002).round() as u32);
    let met = |n: u64| {
        let end = end(time / n as f64, n);
        end.attitude.angle_to(truth.attitude) <= accuracy
    };
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
        if met(middle) {
            enough = middle;
        } else {
            short = middle;
        }
    }
    if enough < 400 {
        let lucky = (enough..2 * enough).rev().find(|&n| !met(n));
        enough = lucky.map_or(enough, |n| n + 1);
    }
    Some(enough)
}

/// L(t) = (1 + 0.3t, 2 - 0.2t, -0.5 + 0.1t) + (s, c, s/2 - c), s = 0.7 sin 1.3t,
/// c = 0.5 cos 0.9t.
pub(crate) fn buss_momentum<R: Real<Mask = bool>>() -> Harmonics<R> {
    Harmonics::new(Vec3::from_f64([1.0, 2.0, -0.5]), Vec3::from_f64([0.3, -0.2, 0.1]))
        .with(R::from_f64(1.3), Vec3::from_f64([0.7, 0.0, 0.35]), Vec3::zero())
        .and_then(|l| l.with(R::from_f64(0.9), Vec3::zero(), Vec3::from_f64([0.0, 0.5, -0.5])))
        .unwrap()
}

pub(crate) type BussBody<R> = Body<R, PrescribedMomentum<Harmonics<R>>>;

pub(crate) fn buss_problem<R: Real<Mask = bool>>() -> (BussBody<R>, State<R>) {
    let inertia = Inertia::new_without_triangle_check([1.0, 2.0, 3.5].map(R::from_f64)).unwrap();
    let attitude = Rotation::from_wxyz([0.9, 0.1, -0.3, 0.2].map(R::from_f64));
    let momentum = attitude.apply_inverse(buss_momentum::<R>().at(R::zero()));
    let torque = PrescribedMomentum(buss_momentum());
    (Body { inertia, torque }, State::new(attitude, momentum))
}
