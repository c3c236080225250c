//! When something happens: a function of the state changes its sign.
//!
//! An [`Event`] is a function; a [`Watch`] drives a [`Run`](crate::Run) and finds every
//! [`Crossing`] on its way, inside of steps too, to rounding:
//!
//! ```
//! use polhode::event::{Event, Watch};
//! use polhode::{Axis, Body, Inertia, Rotation, State, Vec3, catalogue};
//!
//! let inertia = Inertia::new([1.0, 2.0, 3.0])?;
//! let start = State::<f64>::new(Rotation::identity(), Vec3::new(0.01, 2.0, 0.01));
//! let mut run = catalogue::bind(&"taylor".parse()?, Body::free(inertia), start)?;
//! // The body spins about its intermediate axis; stop when it has flipped three times.
//! let mut watch = Watch::new([Event::momentum(Axis::Y, 0.0).stopping_after(3)]);
//! let mut times = Vec::new();
//! let last = watch.advance(&mut *run, 1.0, 10_000, &mut |flip| times.push(flip.state.time))?;
//! assert_eq!(times.len(), 3);
//! assert_eq!(last.map(|flip| flip.state.time), times.last().copied());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! How crossings are found, and which could be missed, is in docs/taylor.md.

mod bracket;
mod chebyshev;
mod noise;
mod scan;
mod watch;

use crate::body::{Body, State};
use crate::error::{Error, to_f64};
use crate::geometry::{Attitude, Axis, Rotation, Vec3};
use crate::inertia::Inertia;
use crate::real::Real;
use crate::torque::{Torque, unit};
use alloc::boxed::Box;
use core::fmt;

pub use watch::Watch;

/// Which changes of sign count, as the run goes: backwards in time what rises is what
/// falls forwards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Direction {
    /// From negative to positive.
    Rising,
    /// From positive to negative.
    Falling,
    /// Both.
    #[default]
    Both,
}

impl Direction {
    fn takes(self, rising: bool) -> bool {
        match self {
            Self::Rising => rising,
            Self::Falling => !rising,
            Self::Both => true,
        }
    }
}

/// A function of the state whose changes of sign are looked for. A touch without a
/// change of sign is none; neither is a zero at the start.
pub struct Event<R, A = Rotation<R>> {
    function: Box<Function<R, A>>,
    direction: Direction,
    stop_after: Option<u64>,
}

type Function<R, A> = dyn Fn(&State<R, A>) -> R + Send;

impl<R, A> fmt::Debug for Event<R, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { direction, stop_after, .. } = self;
        f.debug_struct("Event")
            .field("direction", direction)
            .field("stop_after", stop_after)
            .finish_non_exhaustive()
    }
}

/// A change of sign.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossing<R, A = Rotation<R>> {
    /// Which event, in the order in which they were given.
    pub event: usize,
    /// The how many-th of this event, from 1.
    pub number: u64,
    /// From negative to positive, as the run goes?
    pub rising: bool,
    /// Where and when.
    pub state: State<R, A>,
}

impl<R: Real<Mask = bool>, A: Attitude<R>> Event<R, A> {
    /// Any function. It is best smooth; of one that has a kink or jumps, two changes of
    /// sign beside the kink that are nearer to each other than 1/4096 of a step may be
    /// missed.
    pub fn new(function: impl Fn(&State<R, A>) -> R + Send + 'static) -> Self {
        Self { function: Box::new(function), direction: Direction::Both, stop_after: None }
    }
    /// A body component of the momentum has this value.
    #[must_use]
    pub fn momentum(axis: Axis, value: R) -> Self {
        Self::new(move |state| state.momentum[axis] - value)
    }
    /// A body component of the angular velocity has this value.
    #[must_use]
    pub fn rate(inertia: Inertia<R>, axis: Axis, value: R) -> Self {
        Self::new(move |state| inertia.rates(state.momentum)[axis] - value)
    }
    /// An entry of the matrix that takes body components to space components has this
    /// value.
    #[must_use]
    pub fn attitude(row: Axis, column: Axis, value: R) -> Self {
        Self::new(move |state| state.attitude.apply(Vec3::unit(column))[row] - value)
    }
    /// The angle between an axis of the body and one of space, both of any length, has
    /// this value.
    ///
    /// # Errors
    /// - [`Error::NoDirection`] where an axis is none;
    /// - [`Error::Parameter`] where the angle is not between 0 and pi: those it reaches
    ///   from one side only.
    pub fn angle(body: Vec3<R>, space: Vec3<R>, angle: R) -> Result<Self, Error> {
        let body = unit("the body axis of an angle", body)?;
        let space = unit("the space axis of an angle", space)?;
        if !(R::zero().lt(angle) && angle.lt(R::pi())) {
            return Err(Error::Parameter {
                what: "the angle of an event",
                value: to_f64(angle),
                rule: "be more than 0 and less than pi",
                remedy: "an angle comes to its ends and goes back without passing them: look for \
                         one near the end",
            });
        }
        // sin^2 of half the angle, from the distance of the tips, keeps the digits of
        // small angles, which a cosine loses; from the other end cos^2 those of large ones.
        let (half_sine, half_cosine) = angle.half().sin_cos();
        let acute = half_sine.lt(half_cosine);
        let (end, square) = (if acute { space } else { -space }, R::min(half_sine, half_cosine));
        let (sign, square) = (R::select(acute, R::one(), -R::one()), square.squared());
        Ok(Self::new(move |state| {
            let distance = state.attitude.apply(body) - end;
            sign * (distance.norm_squared() * R::from_f64(0.25) - square)
        }))
    }
    /// The energy, kinetic and potential, has this value.
    pub fn energy<T: Torque<R>>(body: Body<R, T>, value: R) -> Self {
        Self::new(move |state| body.energy(state) - value)
    }
    /// The energy leaves a band: rising is out of it, on the side that the state's energy
    /// tells, falling is back into it.
    ///
    /// # Errors
    /// [`Error::Parameter`] where the lower end is not below the upper one.
    pub fn energy_band<T: Torque<R>>(body: Body<R, T>, [low, high]: [R; 2]) -> Result<Self, Error> {
        if !(low.lt(high) && (high - low).is_finite()) {
            return Err(Error::Parameter {
                what: "the lower end of a band of energy",
                value: to_f64(low),
                rule: "be less than the upper one",
                remedy: "exchange them, or check what computed them",
            });
        }
        Ok(Self::new(move |state| {
            let energy = body.energy(state);
            (energy - low) * (energy - high)
        })
        .rising())
    }
    /// Only from negative to positive.
    #[must_use]
    pub fn rising(self) -> Self {
        Self { direction: Direction::Rising, ..self }
    }
    /// Only from positive to negative.
    #[must_use]
    pub fn falling(self) -> Self {
        Self { direction: Direction::Falling, ..self }
    }
    /// Those that a direction says.
    #[must_use]
    pub fn going(self, direction: Direction) -> Self {
        Self { direction, ..self }
    }
    /// The first one ends the run.
    #[must_use]
    pub fn stopping(self) -> Self {
        self.stopping_after(1)
    }
    /// The `count`-th one ends the run.
    #[must_use]
    pub fn stopping_after(self, count: u64) -> Self {
        Self { stop_after: Some(count.max(1)), ..self }
    }
}
