//! Magnus series with collocation at Gauss points: Iserles and Norsett 1999.
//!
//! A polynomial through the rates at the Gauss points of the step gives the attitude
//! by its Magnus series, at each point and at the end. A polynomial through the torques
//! gives the spatial momentum. The rates at the points must be those of the attitude
//! and the momentum there, which are found by iteration. Two points give order 4, three
//! give order 6. Details: docs/papers/classical.md, The equations.

use super::buss::{Buss, TERMS};
use super::start::Start;
use crate::body::{Body, State};
use crate::geometry::{Attitude, Rotation, Vec3};
use crate::method::{Failure, Method};
use crate::real::{Constant, Mask, Real};
use crate::solve::{Patience, kept};
use crate::torque::Torque;

/// Magnus method, by its number of Gauss points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Magnus {
    /// Two points, order 4.
    Fourth,
    /// Three points, order 6.
    Sixth,
}

const ROOT_3: Constant = Constant::decimal("1.73205080756887729352744634150587237");
const ROOT_15: Constant = Constant::decimal("3.87298334620741688517926539978239961");
const MOST: u32 = 100;

/// Coefficients of a vector polynomial c0 + c1 s + c2 s^2, s from 0 to 1 in the step.
type Quadratic<R> = [Vec3<R>; 3];

impl Magnus {
    /// Returns the Gauss-Legendre points in the step, and their number.
    fn points<R: Real>(self) -> ([R; 3], usize) {
        let half = R::from_f64(0.5);
        match self {
            Self::Fourth => {
                // 1/2 -+ sqrt(3)/6.
                let apart = R::constant(ROOT_3) * ratio!(1 / 6);
                ([half - apart, half + apart, half], 2)
            }
            Self::Sixth => {
                // 1/2 -+ sqrt(15)/10, and 1/2.
                let apart = R::constant(ROOT_15) * ratio!(1 / 10);
                ([half - apart, half, half + apart], 3)
            }
        }
    }

    /// Returns the polynomial with these values at the points.
    fn through<R: Real>(self, [a, b, c]: [Vec3<R>; 3]) -> Quadratic<R> {
        let (middle, slope, bend) = match self {
            Self::Fourth => ((a + b).map(R::half), (b - a) * R::constant(ROOT_3), Vec3::zero()),
            Self::Sixth => {
                let slope = (c - a) * (R::constant(ROOT_15) * ratio!(1 / 3));
                (b, slope, (a - b.map(R::twice) + c) * ratio!(10 / 3))
            }
        };
        [middle - slope.map(R::half) + bend * R::from_f64(0.25), slope - bend, bend]
    }

    /// Returns the rotation up to a fraction of the step, for rates given by a polynomial.
    fn turn<R: Real>(self, rates: &Quadratic<R>, part: R, h: R) -> Rotation<R> {
        let mut a = [Vec3::zero(); TERMS];
        // a_k = h^(k+1) nu^(k)/k! of Buss 2001, section 5, in the body frame.
        let mut scale = h * part;
        for (a, &c) in a.iter_mut().zip(rates) {
            *a = c * scale;
            scale *= part;
        }
        // Buss 2001, section 5, Z through h^3 or h^5: the Magnus series of the polynomial.
        Rotation::exp(match self {
            Self::Fourth => Buss::Fourth.rotation_vector(&a),
            Self::Sixth => Buss::Sixth.rotation_vector(&a),
        })
    }
}

/// Returns the integral of a polynomial up to a fraction of the step.
fn integral<R: Real>([c0, c1, c2]: &Quadratic<R>, part: R, h: R) -> Vec3<R> {
    let inner = *c1 * R::from_f64(0.5) + *c2 * (part * ratio!(1 / 3));
    (*c0 + inner * part) * (part * h)
}

impl Method for Magnus {
    type Memory<R: Real> = ();
    const COMPOSES: bool = false;

    fn begin<R: Real, A: Attitude<R>, T: Torque<R>>(&self, _: &Body<R, T>, _: &State<R, A>) {}

    fn step<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &mut State<R, A>,
        (): &mut (),
        h: R,
    ) -> Result<(), Failure> {
        let start = Start { body, state, h };
        let momentum = start.state.momentum;
        let (points, count) = self.points();
        let (rates, torque) = start.ask(R::zero(), Rotation::identity(), momentum);
        let (mut rates, mut torques) = ([rates; 3], [torque; 3]);
        let (mut settled, mut patience) = (R::Mask::splat(false), Patience::default());
        for _ in 0..Patience::most::<R>(MOST) {
            let (nu, gain) = (self.through(rates), self.through(torques));
            if patience.ends::<R>(settled) {
                let end = momentum + integral(&gain, R::one(), h);
                *state = start.end(self.turn(&nu, R::one(), h), end);
                return Ok(());
            }
            let mut done = R::Mask::splat(true);
            for i in 0..count {
                let there = momentum + integral(&gain, points[i], h);
                let (rate, torque) = start.ask(points[i], self.turn(&nu, points[i], h), there);
                let rounding =
                    (rate.max_abs() + rates[i].max_abs()) * R::from_f64(4.0 * R::EPSILON);
                done = done & (rate - rates[i]).max_abs().le(rounding);
                rates[i] = kept(settled, rates[i], rate);
                torques[i] = kept(settled, torques[i], torque);
            }
            settled = settled | done;
        }
        Err(Failure::StepNotConverged)
    }
}
