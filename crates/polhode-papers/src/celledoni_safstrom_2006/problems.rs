//! The bodies of section 4: moments, starts, torques, and the truth about them.

use crate::laboratory::{free, inertia, pushed};
use polhode::methods::taylor::{AdaptiveTaylor, Taylor};
use polhode::real::{DoubleDouble, Real};
use polhode::torque::{Free, GravityGradient, Model, UniformField};
use polhode::{Body, Motion, Rotation, Run, State, Vec3};
use polhode_bound::{Torques, bind_wide};
use polhode_lab::listed::Listed;

/// MR: half turns about the first and the second axis around one about the third.
pub(super) const MR: &str = "mclachlan-reich:axes=1-2-3";
/// MR of order 4, by the triple jump.
pub(super) const MR4: &str = "mclachlan-reich:axes=1-2-3,compose=yoshida-4";
/// Exact momentum, attitude by the Magnus series to order 2, kicks.
pub(super) const SEJ: &str = "sej";
/// The same to order 4.
pub(super) const SEJ4: &str = "sej:magnus=4";
/// Exact momentum and attitude, kicks.
pub(super) const EXACT: &str = "exact";

/// A body on its way: what section 4 says of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Problem {
    pub(super) moments: [f64; 3],
    /// At the start, in the body; Q = 1.
    pub(super) rates: [f64; 3],
    pub(super) push: Push,
}

/// What pushes it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Push {
    None,
    /// V = e3 . u, u = Q u0, u0 = e3.
    Weight,
    /// V = (3 mu/2 r^3) w . T w, w = Q e3, with this mu/r^3.
    Gradient(f64),
}

/// mu = 3.986e14, r = 1.5e5: 0.1181.
pub(super) const RATE_SQUARED: f64 = 3.986e14 / (1.5e5 * 1.5e5 * 1.5e5);

/// Section 4.1: pi0 = (-1, 0, 2).
pub(super) const FREE: Problem =
    Problem { moments: [5.0, 4.0, 3.0], rates: [-1.0 / 5.0, 0.0, 2.0 / 3.0], push: Push::None };

/// Section 4.2.
pub(super) const TOP: Problem =
    Problem { moments: [1000.0, 5000.0, 6000.0], rates: [10.0, 10.0, 10.0], push: Push::Weight };

/// Section 4.3.
pub(super) const SATELLITE: Problem = Problem {
    moments: [1.7e4, 3.7e4, 5.4e4],
    rates: [15.0, -15.0, 15.0],
    push: Push::Gradient(RATE_SQUARED),
};

fn vertical<R: Real>() -> Vec3<R> {
    Vec3::from_f64([0.0, 0.0, 1.0])
}

/// u of the top and w of the satellite: the third axis of space as the body sees it.
pub(super) fn seen_vertical(state: &State<f64>) -> Vec3<f64> {
    state.attitude.apply_inverse(vertical())
}

fn weight<R: Real<Mask = bool>>() -> UniformField<R> {
    let up = vertical();
    UniformField { strength: R::one(), arm: up, direction: up }
}

fn gradient<R: Real<Mask = bool>>(rate_squared: f64) -> GravityGradient<R> {
    GravityGradient::new(R::from_f64(rate_squared), vertical()).unwrap_or_else(|e| panic!("{e}"))
}

