//! Taylor series in the Lie algebra: the methods of Buss 2001.
//!
//! A step rotates the body by exp(theta), theta = h Z. Z is a series in the
//! derivatives of the angular velocity and their brackets (sections 3 and 5).
//! Buss writes the series with spatial vectors. In the body frame the same series
//! holds with every bracket reversed. With a_k = h^(k+1) nu^(k)/k!, nu the body
//! rates,
//!
//! ```text
//! theta = a0 + a1/2 + a2/3 + a3/4 + a4/5 + a5/6 + brackets
//! ```
//!
//! The derivatives of a torqued body come from jets ([`series`](crate::torque)), and
//! so does the gain of its spatial momentum, to the same order.
//!
//! The equations in the body frame and the errata of the paper are in
//! docs/papers/buss-2001.md. The slides of 2011 list one bracket of order 6 twice,
//! which loses an order.

use crate::body::{Body, State};
use crate::error::Error;
use crate::geometry::{Attitude, Rotation, Vec3};
use crate::inertia::Inertia;
use crate::method::{Failure, Memory, Method};
use crate::real::{Constant, Real};
use crate::series::{Series, Wanted};
use crate::torque::Torque;

/// Taylor-Lie methods of Buss 2001, by the terms of the series that they keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Buss {
    /// The angular velocity only.
    First,
    /// The angular velocity and half its derivative.
    Second,
    /// The second derivative without the bracket of order 3: order 2.
    ThirdFalse,
    /// The second order with the bracket of order 3: order 2.
    SecondAugmented,
    /// All terms of order 3.
    Third,
    /// Third order with (h^3/36) w'' x w, the variant of the paper's tables.
    ThirdH36,
    /// All terms of order 4.
    Fourth,
    /// All terms of order 5.
    Fifth,
    /// All terms of order 6.
    Sixth,
}

impl Method for Buss {
    /// The series of a torqued body.
    type Memory<R: Real> = BussMemory<R>;
    const COMPOSES: bool = false;

    #[inline(always)]
    fn begin<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        _: &Body<R, T>,
        _: &State<R, A>,
    ) -> BussMemory<R> {
        BussMemory { series: Series::default() }
    }

    fn accepts<R: Real, T: Torque<R>>(&self, torque: &T) -> Result<(), Error> {
        if torque.properties().is_differentiable { Ok(()) } else { Err(Error::NeedsDerivatives) }
    }

    #[inline(always)]
    fn step<R: Real, A: Attitude<R>, T: Torque<R>>(
        &self,
        body: &Body<R, T>,
        state: &mut State<R, A>,
        memory: &mut BussMemory<R>,
        h: R,
    ) -> Result<(), Failure> {
        if T::NONE {
            let theta = self.free_rotation(&body.inertia, state.momentum, h);
            // Buss 2001, section 3: Omega' = R_(h omega-bar) Omega, in the body frame.
            let increment = Rotation::exp(theta);
            state.attitude = state.attitude.turned(increment);
            state.momentum = increment.apply_inverse(state.momentum);
        } else {
            let (theta, gain) = self.pushed_rotation(body, state, memory, h);
            // Buss 2001, section 3, as for a free body. The paper takes L(t) as given;
            // here L gains its own series, or is prescribed.
            let increment = Rotation::exp(theta);
            // The momentum stays in the body frame. A conversion to space and back would
            // scale it by the norm error of the attitude in every step.
            let gained = state.momentum + state.attitude.apply_inverse(gain);
            state.attitude = state.attitude.turned(increment);
            state.momentum = match body.torque.prescribed_momentum(state.time + h) {
                Some(spatial) => state.attitude.apply_inverse(spatial),
                None => increment.apply_inverse(gained),
            };
        }
        state.time += h;
        Ok(())
    }
}

/// Buffer for the series of a torqued body. Its values last one step.
#[derive(Clone, Debug)]
pub struct BussMemory<R: Real> {
    series: Series<R>,
}

impl<R: Real> Memory<R> for BussMemory<R> {
    fn visit(&mut self, _: &mut dyn FnMut(&mut R)) {}
}

