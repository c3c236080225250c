//! A state as people want it: in the axes of the file, with energy.

use crate::scenario::{Problem, Scenario, Shape};
use crate::scenario_run::RunState;
use polhode::geometry::{Rotation, Vec3};
use polhode::torque::Torque;
use polhode::{Body, Real, State};
use polhode_bound::Torques;

/// A line of a trajectory, in the body axes of the file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample<R = f64> {
    /// Time.
    pub time: R,
    /// Body to space.
    pub attitude: Rotation<R>,
    /// Angular velocity, body frame.
    pub rates: Vec3<R>,
    /// Angular momentum, body frame.
    pub momentum_body: Vec3<R>,
    /// Angular momentum, space frame.
    pub momentum_space: Vec3<R>,
    /// Kinetic and potential energy.
    pub energy: R,
    /// Kinetic energy.
    pub kinetic_energy: R,
}

impl<R: Real> Sample<R> {
    /// What a state of a body looks like in axes in which its principal axes are these; in any
    /// number, as in lanes.
    #[inline(always)]
    #[must_use]
    pub fn new<T: Torque<R>>(body: &Body<R, T>, axes: Rotation<R>, state: &State<R>) -> Self {
        let State { time, attitude, momentum } = *state;
        Self {
            time,
            attitude: attitude * axes.inverse(),
            rates: axes.apply(body.inertia.rates(momentum)),
            momentum_body: axes.apply(momentum),
            momentum_space: state.spatial_momentum(),
            energy: body.energy(state),
            kinetic_energy: body.inertia.kinetic_energy(momentum),
        }
    }
}

impl Sample {
    /// The names of [`numbers`](Sample::numbers).
    pub const COLUMNS: [&'static str; 15] = [
        "t", "q_w", "q_x", "q_y", "q_z", "w_bx", "w_by", "w_bz", "l_bx", "l_by", "l_bz", "l_sx",
        "l_sy", "l_sz", "energy",
    ];
    /// One for each column.
    #[must_use]
    pub fn numbers(&self) -> [f64; 15] {
        let [qw, qx, qy, qz] = self.attitude.to_wxyz();
        let (w, l, s) = (self.rates, self.momentum_body, self.momentum_space);
        [self.time, qw, qx, qy, qz, w.x, w.y, w.z, l.x, l.y, l.z, s.x, s.y, s.z, self.energy]
    }
}

/// Makes samples of the states of a scenario.
#[derive(Clone, Debug)]
pub struct Sampler {
    body: Body<f64, Torques<f64>>,
    axes: Rotation<f64>,
    epoch: f64,
}

impl Sampler {
    /// Of this scenario.
    #[must_use]
    pub fn new(scenario: &Scenario) -> Self {
        let body = Body {
            inertia: scenario.problem.body.inertia,
            torque: scenario.problem.torque.clone(),
        };
        let Problem { body: shape, start, .. } = &scenario.problem;
        Self { body, axes: shape.principal_axes, epoch: start.epoch }
    }
    /// The same scenario with another shape and time of the start.
    pub(crate) fn look_at(&mut self, shape: &Shape, epoch: f64) {
        (self.body.inertia, self.axes) = (shape.inertia, shape.principal_axes);
        self.epoch = epoch;
    }
    /// What a state looks like in the file's axes, and at the file's time.
    #[must_use]
    pub fn sample(&self, state: &RunState) -> Sample {
        let [w, x, y, z] = state.attitude;
        let attitude = Rotation { w, x, y, z };
        let momentum = Vec3::from(state.momentum);
        let state = State { time: state.time, attitude, momentum };
        let sample = Sample::new(&self.body, self.axes, &state);
        Sample { time: self.epoch + state.time, ..sample }
    }
}
