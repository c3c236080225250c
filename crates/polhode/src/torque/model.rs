//! All models in one type, for those who know at run time only which one it is.

use super::{
    AttitudeLaw, ConstantInBody, ConstantInSpace, Free, GravityGradient, Harmonics, Impulses,
    KeplerGravityGradient, LinearDamping, MagneticDipole, PrescribedMomentum, PrescribedTorque,
    Pull, Rotor, SoftWall, Table, Torque, TorqueInput, UniformField, kick_of_any, sooner,
};
use crate::geometry::{Rotation, Vec3};
use crate::inertia::Inertia;
use crate::method::Failure;
use crate::real::{Over, Real};
use alloc::sync::Arc;

/// The one list: names, variants, types.
macro_rules! models {
    ($($name:literal: $($variant:ident($type:ty)),+;)+) => {
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
            $($(
                #[doc = concat!("See [`", stringify!($variant), "`].")]
                $variant($type),
            )+)+
            /// The sum of them.
            Several(Arc<[Model<R>]>),
        }

        impl<R> Model<R> {
            /// The name of every model, each once.
            pub const NAMES: &'static [&'static str] = &[$($name,)+ "several"];

            /// One of [`NAMES`](Model::NAMES).
            #[must_use]
            pub fn name(&self) -> &'static str {
                match self {
                    $($(Self::$variant(_))|+ => $name,)+
                    Self::Several(_) => "several",
                }
            }
        }

        $($(
            impl<R> From<$type> for Model<R> {
                fn from(torque: $type) -> Self {
                    Self::$variant(torque)
                }
            }
        )+)+

        /// `each!(self, model => of one; models => of several)`
        macro_rules! each {
            ($self:expr, $model:ident => $one:expr; $models:ident => $several:expr) => {
                match $self {
                    $($(Model::$variant($model) => $one,)+)+
                    Model::Several($models) => $several,
                }
            };
        }
    };
}

models! {
    "free": Free(Free);
    "constant": ConstantInBody(ConstantInBody<R>), ConstantInSpace(ConstantInSpace<R>);
    "uniform-field": UniformField(UniformField<R>);
    "gravity-gradient": GravityGradient(GravityGradient<R>);
    "kepler-gravity-gradient": KeplerGravityGradient(KeplerGravityGradient<R>);
    "soft-wall": SoftWall(SoftWall<R>);
    "magnetic-dipole": MagneticDipole(MagneticDipole<R>);
    "prescribed-torque": PrescribedTorque(PrescribedTorque<Harmonics<R>>);
    "prescribed-momentum": PrescribedMomentum(PrescribedMomentum<Harmonics<R>>);
    "table": Table(Table<R>);
    "impulses": Impulses(Impulses<R>);
    "damping": LinearDamping(LinearDamping<R>);
    "rotor": Rotor(Rotor<R>);
    "attitude-law": AttitudeLaw(AttitudeLaw<R>);
}

impl<R> FromIterator<Model<R>> for Model<R> {
    fn from_iter<I: IntoIterator<Item = Model<R>>>(models: I) -> Self {
        Self::Several(models.into_iter().collect())
    }
}

impl<R: Real<Mask = bool>> Torque<R> for Model<R> {
    fn torque<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Vec3<S> {
        each!(self, model => model.torque(at);
            models => models.iter().fold(Vec3::zero(), |sum, model| sum + model.torque(at)))
    }
    fn potential<S: Over<R>>(&self, at: &TorqueInput<'_, R, S>) -> Option<S> {
        each!(self, model => model.potential(at);
            models => models.iter().filter_map(|model| model.potential(at)).reduce(|a, b| a + b))
    }
    fn depends_on_momentum(&self) -> bool {
        each!(self, model => Torque::<R>::depends_on_momentum(model);
            models => models.iter().any(Self::depends_on_momentum))
    }
    fn conserves_energy(&self) -> bool {
        each!(self, model => Torque::<R>::conserves_energy(model);
            models => models.iter().all(Self::conserves_energy))
    }
    fn is_differentiable(&self) -> bool {
        each!(self, model => Torque::<R>::is_differentiable(model);
            models => models.iter().all(Self::is_differentiable))
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
    fn has_impulses(&self) -> bool {
        each!(self, model => Torque::<R>::has_impulses(model);
            models => models.iter().any(Self::has_impulses))
    }
    fn next_impulse(&self, from: R, including: bool, until: R) -> Option<R> {
        each!(self, model => model.next_impulse(from, including, until);
            models => models
                .iter()
                .filter_map(|model| model.next_impulse(from, including, until))
                .fold(None, |first, time| sooner(from, [first, Some(time)])))
    }
    fn next_kink(&self, from: R, until: R) -> Option<R> {
        each!(self, model => model.next_kink(from, until);
            models => models
                .iter()
                .fold(None, |first, model| sooner(from, [first, model.next_kink(from, until)])))
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
    fn kick(&self, at: &TorqueInput<'_, R>, h: R) -> Result<Vec3<R>, Failure> {
        each!(self, model => model.kick(at, h);
        models => match &models[..] {
            [only] => only.kick(at, h),
            _ => kick_of_any(self, at, h),
        })
    }
}