/// Returns the derivatives a_0 ... a_n of a free body's rates, n <= 5, by Euler's
/// equations nu_1' = k_1 nu_2 nu_3 and so on; zero beyond a_n.
#[inline(always)]
fn free_rates<R: Real>(
    inertia: &Inertia<R>,
    momentum: Vec3<R>,
    h: R,
    n: usize,
) -> [Vec3<R>; TERMS] {
    let j = inertia.moments();
    // Buss 2001, eq. (5) with dL/dt = 0, in principal axes.
    let k = Vec3::new(j.y - j.z, j.z - j.x, j.x - j.y).component_mul(inertia.inverse());
    let mut a = [Vec3::zero(); TERMS];
    // Buss 2001, eq. (3).
    a[0] = inertia.rates(momentum) * h;
    // Derivatives of all orders; in space the first three are Buss 2001, eqs. (5), (8), (9).
    for m in 0..n {
        let mut sum = Vec3::zero();
        for i in 0..=m {
            let (u, v) = (a[i], a[m - i]);
            sum += Vec3::new(u.y * v.z, u.z * v.x, u.x * v.y);
        }
        a[m + 1] = k.component_mul(sum) * R::constant(RECIPROCAL[m]);
    }
    a
}

pub(super) const TERMS: usize = 6;
const RECIPROCAL: [Constant; TERMS] = [
    Constant::ratio(1, 1),
    Constant::ratio(1, 2),
    Constant::ratio(1, 3),
    Constant::ratio(1, 4),
    Constant::ratio(1, 5),
    Constant::ratio(1, 6),
];

impl Buss {
    /// Returns the number of derivatives of the rates that the series needs.
    #[inline(always)]
    fn derivatives(self) -> usize {
        match self {
            Self::First => 0,
            Self::Second | Self::SecondAugmented => 1,
            Self::ThirdFalse | Self::Third | Self::ThirdH36 => 2,
            Self::Fourth => 3,
            Self::Fifth => 4,
            Self::Sixth => 5,
        }
    }

    /// Returns theta of a free body. Each arm is compiled for one method.
    #[inline(always)]
    fn free_rotation<R: Real>(self, inertia: &Inertia<R>, momentum: Vec3<R>, h: R) -> Vec3<R> {
        match self {
            Self::First => Self::First.free_terms(inertia, momentum, h),
            Self::Second => Self::Second.free_terms(inertia, momentum, h),
            Self::ThirdFalse => Self::ThirdFalse.free_terms(inertia, momentum, h),
            Self::SecondAugmented => Self::SecondAugmented.free_terms(inertia, momentum, h),
            Self::Third => Self::Third.free_terms(inertia, momentum, h),
            Self::ThirdH36 => Self::ThirdH36.free_terms(inertia, momentum, h),
            Self::Fourth => Self::Fourth.free_terms(inertia, momentum, h),
            Self::Fifth => Self::Fifth.free_terms(inertia, momentum, h),
            Self::Sixth => Self::Sixth.free_terms(inertia, momentum, h),
        }
    }

    #[inline(always)]
    fn free_terms<R: Real>(self, inertia: &Inertia<R>, momentum: Vec3<R>, h: R) -> Vec3<R> {
        self.rotation_vector(&free_rates(inertia, momentum, h, self.derivatives()))
    }

    /// Returns theta of a torqued body and the gain of its spatial momentum, both from the
    /// series of the motion, to the order of the method.
    fn pushed_rotation<R: Real, A: Attitude<R>, T: Torque<R>>(
        self,
        body: &Body<R, T>,
        state: &State<R, A>,
        memory: &mut BussMemory<R>,
        h: R,
    ) -> (Vec3<R>, Vec3<R>) {
        let terms = self.derivatives() + 1;
        // Buss 2001, eqs. (5), (8), (9), with the derivatives of L from jets of the torque.
        let series = memory.series.at(body, state, terms, Wanted::MomentumGain);
        let (mut a, mut power) = ([Vec3::zero(); TERMS], h);
        for (a, &rate) in a.iter_mut().zip(&series.rates).take(terms) {
            *a = rate * power;
            power *= h;
        }
        (self.rotation_vector(&a), series.momentum_gain(terms, h))
    }

