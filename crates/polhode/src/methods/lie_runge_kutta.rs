//! Runge-Kutta methods on the rotation group, by exponentials.
//!
//! A stage evaluates the rates k_i at an attitude that is a product of exponentials of
//! combinations of earlier rates. The step ends the same way. The spatial momentum, a
//! plain vector, gains the same combinations of the torques. Formulas of all methods:
//! docs/papers/classical.md, The equations.
//!
//! The loops are generic in the group; [`lie`](crate::lie) uses them on other groups.

use super::start::Start;
use crate::body::{Body, State};
use crate::geometry::Attitude;
use crate::lie::{LieAlgebra, LieGroup};
use crate::method::{Failure, Method};
use crate::real::{Constant, Real};
use crate::torque::Torque;

/// Weights of k_1, k_2, ... in one exponential; missing weights are 0.
type Turn = &'static [Constant];

/// Method without brackets: the exponentials of each stage after the first and of the end,
/// in order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Exponentials {
    /// True if the rates are spatial, false if they are body rates.
    spatial: bool,
    stages: &'static [&'static [Turn]],
    end: &'static [Turn],
}

const fn d(text: &str) -> Constant {
    Constant::decimal(text)
}
const fn r(numerator: u128, denominator: u128) -> Constant {
    Constant::ratio(numerator, denominator)
}
const fn minus(c: Constant) -> Constant {
    Constant { hi: -c.hi, lo: -c.lo }
}
const NONE: Constant = r(0, 1);

impl Exponentials {
    /// Runge-Kutta weights on spatial rates without brackets, of order 2: Buss 2001, section
    /// 3, as its figures have it (averages of vectors).
    pub const AVERAGE: Self = Self {
        // D2 = exp(h/2 w1), D3 = exp(h/2 w2), D4 = exp(h w3),
        // D = exp(h (w1 + 2 w2 + 2 w3 + w4)/6).
        spatial: true,
        stages: &[&[&[r(1, 2)]], &[&[NONE, r(1, 2)]], &[&[NONE, NONE, r(1, 1)]]],
        end: &[&[r(1, 6), r(1, 3), r(1, 3), r(1, 6)]],
    };
    /// Crouch and Grossman 1993, three stages, order 3.
    pub const CROUCH_GROSSMAN_3: Self = Self {
        spatial: false,
        stages: &[&[&[r(3, 4)]], &[&[r(119, 216)], &[NONE, r(17, 108)]]],
        end: &[&[r(13, 51)], &[NONE, minus(r(2, 3))], &[NONE, NONE, r(24, 17)]],
    };
    /// Celledoni, Marthinsen and Owren 2003, four stages, order 4; the fourth stage
    /// continues from the second.
    pub const COMMUTATOR_FREE_4: Self = Self {
        spatial: false,
        stages: &[
            &[&[r(1, 2)]],
            &[&[NONE, r(1, 2)]],
            // D4 = D2 exp(k3 - k1/2).
            &[&[r(1, 2)], &[minus(r(1, 2)), NONE, r(1, 1)]],
        ],
        // exp((3 k1 + 2 k2 + 2 k3 - k4)/12) exp((-k1 + 2 k2 + 2 k3 + 3 k4)/12).
        end: &[
            &[r(1, 4), r(1, 6), r(1, 6), minus(r(1, 12))],
            &[minus(r(1, 12)), r(1, 6), r(1, 6), r(1, 4)],
        ],
    };
    /// Jackiewicz, Marthinsen and Owren 2000, five stages, order 4; digits refined by
    /// tools/derive/crouch_grossman.py.
    pub const CROUCH_GROSSMAN_4: Self = Self {
        spatial: false,
        stages: &[
            &[&[d("0.817722798812485183864383415847723193")]],
            &[
                &[d("0.31998763754764268140960925832903477")],
                &[NONE, d("0.0659864263556021873546032286673335543")],
            ],
            &[
                &[d("0.921441719446494612602955614447966895")],
                &[NONE, d("0.499785777677357298630580622441638903")],
                &[NONE, NONE, d("-1.09699844483715820771826681841610948")],
            ],
            &[
                &[d("0.355235855902332201054156819447120916")],
                &[NONE, d("0.239095837230732569585299130695142428")],
                &[NONE, NONE, d("1.39185657242032459428673699011534979")],
                &[NONE, NONE, NONE, d("-1.10929793921134651058417724992621633")],
            ],
        ],
        end: &[
            &[d("0.137083152063075537029594773567693535")],
            &[NONE, d("-0.0183698531564020191126108877454292072")],
            &[NONE, NONE, d("0.739781398537077998929143616490662484")],
            &[NONE, NONE, NONE, d("-0.190714256550588896697746577033424798")],
            &[NONE, NONE, NONE, NONE, d("0.332219559106837379851619074720497986")],
        ],
    };
}

const STAGES: usize = 5;

