//! Which kernel takes a method.

use crate::bind::Number;
use crate::ensemble::Arithmetic;
use crate::torques::{Alone, Only, Torques};
use polhode::catalogue::{MethodName, Options};
use polhode::ensemble::{Block, Kick, LeapFrogSteps, MethodSteps, Pulls, TorqueColumns, Voyage};
use polhode::geometry::TurnRule;
use polhode::method::{Kicked, Projected};
use polhode::methods::buss::Buss;
use polhode::methods::exact::Exact;
use polhode::methods::mclachlan_reich::FukushimaLeapFrog;
use polhode::real::LaneKernel;
use polhode::torque::Free;
use polhode::{AxisOrder, Body, Method};

/// What takes a method.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kernel {
    /// Its steps are known to the compiler, all of them: in lanes that are found when the program
    /// runs, if there are any. Products and sums are not fused.
    Exact,
    /// The same; with the order, where the energy is restored after every so many steps.
    Buss(Buss, Option<(u8, u32)>),
    /// The same of matrices and of free quaternions; pushed quaternions go as any other.
    LeapFrog(AxisOrder, TurnRule),
    /// Any other: in lanes that are there on every machine.
    Plain,
}

impl Kernel {
    /// That of a method.
    pub(crate) fn of<S: Number>(name: &MethodName, torques: &Torques<S>) -> Self {
        let (card, options) = (name.row(), name.options());
        let Options { axes, rotation, energy, .. } = *options;
        if *options != (Options { axes, rotation, energy, ..Options::default() }) {
            return Self::Plain;
        }
        let order = card.order_free.or(card.order_torqued).unwrap_or(1);
        let energy = energy.map(|every| (order, every));
        match card.name {
            "leapfrog" if energy.is_none() => {
                Self::LeapFrog(axes, rotation.unwrap_or(card.rotation))
            }
            "exact" if energy.is_none() && (torques.is_free() || torques.only().is_some()) => {
                Self::Exact
            }
            "buss-3" if torques.is_free() => Self::Buss(Buss::Third, energy),
            "buss-4" if torques.is_free() => Self::Buss(Buss::Fourth, energy),
            "buss-5" if torques.is_free() => Self::Buss(Buss::Fifth, energy),
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
        if let Some(went) = self.go_wide(voyage) {
            return went;
        }
        if self.torques.is_free() {
            return voyage
                .go(|inertia, start, _| S::free_run(self.method, Body::free(inertia), start));
        }
        let part = self.torques.part(self.first, voyage.block.len());
        voyage.go(|inertia, start, bodies| {
            let torque = part.models(|lane| bodies[lane.min(bodies.len() - 1)]);
            S::pushed_run(self.method, Body { inertia, torque }, start)
        })
    }

    /// By a kernel, if there is one and the machine has lanes for it.
    fn go_wide(self, voyage: &mut Voyage<'_, S>) -> Option<Result<(), polhode::Error>> {
        let part = self.torques.part(self.first, voyage.block.len());
        match (self.kernel, self.torques.only()) {
            (Kernel::Plain, _) => None,
            (Kernel::Exact, None) => steps(voyage, Exact, &Free),
            (Kernel::Exact, Some(Only::Field(model))) => {
                steps(voyage, Exact, &Alone { part, model })
            }
            (Kernel::Exact, Some(Only::Gradient(model))) => {
                steps(voyage, Exact, &Alone { part, model })
            }
            (Kernel::Buss(method, None), _) => steps(voyage, method, &Free),
            (Kernel::Buss(method, Some((order, every))), _) => {
                steps(voyage, Projected { method, order, every }, &Free)
            }
            (Kernel::LeapFrog(..), _) if !self.torques.is_free() => None,
            (Kernel::LeapFrog(axes, rule), _) => {
                steps(voyage, Kicked(FukushimaLeapFrog::new(axes, rule)), &Free)
            }
        }
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
        match self.kernel {
            Kernel::LeapFrog(axes, TurnRule::Tangent(3)) => {
                self.leap_frog::<P, 3>(visit, pulls, axes, 3);
            }
            Kernel::LeapFrog(axes, TurnRule::Tangent(terms)) => {
                self.leap_frog::<P, 0>(visit, pulls, axes, terms);
            }
            _ => {}
        }
    }

    fn leap_frog<P: Pulls<S>, const K: u8>(
        self,
        visit: MatrixVisit<'_, S>,
        pulls: P,
        axes: AxisOrder,
        terms: u8,
    ) {
        let MatrixVisit { block, kick, origin, taken, h, steps } = visit;
        run(
            LeapFrogSteps::<S, P, K> { block, pulls, kick, terms, axes, origin, taken, h, steps },
            self.arithmetic,
        );
    }
}

/// In lanes that were found when the program ran; none where there are none.
fn steps<S: Number, M: Method, T: TorqueColumns<S>>(
    voyage: &mut Voyage<'_, S>,
    method: M,
    torques: &T,
) -> Option<Result<(), polhode::Error>> {
    S::in_found_lanes(MethodSteps { voyage, method, torques }).ok()
}

/// In the widest lanes.
pub(crate) fn run<S: Number, K: LaneKernel<S>>(kernel: K, arithmetic: Arithmetic) -> K::Output {
    match arithmetic {
        Arithmetic::Portable => S::in_widest_lanes(kernel),
        Arithmetic::Fast => S::in_fused_lanes(kernel),
    }
}
