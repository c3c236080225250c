//! Dormand and Prince's method of order 8 from another crate, on the differential
//! equations of quaternion and rates; and on those that the splittings make use of.

use crate::problems::{Equations, Problem, Push};
use differential_equations::prelude::*;
use polhode::Rotation;

/// As users write them: quaternion and body rates.
struct Given(Equations);

impl ODE<f64, [f64; 7]> for Given {
    #[inline(always)]
    fn diff(&self, t: f64, y: &[f64; 7], d: &mut [f64; 7]) {
        let [q0, q1, q2, q3, w1, w2, w3] = *y;
        let [i1, i2, i3] = self.0.moments;
        let gradient = |k: f64, [c1, c2, c3]: [f64; 3]| {
            [k * (i3 - i2) * c2 * c3, k * (i1 - i3) * c3 * c1, k * (i2 - i1) * c1 * c2]
        };
        let third = [
            2.0 * (q1 * q3 - q0 * q2),
            2.0 * (q2 * q3 + q0 * q1),
            q0 * q0 - q1 * q1 - q2 * q2 + q3 * q3,
        ];
        let [t1, t2, t3] = match self.0.push {
            Push::None => [0.0; 3],
            Push::Top(k) => [k * third[1], -k * third[0], 0.0],
            Push::Fixed(rate_squared) => gradient(3.0 * rate_squared, third),
            Push::Orbit(n) => {
                let (s, c) = (n * t).sin_cos();
                let first = [
                    q0 * q0 + q1 * q1 - q2 * q2 - q3 * q3,
                    2.0 * (q1 * q2 - q0 * q3),
                    2.0 * (q1 * q3 + q0 * q2),
                ];
                let second = [
                    2.0 * (q1 * q2 + q0 * q3),
                    q0 * q0 - q1 * q1 + q2 * q2 - q3 * q3,
                    2.0 * (q2 * q3 - q0 * q1),
                ];
                gradient(3.0 * n * n, std::array::from_fn(|i| first[i] * c + second[i] * s))
            }
        };
        d[0] = 0.5 * (-q1 * w1 - q2 * w2 - q3 * w3);
        d[1] = 0.5 * (q0 * w1 + q2 * w3 - q3 * w2);
        d[2] = 0.5 * (q0 * w2 - q1 * w3 + q3 * w1);
        d[3] = 0.5 * (q0 * w3 + q1 * w2 - q2 * w1);
        d[4] = ((i2 - i3) * w2 * w3 + t1) / i1;
        d[5] = ((i3 - i1) * w3 * w1 + t2) / i2;
        d[6] = ((i1 - i2) * w1 * w2 + t3) / i3;
    }
}

/// A top without its spin: R' = (L/I1)^ R in space, L' = -k (R e3) x e3.
struct WithoutSpin(Equations);

impl ODE<f64, [f64; 6]> for WithoutSpin {
    #[inline(always)]
    fn diff(&self, _: f64, y: &[f64; 6], d: &mut [f64; 6]) {
        let [q0, q1, q2, q3, l1, l2] = *y;
        let Equations { moments: [i1, _, _], push: Push::Top(k), .. } = self.0 else { return };
        let half = 0.5 / i1;
        let (w1, w2, w3) = (l1 * half, l2 * half, vertical(&self.0) * half);
        d[0] = -w1 * q1 - w2 * q2 - w3 * q3;
        d[1] = w1 * q0 + w2 * q3 - w3 * q2;
        d[2] = w2 * q0 + w3 * q1 - w1 * q3;
        d[3] = w3 * q0 + w1 * q2 - w2 * q1;
        d[4] = -k * 2.0 * (q2 * q3 - q0 * q1);
        d[5] = k * 2.0 * (q1 * q3 + q0 * q2);
    }
}

/// In axes that turn with the orbit: no time in the equations.
struct InOrbit(Equations);

