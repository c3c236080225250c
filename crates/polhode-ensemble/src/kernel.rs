//! Which kernel takes a method.

use crate::bind::Number;
use crate::ensemble::Arithmetic;
use crate::torques::Torques;
use polhode::catalogue::{MethodName, Options};
use polhode::ensemble::{Block, Kick, LeapFrogSteps, MethodSteps, Pulls, Voyage};
use polhode::geometry::TurnRule;
use polhode::methods::buss::Buss;
use polhode::methods::exact::Exact;
use polhode::real::LaneKernel;
use polhode::torque::Free;
use polhode::{AxisOrder, Body, Method};

/// What takes a method.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kernel {
    /// Its steps are known to the compiler, all of them: in the widest lanes of the machine.
    Exact,
    /// The same.
    Buss(Buss),
    /// The same of matrices; quaternions go as any other.
    LeapFrog(AxisOrder, TurnRule),
    /// Any other: in lanes that are there on every machine.
    Plain,
}

impl Kernel {
    /// That of a method.
    pub(crate) fn of<S: Number>(name: &MethodName, torques: &Torques<S>) -> Self {
        let (card, options) = (name.row(), name.options());
        let plain =
            Options { axes: options.axes, rotation: options.rotation, ..Options::default() };
        match card.name {
            _ if *options != plain => Self::Plain,
            "leapfrog" => Self::LeapFrog(options.axes, options.rotation.unwrap_or(card.rotation)),
            "exact" if torques.is_free() => Self::Exact,
            "buss-3" if torques.is_free() => Self::Buss(Buss::Third),
            "buss-4" if torques.is_free() => Self::Buss(Buss::Fourth),
            _ => Self::Plain,
        }
    }
}

/// What is to be done with a block.
#[derive(Clone, Copy, Debug)]
pub struct Work<'a, S> {
    pub(crate) kernel: Kernel,
    pub(crate) method: &'a MethodName,
    pub(crate) torques: &'a Torques<S>,
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

impl<S: Number> Work<'_, S> {
    #[inline(always)]
    pub(crate) fn go(self, voyage: &mut Voyage<'_, S>) -> Result<(), polhode::Error> {
        let part = self.torques.part(self.first, voyage.block.len());
        match self.kernel {
            Kernel::Exact => self.free_steps(voyage, Exact),
            Kernel::Buss(method) => self.free_steps(voyage, method),
            _ if self.torques.is_free() => {
                voyage.go(|inertia, start, _| S::free_run(self.method, Body::free(inertia), start))
            }
            _ => voyage.go(|inertia, start, bodies| {
                let torque = part.models(|lane| bodies[lane.min(bodies.len() - 1)]);
                S::pushed_run(self.method, Body { inertia, torque }, start)
            }),
        }
    }

    fn free_steps<M: Method>(
        self,
        voyage: &mut Voyage<'_, S>,
        method: M,
    ) -> Result<(), polhode::Error> {
        run(MethodSteps { voyage, method, torques: &Free }, self.arithmetic)
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

    /// By so many terms of the tangent.
    fn matrices<P: Pulls<S>>(self, visit: MatrixVisit<'_, S>, pulls: P) {
        let Kernel::LeapFrog(axes, TurnRule::Tangent(terms)) = self.kernel else { return };
        let MatrixVisit { block, kick, origin, taken, h, steps } = visit;
        macro_rules! kernel {
            ($terms:literal) => {
                run(
                    LeapFrogSteps::<S, P, $terms> {
                        block,
                        pulls,
                        kick,
                        axes,
                        origin,
                        taken,
                        h,
                        steps,
                    },
                    self.arithmetic,
                )
            };
        }
        match terms {
            2 => kernel!(2),
            3 => kernel!(3),
            4 => kernel!(4),
            _ => kernel!(5),
        }
    }
}

/// In the widest lanes.
pub(crate) fn run<S: Number, K: LaneKernel<S>>(kernel: K, arithmetic: Arithmetic) -> K::Output {
    match arithmetic {
        Arithmetic::Portable => S::in_widest_lanes(kernel),
        Arithmetic::Fast => S::in_fused_lanes(kernel),
    }
}
