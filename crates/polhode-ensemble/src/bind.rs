//! The numbers of ensembles, and what is compiled for them.

use crate::ensemble::Arithmetic;
use crate::error::Error;
use crate::kernel::{BlockWork, MatrixVisit, run};
use polhode::Method;
use polhode::catalogue::{self, MethodName, Visit};
use polhode::ensemble::{After, BlockRun};
use polhode::real::{F32x8, F64x4, Lanes, Scalar};
use polhode::torque::{Free, LaneModels};
use polhode_bound::Bind;

/// The numbers of ensembles: `f32` and `f64`. What is hidden is compiled here, once.
pub trait EnsembleScalar: Scalar + Bind {
    /// The lanes that are there on every machine.
    type Plain: Lanes<Scalar = Self>;
    /// Takes the steps of a block.
    #[doc(hidden)]
    fn go(
        work: BlockWork<'_, Self>,
        block_run: &mut BlockRun<'_, Self>,
    ) -> Result<(), polhode::Error>;
    /// The same of matrices.
    #[doc(hidden)]
    fn go_as_matrices(work: BlockWork<'_, Self>, visit: MatrixVisit<'_, Self>);
    /// The closed form of a block.
    #[doc(hidden)]
    fn jump(arithmetic: Arithmetic, after: After<'_, Self>);
}

macro_rules! compiled_for {
    ($($number:ty: $lanes:ty),+) => {
        $(impl EnsembleScalar for $number {
            type Plain = $lanes;
            fn go(
                work: BlockWork<'_, Self>,
                block_run: &mut BlockRun<'_, Self>,
            ) -> Result<(), polhode::Error> {
                work.go(block_run)
            }
            fn go_as_matrices(work: BlockWork<'_, Self>, visit: MatrixVisit<'_, Self>) {
                work.go_as_matrices(visit);
            }
            fn jump(arithmetic: Arithmetic, after: After<'_, Self>) {
                run(after, arithmetic);
            }
        })+
    };
}
compiled_for!(f64: F64x4, f32: F32x8);

/// Can the method go with others, and take the torque?
pub(crate) fn accepts<S: EnsembleScalar>(
    name: &MethodName,
    torques: Option<&LaneModels<S>>,
) -> Result<(), Error> {
    struct Accepts<'a, S>(Option<&'a LaneModels<S>>);
    impl<S: EnsembleScalar> Visit for Accepts<'_, S> {
        type Output = Result<bool, polhode::Error>;
        fn visit<M: Method>(self, method: M) -> Self::Output {
            self.0
                .map_or_else(|| method.accepts::<S, _>(&Free), |torque| method.accepts(torque))?;
            Ok(method.keeps_time())
        }
    }
    if catalogue::visit(name, Accepts(torques))? {
        return Err(Error::StepsVary { method: name.to_string() });
    }
    Ok(())
}
