//! A torque from a function that the caller has.

use super::{Torque, TorqueInput, TorqueProperties};
use crate::geometry::{Rotation, Vec3};
use crate::real::{Over, Real};
use core::fmt::{self, Debug};

/// A function of time, attitude and body momentum that gives the torque in body
/// components. It is evaluated in its own number only, so methods that need the
/// torque's derivatives refuse it; for those implement [`Torque`].
#[derive(Clone, Copy)]
pub struct Closure<F>(pub F);

impl<F> Debug for Closure<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Closure")
    }
}

impl<R, F> Torque<R> for Closure<F>
where
    R: Real,
    F: Fn(R, Rotation<R>, Vec3<R>) -> Vec3<R> + Clone + Send + Sync + 'static,
{
    #[inline]
    fn torque<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Vec3<S> {
        let Rotation { w, x, y, z } = at.attitude;
        let attitude = Rotation { w: w.leading(), x: x.leading(), y: y.leading(), z: z.leading() };
        (self.0)(at.time.leading(), attitude, at.momentum.map(S::leading)).map(S::lift)
    }
    /// The function may depend on all of its arguments.
    #[inline]
    fn properties(&self) -> TorqueProperties {
        TorqueProperties {
            depends_on_momentum: true,
            is_differentiable: false,
            ..TorqueProperties::default()
        }
    }
}