impl ODE<f64, [f64; 7]> for InOrbit {
    #[inline(always)]
    fn diff(&self, _: f64, y: &[f64; 7], d: &mut [f64; 7]) {
        let [q0, q1, q2, q3, w1, w2, w3] = *y;
        let [i1, i2, i3] = self.0.moments;
        let Push::Orbit(n) = self.0.push else { return };
        let c = [
            q0 * q0 + q1 * q1 - q2 * q2 - q3 * q3,
            2.0 * (q1 * q2 - q0 * q3),
            2.0 * (q1 * q3 + q0 * q2),
        ];
        let k = 3.0 * n * n;
        d[0] = 0.5 * (-q1 * w1 - q2 * w2 - q3 * w3 + n * q3);
        d[1] = 0.5 * (q0 * w1 + q2 * w3 - q3 * w2 + n * q2);
        d[2] = 0.5 * (q0 * w2 - q1 * w3 + q3 * w1 - n * q1);
        d[3] = 0.5 * (q0 * w3 + q1 * w2 - q2 * w1 - n * q0);
        d[4] = (i2 - i3) / i1 * (w2 * w3 - k * c[1] * c[2]);
        d[5] = (i3 - i1) / i2 * (w3 * w1 - k * c[2] * c[0]);
        d[6] = (i1 - i2) / i3 * (w1 * w2 - k * c[0] * c[1]);
    }
}

/// The vertical momentum of a top, which is constant.
fn vertical(equations: &Equations) -> f64 {
    spatial_momentum(equations)[2]
}

fn spatial_momentum(equations: &Equations) -> [f64; 3] {
    let momentum: [f64; 3] = std::array::from_fn(|i| equations.moments[i] * equations.rates[i]);
    Rotation::from_wxyz(equations.attitude).apply(momentum.into()).to_array()
}

fn solve<const N: usize>(
    system: &impl ODE<f64, [f64; N]>,
    y: [f64; N],
    time: f64,
    tolerance: f64,
) -> [f64; N] {
    let method =
        ExplicitRungeKutta::dop853().rtol(tolerance).atol(tolerance).max_steps(100_000_000);
    match IVP::ode(system, 0.0, time, y).method(method).solve() {
        Ok(solution) => solution.y.last().copied().unwrap_or([f64::NAN; N]),
        Err(_) => [f64::NAN; N],
    }
}

fn attitude(y: &[f64]) -> Rotation<f64> {
    Rotation::from_wxyz([y[0], y[1], y[2], y[3]])
}

/// The attitude at the end.
pub(crate) fn given(problem: &Problem, tolerance: f64) -> Rotation<f64> {
    let Equations { attitude: q, rates: w, .. } = problem.equations;
    let start = [q[0], q[1], q[2], q[3], w[0], w[1], w[2]];
    attitude(&solve(&Given(problem.equations), start, problem.time, tolerance))
}

/// The same from the equations that the splittings make use of, where these are others.
pub(crate) fn reformulated(problem: &Problem, tolerance: f64) -> Option<Rotation<f64>> {
    let Equations { attitude: q, rates: w, moments, push } = problem.equations;
    let about_z = |angle: f64| Rotation::exp(polhode::Vec3::new(0.0, 0.0, angle));
    match push {
        Push::Top(_) => {
            let l = spatial_momentum(&problem.equations);
            let start = [q[0], q[1], q[2], q[3], l[0], l[1]];
            let end = solve(&WithoutSpin(problem.equations), start, problem.time, tolerance);
            let spin = w[2] * (1.0 - moments[2] / moments[0]) * problem.time;
            Some(attitude(&end) * about_z(spin))
        }
        Push::Orbit(n) => {
            let start = [q[0], q[1], q[2], q[3], w[0], w[1], w[2]];
            let end = solve(&InOrbit(problem.equations), start, problem.time, tolerance);
            Some(about_z(n * problem.time) * attitude(&end))
        }
        Push::None | Push::Fixed(_) => None,
    }
}
