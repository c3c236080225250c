//! How a block of bodies takes its steps: in lanes, or one after the other.

use crate::bind::Number;
use crate::ensemble::Arithmetic;
use crate::torques::{Alone, EnsembleTorques};
use polhode::catalogue::{self, MethodName, Visit};
use polhode::ensemble::{Block, BlockRun, Kick, LeapFrogSteps, MethodSteps, Pulls, TorqueColumns};
use polhode::geometry::TurnRule;
use polhode::method::{Kicked, Split, Wrapped};
use polhode::methods::buss::Buss;
use polhode::methods::classical::RungeKutta4;
use polhode::methods::exact::Exact;
use polhode::methods::mclachlan_reich::{FukushimaLeapFrog, McLachlanReich};
use polhode::real::LaneKernel;
use polhode::torque::Free;
use polhode::{AxisOrder, Body, Method, Motion};
use std::any::Any;

/// The methods that are compiled for lanes: those used for large ensembles. All methods in lanes
/// took 332 s of a build of 430 s.
macro_rules! kernels {
    ($($name:ident: $method:ty),+ $(,)?) => {
        /// What takes a method.
        #[derive(Clone, Copy, Debug)]
        pub(crate) enum Kernel {
            $($name(Wrapped<$method>),)+
            /// Any other: one body after the other.
            Single,
        }

        impl Kernel {
            /// That of a method.
            pub(crate) fn for_method(name: &MethodName) -> Self {
                let method = catalogue::visit(name, Known);
                $(
                    if let Some(method) = method.downcast_ref() {
                        return Self::$name(*method);
                    }
                )+
                Self::Single
            }
        }
    };
}

kernels! {
    Exact: Exact,
    Buss: Buss,
    LeapFrog: Kicked<FukushimaLeapFrog>,
    McLachlanReich: Kicked<McLachlanReich>,
    RungeKutta: RungeKutta4,
    ExactSplit: Split<Exact>,
}

/// A module for each method, because kernels are compiled with the module of their type: a change of one
/// method then compiles the kernels of no other again.
macro_rules! places {
    ($($module:ident),+) => {
        $(mod $module {
            use polhode::real::{LaneKernel, Lanes};

            pub(super) struct Here<K>(pub(super) K);

            impl<S, K: LaneKernel<S>> LaneKernel<S> for Here<K> {
                type Output = K::Output;
                #[inline(always)]
                fn run<R: Lanes<Scalar = S>>(self) -> K::Output {
                    self.0.run::<R>()
                }
            }
        })+
    };
}
places!(exact, exact_pushed, buss, leapfrog, mclachlan_reich);

/// The method itself.
struct Known;

impl Visit for Known {
    type Output = Box<dyn Any>;
    fn visit<M: Method>(self, method: M) -> Self::Output {
        Box::new(method)
    }
}

/// The axis order and the rotation rule of Fukushima's leap-frog steps without wrappers.
pub(crate) fn leap_frog(name: &MethodName) -> Option<(AxisOrder, TurnRule)> {
    let Kernel::LeapFrog(method) = Kernel::for_method(name) else { return None };
    method.plain().map(|Kicked(splitting)| (splitting.axes, splitting.rule))
}

/// What is to be done with a block.
#[derive(Clone, Copy, Debug)]
pub struct BlockWork<'a, S> {
    pub(crate) kernel: Kernel,
    pub(crate) method: &'a MethodName,
    pub(crate) torques: &'a EnsembleTorques<S>,
    /// The first body of the block.
    pub(crate) first: usize,
    pub(crate) arithmetic: Arithmetic,
}

/// Matrices that are to take some steps.
#[derive(Debug)]
pub struct MatrixVisit<'a, S> {
    pub(crate) block: Block<'a, S, 9>,
    pub(crate) kick: Option<Kick<'a, S>>,
    pub(crate) origin: S,
    pub(crate) taken: u64,
    pub(crate) h: S,
    pub(crate) steps: u64,
}

