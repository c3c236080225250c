//! Torques of several bodies side by side.

#[allow(clippy::wildcard_imports, reason = "the types of the list")]
use super::*;
use crate::failure::Failure;
use crate::geometry::{Rotation, Vec3};
use crate::inertia::Inertia;
use crate::real::{Mask, Over, Real};
use crate::resolution::NearTimes;
use alloc::vec::Vec;

/// Defines [`LaneModel`] from the part `lanes` of the list of models.
macro_rules! define {
    (
        lanes { $($name:literal: $($module:ident::$variant:ident($type:ty)),+;)+ }
        $($others:tt)*
    ) => {
        /// A model whose numbers may be lanes, each lane its own body.
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum LaneModel<R> {
            $($(
                #[doc = concat!("See [`", stringify!($variant), "`](super::", stringify!($variant), ").")]
                $variant($type),
            )+)+
        }

        impl<R: Copy> LaneModel<R> {
            /// The same torque, each number of it by what is made of it; always in the same
            /// order.
            pub fn map<Q>(&self, mut f: impl FnMut(R) -> Q) -> LaneModel<Q> {
                match self {
                    $($(Self::$variant(model) => LaneModel::$variant(model.map(&mut f)),)+)+
                }
            }
            /// A model, if it may go in lanes; of several, each.
            fn append(model: &Model<R>, into: &mut Vec<Self>) -> bool {
                match model {
                    Model::Free(_) => {}
                    Model::Several(models) => {
                        return models.iter().all(|model| Self::append(model, into));
                    }
                    $($(Model::$variant(model) => into.push(Self::$variant(*model)),)+)+
                    _ => return false,
                }
                true
            }
        }

        impl<R> From<LaneModel<R>> for Model<R> {
            fn from(model: LaneModel<R>) -> Self {
                match model {
                    $($(LaneModel::$variant(model) => Self::$variant(model),)+)+
                }
            }
        }

        /// `each!(part, torque => what)`
        macro_rules! each {
            ($part:expr, $torque:ident => $what:expr) => {
                match $part {
                    $($(LaneModel::$variant($torque) => $what,)+)+
                }
            };
        }
    };
}

torque_models!(define);

/// The sum of some models whose numbers may be lanes.
#[derive(Clone, Debug, PartialEq)]
pub struct LaneModels<R>(pub Vec<LaneModel<R>>);

impl<R: Copy> LaneModels<R> {
    /// Of models, if all of them may go in lanes.
    #[must_use]
    pub fn from_models(models: &[Model<R>]) -> Option<Self> {
        let mut parts = Vec::new();
        models.iter().all(|model| LaneModel::append(model, &mut parts)).then_some(Self(parts))
    }
    /// The same torque, each number of it by what is made of it; always in the same order.
    pub fn map<Q>(&self, mut f: impl FnMut(R) -> Q) -> LaneModels<Q> {
        LaneModels(self.0.iter().map(|part| part.map(&mut f)).collect())
    }
}

impl<R: Real> LaneModel<R> {
    /// A function: all models are much to compile, and every method has the torque.
    #[inline(never)]
    fn torque<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Vec3<S> {
        each!(self, torque => torque.torque(at))
    }
    #[inline(always)]
    fn properties(&self) -> TorqueProperties {
        each!(self, torque => Torque::<R>::properties(torque))
    }
}

impl<R: Real> LaneModels<R> {
    /// Each model with its own branches.
    fn inputs<'a, S: Over<R>>(
        &'a self,
        at: &TorqueInput<'a, R, S>,
    ) -> impl Iterator<Item = (&'a LaneModel<R>, TorqueInput<'a, R, S>)> {
        let mut rest = *at;
        self.0.iter().map(move |part| {
            let [own, others] = rest.split(part.properties().switch_count);
            rest = others;
            (part, own)
        })
    }
    #[inline(never)]
    fn torque_on_branches<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Vec3<S> {
        self.inputs(at).fold(Vec3::zero(), |sum, (part, at)| sum + part.torque(&at))
    }
}