/// Returns the weighted sum of as many vectors as there are weights.
#[inline(always)]
fn combined<R: Real, A: LieAlgebra<R> + Copy>(weights: Turn, vectors: &[A; STAGES]) -> A {
    let used = weights.iter().zip(vectors).filter(|(weight, _)| weight.hi != 0.0);
    used.fold(A::zero(), |sum, (&weight, &v)| sum + v * R::constant(weight))
}

impl Exponentials {
    /// Returns the product of these exponentials, and the gain of the momentum.
    #[inline(always)]
    fn reach<R: Real, G: LieGroup<R>>(
        turns: &[Turn],
        k: &[G::Algebra; STAGES],
        gains: &[G::Algebra; STAGES],
    ) -> (G, G::Algebra) {
        // D_i = exp(a_i1 k1) exp(a_i2 k2) ...
        let mut all = (G::identity(), G::Algebra::zero());
        for weights in turns {
            all.0 = all.0 * G::exp(combined(weights, k));
            all.1 = all.1 + combined(weights, gains);
        }
        all
    }
    /// Returns the fraction of the step at which these exponentials end.
    #[inline(always)]
    fn part<R: Real>(turns: &[Turn]) -> R {
        let weights = turns.iter().flat_map(|weights| weights.iter());
        weights.fold(R::zero(), |sum, &weight| sum + R::constant(weight))
    }
    /// Returns the rotation of a step and the momentum at its end, both in the axes of its
    /// start. `ask` returns the rates and the torque at a fraction of the step, for a rotation
    /// and a momentum.
    #[inline(always)]
    pub(crate) fn step_from<R: Real, G: LieGroup<R>>(
        &self,
        momentum: G::Algebra,
        h: R,
        ask: impl Fn(R, G, G::Algebra) -> (G::Algebra, G::Algebra),
    ) -> (G, G::Algebra) {
        let (mut k, mut gains) = ([G::Algebra::zero(); STAGES], [G::Algebra::zero(); STAGES]);
        let first: &[Turn] = &[];
        let stages = core::iter::once(first).chain(self.stages.iter().copied());
        for (i, turns) in stages.enumerate() {
            let (turn, gain) = Self::reach::<R, G>(turns, &k, &gains);
            let (rates, torque) = ask(Self::part(turns), turn, momentum + gain);
            k[i] = if self.spatial { turn.adjoint(rates) } else { rates } * h;
            gains[i] = torque * h;
        }
        let (turn, gain) = Self::reach::<R, G>(self.end, &k, &gains);
        (turn, momentum + gain)
    }
}

impl Method for Exponentials {
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
        let ask = |part, turn, momentum| start.ask(part, turn, momentum);
        let (turn, momentum) = self.step_from(start.state.momentum, h, ask);
        *state = start.end(turn, momentum);
        Ok(())
    }
}

/// Method of order 4 of Munthe-Kaas 1999 with Runge-Kutta weights, on spatial rates. Two
/// brackets are all that this order needs of the series of dexp^-1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MuntheKaas4;

impl MuntheKaas4 {
    /// As [`Exponentials::step_from`].
    #[inline(always)]
    pub(crate) fn step_from<R: Real, G: LieGroup<R>>(
        momentum: G::Algebra,
        h: R,
        ask: impl Fn(R, G, G::Algebra) -> (G::Algebra, G::Algebra),
    ) -> (G, G::Algebra) {
        let slope = |part: f64, theta: G::Algebra, gain: G::Algebra| {
            let turn = G::exp(theta);
            let (rates, torque) = ask(R::from_f64(part), turn, momentum + gain);
            (turn.adjoint(rates) * h, torque * h)
        };
        let (zero, half) = (G::Algebra::zero(), R::from_f64(0.5));
        let (k1, g1) = slope(0.0, zero, zero);
        let (k2, g2) = slope(0.5, k1 * half, g1 * half);
        // D3 = exp(k2/2 - [k1,k2]/8), docs/papers/classical.md.
        let third = k2 * half + k1.bracket(&k2) * R::constant(const { minus(r(1, 8)) });
        let (k3, g3) = slope(0.5, third, g2 * half);
        let (k4, g4) = slope(1.0, k3, g3);
        let mean = |a: G::Algebra, b: G::Algebra, c: G::Algebra, d: G::Algebra| {
            (a + (b + c) * R::from_f64(2.0) + d) * ratio!(1 / 6)
        };
        // D = exp((k1 + 2 k2 + 2 k3 + k4)/6 - [k1,k4]/12), docs/papers/classical.md.
        let theta = mean(k1, k2, k3, k4) + k1.bracket(&k4) * R::constant(const { minus(r(1, 12)) });
        (G::exp(theta), momentum + mean(g1, g2, g3, g4))
    }
}

impl Method for MuntheKaas4 {
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
        let ask = |part, turn, momentum| start.ask(part, turn, momentum);
        let (turn, momentum) = Self::step_from(start.state.momentum, h, ask);
        *state = start.end(turn, momentum);
        Ok(())
    }
}
