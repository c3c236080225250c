//! Runge-Kutta methods on the rotation group, by exponentials.
//!
//! A stage evaluates the rates k_i at an attitude that is a product of exponentials of
//! combinations of earlier rates. The step ends the same way. The spatial momentum, a
//! plain vector, gains the same combinations of the torques. Formulas of all methods:
//! docs/papers/classical.md, The equations.
//!
//! The loops are generic in the group, and those of [`lie`](crate::lie).

use super::start::StepStart;
use crate::body::{Body, State};
use crate::geometry::Attitude;
use crate::lie::exponentials::GroupStep;
pub use crate::lie::exponentials::{Exponentials, MuntheKaas4};
use crate::method::{Failure, Method};
use crate::real::Real;
use crate::torque::Torque;

/// The method of a body, by the steps of the rotation group.
macro_rules! on_rotations {
    ($method:ty) => {
        impl Method for $method {
            type Memory<R: Real> = ();
            const COMPOSES: bool = false;

            fn begin<R: Real, A: Attitude<R>, T: Torque<R>>(
                &self,
                _: &Body<R, T>,
                _: &State<R, A>,
            ) {
            }

            fn step<R: Real, A: Attitude<R>, T: Torque<R>>(
                &self,
                body: &Body<R, T>,
                state: &mut State<R, A>,
                (): &mut (),
                h: R,
            ) -> Result<(), Failure> {
                let start = StepStart { body, state, h };
                let ask = |part, turn, momentum| start.ask(part, turn, momentum);
                let (turn, momentum) = self.step_from(start.state.momentum, h, ask);
                *state = start.end(turn, momentum);
                Ok(())
            }
        }
    };
}
on_rotations!(Exponentials);
on_rotations!(MuntheKaas4);