    /// Returns theta = h Z in body components: the boxes of Buss 2001, section 3, and Z of
    /// section 5.
    #[inline(always)]
    pub(super) fn rotation_vector<R: Real>(self, a: &[Vec3<R>; TERMS]) -> Vec3<R> {
        let mean = |n: usize| (1..=n).fold(a[0], |sum, i| sum + a[i] * R::constant(RECIPROCAL[i]));
        let bracket = |i: usize, j: usize| a[i].cross(a[j]);
        match self {
            // Buss 2001, section 3, first-order method.
            Self::First => mean(0),
            // Buss 2001, section 3, second-order method.
            Self::Second => mean(1),
            // Buss 2001, section 3, false third-order method. The spatial w'' is
            // nu'' + nu x nu' in body components.
            Self::ThirdFalse => mean(2) + bracket(0, 1) * ratio!(1 / 6),
            // Buss 2001, section 3, augmented second-order method.
            Self::SecondAugmented => mean(1) + bracket(1, 0) * ratio!(1 / 12),
            // Buss 2001, section 5, Z through h^2.
            Self::Third => mean(2) + bracket(0, 1) * ratio!(1 / 12),
            // Buss 2001, section 3, true third-order method, with (h^3/36) w'' x w.
            Self::ThirdH36 => {
                // h^3 w'' in body components.
                let second = a[2].map(R::twice) + bracket(0, 1);
                mean(2) + bracket(0, 1) * ratio!(1 / 12) + second.cross(a[0]) * ratio!(1 / 36)
            }
            // Buss 2001, section 3, true fourth-order method; section 5, Z through h^3.
            Self::Fourth => mean(3) + (bracket(0, 1) + bracket(0, 2)) * ratio!(1 / 12),
            // Buss 2001, section 5, Z through h^4.
            Self::Fifth => mean(4) + brackets_to_order_5(a),
            // Buss 2001, section 5, Z through h^5.
            Self::Sixth => mean(5) + brackets_to_order_5(a) + brackets_of_order_6(a),
        }
    }
}

/// Returns the brackets of Z through h^4, Buss 2001, section 5, each of them reversed.
#[inline(always)]
fn brackets_to_order_5<R: Real>(a: &[Vec3<R>; TERMS]) -> Vec3<R> {
    let [a0, a1, a2, a3, ..] = *a;
    let (b10, b20) = (a1.cross(a0), a2.cross(a0));
    let triple = a0.cross(a0.cross(b10));
    // Buss 2001, section 5: Y_2/3! and Y_3/4! give (b10 + b20)/12, Y_4/5! the other terms.
    triple * ratio!(1 / 720)
        - (b10 + b20) * ratio!(1 / 12)
        - a3.cross(a0) * ratio!(3 / 40)
        - a2.cross(a1) * ratio!(1 / 60)
        + a1.cross(b10) * ratio!(1 / 240)
        - a0.cross(b20) * ratio!(1 / 360)
}

/// Returns the brackets of h^5 in Z, Buss 2001, section 5, each of them reversed.
#[inline(always)]
fn brackets_of_order_6<R: Real>(a: &[Vec3<R>; TERMS]) -> Vec3<R> {
    let [a0, a1, a2, a3, a4, _] = *a;
    let (b10, b20, b30) = (a1.cross(a0), a2.cross(a0), a3.cross(a0));
    let triple = a0.cross(a0.cross(b20) + a1.cross(b10));
    // Buss 2001, section 5: Y_5/6!.
    triple * ratio!(1 / 720) - a3.cross(a1) * ratio!(1 / 48) - a4.cross(a0) * ratio!(1 / 15)
        + a2.cross(b10) * ratio!(1 / 180)
        + a1.cross(b20) * ratio!(1 / 720)
        - a0.cross(b30) * ratio!(1 / 240)
}
