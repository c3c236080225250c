//! The series of a torque, as a jet that is computed anew for every coefficient.

use super::{Coefficients, LENGTH};
use crate::body::Body;
use crate::geometry::{Rotation, Vec3};
use crate::real::{Four, Jet, Real};
use crate::torque::{Torque, TorqueInput};
use core::marker::PhantomData;

/// Nothing is kept.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TorqueSeries<R>(PhantomData<R>);

impl<R: Real> TorqueSeries<R> {
    #[cfg(not(feature = "std"))]
    pub(super) fn begin<T: Torque<R>>(&mut self, _: &Body<R, T>, _: &Coefficients<R>) -> bool {
        false
    }
    #[cfg(not(feature = "std"))]
    pub(super) fn visit(&mut self, slot: &mut dyn FnMut(&mut R)) {
        slot(&mut R::zero());
    }

    /// Coefficient k from those of attitude and momentum up to k.
    #[expect(clippy::extra_unused_type_parameters, reason = "the tape computes in fours")]
    pub(super) fn coefficient<T: Torque<R>, F: Four<R>>(
        &mut self,
        body: &Body<R, T>,
        of: &Coefficients<R>,
        k: usize,
    ) -> Vec3<R> {
        let known = |coefficient: &dyn Fn(usize) -> R| {
            Jet::<R, LENGTH>::from_coefficients(core::array::from_fn(|i| {
                if i <= k { coefficient(i) } else { R::zero() }
            }))
        };
        let torque_input = TorqueInput {
            inertia: &body.inertia,
            time: Jet::variable(of.time),
            attitude: Rotation {
                w: known(&|i| of.attitude[i].0[0]),
                x: known(&|i| of.attitude[i].0[1]),
                y: known(&|i| of.attitude[i].0[2]),
                z: known(&|i| of.attitude[i].0[3]),
            },
            momentum: Vec3::new(
                known(&|i| of.momentum[i].0[0]),
                known(&|i| of.momentum[i].0[1]),
                known(&|i| of.momentum[i].0[2]),
            ),
            branches: &[],
        };
        body.torque.torque(&torque_input).map(|jet| jet.coefficient(k))
    }
}
