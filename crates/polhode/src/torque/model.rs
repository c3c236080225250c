//! All models in one type, for those who know at run time only which one it is.

#[allow(clippy::wildcard_imports, reason = "the types of the list")]
use super::*;
use crate::failure::Failure;
use crate::geometry::{Rotation, Vec3};
use crate::inertia::Inertia;
use crate::real::{Over, Real};
use crate::resolution::{NearTimes, reach};
use alloc::sync::Arc;
use alloc::vec::Vec;

/// Defines [`Model`] from the list of models.
macro_rules! define {
    ($($section:ident { $($name:literal: $($module:ident::$variant:ident($type:ty)),+;)+ })+) => {
        /// Any of the models, or several of them.
        ///
        /// ```
        /// use polhode::{Vec3, torque::{LinearDamping, Model, UniformField}};
        /// let up = Vec3::new(0.0, 0.0, 1.0);
        /// let gravity = UniformField::new(9.81, up, up)?.into();
        /// let friction = LinearDamping::uniform(0.01)?.into();
        /// let torque: Model<f64> = [gravity, friction].into_iter().collect();
        /// assert_eq!(torque.name(), "several");
        /// # Ok::<(), polhode::Error>(())
        /// ```
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum Model<R> {
            $($($(
                #[doc = concat!("See [`", stringify!($variant), "`].")]
                $variant($type),
            )+)+)+
            /// The sum of them.
            Several(Arc<[Model<R>]>),
        }

        impl<R> Model<R> {
            /// The name of every model, each once.
            pub const NAMES: &'static [&'static str] = &[$($($name,)+)+ "several"];

            /// One of [`NAMES`](Model::NAMES).
            #[must_use]
            pub fn name(&self) -> &'static str {
                match self {
                    $($($(Self::$variant(_))|+ => $name,)+)+
                    Self::Several(_) => "several",
                }
            }
        }

        $($($(
            impl<R> From<$type> for Model<R> {
                fn from(torque: $type) -> Self {
                    Self::$variant(torque)
                }
            }
        )+)+)+

        /// `each!(self, model => of one; models => of several)`
        macro_rules! each {
            ($self:expr, $model:ident => $one:expr; $models:ident => $several:expr) => {
                match $self {
                    $($($(Model::$variant($model) => $one,)+)+)+
                    Model::Several($models) => $several,
                }
            };
        }
    };
}

torque_models!(define);

impl<R> FromIterator<Model<R>> for Model<R> {
    fn from_iter<I: IntoIterator<Item = Model<R>>>(models: I) -> Self {
        Self::Several(models.into_iter().collect())
    }
}