impl<S: Number> BlockWork<'_, S> {
    pub(crate) fn go(self, voyage: &mut BlockRun<'_, S>) -> Result<(), polhode::Error> {
        if let Some(went) = self.go_in_lanes(voyage) {
            return went;
        }
        if self.torques.is_free() {
            return voyage
                .go_by_runs::<S>(&|inertia, start, _| S::bind_free(self.method, inertia, start));
        }
        voyage.go_by_runs::<S>(&|inertia, start, bodies| {
            let torque = self.torques.torques_of_body(self.first + bodies[0]);
            S::bind_pushed(self.method, Body { inertia, torque }, start)
        })
    }

    /// In lanes, if there are any for the method, and the machine has them.
    fn go_in_lanes(self, voyage: &mut BlockRun<'_, S>) -> Option<Result<(), polhode::Error>> {
        match self.kernel {
            Kernel::Exact(method) => self.exact_in_lanes(voyage, method),
            Kernel::Buss(method) => self.in_lanes(voyage, method, buss::Here, buss::Here),
            Kernel::LeapFrog(method) => {
                self.in_lanes(voyage, method, leapfrog::Here, leapfrog::Here)
            }
            // With or without wrappers it takes the same time.
            Kernel::McLachlanReich(method) if self.torques.is_free() => {
                in_found_lanes(voyage, method, &Free, mclachlan_reich::Here)
            }
            Kernel::McLachlanReich(method) => Some(self.torqued_in_plain_lanes(voyage, method)),
            // Its parts are functions.
            Kernel::RungeKutta(method) => Some(self.in_plain_lanes(voyage, method)),
            // A run of it is more than steps.
            Kernel::ExactSplit(method) => Some(self.in_plain_lanes(voyage, method)),
            Kernel::Single => None,
        }
    }

    fn in_lanes<'v, 'a, M: Method, P: StepKernel<S>, W: StepKernel<S>>(
        self,
        voyage: &'v mut BlockRun<'a, S>,
        method: Wrapped<M>,
        plain: fn(MethodSteps<'v, 'a, S, M, Free>) -> P,
        wrapped: fn(MethodSteps<'v, 'a, S, Wrapped<M>, Free>) -> W,
    ) -> Option<Result<(), polhode::Error>> {
        match method.plain() {
            Some(method) if self.torques.is_free() => in_found_lanes(voyage, method, &Free, plain),
            None if self.torques.is_free() => in_found_lanes(voyage, method, &Free, wrapped),
            _ => Some(self.torqued_in_plain_lanes(voyage, method)),
        }
    }

    fn in_plain_lanes<M: Method>(
        self,
        voyage: &mut BlockRun<'_, S>,
        method: M,
    ) -> Result<(), polhode::Error> {
        if self.torques.is_free() {
            return in_plain_lanes(voyage, method, &Free);
        }
        self.torqued_in_plain_lanes(voyage, method)
    }

    /// A single field or gradient has a kernel that knows its formula.
    fn exact_in_lanes(
        self,
        voyage: &mut BlockRun<'_, S>,
        method: Wrapped<Exact>,
    ) -> Option<Result<(), polhode::Error>> {
        let part = self.torques.part(self.first, voyage.block.len());
        match (method.plain(), self.torques.only()) {
            (Some(method), _) if self.torques.is_free() => {
                in_found_lanes(voyage, method, &Free, exact::Here)
            }
            // The closed form takes no composition.
            (None, _) if self.torques.is_free() => None,
            (Some(method), Some(model)) => {
                in_found_lanes(voyage, method, &Alone { part, model }, exact_pushed::Here)
            }
            _ => Some(self.torqued_in_plain_lanes(voyage, method)),
        }
    }

    fn torqued_in_plain_lanes<M: Method>(
        self,
        voyage: &mut BlockRun<'_, S>,
        method: M,
    ) -> Result<(), polhode::Error> {
        let part = self.torques.part(self.first, voyage.block.len());
        in_plain_lanes(voyage, method, &part)
    }

    #[inline(always)]
    pub(crate) fn go_as_matrices(self, visit: MatrixVisit<'_, S>) {
        if self.torques.is_free() {
            self.matrices(visit, Free);
        } else {
            let part = self.torques.part(self.first, visit.block.len());
            self.matrices(visit, part);
        }
    }

    /// Three terms of the tangent are what everyone takes.
    fn matrices<P: Pulls<S>>(self, visit: MatrixVisit<'_, S>, pulls: P) {
        let Some((axes, TurnRule::Tangent(terms))) = leap_frog(self.method) else { return };
        let MatrixVisit { block, kick, origin, taken, h, steps } = visit;
        run(
            LeapFrogSteps::<S, P, 3> { block, pulls, kick, terms, axes, origin, taken, h, steps },
            self.arithmetic,
        );
    }
}

/// A kernel that takes the steps of a block.
trait StepKernel<S>: LaneKernel<S, Output = Result<(), polhode::Error>> {}
impl<S, K: LaneKernel<S, Output = Result<(), polhode::Error>>> StepKernel<S> for K {}

/// Runs in AVX2 lanes if the machine has them (checked at run time). Returns `None` on an x86-64
/// machine without AVX2, where bodies are integrated one at a time. Other targets use the lanes
/// known at compile time.
fn in_found_lanes<'v, 'a, S: Number, M: Method, T: TorqueColumns<S>, K: StepKernel<S>>(
    voyage: &'v mut BlockRun<'a, S>,
    method: M,
    torques: &'v T,
    here: fn(MethodSteps<'v, 'a, S, M, T>) -> K,
) -> Option<Result<(), polhode::Error>> {
    let kernel = here(MethodSteps { voyage, method, torques });
    #[cfg(all(target_arch = "x86_64", not(target_feature = "avx2")))]
    return S::in_found_lanes(kernel).ok();
    #[cfg(not(all(target_arch = "x86_64", not(target_feature = "avx2"))))]
    return Some(kernel.run::<S::Plain>());
}

/// In lanes that are there on every machine: what is not inlined knows their instructions.
fn in_plain_lanes<S: Number, M: Method, T: TorqueColumns<S>>(
    voyage: &mut BlockRun<'_, S>,
    method: M,
    torques: &T,
) -> Result<(), polhode::Error> {
    voyage.go_by_runs::<S::Plain>(&|inertia, start, bodies| {
        let torque = torques.in_lanes(|lane| bodies[lane.min(bodies.len() - 1)]);
        Ok(Box::new(Motion::new(method, Body { inertia, torque }, start)?))
    })
}

/// In the widest lanes.
pub(crate) fn run<S: Number, K: LaneKernel<S>>(kernel: K, arithmetic: Arithmetic) -> K::Output {
    match arithmetic {
        Arithmetic::Portable => S::in_widest_lanes(kernel),
        Arithmetic::Fast => S::in_fused_lanes(kernel),
    }
}
