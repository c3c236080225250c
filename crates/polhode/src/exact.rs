//! The exact rotation of a free body.
//!
//! Euler's equations are solved by Jacobi's elliptic functions; the attitude adds
//! an integral of the third kind. Here both are written so that nothing cancels
//! for any body: the momentum by the addition theorem, from where it is; the
//! attitude in the gauge of the shortest rotation that takes the momentum to the
//! axis it circles; the integral with its modulus lowered once by Landen's
//! transformation, which keeps its characteristic between -1 and 0, and by the
//! doubling of its argument. docs/exact-rotation.md derives it.
//!
//! One choice is made and no other: which of two axes the momentum circles.

mod departure;
mod frame;
mod increment;
mod landen;
mod many;
mod polhode;
mod symmetric;
mod tumble;
mod variation;

use crate::body::State;
use crate::geometry::{Attitude, Rotation, Vec3};
use crate::inertia::Inertia;
use crate::method::{Failure, FreeFlow};
use crate::real::{Lanes, Real};

pub(crate) use departure::Departure;
pub(crate) use frame::PrincipalFrame;
pub(crate) use increment::Increment;
pub(crate) use landen::Landen;
pub use many::{AdvanceEach, StatesAt, advance_each};
pub(crate) use polhode::Polhode;
pub(crate) use symmetric::SymmetricBody;
pub use tumble::{Mode, Tumble};

/// The exact free flow: a state after any time, forwards or backwards, in one
/// call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExactFlow;

impl FreeFlow for ExactFlow {
    #[inline(always)]
    fn flow<R: Real, A: Attitude<R>>(
        &self,
        inertia: &Inertia<R>,
        state: &mut State<R, A>,
        h: R,
    ) -> Result<(), Failure> {
        let (turn, momentum) = turn(inertia, state.momentum, h);
        state.attitude = state.attitude.turned(turn);
        state.momentum = momentum;
        Ok(())
    }
}

/// A free body from a start on: its state at any time, each at the same cost and
/// with no errors that add up.
///
/// ```
/// use polhode::{Inertia, Rotation, State, Vec3, exact::FreeMotion};
/// let inertia = Inertia::new([1.0, 2.0, 2.5])?;
/// let start = State::<f64>::new(Rotation::identity(), Vec3::new(0.01, 2.0, 0.01));
/// let motion = FreeMotion::new(&inertia, start);
/// let later = motion.at(1.0e6);
/// assert!((later.momentum.norm() / start.momentum.norm() - 1.0).abs() < 1e-15);
/// # Ok::<(), polhode::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct FreeMotion<R: Real, A = Rotation<R>> {
    start: State<R, A>,
    polhode: Polhode<R>,
    landen: Landen<R>,
    departure: Departure<R>,
}

impl<R: Real, A: Attitude<R>> FreeMotion<R, A> {
    /// From a start.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(inertia: &Inertia<R>, start: State<R, A>) -> Self {
        let polhode = Polhode::new(&PrincipalFrame::new(inertia), start.momentum);
        let landen = Landen::new(&polhode);
        Self { start, departure: Departure::new(&polhode, start.momentum), landen, polhode }
    }
    /// The state at a time, before or after the start.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn at(&self, time: R) -> State<R, A> {
        let t = time - self.start.time;
        let increment = Increment::new(&self.polhode, &self.landen, t);
        let (turn, momentum) = self.polhode.advance(&self.departure, &increment, t);
        State { time, attitude: self.start.attitude.turned(turn), momentum }
    }
}

impl<R: Lanes> FreeMotion<R> {
    /// The motion of one body in every lane.
    #[inline(always)]
    fn alike(one: &FreeMotion<R::Scalar>) -> Self {
        Self::new(&Inertia::from_lanes(|_| one.polhode.inertia()), State::from_lanes(|_| one.start))
    }
}

/// The rotation of a free body in the time `t`, in its own axes at the start, and
/// its momentum after it. The rotation's sign is continuous from the identity.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn turn<R: Real>(inertia: &Inertia<R>, momentum: Vec3<R>, t: R) -> (Rotation<R>, Vec3<R>) {
    let polhode = Polhode::new(&PrincipalFrame::new(inertia), momentum);
    polhode.turn(momentum, t)
}

/// The state of a free body after the time `t`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn after<R: Real, A: Attitude<R>>(
    inertia: &Inertia<R>,
    state: &State<R, A>,
    t: R,
) -> State<R, A> {
    let (turn, momentum) = turn(inertia, state.momentum, t);
    State { time: state.time + t, attitude: state.attitude.turned(turn), momentum }
}
