//! From a name to a run of several bodies in a register.

use crate::ensemble::Arithmetic;
use crate::error::Error;
use crate::kernel::{MatrixVisit, Work, run};
use polhode::catalogue::{self, MethodName, Visit};
use polhode::ensemble::{After, Going, Voyage};
use polhode::real::{F32x8, F64x4, Lanes, Real, Scalar};
use polhode::torque::{Free, LaneModels, Torque};
use polhode::{Body, Method, Motion, State};

type Bound<R> = Result<Box<dyn Going<R>>, polhode::Error>;

/// The numbers of ensembles: `f32` and `f64`. What is hidden is compiled here, once.
pub trait Number: Scalar {
    /// The lanes that are there on every machine.
    type Plain: Lanes<Scalar = Self>;
    /// A run of free bodies.
    #[doc(hidden)]
    fn free_run(
        method: &MethodName,
        body: Body<Self::Plain>,
        start: State<Self::Plain>,
    ) -> Bound<Self::Plain>;
    /// A run of pushed bodies.
    #[doc(hidden)]
    fn pushed_run(
        method: &MethodName,
        body: Body<Self::Plain, LaneModels<Self::Plain>>,
        start: State<Self::Plain>,
    ) -> Bound<Self::Plain>;
    /// Takes the steps of a block.
    #[doc(hidden)]
    fn go(work: Work<'_, Self>, voyage: &mut Voyage<'_, Self>) -> Result<(), polhode::Error>;
    /// The same of matrices.
    #[doc(hidden)]
    fn go_as_matrices(work: Work<'_, Self>, visit: MatrixVisit<'_, Self>);
    /// The closed form of a block.
    #[doc(hidden)]
    fn jump(arithmetic: Arithmetic, after: After<'_, Self>);
}

macro_rules! compiled_for {
    ($($number:ty: $lanes:ty),+) => {
        $(impl Number for $number {
            type Plain = $lanes;
            fn free_run(
                method: &MethodName,
                body: Body<$lanes>,
                start: State<$lanes>,
            ) -> Bound<$lanes> {
                catalogue::visit(method, Begin(body, start))
            }
            fn pushed_run(
                method: &MethodName,
                body: Body<$lanes, LaneModels<$lanes>>,
                start: State<$lanes>,
            ) -> Bound<$lanes> {
                catalogue::visit(method, Begin(body, start))
            }
            fn go(
                work: Work<'_, Self>,
                voyage: &mut Voyage<'_, Self>,
            ) -> Result<(), polhode::Error> {
                work.go(voyage)
            }
            fn go_as_matrices(work: Work<'_, Self>, visit: MatrixVisit<'_, Self>) {
                work.go_as_matrices(visit);
            }
            fn jump(arithmetic: Arithmetic, after: After<'_, Self>) {
                run(after, arithmetic);
            }
        })+
    };
}
compiled_for!(f64: F64x4, f32: F32x8);

/// A run of fixed steps.
struct Begin<R, T>(Body<R, T>, State<R>);

impl<R: Real, T: Torque<R>> Visit for Begin<R, T> {
    type Output = Bound<R>;
    fn visit<M: Method>(self, method: M) -> Bound<R> {
        // Asked before by `accepts`; and the compiler need not compile it in lanes.
        if M::KEEPS_TIME {
            return Err(polhode::Error::TakesNoTorque);
        }
        Ok(Box::new(Motion::new(method, self.0, self.1)?))
    }
}

/// Can the method go with others, and take the torque?
pub(crate) fn accepts<S: Number>(
    name: &MethodName,
    torques: Option<&LaneModels<S>>,
) -> Result<(), Error> {
    struct Accepts<'a, S>(Option<&'a LaneModels<S>>);
    impl<S: Number> Visit for Accepts<'_, S> {
        type Output = Result<bool, polhode::Error>;
        fn visit<M: Method>(self, method: M) -> Self::Output {
            self.0
                .map_or_else(|| method.accepts::<S, _>(&Free), |torque| method.accepts(torque))?;
            Ok(M::KEEPS_TIME)
        }
    }
    if catalogue::visit(name, Accepts(torques))? {
        return Err(Error::StepsVary { method: name.to_string() });
    }
    Ok(())
}
