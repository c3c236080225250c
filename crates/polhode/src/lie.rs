//! Motions on any Lie group: Buss's series of any order, and the Lie-group methods
//! of Runge-Kutta type (docs/lie-groups.md).
//!
//! A group says what its product, exponential and bracket are ([`LieGroup`],
//! [`LieAlgebra`]); a body on it says which velocity belongs to its momentum and what
//! pushes it ([`Dynamics`]); a [`GroupMethod`] does the rest. The place g and the
//! momentum m, both seen from the body, move by
//!
//! ```text
//! g' = g xi,   m' = ad*_xi m + force,   xi = velocity(m)
//! ```
//!
//! Three groups come with the crate: [`Rotation`](crate::Rotation), which is SO(3); [`Pose`], SE(3);
//! and [`RotationN`], SO(n).

#[cfg(feature = "lie")]
mod bodies;
#[cfg(feature = "lie")]
mod dexp;
#[cfg(feature = "lie")]
mod free;
#[cfg(feature = "lie")]
mod munthe_kaas;
#[cfg(feature = "lie")]
mod orthogonal;
#[cfg(feature = "lie")]
mod pose;
#[cfg(feature = "lie")]
mod rational;
mod rotation;
#[cfg(feature = "lie")]
mod runge_kutta;
#[cfg(feature = "lie")]
mod taylor;

use crate::real::Real;
use core::fmt::Debug;
use core::ops::{Add, Mul};

#[cfg(feature = "lie")]
pub use crate::geometry::Frame;
#[cfg(feature = "lie")]
pub use crate::methods::lie_runge_kutta::{Exponentials, MuntheKaas4};
#[cfg(feature = "lie")]
pub use bodies::{MovingBody, RigidBodyN};
#[cfg(feature = "lie")]
pub use dexp::TurnSeries;
#[cfg(feature = "lie")]
pub use free::{Term, terms};
#[cfg(feature = "lie")]
pub use munthe_kaas::MuntheKaas;
#[cfg(feature = "lie")]
pub use orthogonal::{RotationN, Skew};
#[cfg(feature = "lie")]
pub use pose::{Pose, Twist};
#[cfg(feature = "lie")]
pub use rational::{Rational, Weight};
#[cfg(feature = "lie")]
pub use taylor::TaylorLie;

/// A vector with a bracket; its weights are numbers, or fractions where it is a
/// formula that is to be read.
pub trait LieAlgebra<S>: Clone + Debug + Add<Output = Self> + Mul<S, Output = Self> {
    /// The null vector.
    fn zero() -> Self;
    /// [self, other].
    #[must_use]
    fn bracket(&self, other: &Self) -> Self;
}

/// A place, or the way from one place to another.
///
/// Momenta are linear functions of velocities, and are written with as many
/// components: a momentum m gives the velocity v the number that is the sum of their
/// products.
pub trait LieGroup<R: Real>: Copy + Debug + Mul<Output = Self> {
    /// Velocities, and momenta.
    type Algebra: LieAlgebra<R> + Copy;

    /// The place from which all start.
    fn identity() -> Self;
    /// The way back.
    #[must_use]
    fn inverse(self) -> Self;
    /// Where a constant velocity leads in a unit of time.
    fn exp(velocity: Self::Algebra) -> Self;
    /// A velocity in the body as it is seen from the start: Ad_g v = g v g^-1.
    fn adjoint(self, velocity: Self::Algebra) -> Self::Algebra;
    /// A momentum at the start as it is seen in the body, Ad*_g m: as much to v as m to Ad_g v.
    fn coadjoint(self, momentum: Self::Algebra) -> Self::Algebra;
    /// The rate at which the body sees a fixed momentum change, ad*_v m: as much to u
    /// as m to [v, u].
    fn coadjoint_rate(velocity: Self::Algebra, momentum: Self::Algebra) -> Self::Algebra;
}

/// The velocities and momenta of what moves.
pub type Vector<R, D> = <<D as Dynamics<R>>::Group as LieGroup<R>>::Algebra;

/// What moves on a group, and what pushes it.
///
/// Both functions are asked for one coefficient of a power series in time: that of t^k,
/// where k + 1 coefficients of the momentum are given. With one coefficient it is the
/// value itself, and that is all that methods of Runge-Kutta type ask for. Of a linear
/// function the coefficient of t^k is the function of the coefficient of t^k, so that most
/// bodies look at the last one only.
pub trait Dynamics<R: Real> {
    /// Where it moves.
    type Group: LieGroup<R>;

    /// The velocity in the body.
    fn velocity(&self, time: R, momentum: &[Vector<R, Self>]) -> Vector<R, Self>;

    /// What changes the momentum that is seen from the start, in the body; none by default.
    #[inline(always)]
    fn force(
        &self,
        time: R,
        momentum: &[Vector<R, Self>],
        velocity: &[Vector<R, Self>],
    ) -> Option<Vector<R, Self>> {
        let _ = (time, momentum, velocity);
        None
    }
}

/// Where a body is and how it moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroupState<R: Real, G: LieGroup<R>> {
    /// When.
    pub time: R,
    /// Body to space.
    pub place: G,
    /// In the body.
    pub momentum: G::Algebra,
}

impl<R: Real, G: LieGroup<R>> GroupState<R, G> {
    /// At the time 0.
    pub fn new(place: G, momentum: G::Algebra) -> Self {
        Self { time: R::zero(), place, momentum }
    }
    /// The momentum seen from space: of a free body it stays.
    pub fn spatial_momentum(&self) -> G::Algebra {
        self.place.inverse().coadjoint(self.momentum)
    }
}

/// Advances the state of whatever moves on a group.
pub trait GroupMethod<R: Real, G: LieGroup<R>> {
    /// One step of the size h. The method may keep space to work in, and nothing else.
    fn step<D: Dynamics<R, Group = G>>(&mut self, body: &D, state: &mut GroupState<R, G>, h: R);

    /// Steps of the size h, the times counted from that of the state.
    #[expect(clippy::cast_precision_loss, reason = "2^53 steps are more than anyone takes")]
    fn advance<D: Dynamics<R, Group = G>>(
        &mut self,
        body: &D,
        state: &mut GroupState<R, G>,
        h: R,
        steps: u64,
    ) {
        let start = state.time;
        for n in 1..=steps {
            self.step(body, state, h);
            state.time = start + h * R::from_f64(n as f64);
        }
    }
}

/// The example of the page compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/lie-groups.md")]
struct Page;