impl Problem {
    fn start<R: Real>(&self) -> State<R> {
        let momentum = [0, 1, 2].map(|i| self.moments[i] * self.rates[i]);
        State::new(Rotation::identity(), Vec3::from_f64(momentum))
    }
    /// A run by the name of its method.
    pub(super) fn run(&self, method: &str) -> Box<dyn Run<f64>> {
        match self.push {
            Push::None => free(method, self.moments, self.start()),
            Push::Weight => pushed(method, self.moments, weight(), self.start()),
            Push::Gradient(rate) => pushed(method, self.moments, gradient(rate), self.start()),
        }
    }
    /// H of a state.
    pub(super) fn energy(&self, state: &State<f64>) -> f64 {
        let torque: Model<f64> = match self.push {
            Push::None => Free.into(),
            Push::Weight => weight().into(),
            Push::Gradient(rate) => gradient(rate).into(),
        };
        Body { inertia: inertia(self.moments), torque }.energy(state)
    }
    /// H of the start.
    pub(super) fn first_energy(&self) -> f64 {
        self.energy(&self.start())
    }
    /// All states on the way, the first left out; fewer where the method gives up.
    pub(super) fn follow(&self, method: &str, h: f64, end: f64) -> Vec<State<f64>> {
        let mut run = self.run(method);
        let on = |_| run.advance(h, 1).ok().map(|()| *run.state());
        (0..steps(h, end)).map_while(on).listed()
    }
    /// H - H0 on the way.
    pub(super) fn energy_errors(&self, states: &[State<f64>]) -> Vec<f64> {
        let first = self.first_energy();
        states.iter().map(|state| self.energy(state) - first).listed()
    }
    /// The state at the end by a Taylor series of degree 28 with 31 digits, which shares nothing
    /// with the methods. The step is a tenth of a radian or less.
    pub(super) fn truth(&self, end: f64) -> State<f64> {
        let rate = Vec3::<f64>::from_f64(self.rates).norm();
        let count = (end * rate * 10.0).ceil().max(1.0);
        let state = match self.push {
            Push::None => self.truly_free(end, count),
            Push::Weight => self.truly_pushed(weight().into(), end, count),
            Push::Gradient(rate) => self.truly_pushed(gradient(rate).into(), end, count),
        };
        let [w, x, y, z] = state.attitude.to_wxyz().map(|part| part.hi);
        State {
            time: end,
            attitude: Rotation { w, x, y, z },
            momentum: state.momentum.map(|part| part.hi),
        }
    }
    fn truly_free(&self, end: f64, count: f64) -> State<DoubleDouble> {
        let body = Body::free(inertia(self.moments));
        let motion: Result<Motion<_, _>, _> =
            Motion::new(Taylor { degree: 28 }, body, self.start());
        after(Box::new(motion.unwrap_or_else(|error| panic!("{error}"))), end, count)
    }
    fn truly_pushed(
        &self,
        torque: Model<DoubleDouble>,
        end: f64,
        count: f64,
    ) -> State<DoubleDouble> {
        let body = Body { inertia: inertia(self.moments), torque: Torques::new([torque.into()]) };
        // No term is as large, so that all steps have the size that is asked for.
        let series = AdaptiveTaylor { degree: Some(28), tolerance: 1e100 };
        let run = bind_wide(series, body, self.start());
        after(run.unwrap_or_else(|error| panic!("{error}")), end, count)
    }
}

/// The state after so many steps.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a whole number")]
fn after(mut run: Box<dyn Run<DoubleDouble>>, end: f64, count: f64) -> State<DoubleDouble> {
    let h = DoubleDouble::from_f64(end) / DoubleDouble::from_f64(count);
    let taken = run.advance(h, count as u64);
    taken.unwrap_or_else(|error| panic!("{error}"));
    *run.state()
}

/// How many steps of h there are up to the end.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a whole number")]
pub(super) fn steps(h: f64, end: f64) -> u64 {
    (end / h).round() as u64
}

/// The Frobenius norm of the difference of two attitudes.
pub(super) fn attitude_error(state: &State<f64>, truth: &State<f64>) -> f64 {
    let rows = |state: &State<f64>| state.attitude.to_matrix().to_rows();
    let pairs = rows(state).into_iter().flatten().zip(rows(truth).into_iter().flatten());
    pairs.map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt()
}

/// The length of the difference of two momenta.
pub(super) fn momentum_error(state: &State<f64>, truth: &State<f64>) -> f64 {
    (state.momentum - truth.momentum).norm()
}

/// The largest in size.
pub(super) fn largest(errors: &[f64]) -> f64 {
    errors.iter().fold(0.0, |worst, error| worst.max(error.abs()))
}

/// The mean size.
#[expect(clippy::cast_precision_loss, reason = "steps are few")]
pub(super) fn mean(errors: &[f64]) -> f64 {
    errors.iter().map(|error| error.abs()).sum::<f64>() / errors.len() as f64
}
