//! Memory of a method between steps.

use crate::geometry::Vec3;
use crate::real::Real;
use crate::resolution::TorqueResolution;
use core::fmt::Debug;

/// Numbers that a run keeps between steps and saves in its checkpoints.
pub trait Memory<R: Real>: Clone + Debug + Send + 'static {
    /// Passes every number to `slot`, always in the same order, for reading or overwriting.
    fn visit(&mut self, slot: &mut dyn FnMut(&mut R));

    /// Selects whether a method with varying steps takes the next ones with exactly the
    /// requested size.
    fn take_exactly(&mut self, exactly: bool) {
        let _ = exactly;
    }

    /// How well the steps resolved the torque, of a method that watches this itself and was asked to.
    fn resolution(&self) -> Option<TorqueResolution<R>> {
        None
    }

    /// Asks a method to watch whether its steps resolve the torque, from these counts on. Returns whether it
    /// does.
    fn watch_resolution(&mut self, resolution: Option<TorqueResolution<R>>) -> bool {
        let _ = resolution;
        false
    }
}

/// Empty memory.
impl<R: Real> Memory<R> for () {
    fn visit(&mut self, _: &mut dyn FnMut(&mut R)) {}
}

impl<R: Real> Memory<R> for Vec3<R> {
    fn visit(&mut self, slot: &mut dyn FnMut(&mut R)) {
        slot(&mut self.x);
        slot(&mut self.y);
        slot(&mut self.z);
    }
}
