//! Runge-Kutta methods on the rotation group, by exponentials.
//!
//! A stage evaluates the rates k_i at an attitude that is a product of exponentials of
//! combinations of earlier rates. The step ends the same way. The spatial momentum, a
//! plain vector, gains the same combinations of the torques. Formulas of all methods:
//! docs/papers/classical.md, The equations.
//!
//! The loops are generic in the group, and those of [`lie`](crate::lie).

use super::start::Start;
use crate::body::{Body, State};
use crate::geometry::Attitude;
pub use crate::lie::exponentials::{Exponentials, MuntheKaas4};
use crate::method::{Failure, Method};
use crate::real::Real;
use crate::torque::Torque;

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
