//! A torque from a function that is not known before the program runs.

use crate::units::{Dimension, RunUnits};
use polhode::geometry::{Rotation, Vec3};
use polhode::real::{Over, Real};
use polhode::torque::{Torque, TorqueInput, TorqueProperties};
use std::fmt;
use std::sync::Arc;

/// What a [`Closure`](polhode::torque::Closure) is, behind a pointer: a function of time, attitude
/// and body momentum that gives the torque in body components, for methods that need no
/// derivatives of it.
#[derive(Clone)]
pub struct Function<R>(Arc<DynFunction<R>>);

type DynFunction<R> = dyn Fn(R, Rotation<R>, Vec3<R>) -> Vec3<R> + Send + Sync;

impl<R> Function<R> {
    /// Of any function.
    pub fn new(
        function: impl Fn(R, Rotation<R>, Vec3<R>) -> Vec3<R> + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(function))
    }
}

impl Function<f64> {
    /// A function of the time, and in the units, of a file: in a run with these units, whose time begins at `epoch`.
    #[must_use]
    pub fn in_run(&self, units: RunUnits, epoch: f64) -> Self {
        let function = self.0.clone();
        Self::new(move |time, attitude, momentum| {
            let time = epoch + units.to_file(time, Dimension::TIME);
            let momentum = units.vector_to_file(momentum, Dimension::MOMENTUM);
            units.vector_to_run(function(time, attitude, momentum), Dimension::TORQUE)
        })
    }
}

impl<R> fmt::Debug for Function<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Function")
    }
}

impl<R: Real> Torque<R> for Function<R> {
    fn torque<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Vec3<S> {
        let Rotation { w, x, y, z } = at.attitude;
        let attitude = Rotation { w: w.leading(), x: x.leading(), y: y.leading(), z: z.leading() };
        (self.0)(at.time.leading(), attitude, at.momentum.map(S::leading)).map(S::lift)
    }
    /// The function may depend on all of its arguments.
    fn properties(&self) -> TorqueProperties {
        TorqueProperties {
            depends_on_momentum: true,
            is_differentiable: false,
            ..TorqueProperties::default()
        }
    }
}
