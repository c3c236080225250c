//! Section 3: the momentum of a free body by Jacobi's functions, as printed and as it must be.

use super::problems::{FREE, Problem, Push};
use crate::outcome::Claim;
use crate::{Effort, Outcome};
use polhode::Vec3;
use polhode::elliptic::{f, jacobi};
use polhode::real::Real;

/// Which formulas are read as the paper prints them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// All.
    Printed,
    /// b1^2 = I2 (I3 - I2) in (12).
    SquareOfB1,
    /// And lambda of the other sign where I1 > I2 > I3.
    Right,
}

/// The constants of (12) to (16), from which the momentum at any time follows: JE.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClosedForm {
    moments: Vec3<f64>,
    /// Of cn, sn and dn in (13).
    amplitudes: Vec3<f64>,
    lambda: f64,
    k_squared: f64,
    /// u = lambda (t - tau) at the start.
    u: f64,
}

impl ClosedForm {
    /// For b3/a3 <= b1/a1. Where I1 > I2 > I3 all radicands are negative and only their ratios
    /// are real, so that roots are taken of their sizes.
    pub(super) fn new(problem: &Problem, reading: Reading) -> Self {
        let [i1, i2, i3] = problem.moments;
        let [w1, w2, w3] = problem.rates;
        let twice_energy = i1 * w1 * w1 + i2 * w2 * w2 + i3 * w3 * w3;
        let squared = i1 * i1 * w1 * w1 + i2 * i2 * w2 * w2 + i3 * i3 * w3 * w3;
        // (12)
        let a1 = (twice_energy * i3 - squared).abs().sqrt();
        let a3 = (squared - twice_energy * i1).abs().sqrt();
        let other = if reading == Reading::Printed { i1 } else { i2 };
        let b1 = (i2 * (i3 - other)).abs().sqrt();
        let b3 = (i2 * (i2 - i1)).abs().sqrt();
        // (13)
        let wide = (i3 - i1).abs();
        let third = (a3 / (i3 * wide).sqrt()).with_sign_of(w3);
        let amplitudes = Vec3::new(a1 / (i1 * wide).sqrt(), a1 / b1, third);
        let forth = if reading == Reading::Right { (i3 - i1) * w3 } else { w3 };
        let lambda = (b1 * a3 / (i2 * (i1 * i3).sqrt())).with_sign_of(forth);
        let k = b3 * a1 / (b1 * a3);
        // (16), (17): the amplitude in [0, 2 pi] or in [-pi, pi] is the same
        let phi = Real::atan2(w2 / amplitudes.y, w1 / amplitudes.x);
        let u = f(phi, k * k, 1.0 - k * k);
        Self { moments: Vec3::from_f64(problem.moments), amplitudes, lambda, k_squared: k * k, u }
    }
    /// The momentum at a time, from the start in one go.
    pub(super) fn momentum(&self, time: f64) -> Vec3<f64> {
        let (m, m1) = (self.k_squared, 1.0 - self.k_squared);
        let (sn, cn, dn) = jacobi(self.u + self.lambda * time, m, m1);
        self.moments.component_mul(self.amplitudes.component_mul(Vec3::new(cn, sn, dn)))
    }
    fn error(problem: &Problem, reading: Reading) -> f64 {
        let truth = problem.truth(1.0).momentum;
        let momentum = Self::new(problem, reading).momentum(1.0);
        let inertia: Vec3<f64> = Vec3::from_f64(problem.moments);
        let rates = (momentum - truth).zip(inertia, |difference, moment| difference / moment);
        rates.max_abs()
    }
}

/// Moments in ascending order, for which section 3 is written.
const ASCENDING: Problem =
    Problem { moments: [1.0, 2.0, 3.0], rates: [1.0, 2.0, 3.0], push: Push::None };

pub(super) fn run(_: &Effort) -> Outcome {
    let error = ClosedForm::error;
    let printed = error(&ASCENDING, Reading::Printed);
    let square = error(&ASCENDING, Reading::SquareOfB1);
    let sign = error(&FREE, Reading::SquareOfB1);
    let right = error(&FREE, Reading::Right);
    let exact = |error: f64| error < 1e-14; // measured: 1e-15
    let claims = vec![
        Claim::new(
            "(12) to (17) with b1^2 = I2 (I3 - I1) are the solution",
            exact(printed),
            format!("moments 1, 2, 3, omega = (1, 2, 3), t = 1: omega is off by {printed:.1}"),
        )
        .refuted("(13) in (1) wants b1^2 = I2 (I3 - I2)"),
        Claim::new(
            "(12) to (17) are the solution, with b1^2 = I2 (I3 - I2)",
            exact(square),
            format!("the same body: off by {square:.1e}"),
        ),
        Claim::new(
            "lambda has the sign of omega_3",
            exact(sign),
            format!("the body of section 4.1, t = 1: omega is off by {sign:.2}"),
        )
        .refuted(
            "so it is for I1 < I2 < I3; section 4.1 has I1 > I2 > I3, where omega_2' = \
             (I3 - I1) omega_3 omega_1/I2 wants the other sign",
        ),
        Claim::new(
            "Jacobi's functions give the momentum to machine accuracy",
            exact(square) && exact(right),
            format!("with both corrections: off by {square:.1e} and {right:.1e}"),
        ),
    ];
    Outcome { claims, ..Outcome::default() }
}
