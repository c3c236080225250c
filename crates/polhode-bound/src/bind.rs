//! From a name to a run.

use crate::torque::Torques;
use polhode::catalogue::{self, MethodName, Visit};
use polhode::real::{Dual, Real};
use polhode::{Body, Error, Inertia, Method, Run, State};

/// The numbers in which there is every method.
pub trait Bind: Real<Mask = bool> + sealed::Sealed {
    /// A run of a free body.
    ///
    /// # Errors
    /// Where the method cannot start there.
    fn bind_free(
        method: &MethodName,
        inertia: Inertia<Self>,
        start: State<Self>,
    ) -> Result<Box<dyn Run<Self>>, Error>;
    /// A run of a pushed body.
    ///
    /// # Errors
    /// Where the method cannot take the torque, or cannot start there.
    fn bind_pushed(
        method: &MethodName,
        body: Body<Self, Torques<Self>>,
        start: State<Self>,
    ) -> Result<Box<dyn Run<Self>>, Error>;
}

/// Only this crate compiles the catalogue for scalar types.
mod sealed {
    pub trait Sealed {}
}

macro_rules! compiled_for {
    ($($number:ty),+) => {
        $(impl sealed::Sealed for $number {}
        impl Bind for $number {
            fn bind_free(
                method: &MethodName,
                inertia: Inertia<Self>,
                start: State<Self>,
            ) -> Result<Box<dyn Run<Self>>, Error> {
                catalogue::bind(method, Body::free(inertia), start)
            }
            fn bind_pushed(
                method: &MethodName,
                body: Body<Self, Torques<Self>>,
                start: State<Self>,
            ) -> Result<Box<dyn Run<Self>>, Error> {
                catalogue::bind(method, body, start)
            }
        })+
    };
}
// Two directions fit into a register: as quick as more, and compiled sooner.
compiled_for!(f32, f64, Dual<f64, 2>);

/// Can the method take the torque?
///
/// # Errors
/// Where it cannot.
pub fn accepts(method: &MethodName, torque: &Torques<f64>) -> Result<(), Error> {
    struct Accepts<'a>(&'a Torques<f64>);
    impl Visit for Accepts<'_> {
        type Output = Result<(), Error>;
        fn visit<M: Method>(self, method: M) -> Self::Output {
            method.accepts(self.0)
        }
    }
    catalogue::visit(method, Accepts(torque))
}
