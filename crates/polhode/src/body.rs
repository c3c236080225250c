//! What turns, and where it is.

use crate::geometry::{Attitude, Rotation, Vec3};
use crate::inertia::Inertia;
use crate::real::{Lanes, Real};
use crate::torque::{Free, Torque, TorqueInput};

/// A rigid body and what pushes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body<R, T = Free> {
    /// Principal moments of inertia; the body frame is the principal frame.
    pub inertia: Inertia<R>,
    /// The torque on it.
    pub torque: T,
}

impl<R: Real, T: Torque<R>> Body<R, T> {
    /// What the torque is asked about.
    #[inline(always)]
    pub fn torque_input<A: Attitude<R>>(&self, state: &State<R, A>) -> TorqueInput<'_, R> {
        let State { time, attitude, momentum } = *state;
        TorqueInput::new(&self.inertia, time, attitude.to_rotation(), momentum)
    }
    /// The torque in this state, in body components.
    #[inline(always)]
    pub fn torque_at<A: Attitude<R>>(&self, state: &State<R, A>) -> Vec3<R> {
        self.torque.torque(&self.torque_input(state))
    }
    /// Kinetic and, where there is one, potential energy.
    pub fn energy<A: Attitude<R>>(&self, state: &State<R, A>) -> R {
        let potential = self.torque.potential(&self.torque_input(state));
        self.inertia.kinetic_energy(state.momentum) + potential.unwrap_or(R::zero())
    }
}

impl<R> Body<R> {
    /// A body that nothing pushes.
    pub fn free(inertia: Inertia<R>) -> Self {
        Self { inertia, torque: Free }
    }
}

/// Where a body is and how it turns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct State<R, A = Rotation<R>> {
    /// Time.
    pub time: R,
    /// Attitude, body to space.
    pub attitude: A,
    /// Angular momentum in the body frame, always.
    pub momentum: Vec3<R>,
}

impl<R: Real, A: Attitude<R>> State<R, A> {
    /// At time zero.
    pub fn new(attitude: Rotation<R>, momentum: Vec3<R>) -> Self {
        Self { time: R::zero(), attitude: A::from_rotation(attitude), momentum }
    }
    /// Angular momentum in the space frame.
    #[inline(always)]
    pub fn spatial_momentum(&self) -> Vec3<R> {
        self.attitude.apply(self.momentum)
    }
    /// The same state with its attitude in another form.
    pub fn in_form<B: Attitude<R>>(&self) -> State<R, B> {
        State {
            time: self.time,
            attitude: B::from_rotation(self.attitude.to_rotation()),
            momentum: self.momentum,
        }
    }
    /// What a free body keeps, as this state has it.
    #[inline(never)]
    pub fn invariants(&self, inertia: &Inertia<R>) -> Invariants<R> {
        Invariants {
            energy: inertia.kinetic_energy(self.momentum),
            momentum_norm: self.momentum.norm(),
            spatial_momentum: self.spatial_momentum(),
            orthogonality_error: self.attitude.orthogonality_error(),
        }
    }
}

impl<R: Lanes> State<R> {
    /// Every lane from its index.
    #[inline(always)]
    pub fn from_lanes(mut lane: impl FnMut(usize) -> State<R::Scalar>) -> Self {
        Self {
            time: R::from_lanes(|i| lane(i).time),
            attitude: Rotation::from_lanes(|i| lane(i).attitude),
            momentum: Vec3::from_lanes(|i| lane(i).momentum),
        }
    }
    /// One lane.
    #[inline(always)]
    #[must_use]
    pub fn lane(&self, index: usize) -> State<R::Scalar> {
        State {
            time: self.time.lane(index),
            attitude: self.attitude.lane(index),
            momentum: self.momentum.lane(index),
        }
    }
}

impl<R: Lanes> State<R> {
    /// Every lane to its place.
    #[inline(always)]
    pub(crate) fn lanes_into(&self, states: &mut [State<R::Scalar>]) {
        for (i, state) in states.iter_mut().enumerate() {
            *state = self.lane(i);
        }
    }
}

/// What a free body keeps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Invariants<R> {
    /// Kinetic energy.
    pub energy: R,
    /// Length of the angular momentum, from its body components.
    pub momentum_norm: R,
    /// Angular momentum in the space frame.
    pub spatial_momentum: Vec3<R>,
    /// How far rounding has carried the attitude from a rotation; see
    /// [`Attitude::orthogonality_error`].
    pub orthogonality_error: R,
}
