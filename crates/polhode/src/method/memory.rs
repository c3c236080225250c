//! What a method remembers between steps.

use crate::geometry::Vec3;
use crate::real::Real;
use core::fmt::Debug;

/// Numbers that live as long as a run, and in its checkpoints.
pub trait Memory<R: Real>: Clone + Debug + Send + 'static {
    /// Shows every number it holds, always in the same order, to read or to
    /// overwrite.
    fn visit(&mut self, slot: &mut dyn FnMut(&mut R));

    /// Of a method whose steps vary: are the next ones to have exactly the size that is asked
    /// for?
    fn take_exactly(&mut self, exactly: bool) {
        let _ = exactly;
    }
}

/// Nothing to remember.
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