#[warn(clippy::missing_trait_methods)]
impl<R: Real<Mask = bool>> Torque<R> for Model<R> {
    fn torque<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Vec3<S> {
        each!(self, model => model.torque(at); models => torque_of_several(models, at))
    }
    fn potential<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Option<S> {
        each!(self, model => model.potential(at);
        models => with_own_branches(models, at, None, |sum: Option<S>, model, at| {
            match (sum, model.potential(at)) {
                (Some(a), Some(b)) => Some(a + b),
                (one, None) | (None, one) => one,
            }
        }))
    }
    #[inline]
    fn properties(&self) -> TorqueProperties {
        each!(self, model => Torque::<R>::properties(model);
            models => models.iter().fold(TorqueProperties::FREE, |all, model| all.and(model.properties())))
    }
    /// Of several, if all but one are free.
    fn prescribed_momentum(&self, time: R) -> Option<Vec3<R>> {
        each!(self, model => model.prescribed_momentum(time);
        models => {
            let mut pushing = models.iter().filter(|model| !matches!(model, Self::Free(_)));
            let only = pushing.next()?;
            if pushing.next().is_some() { None } else { only.prescribed_momentum(time) }
        })
    }
    fn next_discontinuity(&self, kind: Discontinuity, from: R, until: R) -> Option<R> {
        each!(self, model => model.next_discontinuity(kind, from, until);
        models => models
            .iter()
            .fold(None, |first, model| {
                sooner(from, [first, model.next_discontinuity(kind, from, until)])
            }))
    }
    fn impulse(&self, time: R, attitude: Rotation<R>) -> Vec3<R> {
        each!(self, model => model.impulse(time, attitude);
            models => models
                .iter()
                .fold(Vec3::zero(), |sum, model| sum + model.impulse(time, attitude)))
    }
    fn pull(&self, inertia: &Inertia<R>, time: R) -> Option<Pull<R>> {
        each!(self, model => model.pull(inertia, time);
        models => {
            let mut pulls = models.iter().map(|model| model.pull(inertia, time));
            let first = pulls.next()??;
            pulls.try_fold(first, |sum, pull| sum.and(pull?))
        })
    }
    /// Of several by their common [`Pull`].
    fn is_axisymmetric_about(&self, inertia: &Inertia<R>, axis: Vec3<R>) -> bool {
        each!(self, model => model.is_axisymmetric_about(inertia, axis);
            _models => axisymmetric_by_pull(self, inertia, axis))
    }
    fn count_coefficients(&self, coefficients: u64) {
        each!(self, model => Torque::<R>::count_coefficients(model, coefficients);
            models => models.iter().for_each(|model| model.count_coefficients(coefficients)));
    }
    fn kick(&self, at: &TorqueInput<'_, R>, h: R) -> Result<Vec3<R>, Failure> {
        each!(self, model => model.kick(at, h);
        models => match &models[..] {
            [only] => only.kick(at, h),
            _ => kick_of_any(self, at, h),
        })
    }
    /// No model of the library has something to prepare.
    fn prepare(&mut self, _: &[f64]) {}
    fn switches(&self, list: &mut Vec<Switch>) {
        each!(self, model => Torque::<R>::switches(model, list);
            models => models.iter().for_each(|model| model.switches(list)));
    }
    fn switching_values<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>, values: &mut Vec<S>) {
        each!(self, model => model.switching_values(at, values);
        models => with_own_branches(models, at, (), |(), model, at| {
            model.switching_values(at, values);
        }));
    }
    fn natural_branches(&self, at: &TorqueInput<'_, R>, branches: &mut Vec<f64>) {
        each!(self, model => model.natural_branches(at, branches);
        models => with_own_branches(models, at, (), |(), model, at| {
            model.natural_branches(at, branches);
        }));
    }
    fn least_resolved_part(&self, at: &TorqueInput<'_, R, NearTimes<R>>) -> usize {
        each!(self, model => model.least_resolved_part(at);
        models => with_own_branches(models, at, (0, 0, R::zero()), |(index, worst, most), model, at| {
            let reach = reach(model.torque(at));
            if reach.le(most) { (index + 1, worst, most) } else { (index + 1, index, reach) }
        }).1)
    }
}

/// Apart, for the sake of one model.
#[inline(never)]
fn torque_of_several<R: Real<Mask = bool>, S: Over<R>>(
    models: &[Model<R>],
    at: &TorqueInput<'_, R, S>,
) -> Vec3<S> {
    with_own_branches(models, at, Vec3::zero(), |sum, model, at| sum + model.torque(at))
}

/// Goes through several models, each with its own branches.
#[inline]
fn with_own_branches<R: Real<Mask = bool>, S: Over<R>, O>(
    models: &[Model<R>],
    at: &TorqueInput<'_, R, S>,
    first: O,
    mut add: impl FnMut(O, &Model<R>, &TorqueInput<'_, R, S>) -> O,
) -> O {
    if at.branches.is_empty() {
        return models.iter().fold(first, |sum, model| add(sum, model, at));
    }
    let mut rest = *at;
    models.iter().fold(first, |sum, model| {
        let [own, others] = rest.split(model.properties().switch_count);
        rest = others;
        add(sum, model, &own)
    })
}