#[warn(clippy::missing_trait_methods)]
impl<R: Real> Torque<R> for LaneModels<R> {
    #[inline]
    fn torque<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Vec3<S> {
        match &self.0[..] {
            [only] => only.torque(at),
            parts if at.branches.is_empty() => {
                parts.iter().fold(Vec3::zero(), |sum, part| sum + part.torque(at))
            }
            _ => self.torque_on_branches(at),
        }
    }
    fn potential<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Option<S> {
        if at.branches.is_empty() {
            let potentials =
                self.0.iter().filter_map(|part| each!(part, torque => torque.potential(at)));
            return potentials.reduce(|a, b| a + b);
        }
        let potentials =
            self.inputs(at).filter_map(|(part, at)| each!(part, torque => torque.potential(&at)));
        potentials.reduce(|a, b| a + b)
    }
    #[inline(always)]
    fn properties(&self) -> TorqueProperties {
        self.0.iter().fold(TorqueProperties::FREE, |all, part| all.and(part.properties()))
    }
    /// Of a single model: a prescribed momentum leaves no room for another torque.
    #[inline]
    fn prescribed_momentum(&self, time: R) -> Option<Vec3<R>> {
        match &self.0[..] {
            [only] => each!(only, torque => torque.prescribed_momentum(time)),
            _ => None,
        }
    }
    #[inline]
    fn next_discontinuity(&self, kind: Discontinuity, from: R, until: R) -> Option<R> {
        self.0.iter().fold(None, |first, part| {
            let next = each!(part, torque => torque.next_discontinuity(kind, from, until));
            sooner(from, [first, next])
        })
    }
    #[inline]
    fn impulse(&self, time: R, attitude: Rotation<R>) -> Vec3<R> {
        self.0.iter().fold(Vec3::zero(), |sum, part| {
            sum + each!(part, torque => torque.impulse(time, attitude))
        })
    }
    #[inline]
    fn count_coefficients(&self, coefficients: u64) {
        for part in &self.0 {
            each!(part, torque => Torque::<R>::count_coefficients(torque, coefficients));
        }
    }
    fn pull(&self, inertia: &Inertia<R>, time: R) -> Option<Pull<R>> {
        let mut pulls = self.0.iter().map(|part| each!(part, t => t.pull(inertia, time)));
        let first = pulls.next()??;
        pulls.try_fold(first, |sum, pull| sum.and(pull?))
    }
    fn is_axisymmetric_about(&self, inertia: &Inertia<R>, axis: Vec3<R>) -> R::Mask {
        self.0.iter().fold(R::Mask::splat(true), |all, part| {
            all & each!(part, torque => torque.is_axisymmetric_about(inertia, axis))
        })
    }
    #[inline]
    fn kick(&self, at: &TorqueInput<'_, R>, h: R) -> Result<Vec3<R>, Failure> {
        match &self.0[..] {
            // A model may know its own flow.
            [only] if only.properties().depends_on_momentum => {
                each!(only, torque => torque.kick(at, h))
            }
            _ => kick_of_any(self, at, h),
        }
    }
    /// No model of the library has something to prepare.
    fn prepare(&mut self, _: &[f64]) {}
    fn switches(&self, list: &mut Vec<Switch>) {
        self.0.iter().for_each(|part| each!(part, torque => Torque::<R>::switches(torque, list)));
    }
    fn switching_values<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>, values: &mut Vec<S>) {
        for (part, at) in self.inputs(at) {
            each!(part, torque => torque.switching_values(&at, values));
        }
    }
    fn natural_branches(&self, at: &TorqueInput<'_, R>, branches: &mut Vec<f64>) {
        for (part, at) in self.inputs(at) {
            each!(part, torque => torque.natural_branches(&at, branches));
        }
    }
    /// Lanes are not asked for their parts.
    fn least_resolved_part(&self, _: &TorqueInput<'_, R, NearTimes<R>>) -> usize {
        0
    }
}
